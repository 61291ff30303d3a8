package archive_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// worldwide is a guild that takes the global dailies.
func worldwide(id string) daily.Guild {
	g := daily.NewGuild(id)
	g.Rules.Global = true
	return g
}

// globalTable is an archive with puzzles of the tiers that dailies of a week have.
func globalTable(t *testing.T) table {
	now := &clock{at("2026-03-05 12:00")}
	x := table{Store: archivetest.New(t).WithClock(now.read), clock: now}
	archivetest.Import(t, x.Store, "some", archivetest.Puzzles(120, 3)...)
	return x
}

// Guilds that take the global daily have the same puzzle in the same look, each under its own number,
// also one that is a day behind, and if all ask at once.
func TestGlobalDaily(t *testing.T) {
	x := globalTable(t)
	var mu sync.Mutex
	var all sync.WaitGroup
	seen := map[string]int{}
	for i := range 6 {
		all.Go(func() {
			g := worldwide(fmt.Sprint("guild ", i))
			g.FreshLook = i%2 == 0
			d, err := x.Daily(t.Context(), g, date("2026-03-05"), sudoku.Sudoku, 0)
			if err != nil {
				t.Error(err)
				return
			}
			mu.Lock()
			defer mu.Unlock()
			seen[fmt.Sprint(d.Clues(), d.Number, d.Tier, d.Global)]++
		})
	}
	all.Wait()
	if len(seen) != 1 {
		t.Fatalf("the global daily is %v", seen)
	}
	west := worldwide("west")
	before := chosen(t, x.Store, west, date("2026-03-04"), sudoku.Sudoku, 0)
	same := chosen(t, x.Store, west, date("2026-03-05"), sudoku.Sudoku, west.Tier(date("2026-03-05")))
	if _, known := seen[fmt.Sprint(same.Clues(), 1, same.Tier, true)]; !known || same.Number != 2 || before.Number != 1 || !before.Global {
		t.Errorf("%s of #%d follows #%d, which is global: %v", same.Clues(), same.Number, before.Number, before.Global)
	}
	own := chosen(t, x.Store, daily.NewGuild("own"), date("2026-03-05"), sudoku.Sudoku, 0)
	if own.Global {
		t.Error("a guild that did not choose it has the global daily")
	}
	kept := chosen(t, x.Store, worldwide("own"), date("2026-03-05"), sudoku.Sudoku, 0)
	if kept.Puzzle.ID != own.Puzzle.ID || kept.Global {
		t.Error("what was chosen before is not kept")
	}
	if small := chosen(t, x.Store, west, date("2026-03-05"), sudoku.Sudoku, 1); small.Global {
		t.Error("a daily of another tier is global")
	}
}

// A guild further east has tomorrow's global daily already: no game of one's own is of it, in any guild,
// nor is it among those that a seal covers unknown.
func TestGlobalDailyIsNotGivenOut(t *testing.T) {
	x := globalTable(t)
	archivetest.Import(t, x.Store, "more", archivetest.Singletons(4, 1)...)
	tomorrow, east := date("2026-03-06"), worldwide("east")
	for east.Tier(tomorrow) != logic.TierSingletons { // of which there are several
		tomorrow = tomorrow.AddDays(1)
	}
	global := chosen(t, x.Store, east, tomorrow, sudoku.Sudoku, 0)
	s := x.Store.WithClock((&clock{at("2026-03-05 12:00")}).read)
	guild, ann := daily.NewGuild("west"), games.Player{ID: "ann", Name: "Ann"}
	for i := range 60 { // several laps
		g, err := s.StartGame(t.Context(), ann, guild, sudoku.Sudoku, global.Tier)
		must(t, err)
		if g.Puzzle.ID == global.Puzzle.ID {
			t.Fatalf("game %d is tomorrow's global daily", i)
		}
	}
	covered, err := s.DailyPuzzles(t.Context(), guild.ID, date("2026-03-05"))
	if must(t, err); !slices.Contains(covered, global.Puzzle.ID) {
		t.Errorf("covered are %v, not %d", covered, global.Puzzle.ID)
	}
}

