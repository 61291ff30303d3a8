package format_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/format"
)

// famous has boxes that begin with an empty cell and go on with digits, which may look like a number.
const famous = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

// Any drawing of a grid, with any sign for an empty cell, gives the same grid.
func TestLayouts(t *testing.T) {
	between := map[string]func(row string) string{
		"rows":             func(row string) string { return row },
		"boxes":            func(row string) string { return boxes(row, " ") },
		"bars":             func(row string) string { return boxes(row, "|") },
		"bars and blanks":  func(row string) string { return boxes(row, " | ") },
		"frames":           func(row string) string { return "| " + boxes(row, " | ") + " |" },
		"cells":            func(row string) string { return cells(row, " ") },
		"cells and bars":   func(row string) string { return boxes(cells(row, " "), "| ") },
		"cells and frames": func(row string) string { return "| " + boxes(cells(row, " "), "| ") + " |" },
		"tabs":             func(row string) string { return cells(row, "\t") },
	}
	borders := map[string]string{"none": "", "plus": "------+-------+------\n", "short": "---+---+---\n", "dashes": "-----------\n", "blank": "\n"}
	for sign := range strings.SplitSeq("0 . * _ - x X", " ") {
		for layout, draw := range between {
			for border, line := range borders {
				rows := strings.Split(nine(strings.ReplaceAll(famous, ".", sign)), "\n")
				for i, row := range rows[:9] {
					rows[i] = draw(row)
				}
				bands := slices.Collect(slices.Chunk(rows[:9], 3))
				text := strings.Join(bands[0], "\n") + "\n" + line + strings.Join(bands[1], "\n") + "\n" + line + strings.Join(bands[2], "\n") + "\n"
				var got []string
				for e := range format.Read(strings.NewReader(text + "\n" + text)) {
					if e.Err != nil {
						t.Errorf("%s, %s, borders %s: %v in\n%s", layout, sign, border, e.Err, text)
						break
					}
					got = append(got, e.Grid.String())
				}
				if want := []string{famous, famous}; !t.Failed() && !slices.Equal(got, want) {
					t.Errorf("%s, %s, borders %s: %q, want %q from\n%s", layout, sign, border, got, want, text)
				}
			}
		}
	}
}

// boxes puts a separator between the thirds of a row.
func boxes(row, separator string) string {
	third := (len(row) + 2) / 3
	return row[:third] + separator + row[third:2*third] + separator + row[2*third:]
}

// cells puts a separator between the cells of a row.
func cells(row, separator string) string { return strings.Join(strings.Split(row, ""), separator) }

