package search

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

// A page is read by itself: no cursor of the database stays open between two. It begins after a [Place], so a puzzle that
// was there all the time is on exactly one page, whatever is imported meanwhile.
//
// Without a wish for an order, puzzles come in that of their keys, and with [Random] so too, from another key on. That is the
// order of an index, and tells nothing: in the shuffled order, from which dailies are drawn, anyone could see the next ones.
//
// The index is read from the place on, a range of keys at a time, and each range is twice as wide as the one before. Narrow
// ranges find what is frequent in a millisecond, wide ones read the table as a whole, and find what is rare in the time of two
// readings. The other orders have no index: each page reads the table and keeps the first rows.

// Place is the place of a puzzle in the order of a search.
type Place struct {
	Value float64 // that the search sorts by; 0 if it sorts by key
	Key   canon.Key
}

// Window is the part of the archive that a page shows.
type Window struct {
	Collections []int32                // whose lines are seen
	Shows       string                 // the condition of puzzles p that are seen
	Args        pgx.NamedArgs          // of Shows
	Hides       func(sudoku.Grid) bool // puzzles that are not seen, which only the program recognizes; may be nil
	Time        time.Duration          // after which a page ends early
}

// pageSettings are those of a search, with a limit. Parallel workers would each read the lines of the collections, which takes
// three times the processor time; anyone may search, and players need the other processors.
const pageSettings = searchSettings + `, set_config('statement_timeout', '30s', true), set_config('max_parallel_workers_per_gather', '0', true)`

// ErrTooLong is the error of a search of which the database has found no page within half a minute.
var ErrTooLong = errors.New("the search takes too long: ask for fewer puzzles, by a tier or a range of scores")

// Page returns the next puzzles of a search, up to its limit, each as the first line of the window's collections that
// matches, without plays. It has fewer, or none, if the time is over before: next is where to go on, nil at the end.
//
// q.GuildID and q.Tried do not count. q.In and q.NotIn are about collections of the window only. [ByLine] is no order of
// pages, and only the orders by a value can be descending.
func (s *Store) Page(ctx context.Context, q Query, w Window, after *Place) (page []library.Record, next *Place, err error) {
	err = s.walk(ctx, q, w, func(tx pgx.Tx, p *pager) error {
		p.after = after
		var entries []library.EntryID
		slow, cancel := context.WithTimeout(ctx, w.Time)
		defer cancel()
		for {
			found, err := p.next(ctx, tx, q.Limit-len(entries))
			if err != nil {
				return err
			}
			for _, f := range found {
				entries = append(entries, f.entry)
			}
			if next = p.after; p.ended {
				next = nil
			}
			if p.ended || len(entries) == q.Limit || slow.Err() != nil {
				break
			}
		}
		records, err := library.ReadLines(ctx, tx, entries)
		if err != nil {
			return err
		}
		page = records
		return library.FillRatings(ctx, tx, records)
	})
	return page, next, postgres.Annotate(err, "search")
}

// CountPages returns how many puzzles all pages of a search have. If the time was over before, it is a lower limit, and more
// is true. Puzzles that only w.Hides would leave out are counted, unless the program has to look at each anyway.
func (s *Store) CountPages(ctx context.Context, q Query, w Window) (n int, more bool, err error) {
	q.Sort, q.Limit = Shuffled, math.MaxInt32
	err = s.walk(ctx, q, w, func(tx pgx.Tx, p *pager) error {
		if !p.undecided {
			err := postgres.InTransaction(ctx, tx, func(part pgx.Tx) error {
				if _, err := part.Exec(ctx, `select set_config('statement_timeout', $1, true)`, strconv.FormatInt(w.Time.Milliseconds(), 10)); err != nil {
					return err
				}
				return part.QueryRow(ctx, `select count(*) from puzzle p where `+p.conditions(false)+` and `+p.counted, p.args).Scan(&n)
			})
			if !isTimeout(err) {
				return err
			}
		}
		// One statement counts several times as fast, but it gives all or nothing.
		slow, cancel := context.WithTimeout(ctx, w.Time)
		defer cancel()
		for !p.ended {
			if more = slow.Err() != nil; more {
				return nil
			}
			found, err := p.next(ctx, tx, largestPage)
			if err != nil {
				return err
			}
			n += len(found)
		}
		return nil
	})
	return n, more, postgres.Annotate(err, "count what a search finds")
}

// walk does work with a pager at the begin of a search, in a snapshot.
func (s *Store) walk(ctx context.Context, q Query, w Window, work func(pgx.Tx, *pager) error) error {
	if q.Sort == ByLine {
		return errors.New("pages are not in the order of the import: want the order " + string(ByDate))
	}
	if err := q.Check(); err != nil {
		return err
	}
	err := s.db.Snapshot(ctx, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, pageSettings); err != nil {
			return err
		}
		p, err := newPager(ctx, tx, q, w)
		if err != nil {
			return err
		}
		return work(tx, p)
	})
	if isTimeout(err) && ctx.Err() == nil {
		return ErrTooLong
	}
	return err
}

