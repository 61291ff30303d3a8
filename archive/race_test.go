package archive_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

var (
	bob   = games.Player{ID: "bob", Name: "Bob"}
	carol = games.Player{ID: "carol", Name: "Carol"}
)

// field is where players of guild 42 challenge each other.
type field struct {
	*archive.Store
	t   *testing.T
	url string
}

func newField(t *testing.T) field {
	t.Helper()
	url := archivetest.URL(t)
	s := archivetest.Open(t, url)
	archivetest.Import(t, s, "some", archivetest.Singletons(4, 1)...)
	return field{s, t, url}
}

func (f field) challenge(a, b games.Player) (games.Race, error) {
	return f.OpenRace(f.t.Context(), games.Race{GuildID: "42", ChannelID: "here", Opener: a, Opponent: b, Shape: sudoku.Sudoku, Tier: 1})
}

func (f field) accepted(a, b games.Player) games.Race {
	f.t.Helper()
	d := must1(f.challenge(a, b))
	return must1(f.AcceptRace(f.t.Context(), d.ID, b, daily.NewGuild("42")))
}

// age makes everything about races and parties older.
func (f field) age(by string) {
	archivetest.Exec(f.t, f.url, `update duel set asked = asked - interval '`+by+`', accepted = accepted - interval '`+by+`';
		update party set active = active - interval '`+by+`';
		update outbox set due_at = due_at - interval '`+by+`', tried = tried - interval '`+by+`', leased_until = leased_until - interval '`+by+`'`)
}

func wantState(t *testing.T, d games.Race, want games.RaceState) {
	t.Helper()
	if d.State != want || d.IsOpen() != d.Ended.IsZero() {
		t.Fatalf("the race is %+v, want it %s", d, want)
	}
}

// Who accepts a challenge in one tab and opens it in another waits for no one who waits for them.
func TestAcceptAndPlayAtOnce(t *testing.T) {
	f, ctx := newField(t), t.Context()
	must1(f.StartGame(ctx, bob, daily.NewGuild("42"), sudoku.Sudoku, 1))
	d := must1(f.challenge(ann, bob))
	c := must1(pgx.Connect(ctx, f.url))
	defer c.Close(context.Background())
	holding := must1(c.Begin(ctx))
	must1(holding.Exec(ctx, `select from duel where id = $1 for update`, d.ID))
	accepted, opened := make(chan error), make(chan error)
	go func() {
		_, err := f.AcceptRace(ctx, d.ID, bob, daily.NewGuild("42"))
		accepted <- err
	}()
	awaitBlocked(t, f.url, 1)
	go func() {
		_, err := f.StartRaceGame(ctx, d.ID, bob)
		opened <- err
	}()
	awaitBlocked(t, f.url, 2)
	must(t, holding.Commit(ctx))
	must(t, <-accepted)
	must(t, <-opened)
}

