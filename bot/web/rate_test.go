package web

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/web/site"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

func ratePath(puzzle, step string) string {
	return "/rate?" + url.Values{"puzzle": {puzzle}, "step": {step}}.Encode()
}

// A pasted puzzle, in any notation that the chat reads, has its rating and each step with the board
// before it, on which the step is drawn.
func TestRate(t *testing.T) {
	s := newSite(t)
	s.Limits.Player, s.Limits.Rating = site.NewLimiter(1e6, 1e6), site.NewLimiter(1e6, 1e6)
	b := s.signedIn(ann)
	if page := b.get("/rate").want(http.StatusOK).holds("<textarea"); strings.Contains(page.body, `class="board"`) {
		t.Error("there is a board without a puzzle")
	}
	var rows []string
	for i := 0; i < 81; i += 9 {
		rows = append(rows, sudokutest.Moler[i:i+9])
	}
	_, link, err := games.LinksOf(sudokutest.Parse(t, sudokutest.Moler))
	must(t, err)
	ways := map[int]bool{}
	for _, puzzle := range []string{sudokutest.Moler, strings.Join(rows, "\r\n"), mini, link, "Yesterday\r\n" + sudokutest.MolerSolved + "\r\nand today\r\n```\r\n" + strings.Join(rows, "\r\n") + "\r\n```"} {
		page := b.get(ratePath(puzzle, "")).want(http.StatusOK).holds(`class="board"`).holds("Step 1 of ").holds(`rel="next"`)
		last := strings.Count(page.body, `<span class="number">`)
		ways[last] = true
		if puzzle != sudokutest.Moler && puzzle != mini { // the same again, written otherwise
			continue
		}
		for number := 1; number <= last; number++ {
			step := b.get(ratePath(puzzle, fmt.Sprint(number))).want(http.StatusOK).holds(fmt.Sprintf("Step %d of %d", number, last))
			if n := strings.Count(step.body, `role="img"`); n != 1 || strings.Count(step.body, `aria-current="step"`) != 1 {
				t.Errorf("step %d has %d boards, want one, and one step that is open", number, n)
			}
			if !strings.Contains(step.body, `class="placed"`) && !strings.Contains(step.body, `class="struck"`) {
				t.Errorf("step %d is not drawn", number)
			}
		}
		for _, number := range []string{"0", "-1", fmt.Sprint(last + 1), "x", "99999999999999999999"} {
			b.get(ratePath(puzzle, number)).want(http.StatusNotFound)
		}
	}
	if len(ways) != 2 {
		t.Errorf("ways of %v steps through two puzzles", ways)
	}
}

// A puzzle of depth 2 is explained to its solution, with nested trials.
func TestRateHardest(t *testing.T) {
	const hardest = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7....."
	s := newSite(t)
	s.Limits.Player, s.Limits.Rating = site.NewLimiter(1e6, 1e6), site.NewLimiter(1e6, 1e6)
	b := s.signedIn(ann)
	path, err := logic.Path(sudokutest.Parse(t, hardest))
	if err != nil {
		t.Fatal(err)
	}
	nested := 1 + slices.IndexFunc(path, func(s logic.Step) bool {
		return slices.ContainsFunc(s.Chain, func(inner logic.Step) bool { return inner.Technique == logic.Contradiction })
	})
	b.get(ratePath(hardest, "")).want(http.StatusOK).holds("The solution in ").holds(" × Contradiction").holds("Everything up to Expert leaves")
	b.get(ratePath(hardest, fmt.Sprint(nested))).want(http.StatusOK).holds(fmt.Sprintf("Step %d of %d", nested, len(path))).holds("because if ")
	b.get(ratePath(hardest, fmt.Sprint(len(path)+1))).want(http.StatusNotFound)
	b.get(ratePath(sudokutest.Moler, "")).want(http.StatusOK).holds("The solution in ").holds(" × Hidden Single, ")
}

