// Package web serves the games of package bot in a browser: the pages, the JSON API of the board, and the
// links and sessions with which players come.
//
//	s, err := web.New(web.Config{Store: store, Bot: b, URL: "https://sudoku.example.org"})
//	err = s.Serve(ctx, listener)
//
// Players come by a link that the bot gave them in a chat, see [people.Store.AddLink]: its GET shows
// whose games it opens, its POST spends it and begins a session, whose token is in a cookie. With
// [Config.OAuth] they may also sign in with Discord. With [Config.Local] there is one player, who comes by
// the address that [Server.Address] returns.
//
// What a player does on a board goes through [bot.Bot.Handle], as it does from a chat, so that both
// have the same rules, and one operation counts once. What is shown is read from the archive.
// Changes by anyone reach the open boards as server-sent events.
//
// What is promised:
//
//   - no GET changes anything, and no request of another site does
//   - a session opens the games of one player in one place, and gives no right of an admin
//   - a game of another player is like one that does not exist
//   - a request that arrives twice counts once
//
// To add a page, write a method of visit and its line in the table of routes.
package web
