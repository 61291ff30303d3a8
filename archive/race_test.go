package archive_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
)

func (f field) openRace(rated bool) games.Duel {
	f.t.Helper()
	return must1(f.OpenRace(f.t.Context(), games.Duel{GuildID: "42", ChannelID: "here", Challenger: ann, Tier: 1, Rated: rated}))
}

// All who join get one puzzle, which its opener never had, and the race ends when nobody can join any longer and all have
// solved it.
func TestRace(t *testing.T) {
	f := newField(t)
	ctx := t.Context()
	had := must1(f.StartGame(ctx, ann, daily.NewGuild("42"), 0, 1)).Puzzle.ID
	d := f.openRace(false)
	if wantState(t, d, games.DuelInvited); !d.IsRace() || len(must1(f.DuelGames(ctx, d.ID))) != 0 {
		t.Errorf("the race is %+v", d)
	}
	mine, theirs := must1(f.StartDuelGame(ctx, d.ID, ann)), must1(f.StartDuelGame(ctx, d.ID, bob))
	if mine.Clues != theirs.Clues || mine.ID == theirs.ID || !mine.Race || mine.Puzzle.ID == had {
		t.Errorf("the games are %+v and %+v", mine, theirs)
	}
	if again := must1(f.StartDuelGame(ctx, d.ID, bob)); again.ID != theirs.ID {
		t.Errorf("Bob has games %d and %d", theirs.ID, again.ID)
	}
	solve(t, f.Store, mine)
	solve(t, f.Store, theirs)
	wantState(t, must1(f.SettleDuel(ctx, d.ID)), games.DuelRunning) // others may still join
	late := must1(f.StartDuelGame(ctx, d.ID, carol))
	f.age("16 minutes")
	_, err := f.StartDuelGame(ctx, d.ID, games.Player{ID: "dan"})
	wantIs(t, err, games.ErrRaceClosed)
	must(t, f.EndStaleDuels(ctx))
	wantState(t, must1(f.Duel(ctx, d.ID)), games.DuelRunning) // Carol plays
	if again := must1(f.StartDuelGame(ctx, d.ID, carol)); again.ID != late.ID {
		t.Error("Carol cannot go on")
	}
	solve(t, f.Store, late)
	wantState(t, must1(f.SettleDuel(ctx, d.ID)), games.DuelSolved)
}

// A race ends without those who leave it, and by itself where nobody joins or a player never solves it.
func TestRaceRunsOut(t *testing.T) {
	f := newField(t)
	ctx := t.Context()
	d := f.openRace(false)
	_, err := f.OpenRace(ctx, d)
	if open := (*games.OpenDuelError)(nil); !errors.As(err, &open) || open.Duel.ID != d.ID {
		t.Errorf("a second race: %v", err)
	}
	f.age("16 minutes")
	_, err = f.StartDuelGame(ctx, d.ID, bob)
	wantIs(t, err, games.ErrNotOpen)
	wantState(t, must1(f.Duel(ctx, d.ID)), games.DuelExpired)
	d = f.openRace(false)
	must1(f.StartDuelGame(ctx, d.ID, bob))
	must(t, f.LeaveRace(ctx, d.ID, "bob"))
	wantIs(t, f.LeaveRace(ctx, d.ID, "bob"), games.ErrNotOpen)
	_, err = f.StartDuelGame(ctx, d.ID, bob)
	wantIs(t, err, games.ErrHad)
	f.age("16 minutes")
	must(t, f.EndStaleDuels(ctx))
	wantState(t, must1(f.Duel(ctx, d.ID)), games.DuelExpired)
	d = f.openRace(false)
	g := must1(f.StartDuelGame(ctx, d.ID, bob))
	f.age("2 hours")
	wantState(t, must1(f.SettleDuel(ctx, d.ID)), games.DuelOutOfTime)
	solve(t, f.Store, g) // the board stays the player's
	f.age("2 days")
	must(t, f.EndStaleDuels(ctx))
	wantState(t, must1(f.Duel(ctx, d.ID)), games.DuelOutOfTime)
	if left := archivetest.Read[int](t, f.url, `select count(*)::int from duel`); left[0] != 2 {
		t.Errorf("%d races are kept, want those that were played", left[0])
	}
}

