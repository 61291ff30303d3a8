package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/web/board"
	"github.com/gridkeeper/gridkeeper/bot/web/site"
	"github.com/gridkeeper/gridkeeper/explain/steps"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// solution returns the moves that solve a board, one a cell.
func solution(t testing.TB, state board.State) (moves []string) {
	t.Helper()
	clues, err := sudoku.Parse(state.Clues)
	must(t, err)
	solved, err := solver.Solve(clues)
	must(t, err)
	for _, c := range clues.Shape().Cells() {
		if clues.At(c) == 0 {
			moves = append(moves, fmt.Sprintf("%s=%s", c, solved.At(c)))
		}
	}
	return moves
}

// A move reads the game's row once, to see whose it is: not to change it, nor to answer.
func TestMoveReadsTheGameOnce(t *testing.T) {
	s := &testSite{t: t, url: archivetest.URL(t)}
	proxy := archivetest.NewProxy(t, s.url)
	s.store = s.open(proxy.URL + "&default_query_exec_mode=cache_describe&pool_max_conns=1") // each query with its text, described once
	_, err := s.store.ImportFile(t.Context(), importing.Options{Collection: "Test"}, strings.NewReader(mini))
	must(t, err)
	s.serve("127.0.0.1:0", nil)
	game := s.play(ann)
	b := s.signedIn(ann)
	all := solution(t, b.state(game))

	b.send(gamePath(game, "moves"), moves("warm", 0, all[1])) // a connection asks once what a query returns

	const readsGame = "from game g left join player"
	reads := 0
	var count func()
	count = func() {
		reads++
		proxy.Before(readsGame, 1, count)
	}
	proxy.Before(readsGame, 1, count)
	g, a := b.send(gamePath(game, "moves"), moves("a", 1, all[0]))
	if g.want(http.StatusOK); a.State.Revision != 2 || reads != 1 {
		t.Errorf("revision %d after %d reads", a.State.Revision, reads)
	}
	if g, a = b.send(gamePath(game, "moves"), moves("a", 1, all[0])); a.State.Revision != 2 || reads != 2 {
		t.Errorf("the same again: %s after %d reads", g.Status, reads)
	}
}

