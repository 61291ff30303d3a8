package screen

import (
	"strings"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/bot/look"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// view is where a player is on the pad. Its text is in every button, as Press.View, so that no
// process has to remember it: the same board may be open on a phone and on a desk at two places.
type view struct {
	Digit     sudoku.Digit // the digit that goes into the cells to come; 0: not chosen yet
	cellFirst bool         // no digit is kept: a cell is chosen, and then its digit
	box       int          // the chosen box, from 1; 0: none
	cell      int          // the chosen cell of the box, row by row from 1; 0: none
	pencil    bool         // digits are marked, not placed
	more      bool         // the page of what is used less often
	text      bool         // the board is shown as text
}

// TextView is the view of a board that is opened as text.
var TextView = view{text: true}.String()

// String returns a letter for each thing that is chosen or switched on, with its number: "d7b5p".
func (v view) String() string {
	var text strings.Builder
	number := func(n int) {
		if n > 0 {
			text.WriteByte('0' + byte(n))
		}
	}
	if v.Digit > 0 {
		text.WriteByte('d')
		number(int(v.Digit))
	}
	if v.box > 0 {
		text.WriteByte('b')
		number(v.box)
	}
	if v.cell > 0 {
		text.WriteByte('c')
		number(v.cell)
	}
	for _, option := range []struct {
		on     bool
		letter byte
	}{{v.cellFirst, 'f'}, {v.pencil, 'p'}, {v.more, 'm'}, {v.text, 't'}} {
		if option.on {
			text.WriteByte(option.letter)
		}
	}
	return text.String()
}

// ParseView reads the text of String. Anyone can forge a button, so other letters are ignored, and so are numbers that a grid
// of the shape does not have.
func ParseView(s sudoku.Shape, text string) view {
	var v view
	for i := range len(text) {
		n := 0
		if i+1 < len(text) && text[i+1] >= '1' && int(text[i+1]-'0') <= s.Side() {
			n = int(text[i+1] - '0')
		}
		switch text[i] {
		case 'd':
			v.Digit = sudoku.Digit(n)
		case 'b':
			v.box = n
		case 'c':
			v.cell = n
		case 'f':
			v.cellFirst = true
		case 'p':
			v.pencil = true
		case 'm':
			v.more = true
		case 't':
			v.text = true
		}
	}
	if v.cellFirst {
		v.Digit = 0
	} else if v.cell = 0; v.Digit == 0 {
		v.box = 0
	}
	if v.box == 0 {
		v.cell = 0
	}
	return v
}

// cellOf returns the cell of a box by its place in it, both from 1.
func cellOf(s sudoku.Shape, box, place int) sudoku.Cell {
	return s.House(boxHouse(box))[place-1]
}

// boxHouse returns a box, counted from 1.
func boxHouse(n int) sudoku.House { return sudoku.House{Kind: sudoku.Box, Index: uint8(n - 1)} }

// drawn is the board of a game in the look of its player, with their last move and their choice on the pad until it is solved.
func drawn(q handler.Query, game games.Game) picture.Diagram {
	b := picture.Diagram{
		Clues: game.Clues, Grid: game.Grid, Marks: game.Marks, Wrong: mistakes(game),
		Theme: look.Theme(game.Settings.Theme), Letters: game.Settings.Letters || HasLetters(game.Shape),
	}
	if !game.Finished.IsZero() {
		return b
	}
	last := game.Last.Slice()
	if len(last) == 1 {
		b.Lit = sudoku.DigitsOf(game.Grid.At(last[0]))
	}
	if len(last) <= game.Shape.Side() { // not of all candidates: pointing at most cells shows nothing
		b.Last = game.Last
	}
	v := viewOf(q, game)
	b.Box = v.box
	if v.Digit != 0 {
		b.Lit = sudoku.DigitsOf(v.Digit)
	}
	if v.box > 0 && v.cell > 0 {
		b.Box, b.Selected = 0, sudoku.CellsOf(cellOf(game.Shape, v.box, v.cell))
	}
	return b
}

// withMistakes adds to a text which digits are wrong: a board of characters cannot show it.
func withMistakes(q handler.Query, game games.Game, body chat.Text) chat.Text {
	wrong := mistakes(game)
	if wrong.Len() == 0 {
		return body
	}
	return chat.Join("\n", body, q.Say("alt.wrong", locale.Args{"Cells": wrong.String()}))
}

// mistakes are the cells of a game with a digit that is not the solution's, if its player wants to see them. A puzzle whose
// solution cannot be computed shows none: other commands report that.
func mistakes(game games.Game) (cells sudoku.Cells) {
	if !game.Settings.MarkMistakes {
		return cells
	}
	solution, err := SolutionOf(game)
	if err != nil {
		return cells
	}
	for c := range game.Grid.Filled().All() {
		if game.Grid.At(c) != solution.At(c) {
			cells = cells.With(c)
		}
	}
	return cells
}
