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
		last = append(last, p.join())
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

func (p pad) join() chat.Button {
	return p.button("button.join", chat.JoinParty, PartyNumber(p.game.Party), p.view)
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
	if p.isSmall() { // it has the check beside its cells, and no room for the browser
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
