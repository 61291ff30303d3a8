package play

import (
	"fmt"
	"slices"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// MoveKind is the effect of a move.
type MoveKind uint8

const (
	Place     MoveKind = iota + 1 // writes Digit into Cell
	Mark                          // marks Marks in Cell, instead of a digit; none takes its marks away
	Clear                         // empties Cell, of marks too
	FillRow                       // makes Row read Cells, 0 for an empty one; clues stay
	MarkAll                       // marks all candidates everywhere
	UnmarkAll                     // takes all marks away
	MarkOpen                      // marks all candidates in open cells without marks
)

// Move is one thing that a player does to a board. It is a comparable value; fields that its
// kind does not name are zero.
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
	case MarkOpen:
		return "??"
	}
	return ""
}

// Make makes one move. The error is a [*MoveError]: clues stay, and digits and cells must
// belong to the shape.
func (b Board) Make(m Move) (Board, error) { return b.make(m, m.String()) }

// make makes a move, which its error calls by the token.
func (b Board) make(m Move, token string) (Board, error) {
	shape := b.Clues.Shape()
	if reason := m.misfit(shape); reason != "" {
		return b, &MoveError{Reason: reason, Token: token, Shape: shape, Cell: m.Cell, Row: m.Row, Count: m.Shape.Side()}
	}
	if clue := b.Clues.At(m.Cell); clue != 0 && (m.Kind == Place || m.Kind == Mark || m.Kind == Clear) {
		return b, &MoveError{Reason: IsClue, Token: token, Cell: m.Cell, Digit: clue}
	}
	switch m.Kind {
	case Place:
		b.set(m.Cell, m.Digit)
	case Mark:
		if m.Marks != 0 { // else the cell may hold a digit, and keeps it
			b.set(m.Cell, 0)
		}
		b.Marks[m.Cell] = m.Marks
	case Clear:
		b.set(m.Cell, 0)
	case FillRow:
		return b.fillRow(m, token)
	case MarkAll:
		b.Marks = b.Grid.Candidates()
	case UnmarkAll:
		b.Marks = sudoku.Pencilmarks{}
	case MarkOpen:
		b.markOpen()
	}
	return b, nil
}

// misfit returns the reason why a move cannot be made on any board of a shape, "" if it can. Fields that the
// move's kind does not use are zero, and fit.
func (m Move) misfit(s sudoku.Shape) MoveReason {
	highest := max(m.Digit, slices.Max(m.Cells[:]))
	switch {
	case m.Kind < Place || m.Kind > MarkOpen:
		return NotAMove
	case max(m.Cell.Row(), m.Cell.Column()) >= s.Side():
		return OutsideGrid
	case m.Row < 0 || m.Row >= s.Side():
		return OutsideRows
	case int(highest) > s.Side() || m.Marks&^s.Digits() != 0:
		return OutsideDigits
	case m.Kind == Place && m.Digit == 0:
		return NoDigit
	case m.Kind == FillRow && m.Shape != s:
		return RowLength
	}
	return ""
}

// fillRow writes a row. Cells that read as before keep their marks.
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
