package handler

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// The looks of a board: both show the same.
const (
	PictureLook = "picture"
	TextLook    = "text"
)

// ShapeOption is the shape of a puzzle.
func ShapeOption() chat.Option {
	o := chat.Option{Name: "shape", Kind: chat.ChoiceOption}
	for _, s := range sudoku.Shapes {
		o.Choices = append(o.Choices, s.String())
	}
	return o
}

// KindOf reads the tier, 0 for any, and the shape.
func KindOf(q Query) (tier logic.Tier, shape sudoku.Shape, err error) {
	if text := q.Option("tier"); text != "" {
		tier, err = q.ParseTier(text)
	}
	if text := q.Option("shape"); text != "" && err == nil {
		shape, err = sudoku.ParseShape(text)
	}
	return tier, shape, err
}

// RefuseChoice rejects an option that is not one of the choices, and lists them.
func RefuseChoice(s chat.Speech, o chat.Option, text string) error {
	return chat.Refuse("refusal.setting", locale.Args{
		"Option": s.OptionLabel(o.Name), "Text": chat.Quoted(text), "Values": s.Commas(s.Labels(o)),
	})
}

// RefuseGiven rejects an option of a command that is not one of its choices, and lists them.
func (q Query) RefuseGiven(name string) error {
	o, _ := q.OptionCalled(q.Handler.Options, name)
	return RefuseChoice(q.Speech, o, q.Option(name))
}

// LimitedSuggestions leaves out suggestions that a network would refuse: a label is cut, a value cannot be.
func LimitedSuggestions(all []chat.Suggestion) []chat.Suggestion {
	var kept []chat.Suggestion
	for _, s := range all {
		s.Label = chat.Cut(s.Label, chat.MaxSuggestion)
		fits := s.Label != "" && s.Value != "" && utf8.RuneCountInString(s.Value) <= chat.MaxSuggestion
		if fits && !slices.ContainsFunc(kept, func(k chat.Suggestion) bool { return k.Value == s.Value }) {
			kept = append(kept, s)
		}
	}
	return kept[:min(len(kept), chat.MaxSuggestions)]
}

// Matching returns those suggestions whose words begin as typed, or have it within: the better
// matches first, else in their order.
func Matching(all []chat.Suggestion, typed string) []chat.Suggestion {
	var begin, word, within []chat.Suggestion
	typed = folded(typed)
	for _, s := range all {
		label, value := folded(s.Label), folded(s.Value)
		switch {
		case strings.HasPrefix(label, typed) || strings.HasPrefix(value, typed):
			begin = append(begin, s)
		case strings.Contains(" "+label, " "+typed) || strings.Contains(" "+value, " "+typed):
			word = append(word, s)
		case strings.Contains(label, typed) || strings.Contains(value, typed):
			within = append(within, s)
		}
	}
	return slices.Concat(begin, word, within)
}

// folded is a text in the form in which typed texts are compared: lower case, with blanks between words.
func folded(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return strings.ContainsRune(" -_/.,#·", r)
	}), " ")
}
