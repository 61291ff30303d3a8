package discord

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
)

// Of what is reported of a guild, the last counts: that it has removed the bot, or that it has it.
func TestGuildEvents(t *testing.T) {
	for name, c := range map[string]struct {
		report        func(n *guildEvents)
		gone, present bool
	}{
		"its role goes with the bot": {func(n *guildEvents) { n.guildChanged("7"); n.channelGone("7", "") }, true, false},
		"it comes back":              {func(n *guildEvents) { n.channelGone("7", ""); n.guildJoined("7") }, false, true},
		"it leaves at once":          {func(n *guildEvents) { n.guildJoined("7"); n.channelGone("7", "") }, true, false},
		"a channel goes":             {func(n *guildEvents) { n.guildChanged("7"); n.channelGone("7", "42") }, false, true},
	} {
		var n guildEvents
		c.report(&n)
		gone, present := false, false
		err := n.flush(t.Context(),
			func(_ context.Context, _, channelID string) error { gone = gone || channelID == ""; return nil },
			nil, func(context.Context, []string) error { present = true; return nil })
		if err != nil || gone != c.gone || present != c.present {
			t.Errorf("%s: gone %v, present %v, %v", name, gone, present, err)
		}
	}
}

// Who takes the bot while the archive is away is not taken for gone by the list of before.
func TestListedBeforeItCame(t *testing.T) {
	var n guildEvents
	n.guildsListed(0, 1, []string{"7"})
	n.guildJoined("8")
	var present []string
	listed := func(_ context.Context, _, _ int, guildIDs []string) error {
		if present = guildIDs; len(guildIDs) == 2 {
			return context.DeadlineExceeded
		}
		return nil
	}
	retry := func(context.Context, []string) error { return nil }
	if n.flush(t.Context(), nil, listed, retry) == nil {
		t.Error("what failed is not reported")
	}
	n.guildJoined("9")
	must(t, n.flush(t.Context(), nil, listed, retry))
	if present = nil; n.flush(t.Context(), nil, listed, retry) != nil || present != nil {
		t.Errorf("what is noted is noted again: %v", present)
	}
}

// Guilds that remove the bot while it is not connected count as left, those of which Discord does not tell yet do not.
func TestGoneMeanwhile(t *testing.T) {
	t.Parallel()
	srv, channel := standIn(t)
	url, store := newArchive(t)
	stays, leaves := srv.GuildOf(channel), srv.AddGuild("Movers")
	for _, guild := range []string{stays, leaves} {
		g, err := store.Guild(t.Context(), guild)
		must(t, err)
		must(t, store.SaveGuild(t.Context(), g))
	}
	left := func() []string { return archivetest.Read[string](t, url, "select guild from departure") }
	stop := serveBot(t, srv, store)
	srv.AwaitReady(t)
	stop()
	srv.RemoveBot(leaves)
	srv.Outage(stays)
	serveBot(t, srv, store)
	eventually(t, "the guild to count as left", func() bool { return slices.Equal(left(), []string{leaves}) })
	srv.Rejoin(leaves)
	eventually(t, "the guild to be back", func() bool { return len(left()) == 0 })
}

// A deleted channel and a removed bot end the posts, an outage does not.
func TestScheduleEnds(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		event func(srv *discordtest.Server, guild, channel string)
		goes  bool
	}{
		"channel deleted": {func(srv *discordtest.Server, _, channel string) { srv.DeleteChannel(channel) }, true},
		"bot removed":     {func(srv *discordtest.Server, guild, _ string) { srv.RemoveBot(guild) }, true},
		"outage":          {func(srv *discordtest.Server, guild, _ string) { srv.Outage(guild) }, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			srv, channel := standIn(t)
			url, store := newArchive(t)
			guild := scheduleNow(t, store, srv.GuildOf(channel), channel)
			serveBot(t, srv, store)
			srv.Await(t, "the daily post", func() bool { return len(srv.Messages(channel)) == 1 })
			c.event(srv, guild.ID, channel)
			ends := func() bool {
				g, err := store.Guild(t.Context(), guild.ID)
				return err == nil && !g.Scheduled
			}
			if c.goes {
				eventually(t, "the posts to end", ends)
				left := func() bool { return slices.Contains(archivetest.Holding(t, url, guild.ID), "departure.guild") }
				if name != "bot removed" {
					if left() {
						t.Error("it counts as left")
					}
					return
				}
				eventually(t, "the guild to count as left", left)
				srv.Rejoin(guild.ID)
				eventually(t, "the guild to be back", func() bool { return !left() })
				return
			}
			time.Sleep(300 * time.Millisecond)
			if ends() {
				t.Error("the posts ended")
			}
		})
	}
}
