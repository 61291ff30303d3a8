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
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

const toCallback = "POST /interactions/{interaction_id}/{interaction_token}/callback"

// BenchmarkFirstAnswer measures the time from an interaction at Discord to its first answer there,
// through the gateway, the handler, the database, the picture and HTTP, where a hundred come every
// second whether the ones before are answered or not.
func BenchmarkFirstAnswer(b *testing.B) {
	measureAnswers(b, func(srv *discordtest.Server, p player, turn int) *discordtest.Call {
		return ask(srv, p.User, p.board.ChannelID, turn)
	})
}

// BenchmarkPadChoice measures the same of the choice of a box on the pad, which writes nothing and
// draws no picture.
func BenchmarkPadChoice(b *testing.B) {
	measureAnswers(b, func(srv *discordtest.Server, p player, turn int) *discordtest.Call {
		return srv.PressID(p.User, p.board, fmt.Sprintf("g:%d:turn::0:d7b%d", p.game, 1+turn%9))
	})
}

// BenchmarkPadDigit measures the same of a digit on the pad.
func BenchmarkPadDigit(b *testing.B) {
	measureAnswers(b, func(srv *discordtest.Server, p player, turn int) *discordtest.Call {
		return srv.PressID(p.User, p.board, fmt.Sprintf("g:%d:write:r1c3%%3D%d:%d", p.game, 1+turn%9, turn))
	})
}

// player has a board open.
type player struct {
	discordtest.User
	board discordtest.Message
	game  int64
}

// BenchmarkBurst has a thousand players, none of whom played before, ask for a puzzle at once, and measures
// when the last of them was answered or saw that the bot is thinking, and when the last had a board. The
// stand-in takes no first answer after three seconds, as Discord does.
func BenchmarkBurst(b *testing.B) {
	w := newWorld(b)
	w.srv.Deadline = 3 * time.Second
	channel := serve(b, w)
	for n := range b.N {
		var calls []*discordtest.Call
		began := time.Now()
		for i := range 1000 {
			u := discordtest.User{ID: fmt.Sprint(100000000000100000 + 1000*n + i), Name: fmt.Sprint("player", i)}
			calls = append(calls, w.srv.Slash(u, channel, "play", nil))
		}
		boards := 0
		await(time.Minute, func() bool {
			boards = 0
			for _, c := range calls {
				if replies := w.srv.Replies(c); len(replies) > 0 && len(replies[0].Attachments) > 0 {
					boards++
				}
			}
			return boards == len(calls)
		})
		b.ReportMetric(time.Since(began).Seconds(), "last-board-s")
		if boards < len(calls) {
			b.Fatalf("%d of %d players have no board", len(calls)-boards, len(calls))
		}
		first := time.Duration(0)
		for _, r := range w.srv.Requests(toCallback) {
			first = max(first, r.At.Sub(began))
		}
		b.ReportMetric(first.Seconds(), "last-first-answer-s")
	}
}

// serve connects a bot until the benchmark ends, and returns a channel where it is asked.
func serve(b *testing.B, w *world) (channel string) {
	b.Helper()
	channel = w.srv.AddChannel(w.srv.AddGuild("Players"), "play")
	quiet := slog.New(slog.DiscardHandler)
	config := discord.Config{Token: w.srv.Token, API: w.srv.API()}
	sudokutest.InBackground(b, func(ctx context.Context) error {
		return discord.Serve(ctx, config, bot.New(w.store, bot.Config{Log: quiet}), quiet)
	})
	w.srv.AwaitReady(b)
	return channel
}

// measureAnswers has forty players act in turn, and reports how long the first answers took.
func measureAnswers(b *testing.B, act func(srv *discordtest.Server, p player, turn int) *discordtest.Call) {
	w := newWorld(b)
	channel := serve(b, w)
	var players []player
	for i := range 40 {
		p := player{User: discordtest.User{ID: fmt.Sprint(100000000000003000 + i), Name: fmt.Sprint("player", i)}}
		p.board = w.srv.Slash(p.User, channel, "play", nil).Answer(b)
		game, err := w.store.CurrentGame(b.Context(), p.ID, w.srv.GuildOf(channel))
		check(b, err)
		p.game = game.ID
		players = append(players, p)
	}

	sent := map[string]time.Time{}
	every := time.NewTicker(10 * time.Millisecond)
	defer every.Stop()
	b.ResetTimer()
	for n := range b.N {
		<-every.C
		now := time.Now()
		sent[act(w.srv, players[n%len(players)], n/len(players)).ID] = now
	}
	b.StopTimer()
	reportTimes(b, answerTimes(w.srv, sent), len(sent))
}

// reportTimes reports the times of answers, and fails where some are missing.
func reportTimes(b *testing.B, took []time.Duration, asked int) {
	if len(took) < asked {
		b.Fatalf("%d of %d interactions were not answered", asked-len(took), asked)
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
