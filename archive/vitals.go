package archive

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
)

// Vitals are the numbers by which an archive is watched. They cost the database a few milliseconds, and 20 with
// 10,000 guilds, however large it is: rows are counted up to a bound, and estimated beyond.
type Vitals struct {
	Schema           int // the version of the schema
	Bytes            int64
	Guilds           int                 // those with a schedule
	Short            []daily.ShortGuilds // an element for each tier
	Imports          int                 // those that are complete
	UnfinishedImport int                 // those that were interrupted, or run
	Posts            Backlogs
	Tables           []TableVitals
}

func (v *Vitals) fields() postgres.Fields {
	return postgres.Fields{"schema": &v.Schema, "bytes": &v.Bytes, "guilds": &v.Guilds, "imports": &v.Imports, "unfinished": &v.UnfinishedImport}
}

// Backlog is the waiting part of the outbox.
type Backlog struct {
	Due     int // now
	Late    int // those due for more than a minute, on which no process works
	Refused int // those that wait because the network refused them
}

// Backlogs are the waiting dailies, and all other waiting posts.
type Backlogs struct{ Dailies, Others Backlog }

func (b *Backlogs) fields() postgres.Fields {
	return postgres.Fields{
		"dailies_due": &b.Dailies.Due, "dailies_late": &b.Dailies.Late, "dailies_refused": &b.Dailies.Refused,
		"others_due": &b.Others.Due, "others_late": &b.Others.Late, "others_refused": &b.Others.Refused,
	}
}

// TableVitals is how a table grows.
type TableVitals struct {
	Name     string
	Rows     int64 // as estimated by the database when it looked last
	Inserted int64 // since the database began to count, which it does anew after a crash
}

func (t *TableVitals) fields() postgres.Fields {
	return postgres.Fields{"name": &t.Name, "rows": &t.Rows, "inserted": &t.Inserted}
}

// Vitals reads the numbers.
func (s *Store) Vitals(ctx context.Context) (Vitals, error) {
	v, err := postgres.ReadOne(ctx, s.db, (*Vitals).fields, `
		select (select max(version_id)::int from goose_db_version where is_applied) as schema, pg_database_size(current_database()) as bytes,
		       (select count(*) from guild where scheduled) as guilds, i.imports, i.unfinished
		from (select count(finished) as imports, count(*) - count(finished) as unfinished from (select finished from import limit 100000) i) i`)
	if err != nil {
		return v, postgres.Annotate(err, "read the numbers of the archive")
	}
	if v.Posts, err = s.backlogs(ctx); err != nil {
		return v, postgres.Annotate(err, "count the posts")
	}
	if v.Short, err = s.ShortGuilds(ctx); err != nil {
		return v, err
	}
	v.Tables, err = postgres.ReadAll(ctx, s.db, (*TableVitals).fields, `
		select c.relname as name, greatest(c.reltuples, 0)::bigint as rows, s.n_tup_ins as inserted
		from pg_class c join pg_stat_user_tables s on s.relid = c.oid
		where c.oid = any (array['game', 'event', 'player', 'puzzle', 'entry', 'request', 'outbox']::regclass[]) order by 1`)
	return v, postgres.Annotate(err, "look at the tables")
}

// Ping asks the database for a sign of life.
func (s *Store) Ping(ctx context.Context) error { return s.db.Ping(ctx) }

func (s *Store) backlogs(ctx context.Context) (Backlogs, error) {
	return postgres.ReadOne(ctx, s.db, (*Backlogs).fields, `
		with waiting as (
			select rank = 0 as daily, due_at <= clock_timestamp() as due, due_at > clock_timestamp() and refused > 0 as refused,
			       due_at <= clock_timestamp() - interval '1 minute' and (owner is null or leased_until <= clock_timestamp()) as late
			from outbox where state = 'due' and rank <= 2 limit 20000 -- what says who solved a daily may wait
		)
		select count(*) filter (where daily and due) as dailies_due, count(*) filter (where daily and late) as dailies_late,
		       count(*) filter (where daily and refused) as dailies_refused, count(*) filter (where not daily and due) as others_due,
		       count(*) filter (where not daily and late) as others_late, count(*) filter (where not daily and refused) as others_refused
		from waiting`)
}

// Pool returns how the connections to the database are used.
func (s *Store) Pool() *pgxpool.Stat { return s.db.Pool() }

// OnConnect has a function called after each attempt to connect to the database, see [postgres.DB.OnConnect].
func (s *Store) OnConnect(note func(error)) { s.db.OnConnect(note) }
