package bot

import (
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// tools are the two rows below the nine buttons of a Sudoku.
func (p pad) tools() [][]Button {
	more := p.view
	more.more = true
	last := append([]Button{p.hint(), p.check(), p.submit(), p.candidates()}, p.browser()...)
	if p.game.Party != 0 {
		last = append(last[:4], p.button("button.join", JoinParty, partyNumber(p.game.Party), p.view))
	}
	return [][]Button{
		{p.pencil(), p.digitFirst(), p.undo(), p.back(), p.button("pad.more", TurnTo, "more", more)},
		last,
	}
}

// browser is the button that gives a link to the game in a browser, where there is such. The link is
// made when it is pressed, since it works for minutes only.
func (p pad) browser() []Button {
	if !p.inBrowser {
		return nil
	}
	return []Button{p.button("pad.browser", OpenInBrowser, "", p.view)}
}

// morePage is the page of what is used less often.
func (p pad) morePage() [][]Button {
	back := p.view
	back.more = false
	look := back
	look.text = !look.text
	label, argument := "pad.text-board", textLook
	if back.text {
		label, argument = "pad.picture-board", pictureLook
	}
	unmark := p.button("pad.unmark-all", Write, play.Move{Kind: play.UnmarkAll}.String(), back)
	unmark.Disabled = p.game.Marks == sudoku.Pencilmarks{}
	rows := [][]Button{
		{p.button("pad.type-moves", TypeMoves, "", back), p.button("pad.edit-grid", EditGrid, "", back)},
		{p.button(label, OpenBoard, argument, look), unmark},
	}
	if p.game.Shape == sudoku.Shidoku { // whose pad has no room for them
		rows = append(rows, append([]Button{p.submit(), p.candidates()}, p.browser()...))
	}
	last := []Button{p.button("pad.back", TurnTo, "back", back)}
	if p.game.Party != 0 {
		last = append(last, p.button("button.close-party", CloseParty, partyNumber(p.game.Party), back))
	}
	return append(rows, last)
}

func (p pad) undo() Button {
	b := p.button("pad.undo", TakeBack, "", p.view)
	b.Disabled = p.game.Head == 0
	return b
}

func (p pad) hint() Button   { return p.button("pad.hint", MoreHint, "", p.view) }
func (p pad) check() Button  { return p.button("pad.check", CheckBoard, "", p.view) }
func (p pad) submit() Button { return p.button("pad.submit", HandIn, "", p.view) }

// pencil switches between marks and digits.
func (p pad) pencil() Button {
	to := p.view
	to.pencil = !to.pencil
	return p.toggle("pad.pencil-on", "pad.pencil-off", p.view.pencil, p.press(TurnTo, "pencil", to), nil)
}

// digitFirst switches between choosing the cell first and choosing the digit first. A digit of
// which some are left is chosen at once.
func (p pad) digitFirst() Button {
	to := view{pencil: p.view.pencil, text: p.view.text}
	if !p.view.digitFirst {
		to.digitFirst, to.digit = true, p.unfinished(sudoku.Digit(p.game.Shape.Side()))
	}
	args := locale.Args{"Digit": p.view.digit}
	return p.toggle("pad.digit-first-on", "pad.digit-first-off", p.view.digitFirst, p.press(TurnTo, "digit", to), args)
}

// candidates marks all candidates, where there are no marks, and takes all marks away again. While
// every open cell is marked the pad keeps it so.
func (p pad) candidates() Button {
	kind := play.MarkOpen
	if p.game.Marked() {
		kind = play.UnmarkAll
	}
	press := p.press(Write, play.Move{Kind: kind}.String(), p.view)
	return p.toggle("pad.candidates-on", "pad.candidates-off", p.game.Marked(), press, nil)
}

// toggle is a switch, whose label says whether it is on.
func (p pad) toggle(onLabel, offLabel string, on bool, press Press, args locale.Args) Button {
	if on {
		return Button{Label: p.Text(onLabel, args), Look: OnLook, Press: press}
	}
	return Button{Label: p.Text(offLabel, args), Look: QuietLook, Press: press}
}

// beside are buttons that take the place of the pad, and one that brings it back.
func (q query) beside(game games.Game, others ...Button) [][]Button {
	if !game.Finished.IsZero() {
		return buttons(others...)
	}
	p := pad{speech: q.speech, game: game, view: q.viewOf(game)}
	return buttons(append(others, p.button("pad.return", TurnTo, "", p.view))...)
}

// back undoes the last choice.
func (p pad) back() Button {
	to := p.view
	switch {
	case to.cell > 0:
		to.cell = 0
	case to.box > 0:
		to.box = 0
	default:
		to.digit = 0
	}
	b := p.button("pad.back", TurnTo, "back", to)
	b.Disabled = to == p.view
	return b
}
