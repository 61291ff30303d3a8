package discord

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// Whoever set the posts up gets one direct message, from one of several bots; if they take none,
// nothing else changes. When the channel is fixed, the daily appears at once.
func TestToldByDirectMessage(t *testing.T) {
	t.Parallel()
	for name, refuses := range map[string]bool{"told": false, "refused": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			srv, channel := standIn(t)
			_, store := newArchive(t)
			guild := scheduleNow(t, store, srv.GuildOf(channel), channel).ID
			srv.Overwrite(channel, guild, 0, discordtest.AttachFiles)
			if refuses {
				srv.RefuseDirectMessages(admin.ID)
			}
			must(t, store.SetContact(t.Context(), guild, daily.Contact{PlayerID: admin.ID, ChannelID: channel}))
			for range 3 {
				serveBot(t, srv, store)
			}
			opened := "POST /users/@me/channels"
			srv.Await(t, "a message", func() bool {
				return len(srv.DirectMessages(admin.ID)) == 1 || refuses && len(srv.Requests(toChannel)) >= 2
			})
			for range 5 { // more attempts
				must(t, bot.New(store, bot.Config{}).Retry(t.Context(), []string{guild}))
				time.Sleep(60 * time.Millisecond)
			}
			messages := srv.DirectMessages(admin.ID)
			if n := len(srv.Requests(opened)); n != 1 || (len(messages) == 0) != refuses {
				t.Fatalf("opened %d times, the messages are %+v", n, messages)
			}
			if !refuses {
				want := fmt.Sprintf("is not in <#%s> yet: the bot lacks Attach Files there", channel)
				if text := messages[0].Text(); !strings.Contains(text, want) || messages[0].Nonce == "" {
					t.Errorf("%q, want %q", text, want)
				}
			}
			if text := srv.Slash(admin, channel, "schedule", nil).Answer(t).Text(); !strings.Contains(text, "yet: the bot lacks Attach Files there") {
				t.Errorf("/schedule says %q", text)
			}
			srv.Overwrite(channel, guild, 0, 0)
			srv.Await(t, "the daily", func() bool { return len(srv.Messages(channel)) == 1 })
		})
	}
}

// Without a puzzle for the daily, whoever set the posts up gets one direct message from several bots, and /setup and /schedule say it
// too. Once there is a puzzle, the daily is posted.
func TestToldOfNoPuzzleByDirectMessage(t *testing.T) {
	t.Parallel()
	srv, channel := standIn(t)
	_, store := newArchive(t)
	guild := scheduleNow(t, store, srv.GuildOf(channel), channel)
	there := guild.Tiers[0]
	for day := range guild.Tiers {
		guild.Tiers[day] = logic.TierXWing
	}
	must(t, store.SaveGuild(t.Context(), guild))
	must(t, store.SetContact(t.Context(), guild.ID, daily.Contact{PlayerID: admin.ID, ChannelID: channel}))
	for range 2 {
		serveBot(t, srv, store)
	}
	srv.Await(t, "a message", func() bool { return len(srv.DirectMessages(admin.ID)) > 0 })
	want := fmt.Sprintf("is not in <#%s> yet: there is no Expert puzzle.", channel)
	for _, text := range []string{
		srv.DirectMessages(admin.ID)[0].Text(), srv.Slash(admin, channel, "schedule", nil).Answer(t).Text(), srv.Slash(admin, channel, "setup", nil).Answer(t).Text(),
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q, want %q", text, want)
		}
	}
	for day := range guild.Tiers {
		guild.Tiers[day] = there
	}
	must(t, store.SaveGuild(t.Context(), guild))
	srv.Await(t, "the daily", func() bool { return len(srv.Messages(channel)) == 1 })
	if messages := srv.DirectMessages(admin.ID); len(messages) != 1 {
		t.Errorf("the messages are %+v", messages)
	}
}

