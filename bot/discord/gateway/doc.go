// Package gateway keeps the bot connected to Discord's gateway, over which Discord reports the requests of
// users and changes in guilds.
//
//	err := gateway.Run(ctx, gateway.Config{Token: token, Receive: receive, Gone: gone, …})
//
// [Run] returns when ctx ends, or if Discord refuses the bot for good. It waits out everything else.
//
// The guilds are divided into shards, each with a session of its own (shard.go). fleet.go runs the
// shards of this process: the processes of the bot divide them among themselves (divide.go), unless a
// setting fixes them ([Shards]). A new session waits for its turn among all of them (gate.go).
//
// The sessions are discordgo's, which does not survive everything that Discord does to them. An Op
// 7 as the first packet locks one up for ever. To an Op 9 it opens sessions without end. It
// repeats calls that Discord refused for good, and does not know the address at which a session is to be resumed. So its own
// reconnection is off. Each connection is opened from here, through a relay of ours that discordgo takes for
// Discord (relay.go), and watched there, never through the session's locks (session.go).
package gateway