// Of many who join at once ten are in, each once, whatever process they ask.
func TestRaceAtOnce(t *testing.T) {
	f := newField(t)
	d := f.openRace(false)
	var wait sync.WaitGroup
	for i := range 2 * (games.MaxRacers + 4) {
		wait.Go(func() {
			p := games.Player{ID: fmt.Sprint("racer ", i/2), Name: "Racer"}
			if _, err := f.StartDuelGame(t.Context(), d.ID, p); err != nil && !errors.Is(err, games.ErrRaceClosed) && !errors.Is(err, postgres.ErrStale) {
				t.Errorf("%s: %v", p.ID, err)
			}
		})
	}
	wait.Wait()
	players := map[string]bool{}
	all := must1(f.DuelGames(t.Context(), d.ID))
	for _, g := range all {
		players[g.Player.ID] = true
	}
	if len(all) != games.MaxRacers || len(players) != games.MaxRacers {
		t.Errorf("%d games of %d players, want %d", len(all), len(players), games.MaxRacers)
	}
}

// The message of a race changes when a player joins, plays or leaves, and when it can no longer be joined.
func TestRaceMessages(t *testing.T) {
	f := newField(t)
	ctx := t.Context()
	d := f.openRace(false)
	must(t, f.SetDuelMessage(ctx, d.ID, "here", "1001"))
	f.wantNoMeeting() // as it was posted
	must1(f.StartDuelGame(ctx, d.ID, bob))
	shows := func() {
		t.Helper()
		p := f.wantMeeting(daily.DuelMessage)
		must(t, f.Complete(ctx, p, "a", p.Target))
		f.wantNoMeeting()
		f.age("1 minute")
	}
	shows()
	must(t, f.LeaveRace(ctx, d.ID, "bob"))
	shows()
	must1(f.StartDuelGame(ctx, d.ID, carol))
	shows()
	must(t, f.LeaveRace(ctx, d.ID, "carol")) // as many are in it then, and as far
	must1(f.StartDuelGame(ctx, d.ID, ann))
	shows()
	f.age("16 minutes")
	shows()
	f.age("3 hours")
	must(t, f.EndStaleDuels(ctx))
	shows()
}

// Only the games of a rated race count for ratings, if they are solved before it is over; computing all anew knows them too.
func TestRatedRace(t *testing.T) {
	f := newField(t)
	ctx := t.Context()
	play := func(d games.Duel, players ...games.Player) (all []games.Game) {
		for _, p := range players {
			all = append(all, must1(f.StartDuelGame(ctx, d.ID, p)))
		}
		return all
	}
	for _, g := range play(f.openRace(true), ann, bob, carol)[:2] {
		solve(t, f.Store, g)
	}
	f.age("3 hours")
	for _, g := range play(f.openRace(false), ann, bob) {
		solve(t, f.Store, g)
	}
	solve(t, f.Store, must1(f.CurrentGame(ctx, "carol", "42"))) // too late
	counted := archivetest.Read[string](t, f.url, `select player from game where on_time order by player`)
	if len(counted) != 2 || counted[0] != "ann" || counted[1] != "bob" {
		t.Errorf("games of %v count", counted)
	}
}

// A race goes with the player who opened it, and its message says so; of another player their games go.
func TestRaceOfDeletedPlayer(t *testing.T) {
	f := newField(t)
	ctx := t.Context()
	d := f.openRace(false)
	must(t, f.SetDuelMessage(ctx, d.ID, "here", "1001"))
	must1(f.StartDuelGame(ctx, d.ID, bob))
	theirs := must1(f.StartDuelGame(ctx, d.ID, carol))
	must(t, f.DeletePlayer(ctx, "bob"))
	if all := must1(f.DuelGames(ctx, d.ID)); len(all) != 1 || all[0].ID != theirs.ID {
		t.Errorf("the games are %+v", all)
	}
	must(t, f.DeletePlayer(ctx, "ann"))
	if g := must1(f.Game(ctx, theirs.ID)); g.Duel != 0 || g.Race || g.Player != carol {
		t.Errorf("Carol's game is %+v", g)
	}
	if p := f.wantMeeting(daily.DeletedDuel); p.Target != "1001" || p.Version != daily.OfRace {
		t.Errorf("the message of the race: %+v", p)
	}
}
