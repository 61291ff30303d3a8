package format_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"iter"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/zstd"

	"github.com/gridkeeper/gridkeeper/archive/format"
)

const (
	moler   = "020030040600000003004000500000806000800010006000705000007000600400000008030040020"
	solved  = "925631847618574293374982561749826135852413976163795482287359614491267358536148729"
	shidoku = "1.....3..2.....4"
)

var dots = strings.ReplaceAll(moler, "0", ".")

// nine returns a puzzle as nine lines.
func nine(text string) string {
	var lines []string
	for line := range slices.Chunk([]byte(text), 9) {
		lines = append(lines, string(line))
	}
	return strings.Join(lines, "\n")
}

// reversed returns a puzzle turned by half.
func reversed(text string) string {
	bytes := []byte(text)
	slices.Reverse(bytes)
	return string(bytes)
}

// drawn returns a puzzle as a drawing with borders.
func drawn(text string) string {
	const rule = "+-------+-------+-------+"
	b := strings.Builder{}
	for i, line := range strings.Split(nine(text), "\n") {
		if i%3 == 0 {
			b.WriteString(rule + "\n")
		}
		b.WriteString("|")
		for j := 0; j < 9; j += 3 {
			b.WriteString(" " + line[j:j+1] + " " + line[j+1:j+2] + " " + line[j+2:j+3] + " |")
		}
		b.WriteString("\n")
	}
	return b.String() + rule
}

// A line that is not a puzzle is reported, with any text below it. Only a grid of several lines takes the line above as
// its name, but not a damaged puzzle.
func TestNoLineIsSwallowed(t *testing.T) {
	for _, file := range []string{
		moler + "\n123\n" + dots + "|\n",
		moler + "\nhello\n" + dots + "|\n",
		moler + "\n" + moler + "0\n" + dots + "|\n",
		moler + "\n" + moler + "0\n" + nine(dots) + "\n",
		moler + "\n" + moler[1:] + "\n" + drawn(dots) + "\n",
	} {
		puzzles, rejected := 0, 0
		for e := range format.Read(strings.NewReader(file)) {
			if e.Err != nil {
				rejected++
			} else {
				puzzles++
			}
		}
		if puzzles != 2 || rejected != 1 {
			t.Errorf("%q: %d puzzles and %d rejected, want 2 and 1", file, puzzles, rejected)
		}
	}
}

func gzipped(text string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = io.WriteString(w, text)
	_ = w.Close()
	return b.String()
}

func zstded(text string) string {
	w, err := zstd.NewWriter(nil)
	if err != nil {
		panic(err)
	}
	return string(w.EncodeAll([]byte(text), nil))
}

