package explain

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/solver/unavoidable"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Error puts an error that a player's input caused into words, with advice. ok is false for any
// other error.
//
// The errors of package play come from players alone, so they count even if they are wrapped.
// Errors of sudoku, solver, rating and logic are about any grid or name, perhaps one in the
// archive: once they are wrapped, they are no longer the player's.
func (w Words) Error(err error) (text string, ok bool) {
	if text, ok = w.playError(err); ok {
		return text, true
	}
	switch e := err.(type) {
	case *sudoku.ParseError:
		return w.parseError(e), true
	case *sudoku.NameError:
		return w.nameError(e), true
	case *solver.NoSolutionError:
		return w.noSolution(e), true
	case *unavoidable.ContradictionError:
		return w.Text("error.puzzle.contradiction", locale.Args{"Cells": w.cells(e.Clues)}), true
	case *unavoidable.ExchangeError:
		var fix []string
		for _, c := range e.Fix {
			fix = append(fix, fmt.Sprintf("%s=%d", c.Cell, c.Digit))
		}
		return w.Count("error.puzzle.exchange", len(fix), locale.Args{
			"Digits": w.digits(e.Digits), "Cells": w.cells(e.Cells), "Fix": w.List(fix),
		}), true
	case *solver.DifferError:
		return w.Text("error.puzzle.differ", locale.Args{"Cells": w.cells(e.Cells)}), true
	case *solver.TooFewCluesError:
		key := "error.puzzle.too-few-clues"
		if e.Shape.Side() < sudoku.MaxSide { // counted here; of 9×9 the message names the proof
			key = "error.puzzle.too-few-clues-small"
		}
		return w.Count(key, e.Clues, locale.Args{"Shape": w.Shape(e.Shape), "Fewest": solver.MinClues(e.Shape)}), true
	case *solver.TooHardError:
		return w.Count("error.puzzle.too-hard", e.Found, locale.Args{"Guesses": e.Guesses}), true
	}
	switch err {
	case logic.ErrTooHard:
		return w.Text("error.puzzle.too-hard-to-explain", nil), true
	case rating.ErrSolved:
		return w.Text("error.puzzle.solved", nil), true
	case solver.ErrNoSolution:
		return w.Text("error.puzzle.no-solution", nil), true
	case solver.ErrManySolutions:
		return w.Text("error.puzzle.many-solutions", nil), true
	}
	return "", false
}

// playError puts the errors of package play into words.
func (w Words) playError(err error) (text string, ok bool) {
	var move *play.MoveError
	var shape *play.ShapeError
	var level *play.LevelError
	switch {
	case errors.As(err, &move):
		return w.moveError(move), true
	case errors.As(err, &shape):
		return w.Text("error.answer-shape", locale.Args{
			"Answer": sudoku.Excerpt(shape.Answer.String()), "Shape": w.Shape(shape.Answer.Shape()),
			"Played": w.Shape(shape.Want), "Cells": len(shape.Want.Cells()),
		}), true
	case errors.As(err, &level):
		return w.Text("error.hint-level", locale.Args{"Level": sudoku.Excerpt(level.Level)}), true
	case errors.Is(err, play.ErrNothingToUndo):
		return w.Text("error.nothing-to-undo", nil), true
	}
	return "", false
}

func (w Words) moveError(e *play.MoveError) string {
	side := e.Shape.Side()
	example := strconv.Itoa(min(7, side)) // a digit that the shape has
	key, args := "error.move."+string(e.Reason), locale.Args{
		"Token": sudoku.Excerpt(e.Token), "Shape": w.Shape(e.Shape), "Side": side, "Example": example, "ExampleRow": "3.." + example + strings.Repeat(".", side-4),
		"Cell": e.Cell, "Digit": e.Digit, "Digits": e.Digits, "Row": e.Row + 1, "Most": play.MaxMoves,
	}
	if e.Reason == play.TooLong || e.Reason == play.RowLength {
		return w.Count(key, e.Count, args)
	}
	return w.Text(key, args)
}

func (w Words) parseError(e *sudoku.ParseError) string {
	key, args := "error.grid."+string(e.Reason), locale.Args{
		"Text": sudoku.Excerpt(e.Text), "Position": e.Position, "Character": sudoku.CharacterName(e.Character),
		"Line": e.Line, "Digit": e.Digit, "Cell": e.Cell,
		"Shape": w.Shape(e.Shape), "Side": e.Shape.Side(), "Height": e.Shape.BoxHeight(), "Width": e.Shape.BoxWidth(),
	}
	if e.Reason == sudoku.BadLength || e.Reason == sudoku.BadRows {
		return w.Count(key, e.Count, args)
	}
	return w.Text(key, args)
}

func (w Words) noSolution(e *solver.NoSolutionError) string {
	var cells []string
	for c := range e.Cells.All() {
		cells = append(cells, c.String())
	}
	args := locale.Args{"Digit": e.Digit, "House": w.House(e.House), "Cells": w.Commas(cells)}
	if e.Reason == solver.Conflict && len(cells) > 2 {
		return w.Count("error.puzzle.conflict-often", len(cells), args)
	}
	return w.Text("error.puzzle."+string(e.Reason), args)
}

// nameError lists the names that are known, in the form in which a player may write
// them.
func (w Words) nameError(e *sudoku.NameError) string {
	var names []string
	switch e.Kind {
	case "tier":
		for _, t := range logic.Tiers {
			names = append(names, strings.ToLower(w.Difficulty(t)))
		}
	case "technique":
		for _, t := range logic.Techniques {
			names = append(names, w.TypedTechnique(t))
		}
	}
	return w.Text("error.unknown."+e.Kind, locale.Args{"Name": sudoku.Excerpt(e.Name), "Names": w.Commas(names)})
}
