package open

import (
	"context"
	"slices"
	"sync"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Unguarded is the condition that a puzzle p is not in play, as the view open_puzzle of the database has it: dailies are
// asked for each puzzle, or joined, and the rest is read once. Its argument @rankable is the date of [Store.Rankable].
const Unguarded = `(
	not exists (select from daily a where a.puzzle = p.id and a.date >= @rankable::date)
	and p.id <> all (array(
		select e.puzzle from duel a join entry e on e.import = a.import and e.position = a.position where a.ended is null
		union all select g.puzzle from party a join game g on g.party = a.id where a.state = 'open'))
	and p.key <> all (array(
		select key from duel where ended is null and key is not null union all select key from party where state = 'open' and key is not null))
)`

// Guarded is the condition that a puzzle p is in play.
const Guarded = `(not ` + Unguarded + `)`

// Rankable is the oldest date whose dailies may be solved for a rank somewhere: it is today's in the westernmost zone.
func (s *Store) Rankable() calendar.Date { return calendar.DateOf(s.db.Now()).AddDays(-1) }

// IsGuarded reports whether a puzzle is in play for a rank, or chosen for a later day. Further digits are those of its
// solution, turned and relabelled.
//
//	                                  isomorph   further digits
//	global daily since yesterday      known      known
//	daily of a guild, so              known      -
//	open race, duel or board          known      known
//
// A sudoku with further digits is recognized by its solution, so another puzzle of that solution is guarded too; a 6×6 by its
// solution and half of the clues. A grid with several solutions, or a wrong digit, is guarded only if it has all clues as they
// are shown.
//
// Days are by UTC, one day back for the westernmost zone. Guilds' own dailies can be very many, so they are found by key in
// an index. The others are read at each call, and their forms are kept.
func (s *Store) IsGuarded(ctx context.Context, clues sudoku.Grid) (is bool, err error) {
	inPlay, err := s.InPlay(ctx)
	if err != nil {
		return false, err
	}
	way := games.WayOf(clues)
	if inPlay.leadsThrough(way) {
		return true, nil
	}
	err = s.db.QueryRow(ctx, `select exists (select from puzzle p where p.key = @key and `+Guarded+`)`,
		pgx.NamedArgs{"key": [16]byte(way.Key()), "rankable": s.Rankable()}).Scan(&is)
	return is, postgres.Annotate(err, "whether a puzzle is guarded")
}

// InPlay is the puzzles of which more than the isomorphs are guarded.
type InPlay []games.Way

// Guards reports whether a puzzle is one of them, in any disguise, or a board on the way through one. It takes about 50 µs.
func (p InPlay) Guards(clues sudoku.Grid) bool {
	return len(p) > 0 && p.leadsThrough(games.WayOf(clues))
}

func (p InPlay) leadsThrough(way games.Way) bool { return slices.ContainsFunc(p, way.LeadsThrough) }

// InPlay returns the global dailies of yesterday and later, and the puzzles of open races, duels and boards together.
func (s *Store) InPlay(ctx context.Context) (InPlay, error) {
	type played struct {
		pasted, entered sudoku.Grid
		transform       string
	}
	all, err := postgres.ReadAll(ctx, s.db, func(p *played) postgres.Fields {
		return postgres.Fields{
			"pasted": postgres.Optional(postgres.Grid(&p.pasted)), "entered": postgres.Optional(postgres.Grid(&p.entered)), "transform": &p.transform,
		}
	}, `
		with played as (
			select import, position, transform, null::bytea as clues from daily where guild = '`+library.GlobalGuild+`' and date >= $1
			union all
			select import, position, transform, clues from duel where ended is null and (import is not null or clues is not null)
			union all
			select g.import, g.position, g.transform, g.clues from party a join game g on g.party = a.id where a.state = 'open'
		)
		select a.clues as pasted, e.clues as entered, coalesce(a.transform, '') as transform from played a
		left join entered_puzzle e on e.import = a.import and e.position = a.position`, s.Rankable())
	shown := make([]sudoku.Grid, len(all))
	for i, p := range all {
		if shown[i] = p.pasted; p.pasted == (sudoku.Grid{}) && err == nil {
			var t sudoku.Transform
			t, err = sudoku.ParseTransform(p.transform)
			shown[i] = t.Apply(p.entered)
		}
	}
	if err != nil {
		return nil, postgres.Annotate(err, "the puzzles in play")
	}
	return s.ways.of(shown), nil
}

// ways keeps the forms of the puzzles in play from one call to the next: hundreds may be in play.
type ways struct {
	mutex sync.Mutex
	known map[sudoku.Grid]games.Way
}

// of returns the ways of puzzles, and forgets all others.
func (w *ways) of(shown []sudoku.Grid) (all InPlay) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	now := make(map[sudoku.Grid]games.Way, len(shown))
	for _, clues := range shown {
		way, known := w.known[clues]
		if !known {
			way = games.WayOf(clues)
		}
		now[clues] = way
		all = append(all, way)
	}
	w.known = now
	return all
}
