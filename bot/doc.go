// Package bot is Gridkeeper's bot with no chat network in it: a [chat.Request] goes in, a
// [chat.Reply] comes out.
//
//	b := bot.New(store, bot.Config{})
//	reply := b.Handle(ctx, chat.Request{
//		ID:     "1234",
//		Player: games.Player{ID: "42", Name: "Ann"},
//		Place:  chat.Place{GuildID: "7"},
//		Action: chat.Ask{Command: "move", Options: map[string]string{"moves": "r4c5=7 r1c1=?37"}},
//	})
//
// [Commands] is the table of what can be asked; a network registers it, a prompt parses
// by it. Buttons of a reply come back as [chat.Press], its form as [chat.Fill]. [Bot.Handle] answers every request: it never
// panics, never returns an empty reply, keeps within the limits of this package, and checks the
// rights of administrators itself, whatever the network has checked before. All state is in the
// archive, so that any process may answer the next request of a game, and the same request that
// reaches two of them changes something once.
//
// A network that draws boards itself, such as pages in a browser, calls [Bot.Play] with what is asked of a game, and
// gets what it came to as data.
//
// Nothing that would spoil a puzzle for others is public: boards, moves, hints and answers come
// with [chat.Reply.Private]. So do results, until the player shares one, or where the guild wants all
// of them announced.
//
// [Bot.Deliver] is one round of all that the bot posts without being asked: a network that implements
// [chat.Poster] calls it every few seconds, from as many processes as it likes, and each guild gets exactly
// one post for each date.
//
// This package is the way of a request; what commands do is in packages player, meet and admin, what is posted in
// outbox, the board in screen. To add a command, see handlers: a file of its own in one of these, its name in the
// table, its words in the catalogue.
package bot
