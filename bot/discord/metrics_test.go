package discord

import (
	"context"
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil"

	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
	"github.com/gridkeeper/gridkeeper/bot/discord/interact"
	"github.com/gridkeeper/gridkeeper/bot/metrics"
)

// counted returns the numbers of a process by name and labels, but for durations.
func counted(t *testing.T, m *metrics.Metrics) map[string]float64 {
	t.Helper()
	families, err := m.Gather()
	must(t, err)
	all := map[string]float64{}
	for _, f := range families {
		for _, one := range f.Metric {
			name := strings.TrimPrefix(f.GetName(), "gridkeeper_")
			for _, l := range one.Label {
				name += " " + l.GetValue()
			}
			all[name] = one.Counter.GetValue() + one.Gauge.GetValue() + float64(one.Histogram.GetSampleCount())
		}
	}
	return all
}

// wantCounted waits for numbers, since a message is there before it is counted.
func wantCounted(t *testing.T, m *metrics.Metrics, want map[string]float64) {
	t.Helper()
	got := map[string]float64{}
	for end := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		all := counted(t, m)
		for name := range want {
			got[name] = all[name]
		}
		if maps.Equal(got, want) {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("counted %v, want %v", got, want)
		}
	}
}

// What a bot does is counted where it leaves the program.
func TestWhatIsCounted(t *testing.T) {
	t.Parallel()
	srv, channel := standIn(t)
	_, store := newArchive(t)
	scheduleNow(t, store, srv.GuildOf(channel), channel)
	m, config := metrics.New(), quick(srv)
	config.Metrics, config.Store = m, store
	b := bot.New(store, bot.Config{Lease: time.Minute, Log: logTo(t), Metrics: m})
	connect(t, srv, func(ctx context.Context) error { return Serve(ctx, config, b, logTo(t)) })
	srv.Await(t, "the daily post", func() bool { return len(srv.Messages(channel)) == 1 })

	board := srv.Slash(ann, channel, "play", nil).Answer(t)
	wantBoard(t, board, true)
	srv.Press(t, ann, board, "Hint").Answer(t)
	srv.Inject(discordtest.Fault{Route: toCallback, Status: http.StatusTooManyRequests, RetryAfter: 10 * time.Millisecond})
	srv.Slash(ann, channel, "board", nil).Answer(t)
	wantCounted(t, m, map[string]float64{
		"interactions_total answered": 3, "answer_duration_seconds play quick": 1, "answer_duration_seconds hint quick": 1, "answer_duration_seconds board quick": 1,
		"discord_calls_total 429 POST /interactions/{}/{}/callback": 1, "discord_rate_limits_total user": 1,
		"discord_calls_total 200 POST /channels/{}/messages": 1, "post_attempts_total daily posted": 1,
		"shards": 1, "shard_connected 0": 1, "shard_disconnects_total": 0,
	})
	eventually(t, "a round of posts to be counted", func() bool { return counted(t, m)["post_rounds_total done"] > 0 })

	srv.Drop()
	wantCounted(t, m, map[string]float64{"shard_disconnects_total": 1, "shard_connected 0": 1})
}

// What is left alone, put off or turned away is counted too.
func TestWhatIsDroppedIsCounted(t *testing.T) {
	t.Parallel()
	srv, channel := standIn(t)
	m, config := metrics.New(), quick(srv)
	config.Metrics, config.Workers, config.DeferAfter = m, 1, time.Millisecond
	config.TokenLife, config.CommandLimit = time.Hour, time.Hour
	begun, release := make(chan struct{}, 100), make(chan struct{})
	answerWith(t, srv, config, func(context.Context, chat.Request) chat.Reply {
		begun <- struct{}{}
		<-release
		return saying("done")
	})
	first := srv.Slash(ann, channel, "play", nil)
	srv.Await(t, "the bot to ask for time", first.Deferred)
	for range 40 { // of which 32 may wait
		srv.Slash(ann, channel, "play", nil)
	}
	<-begun
	for range interact.SlowWorkers {
		srv.Slash(admin, channel, "import", nil)
		<-begun
	}
	for range interact.MaxSlow + 1 {
		srv.Slash(admin, channel, "import", nil)
	}
	wantCounted(t, m, map[string]float64{"interactions_total dropped": 8, "interactions_waiting quick": 33, "interactions_waiting slow": interact.MaxSlow})
	close(release)
	wantCounted(t, m, map[string]float64{
		"interactions_total answered": 33 + interact.MaxSlow + interact.SlowWorkers, "interactions_total busy": 1, "interactions_waiting quick": 0,
		"answer_duration_seconds import slow": interact.MaxSlow + interact.SlowWorkers + 1,
	})
	if got := counted(t, m)["interactions_deferred_total"]; got < 1 {
		t.Errorf("%v deferred", got)
	}
	if n := testutil.CollectAndCount(m, "gridkeeper_answer_duration_seconds"); n != 2 {
		t.Errorf("%d commands", n)
	}
}
