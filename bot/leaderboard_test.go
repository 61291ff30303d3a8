package bot

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/screen"
)

var cleo = games.Player{ID: "4", Name: "Cleo"}

// Equal times share a place and say so, on the board, to the player and in what is shared; help can be
// left out. No line begins as an item of a numbered list would.
func TestJointPlaces(t *testing.T) {
	x := newLeague(t, "2026-03-02T07:00:00Z")
	x.at(t, "2026-03-02T08:00:00Z")
	x.solve(t, ann, 15, 1)
	x.solve(t, bob, 20, 0)
	wants(t, x.solve(t, cleo, 20, 0), "That is joint 2nd of 3.")
	if shared := public(ask(t, x.Bot, cleo, "share")); !strings.Contains(shared, " · joint 2nd of 3\n") {
		t.Errorf("shared: %s", shared)
	}
	board := ask(t, x.Bot, ann, "leaderboard")
	for _, want := range []string{"1st: Ann 15:00", "joint 2nd: Bob 20:00", "joint 2nd: Cleo 20:00"} {
		wants(t, board, want)
	}
	alone := ask(t, x.Bot, ann, "leaderboard", "help=without")
	for _, want := range []string{"joint 1st: Bob 20:00", "joint 1st: Cleo 20:00", "Most dailies solved without help this month:\njoint 1st: "} {
		wants(t, alone, want)
	}
	if strings.Contains(textOf(alone), "Ann") {
		t.Errorf("who had a hint is on the board without help: %s", textOf(alone))
	}
	for line := range strings.Lines(textOf(board) + "\n" + textOf(alone)) {
		if strings.HasPrefix(line, "1.") || strings.HasPrefix(line, "2.") {
			t.Errorf("a list: %q", line)
		}
	}
	for _, c := range []string{"help=some", "scope=mars", "period=decade"} {
		name, value, _ := strings.Cut(c, "=")
		if reply := x.Handle(t.Context(), request(ann, "leaderboard", map[string]string{name: value})); !reply.Failed || !strings.Contains(textOf(reply), value) {
			t.Errorf("%s: %s", c, textOf(reply))
		}
	}
}

// Where only the other shape was solved, or only with help, a board says no more than that.
func TestNobodyOnTheBoard(t *testing.T) {
	store := newStore(t)
	b := store.bot()
	ask(t, b, ann, "daily", "shape=shidoku")
	ask(t, b, ann, "hint")
	store.wait(time.Hour)
	solves(t, b, store.Store, ann)
	for _, c := range [][2]string{
		{"shape=sudoku", "Thu 5 Mar 2026: nobody has solved the daily sudoku yet."}, {"shape=shidoku", "Thu 5 Mar 2026, shidoku Easy:"},
	} {
		wants(t, ask(t, b, bob, "leaderboard", c[0]), c[1])
	}
	wants(t, ask(t, b, bob, "leaderboard", "shape=shidoku", "help=without"), "nobody has solved the daily shidoku without hints and checks yet.")
}

// An extra daily says that it is one, in each language: in its name, on its board, when it is solved, and on the
// leaderboard.
func TestExtraInWords(t *testing.T) {
	for language, want := range map[string][4]string{
		"en": {
			"Daily #1 (Easy, extra)", "This is an extra: it does not count for your streak or the leaderboard.",
			"It is an extra, without streak or leaderboard; /daily opens the one that counts.", "sudoku Easy, an extra that does not count:",
		},
		"de": {
			"Tagesrätsel #1 (Leicht, Extra)", "Das ist ein Extra: Es zählt weder für deine Serie noch für die Rangliste.",
			"Es ist ein Extra, ohne Serie und Rangliste; /tagesrätsel öffnet das Rätsel, das zählt.", "Sudoku Leicht, ein Extra, das nicht zählt:",
		},
		"zh-TW": {
			"每日數獨 #1（簡單，加碼題）", "這是加碼題，不計入連續天數，也不列入排行榜。",
			"這是加碼題，不計連續天數和排行榜；計分的那一題用 /每日數獨 打開。", "數獨 簡單，不計分的加碼題：",
		},
	} {
		store := newStore(t)
		b := store.bot()
		asks := func(command string, options map[string]string) chat.Reply {
			r := request(ann, command, options)
			r.Language = language
			return b.Handle(t.Context(), r)
		}
		board := asks("daily", map[string]string{"tier": "1"})
		game, err := store.CurrentGame(t.Context(), ann.ID, "7")
		check(t, err)
		store.wait(time.Hour)
		_, last := archivetest.SolveButOne(t, store.Store, game)
		solved := asks("move", map[string]string{"moves": last})
		for i, got := range []string{titleOf(board), textOf(board), textOf(solved), textOf(asks("leaderboard", nil))} {
			if !strings.Contains(got, want[i]) {
				t.Errorf("%s: %q, want %q in it", language, got, want[i])
			}
		}
	}
}

func TestUnaided(t *testing.T) {
	result := func(rank, hints int, joint bool) games.Result {
		return games.Result{Rank: rank, Joint: joint, Hints: hints}
	}
	got := chat.Unaided([]games.Result{
		result(1, 2, false), result(2, 0, true), result(2, 0, true), result(4, 1, false), result(5, 0, false), result(0, 0, false),
	})
	var ranks []int
	for _, r := range got {
		ranks = append(ranks, r.Rank)
	}
	if !slices.Equal(ranks, []int{1, 1, 3, 0}) {
		t.Errorf("ranks %v", ranks)
	}
}

