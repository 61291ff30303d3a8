package format_test

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/gridkeeper/gridkeeper/archive/format"
)

// What is written in any format, packed in any way, is read again: the same grids, and the names
// and the authors where the format has a place for them.
func TestWriteAs(t *testing.T) {
	entries := slices.Collect(format.Read(strings.NewReader(
		"#A Ann Other\n#D It <is> \"one\", 数独\n#C a comment: here\n" + moler + "\n" + gap + "\n#A Bob\n" + solved[:40] + strings.Repeat("0", 41) + "\n")))
	keepsName := []string{"lines", "csv", "json", "jsonl", "drawing", "sdk", "opensudoku", "f-puzzles", "link"}
	names, about := format.Formats()
	for i, name := range names {
		want := entries
		if strings.Contains(about[i], "one puzzle per file") {
			want = entries[:1]
		}
		for _, ending := range []string{".txt", ".gz", ".zst", ".xz", ".bz2", ".zip"} {
			file := writeAs(t, name, ending, want)
			got := slices.Collect(format.Read(bytes.NewReader(file)))
			if len(got) != len(want) {
				t.Errorf("%s%s: %d entries, want %d: %+v\n%s", name, ending, len(got), len(want), got, file)
				continue
			}
			for i := range got {
				if got[i].Err != nil || got[i].Grid != want[i].Grid ||
					slices.Contains(keepsName, name) && (got[i].Name != want[i].Name || name != "opensudoku" && name != "lines" && got[i].Author != want[i].Author) {
					t.Errorf("%s%s: %+v, want %+v", name, ending, got[i], want[i])
				}
			}
		}
	}
}

func writeAs(t *testing.T, name, ending string, entries []format.Entry) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := format.Pack(&b, "puzzles"+ending)
	if err == nil {
		_, err = format.WriteAs(name, w, slices.Values(entries))
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatalf("%s%s: %v", name, ending, err)
	}
	return b.Bytes()
}

