package screen

import (
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// tools are the two rows below the nine buttons of a Sudoku, also three buttons wide. If there is nothing to go back to, the
// browser has that place.
func (p pad) tools() [][]chat.Button {
	last := []chat.Button{p.back()}
	if last[0].Disabled && p.inBrowser && p.game.Party == 0 {
		last = p.browser()
	}
	last = append(append(last, p.next()...), p.more())
	if p.game.Party != 0 {
		last = append(last, p.button("button.join", chat.JoinParty, PartyNumber(p.game.Party), p.view))
	}
	return [][]chat.Button{{p.pencil(), p.undo(), p.hint()}, last}
}

// next is the button of the next digit, where one is left: most players go through the digits in turn.
func (p pad) next() []chat.Button {
	to := p.view
	if to.Digit = p.unfinished(p.view.Digit); to.Digit == 0 || p.view.cellFirst {
		return nil
	}
	label := p.Text("pad.next-digit", locale.Args{"Digit": to.Digit})
	return []chat.Button{{Label: label, Look: chat.QuietLook, Press: p.press(chat.TurnTo, "next", to)}}
}

func (p pad) more() chat.Button {
	to := p.view
	to.more = true
	return p.button("pad.more", chat.TurnTo, "more", to)
}

// browser is the button for a link to the game in a browser, if the bot has pages there. The link is made when it is pressed,
// since it works for minutes only.
func (p pad) browser() []chat.Button {
	if !p.inBrowser {
		return nil
	}
	return []chat.Button{p.button("pad.browser", chat.OpenInBrowser, "", p.view)}
}

// morePage is the page of buttons that are used less often. Its buttons lead back to the pad.
func (p pad) morePage() [][]chat.Button {
	p.view.more = false
	look := p.view
	look.text = !look.text
	label, argument := "pad.text-board", handler.TextLook
	if p.view.text {
		label, argument = "pad.picture-board", handler.PictureLook
	}
	marks := []chat.Button{p.candidates()}
	if !p.game.Marked() { // else that takes them away
		unmark := p.button("pad.unmark-all", chat.Write, play.Move{Kind: play.UnmarkAll}.String(), p.view)
		unmark.Disabled = p.game.Marks == sudoku.Pencilmarks{}
		marks = append(marks, unmark)
	}
	third := []chat.Button{p.button(label, chat.OpenBoard, argument, look)}
	if p.game.Shape == sudoku.Shidoku { // whose pad has no room for the browser
		third = append(third, p.browser()...)
	} else {
		third = append(third, p.check(), p.cellFirst())
	}
	last := []chat.Button{p.button("pad.back", chat.TurnTo, "back", p.view)}
	if p.game.Party != 0 {
		last = append(last, p.button("button.close-party", chat.CloseParty, PartyNumber(p.game.Party), p.view))
	}
	return [][]chat.Button{
		{p.button("pad.type-moves", chat.TypeMoves, "", p.view), p.button("pad.edit-grid", chat.EditGrid, "", p.view), p.button("pad.submit", chat.HandIn, "", p.view)},
		marks, third, last,
	}
}

func (p pad) undo() chat.Button {
	b := p.button("pad.undo", chat.TakeBack, "", p.view)
	b.Disabled = p.game.Head == 0
	return b
}

func (p pad) hint() chat.Button { return p.button("pad.hint", chat.MoreHint, "", p.view) }

func (p pad) check() chat.Button { return p.button("pad.check", chat.CheckBoard, "", p.view) }

// pencil switches between marks and digits.
func (p pad) pencil() chat.Button {
	to := p.view
	to.pencil = !to.pencil
	return p.toggle("pad.pencil-on", "pad.pencil-off", p.view.pencil, p.press(chat.TurnTo, "pencil", to))
}

// cellFirst switches between keeping a digit and choosing the cell first.
func (p pad) cellFirst() chat.Button {
	to := view{cellFirst: !p.view.cellFirst, pencil: p.view.pencil, text: p.view.text}
	return p.toggle("pad.cell-first-on", "pad.cell-first-off", p.view.cellFirst, p.press(chat.TurnTo, "first", to))
}

// candidates marks all candidates, or removes all marks. While every open cell is marked the pad keeps it so.
func (p pad) candidates() chat.Button {
	kind := play.MarkOpen
	if p.game.Marked() {
		kind = play.UnmarkAll
	}
	press := p.press(chat.Write, play.Move{Kind: kind}.String(), p.view)
	return p.toggle("pad.candidates-on", "pad.candidates-off", p.game.Marked(), press)
}

// toggle is a switch with a label for each state.
func (p pad) toggle(onLabel, offLabel string, on bool, press chat.Press) chat.Button {
	if on {
		return chat.Button{Label: p.Text(onLabel, nil), Look: chat.OnLook, Press: press}
	}
	return chat.Button{Label: p.Text(offLabel, nil), Look: chat.QuietLook, Press: press}
}

// Beside are buttons that take the place of the pad, and one that brings it back.
func Beside(q handler.Query, game games.Game, others ...chat.Button) [][]chat.Button {
	if !game.Finished.IsZero() {
		return chat.Buttons(others...)
	}
	p := pad{Speech: q.Speech, game: game, view: viewOf(q, game)}
	return chat.Buttons(append(others, p.button("pad.return", chat.TurnTo, "", p.view))...)
}

// back undoes the last choice. From a digit, the label names the next view.
func (p pad) back() chat.Button {
	to, label := p.view, "pad.back"
	switch {
	case to.cell > 0:
		to.cell = 0
	case to.box > 0:
		to.box = 0
	case to.Digit > 0:
		to.Digit, label = 0, "pad.other-digit"
	}
	b := p.button(label, chat.TurnTo, "back", to)
	b.Disabled = to == p.view
	return b
}

// shidoku is the pad of a 4×4 grid, with all its cells: a row of buttons for each row, with tools in the fifth column, and
// the digits in the fifth row. A tapped cell waits for its digit. A digit that is tapped first stays chosen, and goes into
// the cells that are tapped next.
func (p pad) shidoku() [][]chat.Button {
	if p.view.cell == 0 {
		p.view.cellFirst, p.view.box = false, 0 // without a cell, the digit comes first
	}
	pencil := p.pencil()
	if pencil.Label = p.Text("pad.small-pencil-off", nil); p.view.pencil {
		pencil.Label = p.Text("pad.small-pencil-on", nil)
	}
	tools := []chat.Button{p.undo(), p.hint(), p.check(), pencil}
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
	return append(rows, append(digits, p.more()))
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
		b.Press = p.press(chat.TurnTo, c.String(), view{cellFirst: true, box: box, cell: place, pencil: p.view.pencil, text: p.view.text})
	}
	return b
}

// shidokuLabels are short, so that five buttons stand side by side on a phone: a clue as its digit, "B1=3", "B1?13", "B1".
var shidokuLabels = cellKeys{"pad.small-clue", "pad.small-filled", "pad.small-marked", "pad.small-cell"}

// shidokuName names a cell by letter and number.
func shidokuName(c sudoku.Cell) string {
	return string('A'+byte(c.Column())) + string('1'+byte(c.Row()))
}

// place returns the box of a cell and its place in it, both from 1.
func (p pad) place(c sudoku.Cell) (box, place int) {
	height, width := p.game.Shape.BoxHeight(), p.game.Shape.BoxWidth()
	return p.game.Shape.Box(c) + 1, c.Row()%height*width + c.Column()%width + 1
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
	to := view{Digit: d, pencil: p.view.pencil, text: p.view.text}
	if p.view.Digit == d {
		to.Digit, b.Look = 0, chat.OnLook
	}
	b.Press = p.press(chat.TurnTo, "digit "+d.String(), to)
	return b
}
