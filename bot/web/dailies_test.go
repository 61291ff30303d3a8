package web

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// solveDaily has a player solve a Shidoku daily in the chat of a guild.
func (s *testSite) solveDaily(p games.Player, guildID string) {
	s.t.Helper()
	say := func(action chat.Action) chat.Reply {
		reply := s.bot.Handle(s.t.Context(), chat.Request{Player: p, Place: chat.Place{GuildID: guildID, ChannelID: "1"}, Action: action})
		if reply.Failed {
			s.t.Fatal(reply.Screen.Body)
		}
		return reply
	}
	id := say(ask("daily", "shape", "shidoku")).Screen.GameID
	for _, move := range solution(s.t, readState(s.t, s.Site, id)) {
		say(ask("move", "moves", move))
	}
}

func day(days int) string {
	return calendar.DateOf(today).AddDays(days).String()
}

// asSudoku makes the dailies of an archive Sudoku in name, with the results on them.
const asSudoku = `
	set session_replication_role = replica; -- foreign keys rest
	update daily set shape = 0, tier = 1;
	update game set shape = 0, slot = 1, tier = 1;`

// The list has today's daily and the past ones by number, each with its difficulty, its state, and a link or a form that
// opens it; solved means the Sudoku that counts. Other guilds' dailies are not listed.
func TestDailies(t *testing.T) {
	s := newSite(t)
	s.solveDaily(ann, guild)
	s.solveDaily(bob, "other")
	a, b := s.signedIn(ann), s.signedIn(bob)
	a.get("/dailies").want(http.StatusOK).lacks("Solved in")
	archivetest.Exec(t, s.url, asSudoku+`
		update daily set counts = false`)
	a.get("/dailies").want(http.StatusOK).lacks("Solved in")
	a.get("/dailies/" + day(0)).want(http.StatusOK).holds("<caption>Easy").holds("an extra, which does not count")
	archivetest.Exec(t, s.url, asSudoku+`
		update daily set counts = true;
		update daily set date = date - 1 where guild = '`+guild+`';
		update game set date = date - 1 where guild = '`+guild+`';
		update guild set first = first - 1 where id = '`+guild+`';
		update daily set date = date - 9, number = 77 where guild = 'other'`)
	a.get("/dailies").want(http.StatusOK).holds(`value="` + day(0) + `"`).holds(">#1</a>").holds(`<li class="solved">`).holds("Solved in")
	page := b.get("/dailies").want(http.StatusOK).holds(`value="` + day(-1) + `"`).holds("not for the leaderboards").holds(`<li class="missed">`).holds("Not solved").lacks("Solved in")
	if strings.Contains(page.body, "#77") || strings.Contains(page.body, day(-9)) {
		t.Errorf("a daily of another guild is listed: %s", page.body)
	}
	to := b.post("/games", "command", "daily", "date", day(-1), "shape", "shidoku", "id", "past").want(http.StatusSeeOther).Header.Get("Location")
	b.get("/" + to).want(http.StatusOK).holds("#1")
	clues, err := sudoku.Parse(sudokutest.Moler)
	must(t, err)
	rated, err := rating.Rate(clues)
	must(t, err)
	harder := b.post("/games", "command", "daily", "date", day(-1), "tier", rated.Tier.String(), "shape", "sudoku", "id", "sudoku").want(http.StatusSeeOther).Header.Get("Location")
	if harder == to {
		t.Errorf("a sudoku of the day is the shidoku: %s", to)
	}
	b.post("/games", "command", "daily", "date", day(-1), "tier", "<i>", "id", "bad").want(http.StatusUnprocessableEntity).holds("&lt;i&gt;")
	for _, from := range []string{"x", day(1), "0000-00-00", "' or 1=1"} {
		b.get("/dailies?from=" + strings.ReplaceAll(from, " ", "%20")).want(http.StatusNotFound)
	}
	if page := b.get("/dailies?from=" + day(-2)).want(http.StatusOK); strings.Contains(page.body, "#1, ") {
		t.Errorf("a later daily is listed: %s", page.body)
	}
}

