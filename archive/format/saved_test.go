package format_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/format"
)

// begun is moler with some digits of a player.
const begun = "920630840600500203304900500700806100800410906100705400207300600400200308530140720"

// In a saved game the names give the clues, in any language, order, case and nesting. Without such names the clues are the
// grid that the others extend.
func TestSavedGames(t *testing.T) {
	rows := jsonRows
	for _, names := range []string{
		"board initial", "grid original", "current start", "state givens", "puzzle clues", "board fixed", "sudoku base", "Board Initial", "currentGrid originalGrid",
		"board initialBoard", "board initialboard", "BOARD INITIAL_BOARD", "current_grid start_grid", "grid given", "board init", "board orig", "userBoard puzzle",
		"playerGrid board", "userSolution quiz", "progress problem", "state puzzle", "current unsolved", "working_grid starting_grid", "values isOriginal",
		"spielstand aufgabe", "aktuell start", "feld vorgabe", "actuelle initiale", "grille depart", "tablero inicial", "estado pistas", "tabuleiro original",
		"griglia iniziale", "stato originale", "текущее начальное", "当前 初始", "現在 問題", "board xyzzy", "a b", "b a", "cells seed", "board template", "save beginning",
	} {
		name, clues, _ := strings.Cut(names, " ")
		for _, file := range []string{
			`{"` + name + `":` + rows(begun) + `,"` + clues + `":` + rows(moler) + `}`,
			`{"` + clues + `":"` + moler + `","solution":"` + solved + `","` + name + `":"` + begun + `"}`,
			`[{"id":1,"` + name + `":` + rows(begun) + `,"` + clues + `":"` + dots + `"}]`,
			name + "," + clues + ",solution\n" + begun + "," + moler + "," + solved + "\n",
			clues + ";id;" + name + "\n" + moler + ";7;" + begun + "\n",
		} {
			if strings.Contains(file, ";") || strings.Contains(file, ",solution") {
				if name == "a" || name == "b" || name == "board" && clues == "xyzzy" || name == "values" {
					continue // no header of a table
				}
			}
			t.Run(names, func(t *testing.T) { checkGrids(t, file, []string{moler}, nil) })
		}
	}
	for name, file := range map[string]string{
		"objects with rows":          `{"currentGrid":{"rows":` + rows(begun) + `},"originalGrid":{"rows":` + rows(moler) + `},"solution":{"rows":` + rows(solved) + `}}`,
		"a state":                    `{"initial":` + rows(moler) + `,"state":{"board":` + rows(begun) + `,"notes":[]}}`,
		"a game":                     `{"version":1,"game":{"board":` + rows(begun) + `,"initial":` + rows(moler) + `}}`,
		"a puzzle and its progress":  `{"puzzle":{"grid":` + rows(moler) + `,"solution":` + rows(solved) + `},"progress":{"grid":` + rows(begun) + `}}`,
		"entries alone":              `{"puzzle":"` + moler + `","entries":"` + strings.Repeat("0", 72) + `500000000"}`,
		"nothing entered":            `{"puzzle":"` + moler + `","current":"` + strings.Repeat("0", 81) + `"}`,
		"as far as the clues":        `{"board":"` + moler + `","initial":"` + moler + `"}`,
		"solved":                     `{"board":"` + solved + `","initial":"` + moler + `","solution":"` + solved + `"}`,
		"a puzzle and its regions":   `{"puzzle":"` + moler + `","regions":"` + strings.Repeat("111222333", 9) + `"}`,
		"a mask":                     `{"board":` + rows(begun) + `,"fixed":` + maskOf(moler, "true", "false") + `}`,
		"a mask of numbers":          `{"board":` + rows(begun) + `,"isGiven":` + maskOf(moler, "1", "0") + `}`,
		"a mask of what may change":  `{"grid":` + rows(begun) + `,"editable":` + maskOf(moler, "false", "true") + `}`,
		"a list in a list in a text": `{"board":"` + rows(begun) + `","initial":"` + rows(moler) + `"}`,
	} {
		t.Run(name, func(t *testing.T) { checkGrids(t, file, []string{moler}, nil) })
	}
}

