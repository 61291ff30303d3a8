package discord

import (
	"testing"

	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
	"github.com/gridkeeper/gridkeeper/locale"
)

// Wherever Discord offers a command, its user gets an answer; those of admins it offers in guilds that have the bot
// alone. Who brings the bot along, to a guild or to messages with others, plays as in direct messages:
// nothing is posted there, so nothing of it is counted.
func TestPlaces(t *testing.T) {
	t.Parallel()
	srv, guild, _, log := hostileBot(t)
	brought := ann
	brought.Installed = true
	allowed := brought
	allowed.Permissions = discordtest.UseExternalApps
	srv.Await(t, "the commands", func() bool { return len(srv.Commands()) > 0 })
	for name, p := range map[string]struct {
		user    discordtest.User
		channel string
	}{
		"direct messages":             {ann, srv.AddChannel("", "direct")},
		"a group":                     {ann, srv.AddGroup()},
		"a guild without the bot":     {brought, srv.AddChannel(srv.AddGuild("Others"), "general")},
		"one where it may be brought": {allowed, srv.AddChannel(srv.AddGuild("Hosts"), "general")},
	} {
		board := srv.Slash(p.user, p.channel, "play", nil).Answer(t)
		wantBoard(t, board, name != "direct messages")
		wantBoard(t, srv.Press(t, p.user, board, "Hint").Answer(t), name != "direct messages")
		var public []string
		for _, c := range bot.Commands(locale.Match()) {
			if offered := srv.Offers(p.user, p.channel, c.Name); offered == c.Admin {
				t.Errorf("%s: /%s is offered: %v", name, c.Name, offered)
			}
			if c.Admin || c.Name == "import" {
				continue
			}
			options := map[string]string{}
			for _, o := range c.Options {
				if o.Required {
					options[o.Name] = "1"
				}
			}
			got := srv.Slash(p.user, p.channel, c.Name, options).Answer(t)
			if !got.Ephemeral && name != "direct messages" {
				public = append(public, c.Name)
			}
		}
		wantText(t, srv.Slash(p.user, p.channel, "share", nil).Answer(t), "nobody here to share it with")
		if len(public) > 0 {
			t.Errorf("%s: others read the answers to %q", name, public)
		}
	}
	if !srv.Offers(admin, guild, "setup") || srv.Offers(ann, guild, "setup") {
		t.Error("/setup is not the admins' alone")
	}
	wantCleanLog(t, srv, log)
}
