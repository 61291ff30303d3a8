package discord

import (
	"context"
	"testing"
)

// Of what is reported of a guild, the last counts: that it has removed the bot, or that it has it.
func TestGuildNews(t *testing.T) {
	for name, c := range map[string]struct {
		report        func(n *guildNews)
		gone, present bool
	}{
		"its role goes with the bot": {func(n *guildNews) { n.guildChanged("7"); n.channelGone("7", "") }, true, false},
		"it comes back":              {func(n *guildNews) { n.channelGone("7", ""); n.guildJoined("7") }, false, true},
		"it leaves at once":          {func(n *guildNews) { n.guildJoined("7"); n.channelGone("7", "") }, true, false},
		"a channel goes":             {func(n *guildNews) { n.guildChanged("7"); n.channelGone("7", "42") }, false, true},
	} {
		var n guildNews
		c.report(&n)
		gone, present := false, false
		err := n.settle(t.Context(),
			func(_ context.Context, _, channelID string) error { gone = gone || channelID == ""; return nil },
			func(context.Context, []string) error { present = true; return nil })
		if err != nil || gone != c.gone || present != c.present {
			t.Errorf("%s: gone %v, present %v, %v", name, gone, present, err)
		}
	}
}