// A puzzle that guilds import for themselves is never the global daily.
func TestGlobalDailyIsTheOperators(t *testing.T) {
	s := archivetest.New(t)
	_, err := s.ImportFile(t.Context(), importing.Options{GuildID: "42", Collection: "own"}, strings.NewReader(strings.Join(archivetest.Puzzles(60, 1), "\n")))
	must(t, err)
	_, err = s.Daily(t.Context(), worldwide("42"), date("2026-03-05"), sudoku.Sudoku, 0)
	wantIs(t, err, library.ErrNoPuzzle)
}

// The board of the global daily has the players of all guilds that have it, each with the game that was
// opened first, and names those who want that, and the viewer.
func TestGlobalResults(t *testing.T) {
	x := globalTable(t)
	a := chosen(t, x.Store, worldwide("a"), date("2026-03-05"), sudoku.Sudoku, 0)
	b := chosen(t, x.Store, worldwide("b"), date("2026-03-05"), sudoku.Sudoku, 0)
	own := chosen(t, x.Store, daily.NewGuild("own"), date("2026-03-05"), sudoku.Sudoku, 0)
	for _, id := range []string{"shown", "hidden but worldwide"} {
		must(t, x.SaveSettings(t.Context(), games.Player{ID: id}, games.Settings{Worldwide: true, Hidden: id != "shown"}))
	}
	_, err := x.StartDaily(t.Context(), games.Player{ID: "looks first"}, b)
	must(t, err)
	x.clock.advance(time.Second)
	x.solveAs(t, "shown", a, 10*time.Minute, 0)
	if r := x.solveAs(t, "shown", b, 3*time.Minute, 0); r.Rank != 0 || r.Apart != games.Known {
		t.Errorf("of what was solved elsewhere: rank %d, %q", r.Rank, r.Apart)
	}
	x.solveAs(t, "looks first", a, 4*time.Minute, 0)
	x.solveAs(t, "not asked", b, 10*time.Minute, 0)
	x.solveAs(t, "hidden but worldwide", b, 12*time.Minute, 0)
	x.solveAs(t, "elsewhere", own, 5*time.Minute, 0)
	for viewer, want := range map[string][]string{
		"":          {"1 true shown", "1 true ", "3 false "},
		"not asked": {"1 true shown", "1 true not asked", "3 false "},
	} {
		results, err := x.GlobalResults(t.Context(), date("2026-03-05"), sudoku.Sudoku, viewer)
		must(t, err)
		var got []string
		for _, r := range results {
			got = append(got, fmt.Sprint(r.Rank, " ", r.Joint, " ", r.Player.ID))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q sees\n%s", viewer, diff)
		}
	}
}

// Over all guilds, players are compared by the expected time, and a puzzle counts once.
func TestPaces(t *testing.T) {
	x := globalTable(t)
	must(t, x.SaveSettings(t.Context(), games.Player{ID: "quick"}, games.Settings{Worldwide: true}))
	for i := range games.PaceLeast {
		g := daily.NewGuild(fmt.Sprint("guild ", i))
		d := chosen(t, x.Store, g, date("2026-03-05"), sudoku.Sudoku, logic.Tier(1+i)) // three puzzles
		expected := time.Duration(d.Puzzle.Score * float64(time.Second))
		x.solveAs(t, "quick", d, expected/2, 0)
		x.clock.now = at("2026-03-05 12:00")
		x.solveAs(t, "slow", d, expected*2, 0)
		x.clock.now = at("2026-03-05 12:00")
		if i > 0 {
			x.solveAs(t, "seldom", d, expected/4, 0)
			x.clock.now = at("2026-03-05 12:00")
		}
	}
	paces, err := x.Paces(t.Context(), games.Ranking{Days: calendar.MonthOf(date("2026-03-05"))})
	must(t, err)
	var got []string
	for _, p := range paces {
		got = append(got, fmt.Sprintf("%d %s %.2f %d", p.Rank, p.Player.ID, p.Share, p.Solved))
	}
	if diff := cmp.Diff([]string{"1 quick 0.50 3", "2  2.00 3"}, got); diff != "" {
		t.Error(diff)
	}
	none, err := x.Paces(t.Context(), games.Ranking{Days: calendar.MonthOf(date("2026-04-05"))})
	if must(t, err); len(none) > 0 {
		t.Errorf("%+v in a month without results", none)
	}
}