// maskOf returns rows of flags, for clues and for other cells.
func maskOf(text, clue, other string) string {
	var rows []string
	for line := range strings.SplitSeq(nine(text), "\n") {
		var cells []string
		for _, c := range line {
			if cells = append(cells, other); c != '0' {
				cells[len(cells)-1] = clue
			}
		}
		rows = append(rows, "["+strings.Join(cells, ",")+"]")
	}
	return "[" + strings.Join(rows, ",") + "]"
}

// What is near to a saved game and none stays as it was, or is refused where two grids might have the clues.
func TestNearSavedGames(t *testing.T) {
	other := reversed(moler)
	for _, test := range []struct {
		name, file string
		want       []string
		errs       []string
	}{
		{name: "a solution", file: `{"puzzle":"` + moler + `","solution":"` + solved + `"}`, want: []string{moler}},
		{name: "a table", file: "puzzle,solution\n" + moler + "," + solved + "\n" + other + ",\n", want: []string{moler, other}},
		{name: "the solution under another name", file: `{"grid":"` + moler + `","full":"` + solved + `"}`, want: []string{moler}},
		{name: "a wrong solution", file: `{"initial":"` + moler + `","solved":"` + reversed(solved) + `"}`, want: []string{""}, errs: []string{"the solution beside it"}},
		{name: "two puzzles", file: `{"easy":"` + moler + `","hard":"` + other + `"}`, want: []string{moler + "|easy", other + "|hard"}},
		{name: "two boards", file: `{"board":"` + moler + `","grid":"` + other + `"}`, want: []string{""}, errs: []string{`2 grids in one JSON object, as "board" and "grid"`}},
		{name: "a puzzle of fewer clues", file: `{"puzzle":"` + begun + `","minimal":"` + moler + `"}`, want: []string{""}, errs: []string{"2 grids in one JSON object"}},
		{name: "the clues of another puzzle", file: `{"board":"` + begun + `","initial":"` + other + `"}`, want: []string{""}, errs: []string{"2 grids in one JSON object"}},
		{name: "two in a row", file: "grid,board\n" + moler + "," + other + "\n", want: []string{""}, errs: []string{"2 grids in one row"}},
		{name: "a damaged puzzle beside its position", file: `{"quiz":"` + moler[1:] + `","state":"` + begun + `"}`, want: []string{""}, errs: []string{"80 characters"}},
		{name: "puzzles by level", file: `{"easy":{"board":"` + moler + `"},"hard":{"board":"` + other + `"}}`, want: []string{moler, other}},
		{name: "two games", file: `{"current":{"puzzle":"` + moler + `","solution":"` + solved + `"},"previous":{"puzzle":"` + other + `"}}`, want: []string{moler, other}},
		{name: "a position alone", file: `{"current":"` + begun + `"}`, want: []string{begun}},
		{name: "a shidoku", file: `{"grid":"` + shidoku + `","id":"1234123412341234"}`, want: []string{shidoku}},
		{name: "a title of two parts", file: "Grid 01, easy\n" + nine(moler) + "\n", want: []string{moler + "|Grid 01, easy"}},
	} {
		t.Run(test.name, func(t *testing.T) { checkGrids(t, test.file, test.want, test.errs) })
	}
}

// A column of counts holds no grid, whatever its name, and other text beside a puzzle is not a solution.
func TestColumnsOfOther(t *testing.T) {
	for name, file := range map[string]string{
		"a count":       "clues,grid\n24," + moler + "\n",
		"a count later": "grid,givens\n" + moler + ",24\n",
		"an id":         "puzzle,board\n17," + moler + "\n",
		"a name":        "start,layout,clues\nr1c1," + moler + ",24\n",
		"nan":           "puzzle,solution\n" + moler + ",nan\n",
		"N/A":           "puzzle;solution\n" + moler + ";N/A\n",
		"none":          "puzzle\tanswer\n" + moler + "\tnone found\n",
		"a number":      "puzzle,solutions\n" + moler + ",1\n",
		"zeros":         "puzzle,solution\n" + moler + "," + strings.Repeat("0", 81) + "\n",
		"JSON":          `{"puzzle":"` + moler + `","solution":"unknown"}`,
		"a list":        "puzzle,solution\n\"" + jsonRows(moler) + "\",\"" + jsonRows(solved) + "\"\n",
		"a flat list":   "quiz,level\n\"[" + strings.TrimSpace(joined(moler, 1, ", ")) + "]\",easy\n",
		"numpy":         "puzzle,id\n\"[[" + strings.ReplaceAll(rowsOf(moler, " "), "\n", "] [") + "]]\",1\n",
		"Excel":         "puzzle,solution\n=\"" + moler + "\",=\"" + solved + "\"\n",
		"Excel, quoted": "puzzle,solution\n\"=\"\"" + moler + "\"\"\",\"=\"\"" + solved + "\"\"\"\n",
		"Excel, alone":  "=\"" + moler + "\"\n",
	} {
		t.Run(name, func(t *testing.T) { checkGrids(t, file, []string{moler}, nil) })
	}
	checkGrids(t, "puzzle,solution\n"+moler+","+solved[1:]+"\n", []string{""}, []string{"the solution beside it"})
}

