package bot

import (
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// open opens a form from the second page of the pad.
func (th *thumb) open(label string) chat.Form {
	th.t.Helper()
	th.tap("More")
	reply := th.tap(label)
	if reply.Form == nil {
		th.t.Fatalf("%s opens no form: %q", label, textOf(reply))
	}
	return *reply.Form
}

// fill sends a form.
func (th *thumb) fill(f chat.Form, text string) chat.Reply {
	th.t.Helper()
	r := press(ann, chat.Button{})
	r.Action = chat.Fill{Press: f.Press, Fields: map[string]string{f.Fields[0].Name: text}}
	reply := send(th.t, th.bot, r)
	if reply.Screen.Board != nil {
		th.shown = reply
	}
	return reply
}

// Typed moves are made all or none, and what is wrong is named.
func TestTypeMoves(t *testing.T) {
	th := startThumb(t, sudoku.Sudoku)
	form := th.open("Type moves")
	reply := th.fill(form, "r1c1=9, 131\nr1c4=?37 r1c2=3")
	if wants(t, reply, `"r1c2=3"`); !reply.Failed || th.game().Revision != 0 {
		t.Errorf("failed %t, revision %d", reply.Failed, th.game().Revision)
	}
	wants(t, th.fill(form, "r1c1=9, 131\nr1c4=?37"), "cells to go")
	if g := th.game(); g.Grid.At(0) != 9 || g.Revision != 1 || strings.Contains(buttonsOf(th.shown), "Type moves") {
		t.Errorf("r1c1 holds %s at revision %d, with the buttons %s", g.Grid.At(0), g.Revision, buttonsOf(th.shown))
	}
	wants(t, th.fill(form, "r1c3=5"), "cells to go") // the board has changed, and typed moves still count
	if th.game().Revision != 2 {
		t.Error("moves typed on an older board are lost")
	}
}

// The grid is changed as text, in any notation, on the board that the text was made of.
func TestEditAsText(t *testing.T) {
	moler := parse(moler).String()
	th := startThumb(t, sudoku.Sudoku)
	form := th.open("Edit as text")
	if lines := strings.Split(form.Fields[0].Value, "\n"); len(lines) != 9 || lines[0] != moler[:9] {
		t.Errorf("the form begins with %q", form.Fields[0].Value)
	}
	for text, want := range map[string]string{
		form.Fields[0].Value: "nothing was changed",
		"":                   "nothing was changed",
		"hello":              "hello",
		mini:                 "you are playing a sudoku",
		"9" + moler[1:80]:    "",
		"993" + moler[3:]:    `"r1=993`,
	} {
		if reply := th.fill(form, text); !reply.Failed {
			t.Errorf("%q is taken: %q", text, textOf(reply))
		} else {
			wants(t, reply, want)
		}
	}
	if th.game().Revision != 0 {
		t.Fatal("a refused text changed the game")
	}
	edited := strings.Replace(form.Fields[0].Value, ".", "9", 1)
	wants(t, th.fill(form, edited), "cells to go")
	if g := th.game(); g.Grid.String() != "9"+moler[1:] || g.Moves != 1 {
		t.Errorf("the grid is %s after %d moves", g.Grid, g.Moves)
	}
	if reply := th.fill(form, form.Fields[0].Value); !reply.Failed || th.game().Revision != 1 {
		t.Errorf("a text of an older board is taken: %q", textOf(reply))
	}
	if reply := th.fill(th.open("Edit as text"), moler); reply.Failed || th.game().Grid != th.game().Clues {
		t.Errorf("a digit cannot be taken out: %q", textOf(reply))
	}
}

// open2 opens a form again: its button is still there.
func (th *thumb) open2(label string) chat.Form { th.t.Helper(); return *th.tap(label).Form }

// A form of another game, or of a finished one, changes nothing.
func TestOldForms(t *testing.T) {
	th := startThumb(t, sudoku.Shidoku)
	moves, grid := th.open("Type moves"), th.open2("Edit as text")
	ask(t, th.bot, ann, "play")
	for _, f := range []chat.Form{moves, grid} {
		if reply := th.fill(f, "r1c1=9"); !reply.Failed || th.game().Revision != 0 {
			t.Errorf("%s: %q", f.Press.Verb, textOf(reply))
		}
	}
	th = startThumb(t, sudoku.Shidoku)
	moves = th.open("Type moves")
	ask(t, th.bot, ann, "submit", "answer="+th.store.answer(ann).String())
	if reply := th.fill(moves, "r1c2=4"); !reply.Failed {
		t.Errorf("a move on a finished game: %q", textOf(reply))
	}
}

// Every verb is in the row of one command.
func TestEachVerbHasARow(t *testing.T) {
	rows := map[chat.Verb]int{}
	for _, h := range handlers() {
		for _, b := range h.Buttons {
			rows[b.Verb]++
		}
	}
	for _, verb := range verbs(t) {
		if rows[verb] != 1 {
			t.Errorf("%q is in %d rows", verb, rows[verb])
		}
		delete(rows, verb)
	}
	if len(rows) > 0 {
		t.Errorf("rows of unknown verbs: %v", rows)
	}
}

// A command names what is counted, and nobody can add another by what they send.
func TestFind(t *testing.T) {
	for want, actions := range map[string][]chat.Action{
		"play":  {chat.Ask{Command: "play"}, chat.Suggest{Command: "play", Option: "tier"}},
		"hint":  {chat.Press{Verb: chat.MoreHint}},
		"move":  {chat.Batch{}, chat.Press{Verb: chat.TypeMoves}, chat.Fill{Press: chat.Press{Verb: chat.TypeMoves}}},
		"rate":  {chat.About{Command: "rate", Text: "…"}},
		"other": {chat.Ask{Command: "xyzzy"}, chat.Press{Verb: "xyzzy"}, chat.About{Command: "xyzzy"}, chat.Suggest{}, nil},
	} {
		for _, action := range actions {
			if got := Find(action).Command(); got != want {
				t.Errorf("%+v is for %q, want %q", action, got, want)
			}
		}
	}
}
