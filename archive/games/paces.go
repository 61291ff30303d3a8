package games

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Pace is a player's place on the board over the dailies of all guilds, which compares players' times with the
// expected times of their puzzles.
type Pace struct {
	Player Player
	Hidden bool // others are not to see who it is
	Solved int
	Share  float64 // of the expected time: 0.5 is twice as quick
	Mean   time.Duration
	Rank   int // from 1
	Joint  bool
}

func (p *Pace) fields() postgres.Fields {
	return postgres.Fields{"player": &p.Player.ID, "solved": &p.Solved, "share": &p.Share, "mean": &p.Mean, "rank": &p.Rank, "joint": &p.Joint}
}

const (
	// PaceLeast is how many dailies put a player on the board over all guilds: one lucky puzzle does not.
	PaceLeast = 3
	// PaceMost is how many players the board over all guilds has at most, beside the viewer.
	PaceMost = 100
)

// Paces returns the players who solved at least [PaceLeast] dailies of any guild, the quickest for the expected time
// first, to a hundredth of it: the first [PaceMost], and the viewer. The results of [Store.Leaderboard] count here, a
// puzzle once: in the game that the player opened first. The guild of the ranking is not asked for.
//
// Of a period with very many results the order is up to [paceLife] old. Whose place it is, and whether they want to
// be named, is as it is now.
func (s *Store) Paces(ctx context.Context, r Ranking) ([]Pace, error) {
	all, err := s.paceOrder(ctx, r)
	if err != nil {
		return nil, postgres.Annotate(err, "the leaderboard of all guilds")
	}
	shown := slices.Clone(all[:min(len(all), PaceMost)])
	if i := slices.IndexFunc(all, func(p Pace) bool { return p.Player.ID == r.Viewer }); i >= PaceMost {
		shown = append(shown, all[i])
	}
	shown, err = nameWorldwide(ctx, s.db, shown, r.Viewer)
	return shown, postgres.Annotate(err, "the leaderboard of all guilds")
}

// nameWorldwide gives players their names, and removes the ids of players who do not want to be named. Players who
// were deleted meanwhile are left out.
func nameWorldwide(ctx context.Context, db postgres.Querier, paces []Pace, viewer string) ([]Pace, error) {
	ids := make([]string, len(paces))
	for i, p := range paces {
		ids[i] = p.Player.ID
	}
	type row struct {
		Player
		worldwide bool
	}
	players, err := postgres.ReadAll(ctx, db, func(r *row) postgres.Fields {
		return postgres.Fields{"id": &r.ID, "name": &r.Name, "worldwide": &r.worldwide}
	}, `
		select y.id, y.name, coalesce(t.worldwide and not t.hidden, false) as worldwide
		from player y left join settings t on t.player = y.id where y.id = any($1)`, ids)
	known := map[string]row{}
	for _, p := range players {
		known[p.ID] = p
	}
	paces = slices.DeleteFunc(paces, func(p Pace) bool { _, ok := known[p.Player.ID]; return !ok })
	for i := range paces {
		player := known[paces[i].Player.ID]
		if paces[i].Hidden = !player.worldwide; paces[i].Hidden && player.ID != viewer {
			player.Player = Player{}
		}
		paces[i].Player = player.Player
	}
	return paces, err
}

// paceLife is how long an order is kept that was computed from more than PaceKept results.
const paceLife = time.Minute

// PaceKept is from how many results on an order is kept; fewer in tests.
var PaceKept = 20_000

// keptPaces are orders that took long to compute, by their rankings without a guild and a viewer.
type keptPaces struct {
	mu     sync.Mutex
	orders map[Ranking]keptOrder
}

type keptOrder struct {
	paces []Pace
	until time.Time
}

func (k *keptPaces) get(r Ranking) ([]Pace, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	order, ok := k.orders[r]
	return order.paces, ok && time.Now().Before(order.until)
}

func (k *keptPaces) keep(r Ranking, paces []Pace) {
	k.mu.Lock()
	defer k.mu.Unlock()
	maps.DeleteFunc(k.orders, func(_ Ranking, o keptOrder) bool { return !time.Now().Before(o.until) })
	k.orders[r] = keptOrder{paces, time.Now().Add(paceLife)}
}

// paceOrder returns the order of a ranking, computed now or not long ago. It must not be changed.
func (s *Store) paceOrder(ctx context.Context, r Ranking) ([]Pace, error) {
	kept := Ranking{Shape: r.Shape, Days: r.Days, Unaided: r.Unaided}
	if order, ok := s.paces.get(kept); ok {
		return order, nil
	}
	type row struct {
		Pace
		results int // that all of them are computed from
	}
	rows, err := postgres.ReadAll(ctx, s.db, func(p *row) postgres.Fields {
		return p.Pace.fields().And(postgres.Fields{"results": &p.results})
	}, paceOrder, r.argsAtLeast(PaceLeast))
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	order := make([]Pace, len(rows))
	for i, p := range rows {
		order[i] = p.Pace
	}
	if rows[0].results > PaceKept {
		s.paces.keep(kept, order)
	}
	return order, nil
}

