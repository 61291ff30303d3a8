package submissions

import (
	"context"
	"math"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
)

// Best is the name of the operator's collection of the puzzles that players like best.
const Best = "Best by votes"

// The rule of the collection [Best], see [IsBest].
const (
	MinVoters  = 5       // players who voted on a puzzle
	MinLiked   = 0.6     // of them, by the lower end of Wilson's interval
	MaxTooHard = 1. / 3  // of them: fewer must find it too hard for its label
	deviations = 1.95996 // of the normal distribution, for an interval of 95 %
)

// IsBest reports whether a puzzle enters the collection [Best] by its votes: if [MinVoters] have voted on it, the lower end
// of the 95 % interval of E. B. Wilson (1927) for the share of those who like it is [MinLiked] or more, and fewer than
// [MaxTooHard] find it too hard for its label. Six likes of six are enough, and ten of eleven.
func IsBest(v library.Votes) bool {
	return v.Voters >= MinVoters && lowerEnd(v.Liked, v.Voters) >= MinLiked && float64(v.TooHard) < MaxTooHard*float64(v.Voters)
}

// lowerEnd is the lower end of Wilson's interval for the share of which so many of n are a sample.
func lowerEnd(so, n int) float64 {
	p, m, z2 := float64(so)/float64(n), float64(n), deviations*deviations
	return (p + z2/(2*m) - deviations*math.Sqrt((p*(1-p)+z2/(4*m))/m)) / (1 + z2/m)
}

// candidate is a puzzle with enough votes that the collection does not have, as its first line in a shared collection has it.
type candidate struct {
	library.Votes
	library.EntryID
	Handed bool `db:"handed"` // a member handed it in, today or in the Patterns Game: their name goes with them, from that line alone
}

// UpdateBest adds the puzzles that are [IsBest] to the operator's collection [Best], and returns how many. It takes those
// that a shared collection has, as that has them, and leaves out the votes of players on puzzles that they have handed in. A
// puzzle stays in the collection whatever the later votes. With the same votes again it adds nothing.
func (s *Store) UpdateBest(ctx context.Context) (added int, err error) {
	err = s.db.Transact(ctx, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, lockGuild, waitingLock, library.GlobalGuild); err != nil {
			return err
		}
		all, err := postgres.ReadAll(ctx, tx, postgres.Tags[candidate], `
			with counted as materialized (
				select v.key, count(*) as voters, count(*) filter (where liked) as liked, count(*) filter (where too_hard) as too_hard
				from vote v where not exists (select from submission s where s.player = v.player and s.key = v.key)
				group by v.key having count(*) >= $2
			), p as materialized (
				select n.*, p.id, p.rnd, slot_of(p.shape, p.tier) as slot from counted n join puzzle p on p.key = n.key
			)
			select p.voters, p.liked, p.too_hard, e.import, e.position,
				exists (select from submission s where s.import = e.import and s.position = e.position)
				or exists (select from import i where i.id = e.import and i.source = $3 and i.by = $4) as handed
			from p cross join lateral (
				select e.import, e.position from collection c cross join lateral (
					select import, position from entry e
					where shelf(e.collection, e.slot) = shelf(c.id::integer, p.slot) and e.rnd = p.rnd and e.puzzle = p.id offset 0
				) e where c.shared order by e.import, e.position limit 1
			) e
			where not exists (
				select from collection c cross join lateral (
					select from entry e where shelf(e.collection, e.slot) = shelf(c.id::integer, p.slot) and e.rnd = p.rnd and e.puzzle = p.id offset 0
				) e where c.guild is null and c.name = $1
			)
			order by p.key`, Best, MinVoters, games.PatternsGame, games.PatternsBy)
		if err != nil {
			return err
		}
		var entries []format.Entry
		for _, c := range all {
			if !IsBest(c.Votes) {
				continue
			}
			p, err := library.ReadEntered(ctx, tx, c.EntryID)
			if err != nil {
				return err
			}
			e := format.Entry{Grid: p.Clues, Name: p.Name, Author: p.Author}
			if c.Handed {
				e.Author = ""
			}
			entries = append(entries, e)
		}
		if added = len(entries); added == 0 {
			return nil
		}
		made, err := importing.PrepareEntries(ctx, entries)
		if err == nil {
			_, _, err = importing.AddMade(ctx, tx, importing.MadeBy{Collection: Best, Source: "votes", Identity: "votes", By: "votes"}, made)
		}
		return err
	})
	return added, postgres.Annotate(err, "update the collection %q", Best)
}