// A Shidoku is played to its end: moves, marks, notes, hints, a check, an undo, and what comes after.
func TestPlay(t *testing.T) {
	s := newSite(t)
	game := s.play(ann)
	b := s.signedIn(ann)
	state := b.state(game)
	all := solution(t, state)

	g, a := b.send(gamePath(game, "moves"), moves("a", 0, all[0], all[1], "undo"))
	g.want(http.StatusOK)
	if a.State.Revision != 3 || strings.Count(a.State.Grid, ".") != 11 || !a.State.CanUndo || len(a.Cells) != 0 {
		t.Errorf("after moves: %s", g.body)
	}
	cell := all[5][:4]
	batch := board.Batch{ID: "b", Revision: 3, Moves: []string{cell + "=?12"},
		Notes: board.Notes{cell: {Corner: "34", Colours: []int{9, 1}, Candidates: map[string][]int{"1": {2}}}}}
	_, a = b.send(gamePath(game, "moves"), batch)
	if diff := cmp.Diff(batch.Notes, a.State.Notes); diff != "" || !strings.Contains(strings.Join(a.State.Marks, " "), "12") {
		t.Errorf("notes: %s %v", diff, a.State.Marks)
	}
	_, a = b.send(gamePath(game, "moves"), moves("b2", 4, cell+"=?"))
	g, old := b.send(gamePath(game, "hint"), board.Wish{ID: "h0", Revision: a.State.Revision})
	if g.want(http.StatusBadRequest); !strings.Contains(old.Problem, "Reload") {
		t.Errorf("a script that draws no steps of this form gets %+v", old)
	}
	for level := 1; level <= 4; level++ {
		_, a = b.send(gamePath(game, "hint"), board.Wish{Version: steps.Version, ID: fmt.Sprint("h", level), Revision: a.State.Revision})
		if a.Hint == nil || a.Hint.Level != level || a.Hint.Most != 4 || a.Hint.Words == "" || a.State.Hints != 1 {
			t.Fatalf("hint %d: %+v %+v", level, a.Hint, a.Problem)
		}
		shown := *a.Hint.Step
		if concludes := len(shown.Placements)+len(shown.Eliminations)+len(shown.Cells) > 0; concludes != (level >= 3) || (shown.State != nil) != (level >= 3) ||
			(shown.Technique == "") != (level == 1) || len(shown.Houses) == 0 || shown.Version != steps.Version {
			t.Errorf("hint %d shows %+v", level, shown)
		}
	}
	_, a = b.send(gamePath(game, "check"), board.Wish{ID: "c", Revision: a.State.Revision})
	if a.Verdict == nil || a.Verdict.Mistakes != 0 || a.State.Checks != 1 {
		t.Errorf("check: %+v", a)
	}
	_, a = b.send(gamePath(game, "submit"), board.Wish{ID: "s", Revision: a.State.Revision})
	if a.Verdict == nil || a.Verdict.Solved || a.Verdict.Missing == 0 || a.State.Finished != nil {
		t.Errorf("submit: %+v", a)
	}
	b.get(gamePath(game, "replay")).want(http.StatusNotFound)
	s.pass(game, time.Minute)
	end := moves("z", a.State.Revision, all...)
	for i := range all {
		end.Ago = append(end.Ago, int64(len(all)-i)*1000)
	}
	g, a = b.send(gamePath(game, "moves"), end)
	g.want(http.StatusOK)
	if a.Verdict == nil || !a.Verdict.Solved || a.State.Finished == nil || a.State.CanUndo {
		t.Fatalf("solved: %s", g.body)
	}
	_, a = b.send(gamePath(game, "share"), board.Wish{ID: "t", Revision: a.State.Revision})
	if !strings.HasPrefix(a.Share, "Gridkeeper ") || strings.Contains(a.Share, "Ann") || !strings.Contains(a.Share, "🔶") {
		t.Errorf("share: %+v", a)
	}
	var events []board.Event
	must(t, json.Unmarshal([]byte(b.get(gamePath(game, "replay")).want(http.StatusOK).body), &events))
	if len(events) != a.State.Revision || events[2].Kind != "undone" || len(events[0].Marks) != 16 {
		t.Errorf("the replay is %+v", events)
	}
	g, a = b.send(gamePath(game, "moves"), moves("late", a.State.Revision, all[0]))
	if g.want(http.StatusUnprocessableEntity); a.Problem == "" || a.State.Finished == nil {
		t.Errorf("a move after the end: %s", g.body)
	}
	if reply := s.chat(ann, ask("share")); reply.Failed {
		t.Errorf("what was copied here cannot be shared there: %s", reply.Screen.Body)
	}
}

// What the browser's answers say of a mistake, and the way back to before it.
func TestRewind(t *testing.T) {
	s := newSite(t)
	game := s.play(ann)
	b := s.signedIn(ann)
	all := solution(t, b.state(game))
	wrong := all[1][:5] + map[bool]string{true: "1", false: "2"}[all[1][5] != '1']
	_, a := b.send(gamePath(game, "moves"), moves("a", 0, all[0], wrong, all[2]))
	_, a = b.send(gamePath(game, "check"), board.Wish{ID: "c", Revision: a.State.Revision})
	if a.Verdict.Mistakes == 0 {
		t.Errorf("check: %+v", a.Verdict)
	}
	_, a = b.send(gamePath(game, "rewind"), board.Wish{ID: "r", Revision: a.State.Revision})
	if a.Verdict == nil || a.Verdict.Mistakes == 0 || strings.Count(a.State.Grid, ".") != 11 || a.State.Checks != 2 {
		t.Errorf("rewind: %+v", a)
	}
}

