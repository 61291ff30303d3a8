// Package gateway keeps the bot connected to Discord's gateway, over which Discord reports what
// users ask of it.
//
//	err := gateway.Run(ctx, gateway.Config{Token: token, Receive: receive, Gone: gone, …})
//
// [Run] returns when ctx ends, or where Discord refuses the bot for good. It waits out everything else.
//
// The guilds are divided into shards, each with a session of its own (shard.go). fleet.go runs those
// that are this process's, which it and the other processes of the bot agree on (divide.go), or a
// setting says ([Shards]). A new session waits for its turn among all of them (gate.go).
//
// The sessions are discordgo's, which does not survive everything that Discord does to them: an Op
// 7 as the first packet locks one up for ever, to an Op 9 it opens sessions without end, it
// repeats what Discord refused for good, and knows nothing of where a session is to be resumed. So its own
// reconnection is off; each connection is opened from here, through a relay of ours that discordgo takes for
// Discord (relay.go), and watched there, never through the session's locks (session.go).
package gateway
