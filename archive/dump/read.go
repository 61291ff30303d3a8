package dump

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/github/go-spdx/v2/spdxexp"
	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/open"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

// collection is an open collection with a licence.
type collection struct {
	id          int32
	guild, name string
	library.Origin
	puzzles int // rows of the dump
}

// line is the line of a collection that a puzzle is shown by.
type line struct {
	puzzle       int32
	key          canon.Key
	of           int // the place of its collection in the list
	clues        sudoku.Grid
	name, author string
	guarded      bool // in play for a rank, or chosen for a later day
	ratings      []computed
	plays        *plays // nil: too few people
}

// computed is a rating that was computed on demand.
type computed struct {
	program *program
	value   string
}

// program is a version of a program that rates on demand.
type program struct {
	ID      int16  `db:"id"`
	Name    string `db:"name"`
	Version string `db:"version"`
}

// plays sums up the games of a puzzle, see [open.Plays].
type plays struct {
	Puzzle    int32    `db:"puzzle"`
	Plays     int32    `db:"plays"`
	Median    float64  `db:"median"`
	Rating    *float64 `db:"rating"`
	Deviation *float64 `db:"deviation"`
}

// source is an archive at one moment, as its open part is read.
type source struct {
	tx          pgx.Tx
	collections []*collection // in the order in which a puzzle of several is looked for
	unlicensed  []Unlicensed
	changed     time.Time
	programs    map[int16]*program
	plays       map[int32]*plays
	rankable    calendar.Date
	inPlay      open.InPlay
	guarded     int // puzzles left out so far
}

// ErrNoLicence is the error of an archive without an open collection whose licence is known.
var ErrNoLicence = errors.New("no collection that everyone may see has a licence by its SPDX id")

// begin reads everything but the puzzles.
func begin(ctx context.Context, tx pgx.Tx, rankable calendar.Date, inPlay open.InPlay) (*source, error) {
	s := &source{tx: tx, programs: map[int16]*program{}, plays: map[int32]*plays{}, rankable: rankable, inPlay: inPlay}
	// A million rows are sorted: PostgreSQL's default of 4 MB takes twice the time. A plan for the first tenth of a
	// cursor's rows looks up each by an index.
	_, err := tx.Exec(ctx, `select set_config('work_mem', '64MB', true), set_config('cursor_tuple_fraction', '1', true)`)
	if err == nil {
		err = s.readCollections(ctx)
	}
	if err != nil {
		return nil, err
	}
	programs, err := postgres.ReadAll(ctx, tx, postgres.Tags[program], `
		select distinct on (name) id, name, version from rating_program m
		where name = any($1) and exists (select from rating r where r.program = m.id and r.import = 0 limit 1)
		order by name, version::integer desc`, []string{
		library.ScaleSE.Program, library.ScaleHoDoKu.Program, library.ScaleDepth.Program, library.ScaleClass.Program,
		library.ScaleLadder.Program, library.ScaleProven.Program,
	})
	if err != nil {
		return nil, err
	}
	for _, p := range programs {
		s.programs[p.ID] = &p
	}
	played, err := postgres.ReadAll(ctx, tx, postgres.Tags[plays], `
		select g.puzzle, g.plays, g.median, r.value as rating, r.deviation
		from (`+open.Plays(`true`)+`) g left join puzzle_strength r on r.puzzle = g.puzzle`)
	if err != nil {
		return nil, err
	}
	for _, p := range played {
		s.plays[p.Puzzle] = &p
	}
	return s, nil
}

// readCollections reads the open collections: the operator's first, by name, then those of the guilds.
func (s *source) readCollections(ctx context.Context) error {
	all, err := postgres.ReadAll(ctx, s.tx, func(c *collection) postgres.Fields {
		return postgres.Fields{
			"id": &c.id, "guild": &c.guild, "name": &c.name,
			"source": &c.Source, "licence": &c.Licence, "author": &c.Author, "published": &c.Published,
		}
	}, `select id::integer as id, coalesce(guild, '') as guild, name, source, licence, author, published from collection where shared`)
	if err != nil {
		return err
	}
	slices.SortFunc(all, func(a, b collection) int {
		return cmp.Or(cmp.Compare(min(len(a.guild), 1), min(len(b.guild), 1)), strings.Compare(a.name, b.name), strings.Compare(a.guild, b.guild))
	})
	ids := []int32{}
	for _, c := range all {
		known, id := spdxexp.ActiveLicense(c.Licence)
		if !known {
			s.unlicensed = append(s.unlicensed, Unlicensed{c.guild, c.name, c.Licence})
			continue
		}
		c.Licence = id
		s.collections, ids = append(s.collections, &c), append(ids, c.id)
	}
	return s.tx.QueryRow(ctx, `
		select greatest(
			(select max(made) from collection where id = any($1)),
			(select max(coalesce(finished, started)) from import where collection = any($1)),
			(select max(at) from audit where (action like '% collection' or action in ('import', 'revert'))
				and (guild = '' or guild in (select guild from collection where id = any($1))))
		)`, ids).Scan(postgres.Time(&s.changed))
}

