package curate

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/jobs"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/database"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/output"
)

// Jobs returns the command that shows the jobs that machines share.
func Jobs() *cobra.Command {
	all, asJSON := false, false
	cmd := &cobra.Command{
		Use:   "jobs [--all] [--json]",
		Short: "show the jobs that machines share, and how far they are",
		Long: "Show the jobs that machines share, of all machines together: how much is done, how many puzzles were found, the\n" +
			"rate of the machines that work now, and how long the rest will take. Jobs that ended more than a day ago are left out.",
		Example: "  gridkeeper jobs\n  gridkeeper jobs show 3\n  gridkeeper jobs cancel 3\n  gridkeeper jobs retry 3",
		Args:    cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return fmt.Errorf("unknown command %q of jobs: want add, show, retry or cancel (see 'gridkeeper jobs --help')", args[0])
			}
			return database.With(cmd, func(store *archive.Store) error {
				overview, err := jobs.List(cmd.Context(), store)
				if err != nil {
					return err
				}
				if !all {
					overview.Jobs = slices.DeleteFunc(overview.Jobs, func(p jobs.Progress) bool {
						return !p.Ended.IsZero() && time.Since(p.Ended) > 24*time.Hour
					})
				}
				if asJSON {
					all := struct {
						Jobs     []jobJSON      `json:"jobs"`
						Machines []jobs.Machine `json:"machines"`
					}{[]jobJSON{}, list(overview.Machines)}
					for _, p := range overview.Jobs {
						all.Jobs = append(all.Jobs, newJobJSON(p))
					}
					return printIndented(cmd.OutOrStdout(), all)
				}
				return printJobs(cmd, overview)
			})
		},
	}
	cmd.Flags().BoolVar(&all, "all", false, "show old jobs too")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	cmd.AddCommand(newJobsAdd(), newJobsShow(), newJobsRetry(), newJobsCancel())
	return cmd
}

// maxFindings is the maximal number of damaged rows to print.
const maxFindings = 50

func newJobsShow() *cobra.Command {
	asJSON := false
	cmd := aboutJob(database.With, "show", "print the state of a job, and all its counts", func(cmd *cobra.Command, store *archive.Store, id int64) error {
		p, err := jobs.Find(cmd.Context(), store, id)
		if err != nil {
			return err
		}
		damaged, err := jobs.Findings(cmd.Context(), store, id, maxFindings)
		if err != nil {
			return err
		}
		if asJSON {
			return printIndented(cmd.OutOrStdout(), struct {
				jobJSON
				Damaged []string `json:"damaged,omitempty"`
			}{newJobJSON(p), damaged})
		}
		if err := printJob(cmd.OutOrStdout(), p); err != nil {
			return err
		}
		for _, text := range damaged {
			fmt.Fprintf(cmd.OutOrStdout(), "damaged: %s\n", output.Inert(text))
		}
		if more := p.Counts["damaged"] - int64(len(damaged)); more > 0 {
			fmt.Fprintf(cmd.OutOrStdout(), "damaged: %d more\n", more)
		}
		return nil
	})
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

func newJobsRetry() *cobra.Command {
	return aboutJob(database.Change, "retry", "try the failed chunks of a job again, or resume a cancelled job",
		func(cmd *cobra.Command, store *archive.Store, id int64) error {
			chunks, err := jobs.Retry(cmd.Context(), store, id)
			if err != nil {
				return err
			}
			fmt.Fprintf(cmd.ErrOrStderr(), "job %d: chunks that are tried again: %d\n", id, chunks)
			return adviseWork(cmd, store)
		})
}

func newJobsCancel() *cobra.Command {
	return aboutJob(database.Change, "cancel", "end a job, and keep its results so far", func(cmd *cobra.Command, store *archive.Store, id int64) error {
		if err := jobs.Cancel(cmd.Context(), store, id); err != nil {
			return err
		}
		fmt.Fprintf(cmd.ErrOrStderr(), "job %d is cancelled: 'gridkeeper jobs retry %d' takes it up again\n", id, id)
		return nil
	})
}

// aboutJob returns a command for one job, named by its number.
func aboutJob(open opening, name, short string, do func(*cobra.Command, *archive.Store, int64) error) *cobra.Command {
	return aboutNumber(open, "jobs", name, short, "want the number of one job, as 'gridkeeper jobs' lists it", "job %q: want its number, as 'gridkeeper jobs' lists it", do)
}

// aboutNumber returns a subcommand of another whose argument is a number. none is the error without an argument, and wrong
// the format of the error of another text.
func aboutNumber(open opening, of, name, short, none, wrong string, do func(*cobra.Command, *archive.Store, int64) error) *cobra.Command {
	return &cobra.Command{
		Use:     name + " ID",
		Short:   short,
		Example: "  gridkeeper " + of + " " + name + " 3",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return errors.New(none)
			}
			id, err := strconv.ParseInt(args[0], 10, 32)
			if err != nil || id < 1 {
				return fmt.Errorf(wrong, args[0])
			}
			return open(cmd, func(store *archive.Store) error { return do(cmd, store, id) })
		},
	}
}