// Both get one puzzle in one look, that neither has had while there is one, on boards of their own, and
// the race ends when both have solved it.
func TestChallenge(t *testing.T) {
	f := newField(t)
	ctx := t.Context()
	had := map[int64]bool{}
	for _, p := range []games.Player{ann, bob, bob} {
		had[must1(f.StartGame(ctx, p, daily.NewGuild("42"), sudoku.Sudoku, 1)).Puzzle.ID] = true
	}
	d := must1(f.challenge(ann, bob))
	if wantState(t, d, games.RaceInvited); d.Until().Sub(d.Asked) != games.InvitationLife || d.Opener != ann || d.Opponent.ID != "bob" {
		t.Errorf("the invitation is %+v", d)
	}
	_, err := f.StartRaceGame(ctx, d.ID, ann)
	wantIs(t, err, games.ErrNotOpen) // before it is accepted
	d = must1(f.AcceptRace(ctx, d.ID, bob, daily.NewGuild("42")))
	wantState(t, d, games.RaceRunning)
	mine, theirs := must1(f.StartRaceGame(ctx, d.ID, ann)), must1(f.StartRaceGame(ctx, d.ID, bob))
	if mine.Clues != theirs.Clues || mine.ID == theirs.ID || mine.Race != d.ID || mine.IsDaily() || had[mine.Puzzle.ID] {
		t.Errorf("the games are %+v and %+v; had before: %v", mine, theirs, had)
	}
	if again := must1(f.StartRaceGame(ctx, d.ID, ann)); again.ID != mine.ID {
		t.Errorf("Ann has games %d and %d", mine.ID, again.ID)
	}
	solve(t, f.Store, mine)
	wantState(t, must1(f.SettleRace(ctx, d.ID)), games.RaceRunning)
	solve(t, f.Store, theirs)
	wantState(t, must1(f.SettleRace(ctx, d.ID)), games.RaceSolved)
	wantState(t, must1(f.SettleRace(ctx, d.ID)), games.RaceSolved)
	if games := must1(f.RaceGames(ctx, d.ID)); len(games) != 2 || games[0].Finished.IsZero() || games[1].Player != bob {
		t.Errorf("the games of the race are %+v", games)
	}
	if results := must1(f.DailyResults(ctx, "42", calendar.Date{}, "")); len(results) != 0 {
		t.Errorf("a challenge has results on the boards: %+v", results)
	}
}

// What ends a challenge ends it once, and only from the state in which it may.
func TestChallengeEnds(t *testing.T) {
	f := newField(t)
	ctx, guild := t.Context(), daily.NewGuild("42")
	d := must1(f.challenge(ann, bob))
	_, err := f.EndRace(ctx, d.ID, games.RaceGivenUp, false)
	wantIs(t, err, games.ErrNotOpen)
	wantState(t, must1(f.EndRace(ctx, d.ID, games.RaceDeclined, true)), games.RaceDeclined)
	_, err = f.AcceptRace(ctx, d.ID, bob, guild)
	wantIs(t, err, games.ErrNotOpen)
	_, err = f.EndRace(ctx, d.ID, games.RaceDeclined, true)
	wantIs(t, err, nil) // it is, already
	_, err = f.EndRace(ctx, d.ID, games.RaceCancelled, false)
	wantIs(t, err, games.ErrNotOpen)

	d = f.accepted(ann, carol)
	_, err = f.AcceptRace(ctx, d.ID, bob, guild)
	wantIs(t, err, games.ErrNotOpen)
	_, err = f.EndRace(ctx, d.ID, games.RaceCancelled, false)
	wantIs(t, err, games.ErrNotOpen)
	if d = must1(f.EndRace(ctx, d.ID, games.RaceGivenUp, true)); !d.ByOpponent {
		t.Errorf("who gave up is not known: %+v", d)
	}
	_, err = f.StartRaceGame(ctx, d.ID, ann)
	wantIs(t, err, games.ErrNotOpen)
	_, err = f.Race(ctx, 999)
	wantIs(t, err, postgres.ErrNotFound)
	_, err = f.AcceptRace(ctx, 999, bob, guild)
	wantIs(t, err, postgres.ErrNotFound)
}

