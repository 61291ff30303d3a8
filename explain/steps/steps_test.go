package steps_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/explain"
	"github.com/gridkeeper/gridkeeper/explain/steps"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/solver/logic/logictest"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

var english = explain.In(locale.Match("en"))

// Each technique's step, written and read, is the same step in the same state.
func TestRoundTrip(t *testing.T) {
	for _, technique := range logic.Techniques {
		state, step, ok := technique.Example()
		if !ok {
			t.Fatal(technique, "has no example")
		}
		checkRoundTrip(t, logic.Deduction{Step: step, Before: state})
	}
	puzzles := []sudoku.Grid{sudokutest.Parse(t, "000000340360000080000070000500008004600209750009605000040500000102000403900000001")}
	for _, shape := range logictest.SmallShapes {
		puzzles = append(puzzles, logictest.Puzzles(shape, 20)...)
	}
	for _, g := range puzzles {
		state := logic.NewState(g)
		path, err := logic.PathFrom(state)
		if err != nil || len(path) < len(g.Shape().Cells())-g.Len() {
			t.Fatal(len(path), err)
		}
		for _, step := range path {
			checkRoundTrip(t, logic.Deduction{Step: step, Before: state})
			state = state.Apply(step)
		}
	}
}

func checkRoundTrip(t *testing.T, d logic.Deduction) {
	t.Helper()
	form := steps.Of(d, english)
	text, err := json.Marshal(form)
	if err != nil {
		t.Fatal(err)
	}
	read, err := steps.Parse(text)
	if err != nil || !reflect.DeepEqual(read, form) {
		t.Fatalf("%s: read as %+v: %v", text, read, err)
	}
	step, err := read.Logic()
	if err != nil || english.Notation(step) != english.Notation(d.Step) || !reflect.DeepEqual(links(step, d.Before), form.Links) {
		t.Errorf("%s: %s, want %s: %v", d.Step.Technique, english.Notation(step), english.Notation(d.Step), err)
	}
	state, err := read.State.Logic()
	if want := d.Before.Completed(); err != nil || state != want {
		t.Errorf("%s: state %v, want %v: %v", d.Step.Technique, state, want, err)
	}
	side := state.Grid.Shape().Side()
	for _, c := range slices.Concat(form.Candidates, form.Placements, form.Eliminations) {
		i := int(c.Cell[1]-'1')*side + int(c.Cell[3]-'1')
		if form.State.Candidates[side*i+c.Digit-1] != byte('0'+c.Digit) {
			t.Errorf("%s: %v is not a candidate of the state", d.Step.Technique, c)
		}
	}
}

func links(s logic.Step, before logic.State) []steps.Link {
	return steps.Of(logic.Deduction{Step: s, Before: before}, english).Links
}

// A path that ends before the solution has the state where it ended.
func TestPathLeft(t *testing.T) {
	state := logic.NewState(sudokutest.Parse(t, "1.....3..2.....4"))
	path, err := logic.PathFrom(state)
	if err != nil {
		t.Fatal(err)
	}
	if p := steps.PathOf(state, path, english); !p.Solved || p.Left != nil || len(p.Steps) != 12 || p.Steps[0].State.Grid != "1.....3..2.....4" {
		t.Errorf("the whole path: %+v", p)
	}
	if p := steps.PathOf(state, path[:3], english); p.Solved || p.Left == nil || strings.Count(p.Left.Grid, ".") != 9 {
		t.Errorf("three steps: %+v", p)
	}
}

// A step that others wrote may leave out everything but its conclusion; what it has must be right.
func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		`{"placements":[{"cell":"r4c5","digit":7}]}`:                                      "",
		`{"version":1,"technique":"X-Wing","eliminations":[{"cell":"r4c5","digit":7}]}`:   "",
		`{"version":1,"later":[1],"placements":[{"cell":"r4c5","digit":7,"later":true}]}`: "",
		`{"version":2,"placements":[]}`:                                                   "step of version 2: this program reads version 1",
		`{"technique":"xwing"}`:                                                           `unknown technique "xwing": use`,
		`{"placements":[{"cell":"r4c10","digit":7}]}`:                                     `unknown cell "r4c10": use r1c1 to r9c9`,
		`{"placements":[{"cell":"r4c5","digit":0}]}`:                                      "digit 0: use 1 to 9",
		`{"placements":[{"cell":"r4c5"}]}`:                                                "digit 0: use 1 to 9",
		`{"houses":["x1"]}`:                                                               `unknown house "x1"`,
		`{"chain":[{"digits":[10]}]}`:                                                     "digit 10: use 1 to 9",
		`{"placements":"r4c5=7"}`:                                                         `field "placements" has a string: see the schema`,
		`r4c5=7`:                                                                          `step "r4c5=7": invalid character`,
		``:                                                                                `step "": unexpected end`,
	} {
		step, err := steps.Parse([]byte(text))
		if err == nil {
			_, err = step.Logic()
		}
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

func TestStateLogic(t *testing.T) {
	const clues = "1.....3..2.....4"
	whole := steps.StateOf(logic.NewState(sudokutest.Parse(t, clues)))
	if s, err := (steps.State{Clues: clues}).Logic(); err != nil || steps.StateOf(s) != whole {
		t.Errorf("clues alone: %v, %v", s, err)
	}
	wrongPlace := "2..." + whole.Candidates[4:]
	for _, c := range []struct {
		state steps.State
		want  string
	}{
		{steps.State{Clues: "1"}, "clues of the state"},
		{steps.State{Clues: clues, Grid: "1"}, "grid of the state"},
		{steps.State{Clues: clues, Grid: "......3..2.....4"}, "lacks clues"},
		{steps.State{Clues: clues, Candidates: whole.Candidates[1:]}, "63 characters: want 64, 4 a cell"},
		{steps.State{Clues: clues, Candidates: wrongPlace}, `"2..." of r1c1: want each digit at its own place`},
	} {
		if _, err := c.state.Logic(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %q", c.state, err, c.want)
		}
	}
}

// The schema lists the techniques that there are.
func TestSchemaTechniques(t *testing.T) {
	var schema struct {
		Defs struct {
			Step struct {
				Properties struct {
					Technique struct{ Enum []logic.Technique }
				}
			}
		} `json:"$defs"`
	}
	if err := json.Unmarshal(steps.Schema, &schema); err != nil {
		t.Fatal(err)
	}
	if got := schema.Defs.Step.Properties.Technique.Enum; !slices.Equal(got, logic.Techniques) {
		t.Errorf("the schema has the techniques %v, want %v", got, logic.Techniques)
	}
}
