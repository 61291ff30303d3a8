package dump

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

// guarded is the condition that a puzzle p is in play, or chosen for a later day.
const guarded = `(
	exists (select from daily a where a.puzzle = p.id and a.date >= @rankable::date)
	or exists (select from duel a join entry e on e.import = a.import and e.position = a.position where a.ended is null and e.puzzle = p.id)
	or exists (select from party a join game g on g.party = a.id where a.state = 'open' and g.puzzle = p.id)
)`

// inPlay is the solutions of global dailies in play.
type inPlay []sudoku.Grid

func (p inPlay) guards(clues sudoku.Grid) bool {
	solution, err := solver.Solve(clues)
	return err == nil && len(p) > 0 && slices.Contains(p, canon.Of(solution))
}

func readInPlay(ctx context.Context, tx pgx.Tx, rankable calendar.Date) (all inPlay, err error) {
	dailies, err := postgres.ReadColumn[[]byte](ctx, tx, `select p.clues from daily d join puzzle p on p.id = d.puzzle where d.date >= $1`, rankable)
	for _, d := range dailies {
		clues, _ := postgres.UnpackGrid(d)
		solution, _ := solver.Solve(clues)
		all = append(all, canon.Of(solution))
	}
	return all, err
}
