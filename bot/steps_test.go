package bot

import (
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// A finished game is looked through step by step, to the solution; nobody else's is, and none
// before it is finished.
func TestStepThrough(t *testing.T) {
	th := startThumb(t, sudoku.Shidoku)
	game := th.game()
	early := Press{Verb: StepThrough, Argument: "1", GameID: game.ID}
	if reply := th.send(early); !reply.Failed {
		t.Errorf("before the end: %q", reply.text())
	}
	th.shown = ask(t, th.bot, ann, "submit", "answer=1342243142133124")
	th.tap("Step through")
	steps, _ := logic.Path(game.Clues)
	for n := range steps {
		if got, want := th.shown.Screen.Board.Grid.Len(), game.Clues.Len()+n; got != want || len(th.shown.Screen.Board.Placements) != 1 {
			t.Fatalf("step %d is on a board of %d digits, want %d: %q", n+1, got, want, th.shown.text())
		}
		if last := n+1 == len(steps); th.button("Next").Disabled != last || th.button("Previous").Disabled != (n == 0) {
			t.Errorf("step %d: %+v", n+1, th.shown.Screen.Rows[0])
		}
		if n+1 < len(steps) {
			th.tap("Next")
		}
	}
	for _, forged := range []string{"", "-3", "99999999999999999999", "x"} {
		early.Argument = forged
		if reply := th.send(early); reply.Failed || !strings.HasPrefix(reply.title(), "Shidoku 1 · step 1 of") {
			t.Errorf("step %q: %q", forged, reply.title())
		}
	}
	bob := archive.Player{ID: "2", Name: "Bob"}
	if reply := th.bot.Handle(t.Context(), press(bob, Button{Press: early})); !reply.Failed || reply.Screen.Board != nil {
		t.Errorf("another's game: %q", reply.text())
	}
	wants(t, ask(t, th.bot, ann, "board"), "You solved")
}
