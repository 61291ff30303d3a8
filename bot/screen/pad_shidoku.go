package screen

import (
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// shidoku is the pad of a 4×4 grid, whose cells are all there: a row of buttons for each row, with
// what else can be done in the fifth column, and the digits in the fifth row. A cell that is tapped
// waits for its digit; a digit that is tapped first stays chosen, and goes where the cells are
// tapped.
func (p pad) shidoku() [][]chat.Button {
	if p.view.cell == 0 {
		p.view.digitFirst, p.view.box = true, 0 // without a cell, the digit comes first
	}
	more := p.view
	more.more = true
	tools := []chat.Button{p.undo(), p.hint(), p.check(), p.smallPencil()}
	var rows [][]chat.Button
	for row, tool := range tools {
		var buttons []chat.Button
		for column := range len(tools) {
			buttons = append(buttons, p.shidokuCell(sudoku.CellAt(row, column)))
		}
		rows = append(rows, append(buttons, tool))
	}
	var digits []chat.Button
	for n := range p.game.Shape.Side() {
		digits = append(digits, p.shidokuDigit(sudoku.Digit(n+1)))
	}
	return append(rows, append(digits, p.button("pad.more", chat.TurnTo, "more", more)))
}

// shidokuCell is the button of a cell: with a digit chosen it writes it, else it chooses the cell.
func (p pad) shidokuCell(c sudoku.Cell) chat.Button {
	b := chat.Button{Label: p.label(shidokuLabels, shidokuName(c), c), Look: chat.QuietLook}
	box, place := p.place(c)
	chosen := p.view.box == box && p.view.cell == place
	switch {
	case p.game.Clues.At(c) != 0:
		b.Disabled, b.Press = true, p.press(chat.TurnTo, c.String(), p.view)
	case p.view.Digit > 0:
		b.Press = p.writes(c, p.view.Digit)
		b.Look = p.lookOf(c, p.view.Digit)
	case chosen:
		b.Look, b.Press = chat.OnLook, p.press(chat.TurnTo, c.String(), view{pencil: p.view.pencil, text: p.view.text})
	default:
		b.Press = p.press(chat.TurnTo, c.String(), view{box: box, cell: place, pencil: p.view.pencil, text: p.view.text})
	}
	return b
}

// shidokuLabels say it in few letters, so that five buttons stand side by side on a phone: a clue as its
// digit, "B1=3", "B1?13", "B1".
var shidokuLabels = cellKeys{"pad.small-clue", "pad.small-filled", "pad.small-marked", "pad.small-cell"}

// shidokuName names a cell by letter and number.
func shidokuName(c sudoku.Cell) string {
	return string('A'+byte(c.Column())) + string('1'+byte(c.Row()))
}

// place returns the box of a cell and its place in it, both from 1.
func (p pad) place(c sudoku.Cell) (box, place int) {
	side := p.game.Shape.BoxSide()
	return p.game.Shape.Box(c) + 1, c.Row()%side*side + c.Column()%side + 1
}

// smallPencil is the switch of [pad.pencil] in few letters.
func (p pad) smallPencil() chat.Button {
	b := p.pencil()
	b.Label = p.Text("pad.small-pencil-off", nil)
	if p.view.pencil {
		b.Label = p.Text("pad.small-pencil-on", nil)
	}
	return b
}

// shidokuDigit is the button of a digit: it goes into the cell that waits for it, else it is chosen
// for the cells to come, or chosen no longer.
func (p pad) shidokuDigit(d sudoku.Digit) chat.Button {
	label := p.Text("pad.small-digit", locale.Args{"Digit": d, "Left": p.left(d)})
	if p.view.cell > 0 {
		b := p.digit(int(d))
		if !p.view.pencil && b.Look == chat.QuietLook { // five buttons have to fit side by side
			b.Label = label
		}
		return b
	}
	b := chat.Button{Label: label, Look: chat.QuietLook}
	to := view{digitFirst: true, Digit: d, pencil: p.view.pencil, text: p.view.text}
	if p.view.Digit == d {
		to.Digit, b.Look = 0, chat.OnLook
	}
	b.Press = p.press(chat.TurnTo, "digit "+d.String(), to)
	return b
}