// Equal means equal to the second, as times are shown; with less help comes first.
func TestJointPlaces(t *testing.T) {
	x := newTable(t)
	x.solveAs(t, "a", x.daily, 10*time.Minute+100*time.Millisecond, 0)
	if r := x.solveAs(t, "b", x.daily, 10*time.Minute-100*time.Millisecond, 0); r.Rank != 1 || !r.Joint {
		t.Errorf("a player who is as quick has rank %d, joint %v", r.Rank, r.Joint)
	}
	if r := x.solveAs(t, "c", x.daily, 10*time.Minute, 1); r.Rank != 3 || r.Joint {
		t.Errorf("who had help has rank %d, joint %v", r.Rank, r.Joint)
	}
	board, err := x.Leaderboard(t.Context(), games.Ranking{GuildID: "42"})
	must(t, err)
	var got []string
	for _, s := range board {
		got = append(got, fmt.Sprint(s.Rank, s.Joint))
	}
	if diff := cmp.Diff([]string{"1 true", "1 true", "1 true"}, got); diff != "" { // by time alone
		t.Error(diff)
	}
	alone, err := x.Leaderboard(t.Context(), games.Ranking{GuildID: "42", Unaided: true})
	if must(t, err); len(alone) != 2 {
		t.Errorf("%d players without help, want 2", len(alone))
	}
}

// The best time for each kind of puzzle, dailies or not, late or not; nothing that was handed in or is
// quicker than people.
func TestPersonalBests(t *testing.T) {
	x := newTable(t)
	x.solveAs(t, "ann", x.daily, 20*time.Minute, 0)
	again := chosen(t, x.Store, daily.NewGuild("42"), x.daily.Date.AddDays(1), sudoku.Sudoku, x.daily.Tier)
	x.clock.advance(72 * time.Hour)
	x.solveAs(t, "ann", again, 15*time.Minute, 2)
	quick := chosen(t, x.Store, daily.NewGuild("42"), x.daily.Date.AddDays(2), sudoku.Sudoku, x.daily.Tier)
	x.solveAs(t, "ann", quick, time.Second, 0)
	bests, err := x.PersonalBests(t.Context(), "ann")
	must(t, err)
	if len(bests) != 1 || bests[0].Elapsed != 15*time.Minute || bests[0].Hints != 2 || bests[0].Solved != 2 || bests[0].Tier != x.daily.Tier {
		t.Errorf("the records are %+v", bests)
	}
	if bests, err := x.PersonalBests(t.Context(), "bob"); err != nil || len(bests) > 0 {
		t.Errorf("bob has %+v, %v", bests, err)
	}
	g, err := x.SolvedDaily(t.Context(), "ann", "42", again.Date)
	if must(t, err); g.Date != again.Date || g.Finished.IsZero() {
		t.Errorf("the daily of %s is %+v", again.Date, g)
	}
	_, err = x.SolvedDaily(t.Context(), "ann", "42", again.Date.AddDays(9))
	wantIs(t, err, postgres.ErrNotFound)
}

// The cell over which players paused longest, on average; longer pauses than five minutes count as
// that, and what is late does not count.
func TestHardestCell(t *testing.T) {
	x := newTable(t)
	if _, _, ok, err := x.HardestCell(t.Context(), x.daily); ok || err != nil {
		t.Errorf("a daily without games has a hardest cell, %v", err)
	}
	for _, id := range []string{"a", "b"} {
		g, err := x.StartDaily(t.Context(), games.Player{ID: id}, x.daily)
		must(t, err)
		for i, pause := range []time.Duration{time.Minute, 4 * time.Minute, 2 * time.Minute} {
			x.clock.advance(pause)
			g = record(t, x.Store, g, event(g, play.Moved, "", filled(g, i+1)))
		}
		x.clock.advance(10 * time.Minute)
		solve(t, x.Store, g)
	}
	first := filled(x.game, 1).Filled()
	want := filled(x.game, 2).Filled().Minus(first).Slice()[0]
	cell, pause, ok, err := x.HardestCell(t.Context(), x.daily)
	if must(t, err); !ok || cell != want || pause != 4*time.Minute {
		t.Errorf("the hardest cell is %s after %s (%v), want %s after 4m", cell, pause, ok, want)
	}
}

