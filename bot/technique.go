package bot

import (
	"context"
	"fmt"
	"strings"

	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/solver/logic"
)

func techniqueCommand() handler {
	c := Command{
		Name:        "technique",
		Description: "Learn a technique by an example",
		Options:     []Option{{Name: "name", Description: "which one; all are listed if left out", Kind: Choice}},
		Example:     "/technique x-wing",
	}
	for _, t := range logic.Techniques {
		c.Options[0].Choices = append(c.Options[0].Choices, string(t))
	}
	return handler{c, (*Bot).technique}
}

func (b *Bot) technique(_ context.Context, r Request) (Reply, error) {
	name := strings.TrimSpace(r.option("name"))
	if name == "" {
		return Reply{Title: "Techniques", Text: techniques(), Private: true}, nil
	}
	t, err := logic.ParseTechnique(name)
	if err != nil {
		return Reply{}, refuse("%v", err)
	}
	example, step, _ := t.Example()
	board := picture.Board{Title: words.Technique(t), Clues: example.Grid, Grid: example.Grid, Marks: example.Marks}
	pointOut(&board, step)
	return Reply{
		Title:   fmt.Sprintf("%s (tier %d, %s)", words.Technique(t), t.Tier(), t.Tier()),
		Text:    words.Lesson(t) + "\n\nHere: " + words.Step(step),
		Board:   &board,
		Private: true,
	}, nil
}

// techniques lists all techniques, a tier a line.
func techniques() string {
	var lines []string
	for _, tier := range logic.Tiers {
		var names []string
		for _, t := range logic.Techniques {
			if t.Tier() == tier {
				names = append(names, words.Technique(t))
			}
		}
		lines = append(lines, fmt.Sprintf("Tier %d, %s: %s", tier, tier, strings.Join(names, ", ")))
	}
	return strings.Join(append(lines, "/technique x-wing explains one."), "\n")
}
