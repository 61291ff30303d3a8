package bot

import (
	"slices"
	"strings"

	"github.com/gridkeeper/gridkeeper/bot/admin"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/bot/player"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// called reports whether players may mean the command by a name, in this language or in English.
func called(s chat.Speech, h handler.Handler, name string) bool {
	return strings.EqualFold(name, h.Name) || strings.EqualFold(name, s.CommandLabel(h.Name))
}

// findCalled returns the handler of a command that a player has typed.
func findCalled(s chat.Speech, name string) (h handler.Handler, ok bool) {
	if h, ok = find(strings.ToLower(name)); ok {
		return h, true
	}
	all := handlers()
	i := slices.IndexFunc(all, func(h handler.Handler) bool { return called(s, h, name) })
	if i < 0 {
		return handler.Handler{}, false
	}
	return all[i], true
}

// understood returns what is asked by the names that the program knows, where the player gave those
// of their language. What means nothing stays as it is.
func understood(s chat.Speech, a chat.Ask) chat.Ask {
	h, ok := findCalled(s, a.Command)
	if !ok {
		return a
	}
	given := a.Options
	a.Command, a.Options = h.Name, map[string]string{}
	for name, value := range given {
		if o, ok := s.OptionCalled(h.Options, name); ok {
			name, value = o.Name, s.ChoiceCalled(o, value)
		}
		a.Options[name] = value
	}
	return a
}

// inASCII are the options that are read sign by sign: moves, grids, numbers, times. Others may be
// names, which are kept as they were given.
var inASCII = []string{
	"moves", "answer", "puzzle", player.GridField, "level", "number", "end",
	"date", admin.TimeField, "tier", "minutes", "clues", "freezes",
}

// narrowed returns the options with full-width signs as ASCII in those that are read sign by sign:
// the keyboards of East Asia write "ｒ４ｃ５＝７" as readily as "r4c5=7".
func narrowed(options map[string]string) map[string]string {
	narrow := map[string]string{}
	for name, value := range options {
		if slices.Contains(inASCII, name) {
			value = sudoku.Narrow(value)
		}
		narrow[name] = value
	}
	return narrow
}