// Rows may have labels without a frame, in their order.
func TestRowLabels(t *testing.T) {
	rows := strings.Split(nine(dots), "\n")
	label := func(draw func(i int, row string) string) string {
		var lines []string
		for i, row := range rows {
			lines = append(lines, draw(i, row))
		}
		return strings.Join(lines, "\n") + "\n"
	}
	for name, file := range map[string]string{
		"letters":            label(func(i int, row string) string { return string(rune('A'+i)) + " " + cells(row, " ") }),
		"numbers and colons": label(func(i int, row string) string { return string(rune('1'+i)) + ": " + row }),
		"rows":               label(func(i int, row string) string { return "Row " + string(rune('1'+i)) + ": " + cells(row, " ") }),
		"r1":                 label(func(i int, row string) string { return "r" + string(rune('1'+i)) + " " + boxes(cells(row, " "), "| ") }),
		"columns above":      "  A B C D E F G H I\n" + label(func(i int, row string) string { return string(rune('1'+i)) + " " + cells(row, " ") }),
		"numbers above":      "  1 2 3   4 5 6   7 8 9\n" + label(func(i int, row string) string { return string(rune('a'+i)) + " " + boxes(cells(row, " "), "  ") }),
		"bands": "   1 2 3  4 5 6  7 8 9\n" + label(func(i int, row string) string {
			return string(rune('1'+i)) + "  " + boxes(cells(row, " "), "| ") + map[bool]string{true: "\n  ------+-------+------", false: ""}[i%3 == 2 && i < 8]
		}),
	} {
		t.Run(name, func(t *testing.T) {
			checkGrids(t, file, []string{moler}, nil)
			checkGrids(t, "Mine\n"+label(func(i int, row string) string { return string(rune('A'+i)) + " " + row })+"\n"+file, []string{moler + "|Mine", moler}, nil)
		})
	}
	// Declarations in source that have the name of a grid are no header.
	checkGrids(t, "package puzzles\n\n\tPuzzleString\tstring\n\nfunc f(\n\tCell filledCell,\n\n\tgame := \""+moler+"\"\n", []string{"", "", "", "", moler}, []string{"character 1 is", "character 1 is", "character 1 is", "character 1 is", ""})
	bands := label(func(i int, row string) string {
		return "\t" + cells(strings.ReplaceAll(row, ".", "0"), ", ") + "," + map[bool]string{true: "\n", false: ""}[i == 2 || i == 5]
	})
	checkGrids(t, "var grid = []int{\n"+bands+"}\n", []string{moler + "|var grid = []int"}, nil)
	// A comma at the end of a row is no cell, and its first digit no label.
	checkGrids(t, label(func(i int, row string) string { return cells(strings.ReplaceAll(row, ".", "0"), ", ") + "," }), []string{moler}, nil)
	open := strings.Repeat(strings.TrimSuffix(strings.Repeat("123456789 ", 9), " ")+"\n", 8)
	checkGrids(t, "1 89 2 3 4 5 6 7 8\n"+open, []string{"1.2345678" + strings.Repeat(".", 72)}, nil) // no label
	checkGrids(t, "1 123456789\n"+moler+"\n", []string{"", moler}, []string{"9 characters", ""})
}

// The rows of a 16×16 grid are none of a shidoku, and are refused as one; a damaged shidoku among others is refused alone.
func TestRowsOfSixteen(t *testing.T) {
	giant := []string{"D92.....G...43..", "4CF.....9D.2.6EB", "..1..2....3....4", "1234............", "A...B...C...D..1", "5.6.7.8.9.A.B.C."}
	checkGrids(t, strings.Join(giant, "\n")+"\n"+dots+"\n", []string{"", moler}, []string{"6 lines of 16 cells", ""})
	checkGrids(t, giant[2]+"\n"+giant[0]+"\n"+giant[1]+"\n", []string{""}, []string{"3 lines of 16 cells"})
	checkGrids(t, strings.Repeat(strings.Join(append(giant, giant...), "\n")+"\n"+strings.Join(giant[:4], "\n")+"\n\n", 2), []string{"", ""}, []string{"16 lines", "16 lines"})
	checkGrids(t, `["`+strings.Join(giant, `","`)+`"]`, []string{""}, []string{"6 texts of 16 cells"})
	checkGrids(t, shidoku+"\n"+shidoku+"\n1.....3..2.....A\n"+shidoku+"\n", []string{shidoku, shidoku, "", shidoku}, []string{"", "", "'A'", ""})
	checkGrids(t, "comments_of_16_c\n"+shidoku+"\n", []string{"", shidoku}, []string{"'c'", ""})
	checkGrids(t, `["`+shidoku+`","`+shidoku+`"]`, []string{shidoku, shidoku}, nil)
}

