package screen

import (
	"slices"

	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// The pads of small grids, whose tools stand in a column beside the cells. If all cells fit, as those of a Shidoku, one or two
// taps place a digit. Up to six digits stay above the boxes, and above the cells of a chosen box: a digit that is
// chosen already takes two taps, another one three.

// isSmall reports whether there is room for all digits beside the cells or the boxes.
func (p pad) isSmall() bool { return HasLetters(p.game.Shape) }

// HasLetters reports whether cells of a shape are called A1 on all boards of a chat, as on the buttons of a small pad.
func HasLetters(s sudoku.Shape) bool { return s.Side() <= 6 }

// showsAllCells reports whether there is room for all cells, with the digits below and the tools beside them.
func (p pad) showsAllCells() bool { return p.game.Shape.Side() <= 4 }

// withoutCell is the view from which a small pad starts: until a cell waits, the digit comes first.
func (p pad) withoutCell() view { return view{pencil: p.view.pencil, text: p.view.text} }

// shortPencil is the pencil with a short label.
func (p pad) shortPencil() chat.Button {
	b := p.pencil()
	if b.Label = p.Text("pad.small-pencil-off", nil); p.view.pencil {
		b.Label = p.Text("pad.small-pencil-on", nil)
	}
	return b
}

// allCells is the pad with a row of buttons for each row of the grid, with tools in the last column, and
// the digits in the last row. A tapped cell waits for its digit. A digit that is tapped first stays chosen, and goes into
// the cells that are tapped next.
func (p pad) allCells() [][]chat.Button {
	if p.view.cell == 0 {
		p.view.cellFirst, p.view.box = false, 0
	}
	var rows [][]chat.Button
	for row, tool := range []chat.Button{p.undo(), p.hint(), p.check(), p.shortPencil()} {
		var buttons []chat.Button
		for column := range p.game.Shape.Side() {
			buttons = append(buttons, p.cellOfAll(sudoku.CellAt(row, column)))
		}
		rows = append(rows, append(buttons, tool))
	}
	return append(rows, append(p.smallDigits(), p.more()))
}

// cellOfAll is the button of one of all cells: with a digit chosen it writes it, else it chooses the cell.
func (p pad) cellOfAll(c sudoku.Cell) chat.Button {
	b := chat.Button{Label: p.label(c), Look: chat.QuietLook}
	box, place := p.place(c)
	chosen := p.view.box == box && p.view.cell == place
	to := p.withoutCell()
	switch {
	case p.game.Clues.At(c) != 0:
		b.Disabled, b.Press = true, p.press(chat.TurnTo, c.String(), p.view)
	case p.view.Digit > 0:
		b.Press = p.writes(c, p.view.Digit)
		b.Look = p.lookOf(c, p.view.Digit)
	case chosen:
		b.Look, b.Press = chat.OnLook, p.press(chat.TurnTo, c.String(), to)
	default:
		to.cellFirst, to.box, to.cell = true, box, place
		b.Press = p.press(chat.TurnTo, c.String(), to)
	}
	return b
}

// digitsAndBoxes is the pad with the digits in two rows, and below them the boxes in the places of the grid, or the cells of the
// chosen box. A box that is tapped before a digit shows cells, one of which then waits for its digit.
func (p pad) digitsAndBoxes() [][]chat.Button {
	shape, digits := p.game.Shape, p.smallDigits()
	half := len(digits) / 2
	rows := [][]chat.Button{append(digits[:half:half], p.shortPencil()), append(digits[half:], p.undo())}
	tools := []chat.Button{p.hint(), p.check(), p.more()}
	button, width := p.cell, shape.BoxWidth()
	if p.view.box == 0 {
		boxes := p
		boxes.view.cellFirst = p.view.Digit == 0
		button, width = boxes.box, shape.BoxHeight() // as many boxes stand side by side
	}
	var below []chat.Button
	for n := range shape.Side() {
		below = append(below, button(n+1))
	}
	if p.view.cell > 0 {
		below[p.view.cell-1].Look = chat.OnLook
	}
	rows = slices.AppendSeq(rows, slices.Chunk(below, width))
	if p.view.box > 0 {
		rows = append(rows, []chat.Button{p.back()})
	}
	for i, tool := range tools {
		rows[2+i] = append(rows[2+i], tool)
	}
	if last := len(rows) - 1; p.game.Party != 0 {
		rows[last] = append(rows[last], p.join())
	}
	return rows
}

// place returns the box of a cell and its place in it, both from 1.
func (p pad) place(c sudoku.Cell) (box, place int) {
	height, width := p.game.Shape.BoxHeight(), p.game.Shape.BoxWidth()
	return p.game.Shape.Box(c) + 1, c.Row()%height*width + c.Column()%width + 1
}

// smallDigits are the buttons of all digits. A digit goes into the cell that waits for it, else it is chosen
// for the cells to come, or chosen no longer.
func (p pad) smallDigits() (buttons []chat.Button) {
	for n := range p.game.Shape.Side() {
		d := sudoku.Digit(n + 1)
		label := p.Text("pad.small-digit", locale.Args{"Digit": d, "Left": p.left(d)})
		b := chat.Button{Label: label, Look: chat.QuietLook}
		if p.view.cell > 0 {
			if b = p.digit(n + 1); !p.view.pencil && b.Look == chat.QuietLook { // five buttons have to fit side by side
				b.Label = label
			}
		} else {
			to := p.withoutCell()
			to.Digit, to.box = d, p.view.box
			if p.view.Digit == d {
				to.Digit, b.Look = 0, chat.OnLook
				to.cellFirst = to.box > 0
			}
			b.Press = p.press(chat.TurnTo, "digit "+d.String(), to)
		}
		buttons = append(buttons, b)
	}
	return buttons
}