// Time ends invitations and races by the database's clock, whether a process looks or not.
func TestChallengeRunsOut(t *testing.T) {
	f := newField(t)
	ctx := t.Context()
	invited, running := must1(f.challenge(ann, bob)), f.accepted(ann, carol)
	g := must1(f.StartRaceGame(ctx, running.ID, ann))
	f.age("14 minutes")
	must(t, f.EndStaleRaces(ctx))
	wantState(t, must1(f.Race(ctx, invited.ID)), games.RaceInvited)
	f.age("2 minutes")
	if open := must1(f.OpenRacesOf(ctx, "ann", "42")); len(open) != 1 || open[0].ID != running.ID {
		t.Errorf("open are %+v", open)
	}
	_, err := f.AcceptRace(ctx, invited.ID, bob, daily.NewGuild("42")) // before anyone has swept
	wantIs(t, err, games.ErrNotOpen)
	wantState(t, must1(f.Race(ctx, invited.ID)), games.RaceExpired)
	f.age("24 hours")
	_, err = f.EndRace(ctx, running.ID, games.RaceGivenUp, false)
	wantIs(t, err, games.ErrNotOpen)
	wantState(t, must1(f.Race(ctx, running.ID)), games.RaceOutOfTime)
	if open := solve(t, f.Store, g); open.GameID != g.ID {
		t.Error("the board of a challenge that is over cannot be finished")
	}
	f.age("24 hours")
	must(t, f.EndStaleRaces(ctx))
	_, err = f.Race(ctx, invited.ID) // what came to nothing is forgotten
	wantIs(t, err, postgres.ErrNotFound)
	wantState(t, must1(f.Race(ctx, running.ID)), games.RaceOutOfTime)
}

// Nobody is pestered.
func TestChallengeLimits(t *testing.T) {
	f := newField(t)
	ctx := t.Context()
	must(t, f.SaveSettings(ctx, carol, games.Settings{RefuseDuels: true}))
	_, err := f.challenge(ann, carol)
	wantIs(t, err, games.ErrNoChallenges)
	first := must1(f.challenge(ann, bob))
	for _, pair := range [][2]games.Player{{ann, bob}, {bob, ann}} {
		_, err := f.challenge(pair[0], pair[1])
		if open := (*games.OpenRaceError)(nil); !errors.As(err, &open) || open.Race.ID != first.ID {
			t.Errorf("a second invitation of the two: %v", err)
		}
	}
	must1(f.EndRace(ctx, first.ID, games.RaceDeclined, true))
	must1(f.EndRace(ctx, must1(f.challenge(ann, bob)).ID, games.RaceCancelled, false))
	_, err = f.challenge(ann, bob)
	wantIs(t, err, games.ErrManyInvited)
	must1(f.EndRace(ctx, must1(f.challenge(bob, ann)).ID, games.RaceDeclined, true)) // the other may ask
	f.age("25 hours")
	must1(f.challenge(ann, bob))
	must1(f.challenge(ann, games.Player{ID: "dan"}))
	must1(f.challenge(ann, games.Player{ID: "eve"}))
	_, err = f.challenge(ann, games.Player{ID: "fay"})
	wantIs(t, err, games.ErrManyInvited)
}

// Many clicks at once accept, decline and cancel one invitation: one of them counts. And of many
// invitations of two players at once there is one.
func TestChallengeAtOnce(t *testing.T) {
	f := newField(t)
	var wait sync.WaitGroup
	var mu sync.Mutex
	made := map[int64]bool{}
	for i := range 8 {
		wait.Go(func() {
			a, b := ann, bob
			if i%2 == 1 {
				a, b = b, a
			}
			d, err := f.challenge(a, b)
			if open := (*games.OpenRaceError)(nil); errors.As(err, &open) {
				d, err = open.Race, nil
			}
			mu.Lock()
			defer mu.Unlock()
			if made[d.ID] = true; err != nil {
				t.Error(err)
			}
		})
	}
	if wait.Wait(); len(made) != 1 {
		t.Fatalf("races %v of two players are open", made)
	}
	done := 0
	for id := range made {
		for i := range 12 {
			wait.Go(func() {
				var err error
				switch i % 3 {
				case 0:
					_, err = f.AcceptRace(t.Context(), id, must1(f.Race(t.Context(), id)).Opponent, daily.NewGuild("42"))
				case 1:
					_, err = f.EndRace(t.Context(), id, games.RaceDeclined, true)
				case 2:
					_, err = f.EndRace(t.Context(), id, games.RaceCancelled, false)
				}
				mu.Lock()
				defer mu.Unlock()
				if err == nil {
					done |= 1 << (i % 3)
				} else if !errors.Is(err, games.ErrNotOpen) {
					t.Error(err)
				}
			})
		}
		wait.Wait()
		if d := must1(f.Race(t.Context(), id)); done != map[games.RaceState]int{games.RaceRunning: 1, games.RaceDeclined: 2, games.RaceCancelled: 4}[d.State] {
			t.Errorf("the race is %s, and what succeeded is %b", d.State, done)
		}
	}
}

