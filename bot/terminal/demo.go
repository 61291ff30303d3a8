package terminal

import (
	"context"
	"fmt"
	"time"

	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// DemoClock is the clock of a round that is played automatically. It advances as if a person thought about
// each digit, so that the result is a human one.
type DemoClock struct{ at time.Time }

const (
	thought  = 6 * time.Second  // how long the player of a demo thinks
	longDemo = 10 * time.Minute // the limit of a demo
)

// NewDemoClock returns a clock for a round that ends about now, and begins on the same day.
func NewDemoClock(now time.Time) *DemoClock {
	begin, midnight := now.UTC().Add(-longDemo), now.UTC().Truncate(24*time.Hour)
	if begin.Before(midnight) {
		begin = midnight
	}
	return &DemoClock{begin}
}

// Now returns the time of the demo, for the bot and the archive.
func (c *DemoClock) Now() time.Time { return c.at }

// Demo plays a short round automatically, so that a log shows the abilities of the bot: the daily, hints, moves, a
// mistake and the solution, the leaderboard. No one else should use the player and the guild of the
// options. failed reports whether the bot refused one of the commands.
func Demo(ctx context.Context, b *bot.Bot, c *DemoClock, o Options) (failed bool, err error) {
	s := newSession(b, o)
	s.print(s.words.Text("terminal.nothing-typed", nil)+"\n", "")
	s.play(ctx, c, "/daily") // it counts for the leaderboard, unlike a newcomer's first, easy one
	board := s.ask(ctx, chat.Ask{Command: "board"}).Screen.Board
	if s.failed || board == nil {
		return true, ctx.Err()
	}
	solution, err := solver.Solve(board.Clues)
	if err != nil {
		return true, fmt.Errorf("the daily: %w", err)
	}
	open := solution.Filled().Minus(board.Clues.Filled()).Slice()
	first, last := open[0], open[len(open)-1]
	for _, line := range []string{"/hint", "/hint 3", move(first, solution.At(first))} {
		s.play(ctx, c, line)
	}
	for _, cell := range open[1 : len(open)-1] {
		c.at = c.at.Add(thought)
		reply := s.ask(ctx, chat.Ask{Command: "move", Options: map[string]string{"moves": move(cell, solution.At(cell))}})
		s.failed = s.failed || reply.Failed
	}
	s.print(s.words.Count("terminal.more-moves", len(open)-2, nil)+"\n", "")
	wrong := solution.At(last)%sudoku.Digit(solution.Shape().Side()) + 1
	for _, line := range []string{move(last, wrong), "/check", move(last, solution.At(last)), "/leaderboard"} {
		s.play(ctx, c, line)
	}
	return s.failed, ctx.Err()
}

func move(c sudoku.Cell, d sudoku.Digit) string { return fmt.Sprintf("%s=%s", c, d) }

// play shows a line as if it had been typed after some thought, and answers it.
func (s *session) play(ctx context.Context, c *DemoClock, line string) {
	if ctx.Err() != nil {
		return
	}
	c.at = c.at.Add(thought)
	s.print(s.words.Text("terminal.typed", locale.Args{"Line": line}), "1")
	s.answer(ctx, 1, line)
	fmt.Fprintln(s.Out)
}