// isTimeout reports whether a statement took longer than statement_timeout, or was cancelled.
func isTimeout(err error) bool {
	reported, ok := errors.AsType[*pgconn.PgError](err)
	return ok && reported.Code == "57014"
}

// pager is a search on its way from page to page.
type pager struct {
	query  Query
	window Window
	statement
	undecided bool     // the program has to look at puzzles
	some      []string // "seen" if few lines are seen, those of some imports; "not" if others must not have the puzzle
	shown     string   // the condition of puzzles that are seen, if it holds for many: for those that are read
	counted   string   // the same for all
	value     string   // that the search sorts by; "": by key
	start     uint64   // where the keys begin, of which this is the first half
	span      uint64   // of the keys of the next range
	narrow    uint64   // a span below this has few puzzles
	rows      int      // that the next statement reads at most
	after     *Place
	ended     bool
}

// shelved is the condition that a puzzle p is in one of some collections, by the number of its import or else by the indexes
// of the collections. Where many puzzles are read, listed reads the lines of the collections once.
const (
	shelved = `(p.import = any(@%[1]s_imports::integer[]) or exists (select from (` + firstLines + `) e))`
	listed  = `(p.import = any(@%[1]s_imports::integer[]) or p.id in (
		select puzzle from entry where import = any(@%[1]s_imports::integer[]) and slot is not null
		and puzzle in (select id from puzzle where import <> all(@%[1]s_imports::integer[]))))`
)

// firstLines are the first lines of a puzzle p in collections, of imports.
const firstLines = `
	select e.import, e.position from unnest(@%[1]s_collections::integer[]) c (id) cross join lateral (
		select e.import, e.position from entry e
		where shelf(e.collection, e.slot) = shelf(c.id, slot_of(p.shape, p.tier)) and e.rnd = p.rnd and e.puzzle = p.id offset 0
	) e where e.import = any(@%[1]s_imports::integer[])`

func newPager(ctx context.Context, tx pgx.Tx, q Query, w Window) (*pager, error) {
	seen, not := w.Collections, []int32{}
	if len(q.In) > 0 {
		seen = common32(seen, q.In)
	}
	if len(q.NotIn) > 0 {
		not = common32(w.Collections, q.NotIn)
	}
	wanted := q
	wanted.NotIn = nil // its condition would read all lines
	p := &pager{query: q, window: w, statement: wanted.wanted(), rows: 64}
	maps.Copy(p.args, w.Args)
	stale, puzzles, inSeen := false, 0, 0
	err := tx.QueryRow(ctx, `
		select exists (select from puzzle_count where rating_version <> $1 group by rating_version having sum(puzzles) > 0),
			(select coalesce(sum(puzzles), 0) from puzzle_count),
			(select coalesce(sum(puzzles), 0) from collection_count where collection = any($2::integer[]))`, rating.Version, seen).Scan(&stale, &puzzles, &inSeen)
	if err != nil {
		return nil, err
	}
	p.undecided = q.undecided(stale) || p.certain != ""
	if p.certain == "" || q.undecided(stale) {
		p.certain = `false`
	}
	importsOf := func(name string, collections []int32, since, until time.Time) (all bool, err error) {
		imports, err := postgres.ReadColumn[int32](ctx, tx, `
			select id from import
			where collection = any($1::integer[]) and ($2::timestamptz is null or started >= $2) and ($3::timestamptz is null or started < $3)`,
			collections, orNull(since), orNull(until))
		if err == nil {
			p.name([]any{name + "_collections", collections, name + "_imports", imports})
			err = tx.QueryRow(ctx, `select not exists (select from import where id <> all($1::integer[]))`, imports).Scan(&all)
		}
		return all, err
	}
	whole, err := importsOf("seen", seen, q.Since, q.Until)
	p.shown = cmp.Or(w.Shows, `true`)
	p.counted = p.shown
	switch byDate := q.Sort == ByDate || !q.Since.IsZero() || !q.Until.IsZero(); { // which is known of lines that are seen
	case whole:
	case !byDate && inSeen > puzzles/4:
		p.shown += ` and ` + fmt.Sprintf(shelved, "seen")
		p.counted += ` and ` + fmt.Sprintf(listed, "seen")
	default:
		p.some = append(p.some, "seen")
	}
	if err == nil && len(not) > 0 {
		_, err = importsOf("not", not, time.Time{}, time.Time{})
		p.some = append(p.some, "not")
	}
	switch q.Sort {
	case ByScore:
		p.value = `p.score`
	case ByClues:
		p.value = library.ClueCount + `::double precision`
	case ByDate: // imports are numbered as they begin
		p.value = `(case when p.import = any(@seen_imports::integer[]) then p.import else (select min(e.import) from (` + fmt.Sprintf(firstLines, "seen") + `) e) end)::double precision`
	case Random:
		p.start = uint64(min(max(q.From, 0), 1)*(1<<63)) << 1
	}
	share := func(rows int) uint64 {
		return uint64(math.Exp2(64) * min(0.25, float64(rows)/float64(max(1, puzzles))))
	}
	p.span, p.narrow = share(4*p.rows), share(largestPage)
	return p, err
}