// meeting claims the message of a challenge or a party that does not show how it stands, if there is one.
func (f field) meeting() (p daily.Post, ok bool) {
	f.t.Helper()
	must(f.t, f.AddMeetings(f.t.Context(), 40*time.Second))
	p, ok, err := f.Claim(f.t.Context(), "a", time.Minute, daily.RankEdit)
	must(f.t, err)
	return p, ok
}

func (f field) wantMeeting(kind daily.PostKind) daily.Post {
	f.t.Helper()
	p, ok := f.meeting()
	if !ok || p.Kind != kind {
		f.t.Fatalf("due is %v %+v, want a %s", ok, p, kind)
	}
	return p
}

func (f field) wantNoMeeting() {
	f.t.Helper()
	if p, ok := f.meeting(); ok {
		f.t.Fatalf("due is %+v", p)
	}
}

// A message is changed when the race does not stand as it shows, by one process at a time, at most once in a
// while; and again where the process was killed.
func TestRaceMessages(t *testing.T) {
	f := newField(t)
	ctx := t.Context()
	d := f.accepted(ann, bob)
	f.wantNoMeeting() // nobody knows the message
	must(t, f.SetRaceMessage(ctx, d.ID, "here", "1001"))
	f.wantMeeting(daily.RaceMessage)
	f.wantNoMeeting()
	f.age("1 minute")
	shows := func(p daily.Post) { t.Helper(); must(t, f.Complete(ctx, p, "a", p.Target)) }
	shows(f.wantMeeting(daily.RaceMessage)) // the process was killed
	f.age("1 minute")
	f.wantNoMeeting()
	g := must1(f.StartRaceGame(ctx, d.ID, ann))
	stood := f.wantMeeting(daily.RaceMessage)
	record(t, f.Store, g, event(g, play.Moved, "r1c1=1", filled(g, 1))) // while the message is changed
	f.wantNoMeeting()
	shows(stood)
	f.wantNoMeeting()
	f.age("1 minute")
	shows(f.wantMeeting(daily.RaceMessage))
	stands := must1(f.Race(ctx, d.ID)).Standing
	must(t, f.RaceShown(ctx, d.ID, "here", "1001", stands)) // an answer shows how it stands
	f.age("1 minute")
	f.wantNoMeeting()
	must(t, f.RaceShown(ctx, d.ID, "here", "1001", stands-1)) // one that was prepared before
	f.age("1 minute")
	late := f.wantMeeting(daily.RaceMessage)
	must(t, f.RaceShown(ctx, d.ID, "here", "1001", stands-1)) // and one while the message is changed
	shows(late)
	f.age("1 minute")
	shows(f.wantMeeting(daily.RaceMessage))
	f.wantNoMeeting()
	record(t, f.Store, must1(f.Game(ctx, g.ID)), event(g, play.Checked, "", filled(g, 1)))
	f.wantNoMeeting()
	must1(f.EndRace(ctx, d.ID, games.RaceGivenUp, false)) // which does not wait
	ended := f.wantMeeting(daily.RaceMessage)
	if ended.Target != "1001" || ended.ChannelID != "here" || ended.Number != d.ID {
		t.Errorf("claimed is %+v", ended)
	}
	must(t, f.Cancel(ctx, ended, "a", "it is gone"))
	must(t, f.LoseRaceMessage(ctx, d.ID, ended.Target))
	f.age("1 minute")
	f.wantNoMeeting()
	must(t, f.SetRaceMessage(ctx, d.ID, "here", "1002"))
	another := f.wantMeeting(daily.RaceMessage)
	if shows(another); another.Target != "1002" {
		t.Errorf("claimed is %+v", another)
	}

	d = must1(f.challenge(carol, bob)) // in another channel, for nobody to be notified
	for range 2 {
		must(t, f.AddMeeting(ctx, "42", daily.RaceMessage, d.ID, "there", daily.QuietRace))
	}
	first := f.wantMeeting(daily.RaceMessage)
	must(t, f.Complete(ctx, first, "a", "1003"))
	must(t, f.SetRaceMessage(ctx, d.ID, first.ChannelID, "1003"))
	f.age("1 minute")
	f.wantNoMeeting()

	d = f.accepted(ann, bob)
	must1(f.EndRace(ctx, d.ID, games.RaceGivenUp, false))
	must(t, f.SetRaceMessage(ctx, d.ID, "here", "1004"))
	f.age("24:01:00")
	archivetest.Exec(t, f.url, `update duel set ended = ended - interval '24:01:00'`)
	f.wantNoMeeting() // over for a day
	archivetest.Exec(t, f.url, `alter table duel rename message to gone`)
	if err := f.AddMeetings(ctx, 0); err == nil {
		t.Error("the races cannot be read, and there is no error")
	}
}

