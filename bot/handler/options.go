package handler

import (
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

// RefuseChoice says that an option is none of its choices, and which there are.
func RefuseChoice(s chat.Speech, o chat.Option, text string) error {
	return chat.Refuse("refusal.setting", locale.Args{
		"Option": s.OptionLabel(o.Name), "Text": chat.Quoted(text), "Values": s.Commas(s.Labels(o)),
	})
}

// RefuseGiven says that an option of a command was given none of its choices, and which there are.
func (q Query) RefuseGiven(name string) error {
	o, _ := q.OptionCalled(q.Handler.Options, name)
	return RefuseChoice(q.Speech, o, q.Option(name))
}