// Whatever gives the bot what it lacked, the daily is posted at once.
func TestPostedWhenPermissionsChange(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ closed, opened func(*scene) }{
		"the channel": {
			func(s *scene) { s.Overwrite(s.channel, s.guild, 0, discordtest.ViewChannel) },
			func(s *scene) { s.Overwrite(s.channel, s.guild, 0, 0) },
		},
		"a role": {
			func(s *scene) { s.SetRole(s.guild, s.guild, discordtest.ViewChannel) },
			func(s *scene) { s.SetRole(s.guild, s.guild, everything) },
		},
		"the bot's roles": {
			func(s *scene) { s.SetRole(s.guild, s.guild, 0) },
			func(s *scene) { s.SetBot(s.guild, time.Time{}, s.AddRole(s.guild, everything)) },
		},
		"its timeout": {
			func(s *scene) { s.SetBot(s.guild, time.Now().Add(time.Hour)) },
			func(s *scene) { s.SetBot(s.guild, time.Time{}) },
		},
		"the owner": {
			func(s *scene) { s.SetRole(s.guild, s.guild, 0) },
			func(s *scene) { s.SetOwner(s.guild, s.BotID) },
		},
		"a locked thread": {
			func(s *scene) {
				s.channel = s.AddThread(s.channel, "thread", discordtest.PublicThread)
				s.LockThread(s.channel, true)
			},
			func(s *scene) { s.LockThread(s.channel, false) },
		},
		"a private thread": {
			func(s *scene) { s.channel = s.AddThread(s.channel, "thread", discordtest.PrivateThread) },
			func(s *scene) { s.AddToThread(s.channel) },
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			srv, channel := standIn(t)
			_, store := newArchive(t)
			s := &scene{srv, srv.GuildOf(channel), channel}
			c.closed(s)
			serveBot(t, srv, store)
			scheduleNow(t, store, s.guild, s.channel)
			refused := func() bool {
				last, err := store.LastPost(t.Context(), s.guild)
				return err == nil && last.Reason != "" && last.State == daily.PostDue
			}
			srv.Await(t, "an attempt", func() bool { return len(srv.Requests(toChannel)) > 0 })
			eventually(t, "the refusal in the ledger", refused)
			if len(srv.Messages(s.channel)) != 0 {
				t.Fatal("not refused")
			}
			c.opened(s)
			srv.Await(t, "the daily", func() bool { return len(srv.Messages(s.channel)) == 1 })
		})
	}
}

// A burst of events costs one look into the ledger, and a bot that Discord refuses nothing makes no
// call for them.
func TestBurstOfRoleUpdates(t *testing.T) {
	t.Parallel()
	srv, channel := standIn(t)
	var mu sync.Mutex
	looks, seen := 0, map[string]bool{} // since the burst began
	s := newService(quick(srv).withDefaults(), logTo(t), nil)
	s.round = func(ctx context.Context) error { return nil }
	s.gone = func(ctx context.Context, _, _ string) error { return nil }
	s.retry = func(_ context.Context, guilds []string) error {
		mu.Lock()
		defer mu.Unlock()
		looks++
		for _, g := range guilds {
			seen[g] = true
		}
		return nil
	}
	sudokutest.InBackground(t, s.serve)
	srv.AwaitReady(t)
	guilds := []string{srv.GuildOf(channel)}
	for len(guilds) < 100 {
		guilds = append(guilds, srv.AddGuild("more"))
	}
	all := func() bool {
		mu.Lock()
		defer mu.Unlock()
		return len(seen) == len(guilds)
	}
	eventually(t, "the guilds to come", all)
	mu.Lock()
	looks = 0
	clear(seen)
	mu.Unlock()
	began, before := time.Now(), len(srv.Requests(""))
	for range 5 {
		for _, g := range guilds {
			srv.SetRole(g, g, everything)
		}
	}
	eventually(t, "a look at each", all)
	mu.Lock()
	defer mu.Unlock()
	// One round may have been under way, and the tick for another have come meanwhile.
	if most := int(time.Since(began)/s.config.AnnounceEvery) + 2; looks > most || len(srv.Requests("")) != before {
		t.Errorf("%d looks where %d rounds fit, and %d calls", looks, most, len(srv.Requests(""))-before)
	}
}

