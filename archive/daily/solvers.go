package daily

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
)

// The post of a daily names who has solved it. Every change of that makes its row of [SolversOfDay] due again, in the
// same transaction: a result, one that is shared, or removed, a player who hides or is deleted.
const (
	solversEvery = time.Minute // how often a post is changed, at most
	// PacedPerSecond is how many posts are changed and players reminded in a second, by all processes: a fifth of the
	// calls that Discord takes of a bot.
	PacedPerSecond = 10
	// pacedLock is the advisory lock of a claim of one of them.
	pacedLock = 0x736f_6c76
)

// ShowSolvers returns a statement that has the posts of dailies changed, for a condition about their games g. If it
// is about several dailies of a guild, one is changed after the other, the newest first.
func ShowSolvers(condition string) string {
	return fmt.Sprintf(`
		insert into outbox as o (guild, kind, rank, date, channel, target, version, due_at)
		select p.guild, '%[1]s', %[2]d, p.date, coalesce(nullif(p.thread, ''), p.channel), p.message, 1,
			clock_timestamp() + (row_number() over (partition by p.guild order by p.date desc) - 1) * interval '%[3]f seconds'
		from (select distinct guild, date, shape, slot from game g where on_time and (%[4]s)) g
		join outbox p on p.guild = g.guild and p.kind = 'daily' and p.date = g.date and p.shape = g.shape and p.tier = g.slot and p.state = 'done'
		where p.tried > clock_timestamp() - interval '2 days' -- older ones are not changed unless they were before
			or exists (select from outbox o where o.guild = p.guild and o.kind = '%[1]s' and o.date = p.date)
		order by p.guild, p.date -- so that two who change several do not wait for each other
		on conflict (guild, kind, date, number) do update set
			state = 'due', version = o.version + 1,
			due_at = case when o.state = 'due' and o.owner is null then o.due_at else greatest(excluded.due_at, o.tried + interval '%[3]f seconds') end
			where o.state <> 'failed'`, SolversOfDay, RankSolvers, solversEvery.Seconds(), condition)
}

// ShowSolvers has the post of a daily changed if it was solved by now.
func (s *Store) ShowSolvers(ctx context.Context, guildID string, date calendar.Date) error {
	_, err := s.db.Exec(ctx, ShowSolvers(`g.guild = $1 and g.date = $2`), guildID, date)
	return postgres.Annotate(err, "have the post of %s changed", date)
}

// ClaimPaced is [Store.Claim] for [RankReminder] and [RankSolvers], of which a reminder comes first. Where wait is set
// one is due, but as many as may be were claimed in the last second.
func (s *Store) ClaimPaced(ctx context.Context, owner string, lease time.Duration) (p Post, ok, wait bool, err error) {
	for _, rank := range []Rank{RankReminder, RankSolvers} {
		of := fmt.Sprintf(`rank = %d`, rank) // which index is used depends on it
		due := of + ` and state = 'due' and due_at <= clock_timestamp() and (owner is null or leased_until <= clock_timestamp())`
		if err = s.db.QueryRow(ctx, `select exists (select from outbox where `+due+`)`).Scan(&wait); err != nil {
			return p, false, false, postgres.Annotate(err, "look for what is paced")
		}
		if !wait {
			continue
		}
		p, err = s.claimPaced(ctx, of, owner, lease)
		if errors.Is(err, pgx.ErrNoRows) {
			return Post{}, false, true, nil
		}
		return p, err == nil, false, postgres.Annotate(err, "claim what is paced")
	}
	return p, false, false, nil
}

func (s *Store) claimPaced(ctx context.Context, of, owner string, lease time.Duration) (p Post, err error) {
	err = s.db.Transact(ctx, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `select pg_advisory_xact_lock($1)`, pacedLock); err != nil {
			return err
		}
		// The statement begins when the lock is held. By its own time PostgreSQL finds recent rows in an index, which
		// it cannot do by a clock that goes on.
		p, err = readPost(ctx, tx, claim(fmt.Sprintf(`
			%s and (select count(*) from outbox where rank >= %d and tried > statement_timestamp() - interval '1 second') < $3`, of, RankSolvers)),
			owner, lease, PacedPerSecond)
		return err
	})
	return p, err
}
