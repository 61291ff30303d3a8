package search

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/rating/criteria"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// statement is a query of the database: conditions on a puzzle p, on an entry e of it, or on both.
type statement struct {
	puzzles, entries  bool // whether it reads them
	everyLine         bool // whether it reads all clues of the puzzles, each once: p is a puzzle with those of a line then
	ofPuzzle, ofEntry []string
	args              pgx.NamedArgs
	certain           string // which puzzles are as wanted without a look at them; "": none, where some have to be looked at
}

// wanted returns the conditions that the database can test. A row of another version of the rating, or without the
// column, passes: the program looks at it again, see [Search.undecided].
func (s *Search) wanted() statement {
	w := statement{args: pgx.NamedArgs{}}
	if s.Shaped {
		w.puzzle(`p.shape = @shape`, "shape", int16(s.Shape))
	}
	if tiers := s.tiers(); len(tiers) < len(logic.Tiers) {
		w.puzzle(`p.tier = any(@tiers::smallint[])`, "tiers", tiers)
	}
	w.limits(`p.score`, "score", s.MinScore, s.MaxScore)
	w.limits(library.ClueCount, "clues", float64(s.MinClues), float64(s.MaxClues))
	if n := cmp.Or(s.Pattern.Len(), s.IsomorphPattern.Len()); n > 0 {
		w.puzzle(library.ClueCount+` = @pattern`, "pattern", int16(n))
	}
	if set := s.symmetries(); set != 0 {
		w.puzzle(`(p.symmetries & @symmetries = @symmetries or p.symmetries is null)`, "symmetries", int16(set))
	}
	ladder, stored := s.needs()
	if len(ladder) > 0 {
		w.ladder(ladder, s.NoUniqueness)
	}
	if len(stored) > 0 {
		needs := int16(rating.NeedsOf(stored...))
		w.puzzle(`(p.rating_version <> @version or p.needs & @needs = @needs)`, "version", int16(rating.Version), "needs", needs)
	}
	if len(s.Only) > 0 {
		w.only(s)
	}
	for _, wish := range s.computedWishes() {
		w.computed(wish)
	}
	if len(s.NotIn) > 0 {
		// A collection has every puzzle that it brought: this alone often leaves little to look for.
		w.puzzle(`p.import not in (select id from import where collection = any(@not_in::integer[]))
			and not exists (select from entry x where x.puzzle = p.id and x.collection = any(@not_in::integer[]))`, "not_in", s.NotIn)
	}
	return w
}

// needs returns the techniques that are needed, first those on the ladder.
func (s *Search) needs() (ladder, others []logic.Technique) {
	for _, t := range s.techniques().Needs {
		if t.OnLadder() {
			ladder = append(ladder, t)
		} else {
			others = append(others, t)
		}
	}
	return ladder, others
}

// ladder excludes puzzles that are known to do without one of some techniques. Puzzles that are known to need them
// all are certain.
func (w *statement) ladder(needs []logic.Technique, noUniqueness bool) {
	scale := library.ScaleLadder
	if noUniqueness {
		scale = library.ScaleProven
	}
	const known, all = `exists (select from rating r join rating_program m on m.id = r.program
		where r.puzzle = p.id and r.import = 0 and m.name = @ladder and m.version = @ladder_version and r.number is not null and `,
		`string_to_array(r.value, ' ') @> @rungs::text[])`
	w.puzzle(`not `+known+`not `+all, "ladder", scale.Program, "ladder_version", strconv.Itoa(scale.Version), "rungs", needs)
	w.isCertain(known + all)
}

// isCertain adds a condition whose puzzles match without a look.
func (w *statement) isCertain(condition string) {
	if w.certain != "" {
		condition = w.certain + ` and ` + condition
	}
	w.certain = condition
}

// undecided reports whether the program has to look at puzzles that the database found, for other reasons than Only
// and the ladder. stale reports that the archive has ratings of other versions.
func (s *Search) undecided(stale bool) bool {
	for _, need := range s.Needs {
		if need.Times > 1 {
			return true
		}
	}
	return s.ofLine() || s.IsomorphPattern != (sudoku.Grid{}) || s.Solution != (sudoku.Grid{}) || s.MinAutomorphisms > 1 || s.MaxAutomorphisms > 0 ||
		stale && (len(s.Needs) > 0 || s.IsomorphSymmetry != criteria.NoSymmetry)
}

// only selects puzzles that some techniques may solve. Puzzles that they solve for sure are certain.
func (w *statement) only(s *Search) {
	var solved, unsolved strings.Builder
	for _, tier := range logic.Tiers {
		can, cannot := s.techniques().Decide(tier)
		fmt.Fprintf(&solved, ` when %d then %d`, tier, int16(^can))
		fmt.Fprintf(&unsolved, ` when %d then %d`, tier, int16(cannot))
	}
	w.puzzle(`(p.rating_version <> @version or p.needs & (case p.tier`+unsolved.String()+` end)::smallint = 0)`, "version", int16(rating.Version))
	w.isCertain(`coalesce(p.rating_version = @version and p.needs & (case p.tier` + solved.String() + ` end)::smallint = 0, false)`)
}

