package games

import (
	"context"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// mostJournals is how many games of a daily say where players paused: enough, whatever the size of a
// guild.
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

// HardestCell returns the cell of a daily over which the players who solved it on its day paused
// longest: the greatest mean of the pauses before its digit was written for the first time. Pauses over
// five minutes count as that. ok is false where no journal says anything.
func (s *Store) HardestCell(ctx context.Context, d daily.Daily) (cell sudoku.Cell, pause time.Duration, ok bool, err error) {
	moments, err := postgres.ReadAll(ctx, s.db, (*moment).fields, `
		select e.game, g.started, e.at, e.grid from event e join (
			select g.id, g.started from (
				select * from game where (guild, date, shape, slot) = ($1, $2, $3, $4) offset 0 -- else PostgreSQL may read the date's games of all guilds
			) g where g.on_time and coalesce(g.earned, g.moves > 0) and g.apart = ''
			order by g.finished limit $5
		) g on g.id = e.game order by e.game, e.revision`, d.GuildID, d.Date, d.Shape, library.Slot(d.Shape, d.Tier), mostJournals)
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