func TestRead(t *testing.T) {
	for _, test := range []struct {
		name, file string
		want       []format.Entry // Grid is read from Text, Err compared by its text
		errs       []string       // of the entries, "" for an accepted one
	}{
		{name: "empty"},
		{name: "blank and comments only", file: "\n\r\n# x\n; y\n   \n,,\n"},
		{name: "lines", file: moler + "\n" + dots + "\n\n# comment\n" + shidoku,
			want: []format.Entry{{Line: 1, Text: moler}, {Line: 2, Text: dots}, {Line: 5, Text: shidoku}}},
		{name: "windows", file: "\ufeff" + moler + "\r\n" + dots + "\r\n",
			want: []format.Entry{{Line: 1, Text: moler}, {Line: 2, Text: dots}}},
		{name: "comments behind", file: moler + " # by hand\n" + moler + ";hard\n" + moler + "\teasy\n" + moler + ",1.2\n" + moler + "#x",
			want: []format.Entry{{Line: 1, Text: moler, Comment: " # by hand"}, {Line: 2, Text: moler, Comment: ";hard"},
				{Line: 3, Text: moler, Comment: "\teasy"}, {Line: 4, Text: moler, Comment: ",1.2"}, {Line: 5, Text: moler, Comment: "#x"}}},
		{name: "puzzle bank", file: "000694f16758 " + moler + " 2.5\n000012345678 " + dots + "  8.3\n",
			want: []format.Entry{{Line: 1, Text: moler, Name: "000694f16758", Comment: " 2.5", Rating: format.Rating{Program: "sudoku-exchange", Value: "2.5"}},
				{Line: 2, Text: dots, Name: "000012345678", Comment: "  8.3", Rating: format.Rating{Program: "sudoku-exchange", Value: "8.3"}}}},
		{name: "with solutions", file: moler + " " + solved + "\n" + moler + "," + solved,
			want: []format.Entry{{Line: 1, Text: moler, Comment: " " + solved}, {Line: 2, Text: moler, Comment: "," + solved}}},
		{name: "wrong solutions", file: moler + " 1" + solved[1:] + "\n" +
			moler + "," + solved[:80] + "0\n" + moler + "," + strings.Replace(solved, "92", "29", 1),
			want: []format.Entry{{Line: 1}, {Line: 2}, {Line: 3}},
			errs: []string{"digit 1 twice in row 1", "r9c9 is empty", "digit 2 twice in column"}},
		{name: "valid, but of another puzzle", file: "9" + strings.Repeat("0", 79) + "8 " + solved,
			want: []format.Entry{{Line: 1}}, errs: []string{"r9c9 is 9, but the clue there is 8"}},
		{name: "a puzzle with its state and solution", file: moler + "," + solved + "," + solved + "\n" + moler + " " + moler + " " + solved,
			want: []format.Entry{{Line: 1, Text: moler, Comment: "," + solved + "," + solved}, {Line: 2}}, errs: []string{"", "3 grids in one line: write one puzzle a line"}},
		{name: "puzzles in one line", file: strings.Repeat(moler+",", 41), want: []format.Entry{{Line: 1}}, errs: []string{"41 grids in one line: write one puzzle a line"}},
		{name: "a JSON array", file: `["` + moler + `", "` + dots + `","` + shidoku + `", "hello", ""]` + "\n" + moler + "\n[\"" + dots + "\"]\n[\"" + moler + "\",\"" + solved + "\"]",
			want: []format.Entry{{Line: 1, Text: moler}, {Line: 1, Text: dots}, {Line: 1, Text: shidoku}, {Line: 1}, {Line: 1},
				{Line: 2, Text: moler}, {Line: 3, Text: dots}, {Line: 4, Text: moler, Name: "[", Comment: "\",\"" + solved + "\"]"}},
			errs: []string{"", "", "", "'h'", "81 are needed"}},
		{name: "JSON of another kind", file: `{"grid": "` + moler + `", "board": "` + reversed(moler) + `", "cells": "` + moler + `"}` + "\n" + `["` + moler + `", "` + dots + `", "` + moler + `", 4]`,
			want: []format.Entry{{Line: 1}, {Line: 2, Text: moler}, {Line: 2, Text: dots}, {Line: 2, Text: moler}, {Line: 2}}, errs: []string{"3 grids in one JSON object", "", "", "", "81 are needed"}},
		{name: "a damaged puzzle with its solution", file: moler[1:] + "," + solved + "\n" + "x" + moler + " " + solved,
			want: []format.Entry{{Line: 1}, {Line: 2}}, errs: []string{"80 characters: 81 are needed", "82 characters: 81 are needed"}},
		{name: "kaggle", file: "quizzes,solutions\n" + moler + "," + solved + "\n" + moler + "," + solved[1:] + "9\n" + moler + "\n",
			want: []format.Entry{{Line: 2, Text: moler, Comment: "," + solved}, {Line: 3}, {Line: 4, Text: moler}},
			errs: []string{"", "twice in", ""}},
		{name: "kaggle, 3 million", file: "id,puzzle,solution,clues,difficulty\r\n1," + dots + "," + solved + ",24,2.2\r\n2,,,,\r\n3\r\n",
			want: []format.Entry{{Line: 2, Text: dots, Comment: ",1," + solved + ",24,2.2", Rating: format.Rating{Program: "file", Value: "2.2"}}, {Line: 3}, {Line: 4}},
			errs: []string{"", "no grid given", "1 columns: the header puts the puzzle in column 2"}},
		{name: "solution first", file: "Solution\tPuzzle\n" + solved + "\t" + moler,
			want: []format.Entry{{Line: 2, Text: moler, Comment: "\t" + solved}}},
		{name: "tab separated", file: "puzzle\tplayers\tmean_seconds\n" + moler + "\t14\t314\n",
			want: []format.Entry{{Line: 2, Text: moler, Comment: "\t14\t314"}}},
		{name: "quoted", file: "name,author,puzzle,x\n\"One, two\",\"A \"\"B\"\" C\",\"" + moler + "\",\"a,b\"\n",
			want: []format.Entry{{Line: 2, Text: moler, Name: "One, two", Author: `A "B" C`, Comment: `,"a,b"`}}},
		{name: "one column", file: "puzzle\n" + moler + " # x\n",
			want: []format.Entry{{Line: 2, Text: moler, Comment: " # x"}}},
		{name: "blanks between the cells", file: strings.Join(strings.Split(moler, ""), " ") + " # x\n" + strings.ReplaceAll(nine(moler), "\n", " "),
			want: []format.Entry{{Line: 1, Text: strings.Join(strings.Split(moler, ""), " "), Comment: " # x"},
				{Line: 2, Text: strings.ReplaceAll(nine(moler), "\n", " ")}}},
		{name: "nine lines", file: nine(moler) + "\n\n\n" + nine(dots) + "\n",
			want: []format.Entry{{Line: 1, Text: nine(moler)}, {Line: 12, Text: nine(dots)}}},
		{name: "nine lines, close together", file: nine(moler) + "\n" + nine(dots) + "\r\n" + "1...\n..3.\n.2..\n...4\n1...\n..3.\n.2..\n...4",
			want: []format.Entry{{Line: 1, Text: nine(moler)}, {Line: 10, Text: nine(dots)},
				{Line: 19, Text: "1...\n..3.\n.2..\n...4"}, {Line: 23, Text: "1...\n..3.\n.2..\n...4"}}},
		{name: "titles", file: "Grid 01\n" + nine(moler) + "\nGrid 02\n" + nine(dots) + "\n",
			want: []format.Entry{{Line: 2, Text: nine(moler), Name: "Grid 01"}, {Line: 12, Text: nine(dots), Name: "Grid 02"}}},
		{name: "a title above nothing", file: "Grid 01\n\n" + nine(moler) + "\nGrid 02\nGrid 03\n" + moler,
			want: []format.Entry{{Line: 1}, {Line: 3, Text: nine(moler)}, {Line: 12}, {Line: 13}, {Line: 14, Text: moler}},
			errs: []string{"'G'", "", "'G'", "'G'", ""}},
		{name: "drawings", file: drawn(dots) + "\n" + drawn(dots) + "\n\n" + drawn(dots),
			want: []format.Entry{{Line: 1, Text: drawn(dots)}, {Line: 14, Text: drawn(dots)}, {Line: 28, Text: drawn(dots)}}},
		{name: "rules of dashes", file: "---------\n" + nine(dots)[:30] + "---------\n" + nine(dots)[30:60] + "---------\n" + nine(dots)[60:] + "\n" + moler,
			want: []format.Entry{{Line: 1, Text: "---------\n" + nine(dots)[:30] + "---------\n" + nine(dots)[30:60] + "---------\n" + nine(dots)[60:]},
				{Line: 13, Text: moler}}},
		{name: "sdk", file: "#ARuud\n#DA random puzzle\n#CJust start\n#B03-08-2006\n#SSudoCue\n#LEasy\n#Uhttp://example.org\n" + nine(dots) + "\n\n#A Ann\n#C one\n#C two\n" + nine(moler) + "\n" + nine(moler),
			want: []format.Entry{{Line: 8, Text: nine(dots), Author: "Ruud", Name: "A random puzzle", Comment: "Just start\n#B03-08-2006\n#SSudoCue\n#LEasy\n#Uhttp://example.org", Rating: format.Rating{Program: "file", Value: "Easy"}},
				{Line: 21, Text: nine(moler), Author: "Ann", Comment: "one\ntwo"}, {Line: 30, Text: nine(moler)}}},
		{name: "sdk with sections", file: "#A Ann\r\n[Puzzle]\r\n" + nine(dots) + "\r\n[State]\r\n" + nine(solved) + "\r\n[PencilMarks]\r\n1,2,3\r\n",
			want: []format.Entry{{Line: 3, Text: nine(dots), Author: "Ann"}}},
		{name: "comments that are not headers", file: "#Collected by me\n#Don't\n" + moler,
			want: []format.Entry{{Line: 3, Text: moler}}},
		{name: "mixed", file: moler + "\n" + nine(dots) + "\n" + shidoku + "\n-----\n" + drawn(dots),
			want: []format.Entry{{Line: 1, Text: moler}, {Line: 2, Text: nine(dots)}, {Line: 11, Text: shidoku}, {Line: 12, Text: "-----\n" + drawn(dots)}}},
		{name: "rejected", file: "hello world\n" + moler[:80] + "\n" + moler[:40] + "a" + moler[41:] + "\n" + strings.Repeat("5", 16) + "\n" + moler + "\n53..7....\n\n" + nine(moler)[:70],
			want: []format.Entry{{Line: 1}, {Line: 2}, {Line: 3}, {Line: 4}, {Line: 5, Text: moler}, {Line: 6}, {Line: 8}},
			errs: []string{"'h'", "80 characters: 81 are needed", "character 41 is 'a'", "digits of a shidoku are 1-4", "", "9 characters", "7 rows of cells|7 rows"}},
		{name: "gzip", file: gzipped(moler + "\n" + dots),
			want: []format.Entry{{Line: 1, Text: moler}, {Line: 2, Text: dots}}},
		{name: "gzip in members", file: gzipped(moler+"\n") + gzipped(dots),
			want: []format.Entry{{Line: 1, Text: moler}, {Line: 2, Text: dots}}},
		{name: "zstd", file: zstded(moler + "\n" + dots),
			want: []format.Entry{{Line: 1, Text: moler}, {Line: 2, Text: dots}}},
		{name: "packed twice", file: gzipped(gzipped(moler)), want: []format.Entry{{Line: 1}}, errs: []string{"packed twice"}},
		{name: "damaged gzip", file: gzipped(moler + "\n")[:30], want: []format.Entry{{Line: 1}}, errs: []string{"damaged"}},
		{name: "hardly gzip", file: "\x1f\x8bxyz", want: []format.Entry{{Line: 1}}, errs: []string{"gzip"}},
		{name: "hardly zstd", file: "\x28\xb5\x2f\xfdxyz", want: []format.Entry{{Line: 1}}, errs: []string{"zstd"}},
		{name: "zip", file: "PK\x03\x04\x00\x00", want: []format.Entry{{Line: 1}}, errs: []string{"zip: the file is damaged"}},
		{name: "binary", file: "\x7fELF\x02\x01\x01\x00\x00", want: []format.Entry{{Line: 1}}, errs: []string{"binary file"}},
		{name: "utf-16", file: "\xff\xfe0\x000\x00", want: []format.Entry{{Line: 1}}, errs: []string{"2 characters"}},
		{name: "latin-1 in JSON", file: `[{"puzzle":"` + moler + `","author":"M` + "\xfc" + `ller"}, {"puzzle":"` + dots + `","author":"Zoë"}]`,
			want: []format.Entry{{Line: 1, Text: moler, Author: "Müller"}, {Line: 1, Text: dots, Author: "Zoë"}}},
		{name: "latin-1", file: "#A M\xfcller\n" + moler + " # \xe9", want: []format.Entry{{Line: 2, Text: moler, Author: "Müller", Comment: " # é"}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := slices.Collect(format.Read(strings.NewReader(test.file)))
			compare(t, got, test.want, test.errs)
			if strings.Contains(test.file, "\x00") {
				return // binary files are known by the first read
			}
			again := slices.Collect(format.Read(iotest.OneByteReader(strings.NewReader(test.file))))
			compare(t, again, test.want, test.errs)
		})
	}
}

