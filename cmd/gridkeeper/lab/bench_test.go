package lab

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/explain/steps"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/judge"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

// No two problems have puzzles of one class. In a position the technique is the easiest that finds a step, and the answer has
// exactly the conclusions that the judge accepts from it.
func TestBench(t *testing.T) {
	folder := t.TempDir()
	cmd := newBench()
	var out, report bytes.Buffer
	cmd.SetOut(&out)
	cmd.SetErr(&report)
	cmd.SetArgs([]string{"--seed", "3", "--each", "2", "--tries", "300", "--output", folder})
	if err := cmd.ExecuteContext(t.Context()); err != nil {
		t.Fatal(err)
	}
	problems, answers := readLines[problem](t, folder, problemsName), readLines[answer](t, folder, answersName)
	if len(problems) < 60 || len(answers) != len(problems) {
		t.Fatalf("%d problems, %d answers", len(problems), len(answers))
	}
	if !strings.HasPrefix(report.String(), "fewer than 2 in 300 puzzles: ") || !strings.Contains(report.String(), " mutant-fish 0") {
		t.Errorf("the report is %q", &report)
	}
	classes, ids := map[canon.Key]string{}, map[string]bool{}
	for i, p := range problems {
		key := canon.KeyOf(p.Puzzle)
		if other, known := classes[key]; known {
			t.Errorf("%s and %s are essentially the same", p.ID, other)
		}
		classes[key], ids[p.ID] = p.ID, true
		if p.ID != answers[i].ID {
			t.Errorf("%s has the answer of %s", p.ID, answers[i].ID)
		}
		checkAnswer(t, p, answers[i])
	}
	if len(ids) != len(problems) || !ids["tier-5-2"] || !ids["x-wing-1"] {
		t.Errorf("%d ids of %d problems", len(ids), len(problems))
	}
}

func readLines[T any](t *testing.T, folder, name string) (all []T) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(text) {
		var one T
		if err := json.Unmarshal(line, &one); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		all = append(all, one)
	}
	return all
}

func checkAnswer(t *testing.T, p problem, a answer) {
	t.Helper()
	solution, err := solver.Solve(p.Puzzle)
	if err != nil {
		t.Fatal(p.ID, err)
	}
	if p.Kind == "solve" {
		if tier, _ := rating.TierOf(p.Puzzle); *a.Solution != solution || tier != p.Tier {
			t.Errorf("%s: tier %d, solution %s, want %s", p.ID, tier, a.Solution, solution)
		}
		return
	}
	s, err := p.State.Logic()
	if err != nil {
		t.Fatal(p.ID, err)
	}
	if next, ok := s.Next(logic.TierGuessing); !ok || next.Technique != p.Technique || p.Tier != next.Technique.Tier() {
		t.Errorf("%s: the next step is %s", p.ID, next.Technique)
	}
	only, err := judge.New(s, judge.Options{Techniques: []logic.Technique{p.Technique}, Effort: refutedWithin})
	if err != nil {
		t.Fatal(p.ID, err)
	}
	follows := func(step logic.Step) bool {
		return only.Judge(judge.Claim{Step: step, State: &s}).Verdict == judge.Follows
	}
	var conclusions []steps.Candidate
	for _, form := range a.Steps {
		conclusions = slices.Concat(conclusions, form.Placements, form.Eliminations)
		step, err := form.Logic()
		if err != nil || form.Technique != p.Technique || *form.State != *p.State || !follows(step) {
			t.Errorf("%s has the step %s: %v", p.ID, form.Notation, err)
		}
	}
	if p.Technique == logic.Contradiction {
		conclusions = a.Eliminations
	}
	var all []steps.Candidate // that the judge accepts
	for _, c := range s.Grid.Shape().Cells() {
		for d := range s.Marks[c].All() {
			one := []sudoku.Candidate{{Cell: c, Digit: d}}
			if len(a.Placements) > 0 && follows(logic.Step{Placements: one}) || len(a.Eliminations) > 0 && follows(logic.Step{Eliminations: one}) {
				all = append(all, steps.Candidate{Cell: c.String(), Digit: int(d)})
			}
		}
	}
	listed := slices.Concat(a.Placements, a.Eliminations)
	if len(listed) == 0 || !slices.Equal(listed, sorted(conclusions)) || !slices.Equal(listed, all) {
		t.Errorf("%s: the conclusions are %v, of the steps %v, of the judge %v", p.ID, listed, conclusions, all)
	}
}