// A follow-up is claimed by one owner at a time, and made by one, as a post is.
func TestFollowUps(t *testing.T) {
	x := newTable(t)
	day := x.daily.Date
	added, err := x.AddThread(t.Context(), "42", day)
	if must(t, err); added {
		t.Error("a thread is due before there is a post")
	}
	must(t, x.AddPost(t.Context(), x.daily, "channel"))
	post, _, err := x.Claim(t.Context(), "a", time.Minute, daily.RankEdit)
	must(t, err)
	must(t, x.Complete(t.Context(), post, "a", "message"))
	for range 2 {
		if added, err = x.AddThread(t.Context(), "42", day); err != nil || !added {
			t.Fatal(added, err)
		}
	}
	must(t, x.AddFollowUp(t.Context(), "42", daily.WeekLeaders, day, "")) // nothing to post
	f, ok, err := x.Claim(t.Context(), "a", 0, daily.RankEdit)            // runs out at once
	if must(t, err); !ok || f.Kind != daily.ThreadOfDay || f.Target != "message" || f.ChannelID != "channel" || f.Attempt != 1 {
		t.Fatalf("%+v %v", f, ok)
	}
	second, ok, err := x.Claim(t.Context(), "b", time.Minute, daily.RankEdit)
	if must(t, err); !ok || second.Attempt != 2 || second.Nonce() != f.Nonce() || second.Marker() != f.Marker() {
		t.Fatalf("%+v %v", second, ok)
	}
	wantIs(t, x.Complete(t.Context(), f, "a", "thread"), postgres.ErrStale)
	must(t, x.Retry(t.Context(), second, "b", "refused", 0))
	third, ok, err := x.Claim(t.Context(), "b", time.Minute, daily.RankEdit)
	if must(t, err); !ok || third.Attempt != 3 || third.Refused != 1 {
		t.Fatalf("%+v %v", third, ok)
	}
	if _, ok, err := x.Claim(t.Context(), "c", time.Minute, daily.RankEdit); ok || err != nil {
		t.Error("it is claimed twice", err)
	}
	must(t, x.Complete(t.Context(), third, "b", "thread"))
	thread, _, err := x.ThreadOf(t.Context(), "42", day)
	if must(t, err); thread != "thread" {
		t.Errorf("the thread is %q", thread)
	}
	for later, want := range []bool{false, true} { // the daily of the next day is not in the outbox yet
		if _, coming, err := x.ThreadOf(t.Context(), "42", day.AddDays(later)); coming != want || err != nil {
			t.Errorf("%d days later, a thread is coming: %t, %v", later, coming, err)
		}
	}
	before, err := x.PostBefore(t.Context(), "42", day.AddDays(1))
	if must(t, err); before.Date != day || before.MessageID != "message" {
		t.Errorf("%+v", before)
	}
	_, err = x.PostBefore(t.Context(), "42", day)
	wantIs(t, err, postgres.ErrNotFound)
}