func compare(t *testing.T, got, want []format.Entry, errs []string) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d entries, want %d:\n%+v", len(got), len(want), got)
	}
	for i, w := range want {
		wantErr := ""
		if i < len(errs) {
			wantErr = errs[i]
		}
		compareEntry(t, got[i], w, wantErr)
	}
}

func compareEntry(t *testing.T, got, want format.Entry, wantErr string) {
	t.Helper()
	if wantErr != "" {
		matches := func(part string) bool { return strings.Contains(got.Err.Error(), part) }
		if got.Err == nil || !slices.ContainsFunc(strings.Split(wantErr, "|"), matches) || got.Line != want.Line {
			t.Errorf("line %d: %v, want line %d: an error with %q", got.Line, got.Err, want.Line, wantErr)
		}
		return
	}
	grid, ok := format.ParseLine(strings.NewReplacer("\n", "", " ", "", "|", "", "+", "", "-", "").Replace(want.Text))
	if !ok || grid.Err != nil {
		t.Fatalf("the test's own text %q: %v", want.Text, grid.Err)
	}
	want.Grid = grid.Grid
	if got != want {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

// An error of the file is the last entry; the entries before it stay.
func TestReadError(t *testing.T) {
	broken := errors.New("the disk is gone")
	r := io.MultiReader(strings.NewReader(moler+"\n"+dots), iotest.ErrReader(broken))
	got := slices.Collect(format.Read(r))
	if len(got) != 3 || got[0].Text != moler || got[1].Text != dots || !errors.Is(got[2].Err, broken) {
		t.Errorf("got %+v", got)
	}
}

// The caller may stop at any entry.
func TestReadStops(t *testing.T) {
	for _, file := range []string{
		moler + "\n" + dots, "[\"" + moler + "\", \"" + dots, "{\"puzzle\": \"" + moler + "\"}\n{", moler + "\n\x00",
		"<a><b puzzle=\"" + moler + "\"/><c>", "<a puzzle=\"" + moler + "\"><b>", "<opensudoku><game data=\"" + moler + "\"/><",
	} {
		read := 0
		for range format.Read(strings.NewReader(file)) {
			read++
			break
		}
		if read != 1 {
			t.Errorf("%q: %d entries", file, read)
		}
	}
}

// BenchmarkRead gives the time of a line.
func BenchmarkRead(b *testing.B) {
	for name, line := range map[string]string{"plain": dots, "bank": "000694f16758 " + moler + " 2.5", "solution": moler + "," + solved} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(line) + 1))
			next, stop := iter.Pull(format.Read(repeated(line+"\n", math.MaxInt64)))
			defer stop()
			for b.Loop() {
				next()
			}
		})
	}
}
