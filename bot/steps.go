package bot

import (
	"context"
	"fmt"
	"strconv"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/logic"
)

// solutionStep shows one step of the way to the solution of a game that the player has finished.
func (b *Bot) solutionStep(ctx context.Context, q query) (Reply, error) {
	game, err := b.pressedGame(ctx, q)
	if err != nil {
		return Reply{}, err
	}
	if game.Finished.IsZero() {
		return Reply{}, refuse("refusal.not-finished", locale.Args{"Game": q.nameOf(game), "Board": command("board")})
	}
	steps, err := logic.Path(game.Clues)
	if len(steps) == 0 { // a puzzle that is too hard has steps up to there
		return Reply{}, fmt.Errorf("the steps of puzzle %d: %v", game.Puzzle.ID, err) // not the player's mistake
	}
	n, err := strconv.Atoi(q.option("step"))
	if err != nil { // the button was forged
		n = 1
	}
	return q.step(game, steps, min(max(n, 1), len(steps))), nil
}

// step shows the board before a step, counted from 1, with the step on it.
func (q query) step(game archive.Game, steps []logic.Step, n int) Reply {
	state := logic.NewState(game.Clues)
	for _, s := range steps[:n-1] {
		state = state.Apply(s)
	}
	title := q.Text("steps.title", locale.Args{"Game": capital(q.nameOf(game)), "Step": n, "Last": len(steps)})
	board := picture.Board{Title: title, Clues: game.Clues, Grid: state.Grid, Marks: state.Marks}
	reply := q.withBoard(private(title, Plain(cut(q.Step(steps[n-1]), MaxText))), board.Showing(steps[n-1]))
	reply.Screen.Rows = append([][]Button{q.turns(game, steps, n)}, buttons(q.afterwards(game, true)[:1]...)...)
	return reply
}

// turns are the buttons from one step to others: those beside it, and the next of a technique that
// is harder than a hidden single.
func (q query) turns(game archive.Game, steps []logic.Step, n int) []Button {
	turn := func(label string, to int) Button {
		return Button{
			Label: label, Look: QuietLook, Disabled: to < 1 || to > len(steps),
			Press: Press{Verb: StepThrough, Argument: fmt.Sprint(to), GameID: game.ID},
		}
	}
	row := []Button{turn(q.Text("steps.previous", nil), n-1), turn(q.Text("steps.next", nil), n+1)}
	row[1].Look = MainLook
	for i := n + 1; i < len(steps); i++ { // steps[i] is step i+1; the one after this has a button
		if t := steps[i].Technique; t != logic.NakedSingle && t != logic.HiddenSingle {
			return append(row, turn(q.Text("steps.skip", locale.Args{"Technique": q.Technique(t)}), i+1))
		}
	}
	return row
}
