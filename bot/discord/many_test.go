package discord

import (
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
	"github.com/gridkeeper/gridkeeper/bot/discord/rest"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

var must, eventually = sudokutest.Must, sudokutest.Eventually

// crowd is a number of guilds whose daily is due at the same minute.
type crowd struct {
	guilds    int
	perSecond int           // calls that Discord takes
	latency   time.Duration // of a call that posts
}

// Guilds that are due at the same minute are all served exactly once. On a busy machine a call may be held
// up and be refused, and the next round makes it again.
func TestManyGuilds(t *testing.T) {
	t.Parallel()
	crowd{guilds: 40, perSecond: 20, latency: 100 * time.Millisecond}.test(t)
}

// As many guilds as a well-known bot has are served, on a quiet machine at nine tenths of Discord's own
// limit: the last post is there within two minutes of the time when it was due, and no call is refused.
func TestProveManyGuilds(t *testing.T) {
	sudokutest.Prove(t)
	crowd{guilds: 5000, perSecond: 50, latency: 150 * time.Millisecond}.test(t)
}

func (c crowd) test(t *testing.T) {
	srv, first := standIn(t)
	srv.PerSecond = c.perSecond
	srv.Inject(discordtest.Fault{Route: toChannel, Times: c.guilds, Delay: c.latency})
	_, store := newArchive(t)
	channels := []string{first}
	for len(channels) < c.guilds {
		channels = append(channels, srv.AddChannel(srv.AddGuild("Puzzlers"), "daily"))
	}
	for _, channel := range channels {
		scheduleNow(t, store, srv.GuildOf(channel), channel)
	}
	config := quick(srv).withDefaults()
	client := rest.New(rest.Config{Base: srv.URL, Token: srv.Token, Transport: config.Transport, PerSecond: c.perSecond, Log: logTo(t)})
	defer client.Close()
	b := bot.New(store, bot.Config{})
	began := time.Now()
	for range 100 {
		must(t, b.Deliver(t.Context(), poster{client: client, botID: srv.BotID}, "owner"))
		if len(srv.Requests(toChannel))-srv.Limited() >= c.guilds {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	took := time.Since(began)
	calls := srv.Requests(toChannel)
	t.Logf("%d posts in %.1f s, the first after %.2f s: %.1f a second of %d; %d refused",
		len(calls), took.Seconds(), calls[0].At.Sub(began).Seconds(), float64(len(calls))/took.Seconds(), c.perSecond, srv.Limited())
	if srv.Limited() > c.guilds/2 {
		t.Error("want most calls within the limit")
	}
	for _, channel := range channels {
		if n := len(srv.Messages(channel)); n != 1 {
			t.Fatalf("%d posts in channel %s", n, channel)
		}
	}
}