// The first page begins today's daily, goes on with it, and leads to its result. It has no streak before there is one,
// and explains the game until one was begun.
func TestFirstPage(t *testing.T) {
	s := newSite(t)
	s.withDaily()
	s.solveDaily(ann, guild)
	a := s.signedIn(ann)
	const play, explained, streak, month = `<button class="main">Play</button>`, "How to play", "in a row", `<table class="month">`
	date := calendar.DateOf(today)
	a.get("/").want(http.StatusOK).holds("Daily #1").holds(chat.SpeechIn("en").DayInFull(date)).holds("<strong>Medium</strong>").holds("about ").
		holds(play).lacks(explained).lacks(streak).holds(month)
	b := s.signedIn(bob)
	b.get("/").want(http.StatusOK).holds(play).holds(explained).lacks(streak).lacks(month)
	to := b.post("/games", "command", "daily", "id", "open").want(http.StatusSeeOther).Header.Get("Location")
	link := `<a class="button main" href="` + to + `">`
	b.get("/").want(http.StatusOK).holds(link + "Play</a>").holds(explained)
	solved := solution(t, b.state(s.gameOf(bob)))
	s.chat(bob, ask("move", "moves", solved[0]))
	b.get("/").want(http.StatusOK).holds(link + "Continue</a>").lacks(explained).holds("cells to go").holds(month)
	for _, move := range solved[1:] {
		s.chat(bob, ask("move", "moves", move))
	}
	b.get("/").want(http.StatusOK).holds(link + "See result</a>").holds("The next daily comes " + day(1)).holds("1 day in a row").
		holds(`<td class="solved"><a href="./dailies/` + day(0) + `" aria-label="` + chat.SpeechIn("en").Day(date) + `, solved">`)
	b.post("/games", "command", "play", "shape", "shidoku", "id", "own").want(http.StatusSeeOther)
	b.get("/").want(http.StatusOK).holds(`<ul class="boards">`)
}

// A daily that was not chosen yet has a card too, with the difficulty of the weekday: a GET chooses none.
func TestFirstPageBeforeDailyIsChosen(t *testing.T) {
	s := newSite(t)
	b := s.signedIn(bob)
	s.withDaily()
	b.get("/").want(http.StatusOK).holds("Today&#39;s daily").holds("<strong>Medium</strong>").lacks("about ").holds(`<button class="main">Play</button>`)
	b.post("/games", "command", "daily", "id", "open").want(http.StatusSeeOther)
	b.get("/").want(http.StatusOK).holds("Daily #1").holds("about ")
}

// gameOf returns the game that a player is at.
func (s *testSite) gameOf(p games.Player) int64 {
	s.t.Helper()
	game, err := s.store.CurrentGame(s.t.Context(), p.ID, guild)
	must(s.t, err)
	return game.ID
}

// A list that is longer than a page goes on with older ones, without gaps.
func TestManyDailies(t *testing.T) {
	s := newSite(t)
	s.solveDaily(ann, guild)
	archivetest.Exec(t, s.url, `
		insert into daily select d.* from daily x, generate_series(1, 50) n,
		lateral jsonb_populate_record(x, jsonb_build_object('date', x.date - n, 'number', 100 - n)) d where x.guild = '`+guild+`'`)
	b := s.signedIn(bob)
	path, seen := "/dailies", 0
	for range 5 {
		page := b.get(path).want(http.StatusOK)
		seen += strings.Count(page.body, `<input type="hidden" name="date"`)
		_, after, more := strings.Cut(page.body, `href="?shape=sudoku&amp;from=`)
		if !more {
			break
		}
		date, _, _ := strings.Cut(after, `"`)
		path = "/dailies?from=" + date
	}
	if seen != 51 {
		t.Errorf("%d dailies are listed, want 51", seen)
	}
}

// Results are those of the guild alone; players who are hidden have no name, but for themselves.
func TestResults(t *testing.T) {
	s := newSite(t)
	carol := games.Player{ID: "100000000000001003", Name: "Carol <b>"}
	s.solveDaily(ann, guild)
	s.solveDaily(carol, guild)
	s.solveDaily(bob, "other")
	archivetest.Exec(t, s.url, `update game set apart = '', earned = true`) // a test is too quick for the boards
	s.chat(ann, ask("settings", "name", "hidden"))
	a, c := s.signedIn(ann), s.signedIn(carol)
	for _, path := range []string{"/dailies/" + day(0), "/boards?shape=shidoku", "/boards?period=week&help=without&shape=shidoku", "/boards?period=all&shape=shidoku"} {
		page := c.get(path).want(http.StatusOK).holds("Carol &lt;b&gt;").holds("a hidden player")
		if strings.Contains(page.body, "Ann") || strings.Contains(page.body, "Bob") || strings.Contains(page.body, ann.ID) {
			t.Errorf("%s names players who are hidden, or elsewhere: %s", path, page.body)
		}
		a.get(path).want(http.StatusOK).holds("Ann (only you")
	}
	c.get("/boards").want(http.StatusOK).lacks("Carol") // who solved no Sudoku
	for _, date := range []string{day(1), day(-3), "x", "1", "2026-13-40", "%00", "9999999-01-01"} {
		c.get("/dailies/" + date).want(http.StatusNotFound)
	}
	for _, query := range []string{"scope=x", "period=decade", "help=x", "period=%00", "shape=x"} {
		c.get("/boards?" + query).want(http.StatusBadRequest)
	}
}

