package jobs

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivertype"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/postgres/connection"
	"github.com/gridkeeper/gridkeeper/migrations"
)

// Options say how a program does jobs.
type Options struct {
	Workers  int          // chunks at a time, 1 or more
	Stock    int          // the floor under every tier, looked at every hour; 0: none
	UntilEnd bool         // return when there are no more jobs; what fails is tried again without a pause
	Log      *slog.Logger // nil: silent

	beat, keep time.Duration // 0: the usual; tests are in a hurry
}

// How often a machine says that it is alive, and when the others take it for dead. A machine
// that comes back from the dead finds its chunks moved on by others, and does no harm.
const (
	beatEvery = 10 * time.Second
	deadAfter = 6 // beats
)

// stopping is how long jobs may take to end after their contexts did.
const stopping = lastKeep + 5*time.Second

// quiet takes what River has to say: it logs errors that it returns as well.
var quiet = slog.New(slog.DiscardHandler)

// machine is a program that works.
type machine struct {
	id        string
	store     *archive.Store
	log       *slog.Logger
	workers   int
	beatEvery time.Duration
	keepEvery time.Duration

	mutex   sync.Mutex
	jobs    map[int64]bool      // that it is doing
	settled map[int64]time.Time // and those that it did, since when: River writes that down a little later

	complained time.Time // about the database
}

// Work does jobs until the context is done or, with UntilEnd, until there are none left. Then
// it gives back what it has begun, and returns nil. It opens connections of its own beside those
// of the store: River elects a leader among the machines, which fails where workers hold all
// connections.
func Work(ctx context.Context, store *archive.Store, url string, o Options) error {
	m := newMachine(store, o)
	pool, err := openPool(ctx, url)
	if err != nil {
		return err
	}
	defer pool.Close()
	client, err := m.client(pool, o)
	if err != nil {
		return err
	}
	if err := m.beat(ctx); err != nil { // before the first job: a machine that is not seen is dead
		return err
	}
	working, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	if err := client.Start(working); err != nil {
		return connection.Explain(err)
	}
	m.log.Info("working", "machine", m.id, "workers", m.workers)
	m.live(ctx, client, o.UntilEnd)
	return m.stop(ctx, client)
}

func newMachine(store *archive.Store, o Options) *machine {
	host, err := os.Hostname()
	if err != nil || len(host) > 60 { // River's names have 100 characters
		host = "machine"
	}
	m := &machine{
		id:    fmt.Sprintf("%s-%d-%s", host, os.Getpid(), rand.Text()[:6]),
		store: store, log: o.Log, workers: o.Workers, beatEvery: cmp.Or(o.beat, beatEvery), keepEvery: cmp.Or(o.keep, keepEvery),
		jobs: map[int64]bool{}, settled: map[int64]time.Time{},
	}
	if m.log == nil {
		m.log = quiet
	}
	return m
}

// openPool returns River's connections.
func openPool(ctx context.Context, url string) (*pgxpool.Pool, error) {
	config, err := connection.Config(url, migrations.SessionSuffix())
	if err != nil {
		return nil, err
	}
	config.MaxConns = 8 // to listen, lead, fetch and complete
	pool, err := pgxpool.NewWithConfig(ctx, config)
	return pool, connection.Explain(err)
}

// client returns River's client, with all kinds.
func (m *machine) client(pool *pgxpool.Pool, o Options) (*river.Client[pgx.Tx], error) {
	all := river.NewWorkers()
	for _, k := range kinds {
		k.register(all, m)
	}
	river.AddWorker(all, &refiller{store: m.store})
	config := &river.Config{
		ID:     m.id,
		Schema: migrations.RiverSchema,
		Logger: slog.New(asides{m.log.Handler()}),
		Queues: map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: m.workers}},

		Workers:             all,
		FetchOnlyKnownKinds: true, // those of newer programs are left to newer programs

		// The rescuer is the last resort: beat gives back the jobs of the dead long before.
		JobTimeout:           10 * time.Minute,
		RescueStuckJobsAfter: longestLimit + time.Hour,
	}
	if o.Stock > 0 {
		config.PeriodicJobs = []*river.PeriodicJob{refill(o.Stock)}
	}
	return river.NewClient(riverpgxv5.New(pool), config)
}