// common32 returns the numbers in both lists.
func common32(a, b []int32) []int32 {
	return slices.DeleteFunc(slices.Clone(a), func(id int32) bool { return !slices.Contains(b, id) })
}

// next returns the next matching puzzles, most at the most, and moves on. It may find none before the end.
func (p *pager) next(ctx context.Context, tx pgx.Tx, most int) (found []candidate, err error) {
	asked := p.rows
	if !p.undecided {
		asked = min(most+1+most/4, largestPage) // some may not be shown, and another statement reads the table again
	}
	rangeEnd, last := canon.Key{}, true
	var candidates []candidate
	if p.value == "" {
		var from canon.Key
		from, rangeEnd, last = p.nextKeys()
		candidates, err = p.read(ctx, tx, `p.key between @from and @to`, `key`, asked, "from", [16]byte(from), "to", [16]byte(rangeEnd))
	} else {
		candidates, err = p.readByValue(ctx, tx, asked)
	}
	if err != nil {
		return nil, err
	}
	isRangeDone := len(candidates) < asked
	kept, err := p.keep(ctx, tx, slices.DeleteFunc(slices.Clone(candidates), func(c candidate) bool { return !c.shown }))
	if err != nil {
		return nil, err
	}
	switch {
	case len(kept) > most:
		kept = kept[:most]
		p.after = &Place{kept[most-1].value, kept[most-1].key}
	case !isRangeDone:
		end := candidates[len(candidates)-1]
		p.after = &Place{end.value, end.key}
	default:
		p.after, p.ended = &Place{Key: rangeEnd}, last
	}
	p.rows, p.span = min(2*p.rows, largestPage), 2*min(p.span, 1<<62)
	return kept, nil
}

// nextKeys returns the range of keys that comes next. last reports that no other comes after it. Keys go round: from the
// start up to the greatest, and from 0 up to the start.
func (p *pager) nextKeys() (from, to canon.Key, last bool) {
	binary.BigEndian.PutUint64(from[:], p.start)
	lastOfAll := previous(from)
	if p.after != nil {
		from = following(p.after.Key)
	}
	begin, end := binary.BigEndian.Uint64(from[:]), canon.Key(slices.Repeat([]byte{0xff}, len(to)))
	if begin < p.start {
		end = lastOfAll
	}
	if to = end; binary.BigEndian.Uint64(end[:])-begin > p.span {
		binary.BigEndian.PutUint64(to[:], begin+p.span)
	}
	return from, to, to == lastOfAll
}

// following and previous go round at the greatest key.
func following(k canon.Key) canon.Key {
	for i := len(k) - 1; i >= 0; i-- {
		if k[i]++; k[i] != 0 {
			break
		}
	}
	return k
}

func previous(k canon.Key) canon.Key {
	for i := len(k) - 1; i >= 0; i-- {
		if k[i]--; k[i] != 0xff {
			break
		}
	}
	return k
}

func (p *pager) readByValue(ctx context.Context, tx pgx.Tx, most int) ([]candidate, error) {
	direction, beyond := ``, `>`
	if p.query.Descending {
		direction, beyond = ` desc`, `<`
	}
	order := `value` + direction + `, key`
	if p.after == nil {
		return p.read(ctx, tx, `true`, order, most)
	}
	return p.read(ctx, tx, p.value+` `+beyond+` @value or `+p.value+` = @value and p.key > @key`, order, most,
		"value", p.after.Value, "key", [16]byte(p.after.Key))
}

// candidate is a puzzle that the database found.
type candidate struct {
	id    int32
	key   canon.Key
	clues sudoku.Grid
	value float64
	look  bool            // the program has to look at it
	shown bool            // by the window's condition
	entry library.EntryID // as which it is shown; zero: to be found
}