// paceOrder reads the games themselves and not the view of results, whose names are not needed here. The index of
// games that were solved on time is found for a period without a first or a last date too.
const paceOrder = `
	with once as materialized (
		select distinct on (g.player, g.puzzle) g.player, g.finished - g.started as elapsed, p.score
		from game g join puzzle p on p.id = g.puzzle
		join daily d on d.guild = g.guild and d.date = g.date and d.shape = g.shape and d.tier = g.slot
		where d.counts and g.shape = @shape and g.on_time and g.apart = '' and coalesce(g.earned, g.moves > 0) and g.finished is not null and g.player is not null and p.score > 0 and g.guild not like 'dm:%'
		  and g.date between coalesce(@first::date, '-infinity') and coalesce(@last::date, 'infinity')
		  and (g.hints = 0 and g.checks = 0 or not @unaided)
		order by g.player, g.puzzle, g.started
	), pace as (
		select player, count(*) as solved, avg(elapsed) as mean, round((sum(extract(epoch from elapsed)) / sum(score))::numeric, 2) as share
		from once group by player having count(*) >= @least
	)
	select player, solved, mean, share::double precision as share, rank() over (order by share) as rank, count(*) over (partition by share) > 1 as joint,
		(select count(*) from once) as results
	from pace order by pace.share, solved desc, player`

func (r Ranking) argsAtLeast(least int) pgx.NamedArgs {
	args := r.args()
	args["least"] = least
	return args
}

// mostJournals is how many games of a daily are read for pauses: enough for a guild of any size.
const mostJournals = 300

// moment is an event of a journal, as far as pauses need it.
type moment struct {
	game    int64
	started time.Time
	at      time.Time
	grid    sudoku.Grid
}

func (m *moment) fields() postgres.Fields {
	return postgres.Fields{"game": &m.game, "started": &m.started, "at": &m.at, "grid": postgres.Grid(&m.grid)}
}

// HardestCell returns the cell of a daily over which the players who solved it on its day paused longest: the
// greatest mean of the pauses before its digit was written for the first time. Pauses over five minutes count as
// that. ok is false if no journal has a pause.
func (s *Store) HardestCell(ctx context.Context, d daily.Daily) (cell sudoku.Cell, pause time.Duration, ok bool, err error) {
	moments, err := postgres.ReadAll(ctx, s.db, (*moment).fields, `
		select e.game, g.started, e.at, e.grid from event e join (
			select g.id, g.started from (
				select * from game where (guild, date, shape, slot) = ($1, $2, $3, $4) offset 0 -- else PostgreSQL may read the date's games of all guilds
			) g where g.on_time and coalesce(g.earned, g.moves > 0) and g.apart = ''
			order by g.finished limit $5
		) g on g.id = e.game order by e.game, e.revision`, d.GuildID, d.Date, d.Shape, library.KeyTier(d.Shape, d.Tier), mostJournals)
	if err != nil {
		return 0, 0, false, postgres.Annotate(err, "the journals of the daily of %s", d.Date)
	}
	cell, pause, ok = longestPause(moments, d.Clues())
	return cell, pause, ok, nil
}

// longestPause shares the pause before an event equally among the cells that it fills. A game that
// fills a cell again, after taking the digit back, counts with the first time.
func longestPause(moments []moment, clues sudoku.Grid) (hardest sudoku.Cell, pause time.Duration, ok bool) {
	var total [sudoku.MaxCells]time.Duration
	var games [sudoku.MaxCells]int
	var filled sudoku.Cells
	for i, m := range moments {
		before := m.started
		if i > 0 && moments[i-1].game == m.game {
			before = moments[i-1].at
		} else {
			filled = clues.Filled()
		}
		first := m.grid.Filled().Minus(filled)
		filled = filled.Union(first)
		if n := first.Len(); n > 0 {
			share := min(max(m.at.Sub(before), 0), Pause) / time.Duration(n)
			for c := range first.All() {
				total[c] += share
				games[c]++
			}
		}
	}
	for c, n := range games {
		if n > 0 && (!ok || total[c]/time.Duration(n) > pause) {
			hardest, pause, ok = sudoku.Cell(c), total[c]/time.Duration(n), true
		}
	}
	return hardest, pause, ok
}
