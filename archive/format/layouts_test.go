package format_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/format"
)

// famous has boxes that begin with an empty cell and go on with digits, which may look like a number.
const famous = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

// However people draw a grid, and whichever sign they have for an empty cell, it is the same grid.
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
