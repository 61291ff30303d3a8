package discordtest

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"
)

// Overwrites apply in Discord's order: those of everyone, then all of the bot's roles together, then
// the bot's own.
func TestPermissions(t *testing.T) {
	s, _, channel := start(t)
	guild := s.GuildOf(channel)
	may := func(want bool, after string) {
		t.Helper()
		s.mu.Lock()
		defer s.mu.Unlock()
		if got := s.permissions(s.channel(channel))&SendMessages != 0; got != want {
			t.Errorf("%s: %t", after, got)
		}
	}
	may(true, "as usual")
	s.SetRole(guild, guild, ViewChannel)
	may(false, "taken from everyone")
	a, b := s.AddRole(guild, SendMessages), s.AddRole(guild, 0)
	may(false, "allowed to others")
	s.SetBot(guild, time.Time{}, a, b)
	may(true, "allowed to the bot's role")
	s.Overwrite(channel, guild, 0, SendMessages)
	may(false, "denied to everyone there")
	s.Overwrite(channel, b, SendMessages, 0)
	may(true, "allowed to a role there")
	s.Overwrite(channel, a, 0, SendMessages)
	may(true, "and denied to another")
	s.Overwrite(channel, s.BotID, 0, SendMessages)
	may(false, "denied to the bot there")
	s.SetRole(guild, b, Administrator)
	may(true, "an administrator")
	s.SetRole(guild, b, 0)
	s.SetOwner(guild, s.BotID)
	may(true, "the owner")
	s.SetBot(guild, time.Now().Add(time.Hour))
	may(true, "an owner who is timed out")
	s.SetOwner(guild, "1")
	s.Overwrite(channel, s.BotID, SendMessages, 0)
	may(false, "timed out")
}

// Each permission is asked for where Discord asks for it.
func TestPermissionsAreEnforced(t *testing.T) {
	withEmbed := `{"embeds":[{"description":"x"}],"allowed_mentions":{"parse":[]}}`
	for _, c := range []struct {
		deny                int64
		get, post, embedded int
		messages            bool
	}{
		{0, 200, 200, 200, true}, {ViewChannel, 403, 403, 403, false}, {SendMessages, 200, 403, 403, true},
		{EmbedLinks, 200, 200, 403, true}, {ReadMessageHistory, 200, 200, 200, false}, {SendMessagesInThreads, 200, 200, 200, true},
	} {
		s, bot, channel := start(t)
		s.Say(channel, "hello")
		s.Overwrite(channel, s.GuildOf(channel), 0, c.deny)
		status, _ := bot.call("GET", "/channels/"+channel, "", "")
		wantStatus(t, status, c.get)
		status, _ = bot.call("GET", "/channels/"+channel+"/messages", "", "")
		wantStatus(t, status, c.get)
		status, _ = bot.post("/channels/"+channel+"/messages", hello)
		wantStatus(t, status, c.post)
		status, _ = bot.post("/channels/"+channel+"/messages", withEmbed)
		wantStatus(t, status, c.embedded)
	}
}

func TestDirectMessages(t *testing.T) {
	s, bot, _ := start(t)
	open := func(user string) string {
		status, ch := bot.post("/users/@me/channels", fmt.Sprintf(`{"recipient_id":%q}`, user))
		wantStatus(t, status, 200)
		return fmt.Sprint(ch["id"])
	}
	id := open("1")
	if again := open("1"); again != id || open("2") == id {
		t.Error("there is one channel for each user")
	}
	status, _ := bot.post("/channels/"+id+"/messages", hello)
	wantStatus(t, status, 200)
	s.RefuseDirectMessages("2")
	status, refused := bot.post("/channels/"+open("2")+"/messages", hello)
	if wantStatus(t, status, 403); refused["code"] != 50007.0 {
		t.Errorf("refused with %v", refused)
	}
	if n := len(s.DirectMessages("1")); n != 1 || len(s.DirectMessages("2"))+len(s.DirectMessages("3")) != 0 {
		t.Errorf("%d messages", n)
	}
	status, _ = bot.post("/users/@me/channels", `{}`)
	wantStatus(t, status, 400)
}

// The gateway reports a channel that the bot may not view without its name, and with it once that changes.
func TestHiddenChannels(t *testing.T) {
	s := Start(t)
	guild := s.AddGuild("guild")
	open, closed := s.AddChannel(guild, "open"), s.AddChannel(guild, "staff")
	s.Overwrite(closed, guild, 0, ViewChannel)
	c := connect(t, s, 0, 1)
	type reported struct {
		ID, Name   string
		Flags      int
		Overwrites []struct{ ID, Deny string } `json:"permission_overwrites"`
	}
	// next returns the names in the next event of a type, by the channels' ids.
	next := func(kind string) string {
		for {
			p := c.next()
			if p.Type == nil || *p.Type != kind {
				continue
			}
			var d struct {
				reported
				Channels []reported
			}
			if err := json.Unmarshal(p.Data, &d); err != nil {
				t.Fatal(err)
			}
			names := ""
			for _, ch := range append(d.Channels, d.reported) {
				if ch.ID == open || ch.ID == closed {
					names += fmt.Sprint(ch.Name, ch.Flags, ch.Overwrites, " ")
				}
			}
			return strings.TrimSpace(names)
		}
	}
	hidden := fmt.Sprintf("___hidden___%d [{%s %d}]", 1<<17, guild, ViewChannel)
	if got := next("GUILD_CREATE"); got != "open0 [] "+hidden {
		t.Errorf("the guild has %s", got)
	}
	s.Overwrite(closed, guild, 0, 0)
	if got := next("CHANNEL_UPDATE"); got != fmt.Sprintf("staff0 [{%s 0}]", guild) {
		t.Errorf("opened, it is %s", got)
	}
	s.SetRole(guild, guild, usualPermissions&^ViewChannel)
	for range 2 {
		if got := next("CHANNEL_UPDATE"); got != hidden {
			t.Errorf("closed by a role, it is %s", got)
		}
	}
	s.SetBot(guild, time.Time{}, s.AddRole(guild, ViewChannel))
	if got := next("CHANNEL_UPDATE"); got != "open0 []" {
		t.Errorf("opened by a role, it is %s", got)
	}
}
