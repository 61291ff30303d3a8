package prove

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/bot/discord"
	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
)

const toCallback = "POST /interactions/{interaction_id}/{interaction_token}/callback"

// BenchmarkFirstAnswer measures the time from an interaction at Discord to its first answer there,
// through the gateway, the handler, the database, the picture and HTTP, where a hundred come every
// second whether the ones before are answered or not.
func BenchmarkFirstAnswer(b *testing.B) {
	w := newWorld(b)
	channel := w.srv.AddChannel(w.srv.AddGuild("Players"), "play")
	ctx, cancel := context.WithCancel(b.Context())
	ended := make(chan error, 1)
	quiet := slog.New(slog.DiscardHandler)
	config := discord.Config{Token: w.srv.Token, APIBaseURL: w.srv.URL}
	go func() { ended <- discord.Serve(ctx, config, bot.New(w.store, bot.Config{Log: quiet}), quiet) }()
	defer func() {
		cancel()
		if err := <-ended; err != nil {
			b.Error(err)
		}
	}()
	w.srv.AwaitReady(b)
	var players []discordtest.User
	for i := range 40 {
		u := discordtest.User{ID: fmt.Sprint(100000000000003000 + i), Name: fmt.Sprint("player", i)}
		players = append(players, u)
		w.srv.Slash(u, channel, "play", nil).Answer(b)
	}

	sent := map[string]time.Time{}
	every := time.NewTicker(10 * time.Millisecond)
	defer every.Stop()
	b.ResetTimer()
	for n := range b.N {
		<-every.C
		now := time.Now()
		sent[ask(w.srv, players[n%len(players)], channel, n/len(players)).ID] = now
	}
	b.StopTimer()
	took := answerTimes(w.srv, sent)
	if len(took) < len(sent) {
		b.Fatalf("%d of %d interactions were not answered", len(sent)-len(took), len(sent))
	}
	slices.Sort(took)
	for _, p := range []int{50, 99} {
		b.ReportMetric(float64(took[(len(took)-1)*p/100].Microseconds())/1000, fmt.Sprintf("p%d-ms", p))
	}
}

// ask does what a player does in turn.
func ask(srv *discordtest.Server, u discordtest.User, channel string, turn int) *discordtest.Call {
	switch turn % 4 {
	case 0:
		return srv.Slash(u, channel, "move", map[string]string{"moves": fmt.Sprintf("r1c3=%d", 1+turn%9)})
	case 1:
		return srv.Slash(u, channel, "hint", map[string]string{"level": "2"})
	case 2:
		return srv.Slash(u, channel, "undo", nil)
	}
	return srv.Slash(u, channel, "board", nil)
}

// answerTimes waits for the first answers and returns how long they took.
func answerTimes(srv *discordtest.Server, sent map[string]time.Time) (took []time.Duration) {
	await(5*time.Second, func() bool {
		took = nil
		for _, r := range srv.Requests(toCallback) {
			id := strings.Split(r.Path, "/")[2]
			if began, ok := sent[id]; ok && r.Status < 300 {
				took = append(took, r.At.Sub(began))
			}
		}
		return len(took) == len(sent)
	})
	return took
}
