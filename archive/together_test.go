package archive_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func (f field) party(starter games.Player, thread string) (games.Party, error) {
	return f.StartParty(f.t.Context(), games.Party{GuildID: "42", ChannelID: "here", ThreadID: thread, Starter: starter},
		daily.NewGuild("42"), daily.Daily{}, 1)
}

// place puts the next digit of the solution on the board of a party.
func (f field) place(g games.Game, by games.Player) (games.Game, error) {
	g.By = by
	n := g.Grid.Len() - g.Clues.Len() + 1
	return f.Record(f.t.Context(), g, event(g, play.Moved, fmt.Sprint("digit ", n), filled(g, n)))
}

// Participants play on one board, nobody else does; it says who did what; and it is nobody's game.
func TestParty(t *testing.T) {
	f := newField(t)
	ctx := t.Context()
	p := must1(f.party(ann, "thread"))
	g := must1(f.PartyGame(ctx, p.ID))
	if g.Party != p.ID || g.Player.ID != "" || g.IsDaily() || p.Joined != 1 || p.State != games.PartyOpen {
		t.Fatalf("the party is %+v, its game %+v", p, g)
	}
	_, err := f.place(g, bob)
	wantIs(t, err, games.ErrNotOpen)
	if p = must1(f.JoinParty(ctx, p.ID, bob)); p.Joined != 2 || must1(f.JoinParty(ctx, p.ID, bob)).Joined != 2 {
		t.Errorf("after Bob joined: %+v", p)
	}
	stale := g
	for _, by := range []games.Player{ann, bob, bob} {
		g = must1(f.place(g, by))
		if g.LastTurn.Player != by {
			t.Errorf("the last turn is %+v, want one of %s", g.LastTurn, by.Name)
		}
	}
	_, err = f.place(stale, ann)
	wantIs(t, err, postgres.ErrStale)
	g.By = ann
	g, _, err = f.Undo(ctx, g)
	must(t, err)
	sameGame(t, must1(f.Game(ctx, g.ID)), func() games.Game { g.By = games.Player{}; return g }())
	if _, err := f.CurrentGame(ctx, "ann", "42"); !errors.Is(err, postgres.ErrNotFound) {
		t.Errorf("the board of a party is a game of its starter: %v", err)
	}
	want := []games.Contribution{{Player: ann, Digits: 1}, {Player: bob, Digits: 1}}
	if diff := cmp.Diff(want, must1(f.Contributions(ctx, g))); diff != "" {
		t.Error(diff)
	}
	g.By = bob
	solve(t, f.Store, g)
	if p = must1(f.Party(ctx, p.ID)); p.State != games.PartySolved {
		t.Errorf("after the solution: %+v", p)
	}
	if k := must1(f.Contributions(ctx, must1(f.PartyGame(ctx, p.ID)))); k[0].Player != bob || k[0].Digits+k[1].Digits != len(g.Shape.Cells())-g.Clues.Len() {
		t.Errorf("the contributions are %+v", k)
	}
	if board := must1(f.Leaderboard(ctx, games.Ranking{GuildID: "42"})); len(board) != 0 {
		t.Errorf("the leaderboard has %+v", board)
	}
}

// One open party of a starter, and one in a thread; it ends when nobody plays, or its starter says so.
func TestPartyEnds(t *testing.T) {
	f := newField(t)
	ctx := t.Context()
	p := must1(f.party(ann, ""))
	open := (*games.OpenPartyError)(nil)
	if _, err := f.party(ann, "other"); !errors.As(err, &open) || open.Party.ID != p.ID {
		t.Errorf("a second party of Ann's: %v", err)
	}
	must(t, f.SetPartyThread(ctx, p.ID, "thread"))
	if _, err := f.party(bob, "thread"); !errors.As(err, &open) || open.Party.ID != p.ID {
		t.Errorf("a second party in the thread: %v", err)
	}
	if in := must1(f.PartyIn(ctx, "42", "thread")); in.ID != p.ID {
		t.Errorf("in the thread is %+v", in)
	}
	_, err := f.PartyIn(ctx, "43", "thread")
	wantIs(t, err, postgres.ErrNotFound)
	f.age("23 hours")
	must(t, f.EndIdleParties(ctx))
	must1(f.place(must1(f.PartyGame(ctx, p.ID)), ann)) // keeps it open
	f.age("23 hours")
	must(t, f.EndIdleParties(ctx))
	if p = must1(f.Party(ctx, p.ID)); p.State != games.PartyOpen {
		t.Errorf("an hour too early: %+v", p)
	}
	f.age("2 hours")
	second := must1(f.party(ann, "other")) // ends the idle one
	if p = must1(f.Party(ctx, p.ID)); p.State != games.PartyIdle {
		t.Errorf("after a day: %+v", p)
	}
	_, err = f.JoinParty(ctx, p.ID, bob)
	wantIs(t, err, games.ErrNotOpen)
	_, err = f.place(must1(f.PartyGame(ctx, p.ID)), ann)
	wantIs(t, err, games.ErrNotOpen)
	if closed := must1(f.EndParty(ctx, second.ID)); closed.State != games.PartyClosed {
		t.Errorf("closed: %+v", closed)
	}
	_, err = f.EndParty(ctx, second.ID)
	wantIs(t, err, games.ErrNotOpen)
}

