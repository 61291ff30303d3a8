package bot

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// current returns the player's game, finished or not.
func (b *Bot) current(ctx context.Context, r Request) (archive.Game, error) {
	game, err := b.store.CurrentGame(ctx, r.Player.ID, r.Guild)
	if errors.Is(err, archive.ErrNotFound) {
		return game, refuse("no game here yet: /daily or /play starts one")
	}
	return game, err
}

// over is the error of a game that no longer changes.
type over struct{ game archive.Game }

func (o over) Error() string {
	return fmt.Sprintf("you solved %s in %s: /daily or /play starts another",
		nameOf(o.game), elapsed(o.game.Finished.Sub(o.game.Started)))
}

// unfinished returns the player's game; the error of one that is finished is [over].
func (b *Bot) unfinished(ctx context.Context, r Request) (archive.Game, error) {
	game, err := b.current(ctx, r)
	if err == nil && !game.Finished.IsZero() {
		return game, over{game}
	}
	return game, err
}

// orOver shows the game where the error is that it is over, which is no fault of those
// who only asked about it.
func orOver(err error) (Reply, error) {
	var ended over
	if errors.As(err, &ended) {
		return opened(ended.game), nil
	}
	return Reply{}, err
}

// tries is how often a change is tried on a game that others keep changing, such as the
// same player on a second device.
const tries = 5

// change records what event makes of the player's game.
func (b *Bot) change(ctx context.Context, r Request, event func(archive.Game) (play.Event, error)) (archive.Game, error) {
	for range tries {
		game, err := b.unfinished(ctx, r)
		if err != nil {
			return game, err
		}
		e, err := event(game)
		if err != nil {
			return game, err
		}
		game, err = b.store.Record(ctx, game, e)
		if !errors.Is(err, archive.ErrStale) {
			return game, err
		}
	}
	return archive.Game{}, archive.ErrStale
}

// boardReply shows a game to its player.
func boardReply(game archive.Game, format string, args ...any) Reply {
	board := boardOf(game)
	return Reply{Title: board.Title, Text: fmt.Sprintf(format, args...), Board: &board, Private: true}
}

func boardOf(game archive.Game) picture.Board {
	return picture.Board{Title: titleOf(game), Clues: game.Clues, Grid: game.Grid, Marks: game.Marks}
}

// titleOf names a game and how hard it is: "Daily #12 · Thu 5 Mar 2026 · hidden".
func titleOf(game archive.Game) string {
	if game.IsDaily() {
		return dailyTitle(game.Number, game.Date, game.Shape, game.Tier)
	}
	return fmt.Sprintf("%s · %s", capital(nameOf(game)), game.Tier)
}

func dailyTitle(number int, date archive.Date, s sudoku.Shape, tier logic.Tier) string {
	return fmt.Sprintf("%s · %s · %s", capital(dailyName(number, s)), dayOf(date), tier)
}

// nameOf names a game within a sentence: "daily #12", "shidoku 1234".
func nameOf(game archive.Game) string {
	if game.IsDaily() {
		return dailyName(game.Number, game.Shape)
	}
	return fmt.Sprintf("%s %d", game.Shape, game.Puzzle.ID)
}

func dailyName(number int, s sudoku.Shape) string {
	if s == sudoku.Shidoku {
		return fmt.Sprintf("daily shidoku #%d", number)
	}
	return fmt.Sprintf("daily #%d", number)
}

// toGo says how much of a game is left, or what is to be done with a full board.
func toGo(game archive.Game) string {
	left := len(game.Shape.Cells()) - game.Grid.Len()
	if left == 0 {
		return "every cell is filled, and /submit hands in"
	}
	return count(left, "cell") + " to go"
}

// solutionOf returns the solution of a game, as it is shown.
func solutionOf(game archive.Game) (sudoku.Grid, error) {
	solution, err := solver.Solve(game.Clues)
	if err != nil {
		return solution, fmt.Errorf("puzzle %d of the archive: %w", game.Puzzle.ID, err)
	}
	return solution, nil
}

// differences counts the cells that a grid leaves empty, and those that it has wrong.
func differences(grid, solution sudoku.Grid) (missing, wrong int) {
	want := solution.ByCell()
	got := grid.ByCell()
	for _, c := range solution.Shape().Cells() {
		switch got[c] {
		case want[c]:
		case 0:
			missing++
		default:
			wrong++
		}
	}
	return missing, wrong
}

// called returns a player's name for others to read, in one short line.
func called(p archive.Player) string {
	name := strings.Join(strings.FieldsFunc(p.Name, func(r rune) bool {
		return unicode.IsSpace(r) || !unicode.IsPrint(r)
	}), " ")
	if name == "" {
		return "somebody"
	}
	return cut(name, 32)
}
