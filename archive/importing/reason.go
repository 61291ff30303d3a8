package importing

import (
	"cmp"
	"errors"
	"slices"

	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Kinds of reasons, in addition to those of package format.
const (
	emptyLine     format.Kind = "empty"
	character     format.Kind = "character"
	length        format.Kind = "length"
	largeDigit    format.Kind = "shidoku-digit" // as it is stored: once only a shidoku had fewer than nine digits
	solvedGrid    format.Kind = "solved"
	fewClues      format.Kind = "few-clues"
	tooHard       format.Kind = "too-hard"
	noSolution    format.Kind = "no-solution"
	manySolutions format.Kind = "many-solutions"
	unnamed       format.Kind = "unnamed"
)

// reasonKinds are all kinds, with their English words. The archive keeps the key; former versions kept the words,
// and both are read.
var reasonKinds = []struct {
	key  format.Kind
	text string
}{
	{emptyLine, "empty text"},
	{character, "a character that is not of a cell"},
	{length, "the wrong number of characters"},
	{largeDigit, "a digit that is too great for the grid"},
	{format.WrongSolution, "a wrong solution beside the puzzle"},
	{solvedGrid, "a solved grid is not a puzzle"},
	{fewClues, "too few clues for a single solution"},
	{tooHard, "too hard to decide"},
	{noSolution, "no solution"},
	{manySolutions, "more than one solution"},
	{unnamed, "other reasons"},
	{format.SeveralGrids, "several grids in one line"},
	{format.NoPuzzle, "a value that is not a puzzle"},
	{format.WrongRows, "rows of the wrong length"},
	{format.TooLong, "a line or value that is too long"},
	{format.Variant, "a variant, and not a plain sudoku"},
	{format.NotACell, "a cell without a digit"},
	{format.NoneInLink, "a link that holds no puzzle"},
	{format.Damaged, "damaged data"},
	{format.Foreign, "a file of another kind"},
	{format.Packed, "a packed file that is too large, or encrypted"},
}

// ReasonKinds returns the keys of all kinds of reasons.
func ReasonKinds() (keys []string) {
	for _, k := range reasonKinds {
		keys = append(keys, string(k.key))
	}
	return keys
}

var parseKinds = map[sudoku.ParseReason]format.Kind{
	sudoku.EmptyText: emptyLine, sudoku.BadCharacter: character, sudoku.BadLength: length, sudoku.BadDigit: largeDigit,
	sudoku.BadLine: format.WrongRows, sudoku.BadRows: format.WrongRows, sudoku.BadBoxes: format.Variant, sudoku.NotCells: format.NotACell,
}

// KindOf returns the kind of the reason why a line was rejected. Of nested errors the outer one decides: the wrong
// length of a solution is a wrong solution.
func KindOf(err error) format.Kind {
	var file *format.Error
	var parse *sudoku.ParseError
	switch {
	case errors.As(err, &file):
		return file.Kind
	case errors.As(err, &parse):
		return parseKinds[parse.Reason]
	case errors.Is(err, rating.ErrSolved):
		return solvedGrid
	case errors.Is(err, solver.ErrTooFewClues):
		return fewClues
	case errors.Is(err, solver.ErrTooHard):
		return tooHard
	case errors.Is(err, solver.ErrNoSolution):
		return noSolution
	case errors.Is(err, solver.ErrManySolutions):
		return manySolutions
	}
	return unnamed
}

// ReasonCount is how many lines of an import were rejected for reasons of a kind.
type ReasonCount struct {
	Kind   format.Kind `json:"-"`                  // "" if it has none, as a former version may have kept it
	Reason string      `json:"reason" db:"reason"` // without what differs from line to line
	Lines  int         `json:"lines" db:"lines"`
}

// countOf returns the count of a kind, stored as its key or as its text. A text without a kind is shown as it was
// stored.
func countOf(stored string, lines int) ReasonCount {
	for _, k := range reasonKinds {
		if stored == string(k.key) || stored == k.text {
			return ReasonCount{k.key, k.text, lines}
		}
	}
	return ReasonCount{"", stored, lines}
}

// byFrequency puts counts of one kind together and the most frequent first.
func byFrequency(counts []ReasonCount) (sums []ReasonCount) {
	for _, c := range counts {
		same := slices.IndexFunc(sums, func(sum ReasonCount) bool { return sum.Reason == c.Reason })
		if same < 0 {
			sums = append(sums, c)
		} else {
			sums[same].Lines += c.Lines
		}
	}
	slices.SortFunc(sums, func(a, b ReasonCount) int {
		return cmp.Or(cmp.Compare(b.Lines, a.Lines), cmp.Compare(a.Reason, b.Reason))
	})
	return sums
}
