package terminal

import (
	"context"
	"fmt"
	"strings"

	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Demo plays a short round by itself, so that a log shows what the bot does: the daily, hints, a
// move, a wrong answer and the right one, the leaderboard. The player and the guild of the options
// should be nobody else's. failed reports whether the bot refused one of these.
func Demo(ctx context.Context, b *bot.Bot, o Options) (failed bool, err error) {
	s := newSession(b, o)
	fmt.Fprintln(o.Out, s.words.Text("terminal.nothing-typed", nil)+"\n")
	s.play(ctx, strings.TrimSpace("/daily "+s.first(ctx).Options["tier"]))
	board := s.ask(ctx, bot.Ask{Command: "board"}).Screen.Board
	if s.failed || board == nil {
		return true, ctx.Err()
	}
	solution, err := solver.Solve(board.Clues)
	if err != nil {
		return true, fmt.Errorf("the daily: %w", err)
	}
	move, _ := firstMove(*board)
	for _, line := range []string{
		"/hint", "/hint 3",
		fmt.Sprintf("/move %s=%s", move.Cell, solution.At(move.Cell)),
		"/submit " + wrong(solution, board.Clues).String(),
		"/submit " + solution.String(),
		"/leaderboard",
	} {
		s.play(ctx, line)
	}
	return s.failed, ctx.Err()
}

// play shows a line as if it had been typed, and answers it.
func (s *session) play(ctx context.Context, line string) {
	if ctx.Err() != nil {
		return
	}
	fmt.Fprintln(s.Out, s.paint("1", s.words.Text("terminal.typed", locale.Args{"Line": line})))
	s.answer(ctx, 1, line)
	fmt.Fprintln(s.Out)
}

// wrong returns a solution with one digit that is wrong, in the last cell without a clue.
func wrong(solution, clues sudoku.Grid) sudoku.Grid {
	last := solution.Filled().Minus(clues.Filled()).Slice()
	c := last[len(last)-1]
	return solution.With(c, solution.At(c)%sudoku.Digit(solution.Shape().Side())+1)
}