// What is settled and old goes with what is added, a part at a time; what is due, young, of another guild or a daily
// stays, and nothing that is there is added again.
func TestOldFollowUpsGo(t *testing.T) {
	url := archivetest.URL(t)
	x := tableAt(t, url)
	c := must1(pgx.Connect(t.Context(), url))
	defer c.Close(t.Context())
	day := x.daily.Date
	left := func(kind daily.PostKind) (rows string) {
		must(t, c.QueryRow(t.Context(), `select string_agg(guild || ' ' || ($2::date - date) || ' ' || state, ', ' order by guild, date)
			from outbox where kind = $1`, kind, day).Scan(&rows))
		return rows
	}
	must(t, x.AddPost(t.Context(), x.daily, "channel"))
	must1(c.Exec(t.Context(), `update outbox set state = 'done', message = 'm'`))
	must1(c.Exec(t.Context(), `
		insert into outbox (guild, kind, date, state) select guild, kind, $1::date - ago, state
		from unnest(array['summary', 'thread', 'daily']) kind,
			(values ('42', 400, 'done'), ('42', 300, 'due'), ('42', 200, 'failed'), ('42', 90, 'done'), ('43', 400, 'done')) old (guild, ago, state)`, day))
	must1(c.Exec(t.Context(), `insert into outbox (guild, kind, date, state) select '42', 'summary', $1::date - 500 - n, 'done' from generate_series(1, 20) n`, day))
	const kept = "42 300 due, 42 90 done, 42 0 due, 43 400 done"
	for i, want := range []string{"42 400 done, 42 300 due, 42 200 failed, 42 90 done, 42 0 due, 43 400 done", kept} {
		must(t, x.AddFollowUp(t.Context(), "42", daily.DaySummary, day, "channel"))
		if got := left(daily.DaySummary); got != want {
			t.Errorf("added %d times: %s, want %s", i+1, got, want)
		}
	}
	added, err := x.AddThread(t.Context(), "42", day)
	if got := left(daily.ThreadOfDay); got != kept || !added || err != nil {
		t.Errorf("threads: %s, want %s (%v)", got, kept, err)
	}
	for guild, day := range map[string]calendar.Date{"44": day, "42": day.AddDays(-1)} { // which have no post
		if added, err := x.AddThread(t.Context(), guild, day); added || err != nil || left(daily.ThreadOfDay) != kept {
			t.Errorf("the thread of %s in %s: %t, %v, %s", day, guild, added, err, left(daily.ThreadOfDay))
		}
	}
	must1(c.Exec(t.Context(), `insert into outbox (guild, kind, date, state, thread) values ('45', 'daily', $1, 'done', 'in a forum')`, day))
	added, err = x.AddThread(t.Context(), "45", day)
	if got := left(daily.ThreadOfDay); got != kept+", 45 0 done" || !added || err != nil {
		t.Errorf("with that of a forum: %s (%t, %v)", got, added, err)
	}
	must1(c.Exec(t.Context(), `delete from outbox where guild = '45'`))
	if got, want := left(daily.DailyPost), "42 400 done, 42 300 due, 42 200 failed, 42 90 done, 42 0 done, 43 400 done"; got != want {
		t.Errorf("dailies: %s, want %s", got, want)
	}
}

// A thread may still come as long as neither it nor the post above it was refused.
func TestThreadOf(t *testing.T) {
	url := archivetest.URL(t)
	s := archivetest.Open(t, url)
	day := date("2026-03-01")
	for name, c := range map[string]struct {
		rows, thread string
		coming       bool
	}{
		"no post yet":            {`('42', 'summary', 'done', 0, 'm')`, "", true},
		"a post is due":          {`('42', 'daily', 'due', 0, '')`, "", true},
		"a post was refused":     {`('42', 'daily', 'due', 1, '')`, "", false},
		"a post has failed":      {`('42', 'daily', 'failed', 2, '')`, "", false},
		"a post":                 {`('42', 'daily', 'done', 0, 'm')`, "", true},
		"a post after a refusal": {`('42', 'daily', 'done', 1, 'm')`, "", true},
		"a thread is due":        {`('42', 'daily', 'done', 0, 'm'), ('42', 'thread', 'due', 0, '')`, "", true},
		"a thread was refused":   {`('42', 'daily', 'done', 0, 'm'), ('42', 'thread', 'due', 1, '')`, "", false},
		"a thread has failed":    {`('42', 'daily', 'done', 0, 'm'), ('42', 'thread', 'failed', 1, '')`, "", false},
		"a thread":               {`('42', 'daily', 'done', 0, 'z'), ('42', 'thread', 'done', 0, 'm')`, "m", false},
		"another guild's":        {`('43', 'daily', 'due', 1, ''), ('43', 'thread', 'done', 0, 'm')`, "", true},
	} {
		archivetest.Exec(t, url, `delete from outbox; insert into outbox (guild, kind, date, state, refused, message)
			select guild, kind, '`+day.String()+`', state, refused, message from (values `+c.rows+`) v (guild, kind, state, refused, message)`)
		thread, coming, err := s.ThreadOf(t.Context(), "42", day)
		if thread != c.thread || coming != c.coming || err != nil {
			t.Errorf("%s: %q, coming %t, %v", name, thread, coming, err)
		}
		if thread, coming, err := s.ThreadOf(t.Context(), "42", day.AddDays(1)); thread != "" || !coming || err != nil {
			t.Errorf("%s, a day later: %q, coming %t, %v", name, thread, coming, err)
		}
	}
}

