package bot

import (
	"context"
	"fmt"
	"strings"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

func helpCommand() handler {
	return handler{Command{
		Name:        "help",
		Description: "List the commands, or explain one",
		Options:     []Option{{Name: "command", Description: "the command to explain", Kind: Text}},
		Example:     "/help move",
	}, (*Bot).help}
}

func (b *Bot) help(_ context.Context, r Request) (Reply, error) {
	name := strings.TrimPrefix(strings.TrimSpace(r.option("command")), "/")
	if name == "" {
		return Reply{Title: "Gridkeeper", Text: overview(r.Admin), Private: true}, nil
	}
	for _, c := range Commands() {
		if c.Name == strings.ToLower(name) {
			return Reply{Title: "/" + c.Name, Text: c.explained(), Private: true}, nil
		}
	}
	return Reply{}, refuse("unknown command %s: /help lists them", sudoku.Excerpt(name))
}

// overview lists the commands that somebody may use, one a line.
func overview(admin bool) string {
	var lines []string
	for _, c := range Commands() {
		if admin || !c.Admin {
			lines = append(lines, fmt.Sprintf("/%s: %s", c.Name, c.Description))
		}
	}
	return strings.Join(append(lines, "/help move explains a command."), "\n")
}

// explained says all about a command.
func (c Command) explained() string {
	lines := []string{c.Description + "."}
	if c.Details != "" {
		lines = append(lines, c.Details)
	}
	if c.Admin {
		lines = append(lines, "Only for those who manage the server.")
	}
	for _, o := range c.Options {
		line := fmt.Sprintf("  %s: %s", o.Name, o.Description)
		if len(o.Choices) > 0 {
			line += " (" + strings.Join(o.Choices, ", ") + ")"
		}
		if o.Required {
			line += ", required"
		}
		lines = append(lines, line)
	}
	return strings.Join(append(lines, "Example: "+c.Example), "\n")
}