// live keeps the machine known to the others for as long as it works.
func (m *machine) live(ctx context.Context, client *river.Client[pgx.Tx], untilEnd bool) {
	ticker := time.NewTicker(m.beatEvery)
	defer ticker.Stop()
	ends := make(<-chan time.Time)
	if untilEnd {
		looking := time.NewTicker(min(time.Second, m.beatEvery))
		defer looking.Stop()
		ends = looking.C
	}
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			if err := m.beat(ctx); err != nil && ctx.Err() == nil {
				m.complain("the other machines cannot see that this one works", err)
			}
		case <-ends:
			if err := retryNow(ctx, client); err != nil && ctx.Err() == nil {
				m.complain("what failed is tried again later", err)
			}
			left, unknown, err := unfinishedJobs(ctx, m.store)
			if err == nil && left == 0 {
				if unknown > 0 {
					m.log.Warn("chunks are left to other versions of the program", "chunks", unknown)
				}
				return
			}
		}
	}
}

// retryNow makes jobs available that failed and would be tried again later, after minutes at the fourth time. How
// often they are tried stays as it is.
func retryNow(ctx context.Context, client *river.Client[pgx.Tx]) error {
	waiting, err := client.JobList(ctx, river.NewJobListParams().States(rivertype.JobStateRetryable).First(100))
	if err != nil {
		return err
	}
	for _, job := range waiting.Jobs {
		if _, err := client.JobRetry(ctx, job.ID); err != nil {
			return err
		}
	}
	return nil
}

// stop gives back what is under way.
func (m *machine) stop(ctx context.Context, client *river.Client[pgx.Tx]) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopping)
	defer cancel()
	if err := client.StopAndCancel(ctx); err != nil {
		m.log.Warn("stopped before all jobs did: other machines take them over", "error", err)
		return nil
	}
	if err := m.leave(ctx); err != nil {
		m.log.Warn("the other machines do not hear that this one stopped", "error", err)
	}
	return nil
}

// complain says what is wrong with the database, twice a minute at most.
func (m *machine) complain(what string, err error) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if time.Since(m.complained) > 30*time.Second {
		m.complained = time.Now()
		m.log.Warn(what, "error", err)
	}
}

// begin notes that a job is being done, and returns what notes its end.
func (m *machine) begin(job int64) func() {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.jobs[job] = true
	return func() {
		m.mutex.Lock()
		defer m.mutex.Unlock()
		delete(m.jobs, job)
		m.settled[job] = time.Now()
	}
}

// busy returns the jobs that the machine has, those included that ended a moment ago.
func (m *machine) busy() []int64 {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	busy := []int64{}
	for job := range m.jobs {
		busy = append(busy, job)
	}
	for job, since := range m.settled {
		if time.Since(since) > deadAfter*m.beatEvery {
			delete(m.settled, job)
		} else {
			busy = append(busy, job)
		}
	}
	return busy
}

// maxDeaths is how many machines may die on one job before it is left to people: it may be what
// kills them.
const maxDeaths = 25

// reclaim makes jobs available that no machine does: those of machines that are no longer seen,
// and those that this one is said to do and does not, since the database was away when it
// gave them back. That is none of the times that a chunk may fail.
const reclaim = `
	with ours as (
		select id, attempt, attempted_by[cardinality(attempted_by)] as machine, attempted_at
		from river.river_job where state = 'running'
	), abandoned as (
		select id, attempt from ours
		where machine not in (select id from machine where seen > now() - $2::interval)
		   or machine = $1 and id <> all($3::bigint[]) and attempted_at < now() - $2::interval
	)
	update river.river_job j
	set state = (case when a.attempt < $4 then 'available' else 'discarded' end)::river.river_job_state,
	    scheduled_at = now(), max_attempts = j.max_attempts + 1,
	    finalized_at = case when a.attempt < $4 then null else now() end,
	    errors = case when a.attempt < $4 then j.errors else array_append(j.errors, $5::jsonb) end
	from abandoned a where j.id = a.id and j.state = 'running' and j.attempt = a.attempt`

