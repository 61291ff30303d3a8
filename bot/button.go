package bot

import (
	"strings"

	"github.com/gridkeeper/gridkeeper/locale"
)

// button is a row of a command: what pressing one of its buttons asks for.
type button struct {
	verb    Verb
	options func(Fill) (map[string]string, bool) // by the press, and what was typed; false: nothing that the bot made; nil: none
	handler *handler                             // what answers it; nil: the command
	sent    *button                              // its form, when that is sent; nil: it opens none
}

// pressed returns what answers a button, or the form that it opened, and what is asked of that.
func pressed(f Fill, sent bool) (handler, Ask, error) {
	h, b, ok := findButton(f.Press.Verb)
	if ok && sent {
		if ok = b.sent != nil; ok {
			b = *b.sent
		}
	}
	var ask Ask
	if ok && b.options != nil {
		ask.Options, ok = b.options(f)
	}
	if !ok {
		return handler{}, Ask{}, refuse("refusal.old-button", locale.Args{"Help": command("help")})
	}
	if b.handler != nil {
		of := h.of
		h = *b.handler
		h.of = of
	}
	ask.Command = h.name
	return h, ask, nil
}

// findButton returns the row of a verb, and the command that it is in.
func findButton(verb Verb) (handler, button, bool) {
	for _, h := range handlers() {
		for _, b := range h.buttons {
			if b.verb == verb {
				return h, b, true
			}
		}
	}
	return handler{}, button{}, false
}

// argumentAs gives an option the argument of a press.
func argumentAs(option string) func(Fill) (map[string]string, bool) {
	return func(f Fill) (map[string]string, bool) { return map[string]string{option: f.Press.Argument}, true }
}

// answers are buttons whose verbs end in an answer of the command.
func answers(prefix string, list []string) (all []button) {
	for _, answer := range list {
		all = append(all, button{verb: Verb(prefix + answer), options: func(Fill) (map[string]string, bool) {
			return map[string]string{"answer": answer}, true
		}})
	}
	return all
}

// chosenSetting gives the option before the "=" of a press what stands behind it.
func chosenSetting(f Fill) (map[string]string, bool) {
	option, value, _ := strings.Cut(f.Press.Argument, "=")
	return map[string]string{option: value}, true
}