// The same operation counts once, however often it arrives, at once or later, here or in another
// process. The same id with something else is an error, and nothing is done.
func TestExactlyOnce(t *testing.T) {
	s := newSite(t)
	other := &testSite{t: t, url: s.url, store: s.open(s.url)}
	other.serve("127.0.0.1:0", nil)
	game := s.play(ann)
	here, there := s.signedIn(ann), other.browser()
	there.post(strings.Replace(s.link(ann), s.base, "", 1), "do", "enter").want(http.StatusSeeOther)
	all := solution(t, here.state(game))
	batch := moves("once", 0, all[0], all[1])
	var waiting sync.WaitGroup
	for i := range 20 {
		b := []*browser{here, there}[i%2]
		waiting.Go(func() {
			if g, a := b.send(gamePath(game, "moves"), batch); g.StatusCode != http.StatusOK || a.State.Revision != 2 {
				t.Errorf("%s: %s", g.Status, g.body)
			}
		})
	}
	waiting.Wait()
	for i := range 10 {
		waiting.Go(func() {
			here.send(gamePath(game, "hint"), board.Wish{Version: steps.Version, ID: "hint", Revision: 2})
			here.send(gamePath(game, "check"), board.Wish{ID: fmt.Sprint("check", i%2), Revision: 3})
		})
	}
	waiting.Wait()
	if state := here.state(game); state.Revision > 4 || state.Hints != 1 || state.Checks > 1 {
		t.Errorf("the game is %+v", state)
	}
	for _, b := range []board.Batch{moves("once", 0, all[0]), moves("once", 2, all[0], all[1]), {ID: "once", Notes: board.Notes{"r1c1": {Corner: "1"}}}} {
		if g, a := here.send(gamePath(game, "moves"), b); g.StatusCode != http.StatusUnprocessableEntity || a.Problem == "" {
			t.Errorf("the same id with something else: %s: %s", g.Status, g.body)
		}
	}
	if g, _ := here.send(gamePath(game, "hint"), board.Wish{Version: steps.Version, ID: "once", Revision: 2}); g.StatusCode != http.StatusUnprocessableEntity {
		t.Errorf("the same id for a hint: %s", g.Status)
	}
}

// A batch for a board that has changed since is not done, says so with the newest board and what
// changed, and can be sent again for that.
func TestStale(t *testing.T) {
	s := newSite(t)
	game := s.play(ann)
	b := s.signedIn(ann)
	all := solution(t, b.state(game))
	if reply := s.chat(ann, ask("move", "moves", all[0])); reply.Failed {
		t.Fatal(reply.Screen.Body)
	}
	for _, revision := range []int{0, 5, 1 << 30} {
		batch := board.Batch{ID: "x", Revision: revision, Moves: []string{all[1]}, Notes: board.Notes{"r1c1": {Corner: "1"}}}
		g, a := b.send(gamePath(game, "moves"), batch)
		if g.want(http.StatusConflict); a.State.Revision != 1 || a.Problem == "" || len(a.State.Notes) != 0 {
			t.Errorf("stale: %s", g.body)
		}
		if want := map[bool]int{true: 1}[revision == 0]; len(a.Cells) < want {
			t.Errorf("the cells that changed are %v", a.Cells)
		}
		g, _ = b.send(gamePath(game, "hint"), board.Wish{Version: steps.Version, ID: "h", Revision: revision})
		g.want(http.StatusConflict)
	}
	g, _ := b.send(gamePath(game, "moves"), moves("x", 1, all[1]))
	g.want(http.StatusOK)
	b.send(gamePath(game, "moves"), moves("y", 2, all[2]))
	reply := s.chat(ann, chat.Press{Verb: chat.Write, Argument: all[3], GameID: game, Revision: 2})
	if reply.Failed || b.state(game).Revision != 3 {
		t.Errorf("an old button in the chat: %s", reply.Screen.Body)
	}
}

// Of two devices that note on the same notes, the later one learns of the other's: nothing of its batch is done. A script of
// before, which does not say on which notes it noted, is not sent back for ever.
func TestStaleNotes(t *testing.T) {
	s := newSite(t)
	game := s.play(ann)
	b := s.signedIn(ann)
	all := solution(t, b.state(game))
	on := func(id string, noted *int, corner string) board.Batch {
		return board.Batch{ID: id, Moves: all[:1], Notes: board.Notes{"r1c1": {Corner: corner}}, Noted: noted}
	}
	first := board.Batch{ID: "a", Notes: board.Notes{"r1c1": {Corner: "1"}, "r1c2": {Corner: "2"}}, Noted: new(int)}
	for range 2 { // the same again, as after a lost answer
		g, a := b.send(gamePath(game, "moves"), first)
		if g.want(http.StatusOK); a.State.Noted != 1 || a.State.Revision != 0 {
			t.Errorf("after notes: %s", g.body)
		}
	}
	g, a := b.send(gamePath(game, "moves"), on("b", new(int), "3"))
	if g.want(http.StatusConflict); a.State.Noted != 1 || a.State.Revision != 0 || a.State.Notes["r1c1"].Corner != "1" {
		t.Errorf("on older notes: %s", g.body)
	}
	huge := 1 << 40
	g, _ = b.send(gamePath(game, "moves"), on("huge", &huge, "3"))
	g.want(http.StatusConflict)
	g, a = b.send(gamePath(game, "moves"), on("c", &a.State.Noted, ""))
	if g.want(http.StatusOK); a.State.Noted != 2 || a.State.Revision != 1 || len(a.State.Notes) != 1 {
		t.Errorf("on the newest notes: %s", g.body)
	}
	g, _ = b.send(gamePath(game, "moves"), board.Batch{ID: "d", Revision: 1, Notes: board.Notes{"r1c1": {Corner: "4"}}})
	g.want(http.StatusOK)
}

