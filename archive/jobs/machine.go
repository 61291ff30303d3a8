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

// Options are how a program does jobs.
type Options struct {
	Workers  int          // chunks at a time; 0: this program makes deliveries alone
	Stock    int          // the floor under every tier, looked at every hour; 0: none
	UntilEnd bool         // return when there are no more jobs; what fails is tried again without a pause
	Log      *slog.Logger // nil: silent

	// Deliver makes a delivery, within stopping; see [AddDeliveries]. After an error it is tried again, unless the error is
	// ErrRefused or this was the last try. nil: other programs make them.
	Deliver func(ctx context.Context, d Delivery, last bool) error

	beat, keep time.Duration // 0: the usual; tests are in a hurry
}

// A machine sends a sign of life every beatEvery, and counts as dead after deadAfter beats without one. A machine
// that comes back from the dead finds its chunks moved on by others, and does no harm.
const (
	beatEvery = 10 * time.Second
	deadAfter = 6 // beats
)

// stopping is how long jobs may take to end after their contexts did.
const stopping = lastKeep + 5*time.Second

// quiet drops River's log: River logs errors that it returns as well.
var quiet = slog.New(slog.DiscardHandler)

// machine is a program that works.
type machine struct {
	id        string
	store     *archive.Store
	log       *slog.Logger
	workers   int
	delivers  bool
	beatEvery time.Duration
	keepEvery time.Duration

	mutex   sync.Mutex
	jobs    map[int64]bool      // under way
	settled map[int64]time.Time // done, and since when: River stores that a little later

	complained time.Time // about the database
}

// Work does jobs until the context is done or, with UntilEnd, until there are none left. Then
// it gives unfinished chunks back, and returns nil. It opens connections of its own beside the
// store's: River elects a leader among the machines, which fails if workers hold all connections.
func Work(ctx context.Context, store *archive.Store, url string, o Options) error {
	m := newMachine(store, o)
	poolConfig, err := connection.Config(url, migrations.SessionSuffix())
	if err != nil {
		return err
	}
	poolConfig.MaxConns = 8 // to listen, lead, fetch and complete
	if o.Workers == 0 {
		poolConfig.MaxConns = 4
	}
	pool, err := pgxpool.NewWithConfig(ctx, poolConfig)
	if err != nil {
		return connection.Explain(err)
	}
	defer pool.Close()
	client, err := m.client(pool, o)
	if err != nil {
		return err
	}
	if err := m.beat(ctx); err != nil { // before the first job: without a beat a machine counts as dead
		return err
	}
	working, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	if err := client.Start(working); err != nil {
		return connection.Explain(err)
	}
	if m.workers > 0 {
		m.log.Info("working", "machine", m.id, "workers", m.workers)
	}
	m.live(ctx, client, o.UntilEnd)
	stopped, cancelStop := context.WithTimeout(context.WithoutCancel(ctx), stopping)
	defer cancelStop()
	if err := client.StopAndCancel(stopped); err != nil {
		m.log.Warn("stopped before all jobs did: other machines take them over", "error", err)
		return nil
	}
	err = store.Transact(stopped, func(tx pgx.Tx) error {
		_, err := tx.Exec(stopped, `delete from machine where id = $1`, m.id)
		return err
	})
	if err != nil {
		m.log.Warn("the other machines do not hear that this one stopped", "error", err)
	}
	return nil
}

func newMachine(store *archive.Store, o Options) *machine {
	host, err := os.Hostname()
	if err != nil || len(host) > 60 { // River's names have 100 characters
		host = "machine"
	}
	return &machine{
		id:    fmt.Sprintf("%s-%d-%s", host, os.Getpid(), rand.Text()[:6]),
		store: store, log: cmp.Or(o.Log, quiet), workers: o.Workers, delivers: o.Deliver != nil, beatEvery: cmp.Or(o.beat, beatEvery), keepEvery: cmp.Or(o.keep, keepEvery),
		jobs: map[int64]bool{}, settled: map[int64]time.Time{},
	}
}

// client returns River's client, with all kinds.
func (m *machine) client(pool *pgxpool.Pool, o Options) (*river.Client[pgx.Tx], error) {
	all := river.NewWorkers()
	for _, k := range kinds {
		k.register(all, m)
	}
	river.AddWorker(all, &refiller{store: m.store})
	queues := map[string]river.QueueConfig{}
	if m.workers > 0 {
		queues[river.QueueDefault] = river.QueueConfig{MaxWorkers: m.workers}
	}
	if o.Deliver != nil {
		river.AddWorker(all, &deliverer{machine: m, deliver: o.Deliver})
		queues[deliveries] = river.QueueConfig{MaxWorkers: sendersAtOnce}
	}
	config := &river.Config{
		ID:     m.id,
		Schema: migrations.RiverSchema,
		Logger: slog.New(asides{m.log.Handler()}),
		Queues: queues,

		Workers:             all,
		FetchOnlyKnownKinds: true, // newer programs do the others

		// The leader adds the jobs that complete the stock. A program that makes deliveries alone knows nothing of the stock.
		LeaderElectionDisabled: m.workers == 0,

		// River's rescuer knows a stuck job by its age alone, and a chunk may take a day. So reclaim takes back the
		// jobs of dead machines within a minute, and the rescuer is the last resort.
		JobTimeout:           10 * time.Minute,
		RescueStuckJobsAfter: longestLimit + time.Hour,
	}
	if o.Stock > 0 && m.workers > 0 {
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
				m.complain("failed chunks are tried again later", err)
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

// retryNow makes failed jobs available at once. River would wait between attempts, minutes before the fourth. The
// number of attempts stays the same.
func retryNow(ctx context.Context, client *river.Client[pgx.Tx]) error {
	waiting, err := client.JobList(ctx, river.NewJobListParams().Queues(river.QueueDefault).States(rivertype.JobStateRetryable).First(100))
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

// complain logs a fault of the database, twice a minute at most.
func (m *machine) complain(fault string, err error) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if time.Since(m.complained) > 30*time.Second {
		m.complained = time.Now()
		m.log.Warn(fault, "error", err)
	}
}

// begin marks a job as running and returns a function that marks it done.
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

// busy returns the jobs of the machine, with the jobs that ended a moment ago.
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

// maxDeaths is how many machines may die on one job before it is left to people: the job may be the cause.
const maxDeaths = 25

// reclaim makes jobs available that no machine does: the jobs of dead machines, and jobs that this machine gave
// back while the database was away. It does not count as a failure of the chunk.
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

// beat records that the machine is alive, and reclaims the jobs of dead machines.
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
		if err == nil && m.delivers {
			_, err = tx.Exec(ctx, wakeDeliveries, deliveries)
		}
		return err
	})
}

// unfinishedJobs counts the chunks that run or wait, of kinds that this program knows and of unknown kinds.
func unfinishedJobs(ctx context.Context, store *archive.Store) (left, unknown int, err error) {
	known := []string{refillArgs{}.Kind()}
	for _, k := range kinds {
		known = append(known, k.name())
	}
	err = store.Transact(ctx, func(tx pgx.Tx) error {
		return tx.QueryRow(ctx, `
			select count(*) filter (where kind = any($1)), count(*) filter (where kind <> all($1))
			from river.river_job where queue <> $2 and state in ('available', 'pending', 'retryable', 'running', 'scheduled')`, known, deliveries).Scan(&left, &unknown)
	})
	return left, unknown, err
}

// asides is a log that shows River's warnings and errors at the level of details. This package logs faults of
// jobs and of the database in its own words.
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

// refillArgs is the job that completes the stock every hour.
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
