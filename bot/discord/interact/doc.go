// Package interact answers the interactions of users with the bot on Discord.
//
//	server := interact.New(life, work, interact.Config{Client: client, Handle: b.Handle, …})
//	gateway.Run(ctx, gateway.Config{Receive: server.Read, …})
//	server.Finish()
//	server.Wait()
//
// An interaction comes in over the gateway, by [Server.Read], or Discord posts it to
// [Server.Listen] (endpoint.go). decode.go leaves out the parts that discordgo cannot read. receive.go drops
// interactions that are too old by Discord's clock (clock.go); the others wait in dispatch.go for one of a few
// workers, in one of two lanes. request.go turns one into a [chat.Request], package draw turns the
// [chat.Reply] into a message, and answer.go sends that: at once or, if the bot is slow, after "thinking".
package interact