// All of a batch counts, or nothing of it.
func TestAllOrNothing(t *testing.T) {
	s := newSite(t)
	game := s.play(ann)
	b := s.signedIn(ann)
	all := solution(t, b.state(game))
	for i, bad := range []string{"r9c9=1", "nonsense", strings.Repeat("r1c1=1 ", 1000), "", "undo undo"} {
		g, a := b.send(gamePath(game, "moves"), moves(fmt.Sprint(i), 0, all[0], bad))
		if g.want(http.StatusUnprocessableEntity); a.State.Revision != 0 || a.Problem == "" {
			t.Errorf("%.20q: %s", bad, g.body)
		}
	}
	many := make([]string, chat.MaxBatch+1)
	for i := range many {
		many[i] = all[0]
	}
	g, _ := b.send(gamePath(game, "moves"), moves("many", 0, many...))
	g.want(http.StatusUnprocessableEntity)
	g, a := b.send(gamePath(game, "moves"), moves("u", 0, "undo"))
	if g.want(http.StatusUnprocessableEntity); a.State.Revision != 0 {
		t.Errorf("undo at the start: %s", g.body)
	}
}

// What is not a batch is refused.
func TestBadRequests(t *testing.T) {
	s := newSite(t)
	game := s.play(ann)
	b := s.signedIn(ann)
	send := func(kind, body string) got {
		r := b.request(http.MethodPost, gamePath(game, "moves"), strings.NewReader(body))
		if kind != "" {
			r.Header.Set("Content-Type", kind)
		}
		return b.do(r)
	}
	const kind = "application/json"
	for _, body := range []string{
		``, `null`, `[]`, `{`, `{"id":"a"} {"id":"b"}`, `{"id":""}`, `{"id":"a b"}`, `{"id":"` + strings.Repeat("a", 65) + `"}`,
		`{"id":"a","revision":-1}`, `{"id":"a","revision":1.5}`, `{"id":"a","revision":99999999999999999999}`, `{"id":"a","moves":"r1c1=1"}`,
		`{"id":"a","notes":{"r5c5":{"corner":"1"}}}`, `{"id":"a","notes":{"r1c1":{"corner":"5"}}}`, `{"id":"a","notes":{"r1c1":{"corner":"11"}}}`,
		`{"id":"a","notes":{"r1c1":{"colours":[0]}}}`, `{"id":"a","notes":{"r1c1":{"candidates":{"x":[1]}}}}`, `{"id":"a","notes":{"<b>":{}}}`,
		"\x00", `{"id":"\ud800"}`,
	} {
		send(kind, body).want(http.StatusBadRequest)
	}
	for _, kind := range []string{"", "text/plain", "multipart/form-data", "application/json-patch", ";"} {
		send(kind, `{"id":"a","moves":["r1c1=1"]}`).want(http.StatusBadRequest)
	}
	for _, form := range []string{"", "id=a", "id=a&revision=x", "id=a&revision=0&cell=r9c9&digit=1", "%zz"} {
		send("application/x-www-form-urlencoded", form).want(http.StatusBadRequest)
	}
	if b.state(game).Revision != 0 {
		t.Error("something was done")
	}
}

