package library

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/rating/criteria"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// statement is what the database is asked: conditions on a puzzle p, on an entry e of it, or on both.
type statement struct {
	puzzles, entries  bool // whether it reads them
	everyLine         bool // whether it reads all clues of the puzzles, each once: p is a puzzle with those of a line then
	ofPuzzle, ofEntry []string
	args              pgx.NamedArgs
	certain           string // which puzzles are as wanted without a look at them; "": none, where some have to be looked at
}

// clueCount is the number of clues of a puzzle p.
const clueCount = `coalesce(p.clue_count, count_clues(p.clues))`

// wanted returns the conditions that the database can check. Where a row is of another version of the rating, or
// does not have what is asked, it passes: the program looks at it again, see [Search.undecided].
func (s *Search) wanted() statement {
	w := statement{args: pgx.NamedArgs{}}
	if s.Shaped {
		w.puzzle(`p.shape = @shape`, "shape", int16(s.Shape))
	}
	if tiers := s.tiers(); len(tiers) < len(logic.Tiers) {
		w.puzzle(`p.tier = any(@tiers::smallint[])`, "tiers", tiers)
	}
	w.limits(`p.score`, "score", s.MinScore, s.MaxScore)
	w.limits(clueCount, "clues", float64(s.MinClues), float64(s.MaxClues))
	if n := cmp.Or(s.Pattern.Len(), s.IsomorphPattern.Len()); n > 0 {
		w.puzzle(clueCount+` = @pattern`, "pattern", int16(n))
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
		// What a collection brought it has: that alone often leaves little to look for.
		w.puzzle(`p.import not in (select id from import where collection = any(@not_in::integer[]))
			and not exists (select from entry x where x.puzzle = p.id and x.collection = any(@not_in::integer[]))`, "not_in", s.NotIn)
	}
	return w
}

// needs returns the techniques that are needed, those of the ladder first.
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

// ladder leaves out the puzzles that are known to do without one of some techniques, and says which need them all.
func (w *statement) ladder(needs []logic.Technique, noUniqueness bool) {
	scale := scaleLadder
	if noUniqueness {
		scale = scaleProven
	}
	const known, all = `exists (select from rating r join rating_program m on m.id = r.program
		where r.puzzle = p.id and r.import = 0 and m.name = @ladder and m.version = @ladder_version and r.number is not null and `,
		`string_to_array(r.value, ' ') @> @rungs::text[])`
	w.puzzle(`not `+known+`not `+all, "ladder", scale.program, "ladder_version", strconv.Itoa(scale.version), "rungs", keys(needs))
	w.isCertain(known + all)
}

// isCertain adds a condition that puzzles fulfil which need no look.
func (w *statement) isCertain(condition string) {
	if w.certain != "" {
		condition = w.certain + ` and ` + condition
	}
	w.certain = condition
}

// undecided reports whether some puzzles that are as the database was asked may not be as wanted, for other
// reasons than Only and the ladder. stale says that it has ratings of other versions.
func (s *Search) undecided(stale bool) bool {
	for _, need := range s.Needs {
		if need.Times > 1 {
			return true
		}
	}
	return s.ofLine() || s.IsomorphPattern != (sudoku.Grid{}) || s.Solution != (sudoku.Grid{}) || s.MinAutomorphisms > 1 || s.MaxAutomorphisms > 0 ||
		stale && (len(s.Needs) > 0 || s.IsomorphSymmetry != criteria.NoSymmetry)
}

// only asks for puzzles that some techniques may solve, and says of which it is certain.
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

// symmetries returns what the isomorphs of a puzzle have that is as wanted.
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

// tiers returns those that a puzzle as wanted may have.
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

// limits adds conditions on a value, of which 0 is none.
func (w *statement) limits(value, name string, least, most float64) {
	if least > 0 {
		w.puzzle(value+` >= @min_`+name+`::double precision`, "min_"+name, least)
	}
	if most > 0 {
		w.puzzle(value+` <= @max_`+name+`::double precision`, "max_"+name, most)
	}
}

// tables returns what is read: one table where that is enough, since most of the time goes into joining them.
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

// everyLine is the puzzles of a condition, each with the clues of the line that brought it in and with those of other
// lines where they differ. Most lines have no clues of their own, so there is little to join.
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

// Uncomputed returns how many sudoku of the archive a search does not see, since they have no rating of a scale that
// it asks for.
func (s *Store) Uncomputed(ctx context.Context, search Search) (most int, err error) {
	for _, w := range search.computedWishes() {
		n := 0
		err := s.db.QueryRow(ctx, `
			select (select coalesce(sum(puzzles), 0) from puzzle_count where shape = 0) - (
				select count(*) from rating where import = 0 and program = (select id from rating_program where name = $1 and version = $2))`,
			w.program, strconv.Itoa(w.version)).Scan(&n)
		if err != nil {
			return 0, postgres.Annotate(err, "count the ratings of %s", w.program)
		}
		most = max(most, n)
	}
	return most, nil
}

