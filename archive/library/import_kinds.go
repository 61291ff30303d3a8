package library

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/unavoidable"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// The kinds of reasons beyond those of package format.
const (
	emptyLine     format.Kind = "empty"
	character     format.Kind = "character"
	length        format.Kind = "length"
	shidokuDigit  format.Kind = "shidoku-digit"
	solvedGrid    format.Kind = "solved"
	fewClues      format.Kind = "few-clues"
	tooHard       format.Kind = "too-hard"
	noSolution    format.Kind = "no-solution"
	manySolutions format.Kind = "many-solutions"
	unnamed       format.Kind = "unnamed"
)

type reasonKind struct {
	key  format.Kind
	text string
}

// reasonKinds are all kinds, and how they are said in English. The archive keeps the key; former versions kept
// the text, and both are read. Pieces that wait to be imported have the place in this list: new ones go to its end.
var reasonKinds = []reasonKind{
	{emptyLine, "empty text"},
	{character, "a character that is not of a cell"},
	{length, "the wrong number of characters"},
	{shidokuDigit, "a digit that is too great for a shidoku"},
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
	sudoku.EmptyText: emptyLine, sudoku.BadCharacter: character, sudoku.BadLength: length, sudoku.BadDigit: shidokuDigit,
	sudoku.BadLine: format.WrongRows, sudoku.BadRows: format.WrongRows,
}

// KindOf returns the kind of the reason why a line was rejected. Of an error in another the outer one decides:
// the wrong length of a solution is a wrong solution.
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

// kindNumber returns the place of an error's kind in the list, by which the copy of a source keeps it.
func kindNumber(err error) int {
	kind := KindOf(err)
	return slices.IndexFunc(reasonKinds, func(k reasonKind) bool { return k.key == kind })
}

// keptError returns an error of which the number of the kind was kept, and the words; those of the kind, if
// there are none.
func keptError(number int, reason string) error {
	k := reasonKind{unnamed, errRejected.Error()}
	if number >= 0 && number < len(reasonKinds) {
		k = reasonKinds[number]
	}
	return &format.Error{Kind: k.key, Err: errors.New(cmp.Or(reason, k.text))}
}

// countOf returns the count of a kind that the archive kept, as its key or as its text. What has neither
// is shown as it was kept.
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

// maxReasons is for how many lines of an import it is found out why they are not puzzles. That
// takes milliseconds for most, but a second for some.
const maxReasons = 100

// reasons counts the rejected lines of an import that have their reason.
type reasons struct {
	given int
	first []Reject // with their errors, for the report
}

// giveReasons says more about the first rejected lines of an import, and reports all.
func (i *importer) giveReasons(entries []prepared) {
	for n := range entries {
		r := &entries[n]
		if r.why == nil {
			continue
		}
		if i.reasons.given++; i.reasons.given <= maxReasons && r.Err == nil {
			r.why = unavoidable.Reason(r.Grid, r.why)
		}
		if len(i.reasons.first) < shown {
			i.reasons.first = append(i.reasons.first, r.reject())
		}
		if i.options.Rejected != nil {
			i.options.Rejected(Reject{Line: r.Line, Text: r.Text, Kind: KindOf(r.why), Reason: r.why.Error(), Err: r.why})
		}
	}
}

// countReasons adds rejected lines to the counts of their import.
func countReasons(ctx context.Context, tx pgx.Tx, importID int64, rejected []*prepared) error {
	if len(rejected) == 0 {
		return nil
	}
	counts := map[string]int{}
	for _, r := range rejected {
		counts[string(KindOf(r.why))]++
	}
	kinds := slices.Sorted(maps.Keys(counts))
	lines := make([]int, len(kinds))
	for n, kind := range kinds {
		lines[n] = counts[kind]
	}
	_, err := tx.Exec(ctx, `
		insert into reject_reason as r (import, reason, lines)
		select $1, reason, lines from unnest($2::text[], $3::integer[]) n (reason, lines)
		on conflict (import, reason) do update set lines = r.lines + excluded.lines`, importID, kinds, lines)
	return err
}

// reject is a rejected line as the archive shows it.
func (p *prepared) reject() Reject {
	text := strings.ToValidUTF8(p.Text[:min(len(p.Text), maxRejectText)], "\ufffd")
	return Reject{Line: p.Line, Text: text, Kind: KindOf(p.why), Reason: p.why.Error(), Err: p.why}
}
