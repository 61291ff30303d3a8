package screen

import (
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// tools are the two rows below the nine buttons of a Sudoku.
func (p pad) tools() [][]chat.Button {
	more := p.view
	more.more = true
	last := append([]chat.Button{p.hint(), p.check(), p.submit(), p.candidates()}, p.browser()...)
	if p.game.Party != 0 {
		last = append(last[:4], p.button("button.join", chat.JoinParty, PartyNumber(p.game.Party), p.view))
	}
	return [][]chat.Button{
		{p.pencil(), p.digitFirst(), p.undo(), p.back(), p.button("pad.more", chat.TurnTo, "more", more)},
		last,
	}
}

// browser is the button that gives a link to the game in a browser, where there is such. The link is
// made when it is pressed, since it works for minutes only.
func (p pad) browser() []chat.Button {
	if !p.inBrowser {
		return nil
	}
	return []chat.Button{p.button("pad.browser", chat.OpenInBrowser, "", p.view)}
}

// morePage is the page of what is used less often.
func (p pad) morePage() [][]chat.Button {
	back := p.view
	back.more = false
	look := back
	look.text = !look.text
	label, argument := "pad.text-board", handler.TextLook
	if back.text {
		label, argument = "pad.picture-board", handler.PictureLook
	}
	unmark := p.button("pad.unmark-all", chat.Write, play.Move{Kind: play.UnmarkAll}.String(), back)
	unmark.Disabled = p.game.Marks == sudoku.Pencilmarks{}
	rows := [][]chat.Button{
		{p.button("pad.type-moves", chat.TypeMoves, "", back), p.button("pad.edit-grid", chat.EditGrid, "", back)},
		{p.button(label, chat.OpenBoard, argument, look), unmark},
	}
	if p.game.Shape == sudoku.Shidoku { // whose pad has no room for them
		rows = append(rows, append([]chat.Button{p.submit(), p.candidates()}, p.browser()...))
	}
	last := []chat.Button{p.button("pad.back", chat.TurnTo, "back", back)}
	if p.game.Party != 0 {
		last = append(last, p.button("button.close-party", chat.CloseParty, PartyNumber(p.game.Party), back))
	}
	return append(rows, last)
}

func (p pad) undo() chat.Button {
	b := p.button("pad.undo", chat.TakeBack, "", p.view)
	b.Disabled = p.game.Head == 0
	return b
}

func (p pad) hint() chat.Button { return p.button("pad.hint", chat.MoreHint, "", p.view) }

func (p pad) check() chat.Button { return p.button("pad.check", chat.CheckBoard, "", p.view) }

func (p pad) submit() chat.Button { return p.button("pad.submit", chat.HandIn, "", p.view) }

// pencil switches between marks and digits.
func (p pad) pencil() chat.Button {
	to := p.view
	to.pencil = !to.pencil
	return p.toggle("pad.pencil-on", "pad.pencil-off", p.view.pencil, p.press(chat.TurnTo, "pencil", to), nil)
}

// digitFirst switches between choosing the cell first and choosing the digit first. A digit of
// which some are left is chosen at once.
func (p pad) digitFirst() chat.Button {
	to := view{pencil: p.view.pencil, text: p.view.text}
	if !p.view.digitFirst {
		to.digitFirst, to.Digit = true, p.unfinished(sudoku.Digit(p.game.Shape.Side()))
	}
	args := locale.Args{"Digit": p.view.Digit}
	return p.toggle("pad.digit-first-on", "pad.digit-first-off", p.view.digitFirst, p.press(chat.TurnTo, "digit", to), args)
}

// candidates marks all candidates, where there are no marks, and takes all marks away again. While
// every open cell is marked the pad keeps it so.
func (p pad) candidates() chat.Button {
	kind := play.MarkOpen
	if p.game.Marked() {
		kind = play.UnmarkAll
	}
	press := p.press(chat.Write, play.Move{Kind: kind}.String(), p.view)
	return p.toggle("pad.candidates-on", "pad.candidates-off", p.game.Marked(), press, nil)
}

// toggle is a switch, whose label says whether it is on.
func (p pad) toggle(onLabel, offLabel string, on bool, press chat.Press, args locale.Args) chat.Button {
	if on {
		return chat.Button{Label: p.Text(onLabel, args), Look: chat.OnLook, Press: press}
	}
	return chat.Button{Label: p.Text(offLabel, args), Look: chat.QuietLook, Press: press}
}

// Beside are buttons that take the place of the pad, and one that brings it back.
func Beside(q handler.Query, game games.Game, others ...chat.Button) [][]chat.Button {
	if !game.Finished.IsZero() {
		return chat.Buttons(others...)
	}
	p := pad{Speech: q.Speech, game: game, view: viewOf(q, game)}
	return chat.Buttons(append(others, p.button("pad.return", chat.TurnTo, "", p.view))...)
}

// back undoes the last choice.
func (p pad) back() chat.Button {
	to := p.view
	switch {
	case to.cell > 0:
		to.cell = 0
	case to.box > 0:
		to.box = 0
	default:
		to.Digit = 0
	}
	b := p.button("pad.back", chat.TurnTo, "back", to)
	b.Disabled = to == p.view
	return b
}