// A Between is what a number may be, from one to below another. The zero value is any.
type Between struct {
	From  int `json:"from"`
	Below int `json:"below"`
}

// NoEnd is the end of a [Between] of ER or depth that has none.
const NoEnd = 1000

// empty reports whether no number is as wanted.
func (b Between) empty() bool { return b != (Between{}) && b.From >= b.Below }

// and returns what is in both.
func (b Between) and(c Between) Between {
	if b == (Between{}) || c == (Between{}) {
		return Between{max(b.From, c.From), max(b.Below, c.Below)}
	}
	return Between{max(b.From, c.From), min(b.Below, c.Below)}
}

// ParseER reads an SE rating or limits of it: 7.2, 7.1-7.6, 7.1- or -7.6.
func ParseER(text string) (Between, error) {
	return parseBetween(text, NoEnd, regexp.MustCompile(`^(\d{1,2})(?:[.,](\d))?$`), "7.2, 7.1-7.6, 7.1- or -7.6")
}

// ParseDepth reads a depth of trial and error, or limits of it: 2, 0-1, 1- or -1.
func ParseDepth(text string) (Between, error) {
	return parseBetween(text, NoEnd, regexp.MustCompile(`^()(\d)$`), "2, 0-1, 1- or -1")
}

// ParseHoDoKu reads a score of HoDoKu's, or limits of it: 1200, 1000-1600, 1800- or -800.
func ParseHoDoKu(text string) (Between, error) {
	b, err := parseBetween(text, maxNumber+1, regexp.MustCompile(`^(\d{0,4})(\d)$`), "1200, 1000-1600, 1800- or -800")
	return Between{min(b.From, maxNumber), min(b.Below, maxNumber+1)}, err
}

// parseBetween reads numbers whose last digit is the second group of a pattern. Whether the first is the smaller is
// for [Search.Check] to say.
func parseBetween(text string, noEnd int, number *regexp.Regexp, examples string) (Between, error) {
	from, to, isRange := strings.Cut(strings.ReplaceAll(text, " ", ""), "-")
	if !isRange {
		to = from
	}
	b, good := Between{Below: noEnd}, from != "" || to != ""
	for _, limit := range []struct {
		text string
		set  func(int)
	}{{from, func(n int) { b.From = n }}, {to, func(n int) { b.Below = n + 1 }}} {
		if limit.text == "" {
			continue
		}
		found := number.FindStringSubmatch(limit.text)
		if good = good && found != nil; good {
			n, _ := strconv.Atoi(found[1] + cmp.Or(found[2], "0")) // digits
			limit.set(n)
		}
	}
	if !good {
		return Between{}, fmt.Errorf("%s: want such as %s", sudoku.Excerpt(text), examples)
	}
	return b, nil
}

// computedWish is what a search asks of a scale.
type computedWish struct {
	scale
	name    string
	between Between
}

func (s *Search) computedWishes() (all []computedWish) {
	for _, w := range []computedWish{{scaleSE, "er", s.ER}, {scaleDepth, "depth", s.Depth}, {scaleHoDoKu, "hodoku", s.HoDoKu}} {
		if w.between != (Between{}) {
			all = append(all, w)
		}
	}
	return all
}

// computed adds the condition that a puzzle has a rating as wanted. What is only known to be at least so high is not
// below anything.
func (w *statement) computed(wish computedWish) {
	certain := ``
	if wish.between.Below < NoEnd {
		certain = ` and value not like '>=%'`
	}
	at := func(what string) string { return what + "_" + wish.name }
	w.puzzle(`p.id in (select puzzle from rating
		where program = (select id from rating_program where name = @`+at("program")+` and version = @`+at("version")+`)
		  and number >= @`+at("from")+` and number < @`+at("below")+certain+`)`,
		at("program"), wish.program, at("version"), strconv.Itoa(wish.version), at("from"), wish.between.From, at("below"), wish.between.Below)
}

// withComputed drops the puzzles whose ratings on demand are not as wanted.
func (s *Search) withComputed(ctx context.Context, db postgres.Querier, batch []Found) ([]Found, error) {
	w, ids := statement{args: pgx.NamedArgs{}}, make([]int64, len(batch))
	for _, wish := range s.computedWishes() {
		w.computed(wish)
	}
	if !w.puzzles || len(batch) == 0 {
		return batch, nil
	}
	for i, f := range batch {
		ids[i] = f.ID
	}
	w.puzzle(`p.id = any(@ids::integer[])`, "ids", ids)
	good, err := postgres.ReadColumn[int32](ctx, db, `select p.id from puzzle p where `+all(w.ofPuzzle), w.args)
	kept := map[int64]bool{}
	for _, id := range good {
		kept[int64(id)] = true
	}
	return slices.DeleteFunc(batch, func(f Found) bool { return !kept[f.ID] }), err
}