// The same puzzle can be looked through as historic programs solve it, from their start to their end.
func TestRateHistoric(t *testing.T) {
	s := newSite(t)
	s.Limits.Player, s.Limits.Rating = site.NewLimiter(1e6, 1e6), site.NewLimiter(1e6, 1e6)
	b := s.signedIn(ann)
	for method, last := range map[string]int{"moler": 15028, "choices": 60, "huang": 63} {
		path := func(step any) string { return ratePath(sudokutest.Moler, fmt.Sprint(step)) + "&method=" + method }
		b.get(ratePath(sudokutest.Moler, "")).want(http.StatusOK).holds("method=" + method + `"`)
		start := b.get(path("")).want(http.StatusOK).holds(fmt.Sprintf("Step 0 of %d", last)).holds(`class="board"`).holds("program")
		if strings.Contains(start.body, "step=-1#step") {
			t.Errorf("%s: there is a step before the first", method)
		}
		b.get(path(1)).want(http.StatusOK).holds(fmt.Sprintf("Step 1 of %d", last)).holds("step=0#step").holds("step=2#step")
		end := b.get(path(last)).want(http.StatusOK).holds(fmt.Sprintf("Step %d of %d", last, last))
		if strings.Contains(end.body, fmt.Sprintf("step=%d#step", last+1)) {
			t.Errorf("%s: there is a step after the last", method)
		}
		boards := b.get(path(last-last%8+1) + "&boards").want(http.StatusOK)
		if n := strings.Count(boards.body, "<article"); n != min(8, last%8+1) || strings.Contains(boards.body, "<main") {
			t.Errorf("%s: %d boards come with the last", method, n)
		}
		for _, number := range []any{-1, last + 1, "x"} {
			b.get(path(number)).want(http.StatusNotFound)
		}
	}
	b.get(ratePath(sudokutest.Moler, "0") + "&method=huang-short").want(http.StatusNotFound)
	game := s.play(ann)
	page := b.get(ratePath(b.state(game).Clues, "1") + "&method=huang").want(http.StatusOK).holds("until you have finished")
	b.get(ratePath(b.state(game).Clues, "1") + "&boards").want(http.StatusOK).holds("until you have finished")
	if strings.Contains(page.body, "Step 1 of") || strings.Contains(page.body, "&amp;method=") {
		t.Error("the way through the puzzle of an open game is shown")
	}
}

// Text that is not a puzzle is quoted and escaped, with the reason; too much of it is rejected.
func TestRateRefuses(t *testing.T) {
	s := newSite(t)
	b := s.signedIn(ann)
	for _, puzzle := range []string{
		"x", "today", "current", "<script>alert(1)</script>", strings.Repeat(".", 81), strings.Repeat("1", 81), strings.Repeat("1", 80),
		"\x00", "1.....3..2.....", "\ud7ff", strings.Replace(sudokutest.Moler, "0", "2", 1),
	} {
		page := b.get(ratePath(puzzle, "")).want(http.StatusUnprocessableEntity).holds(`class="problem"`).holds(`aria-invalid="true"`)
		if strings.Contains(page.body, "<script>alert") || strings.Contains(page.body, `class="board"`) || strings.Contains(page.body, `id="problem"></p>`) {
			t.Errorf("%q: %s", puzzle, page.body)
		}
	}
	b.get(ratePath(strings.Repeat("1", 4001), "")).want(http.StatusRequestEntityTooLarge)
	s.Limits.Rating = site.NewLimiter(0, 1)
	b.get(ratePath(mini, "")).want(http.StatusOK)
	b.get(ratePath(mini, "")).want(http.StatusTooManyRequests)
	s.signedIn(bob).get(ratePath(mini, "")).want(http.StatusOK)
}

// The puzzle of a game has a way shown to its player after it is finished, not before, whatever its digits
// are called, its rows are swapped with, and wherever the game is, and neither has its board with digits of the player's own.
func TestRateKeepsGamesOpen(t *testing.T) {
	s := newSite(t)
	game := s.play(ann)
	b := s.signedIn(ann)
	state := b.state(game)
	archivetest.Exec(t, s.url, `update game set guild = '100000000000000009'`)
	renamed := strings.NewReplacer("1", "2", "2", "1").Replace(state.Clues)
	turned := renamed[8:] + renamed[:8]
	solved, err := solver.Solve(sudokutest.Parse(t, state.Clues))
	must(t, err)
	first := strings.IndexAny(state.Clues, ".0")
	begun := state.Clues[:first] + solved.String()[first:first+1] + state.Clues[first+1:]
	for _, puzzle := range []string{state.Clues, renamed, turned, begun} {
		page := b.get(ratePath(puzzle, "2")).want(http.StatusOK).holds("until you have finished")
		if strings.Contains(page.body, "Step 2") || strings.Contains(page.body, "&amp;step=") {
			t.Errorf("a step is shown: %s", page.body)
		}
	}
	archivetest.Exec(t, s.url, `update game set guild = '`+guild+`'`)
	s.signedIn(bob).get(ratePath(state.Clues, "2")).want(http.StatusOK).holds("Step 2")
	_, _ = b.send(gamePath(game, "moves"), moves("all", 0, solution(t, state)...))
	b.get(ratePath(state.Clues, "2")).want(http.StatusOK).holds("Step 2")
}