// read reads candidates in a range and an order. Most puzzles are shown, and to find out takes longer than the other
// conditions together, so it is tested for the rows that are read, and not for all.
func (p *pager) read(ctx context.Context, tx pgx.Tx, within, order string, most int, arguments ...any) ([]candidate, error) {
	p.name(arguments)
	value := cmp.Or(p.value, `0::double precision`)
	isNarrow := p.value == "" && p.span < p.narrow
	return postgres.ReadAll(ctx, tx, func(c *candidate) postgres.Fields {
		return postgres.Fields{
			"id": &c.id, "key": postgres.Key(&c.key), "clues": postgres.Grid(&c.clues), "value": &c.value, "look": &c.look, "shown": &c.shown,
			"import": &c.entry.ImportID, "position": &c.entry.Position,
		}
	}, fmt.Sprintf(`
		select id, key, clues, value, look, case when seen then import else 0 end as import, case when seen then position else 0 end as position, %[1]s as shown
		from (
			select p.*, %[2]s as value, not %[3]s as look, p.import = any(@seen_imports::integer[]) as seen
			from puzzle p where %[4]s and (%[5]s) order by %[6]s limit %[7]d
		) p order by %[6]s`,
		p.shown, value, p.certain, p.conditions(isNarrow), within, order, most), p.args)
}

// conditions returns those of puzzles, for a statement that reads few of them or many.
func (p *pager) conditions(few bool) string {
	of, conditions := listed, slices.Clone(p.ofPuzzle)
	if few {
		of = shelved
	}
	for _, name := range p.some {
		condition := fmt.Sprintf(of, name)
		if name == "not" {
			condition = `not ` + condition
		}
		conditions = append(conditions, condition)
	}
	return all(conditions)
}

// keep returns the candidates that match, each with its line.
func (p *pager) keep(ctx context.Context, tx pgx.Tx, all []candidate) ([]candidate, error) {
	if p.query.ofLine() {
		return p.keepLines(ctx, tx, all)
	}
	all = filter(ctx, all, func(c candidate) bool {
		return (!p.undecided || !c.look || p.query.acceptGrid(c.clues)) && (p.window.Hides == nil || !p.window.Hides(c.clues))
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	lines, err := p.lines(ctx, tx, slices.DeleteFunc(slices.Clone(all), func(c candidate) bool { return c.entry.ImportID > 0 }), false)
	for i, c := range all {
		if c.entry.ImportID == 0 && err == nil {
			all[i].entry = lines[c.id][0]
		}
	}
	return all, err
}

// keepLines keeps the candidates that have a matching line, with the first of them.
func (p *pager) keepLines(ctx context.Context, tx pgx.Tx, all []candidate) (kept []candidate, err error) {
	if p.window.Hides != nil {
		all = filter(ctx, all, func(c candidate) bool { return !p.window.Hides(c.clues) })
	}
	of, err := p.lines(ctx, tx, all, true)
	if err != nil {
		return nil, err
	}
	var entries []library.EntryID
	for _, c := range all {
		entries = append(entries, of[c.id]...)
	}
	records, err := library.ReadLines(ctx, tx, entries)
	if err != nil {
		return nil, err
	}
	records = filter(ctx, records, func(r library.Record) bool { return p.query.acceptGrid(r.Clues) })
	first := map[int64]library.EntryID{}
	for _, r := range records {
		if _, has := first[r.ID]; !has {
			first[r.ID] = r.Entry
		}
	}
	for _, c := range all {
		if entry, ok := first[int64(c.id)]; ok {
			c.entry = entry
			kept = append(kept, c)
		}
	}
	return kept, ctx.Err()
}

// lines returns the lines of puzzles in the window, those that brought one in first: the first of each collection, or every one.
func (p *pager) lines(ctx context.Context, tx pgx.Tx, puzzles []candidate, every bool) (map[int32][]library.EntryID, error) {
	of := map[int32][]library.EntryID{}
	if len(puzzles) == 0 {
		return of, nil
	}
	ids := make([]int32, len(puzzles))
	for i, c := range puzzles {
		ids[i] = c.id
	}
	repeats := ``
	if every {
		repeats = ` union select e.import, e.position from entry e where e.puzzle = p.id and e.slot is null and e.import = any(@seen_imports::integer[])`
	}
	p.name([]any{"ids", ids})
	var id int32
	var entry library.EntryID
	rows, _ := tx.Query(ctx, `
		select p.id, e.import, e.position from puzzle p cross join lateral (
			select p.import, p.position where p.import = any(@seen_imports::integer[]) union `+fmt.Sprintf(firstLines, "seen")+repeats+`
		) e where p.id = any(@ids::integer[])
		order by p.id, (e.import, e.position) <> (p.import, p.position), e.import, e.position`, p.args)
	_, err := pgx.ForEachRow(rows, []any{&id, &entry.ImportID, &entry.Position}, func() error {
		of[id] = append(of[id], entry)
		return nil
	})
	return of, err
}