// Two who press at once: one counts, and the other sees it; nothing is lost.
func TestPartyAtOnce(t *testing.T) {
	f := newField(t)
	ctx := t.Context()
	p := must1(f.party(ann, "thread"))
	players := []games.Player{ann, bob, carol}
	var wait sync.WaitGroup
	for _, who := range players {
		must1(f.JoinParty(ctx, p.ID, who))
		wait.Go(func() {
			for placed := 0; placed < 5; {
				_, err := f.place(must1(f.PartyGame(ctx, p.ID)), who)
				if err == nil {
					placed++
				} else if !errors.Is(err, postgres.ErrStale) {
					t.Error(err)
					return
				}
			}
		})
	}
	wait.Wait()
	g := must1(f.PartyGame(ctx, p.ID))
	if g.Revision != 15 || g.Grid != filled(g, 15) {
		t.Errorf("after 15 moves the board is %s at %d", g.Grid, g.Revision)
	}
	for _, k := range must1(f.Contributions(ctx, g)) {
		if k.Digits != 5 {
			t.Errorf("%s placed %d", k.Player.Name, k.Digits)
		}
	}
}

// Who solved a daily together has no place on its board for it, though the streak counts.
func TestDailySolvedTogether(t *testing.T) {
	x := newTable(t)
	ctx := t.Context()
	p, err := x.StartParty(ctx, games.Party{GuildID: "42", ChannelID: "here", ThreadID: "thread", Starter: bob}, daily.NewGuild("42"), x.daily, 0)
	must(t, err)
	g := must1(x.PartyGame(ctx, p.ID))
	if g.Clues != x.daily.Clues() || p.Number != x.daily.Number || !p.IsDaily() {
		t.Errorf("the party is %+v, its board %s", p, g.Clues)
	}
	must1(x.JoinParty(ctx, p.ID, ann))
	g.By = ann
	x.clock.advance(time.Hour)
	solve(t, x.Store, g)
	mine := must1(x.StartDaily(ctx, carol, x.daily))
	x.clock.advance(time.Hour)
	if r := solve(t, x.Store, x.game); r.Apart != games.Known || r.Rank != 0 {
		t.Errorf("Ann's result is %+v", r)
	}
	if r := solve(t, x.Store, mine); r.Apart != games.NotApart || r.Rank != 1 {
		t.Errorf("Carol's result is %+v", r)
	}
	if s := must1(x.Streak(ctx, "ann", "42", sudoku.Sudoku, x.daily.Date)); s.Current != 1 {
		t.Errorf("Ann's streak is %+v", s)
	}
	if all := must1(x.DailyResults(ctx, "42", x.daily.Date, "")); len(all) != 2 {
		t.Errorf("the results are %+v", all)
	}
}

// The global daily is one puzzle in all guilds: who solves it together in one has no place on its board in
// another.
func TestGlobalDailySolvedTogether(t *testing.T) {
	x := globalTable(t)
	ctx := t.Context()
	here := chosen(t, x.Store, worldwide("here"), date("2026-03-05"), sudoku.Sudoku, 0)
	there := chosen(t, x.Store, worldwide("there"), date("2026-03-05"), sudoku.Sudoku, 0)
	p, err := x.StartParty(ctx, games.Party{GuildID: "there", ChannelID: "channel", Starter: bob}, worldwide("there"), there, 0)
	must(t, err)
	must1(x.JoinParty(ctx, p.ID, ann))
	mine := must1(x.StartDaily(ctx, ann, here))
	x.clock.advance(time.Hour)
	if r := solve(t, x.Store, mine); r.Apart != games.Known {
		t.Errorf("the result is %+v", r)
	}
}

