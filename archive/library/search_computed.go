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
	"github.com/gridkeeper/gridkeeper/sudoku"
)

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