// The post that says who has solved a daily is changed where that can have changed: not another guild's, of another day or
// of another puzzle of the day, and an old one only where it says so already.
func TestShowSolvers(t *testing.T) {
	url := archivetest.URL(t)
	x := tableAt(t, url)
	ctx, day := t.Context(), x.daily.Date
	next := chosen(t, x.Store, daily.NewGuild("42"), day.AddDays(1), sudoku.Sudoku, x.daily.Tier)
	for _, d := range []daily.Daily{x.daily, next, chosen(t, x.Store, daily.NewGuild("43"), day, sudoku.Sudoku, x.daily.Tier)} {
		must(t, x.AddPost(ctx, d, "channel"))
	}
	set := func(statement string) { archivetest.Exec(t, url, statement) }
	c := must1(pgx.Connect(ctx, url))
	defer c.Close(ctx)
	want := func(name, rows string) {
		t.Helper()
		var got string
		must(t, c.QueryRow(ctx, `select coalesce(string_agg(concat_ws(' ', guild, date - $1, channel, target, 'version', version, state,
			'in', round(extract(epoch from due_at - clock_timestamp()) / 30) * 30), ', ' order by date), '') from outbox where kind = 'solvers'`, day).Scan(&got))
		if got != rows {
			t.Errorf("%s: %q, want %q", name, got, rows)
		}
	}
	solved := func() { t.Helper(); must(t, x.ShowSolvers(ctx, "42", day)) }

	set(`update outbox set state = 'done', tried = clock_timestamp(), message = 'm' || guild`)
	solved()
	want("begun", "")
	set(`update outbox set state = 'due' where guild = '42' and date = '` + day.String() + `'; update game set on_time = true`)
	solved()
	want("before the post", "")
	set(`update outbox set state = 'done'`)
	for _, of := range []string{"shape", "tier"} {
		set(`set session_replication_role = replica; update outbox set ` + of + ` = ` + of + ` + 1`) // there is no such daily
		solved()
		want("another puzzle", "")
		set(`set session_replication_role = replica; update outbox set ` + of + ` = ` + of + ` - 1`)
	}
	must(t, x.ShowSolvers(ctx, "43", day))
	must(t, x.ShowSolvers(ctx, "42", day.AddDays(1)))
	want("another daily", "")
	solved()
	want("solved", "42 0 channel m42 version 1 due in 0")
	set(`update outbox set due_at = due_at - interval '1 minute'`)
	solved()
	want("solved again, before it is changed", "42 0 channel m42 version 2 due in -60")
	p, ok, _, err := x.ClaimPaced(ctx, "a", time.Minute)
	if must(t, err); !ok || p.Version != 2 {
		t.Errorf("claimed: %t, %+v", ok, p)
	}
	solved()
	want("solved while it is changed", "42 0 channel m42 version 3 due in 60")
	set(`update outbox set state = 'done', owner = null, tried = tried - interval '30 seconds' where kind = 'solvers'`)
	solved()
	want("solved after it was changed", "42 0 channel m42 version 4 due in 30")
	set(`update outbox set state = 'failed' where kind = 'solvers'`)
	solved()
	want("solved after it was given up", "42 0 channel m42 version 4 failed in 30")

	set(`delete from outbox where kind = 'solvers'; update outbox set tried = tried - interval '3 days', thread = 'forum';
		insert into outbox (guild, kind, date, state) select '42', 'summary', date, 'done' from outbox where kind = 'daily' on conflict do nothing`)
	solved()
	want("an old one", "")
	set(`insert into outbox (guild, kind, date, state) select guild, 'solvers', date, 'done' from outbox where kind = 'daily' and message <> '' and (guild = '43' or date > '` + day.String() + `')`)
	solved()
	set(`update outbox set kind = 'solvers of others' where kind = 'solvers'`)
	want("an old one, beside others that say it", "")
	set(`insert into outbox (guild, kind, date, channel, target, state) values ('42', 'solvers', '` + day.String() + `', 'forum', 'm42', 'done')`)
	solved()
	want("an old one that says it", "42 0 forum m42 version 1 due in 0")

	set(`delete from outbox where kind like 'solvers%'; update outbox set tried = clock_timestamp(), thread = ''`)
	must1(x.StartDaily(ctx, games.Player{ID: "bob"}, next))
	set(`update game set on_time = true`)
	set(daily.ShowSolvers(`true`))
	want("several at once", "42 0 channel m42 version 1 due in 60, 42 1 channel m42 version 1 due in 0")
}

