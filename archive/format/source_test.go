package format_test

import (
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/format"
)

// Grids as programs have them in their source: rows in brackets or quotes, in any language.
func TestReadArrays(t *testing.T) {
	rows := strings.Split(rowsOf(moler, ", "), "\n")
	none := strings.Split(rowsOf(strings.ReplaceAll(moler, "0", "_"), ","), "\n")
	for _, test := range []struct {
		name, file string
		want       []string
		errs       []string
	}{
		{name: "Python", file: "board = [\n    [" + strings.Join(rows, "],\n    [") + "],\n]\n", want: []string{moler + "|board"}},
		{name: "Python, from the first line on", file: "easy = [[" + strings.Join(rows, "],\n        [") + "]]\n\nhard = [[" + strings.Join(rows, "],\n        [") + "]]\n",
			want: []string{moler + "|easy", moler + "|hard"}},
		{name: "Python, None", file: "board = [\n[" + strings.ReplaceAll(strings.Join(rows, "],\n["), "0", "None") + "]\n]\n", want: []string{moler + "|board"}},
		{name: "Python, in one line", file: "board = [[" + strings.Join(rows, "], [") + "]]  # by hand\n", want: []string{moler + "|board"}},
		{name: "C", file: "int grid[9][9] = {\n\t{" + strings.Join(rows, "},\n\t{") + "}\n};\n", want: []string{moler + "|int grid[9][9]"}},
		{name: "C, the opening brace in a line of its own", file: "int grid[9][9] =\n{\n\t{" + strings.Join(rows, "},\n\t{") + "},\n};\n", want: []string{moler + "|int grid[9][9]"}},
		{name: "C, comments behind rows", file: "int grid[9][9] = {\n\t{" + strings.Join(rows, "}, // a row\n\t{") + "} // the last\n};\n", want: []string{moler + "|int grid[9][9]"}},
		{name: "characters", file: "char[][] board = {\n{'" + strings.Join(strings.Split(strings.ReplaceAll(rowsOf(dots, "','"), "\n", "'},\n{'"), "\n"), "\n") + "'}};\n", want: []string{moler + "|char[][] board"}},
		{name: "Prolog", file: "problem(1, [[" + strings.Join(none, "],\n [") + "]]).\n", want: []string{moler + "|problem(1,"}},
		{name: "Haskell, Java, Go: texts", file: "puzzle = [\n\"" + strings.ReplaceAll(nine(dots), "\n", "\",\n\"") + "\"\n]\n", want: []string{moler + "|puzzle"}},
		{name: "texts, joined", file: "String s = \n  \"" + strings.ReplaceAll(nine(dots), "\n", "\" +\n  \"") + "\";\n", want: []string{moler + "|String s"}},
		{name: "a text of several lines", file: "GRID = \"\"\"\n" + nine(moler) + "\n\"\"\"\n", want: []string{moler + "|GRID"}},
		{name: "a title in quotes", file: "The \"hard\"\n" + nine(moler) + "\n", want: []string{moler + "|The \"hard\""}},
		{name: "a shidoku", file: "grid = [\n[1,0,0,0],\n[0,0,3,0],\n[0,2,0,0],\n[0,0,0,4],\n]\n", want: []string{shidoku + "|grid"}},
		{name: "rows of dashes", file: "grid = [\n\"" + strings.ReplaceAll(nine(strings.ReplaceAll(gap, "0", "-")), "\n", "\",\n\"") + "\"\n]\n", want: []string{gap + "|grid"}},
		{name: "numpy", file: "[[" + strings.ReplaceAll(rowsOf(moler, " "), "\n", "]\n [") + "]]\n", want: []string{moler}},
		{name: "numpy, floats", file: "array([[" + strings.ReplaceAll(rowsOf(moler, "., "), "\n", ".],\n       [") + ".]])\n", want: []string{moler + "|array"}},
		{name: "numpy, floats, two", file: strings.Repeat("[["+strings.ReplaceAll(rowsOf(moler, ". "), "\n", ".]\n [")+".]]\n\n", 2), want: []string{moler, moler}},
		{name: "rows alone", file: "[" + strings.Join(rows, "]\n[") + "]\n", want: []string{moler}},
		{name: "rows with commas behind", file: "[" + strings.Join(rows, "],\n[") + "],\n", want: []string{moler}},
		{name: "a comma behind the last row", file: "[\n  [" + strings.Join(rows, "],\n  [") + "],\n]\n", want: []string{moler}},
		{name: "MATLAB", file: "% by hand\nX = [" + strings.ReplaceAll(rowsOf(moler, " "), "\n", "\n     ") + "];\n", want: []string{moler + "|X"}},
		{name: "MATLAB, semicolons", file: "X = [\n" + strings.ReplaceAll(rowsOf(moler, " "), "\n", ";\n") + "\n];\n", want: []string{moler + "|X"}},
		{name: "MATLAB, commas and continued lines", file: "X = [" + strings.ReplaceAll(rowsOf(moler, ", "), "\n", "; ...\n     ") + "]; % easy\n", want: []string{moler + "|X"}},
		{name: "MATLAB, in one line", file: strings.Repeat("X = ["+strings.ReplaceAll(rowsOf(moler, " "), "\n", "; ")+"];\n", 2), want: []string{moler + "|X", moler + "|X"}},
		{name: "MATLAB, in one line without a name", file: "[" + strings.ReplaceAll(rowsOf(moler, ","), "\n", ";") + "]\n", want: []string{moler}},
		{name: "MATLAB, rows alone", file: "[" + rowsOf(moler, " ") + "]\n", want: []string{moler}},
		{name: "MATLAB, displayed", file: "X =\n\n     " + strings.ReplaceAll(rowsOf(moler, "     "), "\n", "\n     ") + "\n\n", want: []string{moler + "|X"}},
		{name: "MATLAB, a shidoku", file: "X = [1 0 0 0; 0 0 3 0; 0 2 0 0; 0 0 0 4]\n", want: []string{shidoku + "|X"}},
		{name: "MATLAB, other matrices", file: "A = [1 2 3; 4 5 6];\n" + moler + "\n", want: []string{"", moler}, errs: []string{"character 1 is '['"}},
		{name: "Lisp", file: "((" + strings.ReplaceAll(rowsOf(moler, " "), "\n", ")\n (") + "))\n", want: []string{moler}},
		{name: "JSON stays JSON", file: "[[" + strings.Join(rows, "],\n[") + "]]\n", want: []string{moler}},
		{name: "a comment with brackets", file: strings.TrimSpace(joined(moler, 1, " ")) + " # [1, 2, 3, 4]\n", want: []string{moler}},
		{name: "arguments are not a row", file: "call(1, 2, 3, 4)\n" + moler + "\n", want: []string{"", moler}, errs: []string{"character 1 is 'c'"}},
		{name: "a row too few", file: "board = [\n[" + strings.Join(rows[1:], "],\n[") + "],\n]\n", want: []string{"", ""}, errs: []string{"character 1 is 'b'", "8 rows of cells"}},
		{name: "a cell too few", file: "board = [\n[" + strings.Replace(strings.Join(rows, "],\n["), "0, ", "", 1) + "],\n]\n", want: []string{"", "", ""}, errs: []string{"character 1 is 'b'", "", "8 rows of cells"}},
	} {
		t.Run(test.name, func(t *testing.T) { checkGrids(t, test.file, test.want, test.errs) })
	}
}

