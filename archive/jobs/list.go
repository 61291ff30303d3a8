package jobs

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive"
)

// State is where a job stands.
type State string

const (
	Running   State = "running"   // some machine does a chunk of it
	Waiting   State = "waiting"   // for a machine, or before a chunk that failed is tried again
	Failed    State = "failed"    // what is left failed too often; see [Retry]
	Cancelled State = "cancelled" // by [Cancel]
	Finished  State = "finished"
)

// Progress is a job and how far it is, on all machines together.
type Progress struct {
	ID         int64
	Kind       string
	Title      string
	By         string
	Collection string // that its puzzles go into; "": it makes none
	State      State
	Chunks     int
	ChunksDone int
	Items      int
	ItemsDone  int
	Failed     int           // chunks that are not tried again
	Running    int           // chunks that are being done
	Error      string        // of the chunk that failed last, "" if none did
	Counts     Counts        // sums over all items that are done
	Spent      time.Duration // of workers, on what is done
	Made       time.Time
	Ended      time.Time // finished or cancelled; zero: neither
}

// PerSecond is how many items a worker does in a second; 0: it is not known yet.
func (p Progress) PerSecond() float64 {
	if p.Spent <= 0 {
		return 0
	}
	return float64(p.ItemsDone) / p.Spent.Seconds()
}

// Rate is how many items those workers do in a second that do it now; 0: it is not known, or no worker
// does it.
func (p Progress) Rate() float64 {
	if p.State != Running {
		return 0
	}
	return p.PerSecond() * float64(p.Running)
}

// Left is how long the rest takes those workers that do it now; 0: it is not known.
func (p Progress) Left() time.Duration {
	rate := p.Rate()
	if rate == 0 {
		return 0
	}
	return time.Duration(float64(p.Items-p.ItemsDone) / rate * float64(time.Second)).Round(time.Second)
}

// Machine is a program that does jobs.
type Machine struct {
	ID      string    `json:"id"`
	Workers int       `json:"workers"`
	Seen    time.Time `json:"seen"`
}

// Overview lists all jobs, and the machines that do them.
type Overview struct {
	Jobs     []Progress // the oldest first
	Machines []Machine
}

const listJobs = `
	with chunks as (
		select work, count(*) as chunks, count(*) filter (where done = cardinality(input)) as chunks_done,
		       sum(cardinality(input)) as items, sum(done) as items_done, sum(spent) as spent
		from chunk group by work
	), sums as (
		select work, jsonb_object_agg(name, n) as counts
		from (select work, name, sum(n::bigint) as n from chunk, jsonb_each_text(counts) as c (name, n) group by work, name) s
		group by work
	), live as (
		select (j.args->>'work')::bigint as work, count(*) filter (where j.state = 'running' and m.id is not null) as running,
		       count(*) filter (where j.state not in ('running', 'cancelled', 'discarded') or j.state = 'running' and m.id is null) as waiting,
		       (array_agg(errors[cardinality(errors)]->>'error' order by j.id desc) filter (where cardinality(errors) > 0))[1] as error
		from river.river_job j
		left join machine m on m.id = j.attempted_by[cardinality(j.attempted_by)] and m.seen > now() - $2::interval
		where j.state <> 'completed' and j.args ? 'work' group by 1
	)
	select w.id, w.kind, w.title, w.by, w.collection, w.made, w.cancelled, w.finished,
	       c.chunks, c.chunks_done, c.items, c.items_done, c.spent, coalesce(s.counts, '{}') as counts,
	       coalesce(l.running, 0) as running, coalesce(l.waiting, 0) as waiting, coalesce(l.error, '') as error
	from work w join chunks c on c.work = w.id left join sums s on s.work = w.id left join live l on l.work = w.id
	where $1 = 0 or w.id = $1
	order by w.id`

// List returns all jobs.
func List(ctx context.Context, store *archive.Store) (Overview, error) {
	var all Overview
	err := store.Transact(ctx, func(tx pgx.Tx) (err error) {
		if all.Jobs, err = readJobs(ctx, tx, 0); err != nil {
			return err
		}
		rows, _ := tx.Query(ctx, `select id, workers, seen from machine where seen > now() - $1::interval and workers > 0 order by id`, deadAfter*beatEvery)
		all.Machines, err = pgx.CollectRows(rows, pgx.RowToStructByPos[Machine])
		return err
	})
	if err != nil {
		return Overview{}, fmt.Errorf("list the jobs: %w", err)
	}
	return all, nil
}

// readJobs reads one job, or all of them for 0.
func readJobs(ctx context.Context, tx pgx.Tx, id int64) ([]Progress, error) {
	rows, _ := tx.Query(ctx, listJobs, id, deadAfter*beatEvery)
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (p Progress, err error) {
		var cancelled, finished *time.Time
		var waiting int
		var spent float64
		err = row.Scan(&p.ID, &p.Kind, &p.Title, &p.By, &p.Collection, &p.Made, &cancelled, &finished,
			&p.Chunks, &p.ChunksDone, &p.Items, &p.ItemsDone, &spent, &p.Counts, &p.Running, &waiting, &p.Error)
		p.Spent = time.Duration(spent * float64(time.Second))
		p.Failed = max(0, p.Chunks-p.ChunksDone-p.Running-waiting)
		switch {
		case finished != nil:
			p.State, p.Ended, p.Error = Finished, *finished, ""
		case cancelled != nil:
			p.State, p.Ended, p.Failed = Cancelled, *cancelled, 0
		case p.Running > 0:
			p.State = Running
		case waiting > 0:
			p.State = Waiting
		default:
			p.State = Failed
		}
		return p, err
	})
}

// Find returns one job.
func Find(ctx context.Context, store *archive.Store, id int64) (Progress, error) {
	var found Progress
	err := control(ctx, store, "show", id, func(_ pgx.Tx, p Progress) error {
		found = p
		return nil
	})
	return found, err
}

// errNoJob is the error for the number of an unknown job.
var errNoJob = errors.New("there is no such job: 'gridkeeper jobs' lists all")

// find returns a job and holds its row.
func find(ctx context.Context, tx pgx.Tx, id int64) (Progress, error) {
	if _, err := tx.Exec(ctx, `select from work where id = $1 for update`, id); err != nil {
		return Progress{}, err
	}
	jobs, err := readJobs(ctx, tx, id)
	if err == nil && (len(jobs) == 0 || id == 0) {
		err = errNoJob
	}
	if err != nil {
		return Progress{}, err
	}
	return jobs[0], nil
}

// mostCounted is how many jobs of a state are counted.
const mostCounted = 10_000

// States counts the jobs by River's states, up to a bound.
func States(ctx context.Context, store *archive.Store) (states map[string]int, err error) {
	states = map[string]int{}
	err = store.Transact(ctx, func(tx pgx.Tx) error {
		rows, _ := tx.Query(ctx, `
			select s::text, (select count(*) from (select from river.river_job where state = s limit $1) j)
			from unnest(enum_range(null::river.river_job_state)) s`, mostCounted)
		var state string
		var jobs int
		_, err := pgx.ForEachRow(rows, []any{&state, &jobs}, func() error {
			states[state] = jobs
			return nil
		})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("count the jobs: %w", err)
	}
	return states, nil
}