func printJobs(cmd *cobra.Command, overview jobs.Overview) error {
	if len(overview.Jobs) == 0 {
		fmt.Fprintln(cmd.ErrOrStderr(), "no jobs: 'gridkeeper stock' and 'gridkeeper jobs add' add some")
	}
	w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
	if len(overview.Jobs) > 0 {
		fmt.Fprintln(w, "ID\tSTATE\tCHUNKS\tDONE\tFOUND\tNEW\tRATE\tLEFT\tJOB")
	}
	for _, p := range overview.Jobs {
		fmt.Fprintf(w, "%d\t%s\t%d/%d\t%s\t%d\t%d\t%s\t%s\t%s\n", p.ID, p.State, p.ChunksDone, p.Chunks,
			percent(p.ItemsDone, p.Items), p.Counts["puzzles"], p.Counts["new"], rate(p), left(p), output.Inert(p.Title))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for _, p := range overview.Jobs {
		if text := Trouble(p); text != "" {
			fmt.Fprintln(cmd.OutOrStdout(), text)
		}
	}
	var machines []string
	workers := 0
	for _, m := range overview.Machines {
		machines = append(machines, fmt.Sprintf("%s (%d)", output.Inert(m.ID), m.Workers))
		workers += m.Workers
	}
	text := "none: 'gridkeeper work' makes this one work"
	if len(machines) > 0 {
		text = fmt.Sprintf("%d with %d workers: %s", len(machines), workers, strings.Join(machines, ", "))
	}
	_, err := fmt.Fprintf(cmd.OutOrStdout(), "machines: %s\n", text)
	return err
}

func percent(done, all int) string {
	if done == all {
		return "100%"
	}
	return fmt.Sprintf("%.1f%%", min(99.9, 100*float64(done)/float64(all)))
}

// rate formats the items a second of the running workers.
func rate(p jobs.Progress) string {
	if p.Rate() == 0 {
		return "-"
	}
	return fmt.Sprintf("%.3g/s", p.Rate())
}

func left(p jobs.Progress) string {
	if p.Left() == 0 {
		return "-"
	}
	return p.Left().String()
}

// Trouble returns the failures of a job and their remedy, "" if there are none.
func Trouble(p jobs.Progress) string {
	reason, _, _ := strings.Cut(p.Error, "\n")
	switch {
	case p.Failed > 0:
		return fmt.Sprintf("job %d: %d chunks failed (%s): 'gridkeeper jobs retry %d' tries them again", p.ID, p.Failed, output.Inert(reason), p.ID)
	case p.Counts["damaged"] > 0:
		return fmt.Sprintf("job %d: %d rows are damaged: 'gridkeeper jobs show %d' lists them", p.ID, p.Counts["damaged"], p.ID)
	case reason != "" && p.State != jobs.Cancelled:
		return fmt.Sprintf("job %d: something failed and is tried again by itself (%s)", p.ID, output.Inert(reason))
	}
	return ""
}

func printJob(out io.Writer, p jobs.Progress) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	line := func(name, format string, args ...any) { fmt.Fprintf(w, name+"\t"+format+"\n", args...) }
	line("job", "%d, %s", p.ID, output.Inert(p.Title))
	line("state", "%s", p.State)
	line("asked for", "%s, by %s", p.Made.Format(time.DateTime), output.Inert(p.By))
	if !p.Ended.IsZero() {
		line("ended", "%s", p.Ended.Format(time.DateTime))
	}
	if p.Collection != "" {
		line("collection", "%s", output.Inert(p.Collection))
	}
	line("chunks", "%d of %d, %d running, %d failed", p.ChunksDone, p.Chunks, p.Running, p.Failed)
	line("items", "%d of %d", p.ItemsDone, p.Items)
	for _, name := range slices.Sorted(maps.Keys(p.Counts)) {
		line("  "+name, "%d", p.Counts[name])
	}
	line("time", "%s of one worker, %.3g items a second", p.Spent.Round(time.Millisecond), p.PerSecond())
	line("left", "%s", left(p))
	if text := Trouble(p); text != "" {
		line("trouble", "%s", text)
	}
	return w.Flush()
}

// jobJSON is a job for programs to read, with times in seconds.
type jobJSON struct {
	ID         int64       `json:"id"`
	Kind       string      `json:"kind"`
	Title      string      `json:"title"`
	By         string      `json:"by"`
	Collection string      `json:"collection,omitempty"`
	State      jobs.State  `json:"state"`
	Chunks     int         `json:"chunks"`
	ChunksDone int         `json:"chunks_done"`
	Running    int         `json:"running"`
	Failed     int         `json:"failed"`
	Error      string      `json:"error,omitempty"`
	Items      int         `json:"items"`
	ItemsDone  int         `json:"items_done"`
	Counts     jobs.Counts `json:"counts"`
	Spent      float64     `json:"spent"`
	Left       float64     `json:"left,omitempty"`
	Made       time.Time   `json:"made"`
	Ended      time.Time   `json:"ended,omitzero"`
}

func newJobJSON(p jobs.Progress) jobJSON {
	return jobJSON{
		p.ID, p.Kind, p.Title, p.By, p.Collection, p.State, p.Chunks, p.ChunksDone, p.Running, p.Failed, p.Error,
		p.Items, p.ItemsDone, p.Counts, p.Spent.Seconds(), p.Left().Seconds(), p.Made, p.Ended,
	}
}

func printIndented(w io.Writer, value any) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
}
