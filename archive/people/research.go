package people

import (
	"context"
	"iter"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Timing is how long a player who consents took for a puzzle.
type Timing struct {
	Player int // a number that is drawn anew for each reading, from 1
	Clues  sudoku.Grid
	Tier   int
	Active time.Duration
	Hints  int
}

func (t *Timing) fields() postgres.Fields {
	return postgres.Fields{"player": &t.Player, "clues": postgres.Grid(&t.Clues), "tier": &t.Tier, "active": &t.Active, "hints": &t.Hints}
}

// ResearchTimes yields the solved games of those who let their times be used for the score: without
// ids, names, guilds and dates, in an order drawn by lot. The numbers of the players are too, and
// are others in each reading. Games that were not solved on the board, that are apart or that began in the middle
// of a puzzle are left out. The clues are the same for all isomorphs.
func (s *Store) ResearchTimes(ctx context.Context) iter.Seq2[Timing, error] {
	return postgres.Stream(ctx, s.db, (*Timing).fields, `
		select p.number as player, z.clues, z.tier, g.active, g.hints
		from (select id, row_number() over (order by random()) as number from player where research is not null) p
		join game g on g.player = p.id
		join puzzle z on z.id = g.puzzle
		where g.finished is not null and coalesce(g.earned, g.moves > 0) and g.apart = '' and g.practice = ''
		order by random()`)
}
