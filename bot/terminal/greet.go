package terminal

import (
	"context"
	"fmt"

	"github.com/gridkeeper/gridkeeper/bot/chat"
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
		s.print(s.words.Text("terminal.welcome-without-daily", nil), "")
		s.print(s.words.Text("terminal.next-steps", nil), "")
		return
	}
	welcome := "terminal.welcome"
	if len(first.Options) > 0 {
		welcome = "terminal.welcome-newcomer"
	}
	s.print(s.words.Text(welcome, nil)+"\n", "")
	key, args := "terminal.next-steps", locale.Args{}
	if m, ok := firstMove(*board); ok {
		key = "terminal.first-steps"
		args = locale.Args{"Move": move(m.Cell, m.Digit), "Row": m.Cell.Row() + 1, "Column": m.Cell.Column() + 1}
		reply.Screen.Body = nil // it would say the same
	}
	s.print(reply.Screen.Title.String(), "1")
	fmt.Fprint(s.Out, picture.Text(*board, s.Colour))
	if body := reply.Screen.Body.String(); body != "" {
		s.print(body, "")
	}
	s.print(s.words.Text(key, args)+"\n", "")
}

// first is the daily to begin with: an easy one for a newcomer. If the archive does not say who that is,
// it does not have the daily either.
func (s *session) first(ctx context.Context) chat.Ask {
	ask, err := s.bot.First(ctx, s.request(nil))
	if err != nil {
		return chat.Ask{Command: "daily"}
	}
	return ask
}

// firstMove returns a move that anyone can see: the digit of a cell in which no other fits. ok is false
// where there is none.
func firstMove(b picture.Diagram) (move sudoku.Candidate, ok bool) {
	candidates := b.Grid.Candidates()
	for _, c := range b.Grid.Shape().Cells() {
		if b.Grid.At(c) == 0 && candidates[c].Len() == 1 {
			return sudoku.Candidate{Cell: c, Digit: candidates[c].First()}, true
		}
	}
	return sudoku.Candidate{}, false
}
