package web

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

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
	if page := b.get("/rate").want(http.StatusOK).holds("<textarea"); strings.Contains(page.body, "<svg") {
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
		page := b.get(ratePath(puzzle, "")).want(http.StatusOK).holds("<svg").holds("Step 1 of ").holds("Next step")
		last := strings.Count(page.body, "&amp;step=") - 5 // the link to the next, and those to others' ways
		ways[last] = true
		if puzzle != sudokutest.Moler && puzzle != mini { // the same again, written otherwise
			continue
		}
		for number := 1; number <= last; number++ {
			step := b.get(ratePath(puzzle, fmt.Sprint(number))).want(http.StatusOK).holds(fmt.Sprintf("Step %d of %d", number, last))
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

// A way that ends before the solution is shown with what it leaves. It is a way of single steps, and the rating is counted in rounds.
func TestRateUnexplained(t *testing.T) {
	const unexplained = "..5...1.2.13...49........53.419.6........29....9.87...5.2....1913.2..5.4.94...32."
	s := newSite(t)
	s.Limits.Player, s.Limits.Rating = site.NewLimiter(1e6, 1e6), site.NewLimiter(1e6, 1e6)
	b := s.signedIn(ann)
	path, err := logic.Path(sudokutest.Parse(t, unexplained))
	if !errors.Is(err, logic.ErrTooHard) {
		t.Fatalf("a way of %d steps: %v", len(path), err)
	}
	last := len(path) + 1
	b.get(ratePath(unexplained, "")).want(http.StatusOK).holds("counted in rounds").holds(fmt.Sprintf("The first %d steps, one at a time", len(path))).holds(" × Contradiction")
	left := b.get(ratePath(unexplained, fmt.Sprint(last))).want(http.StatusOK).holds(fmt.Sprintf("Step %d of %[1]d: What is left", last)).holds("cells are still open, with")
	if strings.Contains(left.body, "Next step") {
		t.Error("there is a step after the last")
	}
	b.get(ratePath(unexplained, fmt.Sprint(last+1))).want(http.StatusNotFound)
	b.get(ratePath(sudokutest.Moler, "")).want(http.StatusOK).holds(" steps, one at a time</h2>").holds(" × Hidden Single, ")
}

// The same puzzle can be looked through as historic programs solve it, from their start to their end.
func TestRateHistoric(t *testing.T) {
	s := newSite(t)
	s.Limits.Player, s.Limits.Rating = site.NewLimiter(1e6, 1e6), site.NewLimiter(1e6, 1e6)
	b := s.signedIn(ann)
	for method, last := range map[string]int{"moler": 15028, "choices": 60, "huang": 63} {
		path := func(step any) string { return ratePath(sudokutest.Moler, fmt.Sprint(step)) + "&method=" + method }
		b.get(ratePath(sudokutest.Moler, "")).want(http.StatusOK).holds("method=" + method + "&amp;step=0#step")
		start := b.get(path("")).want(http.StatusOK).holds(fmt.Sprintf("step 0 of %d", last)).holds("<svg").holds("program")
		if strings.Contains(start.body, "Back") {
			t.Errorf("%s: there is a step before the first", method)
		}
		b.get(path(1)).want(http.StatusOK).holds(fmt.Sprintf("step 1 of %d", last)).holds("Back").holds("step=2#step")
		end := b.get(path(last)).want(http.StatusOK).holds(fmt.Sprintf("step %d of %d", last, last))
		if strings.Contains(end.body, "Next") {
			t.Errorf("%s: there is a step after the last", method)
		}
		for _, number := range []any{-1, last + 1, "x"} {
			b.get(path(number)).want(http.StatusNotFound)
		}
	}
	b.get(ratePath(sudokutest.Moler, "0") + "&method=huang-short").want(http.StatusNotFound)
	game := s.play(ann)
	page := b.get(ratePath(b.state(game).Clues, "1") + "&method=huang").want(http.StatusOK).holds("until you have finished")
	if strings.Contains(page.body, "step 1 of") || strings.Contains(page.body, "&amp;method=") {
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
		if strings.Contains(page.body, "<script>alert") || strings.Contains(page.body, "<svg") || strings.Contains(page.body, `id="problem"></p>`) {
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

// Each technique has a page with an explanation, a board with a step of it, and a form that starts a
// practice. All are in the list.
func TestTechniques(t *testing.T) {
	s := newSite(t)
	b := s.signedIn(ann)
	all := b.get("/techniques").want(http.StatusOK)
	for _, technique := range logic.Techniques {
		all.holds(`href="./techniques/` + string(technique) + `"`)
		page := b.get("/techniques/" + string(technique)).want(http.StatusOK).
			holds(`name="technique" value="` + string(technique) + `"`).holds(`action="../games"`).holds("<svg").holds("An example")
		if strings.Count(page.body, "<h1>") != 1 || !strings.Contains(page.body, `class="struck"`) && !strings.Contains(page.body, `class="placed"`) {
			t.Errorf("%s: no step is drawn: %.3000s", technique, page.body)
		}
	}
	for _, name := range []string{"x", "%00", "..%2f..", "' or 1=1"} {
		b.get("/techniques/" + strings.ReplaceAll(name, " ", "%20")).want(http.StatusNotFound)
	}
}
