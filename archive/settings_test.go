package archive_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Settings are kept whole, and come with each of the player's games.
func TestSettings(t *testing.T) {
	x := newTable(t)
	ctx := t.Context()
	got, err := x.Settings(ctx, ann.ID)
	must(t, err)
	if got != (games.Settings{}) {
		t.Errorf("a new player has %+v", got)
	}
	_, err = x.StartDaily(ctx, ann, x.daily)
	must(t, err)
	want := games.Settings{Theme: "light", AsText: true, MarkMistakes: true, Letters: true, HideTimer: true, AltMarks: true, Hidden: true, NoUniqueness: true}
	for range 2 {
		must(t, x.SaveSettings(ctx, ann, want))
	}
	got, err = x.Settings(ctx, ann.ID)
	must(t, err)
	game, err := x.CurrentGame(ctx, ann.ID, "42")
	must(t, err)
	if got != want || game.Settings != want {
		t.Errorf("kept %+v, in the game %+v, want %+v", got, game.Settings, want)
	}
	must(t, x.SaveSettings(ctx, ann, games.Settings{}))
	got, err = x.Settings(ctx, ann.ID)
	must(t, err)
	if got != (games.Settings{}) {
		t.Errorf("back to the defaults: %+v", got)
	}
	if err := x.SaveSettings(ctx, ann, games.Settings{Theme: "pink"}); err == nil {
		t.Error("an unknown theme was kept")
	}
}

// What others change while a request changes settings waits for it, and both stand.
func TestSettingsChangeOneByOne(t *testing.T) {
	url, ctx := archivetest.URL(t), t.Context()
	x := tableAt(t, url)
	guild := daily.NewGuild("42")
	guild.Scheduled, guild.ChannelID = true, "there"
	must(t, x.SaveGuild(ctx, guild))
	must(t, x.SaveSettings(ctx, ann, games.Settings{}))
	done := make(chan error)
	meanwhile := func(change func() error) {
		go func() { done <- change() }()
		awaitBlocked(t, url, 1)
	}
	must1(x.Once(ctx, "", func(within context.Context) ([]byte, error) {
		settings := must1(x.SettingsToChange(within, ann))
		meanwhile(func() error { return x.HidePlayer(ctx, ann, true) })
		settings.AsText = true
		return nil, x.SaveSettings(within, ann, settings)
	}))
	must(t, <-done)
	must1(x.Once(ctx, "", func(within context.Context) ([]byte, error) {
		guild := must1(x.GuildToChange(within, "42"))
		meanwhile(func() error {
			_, err := x.StopPosts(ctx, "42", "")
			return err
		})
		guild.Quiet = true
		return nil, x.SaveGuild(within, guild)
	}))
	must(t, <-done)
	must1(x.Once(ctx, "", func(within context.Context) ([]byte, error) {
		fresh := must1(x.GuildToChange(within, "43"))
		fresh.Quiet = true
		must(t, x.SaveGuild(within, fresh))
		meanwhile(func() error {
			_, err := x.Once(ctx, "", func(within context.Context) ([]byte, error) {
				guild := must1(x.GuildToChange(within, "43"))
				guild.Shidoku = true
				return nil, x.SaveGuild(within, guild)
			})
			return err
		})
		return nil, nil
	}))
	must(t, <-done)
	if got := must1(x.Guild(ctx, "43")); !got.Quiet || !got.Shidoku {
		t.Errorf("the first ones of a guild are %+v", got)
	}
	if got := must1(x.Settings(ctx, ann.ID)); !got.AsText || !got.Hidden {
		t.Errorf("the player's are %+v", got)
	}
	if got := must1(x.Guild(ctx, "42")); !got.Quiet || got.Scheduled {
		t.Errorf("the guild's are %+v", got)
	}
}

// Hints do without what the player does not want, unless a practice asks for it.
func TestHintsBySettings(t *testing.T) {
	s, _, _ := logic.UniqueRectangle1.Example()
	for practice, want := range map[logic.Technique]bool{"": false, logic.XWing: false, logic.UniqueRectangle1: true} {
		game := games.Game{Game: play.Game{Board: play.Board{Clues: s.Clues(), Grid: s.Grid, Marks: s.Marks}}, Practice: practice}
		for _, without := range []bool{false, true} {
			game.Settings.NoUniqueness = without
			hint, err := game.Hint(play.HintTechnique)
			must(t, err)
			if got := hint.Technique == logic.UniqueRectangle1; got != (want || !without) {
				t.Errorf("practising %q, without uniqueness %t: the hint is %s", practice, without, hint.Technique)
			}
		}
	}
}

// Who wants to be hidden has a place among the results, and no name.
func TestHidden(t *testing.T) {
	x := newTable(t)
	must(t, x.SaveSettings(t.Context(), games.Player{ID: "shy", Name: "Shy"}, games.Settings{Hidden: true}))
	if own := x.solveAs(t, "shy", x.daily, time.Minute, 0); own.Player.ID != "shy" || own.Rank != 1 {
		t.Errorf("the player's own result is %+v", own)
	}
	x.solveAs(t, "open", x.daily, 2*time.Minute, 0)
	results, err := x.DailyResults(t.Context(), "42", x.daily.Date, "")
	must(t, err)
	standings, err := x.Leaderboard(t.Context(), games.Ranking{GuildID: "42"})
	must(t, err)
	var got []games.Player
	for _, r := range results {
		got = append(got, r.Player)
	}
	for _, s := range standings {
		got = append(got, s.Player)
	}
	named := games.Player{ID: "open", Name: "the open"}
	if diff := cmp.Diff([]games.Player{{}, named, {}, named}, got); diff != "" {
		t.Error(diff)
	}
}

// A game that an event changed says which cells it changed.
func TestLast(t *testing.T) {
	x := newTable(t)
	g, err := x.StartDaily(t.Context(), ann, x.daily)
	must(t, err)
	if g.Last != (sudoku.Cells{}) {
		t.Errorf("a new game has changed %s", g.Last)
	}
	after := record(t, x.Store, g, event(g, play.Moved, "move", filled(g, 1)))
	if changed := after.Board.ChangedSince(g.Board); after.Last != changed || changed.Len() != 1 {
		t.Errorf("changed %s, want %s", after.Last, changed)
	}
	undone, _, err := x.Undo(t.Context(), after)
	must(t, err)
	if undone.Last != after.Last {
		t.Errorf("taken back %s, want %s", undone.Last, after.Last)
	}
}