// Of a player who is deleted no race is left, and the other's board is one of their own.
func TestChallengeOfDeletedPlayer(t *testing.T) {
	f := newField(t)
	ctx := t.Context()
	d := f.accepted(ann, bob)
	must1(f.StartRaceGame(ctx, d.ID, ann))
	theirs := must1(f.StartRaceGame(ctx, d.ID, bob))
	must1(f.challenge(carol, ann))
	must(t, f.SetRaceMessage(ctx, d.ID, "here", "1001"))
	must(t, f.AddMeetings(ctx, 0))
	if kept := must1(f.CountPlayerData(ctx, "ann")); kept["outbox"] != 1 {
		t.Errorf("of Ann's messages of races there are %v", kept)
	}
	must(t, f.DeletePlayer(ctx, "ann"))
	_, err := f.Race(ctx, d.ID)
	wantIs(t, err, postgres.ErrNotFound)
	if open := must1(f.OpenRacesOf(ctx, "carol", "42")); len(open) != 0 {
		t.Errorf("Carol still has %+v", open)
	}
	if left := must1(f.CountPlayerData(ctx, "ann")); len(left) != 0 {
		t.Errorf("of Ann there is %v", left)
	}
	if g := must1(f.Game(ctx, theirs.ID)); g.Race != 0 || g.Player != bob {
		t.Errorf("Bob's game is %+v", g)
	}
}

// Rounds come every few seconds: what they look at does not grow with the races that are over.
func TestRoundsPassOldRaces(t *testing.T) {
	f := newField(t)
	over := f.accepted(ann, bob)
	must1(f.EndRace(t.Context(), over.ID, games.RaceGivenUp, false))
	must(t, f.SetRaceMessage(t.Context(), over.ID, "here", "message"))
	archivetest.Exec(t, f.url, `
		update duel set asked = asked - interval '9 days', accepted = accepted - interval '9 days', ended = ended - interval '9 days';
		insert into duel (guild, channel, message, challenger, opponent, language, shape, tier, state, asked, accepted, ended, import, position, transform)
		select guild, channel, message || n, challenger, opponent, language, shape, tier, state, asked, accepted, ended, import, position, transform
		from duel, generate_series(1, 20000) n`)
	round := func() {
		s := archivetest.Open(t, f.url)
		defer s.Close()
		must(t, s.EndStaleRaces(t.Context()))
		must(t, s.AddMeetings(t.Context(), 0))
		wantNothing(t, s, "a")
	}
	round() // the first notes what the others need not look at
	archivetest.Exec(t, f.url, `vacuum analyze duel`)
	read := 0
	for try := 0; try == 0 || read > 1000 && try < 3; try++ { // what was read before may be counted late, once
		before := rowsReadOf(t, f.url, "duel")
		for range 5 {
			round()
		}
		read = rowsReadOf(t, f.url, "duel") - before
	}
	if read > 1000 {
		t.Errorf("five rounds read %d rows", read)
	}
}

