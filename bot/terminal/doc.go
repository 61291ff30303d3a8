// Package terminal runs the bot at a prompt, or on a script.
//
//	failed, err := terminal.Run(ctx, b, terminal.Options{
//		In: os.Stdin, Out: os.Stdout, Err: os.Stderr,
//		Player: games.Player{ID: "ann", Name: "Ann"}, Interactive: true, Colour: true,
//	})
//
// A line is a command, with or without its slash. A command with one option takes the rest
// of the line as it stands; one with several takes words in the order of its options, or
// name=value, with quotes around blanks:
//
//	/submit 534678912672195348198342567859761423426853791713924856961537284287419635345286179
//	play hidden
//	play shape=shidoku
//	import "my puzzles.txt" collection="My puzzles"
//
// On a script, blank lines and lines that start with # are skipped, errors go to Err with
// the number of their line, and Run reports that something failed when all is done.
package terminal
