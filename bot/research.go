package bot

import (
	"context"

	"github.com/gridkeeper/gridkeeper/locale"
)

// researchCommand has no part in [archive.Store.Once]: to consent twice is the same as once.
func researchCommand() handler {
	return handler{
		name:    "research",
		options: []Option{{Name: "consent", Kind: ChoiceOption, Choices: []string{"on", "off"}}},
		example: []Given{{"consent", "on"}}, answer: (*Bot).research,
	}
}

func (b *Bot) research(ctx context.Context, q query) (Reply, error) {
	consent := q.option("consent")
	switch consent {
	case "on", "off":
		if err := b.store.SetResearch(ctx, q.Player, consent == "on"); err != nil {
			return Reply{}, err
		}
	case "":
	default:
		return Reply{}, q.refuseGiven("consent")
	}
	choices, err := b.store.Choices(ctx, q.Player.ID)
	if err != nil {
		return Reply{}, err
	}
	key := "research.is-off"
	if choices.Research {
		key = "research.is-on"
	}
	body := join("\n", q.Say(key, locale.Args{"Research": command("research")}), q.Say("research.what", nil))
	return private(q.Text("title.research", nil), body), nil
}
