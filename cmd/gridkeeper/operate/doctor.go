package operate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/people"
	"github.com/gridkeeper/gridkeeper/bot/discord"
	"github.com/gridkeeper/gridkeeper/bot/web/webhook"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/config"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/curate"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/database"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/output"
)

// Doctor returns the command that checks the setup.
func Doctor() *cobra.Command {
	test := false
	cmd := &cobra.Command{
		Use:   "doctor [--test-webhooks]",
		Short: "check configuration, database and token, and say what to fix",
		Long: "Check the configuration, the database and the Discord token, one line each, and say what to fix.\n" +
			"The exit code is 1 if anything that is set up does not work. A token is not required. It sends nothing to\n" +
			"web.webhooks, unless --test-webhooks has each of them get a message of the type \"test\".",
		Example: "  gridkeeper doctor",
		Args:    input.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return examine(cmd, test) },
	}
	cmd.Flags().BoolVar(&test, "test-webhooks", false, "send each webhook a test message")
	return cmd
}

// finding is the result of one check.
type finding struct {
	name string
	good string // the details if err is nil
	err  error  // the fault, and how to fix it
}

func examine(cmd *cobra.Command, testWebhooks bool) error {
	c, err := config.LoadSystem(cmd.Flags())
	findings := []finding{{"configuration", "data in " + c.DataDir + ", settings in " + cmp.Or(c.File, "no file"), err}}
	if err == nil {
		findings = append(findings, examineDatabase(cmd.Context(), c)...)
		token := finding{name: "discord", good: "no token, so no 'serve'; 'gridkeeper chat' needs none"}
		if c.Discord.Token != "" {
			name, err := discord.CheckToken(cmd.Context(), c.Discord)
			token.good, token.err = "the token belongs to "+name, err
		}
		findings = append(findings, token, examineWeb(c))
		findings = append(findings, examineWebhooks(cmd.Context(), c, testWebhooks)...)
	}
	findings = append(findings,
		finding{name: "time zones", good: calendar.FindZones().String()},
		finding{"environment", "no unknown variable", config.RejectUnknown(os.Environ())})
	if info, err := os.Stat(c.File); err == nil && info.Mode().Perm()&0o077 != 0 && config.HoldsSecret(c.File) {
		err = fmt.Errorf("%s holds a secret and can be read by others: run 'chmod 600 %[1]s'", c.File)
		findings = append(findings, finding{name: "secrets", err: err})
	}
	failed := false
	for _, f := range findings {
		if f.err != nil {
			failed = true
			fmt.Fprintf(cmd.OutOrStdout(), "FIX   %s: %v\n", f.name, f.err)
		} else {
			fmt.Fprintf(cmd.OutOrStdout(), "ok    %s: %s\n", f.name, f.good)
		}
	}
	return output.Failure(failed)
}

func examineDatabase(ctx context.Context, c config.Config) []finding {
	f, schedules := finding{name: "database", good: database.Name(c)}, finding{name: "schedules"}
	if c.Database.URL == "" {
		f.good = "a private server, started for this check"
	}
	f.err = database.WithArchive(ctx, c, func(store *archive.Store) error {
		stats, err := store.Stats(ctx)
		f.good += fmt.Sprintf(", %d puzzles", stats.Puzzles)
		if stats.Old > 0 {
			f.good += fmt.Sprintf(", %d of them rated by an older version: %s", stats.Old, curate.AdviseRerate)
		}
		departed, departedErr := store.Departed(ctx)
		if departed > 0 {
			f.good += fmt.Sprintf(", guilds without the bot that 'serve' erases when they are away for %d days: %d",
				int(people.DepartureGrace.Hours()/24), departed)
		}
		vitals, vitalsErr := store.Vitals(ctx)
		schedules.good, schedules.err = examineSchedules(vitals)
		return errors.Join(err, departedErr, vitalsErr)
	})
	if f.err != nil {
		return []finding{f}
	}
	return []finding{f, schedules}
}

// examineWebhooks reports whether each webhook has a public address, or sends it a test message. Without webhooks there is
// nothing to report, unless they are to be tested.
func examineWebhooks(ctx context.Context, c config.Config, test bool) (findings []finding) {
	if c.Web.Webhooks.Count() == 0 && test {
		return []finding{{name: "webhooks", err: errors.New("web.webhooks has no address to test")}}
	}
	sender := webhook.New(webhook.Config{Receivers: c.Web.Webhooks, Base: c.Web.URL})
	ask, good := sender.Reach, "has a public address; --test-webhooks sends it a message"
	if test {
		ask, good = sender.Test, "took the test message"
	}
	for _, r := range ask(ctx) {
		f := finding{name: "webhooks", good: r.Host + " " + good}
		if r.Err != nil {
			f.err = fmt.Errorf("%s: %w", r.Host, r.Err)
		}
		findings = append(findings, f)
	}
	return findings
}

// examineSchedules reports guilds that will have no post on some days. Only puzzles that are missing in all collections of a
// guild are an error: an operator cannot fix the collections that a guild has chosen.
func examineSchedules(v archive.Vitals) (good string, err error) {
	var missing, chosen []string
	for _, short := range v.Short {
		kind := library.Kind{Shape: short.Shape, Tier: short.Tier}.Name()
		if short.All > 0 {
			missing = append(missing, fmt.Sprintf("%s (%s)", kind, output.Plural(short.All, "guild")))
		}
		if short.Chosen > 0 {
			chosen = append(chosen, fmt.Sprintf("%s (%s)", kind, output.Plural(short.Chosen, "guild")))
		}
	}
	good = "posts in " + output.Plural(v.Guilds, "guild")
	if len(chosen) > 0 {
		good += ", with none on some days where the collections that a guild chose have no puzzle of " + strings.Join(chosen, ", ")
	}
	if len(missing) > 0 {
		err = fmt.Errorf("no post on some days, for want of puzzles of %s: import some, or the starter collection with 'gridkeeper import --starter'",
			strings.Join(missing, ", "))
	}
	return good, err
}
