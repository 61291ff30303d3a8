package claims_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/gridkeeper/gridkeeper/explain"
	"github.com/gridkeeper/gridkeeper/explain/claims"
	"github.com/gridkeeper/gridkeeper/explain/steps"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/judge"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/solver/logic/logictest"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

var english = explain.In(locale.Match("en"))

// newspaper needs a naked pair at its start.
const newspaper = "000000340360000080000070000500008004600209750009605000040500000102000403900000001"

func newJudge(t testing.TB, s logic.State, upTo logic.Technique) *judge.Judge {
	t.Helper()
	j, err := judge.New(s, judge.Options{Techniques: logic.Techniques[:slices.Index(logic.Techniques, upTo)+1]})
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// answers returns the answers as lines, and errors among them.
func answers(t testing.TB, j *judge.Judge, text string) (lines []string) {
	t.Helper()
	for a, err := range claims.Judge(j, text, english) {
		if err != nil {
			var claim *claims.Error
			if !errors.As(err, &claim) {
				t.Fatal(err)
			}
			lines = append(lines, err.Error())
			continue
		}
		lines = append(lines, a.String())
	}
	return lines
}

// The claims of a text, and the answers to them.
func TestJudge(t *testing.T) {
	puzzle := logic.NewState(sudokutest.Parse(t, newspaper))
	xWing, _, _ := logic.XWing.Example()
	for _, c := range []struct {
		state logic.State
		upTo  logic.Technique
		text  string
		want  []string
	}{
		{xWing, logic.Contradiction, "X-Wing: 6 in c39 r25 => r2c48<>6, r5c14578<>6", []string{"1: follows: X-Wing: 6 in c39 r25 => r2c48<>6, r5c14578<>6."}},
		{xWing, logic.Contradiction, "x-wing: 6 in C39, R25 => R2C4<>6", []string{"1: follows: X-Wing: 6 in c39 r25 => r2c48<>6, r5c14578<>6."}},
		{xWing, logic.Contradiction, "r2c4<>6 by X-Wing", []string{"1: follows: X-Wing: 6 in c39 r25 => r2c48<>6, r5c14578<>6."}},
		{xWing, logic.Contradiction, "r2c4<>6", []string{"1: follows: X-Wing: 6 in c39 r25 => r2c48<>6, r5c14578<>6."}},
		{xWing, logic.Contradiction, "r2c4≠6, R2C8 != 6", []string{"1: follows: X-Wing: 6 in c39 r25 => r2c48<>6, r5c14578<>6."}},
		{xWing, logic.Contradiction, "X-Wing: 6 in c38 r25 => r2c4<>6", []string{"1: follows: X-Wing: 6 in c39 r25 => r2c48<>6, r5c14578<>6. X-Wing: it is there, but with other cells or houses than claimed."}},
		{xWing, logic.Contradiction, "r2c4<>6 by naked pair", []string{"1: follows: X-Wing: 6 in c39 r25 => r2c48<>6, r5c14578<>6. Naked Pair: none gives this."}},
		{xWing, logic.Claiming, "r2c4<>6 by x-wing", []string{"1: true but not shown: r2c4<>6 is right, but nothing up to Claiming shows it now. The X-Wing is there."}},
		{puzzle, logic.HiddenSingle, "r1c1=1", []string{"1: false: r1c1=1 is wrong."}},
		{puzzle, logic.HiddenSingle, "r1c7=3", []string{"1: known already: r1c7 holds 3 already."}},
		{puzzle, logic.HiddenSingle, "r1c7=4", []string{"1: not of this puzzle: r1c7 is a clue: 3."}},
		{puzzle, logic.HiddenSingle, "r1c7<>3", []string{"1: not of this puzzle: r1c7 is a clue: 3."}},
		{puzzle, logic.HiddenSingle, "r1c7<>4", []string{"1: known already: 4 is no longer a candidate of r1c7."}},
		{puzzle, logic.HiddenSingle, "r1c1<>3", []string{"1: known already: 3 is no longer a candidate of r1c1."}},
		{puzzle, logic.HiddenSingle, "r0c1=3", []string{`line 1: "r0c1=3" is outside of a sudoku`}},
	} {
		if got := answers(t, newJudge(t, c.state, c.upTo), c.text); !slices.Equal(got, c.want) {
			t.Errorf("%q up to %s:\n got %q\nwant %q", c.text, c.upTo, got, c.want)
		}
	}
}

// A text is read to its end, whatever is in it.
func TestUnreadable(t *testing.T) {
	text := "r1c1=?38\n\n# a note\n r7c9 1; nothing here\nr4c3=3 by guess\n{\"placements\":[{\"cell\":\"r1c1\",\n  \"digit\":8}]}\n" +
		"{\"placements\":3}\n{\"placements\":[{\"cell\":\"r1c0\",\"digit\":8}]}\n{\"version\":9}\n{}\n{\n\"a\" 1\nr1c7=4\nr5c1=5;[]\n[1]\n[1,2"
	want := []string{
		`line 1: "r1c1=?38" is not a conclusion: want such as r4c5=7 or r4c5<>7`,
		"2: false: r7c9=1 is wrong.",
		`line 4: "nothing here" is not a conclusion: want such as r4c5=7 or r4c5<>7`,
		`line 5: claim "r4c3=3 by guess": unknown technique "guess": want a name such as x-wing or naked pair`,
		"5: false: r1c1=8 is wrong.",
		`line 8: step "{\"placements\":3}": field "placements" has a number: see the schema of steps`,
		`line 9: claim "{\"placements\":[{\"cell\":\"r1c0\",\"digit\":8}]}": unknown cell "r1c0": use r1c1 to r9c9`,
		`line 10: claim "{\"version\":9}": step of version 9: this program reads version 1`,
		"9: not of this puzzle: It concludes nothing.",
		`line 12: claim "{": not JSON: invalid character '1' after object key`,
		`line 13: "\"a\" 1" is not a conclusion: want such as r4c5=7 or r4c5<>7`,
		"12: not of this puzzle: r1c7 is a clue: 3.",
		"13: not of this puzzle: r5c1 is a clue: 6.",
		`line 15: "[]" is not a conclusion: want such as r4c5=7 or r4c5<>7`,
		`line 16: claim "1": want a step, a path or a hint`,
		`line 17: claim "[1,2": not JSON: unexpected EOF`,
	}
	got := answers(t, newJudge(t, logic.NewState(sudokutest.Parse(t, newspaper)), logic.Contradiction), text)
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// Every step of a path follows as it is written in any language, and as JSON alone, in a list, in a path and in a hint.
// The answers are as the published schema has them.
func TestWritten(t *testing.T) {
	schema := answerSchema(t)
	for i, technique := range logic.Techniques {
		if testing.Short() && i%5 > 0 {
			continue
		}
		state, found, _ := technique.Example()
		path := []logic.Step{found}
		if i%4 == 0 {
			state = logic.NewState(state.Clues())
			path = sudokutest.Must1(logic.PathFrom(state))
		}
		w := explain.In(locale.Languages()[i%len(locale.Languages())])
		checkWritten(t, schema, string(technique), state, path, w)
		hint := marshal(t, steps.HintOf(logic.Hint{Step: found}, state, w))
		if got := answers(t, newJudge(t, state, logic.Contradiction), hint); i%4 > 0 && (len(got) != 1 || !strings.HasPrefix(got[0], "1: follows: ")) {
			t.Errorf("%s, a hint: %q", technique, got)
		}
	}
	for i, g := range logictest.Puzzles(sudoku.SixBySix, sudokutest.Cases(60)) {
		state := logic.NewState(g)
		checkWritten(t, schema, g.String(), state, sudokutest.Must1(logic.PathFrom(state)), explain.In(locale.Languages()[i%len(locale.Languages())]))
	}
}

// checkWritten judges steps from a state on, written in all forms.
func checkWritten(t *testing.T, schema *jsonschema.Schema, what string, state logic.State, path []logic.Step, w explain.Words) {
	t.Helper()
	var lines, objects []string
	s := state
	for _, step := range path {
		lines = append(lines, w.Notation(step))
		objects = append(objects, marshal(t, steps.Of(logic.Deduction{Step: step, Before: s}, w)))
		s = s.Apply(step)
	}
	form := steps.PathOf(state, path, w)
	indented := sudokutest.Must1(json.MarshalIndent(form, "", "\t"))
	for name, text := range map[string]string{
		"notation": strings.Join(lines, "\n"), "a line each": strings.Join(objects, "\n"), "path": marshal(t, form), "indented": string(indented),
		"list": "[" + strings.Join(objects, ",\n") + "]", "without state": strings.Join(withoutState(t, form.Steps), " "),
	} {
		n := 0
		for a, err := range claims.Judge(newJudge(t, state, logic.Contradiction), text, english) {
			if err := schema.Validate(sudokutest.Must1(jsonschema.UnmarshalJSON(strings.NewReader(marshal(t, a))))); err != nil {
				t.Errorf("%s: %v in %.500s", what, err, marshal(t, a))
			}
			if n++; err != nil || a.Verdict != "follows" || a.Claimed.Pattern != "there" || a.Claim != n {
				t.Errorf("%s, %s in %s: %v, %+v, %v", what, name, w.Tag(), a, a.Claimed, err)
			}
		}
		if n != len(path) {
			t.Errorf("%s, %s: %d claims of %d steps", what, name, n, len(path))
		}
	}
}

// answerSchema returns the published schema, by an independent program.
func answerSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	compiler := jsonschema.NewCompiler()
	for _, text := range [][]byte{steps.Schema, claims.Schema} {
		document := sudokutest.Must1(jsonschema.UnmarshalJSON(bytes.NewReader(text)))
		if err := compiler.AddResource(document.(map[string]any)["$id"].(string), document); err != nil {
			t.Fatal(err)
		}
	}
	return sudokutest.Must1(compiler.Compile("https://github.com/gridkeeper/gridkeeper/explain/claims/v1"))
}

// Answers without a step match the schema too, and it rejects an unknown verdict.
func TestSchema(t *testing.T) {
	schema, n := answerSchema(t), 0
	for a, err := range claims.Judge(newJudge(t, logic.NewState(sudokutest.Parse(t, newspaper)), logic.HiddenPair), "r1c1=1 r1c7=4 r1c7=3; r1c1<>8 by x-wing\n{}", english) {
		if n++; err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(sudokutest.Must1(jsonschema.UnmarshalJSON(strings.NewReader(marshal(t, a))))); err != nil {
			t.Errorf("%v in %s", err, marshal(t, a))
		}
		a.Verdict = "maybe"
		if schema.Validate(sudokutest.Must1(jsonschema.UnmarshalJSON(strings.NewReader(marshal(t, a))))) == nil {
			t.Error("an unknown verdict matches")
		}
	}
	if n != 5 {
		t.Errorf("%d answers", n)
	}
}

func marshal(t *testing.T, value any) string {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func withoutState(t *testing.T, path []steps.Step) (objects []string) {
	for _, step := range path {
		step.State = nil
		objects = append(objects, marshal(t, step))
	}
	return objects
}

// The lines that end a path without a solution are no claims.
func TestEndOfPath(t *testing.T) {
	s := logic.NewState(sudokutest.Parse(t, newspaper))
	for _, l := range locale.Languages() {
		if got := answers(t, newJudge(t, s, logic.Contradiction), explain.In(l).Left(s)+"\nr1c1=?68 r1c2=?12"); len(got) > 0 {
			t.Errorf("%s: %q", l.Tag(), got)
		}
	}
	if got := answers(t, newJudge(t, s, logic.Contradiction), "r1c1=?68 r1c2=?12"); len(got) != 1 {
		t.Errorf("pencil marks alone: %q", got)
	}
}

// The state of a claim has to be one of the puzzle.
func TestOwnState(t *testing.T) {
	puzzle := logic.NewState(sudokutest.Parse(t, newspaper))
	solution, _, err := puzzle.Solution()
	if err != nil {
		t.Fatal(err)
	}
	first, _ := puzzle.Next(logic.TierGuessing)
	step := steps.Of(logic.Deduction{Step: first, Before: puzzle}, english)
	for _, c := range []struct {
		change func(s *steps.State)
		want   string
	}{
		{func(*steps.State) {}, "follows"},
		{func(s *steps.State) { s.Clues = s.Grid; s.Candidates = "" }, "follows"},
		{func(s *steps.State) { s.Clues, s.Grid, s.Candidates = solution.String(), "", "" }, "known already"},
		{func(s *steps.State) { s.Clues, s.Grid, s.Candidates = "1.....3..2.....4", "", "" }, "not of this puzzle: Its position is of another size."},
		{func(s *steps.State) { s.Clues, s.Grid, s.Candidates = strings.Replace(s.Clues, "3", ".", 1), "", "" }, "not of this puzzle: Its position does not have the clue of r1c7."},
		{func(s *steps.State) { s.Grid, s.Candidates = wrong(puzzle.Grid, solution).String(), "" }, "not of this puzzle: Its position has a wrong digit in r1c1."},
		{func(s *steps.State) { s.Candidates = strings.Repeat(".", 9) + s.Candidates[9:] }, "follows"}, // no candidates: all
	} {
		own := step
		state := *step.State
		own.State = &state
		c.change(own.State)
		got := answers(t, newJudge(t, puzzle, logic.Contradiction), marshal(t, own))
		if len(got) != 1 || !strings.HasPrefix(got[0], "1: "+c.want) {
			t.Errorf("%+v: %q, want %s", state, got, c.want)
		}
	}
}

// wrong returns a grid with another digit in r1c1 than the solution's.
func wrong(g, solution sudoku.Grid) sudoku.Grid {
	return g.With(0, (g.Candidates()[0].Without(solution.At(0))).First())
}

// A megabyte of anything is read, and answered in a time that grows with it.
func TestHostile(t *testing.T) {
	size := 1 << 20
	if testing.Short() {
		size >>= 4
	}
	j := newJudge(t, logic.NewState(sudokutest.Parse(t, newspaper)), logic.HiddenQuad)
	for _, text := range []string{
		"r", "r1c1<>1", "r1c1<>1 ", "r1c1<>1\n", "r1c1=1;", "[", "[\n", "{\"chain\":[", "{\"steps\":[", "{}\n", "[" + strings.Repeat(`{"steps":[`, 4000) + strings.Repeat("]}", 4000) + "]", "x-wing:", "=>", " by ", "\x00", "\xff", "：",
		"r123456789c123456789<>123456789 ", "r" + strings.Repeat("1", 1000) + "c" + strings.Repeat("2", 1000) + "=" + strings.Repeat("3", 1000) + " ", "e4 ",
	} {
		n := 0
		for range claims.Judge(j, strings.Repeat(text, size/len(text)+1), english) {
			n++
		}
		if n == 0 {
			t.Errorf("%.20q: no answer", text)
		}
	}
}

func FuzzJudge(f *testing.F) {
	f.Add("X-Wing: 6 in c39 r25 => r2c48<>6, r5c14578<>6")
	f.Add("{\"technique\":\"contradiction\",\"houses\":[\"b9\"],\"digits\":[9],\"eliminations\":[{\"cell\":\"r1c1\",\"digit\":1}],\"chain\":[{\"technique\":\"naked-single\",\"placements\":[{\"cell\":\"r9c9\",\"digit\":9}]}]}")
	f.Add("[{\"state\":{\"clues\":\"1.....3..2.....4\"},\"placements\":[{\"cell\":\"r1c4\",\"digit\":2}]}]")
	f.Add("E4 7, r4c5=7 by x-wing; 457")
	f.Fuzz(func(t *testing.T, text string) {
		for _, puzzle := range []string{"1.....3..2.....4", newspaper} {
			j := newJudge(t, logic.NewState(sudokutest.Parse(t, puzzle)), logic.XWing)
			for a, err := range claims.Judge(j, text, english) {
				if err == nil && (a.Reason == "" || strings.Contains(a.String(), "judge.")) {
					t.Errorf("%q: no words for %+v", text, a)
				}
			}
		}
	})
}
