package jobs

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"github.com/gridkeeper/gridkeeper/archive"
)

// Delivery is a message that a receiver outside gets once. Neither of its names is a secret: the table of jobs has them.
type Delivery struct {
	Receiver string `json:"receiver"`
	Message  string `json:"message"`
}

// Kind is the name by which River knows deliveries.
func (Delivery) Kind() string { return "delivery" }

// deliveries is River's queue of them. It is not that of chunks, so programs without [Options.Deliver] and those of
// former versions leave them alone.
const deliveries = "deliveries"

// sendersAtOnce is how many deliveries a program makes at a time.
const sendersAtOnce = 4

// A delivery that fails is tried again after a pause as long as it has waited so far, within bounds: 5 s, 10 s, 20 s,
// and at last every six hours.
const (
	shortestPause = 5 * time.Second
	longestPause  = 6 * time.Hour
	deliverFor    = 48 * time.Hour
)

// ErrRefused is the error of a receiver who wants no more of a delivery: it is not tried again.
var ErrRefused = errors.New("the receiver wants no more")

// AddDeliveries adds deliveries, and leaves out those that were added before, by whatever program. River forgets one a day
// after its end at the earliest: it must not be added again by then.
func AddDeliveries(ctx context.Context, store *archive.Store, list []Delivery) error {
	client, err := inserter()
	if err != nil {
		return err
	}
	once := river.UniqueOpts{ByArgs: true, ByState: rivertype.JobStates()}
	params := make([]river.InsertManyParams, len(list))
	for i, d := range list {
		params[i] = river.InsertManyParams{Args: d, InsertOpts: &river.InsertOpts{Queue: deliveries, MaxAttempts: maxAttempts, UniqueOpts: once}}
	}
	err = store.Transact(ctx, func(tx pgx.Tx) error {
		_, err := client.InsertManyTx(ctx, tx, params)
		return err
	})
	if err != nil {
		return fmt.Errorf("add deliveries: %w", err)
	}
	return nil
}

// wakeDeliveries makes the deliveries available whose pause is over, and forgets old ones. River's leader does both, but
// there may be none: programs that make deliveries alone do not lead.
const wakeDeliveries = `
	with old as (
		delete from river.river_job where queue = $1 and finalized_at < now() - interval '3 days'
	)
	update river.river_job set state = 'available' where queue = $1 and state = 'scheduled' and scheduled_at <= now()`

// deliverer makes deliveries.
type deliverer struct {
	river.WorkerDefaults[Delivery]
	*machine
	deliver func(ctx context.Context, d Delivery, last bool) error
}

// Work tries a delivery. One that fails is snoozed rather than retried: 'work --until-done' tries jobs of the state
// retryable again at once, and that of former versions does so in all queues.
//
// A program that is asked to stop ends the delivery that it has begun: given back, it would arrive twice.
func (w *deliverer) Work(ctx context.Context, j *river.Job[Delivery]) error {
	defer w.begin(j.ID)()
	age := time.Since(j.CreatedAt)
	pause := min(max(age, shortestPause), longestPause)
	last := age+pause > deliverFor
	err := w.deliver(context.WithoutCancel(ctx), j.Args, last)
	switch {
	case err == nil:
		return nil
	case last || errors.Is(err, ErrRefused):
		return river.JobCancel(err)
	}
	return river.JobSnooze(pause)
}
