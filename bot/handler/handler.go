package handler

import (
	"context"
	"strings"

	"github.com/gridkeeper/gridkeeper/bot/chat"
)

// Handler is a command without its words, and the function that answers it.
type Handler struct {
	Name    string
	Options []chat.Option
	Admin   bool
	Slow    bool
	Example []chat.Given
	Board   bool // it shows the player's board, or that of a party: [Query.Party]
	Writes  bool // it changes the archive, in one transaction that remembers the request
	Threads bool // it asks the network first whether a thread can be opened: [Query.Site]
	Checks  bool // it asks the network first: [Query.Checked]
	Answer  func(context.Context, *Env, Query) (chat.Reply, error)
	Play    func(context.Context, *Env, Query) (Done, error) // of a game, in place of Answer
	Asks    bool                                             // about a game, so that a finished one is not an error
	Buttons []Button                                         // that it answers
	Of      string                                           // the command that it belongs to: itself, or that of its button
}

// Button is a row of a command: what pressing one of its buttons asks for.
type Button struct {
	Verb    chat.Verb
	Options func(chat.Fill) (map[string]string, bool) // by the press, and what was typed; false: nothing that the bot made; nil: none
	Handler *Handler                                  // what answers it; nil: the command
	Sent    *Button                                   // its form, when that is sent; nil: it opens none
}

// ArgumentAs gives an option the argument of a press.
func ArgumentAs(option string) func(chat.Fill) (map[string]string, bool) {
	return func(f chat.Fill) (map[string]string, bool) { return map[string]string{option: f.Press.Argument}, true }
}

// Answers are buttons whose verbs end in an answer of the command.
func Answers(prefix string, list []string) (all []Button) {
	for _, answer := range list {
		all = append(all, Button{Verb: chat.Verb(prefix + answer), Options: func(chat.Fill) (map[string]string, bool) {
			return map[string]string{"answer": answer}, true
		}})
	}
	return all
}

// ChosenSetting gives the option before the "=" of a press what stands behind it.
func ChosenSetting(f chat.Fill) (map[string]string, bool) {
	option, value, _ := strings.Cut(f.Press.Argument, "=")
	return map[string]string{option: value}, true
}