// A notice goes where the guild has such: what is another guild's, of another day or not there yet does not count.
func TestNoticeChannel(t *testing.T) {
	url := archivetest.URL(t)
	x := tableAt(t, url)
	ctx, day := t.Context(), x.daily.Date
	g := daily.NewGuild("42")
	g.Scheduled, g.ChannelID = true, "channel"
	must(t, x.SaveGuild(ctx, g))
	guild := func(set string) { archivetest.Exec(t, url, `update guild set `+set+` where id = '42'`) }
	c := must1(pgx.Connect(ctx, url))
	defer c.Close(ctx)
	post := func(guild string, kind daily.PostKind, day calendar.Date, state daily.PostState, message, thread string) {
		must1(c.Exec(ctx, `insert into outbox (guild, kind, date, state, message, thread) values ($1, $2, $3, $4, $5, $6)
			on conflict (guild, kind, date, number) do update set state = excluded.state`, guild, kind, day, state, message, thread))
	}
	notices := func() (rows string) {
		must(t, c.QueryRow(ctx, `select coalesce(string_agg(concat_ws(' ', channel, state, attempt - refused, nullif(reason, '')), ', ' order by kind desc), '')
			from outbox where game is not null`).Scan(&rows))
		return rows
	}
	want := func(game int64, kind daily.PostKind, channel string, inThread bool) {
		t.Helper()
		in, err := x.AddNotice(ctx, game, kind)
		if got := notices(); got != channel || in != inThread || err != nil {
			t.Errorf("a %s goes to %q, in a thread %t, want %q, %t (%v)", kind, got, in, channel, inThread, err)
		}
		archivetest.Exec(t, url, `delete from outbox where game is not null`)
	}
	ofDay, free := x.game.ID, must1(x.StartGame(ctx, games.Player{ID: "bob"}, g, sudoku.Sudoku, x.daily.Tier)).ID
	for _, kind := range []daily.PostKind{daily.DailyPost, daily.ThreadOfDay, daily.DaySummary} {
		post("43", kind, day, daily.PostPosted, "another guild's", "another guild's")
	}
	post("42", daily.DaySummary, day, daily.PostPosted, "a summary", "a summary")
	post("42", daily.ThreadOfDay, day.AddDays(-1), daily.PostPosted, "of the day before", "")
	post("42", daily.ThreadOfDay, day, daily.PostDue, "no thread yet", "")
	post("42", daily.DailyPost, day, daily.PostDue, "", "no post yet")
	want(ofDay, daily.SharedResult, "channel due 0", false)
	post("42", daily.DailyPost, day.AddDays(-1), daily.PostPosted, "", "forum, the day before")
	want(ofDay, daily.SharedResult, "channel due 0", false)
	want(free, daily.SharedResult, "forum, the day before due 0", true)
	post("42", daily.DailyPost, day, daily.PostPosted, "", "no post yet") // by now it is there
	archivetest.Exec(t, url, `update outbox set thread = 'forum' where thread = 'no post yet'`)
	want(ofDay, daily.SharedResult, "forum due 0", true)
	want(free, daily.SharedResult, "forum due 0", true)
	post("42", daily.ThreadOfDay, day, daily.PostPosted, "no thread yet", "")
	archivetest.Exec(t, url, `update outbox set message = 'thread' where message = 'no thread yet'`)
	want(ofDay, daily.SharedResult, "thread due 0", true)
	guild(`games_channel = 'games'`)
	want(ofDay, daily.SharedResult, "games due 0", false)
	want(ofDay, daily.ResultOfGame, "thread due 0", true)
	guild(`channel = ''`)
	want(ofDay, daily.SharedResult, "games due 0", false)
	want(ofDay, daily.ResultOfGame, "", false)

	var ends []games.Game
	for _, channel := range []string{"here", "there"} {
		d := must1(x.OpenRace(ctx, games.Race{GuildID: "42", ChannelID: channel, Opener: ann, Opponent: games.Player{ID: channel}, Shape: sudoku.Sudoku, Tier: x.daily.Tier}))
		must1(x.AcceptRace(ctx, d.ID, d.Opponent, g))
		ends = append(ends, must1(x.StartRaceGame(ctx, d.ID, ann)))
	}
	want(ends[0].ID, daily.EndOfRace, "here due 0", false)
	want(ends[1].ID, daily.EndOfRace, "there due 0", false)
	want(ofDay, daily.EndOfRace, "", false)

	for state, want := range map[daily.PostState]string{daily.PostDue: "games due 2 why", daily.PostPosted: "games done 2 why", daily.PostFailed: "elsewhere due 0"} {
		guild(`games_channel = 'games', channel = 'channel'`)
		must1(x.AddNotice(ctx, ofDay, daily.SharedResult))
		must1(x.AddNotice(ctx, free, daily.ResultOfGame)) // which is in another channel
		must1(c.Exec(ctx, `update outbox set state = $2, attempt = 3, refused = 1, reason = 'why' where game = $1`, ofDay, state))
		must1(c.Exec(ctx, `update outbox set state = 'failed' where game = $1`, free))
		if failed, err := x.NotPosted(ctx, ofDay); failed != (state == daily.PostFailed) || err != nil {
			t.Errorf("not posted where it is %s: %t, %v", state, failed, err)
		}
		if failed, err := x.NotPosted(ctx, free); failed || err != nil {
			t.Errorf("not posted, though nobody shared it: %t, %v", failed, err)
		}
		guild(`games_channel = 'elsewhere'`)
		must1(x.AddNotice(ctx, ofDay, daily.SharedResult))
		if got := notices(); got != want+", forum failed 0" {
			t.Errorf("a second notice where the first is %s: %q, want %q", state, got, want)
		}
		archivetest.Exec(t, url, `delete from outbox where game is not null`)
	}
}