// Blank lines may stand between the bands of a grid, or between all of its rows.
func TestReadPieces(t *testing.T) {
	bands := func(text string) string {
		lines := strings.Split(text, "\n")
		return strings.Join(lines[:3], "\n") + "\n\n" + strings.Join(lines[3:6], "\n") + "\n\n" + strings.Join(lines[6:9], "\n") + "\n"
	}
	grouped := nine(dots)
	spaced := strings.ReplaceAll(rowsOf(moler, " "), "\n", "\n\n")
	barred := strings.ReplaceAll(strings.Join(strings.Split(drawn(dots), "+-------+-------+-------+\n"), ""), "+-------+-------+-------+", "")
	for _, test := range []struct {
		name, file string
		want       []string
		errs       []string
	}{
		{name: "bands", file: bands(grouped), want: []string{moler}},
		{name: "bands, named", file: "Grid 01\n" + bands(grouped) + "\nGrid 02\n\n" + bands(nine(moler)), want: []string{moler + "|Grid 01", "", moler}, errs: []string{"", "character 1 is 'G'"}},
		{name: "bands, one grid after another", file: bands(grouped) + "\n" + bands(nine(moler)) + "\n\n" + moler + "\n", want: []string{moler, moler, moler}},
		{name: "bands of rows with bars", file: bands(barred), want: []string{moler}},
		{name: "bands of rows with commas", file: bands(rowsOf(moler, ",")), want: []string{moler}},
		{name: "every row", file: spaced + "\n\n" + spaced + "\n", want: []string{moler, moler}},
		{name: "a shidoku", file: "1.|..\n..|3.\n\n.2|..\n..|.4\n", want: []string{shidoku}},
		{name: "a damaged grid, then another", file: strings.Join(strings.Split(grouped, "\n")[:3], "\n") + "\n\n" + grouped + "\n", want: []string{"", moler}, errs: []string{"3 rows of cells"}},
		{name: "two bands only", file: bands(grouped)[:62] + "\n" + grouped + "\n", want: []string{"", "", moler}, errs: []string{"3 rows of cells", "rows of cells"}},
		{name: "bands with words between", file: strings.Replace(bands(grouped), "\n\n", "\n\nhello\n\n", 1), want: []string{"", "", "", ""}, errs: []string{"3 rows", "'h'", "3 rows", "3 rows"}},
	} {
		t.Run(test.name, func(t *testing.T) { checkGrids(t, test.file, test.want, test.errs) })
	}
}

// Numbers are not cells: those of a DIMACS file, or of a table of figures, make no grid by chance.
func TestNumbersAreNoCells(t *testing.T) {
	for _, file := range []string{
		strings.Repeat("-163 -244 0\n", 9),
		"1 0 0 0\n1 0 0 1\n-1 -1 -1 -1\n",
		"c439: 101.200000000000\n",
		"1,101.200000000000\n",
	} {
		checkGrids(t, file, []string{""}, nil)
	}
}

// An unknown sign for an empty cell is read where all of the cells of a line are digits and that.
func TestReadQuestionMarks(t *testing.T) {
	marks := strings.ReplaceAll(moler, "0", "?")
	checkGrids(t, marks+"\n"+nine(marks)+"\n\n"+drawn(marks)+"\n", []string{moler, moler, moler}, nil)
	checkGrids(t, "why?\n"+moler+"\n", []string{"", moler}, []string{"'w'"})
}

// The solution may stand before its puzzle.
func TestSolutionFirst(t *testing.T) {
	checkGrids(t, solved+","+moler+"\n"+"7;"+solved+";"+moler+"\n", []string{moler, moler + "|7"}, nil)
	checkGrids(t, solved+","+strings.Replace(moler, "2", "9", 1)+"\n", []string{""}, []string{"the solution beside it"})
}

// What is lost behind damage is said to be lost.
func TestDamagedJSONSaysSo(t *testing.T) {
	checkGrids(t, "[\n\""+moler+"\",\n\""+moler+"\" 5,\n\""+moler+"\"\n]\n", []string{moler, moler, ""}, []string{"", "", "the rest was not read"})
}

// The keys of JSON are known in capitals too.
func TestCapitalKeys(t *testing.T) {
	checkGrids(t, `[{"ID": 1, "Name": "It", "Question": `+jsonRows(moler)+`, "Answer": `+jsonRows(solved)+`}]`, []string{moler + "|It"}, nil)
}