// Languages have other brackets, and other places for commas.
func TestReadOtherBrackets(t *testing.T) {
	rows := strings.Split(rowsOf(moler, ", "), "\n")
	texts := strings.Split(nine(dots), "\n")
	lopsided := famous // other than moler, it is another grid by columns
	wide := strings.Split(rowsOf(strings.ReplaceAll(lopsided, ".", "0"), ","), "\n")
	flat := strings.Join(wide, ",")
	byColumns := turned(strings.ReplaceAll(lopsided, ".", "0"), func(r, c int) (int, int) { return c, r })
	for _, test := range []struct{ name, file, want string }{
		{"MATLAB, a diagonal", "X = diag(1:4)\n", "1....2....3....4"},
		{"MATLAB, a diagonal at its prompt", ">> x = diag(1 : 4), % figure 7\n", "1....2....3....4"},
		{"MATLAB, a diagonal of nine", "diag(1:9);\n", strings.Join(strings.Split("123456789", ""), strings.Repeat(".", 9))},
		{"Haskell", "puzzle =\n  [ [" + strings.Join(rows, "]\n  , [") + "]\n  ]\n", moler + "|puzzle"},
		{"Elm", "board =\n    [ [ " + strings.Join(rows, " ]\n    , [ ") + " ]\n    ]\n", moler + "|board"},
		{"Haskell, texts", "puzzle =\n  [ \"" + strings.Join(texts, "\"\n  , \"") + "\"\n  ]\n", moler + "|puzzle"},
		{"PHP", "$board = array(\n  array(" + strings.Join(rows, "),\n  array(") + ")\n);\n", moler},
		{"R, rows", "m <- rbind(c(" + strings.Join(rows, "),\n  c(") + "))\n", moler + "|m"},
		{"R, by row", "m <- matrix(c(" + strings.Join(wide, ",\n  ") + "), nrow=9, byrow=TRUE)\n", lopsided + "|m"},
		{"R, by row, in a line", "m <- matrix(c(" + flat + "), 9, 9, byrow = T)\n", lopsided},
		{"R, by column", "m <- matrix(c(" + strings.Join(wide, ",\n  ") + "), nrow=9)\n", byColumns},
		{"R, by column, in a line", "m <- matrix(c(" + flat + "), nrow = 9)\n", byColumns},
		{"F#", "let board =\n  [| [| " + strings.ReplaceAll(strings.Join(rows, " |]\n     [| "), ",", ";") + " |] |]\n", moler},
		{"OCaml", "let board = [|\n  [|" + strings.ReplaceAll(strings.Join(rows, "|];\n  [|"), ",", ";") + "|];\n|]\n", moler},
		{"F#, lists", "let board =\n  [ [ " + strings.ReplaceAll(strings.Join(rows, " ]\n    [ "), ",", ";") + " ] ]\n", moler},
		{"Scala", "val board = Array(\n  Array(" + strings.Join(rows, "),\n  Array(") + ")\n)\n", moler},
		{"Kotlin", "val board = arrayOf(\n  intArrayOf(" + strings.Join(rows, "),\n  intArrayOf(") + ")\n)\n", moler},
		{"Rust", "let board = vec![\n  vec![" + strings.Join(rows, "],\n  vec![") + "],\n];\n", moler},
		{"Go", "board := [][]int{\n\t[]int{" + strings.Join(rows, "},\n\t[]int{") + "},\n}\n", moler},
		{"C#", "int[][] board = {\n  new int[] {" + strings.Join(rows, "},\n  new int[] {") + "},\n};\n", moler},
		{"Java, lists", "List<List<Integer>> b = List.of(\n  List.of(" + strings.Join(rows, "),\n  List.of(") + "));\n", moler},
		{"C, flat", "int g[81] = {" + strings.Join(wide, ",\n  ") + "};\n", lopsided + "|int g[81]"},
		{"Python, flat", "g = [\n" + strings.Join(wide, ",\n") + "\n]\n", lopsided + "|g"},
		{"Python, flat, in a line", "g = [" + flat + "]\n", lopsided + "|g"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			for e := range format.Read(strings.NewReader(test.file)) {
				if e.Err != nil && len(e.Text) < 40 { // a line of the language
					continue
				}
				if grid, _, _ := strings.Cut(test.want, "|"); e.Err != nil || !sameEntry(e, test.want) {
					t.Errorf("got %s named %q, %v; want %s of\n%s", e.Grid, e.Name, e.Err, grid, test.file)
				}
				got = append(got, e.Text)
			}
			if len(got) != 1 {
				t.Errorf("%d grids of\n%s", len(got), test.file)
			}
		})
	}
	checkGrids(t, "c(1, 2, 3, 4)\nf(1, 2, 3)\n", []string{""}, nil)
}
