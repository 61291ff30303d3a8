package play

import (
	"fmt"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// MoveKind says what a move does.
type MoveKind uint8

const (
	Place     MoveKind = iota + 1 // writes Digit into Cell
	Mark                          // marks Digits in Cell, none for no marks
	Clear                         // empties Cell, of marks too
	FillRow                       // makes Row read Digits, 0 for an empty cell; clues stay
	MarkAll                       // marks all candidates everywhere
	UnmarkAll                     // takes all marks away
)

// Move is one thing that a player does to a board. It is a comparable value.
type Move struct {
	Kind  MoveKind
	Cell  sudoku.Cell
	Digit sudoku.Digit
	Marks sudoku.Digits
	Row   int                          // counted from 0
	Cells [sudoku.MaxSide]sudoku.Digit // of the row
	Shape sudoku.Shape                 // how many cells the row has
}

// String returns the move in the notation of [ParseMoves].
func (m Move) String() string {
	switch m.Kind {
	case Place:
		return fmt.Sprintf("%s=%s", m.Cell, m.Digit)
	case Mark:
		return fmt.Sprintf("%s=?%s", m.Cell, m.Marks)
	case Clear:
		return "-" + m.Cell.String()
	case FillRow:
		text := fmt.Sprintf("r%d=", m.Row+1)
		for _, d := range m.Cells[:m.Shape.Side()] {
			text += d.String()
		}
		return text
	case MarkAll:
		return "?"
	case UnmarkAll:
		return "-?"
	}
	return ""
}

// Make makes one move. The error is a [*MoveError]: clues stay.
func (b Board) Make(m Move) (Board, error) { return b.make(m, m.String()) }

func (b Board) make(m Move, token string) (Board, error) {
	clues := b.Clues.ByCell()
	switch m.Kind {
	case Place, Mark, Clear:
		if clue := clues[m.Cell]; clue != 0 {
			return b, &MoveError{Reason: IsClue, Token: token, Cell: m.Cell, Digit: clue}
		}
	}
	after := b
	switch m.Kind {
	case Place:
		after.set(m.Cell, m.Digit)
	case Mark:
		after.set(m.Cell, 0)
		after.Marks[m.Cell] = m.Marks
	case Clear:
		after.set(m.Cell, 0)
	case FillRow:
		return after.fillRow(m, token)
	case MarkAll:
		after.Marks = b.Grid.Candidates()
	case UnmarkAll:
		after.Marks = sudoku.Pencilmarks{}
	}
	return after, nil
}

// fillRow writes a row; cells that read as before keep their marks.
func (b Board) fillRow(m Move, token string) (Board, error) {
	after := b
	for column, d := range m.Cells[:m.Shape.Side()] {
		c := sudoku.CellAt(m.Row, column)
		switch clue := b.Clues.At(c); {
		case clue != 0 && d != 0 && d != clue:
			return b, &MoveError{Reason: IsClue, Token: token, Cell: c, Digit: clue}
		case clue == 0 && d != b.Grid.At(c):
			after.set(c, d)
		}
	}
	return after, nil
}