// The global daily compares guilds. Only those are named there who want to be; everyone finds themself.
func TestGlobalBoard(t *testing.T) {
	x := newLeague(t, "2026-03-07T07:00:00Z", "global=on") // a Saturday
	_, err := x.store.ImportFile(t.Context(), importing.Options{Collection: "more"}, strings.NewReader(fishy))
	check(t, err)
	x.at(t, "2026-03-07T08:00:00Z")
	other := daily.NewGuild("8")
	other.Rules.Global = true
	check(t, x.store.SaveGuild(t.Context(), other))
	ask(t, x.Bot, ann, "settings", "name=everywhere")
	for i, p := range []games.Player{ann, bob} {
		guild := []string{"7", "8"}[i]
		play := func(command string, options map[string]string) chat.Reply {
			r := request(p, command, options)
			r.Place.GuildID = guild
			return x.Handle(t.Context(), r)
		}
		if reply := play("daily", nil); reply.Failed {
			t.Fatal(textOf(reply))
		}
		game, err := x.store.CurrentGame(t.Context(), p.ID, guild)
		check(t, err)
		solution, err := screen.SolutionOf(game)
		check(t, err)
		x.clock.now = x.clock.now.Add(time.Hour)
		archivetest.SolveButOne(t, x.store, game)
		if reply := play("submit", map[string]string{"answer": solution.String()}); reply.Failed {
			t.Fatal(textOf(reply))
		}
	}
	board := ask(t, x.Bot, ann, "leaderboard", "scope=global")
	wants(t, board, "Sat 7 Mar 2026, the global daily sudoku, Expert:\njoint 1st: Ann 1:00:00")
	wants(t, board, "a player 1:00:00")
	if strings.Contains(textOf(board), "Bob") {
		t.Errorf("Bob is named: %s", textOf(board))
	}
	wants(t, ask(t, x.Bot, bob, "leaderboard", "scope=global"), "Bob (only you see your name here)")
	wants(t, ask(t, x.Bot, cleo, "leaderboard", "scope=global", "date=yesterday"), "no player has solved the global daily yet")
}

// A past daily is played by its number, has no rank, and can be shared by its day; the records have it.
func TestPastDaily(t *testing.T) {
	x := newLeague(t, "2026-03-02T07:00:00Z")
	x.at(t, "2026-03-02T08:00:00Z")
	x.at(t, "2026-03-03T08:00:00Z")
	wants(t, x.solve(t, ann, 60, 0, "date=#1"), "(1:00 active), late. It is listed below the results of its day, without a rank.")
	wants(t, ask(t, x.Bot, bob, "leaderboard", "date=#1"), "without a rank: Ann 1:00:00 (1:00 active), late")
	x.solve(t, ann, 30, 0)
	reply := ask(t, x.Bot, ann, "share", "date=yesterday")
	if !strings.HasPrefix(public(reply), "Ann · Gridkeeper #1 · Fiendish · 1:00:00 · late\n🟩") {
		t.Errorf("shared: %q", public(reply))
	}
	if reply := x.Handle(t.Context(), request(bob, "share", map[string]string{"date": "yesterday"})); !reply.Failed {
		t.Errorf("Bob shares %q", public(reply))
	}
	wants(t, ask(t, x.Bot, ann, "profile"), "Fiendish: 30:00 · 2 solved · Tue 3 Mar 2026")
	wants(t, ask(t, x.Bot, bob, "profile"), "No records yet")
	wants(t, ask(t, x.Bot, bob, "profile", "show=summary"), "No player solved it on its day.")
	if reply := x.Handle(t.Context(), request(bob, "profile", map[string]string{"show": "summary", "which": "today"})); !reply.Failed || leaks(t, reply) {
		t.Errorf("the summary of today: %s", textOf(reply))
	}
}

// A record is of the day that the clock of the guild showed.
func TestRecordDay(t *testing.T) {
	x := newLeague(t, "2026-03-02T07:00:00Z")
	x.schedule(t, "zone=Asia/Taipei")
	x.at(t, "2026-03-02T20:00:00Z") // four in the morning there
	x.solve(t, ann, 20, 0)
	wants(t, ask(t, x.Bot, ann, "profile"), "20:00 · 1 solved · Tue 3 Mar 2026")
}

// A few seconds are too fast to compare, which is said kindly, and they are the player's all the same.
func TestTooQuickKindly(t *testing.T) {
	x := newLeague(t, "2026-03-02T07:00:00Z")
	x.at(t, "2026-03-02T08:00:00Z")
	ask(t, x.Bot, ann, "daily")
	ask(t, x.Bot, ann, "move", "moves=r1c1=9")
	reply := ask(t, x.Bot, ann, "submit", "answer="+solutionOfMoler)
	wants(t, reply, "too fast to compare with others")
	wants(t, reply, "Your streak is 1 day")
	wants(t, ask(t, x.Bot, bob, "leaderboard"), "without a rank, too fast to compare: Ann")
}

// A freeze keeps the streak over a missed day, and says so.
func TestFreezesInWords(t *testing.T) {
	x := newLeague(t, "2026-03-02T07:00:00Z", "freezes=2")
	for _, day := range []string{"02", "03", "04"} {
		x.at(t, "2026-03-"+day+"T08:00:00Z")
		if day != "03" {
			x.solve(t, ann, 20, 0)
		}
	}
	streak := ask(t, x.Bot, ann, "streak")
	wants(t, streak, "Your streak is 2 days, your longest so far. A freeze covers 1 missed day of it. 1 freeze is left this month.")
	for _, bad := range []string{"-1", "32", "two", ""} {
		if reply := schedules(t, x.Bot, "freezes="+bad); bad != "" && !reply.Failed {
			t.Errorf("freezes=%s: %s", bad, textOf(reply))
		}
	}
}