// Lists of columns and boxes are not rows.
func TestColumnsAndBoxes(t *testing.T) {
	columns, boxed := turned(moler, func(r, c int) (int, int) { return c, r }), turned(moler, func(r, c int) (int, int) { return r/3*3 + c/3, r%3*3 + c%3 })
	for _, file := range []string{
		`{"data_type":"columns","data":` + jsonRows(columns) + `}`,
		`{"columns":` + jsonRows(columns) + `}`,
		`{"puzzle":{"cols":` + jsonRows(columns) + `},"solution":"` + solved + `"}`,
		`{"board":` + jsonRows(columns) + `,"layout":"column-major"}`,
		`{"boxes":` + jsonRows(boxed) + `}`,
		`{"type":"blocks","values":` + jsonRows(boxed) + `}`,
		`{"order":"subgrids","puzzle":` + jsonRows(boxed) + `}`,
		`{"squares":` + jsonRows(boxed) + `}`,
		`{"rows":` + jsonRows(moler) + `,"columns":` + jsonRows(columns) + `,"boxes":` + jsonRows(boxed) + `}`,
		`{"type":"rows","puzzle":` + jsonRows(moler) + `}`,
		`{"columns":9,"rows":9,"data":` + jsonRows(moler) + `}`,
	} {
		t.Run("", func(t *testing.T) { checkGrids(t, file, []string{moler}, nil) })
	}
	digits := strings.ReplaceAll(famous, ".", "0") // as boxes, a digit would be twice in a house
	checkGrids(t, `{"squares":`+jsonRows(digits)+`}`, []string{famous}, nil)
}

// turned returns a grid with each cell at another place.
func turned(text string, place func(r, c int) (int, int)) string {
	cells := make([]byte, len(text))
	for i := range text {
		r, c := place(i/9, i%9)
		cells[9*r+c] = text[i]
	}
	return string(cells)
}

