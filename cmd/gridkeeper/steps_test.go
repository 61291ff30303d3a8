package main

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/gridkeeper/gridkeeper/archive/starter"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/output"
	"github.com/gridkeeper/gridkeeper/explain/claims"
	"github.com/gridkeeper/gridkeeper/explain/steps"
	"github.com/gridkeeper/gridkeeper/solver/logic"
)

// Every step that a command prints is as the published schema has it, by an independent program.
func TestStepsMatchSchema(t *testing.T) {
	puzzles := schemaPuzzles(t)
	step, path, hint := schemaOf(t, "steps/v1"), schemaOf(t, "steps/v1#/$defs/path"), schemaOf(t, "steps/v1#/$defs/hint")
	techniques := map[string]bool{}
	check := func(t *testing.T, form *jsonschema.Schema, value any) {
		t.Helper()
		if err := form.Validate(value); err != nil {
			text, _ := json.Marshal(value)
			t.Errorf("%v in %.500s", err, text)
		}
	}
	for _, test := range []struct {
		name string
		args []string
		each func(t *testing.T, line map[string]any)
	}{
		{"explain", []string{"explain", "--json", "-"}, func(t *testing.T, line map[string]any) {
			check(t, path, line)
			for _, s := range line["steps"].([]any) {
				techniques[s.(map[string]any)["technique"].(string)] = true
			}
		}},
		{"hint", []string{"hint", "--json", "--language", "zh-TW", "-"}, func(t *testing.T, line map[string]any) {
			check(t, hint, line)
		}},
		{"rate", []string{"rate", "--ladder", "--json", "-"}, func(t *testing.T, line map[string]any) {
			if ladder, ok := line["ladder"].(map[string]any); ok {
				for _, s := range ladder["steps"].([]any) {
					check(t, step, s)
				}
			}
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			var out, failures strings.Builder
			if code := run(t.Context(), test.args, strings.NewReader(strings.Join(puzzles, "\n")), &out, &failures); code != 0 {
				t.Fatal(code, &failures)
			}
			lines := strings.Split(strings.TrimSpace(out.String()), "\n")
			if len(lines) != len(puzzles) {
				t.Fatalf("%d lines for %d puzzles", len(lines), len(puzzles))
			}
			for _, line := range lines {
				test.each(t, parsedJSON(t, line).(map[string]any))
			}
		})
	}
	if len(techniques) < len(logic.Techniques)-3 {
		t.Errorf("the paths have only the techniques %v", techniques)
	}
	t.Run("judge", func(t *testing.T) {
		answer := schemaOf(t, "claims/v1")
		for _, puzzle := range puzzles[:10] {
			var path, judged, failures strings.Builder
			run(t.Context(), []string{"explain", "--json", puzzle}, strings.NewReader(""), &path, &failures)
			wrong := "r1c1=1 by naked single; r1c1<>1; r4c4=2 by x-wing"
			run(t.Context(), []string{"judge", "--json", puzzle, wrong, "-"}, strings.NewReader(path.String()), &judged, &failures)
			for line := range strings.Lines(judged.String()) {
				check(t, answer, parsedJSON(t, line))
			}
			if failures.Len() > 0 || strings.Count(judged.String(), "\n") < 3+10 {
				t.Errorf("%s: %d answers, %s", puzzle, strings.Count(judged.String(), "\n"), &failures)
			}
		}
	})
}

// schemaPuzzles returns puzzles of all tiers, one for each technique, a shidoku, and two of 6×6.
func schemaPuzzles(t *testing.T) []string {
	puzzles := []string{"1.....3..2.....4", "2.4....5...34..........53..1...6....", "....23...56...53..1....2.4....51...."}
	for _, technique := range logic.Techniques {
		state, _, _ := technique.Example()
		puzzles = append(puzzles, state.Clues().String())
	}
	text, err := io.ReadAll(starter.Open())
	must(t, err)
	nth := 8
	if testing.Short() {
		nth = 60
	}
	for i, line := range strings.Split(string(text), "\n") {
		if i%nth == 0 && line != "" && line[0] != '#' {
			puzzles = append(puzzles, line)
		}
	}
	return puzzles
}

// schemaOf returns the published schema of a form: "steps/v1#/$defs/path".
func schemaOf(t *testing.T, form string) *jsonschema.Schema {
	t.Helper()
	const published = "https://github.com/gridkeeper/gridkeeper/explain/"
	compiler := jsonschema.NewCompiler()
	for name, schema := range map[string][]byte{"steps/v1": steps.Schema, "claims/v1": claims.Schema} {
		document, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
		must(t, err)
		must(t, compiler.AddResource(published+name, document))
	}
	compiled, err := compiler.Compile(published + form)
	must(t, err)
	return compiled
}

func parsedJSON(t *testing.T, text string) any {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return value
}

