package operate

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/config"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/monitor"
)

// Healthcheck returns the command that asks a running bot whether it can play.
func Healthcheck() *cobra.Command {
	alive, pages := false, false
	cmd := &cobra.Command{
		Use:   "healthcheck [--alive | --pages]",
		Short: "ask a running serve whether it can play",
		Long: "Ask the 'gridkeeper serve' of the same settings, at metrics.listen, whether it can play: whether its database\n" +
			"answers, and Discord is connected and answers too. It prints one line, and the exit code is 1 if not. With --pages\n" +
			"it asks about players in a browser alone, who need no Discord. It is for containers, whose images need no shell and\n" +
			"no curl for it.",
		Example: "  gridkeeper healthcheck\n  gridkeeper healthcheck --pages\n  gridkeeper healthcheck --alive",
		Args:    input.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := config.LoadSystem(cmd.Flags())
			if errors.Is(err, fs.ErrPermission) { // the address has no secret; without the file it is the default
				c, err = config.Load(cmd.Flags())
			}
			switch {
			case err != nil:
				return err
			case c.Metrics.Listen == "":
				return errors.New("metrics.listen is off, so serve cannot be asked")
			}
			path := "/readyz"
			switch {
			case alive:
				path = "/healthz"
			case pages:
				path = "/readyz/pages"
			}
			state, err := monitor.Ask(cmd.Context(), c.Metrics.Listen, path)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(cmd.OutOrStdout(), state)
			return err
		},
	}
	cmd.Flags().BoolVar(&alive, "alive", false, "ask only whether it runs")
	cmd.Flags().BoolVar(&pages, "pages", false, "ask only whether it can play in browsers")
	cmd.MarkFlagsMutuallyExclusive("alive", "pages")
	return cmd
}