// rowsReadOf returns how many rows of a table sessions have read that are closed.
func rowsReadOf(t *testing.T, url, table string) (rows int) {
	t.Helper()
	c := must1(pgx.Connect(t.Context(), url))
	defer c.Close(t.Context())
	must(t, c.QueryRow(t.Context(), `select seq_tup_read + coalesce(idx_tup_fetch, 0) from pg_stat_user_tables where relname = $1`, table).Scan(&rows))
	return rows
}

func (f field) openRace(rated bool) games.Race {
	f.t.Helper()
	return must1(f.OpenRace(f.t.Context(), games.Race{GuildID: "42", ChannelID: "here", Opener: ann, Tier: 1, Rated: rated}))
}

// All who join get one puzzle, which its opener never had, and the race ends when nobody can join any longer and all have
// solved it.
func TestRace(t *testing.T) {
	f := newField(t)
	ctx := t.Context()
	had := must1(f.StartGame(ctx, ann, daily.NewGuild("42"), 0, 1)).Puzzle.ID
	d := f.openRace(false)
	if wantState(t, d, games.RaceInvited); d.IsChallenge() || len(must1(f.RaceGames(ctx, d.ID))) != 0 {
		t.Errorf("the race is %+v", d)
	}
	mine, theirs := must1(f.StartRaceGame(ctx, d.ID, ann)), must1(f.StartRaceGame(ctx, d.ID, bob))
	if mine.Clues != theirs.Clues || mine.ID == theirs.ID || mine.Race != d.ID || mine.Puzzle.ID == had {
		t.Errorf("the games are %+v and %+v", mine, theirs)
	}
	if again := must1(f.StartRaceGame(ctx, d.ID, bob)); again.ID != theirs.ID {
		t.Errorf("Bob has games %d and %d", theirs.ID, again.ID)
	}
	solve(t, f.Store, mine)
	solve(t, f.Store, theirs)
	wantState(t, must1(f.SettleRace(ctx, d.ID)), games.RaceRunning) // others may still join
	late := must1(f.StartRaceGame(ctx, d.ID, carol))
	f.age("16 minutes")
	_, err := f.StartRaceGame(ctx, d.ID, games.Player{ID: "dan"})
	wantIs(t, err, games.ErrRaceClosed)
	must(t, f.EndStaleRaces(ctx))
	wantState(t, must1(f.Race(ctx, d.ID)), games.RaceRunning) // Carol plays
	if again := must1(f.StartRaceGame(ctx, d.ID, carol)); again.ID != late.ID {
		t.Error("Carol cannot go on")
	}
	solve(t, f.Store, late)
	wantState(t, must1(f.SettleRace(ctx, d.ID)), games.RaceSolved)
}