// A day that many have solved is listed page by page, with links between them and to the player's own result.
func TestManyResults(t *testing.T) {
	s := newSite(t)
	s.solveDaily(bob, guild)
	s.solveDaily(ann, guild)
	archivetest.Exec(t, s.url, `
		set session_replication_role = replica; -- foreign keys rest
		update game set apart = '', earned = true, finished = started + interval '1 hour' where player = '`+ann.ID+`';
		update game set apart = '', earned = true where player = '`+bob.ID+`';
		insert into player select r.* from player x, generate_series(1, 248) n,
		lateral jsonb_populate_record(x, jsonb_build_object('id', 'p' || n, 'name', 'Player ' || n)) r where x.id = '`+bob.ID+`';
		insert into game overriding system value select r.* from game x, generate_series(1, 248) n,
		lateral jsonb_populate_record(x, jsonb_build_object('id', x.id + 1000 * n, 'player', 'p' || n)) r where x.player = '`+bob.ID+`'`)
	a := s.signedIn(ann)
	path := "/dailies/" + day(0)
	rows := func(page got) int { return strings.Count(page.want(http.StatusOK).body, `<td class="n">`) }
	first := a.get(path).holds(`href="?page=2">Next results`).holds(`href="?page=3">Your result`).lacks("Previous results").lacks("Ann")
	second := a.get(path + "?page=2").holds(`href="?page=1">Previous results`).holds(`href="?page=3">Next results`)
	third := a.get(path + "?page=3").holds(`<tr class="own">`).holds(`Ann <b class="tag">you</b>`).lacks("Next results").lacks("Your result")
	if n := []int{rows(first), rows(second), rows(third)}; !slices.Equal(n, []int{100, 100, 50}) {
		t.Errorf("the pages have %v results", n)
	}
	for _, page := range []string{"0", "-1", "4", "x", "99999999999999999999"} {
		a.get(path + "?page=" + page).want(http.StatusNotFound)
	}
}

// The board of all servers names those alone who want that; who looks sees their own name.
func TestGlobalBoards(t *testing.T) {
	s := newSite(t)
	for _, p := range []games.Player{ann, bob} {
		s.solveDaily(p, guild)
	}
	archivetest.Exec(t, s.url, asSudoku+`
		update game set apart = '', earned = true, finished = started + interval '3 minutes';
		update daily set global = true;
		update puzzle set score = 300;
		insert into puzzle overriding system value select r.* from puzzle x, generate_series(1, 2) n,
		lateral jsonb_populate_record(x, jsonb_build_object('id', x.id + 1000 * n, 'key', md5(n::text || x.id)::uuid)) r;
		insert into daily select r.* from daily x, generate_series(1, 2) n,
		lateral jsonb_populate_record(x, jsonb_build_object('date', x.date - n, 'puzzle', x.puzzle + 1000 * n)) r;
		insert into game overriding system value select r.* from game x, generate_series(1, 2) n,
		lateral jsonb_populate_record(x, jsonb_build_object('id', x.id + 1000 * n, 'date', x.date - n, 'puzzle', x.puzzle + 1000 * n)) r`)
	s.chat(ann, ask("settings", "name", "everywhere"))
	a, b := s.signedIn(ann), s.signedIn(bob)
	page := b.get("/boards?scope=global").want(http.StatusOK).holds("Ann").holds("Bob (only you").holds("The global daily of")
	if strings.Contains(page.body, ann.ID) {
		t.Errorf("it has an id: %s", page.body)
	}
	if page := a.get("/boards?scope=global&period=all&help=without").want(http.StatusOK).holds("Ann").holds("a player").holds("60%").holds("players with 3 dailies or more"); strings.Contains(page.body, "Bob") {
		t.Errorf("it names Bob: %s", page.body)
	}
}