// Boards of objects mark their clues in many ways. Without a mark, one error reports that.
func TestCellObjects(t *testing.T) {
	cells := func(cell func(i int, digit, own string) string) string {
		var list []string
		for i := range moler {
			list = append(list, cell(i, begun[i:i+1], moler[i:i+1]))
		}
		return "[" + strings.Join(list, ",") + "]"
	}
	isClue := func(own string) bool { return own != "0" }
	for name, list := range map[string]string{
		"given": cells(func(i int, d, own string) string { return fmt.Sprintf(`{"value":%s,"given":%t}`, d, isClue(own)) }),
		"fixed": cells(func(i int, d, own string) string { return fmt.Sprintf(`{"digit":"%s","fixed":%t}`, d, isClue(own)) }),
		"locked": cells(func(i int, d, own string) string {
			return fmt.Sprintf(`{"val":%s,"locked":%t,"notes":[1,2]}`, d, isClue(own))
		}),
		"isGiven": cells(func(i int, d, own string) string {
			return fmt.Sprintf(`{"row":%d,"col":%d,"value":%s,"isGiven":%t}`, i/9, i%9, d, isClue(own))
		}),
		"from 1": cells(func(i int, d, own string) string {
			return fmt.Sprintf(`{"r":%d,"c":%d,"v":%s,"isFixed":%t}`, i/9+1, i%9+1, d, isClue(own))
		}),
		"x and y": cells(func(i int, d, own string) string {
			return fmt.Sprintf(`{"x":%d,"y":%d,"number":%s,"readOnly":%t}`, i%9, i/9, d, isClue(own))
		}),
		"an index": cells(func(i int, d, own string) string {
			return fmt.Sprintf(`{"index":%d,"value":%s,"is_locked":%t}`, i, d, isClue(own))
		}),
		"editable":   cells(func(i int, d, own string) string { return fmt.Sprintf(`{"value":%s,"editable":%t}`, d, !isClue(own)) }),
		"isEditable": cells(func(i int, d, own string) string { return fmt.Sprintf(`{"value":%s,"isEditable":%t}`, d, !isClue(own)) }),
		"notes in place of digits": cells(func(i int, d, own string) string {
			switch {
			case isClue(own):
				return `{"type":"given","entry":` + own + `}`
			case d == "0":
				return `{"type":"note","entry":[2,5]}`
			}
			return `{"type":"value","entry":` + d + `}`
		}),
		"a type": cells(func(i int, d, own string) string {
			return fmt.Sprintf(`{"value":%s,"type":"%s"}`, d, map[bool]string{true: "given", false: "user"}[isClue(own)])
		}),
		"numbers": cells(func(i int, d, own string) string {
			return fmt.Sprintf(`{"value":%s,"given":%d}`, d, map[bool]int{true: 1}[isClue(own)])
		}),
		"both digits": cells(func(i int, d, own string) string {
			return fmt.Sprintf(`{"initial":%s,"current":%s,"solution":%s}`, own, d, solved[i:i+1])
		}),
		"null": cells(func(i int, d, own string) string {
			return fmt.Sprintf(`{"value":%s,"original":%t}`, strings.ReplaceAll(d, "0", "null"), isClue(own))
		}),
		"clues alone": cells(func(i int, d, own string) string {
			return fmt.Sprintf(`{"row":%d,"column":%d,"value":%s}`, i/9, i%9, own)
		}),
	} {
		t.Run(name, func(t *testing.T) {
			checkGrids(t, list, []string{moler}, nil)
			checkGrids(t, `{"board":`+list+`,"solution":"`+solved+`"}`, []string{moler}, nil)
			var rows []string
			for row := range strings.SplitSeq(strings.ReplaceAll(nine(strings.Repeat("x", 81)), "x", "%s,"), "\n") {
				rows = append(rows, "["+strings.TrimSuffix(row, ",")+"]")
			}
			var each []any
			for _, cell := range strings.Split(strings.Trim(list, "[]"), "},") {
				each = append(each, strings.TrimSuffix(cell, "}")+"}")
			}
			if name != "locked" { // its lists have brackets
				nested := fmt.Sprintf("["+strings.Join(rows, ",")+"]", each...)
				checkGrids(t, nested, []string{moler}, nil)
				checkGrids(t, `{"game":{"cells":`+nested+`}}`, []string{moler}, nil)
			}
		})
	}
	unmarked := cells(func(i int, d, own string) string { return fmt.Sprintf(`{"value":%s,"notes":[]}`, d) })
	for _, file := range []string{unmarked, `{"board":` + unmarked + `}`, `{"size":9,"grid":[` + strings.Repeat(`[{"value":1},{},{},{},{},{},{},{},{}],`, 8) + `[{},{},{},{},{},{},{},{},{}]]}`} {
		checkGrids(t, file, []string{""}, []string{"digits, none marked as given"})
	}
	checkGrids(t, `{"size":9,"grid":`+jsonRows(moler)+`}`, []string{moler}, nil)
	checkGrids(t, "["+strings.Repeat(`{"value":1,"notes":[]},`, 727)+`{"puzzle":"`+moler+`"}]`, []string{"", moler}, []string{"objects", ""})
}