// pages yields the lines by key, some at a time, each puzzle once.
func (s *source) pages(ctx context.Context) iter.Seq2[[]line, error] {
	return func(yield func([]line, error) bool) {
		ids := make([]int32, len(s.collections))
		for i, c := range s.collections {
			ids[i] = c.id
		}
		_, err := s.tx.Exec(ctx, `
			declare dumped no scroll cursor for
			select p.id, p.key, c.place::integer - 1, read_grid(e.grid, p.clues), e.name, e.author, `+open.Guarded+`
			from entry e join puzzle p on p.id = e.puzzle join unnest(@collections::integer[]) with ordinality c (id, place) on c.id = e.collection
			order by p.key, c.place`, pgx.QueryExecModeDescribeExec, pgx.NamedArgs{"collections": ids, "rankable": s.rankable})
		var page []line
		for ended := false; !ended && err == nil; {
			read := 0
			read, page, err = s.fetch(ctx, page)
			ended = read == 0
			if n := len(page) - 1; err == nil && (n >= pageSize || ended && n >= 0) {
				full := page[:n:n] // other lines of the last puzzle may follow
				if page = slices.Clone(page[n:]); ended {
					full = append(full, page[0])
				}
				if err = s.rate(ctx, full); err == nil && !yield(full, nil) {
					return
				}
			}
		}
		if err != nil {
			yield(nil, err)
		}
	}
}

// fetch appends the next lines, of each puzzle the one that it is shown by: of the first collection that has it the line
// whose clues, name and author come first as texts. So the order in which files were imported plays no part.
func (s *source) fetch(ctx context.Context, page []line) (read int, _ []line, err error) {
	rows, _ := s.tx.Query(ctx, fmt.Sprintf(`fetch %d from dumped`, pageSize), pgx.QueryExecModeDescribeExec)
	var next line
	_, err = pgx.ForEachRow(rows, []any{
		&next.puzzle, postgres.Key(&next.key), &next.of, postgres.Grid(&next.clues), postgres.ShownText(&next.name), postgres.ShownText(&next.author), &next.guarded,
	}, func() error {
		read++
		last := len(page) - 1
		switch {
		case last < 0 || page[last].key != next.key:
			page = append(page, next)
		case page[last].of == next.of && next.before(&page[last]):
			page[last] = next
		}
		return nil
	})
	return read, page, err
}

func (l *line) before(o *line) bool {
	a, b := l.clues.ByCell(), o.clues.ByCell()
	digits := func(all [sudoku.MaxCells]sudoku.Digit) (text []byte) {
		for _, d := range all {
			text = append(text, byte(d))
		}
		return text
	}
	return cmp.Or(bytes.Compare(digits(a), digits(b)), strings.Compare(l.name, o.name), strings.Compare(l.author, o.author)) < 0
}

// rate reads the ratings and plays of lines.
func (s *source) rate(ctx context.Context, lines []line) error {
	places, ids := make(map[int32]int, len(lines)), make([]int64, len(lines))
	for i := range lines {
		l := &lines[i]
		places[l.puzzle], ids[i], l.plays = i, int64(l.puzzle), s.plays[l.puzzle]
	}
	if len(s.programs) == 0 {
		return nil
	}
	rows, _ := s.tx.Query(ctx, `
		select r.* from unnest($1::bigint[]) w (puzzle)
		cross join lateral (select puzzle::integer, program, value from rating r where r.puzzle = w.puzzle and r.import = 0 offset 0) r`, ids)
	puzzle, by, value := int32(0), int16(0), ""
	_, err := pgx.ForEachRow(rows, []any{&puzzle, &by, &value}, func() error {
		if p := s.programs[by]; p != nil {
			l := &lines[places[puzzle]]
			l.ratings = append(l.ratings, computed{p, value})
		}
		return nil
	})
	return err
}
