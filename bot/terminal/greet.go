package terminal

import (
	"context"
	"fmt"

	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// greet shows a daily, and what to type first. The time of the daily counts from then.
func (s *session) greet(ctx context.Context) {
	first := s.first(ctx)
	reply := s.ask(ctx, first)
	board := reply.Screen.Board
	if reply.Failed || board == nil {
		fmt.Fprintln(s.Out, s.words.Text("terminal.welcome-without-daily", nil))
		fmt.Fprintln(s.Out, s.words.Text("terminal.next-steps", nil))
		return
	}
	welcome := "terminal.welcome"
	if len(first.Options) > 0 {
		welcome = "terminal.welcome-newcomer"
	}
	fmt.Fprintln(s.Out, s.words.Text(welcome, nil)+"\n")
	key, args := "terminal.next-steps", locale.Args{}
	if move, open := firstMove(*board); open {
		key = "terminal.first-steps"
		args = locale.Args{"Move": fmt.Sprintf("%s=%s", move.Cell, move.Digit), "Row": move.Cell.Row() + 1, "Column": move.Cell.Column() + 1}
		reply.Screen.Body = nil // it would say the same
	}
	fmt.Fprintln(s.Out, s.paint("1", printable(reply.Screen.Title.String())))
	fmt.Fprint(s.Out, picture.Text(*board, s.Colour))
	if body := reply.Screen.Body.String(); body != "" {
		fmt.Fprintln(s.Out, printable(body))
	}
	fmt.Fprintln(s.Out, s.words.Text(key, args)+"\n")
}

// first is the daily to begin with: an easy one for a newcomer. If the archive does not say who that is,
// it does not have the daily either.
func (s *session) first(ctx context.Context) bot.Ask {
	ask, err := s.bot.First(ctx, s.request(nil))
	if err != nil {
		return bot.Ask{Command: "daily"}
	}
	return ask
}

// firstMove returns a move for the first open cell: a digit that nothing in sight forbids, right or
// not. open is false where no cell is open.
func firstMove(b picture.Board) (move sudoku.Candidate, open bool) {
	candidates := b.Grid.Candidates()
	for _, c := range b.Grid.Shape().Cells() {
		if b.Grid.At(c) == 0 {
			return sudoku.Candidate{Cell: c, Digit: max(candidates[c].First(), 1)}, true
		}
	}
	return sudoku.Candidate{}, false
}