// A notice of long ago goes with a new one of its kind, unless it is still due.
func TestOldNoticesGo(t *testing.T) {
	url := archivetest.URL(t)
	x := tableAt(t, url)
	c := must1(pgx.Connect(t.Context(), url))
	defer c.Close(t.Context())
	g := daily.NewGuild("42")
	g.Scheduled, g.ChannelID = true, "channel"
	must(t, x.SaveGuild(t.Context(), g))
	must1(x.AddNotice(t.Context(), x.game.ID, daily.ResultOfGame))
	must1(c.Exec(t.Context(), `update outbox set added = added - interval '91 days', state = 'done'`))
	for _, notice := range []struct {
		player, then string
		days         int
		left         string
	}{{"bob", "done", 91, "ann bob"}, {"cat", "due", 91, "ann cat"}, {"dan", "done", 89, "ann cat dan"}, {"eve", "done", 91, "ann cat dan eve"}} {
		game, err := x.StartDaily(t.Context(), games.Player{ID: notice.player}, x.daily)
		must(t, err)
		must1(x.AddNotice(t.Context(), game.ID, daily.SharedResult))
		var left string
		must(t, c.QueryRow(t.Context(), `select string_agg(g.player, ' ' order by g.id) from outbox o join game g on g.id = o.game`).Scan(&left))
		if left != notice.left {
			t.Errorf("after %s's: %s, want %s", notice.player, left, notice.left)
		}
		must1(c.Exec(t.Context(), `update outbox set added = added - make_interval(days => $3), state = $2 where game = $1`, game.ID, notice.then, notice.days))
	}
}

// Streaks on a real ledger: a weekday without a post breaks none, and a freeze stands for one with.
func TestStreakOverDaysWithoutPosts(t *testing.T) {
	x := newTable(t)
	g := daily.NewGuild("42")
	g.Scheduled, g.ChannelID, g.Rules.Freezes = true, "channel", 1
	must(t, x.SaveGuild(t.Context(), g))
	for i := range 6 { // posts on the days 0, 1, 3, 4, 5; solved on 0, 1, 3, 5
		d := chosen(t, x.Store, g, x.daily.Date.AddDays(i), sudoku.Sudoku, x.daily.Tier)
		if i != 2 {
			must(t, x.AddPost(t.Context(), d, "channel"))
			post, _, err := x.Claim(t.Context(), "a", time.Minute, daily.RankEdit)
			must(t, err)
			must(t, x.Complete(t.Context(), post, "a", "m"))
		}
		if i != 2 && i != 4 {
			x.clock.now = at(d.Date.String() + " 10:00")
			x.solveAs(t, "ann", d, time.Minute, 0)
		}
	}
	got, err := x.Streak(t.Context(), "ann", "42", sudoku.Sudoku, x.daily.Date.AddDays(5))
	must(t, err)
	if want := (games.Streak{Current: 4, Longest: 4, Frozen: 1}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}
