package tour

import (
	"context"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/archive/starter"
	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/bot/discord"
	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
	"github.com/gridkeeper/gridkeeper/bot/discord/gateway"
	"github.com/gridkeeper/gridkeeper/bot/discord/interact"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

func TestMain(m *testing.M) { archivetest.Main(m) }

// clock is the time of the tour.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// evening moves the clock to an hour of the same day, if that is to come.
func (c *clock) evening(hour int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if y, m, d := c.now.Date(); c.now.Hour() < hour {
		c.now = time.Date(y, m, d, hour, 0, 0, 0, c.now.Location())
	}
}

// nextDay moves the clock to a time of the next day.
func (c *clock) nextDay(hour int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	y, m, d := c.now.Date()
	c.now = time.Date(y, m, d+1, hour, 0, 0, 0, c.now.Location())
}

// The zones of the phones, in a week without a change of clocks.
var (
	berlin = time.FixedZone("CET", 3600)
	taipei = time.FixedZone("CST", 8*3600)
)

// tour is a server with the bot in it, and the people there.
type tour struct {
	*testing.T
	clock   *clock
	srv     *discordtest.Server
	store   *archive.Store
	guild   string
	channel string // of the daily
	general string
	album   *album

	ada, ann, ben, mei *person

	forumChannel string  // of another server
	head         *person // of that server
}

// TestTour plays the week.
func TestTour(t *testing.T) {
	to := begin(t)
	to.sunday()
	to.monday()
	to.tuesday()
	to.wednesday()
	to.thursday()
	to.friday()
	to.saturday()
	to.secondSunday()
	to.secondMonday()
	if folder := os.Getenv("GRIDTEST_TOUR"); folder != "" {
		if err := to.album.write(folder); err != nil {
			t.Fatal(err)
		}
		to.portraits(folder)
	}
}

// begin starts the stand-in and a bot whose archive has the starter collection.
func begin(t *testing.T) *tour {
	c := &clock{now: time.Date(2026, 3, 1, 18, 0, 0, 0, time.UTC)} // a Sunday
	to := &tour{T: t, clock: c, srv: discordtest.Start(t), store: archivetest.New(t).WithClock(c.Now)}
	to.srv.Heartbeat, to.srv.IdentifyEvery, to.srv.Deadline = 30*time.Second, time.Millisecond, patience
	to.album = &album{clock: c, names: map[string]string{}, threads: map[string]string{}, portraits: map[string]shot{}}
	to.fill()
	to.serve()
	to.guild, to.general = to.srv.Join("Puzzlers", "en-US")
	to.album.names[to.general] = "general"
	to.channel = to.addChannel(to.guild, "daily-sudoku", discordtest.TextChannel)
	to.ada = to.person("1001", "Ada", "en-US", discordtest.ManageGuild)
	to.ann = to.person("1002", "Ann", "en-GB", 0)
	to.ben = to.person("1003", "Ben", "de", 0)
	to.mei = to.person("1004", "美玲", "zh-TW", 0)
	to.mei.zone = taipei
	return to
}

func (to *tour) addChannel(guild, name string, kind int) (id string) {
	id = to.srv.AddChannelOf(guild, name, kind)
	to.album.names[id] = name
	return id
}

// fill imports the starter collection.
func (to *tour) fill() {
	if _, err := to.store.ImportFile(to.Context(), importing.Options{Collection: "Starter"}, starter.Open()); err != nil {
		to.Fatal(err)
	}
}

// patience is how long an answer may take: the machine may be busy.
const patience = 2 * time.Minute

// serve runs the bot until the test ends.
func (to *tour) serve() {
	log := slog.New(slog.NewTextHandler(to.Output(), &slog.HandlerOptions{Level: slog.LevelWarn}))
	config := discord.Config{
		Token: to.srv.Token, API: to.srv.API(), Transport: &http.Transport{}, Store: to.store,
		AnnounceEvery: 20 * time.Millisecond,
		Limits:        interact.Limits{AnswerIn: patience, DeferAfter: patience, FileHosts: []string{strings.TrimSuffix(to.srv.URL, "/api/v10")}},
		Timing:        gateway.Timing{StallAfter: patience, ShardLease: patience, IdentifyEvery: time.Millisecond},
	}
	sudokutest.InBackground(to.T, func(ctx context.Context) error {
		return discord.Serve(ctx, config, bot.New(to.store, bot.Config{Now: to.clock.Now, Log: log}), log)
	})
	to.srv.AwaitReady(to.T)
}

// morning is at nine o'clock in Berlin of the next day, when the channel has a new daily.
func (to *tour) morning() discordtest.Message {
	to.Helper()
	dailies := func() (all []discordtest.Message) {
		for _, m := range to.srv.Messages(to.channel) {
			if len(m.Buttons()) > 1 {
				all = append(all, m)
			}
		}
		return all
	}
	before := len(dailies())
	to.clock.nextDay(8)
	to.srv.Await(to.T, "the daily", func() bool { return len(dailies()) > before })
	to.nameThreads(to.channel, before+1)
	return dailies()[before]
}

// nameThreads waits until a channel has so many threads, and lets the album know them.
func (to *tour) nameThreads(channel string, threads int) (newest discordtest.Thread) {
	to.Helper()
	newest = to.srv.AwaitThread(to.T, channel, threads)
	for _, th := range to.srv.Threads(channel) {
		to.album.threads[th.ID] = th.Name
	}
	return newest
}

// appears waits for a message of a channel or a thread that has a text.
func (to *tour) appears(channel, text string) (found discordtest.Message) {
	to.Helper()
	to.srv.Await(to.T, text, func() bool {
		for _, m := range to.srv.Messages(channel) {
			if strings.Contains(m.Text(), text) {
				found = m
				return true
			}
		}
		return false
	})
	return found
}
