package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/config"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/monitor"
)

func newHealthcheck() *cobra.Command {
	alive := false
	cmd := &cobra.Command{
		Use:   "healthcheck [--alive]",
		Short: "ask a running serve whether it can play",
		Long: "Ask the 'gridkeeper serve' of the same settings, at metrics.listen, whether it can play: whether its database\n" +
			"answers and Discord is connected. It prints one line, and the exit code is 1 if not. It is for containers, whose\n" +
			"images need no shell and no curl for it.",
		Example: "  gridkeeper healthcheck\n  gridkeeper healthcheck --alive",
		Args:    input.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := config.Load(cmd.Flags())
			switch {
			case err != nil:
				return err
			case c.Metrics.Listen == "":
				return errors.New("metrics.listen is off, so serve cannot be asked")
			}
			state, err := monitor.Ask(cmd.Context(), c.Metrics.Listen, alive)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(cmd.OutOrStdout(), state)
			return err
		},
	}
	cmd.Flags().BoolVar(&alive, "alive", false, "ask only whether it runs")
	return cmd
}
