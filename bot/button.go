package bot

import (
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/locale"
)

// pressed returns what answers a button, or the form that it opened, and what is asked of that.
func pressed(f chat.Fill, sent bool) (handler.Handler, chat.Ask, error) {
	h, b, ok := findButton(f.Press.Verb)
	if ok && sent {
		if ok = b.Sent != nil; ok {
			b = *b.Sent
		}
	}
	var ask chat.Ask
	if ok && b.Options != nil {
		ask.Options, ok = b.Options(f)
	}
	if !ok {
		return handler.Handler{}, chat.Ask{}, chat.Refuse("refusal.old-button", locale.Args{"Help": chat.Mention("help")})
	}
	if b.Handler != nil {
		of := h.Of
		h = *b.Handler
		h.Of = of
	}
	ask.Command = h.Name
	return h, ask, nil
}

// findButton returns the row of a verb, and the command that it is in.
func findButton(verb chat.Verb) (handler.Handler, handler.Button, bool) {
	for _, h := range handlers() {
		for _, b := range h.Buttons {
			if b.Verb == verb {
				return h, b, true
			}
		}
	}
	return handler.Handler{}, handler.Button{}, false
}
