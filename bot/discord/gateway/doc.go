// Package gateway keeps the bot connected to Discord's gateway, over which Discord reports what
// users ask of it.
//
//	err := gateway.Run(ctx, gateway.Config{Token: token, Receive: receive, Gone: gone, …})
//
// [Run] returns when ctx ends, or where Discord refuses the bot for good. All else it waits for.
//
// The connections are discordgo's, which does not survive everything that Discord does to them:
// an Op 7 as the first packet locks its session up for ever, and it repeats what Discord refused
// for good. So its own reconnection is off; each connection is opened and watched from here,
// through a network connection of ours and never through the session's locks.
package gateway
