package games

import (
	"context"
	"slices"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/solver/logic"
)

// Kinds are the kinds of games by which [Solved] can be narrowed: a puzzle is one of the player's own, or of a duel.
var Kinds = []string{"daily", "puzzle", "practice"}

// Solved says which of the games that a player solved in a guild are wanted.
type Solved struct {
	PlayerID, GuildID string

	Kind    string     // one of [Kinds]; "": any
	Tier    logic.Tier // 0: any
	Unaided bool       // those without hints and checks alone
	Before  int64      // only those that were solved before that game; 0: all
}

// SolvedGames returns games that a player solved, the one solved last first: at most that many.
func (s *Store) SolvedGames(ctx context.Context, wanted Solved, most int) ([]Game, error) {
	ids, err := postgres.ReadAll(ctx, s.db, func(id *int64) postgres.Fields { return postgres.Fields{"id": id} }, `
		select id from game
		where player = $1 and guild = $2 and finished is not null
			and $3 in ('', case when practice <> '' then 'practice' when date is not null then 'daily' else 'puzzle' end)
			and $4::int in (0, tier)
			and (not $5 or hints = 0 and checks = 0)
			and ($6::bigint = 0 or (finished, id) < (select finished, id from game where id = $6 and player = $1))
		order by finished desc, id desc limit $7`,
		wanted.PlayerID, wanted.GuildID, wanted.Kind, int(wanted.Tier), wanted.Unaided, wanted.Before, most)
	if err != nil {
		return nil, postgres.Annotate(err, "the solved games of player %q", wanted.PlayerID)
	}
	games, err := readGames(ctx, s.db, `where g.id = any($1)`, ids)
	slices.SortFunc(games, func(a, b Game) int { return slices.Index(ids, a.ID) - slices.Index(ids, b.ID) })
	return games, postgres.Annotate(err, "the solved games of player %q", wanted.PlayerID)
}
