// Package discordtest is a stand-in for Discord: its REST API and its gateway over real
// HTTP and WebSocket, for tests of a bot.
//
//	srv := discordtest.Start(t)              // stops, and reports the bot's breaches, at the test's end
//	guild := srv.AddGuild("Puzzlers")
//	channel := srv.AddChannel(guild, "daily")
//	go run(bot, srv.Token, srv.API())
//	srv.AwaitReady(t)
//
//	ann := discordtest.User{ID: "100000000000001001", Name: "ann"}
//	answer := srv.Slash(ann, channel, "daily", nil).Answer(t)
//	answer = srv.Press(t, ann, answer, "Hint").Answer(t)
//	form := srv.Press(t, ann, answer, "Type moves")
//	answer = form.Fill(t, ann, map[string]string{"moves": "r4c5=7"}).Answer(t)
//	posts := srv.Messages(channel)
//
// It enforces what Discord enforces: the token, three seconds for the first answer to an
// interaction and one such answer only, the life of its token, the nonce of a message, the pace of edits of old messages,
// the close codes of the gateway and the address at which a session is resumed, 50 calls a second and the limits of routes
// ([Server.PerSecond], [Server.Limits]), the shards: which exist and how many guilds one holds
// ([Server.MaxGuilds]), which events they get, and when sessions may be opened
// ([Server.IdentifyEvery], [Server.Starts]). What the bot may do in a channel is computed from its
// roles and the channel's overwrites, which [Server.SetRole], [Server.SetBot] and [Server.Overwrite]
// change; the gateway reports a channel that it may not view without the name (hidden.go). Users who refuse direct messages ([Server.RefuseDirectMessages]) get none. Every body that
// the bot sends is kept ([Server.Requests])
// and checked: against rules of its own (rules.go), and against Discord's own description of its API. What is wrong is listed by [Server.Problems].
//
// Faults come on demand: [Server.Inject] makes REST calls slow, refused, rate limited or
// lost; [Server.Reconnect], [Server.InvalidateSession], [Server.Drop], [Server.Mute],
// [Server.RefuseIdentify], [Server.RefuseEarly], [Server.RefuseResume] and [Server.ReconnectAtHello] trouble the
// gateway, as do [Server.CloseWith] and [Server.LoseGateway]; [Server.DuplicateEvents] delivers everything twice.
//
// [Server.Proxy] and [Server.ProxyTLS] stand before the REST API, and have connections fall silent; the latter speaks HTTP/2, as
// Discord does.
//
// Facts are those of Discord's developer documentation, API version 10.
package discordtest
