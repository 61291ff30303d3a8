// Package chat is what goes between a chat network and the bot, and how the bot says things.
//
// A network makes a [Request] of what a player asks: an [Ask] for a command with its options, a [Press] of a button,
// a [Fill] of a form. It gets a [Reply]: a [Screen] for the player and [Notice]s for others. Buttons of a
// screen carry the Press that they ask for, so that no process has to remember what it has shown.
//
// Texts are made of parts: a network renders times, players and commands in its own way, and the rest as it stands.
// [Speech.Say] makes them of the catalogues of package locale, in a language.
//
// What networks can do is asked of them by interfaces: [Poster] posts without being asked, [Channels] looks at
// channels and roles, [Threads] at threads.
package chat