var diedOn = fmt.Sprintf(`{"at": "0001-01-01T00:00:00Z", "attempt": %[1]d, "error": "%[1]d machines died while they did it", "trace": ""}`, maxDeaths)

// beat says that the machine is alive, and takes back the jobs of those that are not.
func (m *machine) beat(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, max(m.beatEvery, 5*time.Second))
	defer cancel()
	return m.store.Transact(ctx, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `
			insert into machine (id, workers) values ($1, $2) on conflict (id) do update set seen = now(), workers = $2`, m.id, m.workers)
		if err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `delete from machine where seen < now() - interval '1 day'`); err != nil {
			return err
		}
		taken, err := tx.Exec(ctx, reclaim, m.id, deadAfter*m.beatEvery, m.busy(), maxDeaths, diedOn)
		if err == nil && taken.RowsAffected() > 0 {
			m.log.Info("took over the jobs of machines that are gone", "jobs", taken.RowsAffected())
		}
		return err
	})
}

// leave records that the machine no longer takes jobs.
func (m *machine) leave(ctx context.Context) error {
	return m.store.Transact(ctx, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `delete from machine where id = $1`, m.id)
		return err
	})
}

// unfinishedJobs counts the jobs that are done or still will be, of the kinds that this program knows and of those that it does not.
func unfinishedJobs(ctx context.Context, store *archive.Store) (left, unknown int, err error) {
	known := []string{refillArgs{}.Kind()}
	for _, k := range kinds {
		known = append(known, k.name())
	}
	err = store.Transact(ctx, func(tx pgx.Tx) error {
		return tx.QueryRow(ctx, `
			select count(*) filter (where kind = any($1)), count(*) filter (where kind <> all($1))
			from river.river_job where state in ('available', 'pending', 'retryable', 'running', 'scheduled')`, known).Scan(&left, &unknown)
	})
	return left, unknown, err
}

// asides is a log that takes River's warnings and errors where details are wanted. What goes
// wrong with jobs, and with the database, this package says in its own words.
type asides struct{ slog.Handler }

func (a asides) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn && a.Handler.Enabled(ctx, slog.LevelDebug)
}
func (a asides) Handle(ctx context.Context, r slog.Record) error {
	r.Level = slog.LevelDebug
	return a.Handler.Handle(ctx, r)
}
func (a asides) WithAttrs(attrs []slog.Attr) slog.Handler { return asides{a.Handler.WithAttrs(attrs)} }
func (a asides) WithGroup(name string) slog.Handler       { return asides{a.Handler.WithGroup(name)} }

// refillArgs is the job that looks every hour whether the stock is complete.
type refillArgs struct {
	PerTier int `json:"per_tier"`
}

func (refillArgs) Kind() string { return "refill" }

// refill returns the periodic job, which only River's leader adds.
func refill(perTier int) *river.PeriodicJob {
	return river.NewPeriodicJob(river.PeriodicInterval(time.Hour),
		func() (river.JobArgs, *river.InsertOpts) {
			return refillArgs{perTier}, &river.InsertOpts{MaxAttempts: maxAttempts}
		},
		&river.PeriodicJobOpts{RunOnStart: true})
}

type refiller struct {
	river.WorkerDefaults[refillArgs]
	store *archive.Store
}

func (r *refiller) Work(ctx context.Context, j *river.Job[refillArgs]) error {
	_, err := AddStock(ctx, r.store, Stock{PerTier: j.Args.PerTier, By: "every hour"})
	if err != nil && ctx.Err() != nil && !errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return river.JobSnooze(0)
	}
	return err
}