// Solutions below their puzzles are not puzzles, in any format.
func TestSolutionsBelow(t *testing.T) {
	second, secondSolved := reversed(moler), reversed(solved)
	for name, file := range map[string]string{
		"lines":             moler + "\n" + second + "\n\nSolutions\n" + solved + "\n" + secondSolved + "\n",
		"in turn":           moler + "\n" + solved + "\n" + second + "\n" + secondSolved + "\n",
		"drawings":          "Puzzle 1\n" + drawn(moler) + "\n\nSolution 1\n" + drawn(solved) + "\n\nPuzzle 2\n" + nine(second) + "\n\nSolution 2\n" + nine(secondSolved) + "\n",
		"columns":           `{"puzzle":["` + moler + `","` + second + `"],"solution":["` + solved + `","` + secondSolved + `"]}`,
		"answers first":     `{"answers":["` + solved + `","` + secondSolved + `"],"quizzes":["` + moler + `","` + second + `"]}`,
		"columns by number": `{"puzzle":{"0":"` + moler + `","1":"` + second + `"},"solution":{"0":"` + solved + `","1":"` + secondSolved + `"}}`,
		"columns and data":  `{"columns":["puzzle","solution"],"index":[0,1],"data":[["` + moler + `","` + solved + `"],["` + second + `","` + secondSolved + `"]]}`,
	} {
		t.Run(name, func(t *testing.T) {
			var want []string
			var errs []string
			if name == "lines" { // the line above is the title of nothing
				want, errs = []string{moler, second, ""}, []string{"", "", "character 1 is 'S'"}
			} else {
				want = []string{moler, second}
			}
			checkGrids(t, file, want, errs)
		})
	}
	checkGrids(t, solved+"\n"+secondSolved+"\n", []string{solved, secondSolved}, nil)
	checkGrids(t, `{"puzzle":["`+moler+`"],"solution":["`+secondSolved+`"]}`, []string{moler, ""}, []string{"", "a solution of no puzzle above it"})
}

// Objects in the source of programs are nearly JSON.
func TestLooseObjects(t *testing.T) {
	second := reversed(moler)
	for name, file := range map[string]string{
		"keys without quotes":     "[\n  { id: 1, puzzle: \"" + moler + "\" },\n  { id: 2, puzzle: \"" + second + "\" },\n]\n",
		"single quotes":           "[{'id': 1, 'puzzle': '" + moler + "'}, {'id': 2, 'puzzle': '" + second + "'}]",
		"commas at the end":       `[{"puzzle": "` + moler + `",}, {"puzzle": "` + second + `",},]`,
		"a name before":           "const puzzles = [\n  {\n    id: 1,\n    puzzle: '" + moler + "',\n    solution: '" + solved + "',\n  },\n  {\n    puzzle: '" + second + "',\n  },\n];\n",
		"a type, and a module":    "import { Puzzle } from './types';\n\n// by hand\nexport const puzzles: Puzzle[] = [\n  { puzzle: `" + moler + "` }, // one\n  /* two */ { puzzle: `" + second + "` },\n];\n\nexport default puzzles;\n",
		"exports":                 "module.exports = {\n  easy: { board: '" + moler + "' },\n  hard: { board: '" + second + "' },\n};\n",
		"Python, rows":            "PUZZLES = {\n    'easy': " + strings.ReplaceAll(jsonRows(moler), "0", "None") + ",\n    'hard': " + jsonRows(second) + ",\n}\n",
		"tuples":                  "puzzles = ({'puzzle': '" + moler + "'}, {'puzzle': '" + second + "'},)\n",
		"a text of several lines": "[{ puzzle: `\n" + nine(moler) + "\n`, }, { puzzle: '''" + nine(second) + "''' }]",
		"two lists":               "const easy = [ { puzzle: '" + moler + "' } ];\nconst hard = [ { puzzle: '" + second + "' } ];\n",
		"NaN":                     `[{"puzzle": ` + strings.ReplaceAll(jsonRows(moler), "0", "NaN") + `}, {"puzzle": ` + strings.ReplaceAll(jsonRows(second), "0", "-1") + `}]`,
		"texts in single quotes":  "['" + moler + "',\n '" + second + "']\n",
		"by name":                 "{ easy: '" + moler + "', hard: '" + second + "' }",
		"a saved game":            "let save = { board: " + jsonRows(begun) + ", initial: " + jsonRows(moler) + " };\n[{'puzzle': '" + second + "'}]",
	} {
		t.Run(name, func(t *testing.T) {
			checkGrids(t, file, []string{moler, second}, nil)
		})
	}
	boards := "export const BOARDS = {\n  WING: " + jsonRows(moler) + ",\n  WING_SOLUTION: " + jsonRows(solved) + ",\n  CHAIN: " + jsonRows(begun) + ",\n  LOOP: " + jsonRows(second) + ",\n  FISH: " + jsonRows(reversed(begun)) + ",\n};\n"
	checkGrids(t, boards, []string{begun, reversed(begun), second, moler}, nil)
	checkGrids(t, "const cell = { type: 'given' };\nconst none = { from: OTHER };\n"+nine(moler)+"\n", []string{"", moler}, []string{"character 1 is", ""})
	checkGrids(t, "[{puzzle: '"+moler+"'}];\nlet more = '"+second+"';\n", []string{moler, second}, nil)
	checkGrids(t, "[{\"puzzle\": \""+moler+"\"} {]", []string{moler, ""}, []string{"", "the JSON is damaged here"})
	for e := range format.Read(strings.NewReader("[\n\n{ puzzle: `" + nine(moler) + "` },\n{ puzzle: '" + second + "' }]")) {
		if want := map[bool]int{true: 3, false: 12}[e.Grid.String() == dots]; e.Line != want {
			t.Errorf("line %d, want %d", e.Line, want)
		}
	}
}