// The schema rejects a step that is wrong in one place, and accepts fields of later versions.
func TestSchemaRejects(t *testing.T) {
	state, found, _ := logic.Contradiction.Example()
	text, err := json.Marshal(steps.Of(logic.Deduction{Step: found, Before: state}, output.English))
	must(t, err)
	step := schemaOf(t, "steps/v1")
	changed := func(path []any, change func(object map[string]any, key string)) error {
		value := parsedJSON(t, string(text))
		at := value
		for _, key := range path[:len(path)-1] {
			switch key := key.(type) {
			case string:
				at = at.(map[string]any)[key]
			case int:
				at = at.([]any)[key]
			}
		}
		change(at.(map[string]any), path[len(path)-1].(string))
		return step.Validate(value)
	}
	set := func(to any) func(map[string]any, string) {
		return func(object map[string]any, key string) { object[key] = to }
	}
	remove := func(object map[string]any, key string) { delete(object, key) }
	for _, path := range [][]any{{"later"}, {"state", "later"}, {"eliminations", 0, "later"}, {"chain", 0, "later"}} {
		if err := changed(path, set([]any{"new"})); err != nil {
			t.Errorf("a new field %v: %v", path, err)
		}
	}
	candidates := steps.StateOf(state).Candidates
	for _, c := range []struct {
		path []any
		to   any
	}{
		{[]any{"version"}, 2}, {[]any{"version"}, "1"},
		{[]any{"technique"}, "xwing"}, {[]any{"technique"}, "X-Wing"}, {[]any{"technique"}, nil},
		{[]any{"tier"}, 0}, {[]any{"tier"}, 6}, {[]any{"tier"}, "5"},
		{[]any{"houses"}, []any{"r10"}}, {[]any{"houses"}, []any{"x1"}}, {[]any{"houses"}, "r1"}, {[]any{"houses"}, nil}, {[]any{"cover"}, []any{"R1"}},
		{[]any{"cells"}, []any{"r10c1"}}, {[]any{"cells"}, []any{"r1c0"}}, {[]any{"cells"}, []any{"r1c1", "r1c1"}},
		{[]any{"digits"}, []any{0}}, {[]any{"digits"}, []any{10}}, {[]any{"digits"}, []any{"1"}}, {[]any{"digits"}, []any{1.5}},
		{[]any{"eliminations", 0, "cell"}, "r10c1"}, {[]any{"eliminations", 0, "cell"}, "c1r1"}, {[]any{"eliminations", 0, "digit"}, 0},
		{[]any{"placements"}, "r4c5=7"}, {[]any{"placements"}, []any{"r4c5=7"}},
		{[]any{"links", 0, "kind"}, "follow"}, {[]any{"links", 0, "from"}, "r1c1"},
		{[]any{"chain", 0, "technique"}, "guess"},
		{[]any{"state", "grid"}, steps.StateOf(state).Grid[1:]}, {[]any{"state", "clues"}, strings.ReplaceAll(state.Clues().String(), ".", "0")},
		{[]any{"state", "candidates"}, candidates[1:]}, {[]any{"state", "candidates"}, candidates + "."},
		{[]any{"sentence"}, nil}, {[]any{"language"}, 1},
	} {
		if err := changed(c.path, set(c.to)); err == nil {
			t.Errorf("%v may be %v", c.path, c.to)
		}
	}
	required := 0
	for path := range requiredFields(parsedJSON(t, string(text)), nil) {
		last := path[len(path)-1]
		if slices.Contains([]any{"chain", "parts"}, last) { // of some techniques only
			continue
		}
		if required++; changed(path, remove) == nil {
			t.Errorf("%v may be missing", path)
		}
	}
	if required < 50 {
		t.Errorf("only %d fields tried", required)
	}
}

// requiredFields yields the paths of all fields in a value.
func requiredFields(value any, path []any) func(yield func([]any) bool) {
	return func(yield func([]any) bool) {
		switch value := value.(type) {
		case map[string]any:
			for key, below := range value {
				here := append(slices.Clone(path), key)
				if !yield(here) {
					return
				}
				requiredFields(below, here)(yield)
			}
		case []any:
			for i, below := range value {
				requiredFields(below, append(slices.Clone(path), i))(yield)
			}
		}
	}
}

// The page about steps shows a step as explain prints it, and a program that runs and prints what the page says.
func TestStepsPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/steps.md")
	must(t, err)
	blocks := map[string]string{}
	for i, block := range strings.Split(string(page), "\n```") {
		if language, code, ok := strings.Cut(block, "\n"); ok && i%2 == 1 {
			blocks[language] = code
		}
	}
	t.Run("step", func(t *testing.T) {
		shown := parsedJSON(t, blocks["json"]).(map[string]any)
		puzzle := regexp.MustCompile(`compares it with: gridkeeper explain --json (\S+)`).FindStringSubmatch(string(page))
		var out strings.Builder
		if puzzle == nil || run(t.Context(), []string{"explain", "--json", puzzle[1]}, strings.NewReader(""), &out, io.Discard) != 0 {
			t.Fatal("no path of the puzzle of the page", puzzle)
		}
		for _, step := range parsedJSON(t, out.String()).(map[string]any)["steps"].([]any) {
			step := step.(map[string]any)
			if step["technique"] != shown["technique"] {
				continue
			}
			for key, text := range step["state"].(map[string]any) {
				begin, cut := strings.CutSuffix(shown["state"].(map[string]any)[key].(string), "…")
				if !cut || !strings.HasPrefix(text.(string), begin) {
					t.Errorf("%s of the state is %s", key, text)
				}
			}
			delete(step, "state")
			delete(shown, "state")
			if diff := cmp.Diff(step, shown); diff != "" {
				t.Error(diff)
			}
			return
		}
		t.Errorf("no step of %v", shown["technique"])
	})
	t.Run("Python", func(t *testing.T) {
		python, err := exec.LookPath("python3")
		if err != nil {
			t.Skip("no python3 here")
		}
		program := filepath.Join(t.TempDir(), "steps.py")
		must(t, os.WriteFile(program, []byte(blocks["python"]), 0o600))
		out, err := exec.CommandContext(t.Context(), python, program).CombinedOutput()
		if err != nil || len(out) == 0 || string(out) != blocks[""]+"\n" {
			t.Errorf("the program of the page prints %q, %v, want %q", out, err, blocks[""])
		}
	})
}