// symmetries returns the symmetries that isomorphs of a matching puzzle have.
func (s *Search) symmetries() (set criteria.SymmetrySet) {
	for _, symmetry := range []criteria.Symmetry{s.Symmetry, s.IsomorphSymmetry} {
		if symmetry != criteria.NoSymmetry {
			set |= criteria.SetOf(symmetry)
		}
	}
	if s.Shaped && s.Pattern.Len() > 0 {
		set |= criteria.OfIsomorphs(s.Shape, s.Pattern)
	}
	if s.IsomorphPattern != (sudoku.Grid{}) {
		set |= criteria.OfIsomorphs(s.IsomorphPattern.Shape(), s.IsomorphPattern.Filled())
	}
	return set
}

// tiers returns the tiers that a matching puzzle may have.
func (s *Search) tiers() (tiers []int16) {
	for _, tier := range logic.Tiers {
		if s.allows(tier) {
			tiers = append(tiers, int16(tier))
		}
	}
	return tiers
}

// puzzle adds a condition on the puzzle, with names and values of its arguments.
func (w *statement) puzzle(condition string, arguments ...any) {
	w.puzzles = true
	w.ofPuzzle = append(w.ofPuzzle, condition)
	w.name(arguments)
}

// entry adds a condition on the entry.
func (w *statement) entry(condition string, arguments ...any) {
	w.entries = true
	w.ofEntry = append(w.ofEntry, condition)
	w.name(arguments)
}

func (w *statement) name(arguments []any) {
	for i := 0; i < len(arguments); i += 2 {
		w.args[arguments[i].(string)] = arguments[i+1]
	}
}

// limits adds conditions on a value. A limit of 0 is none.
func (w *statement) limits(value, name string, least, most float64) {
	if least > 0 {
		w.puzzle(value+` >= @min_`+name+`::double precision`, "min_"+name, least)
	}
	if most > 0 {
		w.puzzle(value+` <= @max_`+name+`::double precision`, "max_"+name, most)
	}
}

// tables returns the tables of the query. It avoids joins, which take most of the time.
func (w *statement) tables() string {
	switch {
	case w.everyLine:
		return fmt.Sprintf(everyLine, all(w.ofPuzzle))
	case !w.entries:
		return `puzzle p`
	case !w.puzzles:
		return `entry e`
	}
	return `puzzle p join entry e on e.puzzle = p.id`
}

// everyLine selects the puzzles of a condition, each with the clues of the line that brought it in, and with the
// differing clues of other lines. Most lines have no clues of their own, so there is little to join.
const everyLine = `(
	select id, import, position, clues, rnd, score, clue_count from puzzle p where %[1]s
	union all
	select p.id, e.import, e.position, e.grid, p.rnd, p.score, p.clue_count
	from entry e join puzzle p on p.id = e.puzzle where length(e.grid) > 0 and %[1]s
) p`

// count returns the query for the number of puzzles.
func (w *statement) count() string {
	switch {
	case !w.entries:
		return `select count(*) from puzzle p where ` + all(w.ofPuzzle)
	case len(w.ofPuzzle) == 0: // the numbers of puzzles stand nearly in order, and are sorted sooner than joined
		return `select count(distinct e.puzzle) from entry e where ` + all(w.ofEntry)
	}
	return `select count(*) from puzzle p where ` + all(w.ofPuzzle) + ` and exists (select from entry e where e.puzzle = p.id and ` + all(w.ofEntry) + `)`
}

func all(conditions ...[]string) string {
	return strings.Join(append([]string{`true`}, slices.Concat(conditions...)...), ` and `)
}

// computedWish is a condition on a rating computed on demand.
type computedWish struct {
	library.Scale
	name    string
	between Between
}

func (s *Search) computedWishes() (all []computedWish) {
	for _, w := range []computedWish{{library.ScaleSE, "er", s.ER}, {library.ScaleDepth, "depth", s.Depth}, {library.ScaleClass, "class", s.Class}, {library.ScaleHoDoKu, "hodoku", s.HoDoKu}} {
		if w.between != (Between{}) {
			all = append(all, w)
		}
	}
	return all
}

// computed adds a condition on such a rating. A rating that is known only to be at least some number is not below
// anything.
func (w *statement) computed(wish computedWish) {
	certain := ``
	if wish.between.Below < NoEnd {
		certain = ` and value not like '>=%'`
	}
	at := func(what string) string { return what + "_" + wish.name }
	w.puzzle(`p.id in (select puzzle from rating
		where program = (select id from rating_program where name = @`+at("program")+` and version = @`+at("version")+`)
		  and number >= @`+at("from")+` and number < @`+at("below")+certain+`)`,
		at("program"), wish.Program, at("version"), strconv.Itoa(wish.Version), at("from"), wish.between.From, at("below"), wish.between.Below)
}