// XML of any program is read where its elements or attributes hold cells.
func TestReadAnyXML(t *testing.T) {
	second := reversed(moler)
	rowsXML, cellsXML := "", ""
	for i, row := range strings.Split(nine(moler), "\n") {
		rowsXML += "<row>" + row + "</row>"
		for j, c := range row {
			cellsXML += fmt.Sprintf("<cell row=\"%d\" col=\"%d\">%s</cell>\n", i, j, strings.TrimPrefix(string(c), "0"))
		}
	}
	for name, file := range map[string]string{
		"elements":             "<?xml version=\"1.0\"?>\n<puzzles>\n<puzzle>" + moler + "</puzzle>\n<puzzle>\n" + second + "\n</puzzle></puzzles>",
		"with solutions":       "<sudokus><sudoku id=\"1\"><clues>" + moler + "</clues><solution>" + solved + "</solution></sudoku><sudoku id=\"2\"><clues>" + second + "</clues></sudoku></sudokus>",
		"attributes":           "<list><game data=\"" + moler + "\" level=\"easy\"/><game data=\"" + second + "\"/></list>",
		"one after the other":  "<list><title>Mine</title><grid>" + moler + "</grid><solution>" + solved + "</solution><grid>" + second + "</grid></list>",
		"rows":                 "<list><sudoku>" + rowsXML + "</sudoku><sudoku>" + second + "</sudoku></list>",
		"cells":                "<list><board>" + cellsXML + "</board><puzzle>" + second + "</puzzle></list>",
		"lines in an element":  "<list>\n<puzzle>\n" + nine(moler) + "\n</puzzle>\n<puzzle>\n" + drawn(second) + "\n</puzzle></list>",
		"a saved game":         "<save><current>" + begun + "</current><original>" + moler + "</original><next><puzzle>" + second + "</puzzle></next></save>",
		"elements of no sense": "<a><b><c>1</c><d>" + moler + "</d></b><b><d>" + second + "</d></b></a>",
	} {
		t.Run(name, func(t *testing.T) {
			got := map[string]bool{}
			for e := range format.Read(strings.NewReader(file)) {
				if e.Err != nil {
					t.Errorf("%v of %s", e.Err, file)
				}
				got[e.Grid.String()] = true
			}
			for _, want := range []string{moler, second} {
				if !got[strings.ReplaceAll(want, "0", ".")] || len(got) != 2 {
					t.Errorf("got %v, want %s of %s", got, want, file)
				}
			}
		})
	}
	checkGrids(t, "<puzzle>"+moler+"</puzzle>", []string{moler}, nil)
	checkGrids(t, "<feed><entry>hello</entry></feed>", []string{""}, []string{"XML or HTML file with <feed>"})
	checkGrids(t, "<list><puzzle>"+moler+"</puzzle>", []string{moler, ""}, []string{"", "the XML is damaged here"})
}