// The script of the page asks for eight boards at a time: that of the step that it names, and its neighbours. A hard puzzle's
// path takes more than a second the first time alone.
func TestRateBoards(t *testing.T) {
	s := newSite(t)
	s.Limits.Player, s.Limits.Rating = site.NewLimiter(1e6, 1e6), site.NewLimiter(1e6, 1e6)
	b := s.signedIn(ann)
	for step, first := range map[int]int{1: 1, 8: 1, 9: 9, 16: 9, 125: 121} {
		answer := b.get(ratePath(hard, fmt.Sprint(step)) + "&boards").want(http.StatusOK).holds(fmt.Sprintf(`data-number="%d" data-label="Step %[1]d of 125"`, step))
		want := min(8, 125-first+1)
		if n := strings.Count(answer.body, `class="board"`); n != want || !strings.Contains(answer.body, fmt.Sprintf(`data-number="%d"`, first)) || strings.Contains(answer.body, "<html") {
			t.Errorf("step %d comes with %d boards, want %d from %d on", step, n, want, first)
		}
	}
	b.get(ratePath(hard, "126") + "&boards").want(http.StatusNotFound)
	begun := time.Now()
	for range 10 {
		b.get(ratePath(hard, "60") + "&boards").want(http.StatusOK)
	}
	if took := time.Since(begun); took > 3*time.Second {
		t.Errorf("ten batches of boards took %v: is the path searched for each time?", took)
	}
}

// hard is a puzzle whose path has 125 steps.
const hard = "100007090030020008009600500005300900010080002600004000300000010040000007007000300"

// Each technique has a page with a lesson, the steps of an example, and a form that starts a practice. All are in the
// list, as cards with a small picture, and lead to their neighbours.
func TestTechniques(t *testing.T) {
	s := newSite(t)
	s.Limits.Player = site.NewLimiter(1e6, 1e6)
	b := s.signedIn(ann)
	all := b.get("/techniques").want(http.StatusOK)
	if n := strings.Count(all.body, `<svg class="thumbnail"`); n != len(logic.Techniques) || len(all.body) > 60_000 {
		t.Errorf("%d pictures of %d techniques in %d bytes, want at most 60,000", n, len(logic.Techniques), len(all.body))
	}
	linked := 0
	for _, technique := range logic.Techniques {
		all.holds(`href="./techniques/` + string(technique) + `"`)
		page := b.get("/techniques/" + string(technique)).want(http.StatusOK).
			holds(`name="technique" value="` + string(technique) + `"`).holds(`action="../games"`).holds(`class="board"`).holds("Step 1 of ")
		linked += strings.Count(page.body, `" rel="next"><small>`) + strings.Count(page.body, `" rel="prev"><small>`)
		steps := strings.Count(page.body, `<span class="number">`)
		end := b.get(fmt.Sprintf("/techniques/%s?step=%d", technique, steps)).want(http.StatusOK).holds(fmt.Sprintf("Step %d of %[1]d", steps))
		if strings.Count(page.body, "<h1>") != 1 || !strings.Contains(end.body, `class="struck"`) && !strings.Contains(end.body, `class="placed"`) {
			t.Errorf("%s: no step is drawn: %.3000s", technique, end.body)
		}
	}
	if want := 2 * (len(logic.Techniques) - 1); linked != want {
		t.Errorf("%d links to the previous and the next technique, want %d", linked, want)
	}
	for _, name := range []string{"x", "%00", "..%2f..", "' or 1=1", "x-wing?step=9", "x-wing?step=x"} {
		b.get("/techniques/" + strings.ReplaceAll(name, " ", "%20")).want(http.StatusNotFound)
	}
}