// A race ends without those who leave it, and by itself where nobody joins or a player never solves it.
func TestRaceRunsOut(t *testing.T) {
	f := newField(t)
	ctx := t.Context()
	d := f.openRace(false)
	_, err := f.OpenRace(ctx, d)
	if open := (*games.OpenRaceError)(nil); !errors.As(err, &open) || open.Race.ID != d.ID {
		t.Errorf("a second race: %v", err)
	}
	f.age("16 minutes")
	_, err = f.StartRaceGame(ctx, d.ID, bob)
	wantIs(t, err, games.ErrNotOpen)
	wantState(t, must1(f.Race(ctx, d.ID)), games.RaceExpired)
	d = f.openRace(false)
	must1(f.StartRaceGame(ctx, d.ID, bob))
	must1(f.LeaveRace(ctx, d, "bob"))
	_, err = f.LeaveRace(ctx, d, "bob")
	wantIs(t, err, games.ErrNotOpen)
	_, err = f.StartRaceGame(ctx, d.ID, bob)
	wantIs(t, err, games.ErrHad)
	f.age("16 minutes")
	must(t, f.EndStaleRaces(ctx))
	wantState(t, must1(f.Race(ctx, d.ID)), games.RaceExpired)
	d = f.openRace(false)
	g := must1(f.StartRaceGame(ctx, d.ID, bob))
	f.age("2 hours")
	wantState(t, must1(f.SettleRace(ctx, d.ID)), games.RaceOutOfTime)
	solve(t, f.Store, g) // the board stays the player's
	f.age("2 days")
	must(t, f.EndStaleRaces(ctx))
	wantState(t, must1(f.Race(ctx, d.ID)), games.RaceOutOfTime)
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
			if _, err := f.StartRaceGame(t.Context(), d.ID, p); err != nil && !errors.Is(err, games.ErrRaceClosed) && !errors.Is(err, postgres.ErrStale) {
				t.Errorf("%s: %v", p.ID, err)
			}
		})
	}
	wait.Wait()
	players := map[string]bool{}
	all := must1(f.RaceGames(t.Context(), d.ID))
	for _, g := range all {
		players[g.Player.ID] = true
	}
	if len(all) != games.MaxRacers || len(players) != games.MaxRacers {
		t.Errorf("%d games of %d players, want %d", len(all), len(players), games.MaxRacers)
	}
}

// The message of a race changes when a player joins, plays or leaves, and when it can no longer be joined.
func TestRaceMessageChanges(t *testing.T) {
	f := newField(t)
	ctx := t.Context()
	d := f.openRace(false)
	must(t, f.SetRaceMessage(ctx, d.ID, "here", "1001"))
	f.wantNoMeeting() // as it was posted
	must1(f.StartRaceGame(ctx, d.ID, bob))
	shows := func() {
		t.Helper()
		p := f.wantMeeting(daily.RaceMessage)
		must(t, f.Complete(ctx, p, "a", p.Target))
		f.wantNoMeeting()
		f.age("1 minute")
	}
	shows()
	must1(f.LeaveRace(ctx, d, "bob"))
	shows()
	must1(f.StartRaceGame(ctx, d.ID, carol))
	shows()
	must1(f.LeaveRace(ctx, d, "carol")) // as many are in it then, and as far
	must1(f.StartRaceGame(ctx, d.ID, ann))
	shows()
	f.age("16 minutes")
	shows()
	f.age("3 hours")
	must(t, f.EndStaleRaces(ctx))
	shows()
}

// Only the games of a rated race count for ratings, if they are solved before it is over; computing all anew knows them too.
func TestRatedRace(t *testing.T) {
	f := newField(t)
	ctx := t.Context()
	play := func(d games.Race, players ...games.Player) (all []games.Game) {
		for _, p := range players {
			all = append(all, must1(f.StartRaceGame(ctx, d.ID, p)))
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
	must(t, f.SetRaceMessage(ctx, d.ID, "here", "1001"))
	must1(f.StartRaceGame(ctx, d.ID, bob))
	theirs := must1(f.StartRaceGame(ctx, d.ID, carol))
	must(t, f.DeletePlayer(ctx, "bob"))
	if all := must1(f.RaceGames(ctx, d.ID)); len(all) != 1 || all[0].ID != theirs.ID {
		t.Errorf("the games are %+v", all)
	}
	must(t, f.DeletePlayer(ctx, "ann"))
	if g := must1(f.Game(ctx, theirs.ID)); g.Race != 0 || g.Player != carol {
		t.Errorf("Carol's game is %+v", g)
	}
	if p := f.wantMeeting(daily.DeletedRace); p.Target != "1001" {
		t.Errorf("the message of the race: %+v", p)
	}
}
