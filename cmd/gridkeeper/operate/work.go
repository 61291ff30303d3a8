package operate

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"sync"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/jobs"
	"github.com/gridkeeper/gridkeeper/bot/metrics"
	"github.com/gridkeeper/gridkeeper/bot/web/webhook"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/config"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/curate"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/database"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/output"
)

// Work returns the command that works on shared jobs.
func Work() *cobra.Command {
	workers, untilDone := runtime.NumCPU(), false
	cmd := &cobra.Command{
		Use:   "work [--workers N] [--until-done]",
		Short: "work on the jobs that machines share",
		Long: "Work on the jobs that 'gridkeeper stock' and 'gridkeeper jobs add' have added, until interrupted. Any number of\n" +
			"machines may do so on one database. One that is interrupted keeps what it has done and gives back the rest\n" +
			"within seconds; the work of one that is killed goes to the others within about a minute. The log goes to\n" +
			"standard error.",
		Example: "  gridkeeper work --workers 2\n  GRIDKEEPER_DATABASE_URL=postgres://me@db/gridkeeper gridkeeper work",
		Args:    input.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := config.LoadSystem(cmd.Flags())
			if err != nil {
				return err
			}
			if workers < 1 || workers > config.MaxWorkers {
				return fmt.Errorf("--workers %d: want 1 to %d", workers, config.MaxWorkers)
			}
			// A computation of one worker may use all of Go's processors.
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(min(workers, runtime.NumCPU())))
			log, flush := newLog(cmd.ErrOrStderr(), c)
			defer flush()
			return database.WithURL(cmd.Context(), c, func(ctx context.Context, store *archive.Store, url string) error {
				log.Info("archive: opened", "at", database.Name(c))
				noteOutages(store, log)
				o := jobs.Options{Workers: workers, Stock: c.Work.StockPerTier, UntilEnd: untilDone, Log: log}
				if err := jobs.Work(ctx, store, url, o); err != nil || !untilDone {
					return err
				}
				if err := cmd.Context().Err(); err != nil {
					return err
				}
				overview, err := jobs.List(cmd.Context(), store)
				failed := false
				for _, p := range overview.Jobs {
					if p.Failed > 0 {
						failed = true
						fmt.Fprintln(cmd.ErrOrStderr(), curate.Trouble(p))
					}
				}
				return errors.Join(err, output.Failure(failed))
			})
		},
	}
	cmd.Flags().IntVar(&workers, "workers", workers, "how much to do at a time")
	cmd.Flags().BoolVar(&untilDone, "until-done", false, "end when there is nothing left to do")
	return cmd
}

// workBeside works on shared jobs and sends the messages of webhooks until the context is done, if the settings ask for it.
func workBeside(ctx context.Context, c config.Config, store *archive.Store, url string, counts *metrics.Metrics, log *slog.Logger) {
	o := jobs.Options{Workers: c.Work.InServe, Stock: c.Work.StockPerTier, Log: log}
	if c.Web.Webhooks.Count() > 0 {
		sender := webhook.New(webhook.Config{Receivers: c.Web.Webhooks, Store: store, Base: c.Web.URL, Metrics: counts, Log: log})
		o.Deliver = sender.Deliver
		var announcing sync.WaitGroup
		announcing.Go(func() { sender.Announce(ctx) })
		defer announcing.Wait()
	}
	if o.Workers == 0 && o.Deliver == nil {
		return
	}
	if err := jobs.Work(ctx, store, url, o); err != nil && ctx.Err() == nil {
		log.Error("no work is done here", "error", err) // the bot goes on
	}
}