// Games of another player, or of another place, are like games that do not exist, for every address.
func TestOthersGames(t *testing.T) {
	s := newSite(t)
	s.Limits.Player = site.NewLimiter(1e6, 1e6)
	anns := s.play(ann)
	elsewhere := s.bot.Handle(t.Context(), chat.Request{
		Player: bob, Place: chat.Place{GuildID: "other", ChannelID: "1"}, Action: ask("play", "shape", "shidoku"),
	}).Screen.GameID
	before := s.signedIn(ann).state(anns)
	b := s.signedIn(bob)
	for _, id := range []string{fmt.Sprint(anns), fmt.Sprint(elsewhere), "0", "-1", "999999", "x", "1x", "99999999999999999999", "%31%00", "1 or 1=1"} {
		escaped := strings.ReplaceAll(id, " ", "%20")
		for _, what := range []string{"", "/events", "/replay", "/moves"} {
			b.get("/games/" + escaped + what).want(http.StatusNotFound)
		}
		for _, what := range []string{"moves", "hint", "check", "rewind", "submit", "share", "post"} {
			g, a := b.send("/games/"+escaped+"/"+what, map[string]any{"id": "a", "revision": 0, "version": steps.Version, "moves": []string{"r1c1=1"}})
			if g.want(http.StatusNotFound); a.State.Game != 0 {
				t.Errorf("%s %s: %s", id, what, g.body)
			}
		}
	}
	after := s.signedIn(ann).state(anns)
	after.Active = before.Active // the time of an open game goes on
	if diff := cmp.Diff(before, after); diff != "" {
		t.Error(diff)
	}
}

// Without a session there is nothing, and JSON says so as JSON.
func TestNoSession(t *testing.T) {
	s := newSite(t)
	game := s.play(ann)
	b := s.browser()
	for _, r := range s.routes {
		method, path, _ := strings.Cut(r.Pattern, " ")
		if r.For >= site.Players {
			path = strings.NewReplacer("{$}", "", "{game}", fmt.Sprint(game), "{wish}", "moves").Replace(path)
			b.do(b.request(method, path, nil)).want(http.StatusUnauthorized)
		}
	}
	g, a := b.send(gamePath(game, "moves"), moves("a", 0, "r1c1=1"))
	if g.want(http.StatusUnauthorized); a.Problem == "" {
		t.Errorf("%s", g.body)
	}
}

// Without script the same is done by forms: a cell is chosen by a link, and its digit by a button.
func TestForms(t *testing.T) {
	s := newSite(t)
	game := s.play(ann)
	b := s.signedIn(ann)
	page := fmt.Sprintf("/games/%d", game)
	all := solution(t, b.state(game))
	b.get(page).want(http.StatusOK).holds("<table").holds(`action="../games/`)
	for i, move := range all {
		cell, digit, _ := strings.Cut(move, "=")
		b.get(page + "?cell=" + cell).want(http.StatusOK).holds(`name="cell" value="` + cell + `"`)
		g := b.post(page+"/moves", "id", fmt.Sprint("f", i), "revision", fmt.Sprint(i), "mode", "digit", "cell", cell, "digit", digit)
		if i < len(all)-1 {
			g.want(http.StatusSeeOther)
		} else {
			g.want(http.StatusOK).holds("Correct!")
		}
	}
	if b.state(game).Finished == nil {
		t.Error("the game is not finished")
	}
	other := s.play(ann)
	b.post(gamePath(other, "hint"), "id", "h", "revision", "0").want(http.StatusOK).holds("<table")
	b.get(gamePath(other, "hint") + "?cell=r1c1").want(http.StatusOK).holds(`action="../../games/`)
	b.post(gamePath(other, "check"), "id", "c", "revision", "7").want(http.StatusConflict).holds("<table")
	g := b.post("/games", "command", "play", "shape", "shidoku", "id", "start-1").want(http.StatusSeeOther)
	again := b.post("/games", "command", "play", "shape", "shidoku", "id", "start-1").want(http.StatusSeeOther)
	if to := g.Header.Get("Location"); to != again.Header.Get("Location") || !strings.HasPrefix(to, "games/") {
		t.Errorf("a form that was sent twice starts %s and %s", to, again.Header.Get("Location"))
	}
	b.post("/games", "command", "privacy").want(http.StatusBadRequest)
	b.post("/games", "command", "play", "tier", "nonsense").want(http.StatusUnprocessableEntity)
}
