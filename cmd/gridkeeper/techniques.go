package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/bot/picture"
)

func newTechniques() *cobra.Command {
	return &cobra.Command{
		Use:     "techniques [NAME]",
		Short:   "list the techniques, or teach one by an example",
		Example: "  gridkeeper techniques\n  gridkeeper techniques x-wing",
		RunE: func(cmd *cobra.Command, args []string) error {
			reply := bot.New(nil, bot.Config{}).Handle(cmd.Context(), bot.Request{
				Action: bot.Ask{Command: "technique", Options: map[string]string{"name": strings.Join(args, " ")}},
			})
			if reply.Failed {
				return errors.New(reply.Screen.Body.String())
			}
			out := cmd.OutOrStdout()
			fmt.Fprintln(out, reply.Screen.Title.String())
			if reply.Screen.Board != nil {
				coloured := isTerminal(out) && os.Getenv("NO_COLOR") == ""
				fmt.Fprintln(out, strings.TrimRight(picture.Text(*reply.Screen.Board, coloured), "\n"))
			}
			fmt.Fprintln(out, reply.Screen.Body.String())
			return nil
		},
	}
}