// A puzzle that a format cannot hold is an error, and those before it are written.
func TestWriteAsErrors(t *testing.T) {
	both := slices.Collect(format.Read(strings.NewReader(moler + "\n" + shidoku + "\nhello\n")))
	for name, want := range map[string]string{
		"sdx": "a shidoku: the format sdx has 9×9 only", "ksudoku": "more than one puzzle", "gnome": "a shidoku",
		"opensudoku": "a shidoku", "sudoku": `unknown format "sudoku": use one of lines, sdm`, "": `unknown format ""`,
		"json": "", "sdm": "", "sdk": "", "link": "", "drawing": "", "csv": "",
	} {
		var b bytes.Buffer
		_, err := format.WriteAs(name, &b, slices.Values(both))
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want an error with %q", name, err, want)
		}
		got := slices.Collect(format.Read(&b))
		if n := 2; want == "" && (len(got) != n || got[1].Grid != both[1].Grid) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// An empty file of any format reads as nothing.
func TestWriteAsNothing(t *testing.T) {
	names, _ := format.Formats()
	for _, name := range names {
		if got := slices.Collect(format.Read(bytes.NewReader(writeAs(t, name, "", nil)))); len(got) > 0 {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// lz-string packs any text, also one whose units need 16 bits or occur once.
func TestLinkRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		e := slices.Collect(format.Read(strings.NewReader(moler)))[0]
		for range r.IntN(60) {
			e.Name += string(rune(33 + r.IntN([]int{90, 900, 50_000, 1_000_000}[r.IntN(4)])))
		}
		if !utf8.ValidString(e.Name) || strings.ContainsRune(e.Name, utf8.RuneError) {
			continue
		}
		e.Name = strings.Join(strings.Fields(e.Name), " ")
		got := slices.Collect(format.Read(bytes.NewReader(writeAs(t, "link", "", []format.Entry{e}))))
		if len(got) != 1 || got[0].Err != nil || got[0].Name != e.Name {
			t.Errorf("%q: %+v", e.Name, got)
		}
	}
}

// Nothing that is read makes a writer fail or write what reads otherwise, and no packing, JSON or
// XML makes Read crash.
func FuzzConvert(f *testing.F) {
	f.Add(moler + " # x\n" + shidoku)
	f.Add(fPuzzleJSON(""))
	f.Add(kSudoku("sudoku"))
	f.Add(sdx)
	f.Add(`<opensudoku><folder name="a"><game data="` + openSudokuCells("version: 3\n", "0") + `"/></folder></opensudoku>`)
	f.Add(`[{"puzzle":` + jsonRows(moler) + `,"x":1},"` + moler + `","` + solved + `"]`)
	f.Add("https://www.f-puzzles.com/?load=" + packedPuzzle)
	f.Add(":0300:4:" + dots + ":411::by hand:\n" + rowsOf(moler, ","))
	f.Add("BZh91AY&SY")
	f.Fuzz(func(t *testing.T, file string) {
		entries := slices.DeleteFunc(slices.Collect(format.Read(strings.NewReader(file))), func(e format.Entry) bool { return e.Err != nil })
		for _, name := range []string{"lines", "sdm", "csv", "json", "jsonl", "sdk", "f-puzzles", "link", "drawing"} {
			got := slices.Collect(format.Read(bytes.NewReader(writeAs(t, name, "", entries))))
			if len(got) != len(entries) {
				t.Fatalf("%s: %d of %d: %+v", name, len(got), len(entries), got)
			}
			for i := range got {
				if got[i].Grid != entries[i].Grid {
					t.Fatalf("%s: %s became %s", name, entries[i].Grid, got[i].Grid)
				}
			}
		}
	})
}

// A table keeps a program and its version apart.
func TestRatersInTables(t *testing.T) {
	var file string
	for _, rater := range []string{`"SE 1.2"`, `"SE","version":"1.2"`, `"SE","version":"1.2 beta"`, `"file"`} {
		file += `{"puzzle":"` + strings.ReplaceAll(moler, "0", ".") + `","rating":{"program":` + rater + `,"value":"7.1"}}` + "\n"
	}
	table := writeAs(t, "csv", "", slices.Collect(format.Read(strings.NewReader(file))))
	if again := writeAs(t, "jsonl", "", slices.Collect(format.Read(bytes.NewReader(table)))); string(again) != file {
		t.Errorf("%s\nbecame\n%s\nby\n%s", file, again, table)
	}
}

// A puzzle is one line, whatever it was in the file, and what has no place of its own in a line is in its comment.
func TestLines(t *testing.T) {
	for file, want := range map[string]string{
		drawn(dots):                      dots,
		nine(moler):                      dots,
		moler + " # by hand":             moler + " # by hand",
		rowsOf(moler, ","):               dots,
		jsonRows(moler):                  moler,
		"Grid 01\n" + drawn(dots):        "Grid 01 " + dots,
		"#A Ann\n#D It\n#L 7.1\n" + dots: "It " + dots + " # by Ann, rating 7.1",
		"#B03-08-2006\n#C one\n#C two\n#U http://example.org\n" + nine(dots):                  dots + " # #B03-08-2006, one, two, #U http://example.org",
		"puzzle,name,author,rating,rated_by\n" + moler + ",\"# 1, 2\",Ann,7.1,SE\n":           moler + " # # 1, 2, by Ann, rating 7.1 by SE",
		`{"puzzle":"` + moler + `","name":"` + solved + `"}`:                                  moler,
		`{"puzzle":"` + moler + `","author":"Ann"}`:                                           moler + " # by Ann",
		"000694f16758 " + moler + "  7.1":                                                     "000694f16758 " + moler + "  7.1",
		`{"size":9,"title":"T","author":"A","grid":` + strings.TrimPrefix(fGrid(), "x") + `}`: "T " + dots + " # by A",
	} {
		var b, again bytes.Buffer
		lost, err := format.WriteAs("lines", &b, format.Read(strings.NewReader(file)))
		got := strings.TrimSuffix(b.String(), "\n")
		if strings.Contains(file, solved) { // a name that would be read as a solution is a comment, where it can be
			got, _, _ = strings.Cut(got, " #")
		}
		if err != nil || got != want || lost.String() != "" {
			t.Errorf("%s\nbecame\n%s, want\n%s\nlost %q, %v", file, got, want, lost, err)
		}
		if _, err := format.WriteAs("lines", &again, format.Read(bytes.NewReader(b.Bytes()))); err != nil || again.String() != b.String() {
			t.Errorf("%s\nbecame\n%s, %v", b.String(), again.String(), err)
		}
	}
}

// fGrid returns moler as rows of f-puzzles.
func fGrid() string {
	var rows []string
	for line := range strings.SplitSeq(nine(moler), "\n") {
		var cells []string
		for _, c := range line {
			if c == '0' {
				cells = append(cells, "{}")
			} else {
				cells = append(cells, `{"value":`+string(c)+`,"given":true}`)
			}
		}
		rows = append(rows, "["+strings.Join(cells, ",")+"]")
	}
	return "[" + strings.Join(rows, ",") + "]"
}

// Pencil marks have a place in sdx alone, and that they are lost elsewhere is said.
func TestMarksWritten(t *testing.T) {
	names, _ := format.Formats()
	position := slices.Collect(format.Read(strings.NewReader(candidates)))
	for _, name := range names {
		var b bytes.Buffer
		lost, err := format.WriteAs(name, &b, slices.Values(position))
		if err != nil || (lost.Marks == 0) != (name == "sdx") {
			t.Errorf("%s: lost %q, %v", name, lost, err)
		}
	}
	got := slices.Collect(format.Read(bytes.NewReader(writeAs(t, "sdx", "", position))))
	if len(got) != 1 || got[0].Pencilmarks() != position[0].Pencilmarks() || got[0].Marks == "" {
		t.Errorf("%+v, want %+v", got, position)
	}
}
