// Package bot is Gridkeeper's bot with no chat network in it: a [Request] goes in, a
// [Reply] comes out.
//
//	b := bot.New(store, bot.Config{})
//	reply := b.Handle(ctx, bot.Request{
//		Command: "move",
//		Options: map[string]string{"moves": "r4c5=7 r1c1=?37"},
//		Player:  archive.Player{ID: "42", Name: "Ann"},
//		Guild:  "7",
//	})
//
// [Commands] is the table of what can be asked; a network registers it, a prompt parses
// by it. [Bot.Handle] answers every request: it never panics, never returns an empty
// reply, keeps within [MaxText], and checks the rights of administrators itself, whatever
// the network has checked before. All state is in the archive, so that any process may
// answer the next request of a game.
//
// Nothing that would spoil a puzzle for others is public: boards, moves, hints and answers
// come with [Reply.Private], results without.
//
// [Bot.Announce] is one round of the daily posts: a network that implements [Poster] calls
// it every few seconds, from as many processes as it likes, and each guild gets exactly
// one post for each date.
package bot