// What a party waits for is claimed by one process at a time: its board, and its end.
func TestPartyMessages(t *testing.T) {
	f := newField(t)
	ctx := t.Context()
	p := must1(f.party(ann, ""))
	f.wantNoMeeting()
	must(t, f.SetPartyMessage(ctx, p.ID, "elsewhere", "1001", false))
	f.wantNoMeeting()
	must(t, f.SetPartyMessage(ctx, p.ID, "here", "1001", false))
	other := make(chan error)
	must(t, f.Transact(ctx, func(tx pgx.Tx) error { // two processes add it at once
		_, err := tx.Exec(ctx, `insert into outbox (guild, kind, rank, number, channel, target) values ('42', 'party', 1, $1, 'here', '1001')`, p.ID)
		go func() { other <- f.AddMeetings(context.WithoutCancel(ctx), 0) }()
		awaitBlocked(t, f.url, 1)
		return err
	}))
	must(t, <-other)
	f.wantMeeting(daily.PartyBoard)
	f.wantNoMeeting()
	f.age("2 minutes")
	board := f.wantMeeting(daily.PartyBoard) // the process was killed
	if board.Number != p.ID || board.Target != "1001" || board.Attempt != 2 {
		t.Errorf("claimed is %+v", board)
	}
	must(t, f.SetPartyThread(ctx, p.ID, "1001"))
	must(t, f.SetPartyBoard(ctx, p.ID, "elsewhere", "1002", false))
	if found := must1(f.Party(ctx, p.ID)); found.BoardID != "" {
		t.Errorf("the board is %q", found.BoardID)
	}
	must(t, f.SetPartyBoard(ctx, p.ID, "1001", "1002", false))
	must(t, f.Complete(ctx, board, "a", "1002"))
	f.wantNoMeeting()
	must1(f.EndParty(ctx, p.ID))
	end := f.wantMeeting(daily.PartyEnd)
	must(t, f.Complete(ctx, end, "a", ""))
	must(t, f.MarkPartyFinal(ctx, p.ID))
	f.wantNoMeeting()
	must(t, f.SetPartyBoard(ctx, p.ID, "1001", "1002", false)) // an answer that was prepared before
	end = f.wantMeeting(daily.PartyEnd)
	must(t, f.SetPartyMessage(ctx, p.ID, "here", "1001", false)) // and one while the messages are changed
	must(t, f.Complete(ctx, end, "a", ""))
	must(t, f.Complete(ctx, f.wantMeeting(daily.PartyEnd), "a", ""))
	f.wantNoMeeting()
}

// The board of a party that is started in a thread is the reply to the request; only where that did not arrive, it
// is posted.
func TestPartyInThread(t *testing.T) {
	f := newField(t)
	for _, starter := range []games.Player{ann, bob} {
		must1(f.party(starter, "thread of "+starter.ID))
		f.wantNoMeeting()
		f.age("30 seconds")
		f.wantMeeting(daily.PartyBoard)
	}
}

// A player who is deleted leaves the moves, without a name.
func TestPartyOfDeletedPlayer(t *testing.T) {
	f := newField(t)
	ctx := t.Context()
	p := must1(f.party(ann, "thread"))
	must1(f.JoinParty(ctx, p.ID, bob))
	g := must1(f.place(must1(f.PartyGame(ctx, p.ID)), bob))
	must1(f.place(g, ann))
	must(t, f.DeletePlayer(ctx, "ann"))
	g = must1(f.PartyGame(ctx, p.ID))
	if p = must1(f.Party(ctx, p.ID)); p.Starter.ID != "" || p.Joined != 1 || g.Revision != 2 || g.LastTurn.Player.ID != "" {
		t.Errorf("the party is %+v, its board %+v", p, g)
	}
	if left := must1(f.CountPlayerData(ctx, "ann")); len(left) != 0 {
		t.Errorf("of Ann there is %v", left)
	}
	want := []games.Contribution{{Player: bob, Digits: 1}, {Digits: 1}}
	if diff := cmp.Diff(want, must1(f.Contributions(ctx, g))); diff != "" {
		t.Error(diff)
	}
}

// A guild that left keeps no duels and no parties, and players known by them alone go too.
func TestEraseMeetings(t *testing.T) {
	f := newField(t)
	ctx := t.Context()
	f.Store = f.WithClock(func() time.Time { return time.Now().AddDate(0, 0, -40) }) // before the guild left
	d := f.accepted(ann, bob)
	p := must1(f.party(carol, "thread"))
	must1(f.place(must1(f.PartyGame(ctx, p.ID)), carol))
	must1(f.StartGame(ctx, bob, daily.NewGuild("43"), sudoku.Sudoku, 1))
	leave(t, f.url, f.Store, "42", 31)
	erase(t, f.Store, 1)
	_, err := f.Race(ctx, d.ID)
	wantIs(t, err, postgres.ErrNotFound)
	_, err = f.Party(ctx, p.ID)
	wantIs(t, err, postgres.ErrNotFound)
	for id, want := range map[string]bool{"ann": false, "carol": false, "bob": true} {
		if left := must1(f.CountPlayerData(ctx, id)); len(left) > 0 != want {
			t.Errorf("of %s there is %v", id, left)
		}
	}
}
