// Package interact answers what users ask of the bot on Discord.
//
//	desk := interact.New(life, work, interact.Config{Client: client, Handle: b.Handle, …})
//	gateway.Run(ctx, gateway.Config{Receive: desk.Read, …})
//	desk.Finish()
//	desk.Wait()
//
// An interaction comes in over the gateway, by [Desk.Read], or where Discord posts it, at
// [Desk.Listen] (endpoint.go). decode.go leaves out of it what discordgo cannot read. receive.go drops
// what is too old by Discord's clock (clock.go), and has the rest wait in dispatch.go for one of a few
// workers, in one of two lanes. request.go turns it into a [chat.Request], package draw turns the
// [chat.Reply] into a message, and answer.go sends that, at once or, where the bot is slow, after "thinking".
package interact