// A channel that is deleted, and a guild that removes the bot, while the database is away end the
// posts when it is back, unless the bot is there again by then.
func TestGoneWhileTheDatabaseIsAway(t *testing.T) {
	t.Parallel()
	srv, deleted := standIn(t)
	url, store := newArchive(t)
	removed := srv.AddChannel(srv.AddGuild("Removers"), "daily")
	kept := srv.AddChannel(srv.AddGuild("Keepers"), "daily")
	ends := map[string]bool{}
	for i, channel := range []string{deleted, removed, kept} {
		g := daily.NewGuild(srv.GuildOf(channel))
		g.ChannelID, g.Scheduled = channel, true
		g.Since = calendar.DateOf(time.Now()).AddDays(7)
		must(t, store.SaveGuild(t.Context(), g))
		ends[g.ID] = i < 2
	}
	proxy := archivetest.NewProxy(t, url)
	serveBot(t, srv, archivetest.Open(t, proxy.URL))
	proxy.Close()
	srv.DeleteChannel(deleted)
	srv.RemoveBot(srv.GuildOf(removed))
	srv.Outage(srv.GuildOf(kept))
	time.Sleep(200 * time.Millisecond)
	for id := range ends {
		if g, err := store.Guild(t.Context(), id); err != nil || !g.Scheduled {
			t.Fatalf("the test changes nothing: %+v, %v", g, err)
		}
	}
	must(t, proxy.Open())
	scheduled := func(id string) bool {
		g, err := store.Guild(t.Context(), id)
		return err != nil || g.Scheduled
	}
	eventually(t, "the posts to end", func() bool {
		for id, ended := range ends {
			if ended && scheduled(id) {
				return false
			}
		}
		return true
	})
	for id, ended := range ends {
		if !ended && !scheduled(id) {
			t.Errorf("the posts of guild %s ended in an outage", id)
		}
	}
}

// A bot that is back in a guild keeps what is set there then.
func TestRemovedAndBack(t *testing.T) {
	var n guildEvents
	var ended []string
	gone := func(_ context.Context, guild, channel string) error {
		ended = append(ended, guild+"/"+channel)
		return nil
	}
	retry := func(context.Context, []string) error { return nil }
	n.channelGone("1", "")
	n.channelGone("2", "")
	n.channelGone("1", "7")
	n.guildJoined("1")
	for range 2 {
		must(t, n.flush(t.Context(), gone, nil, retry))
	}
	if slices.Sort(ended); !slices.Equal(ended, []string{"1/7", "2/"}) {
		t.Errorf("ended %v", ended)
	}
}

// A deleted channel and a removed bot of which nobody said so are found by the next post.
func TestGoneUnheard(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		event func(*scene)
		again bool // it takes a second attempt
	}{
		"channel deleted": {func(s *scene) { s.DeleteChannel(s.channel) }, false},
		"bot removed":     {func(s *scene) { s.RemoveBot(s.guild) }, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, srv, channel := newPoster(t)
			url, store := newArchive(t)
			s := &scene{srv, srv.GuildOf(channel), channel}
			guild := scheduleNow(t, store, s.guild, s.channel)
			must(t, store.SetContact(t.Context(), guild.ID, daily.Contact{PlayerID: admin.ID}))
			c.event(s)
			b := bot.New(store, bot.Config{Log: logTo(t)})
			for attempt := range 3 {
				g, err := store.Guild(t.Context(), s.guild)
				if ended := attempt > 1 || attempt == 1 && !c.again; err != nil || g.Scheduled == ended {
					t.Errorf("after %d attempts: %+v, %v", attempt, g, err)
				}
				must(t, b.Deliver(t.Context(), p, "a"))
				archivetest.Exec(t, url, `update outbox set first_tried = first_tried - interval '1 hour', due_at = clock_timestamp()`)
			}
			if n := len(srv.DirectMessages(admin.ID)); n > 0 {
				t.Errorf("%d messages", n)
			}
		})
	}
}
