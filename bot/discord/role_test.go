package discord

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
)

// A role is pinged by those who may, and what keeps the bot from it is found.
func TestCheckRole(t *testing.T) {
	for name, c := range map[string]struct {
		change func(s *scene, role string) (asked string)
		want   chat.RoleProblem
	}{
		"not mentionable": {func(_ *scene, role string) string { return role }, chat.NotMentionableRole},
		"mentionable":     {func(s *scene, role string) string { s.Mentionable(s.guild, role); return role }, ""},
		"the bot may": {func(s *scene, role string) string {
			s.SetBot(s.guild, time.Time{}, s.AddRole(s.guild, discordtest.MentionEveryone))
			return role
		}, ""},
		"the bot may, but not there": {func(s *scene, role string) string {
			s.SetBot(s.guild, time.Time{}, s.AddRole(s.guild, discordtest.MentionEveryone))
			s.Overwrite(s.channel, s.BotID, 0, discordtest.MentionEveryone)
			return role
		}, chat.NotMentionableRole},
		"an administrator": {func(s *scene, role string) string {
			s.SetBot(s.guild, time.Time{}, s.AddRole(s.guild, discordtest.Administrator))
			return role
		}, ""},
		"everyone":         {func(s *scene, _ string) string { return s.guild }, chat.EveryoneRole},
		"deleted":          {func(s *scene, role string) string { s.DeleteRole(s.guild, role); return role }, chat.NoRole},
		"of another guild": {func(s *scene, _ string) string { return s.AddRole(s.AddGuild("Others"), 0) }, chat.NoRole},
		"no id":            {func(*scene, string) string { return "sudoku-fans" }, chat.NoRole},
	} {
		t.Run(name, func(t *testing.T) {
			p, srv, channel := newPoster(t)
			s := &scene{srv, srv.GuildOf(channel), channel}
			err := p.CheckRole(t.Context(), s.guild, channel, c.change(s, s.AddRole(s.guild, 0)))
			var problem chat.RoleProblem
			if e, ok := errors.AsType[*chat.RoleError](err); ok {
				problem = e.Problem
			} else if err != nil {
				t.Fatal(err)
			}
			if problem != c.want {
				t.Errorf("%q, want %q", problem, c.want)
			}
		})
	}
}

// A post pings its role and no other, whatever its text says, and none that is gone; a quiet one
// notifies nobody.
func TestPing(t *testing.T) {
	p, srv, channel := newPoster(t)
	guild := srv.GuildOf(channel)
	fans, others := srv.AddRole(guild, 0), srv.AddRole(guild, 0)
	post := func(marker, ping string, quiet bool) discordtest.Message {
		t.Helper()
		r := dailyPost
		r.Ping, r.Quiet = ping, quiet
		r.Screen.Body = chat.Plain("28 clues. @everyone <@&" + others + ">")
		_, err := p.Post(t.Context(), channel, daily.Post{Kind: daily.PostKind(marker), GuildID: guild}, r)
		must(t, err)
		all := srv.Messages(channel)
		return all[len(all)-1]
	}
	if m := post("a", fans, false); !slices.Equal(m.Pinged, []string{fans}) || m.Silent || !strings.HasPrefix(m.Content, "<@&"+fans+">") {
		t.Errorf("%+v", m)
	}
	if m := post("b", "", true); len(m.Pinged) > 0 || !m.Silent {
		t.Errorf("%+v", m)
	}
	srv.DeleteRole(guild, fans)
	if m := post("c", fans, false); len(m.Pinged) > 0 || strings.Contains(m.Content, fans) {
		t.Errorf("a role that is gone: %+v", m)
	}
	if m := post("d", guild, false); len(m.Pinged) > 0 {
		t.Errorf("everyone: %+v", m)
	}
}