// Cells may be numbers of any kind, in lists, in tables with or without labels, or apart by blanks.
func TestReadNumbers(t *testing.T) {
	table := func(cell func(string) string, between string, label func(i int) string) string {
		var lines []string
		for i, row := range strings.Split(nine(moler), "\n") {
			var fields []string
			for _, c := range row {
				fields = append(fields, cell(string(c)))
			}
			lines = append(lines, label(i)+strings.Join(fields, between))
		}
		return strings.Join(lines, "\n") + "\n"
	}
	none := func(int) string { return "" }
	index := func(i int) string { return fmt.Sprint(i) + "," }
	empty := func(sign, behind string) func(string) string {
		return func(c string) string {
			if c == "0" {
				return sign
			}
			return c + behind
		}
	}
	for name, file := range map[string]string{
		"-1":                  table(empty("-1", ""), ",", none),
		"5.0":                 table(empty("", ".0"), ",", none),
		"NaN":                 table(empty("NaN", ".0"), ",", none),
		"blanks, -1":          table(empty("-1", ""), " ", none),
		"blanks, 5.0":         table(empty("0.0", ".0"), "  ", none),
		"exponents":           table(empty("0.000000e+00", ".000000e+00"), " ", none),
		"an index":            ",0,1,2,3,4,5,6,7,8\n" + table(empty("0", ""), ",", index),
		"an index, and 5.0":   ",c1,c2,c3,c4,c5,c6,c7,c8,c9\n" + table(empty("", ".0"), ",", index),
		"a header":            "a,b,c,d,e,f,g,h,i\n" + table(empty("0", ""), ",", none),
		"Excel":               table(func(c string) string { return "=\"" + c + "\"" }, ",", none),
		"Excel, rows":         "=\"" + strings.ReplaceAll(nine(moler), "\n", "\"\n=\"") + "\"\n",
		"lists":               table(empty(`"[1, 2, 6]"`, ""), ",", none),
		"JSON, -1":            "[" + strings.ReplaceAll(jsonRows(moler), "0", "-1") + "]",
		"JSON, 5.0":           `{"grid":[[` + strings.ReplaceAll(strings.TrimSpace(table(func(c string) string { return c + ".0" }, ",", none)), "\n", "],[") + `]]}`,
		"triples":             `{"clues":` + triplesOf(moler) + `}`,
		"by name":             `{"A2":2,"A5":3,"A8":4,"B1":6,"B9":3,"C3":4,"C7":5,"D4":8,"D6":6,"E1":8,"E5":1,"E9":6,"F4":7,"F6":5,"G3":7,"G7":6,"H1":4,"H9":8,"I2":3,"I5":4,"I8":2}`,
		"boxes of threes":     `{"boxes":` + threes(turned(moler, func(r, c int) (int, int) { return r/3*3 + c/3, r%3*3 + c%3 })) + `}`,
		"rows of threes":      `{"rows":` + threes(moler) + `}`,
		"JSON in a text":      `{"save":"{\"board\":\"` + begun + `\",\"initial\":\"` + moler + `\"}"}`,
		"the solution's line": "puzzle: " + moler + "\nsolution: " + solved + "\n",
		"candidates of some":  "[" + strings.Join(strings.Split(strings.TrimSpace(table(func(c string) string { return map[bool]string{true: "[1,2,6]", false: c}[c == "0"] }, ",", func(int) string { return "[" })), "\n"), "],") + "]]",
	} {
		t.Run(name, func(t *testing.T) {
			checkGrids(t, file, []string{moler}, nil)
		})
	}
	for _, file := range []string{
		table(empty("0.5", ".0"), ",", none), // numbers, but not digits
		table(empty("10", ""), " ", none),
		"solution: " + solved + "\n",
		`{"board":` + jsonRows(begun) + `,"fixed":[[0,1],[0,4]]}`,
	} {
		for e := range format.Read(strings.NewReader(file)) {
			if e.Err == nil {
				t.Errorf("%s of\n%s", e.Grid, file)
			}
		}
	}
}

// triplesOf returns the row, the column and the digit of each clue.
func triplesOf(text string) string {
	var list []string
	for i, c := range text {
		if c != '0' {
			list = append(list, fmt.Sprintf("[%d,%d,%c]", i/9, i%9, c))
		}
	}
	return "[" + strings.Join(list, ",") + "]"
}

// threes returns rows, each as three lists of three.
func threes(text string) string {
	var rows []string
	for row := range strings.SplitSeq(nine(text), "\n") {
		rows = append(rows, "["+jsonTriple(row[:3])+","+jsonTriple(row[3:6])+","+jsonTriple(row[6:])+"]")
	}
	return "[" + strings.Join(rows, ",") + "]"
}

func jsonTriple(text string) string { return "[" + cells(text, ",") + "]" }
