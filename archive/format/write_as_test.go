package format_test

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/sudoku"
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
	both := slices.Collect(format.Read(strings.NewReader(moler + "\n" + shidoku + "\n" + sixBySix + "\nhello\n")))
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
		if n := 3; want == "" && (len(got) != n || got[1].Grid != both[1].Grid || got[2].Grid != both[2].Grid) {
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

// No entry makes a writer fail, or write a file that reads otherwise. No packing, JSON or XML makes Read crash.
func FuzzConvert(f *testing.F) {
	f.Add(moler + " # x\n" + shidoku)
	for _, text := range sixTexts(sixBySix, solvedSix) {
		f.Add(text)
	}
	f.Add(fPuzzleJSON(""))
	f.Add(kSudoku("sudoku"))
	f.Add(sdx)
	f.Add(sukakuText())
	f.Add(stateText())
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

// A puzzle of any file is written as one line. Texts without a place of their own are in its comment.
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

// Pencil marks have a place in sdx and JSON, and that they are lost elsewhere is said.
func TestMarksWritten(t *testing.T) {
	names, _ := format.Formats()
	position := slices.Collect(format.Read(strings.NewReader(candidates)))
	for _, name := range names {
		var b bytes.Buffer
		lost, err := format.WriteAs(name, &b, slices.Values(position))
		if err != nil || (lost.Marks == 0) != (name == "sdx" || strings.HasPrefix(name, "json")) {
			t.Errorf("%s: lost %q, %v", name, lost, err)
		}
	}
	got := slices.Collect(format.Read(bytes.NewReader(writeAs(t, "sdx", "", position))))
	if len(got) != 1 || got[0].Pencilmarks() != position[0].Pencilmarks() || got[0].Marks == "" {
		t.Errorf("%+v, want %+v", got, position)
	}
}

// holds are the texts that each format has a place for: names, authors, comments, ratings, and programs that rated. A line
// has the rest in its comment.
var holds = map[string]string{
	"lines": "-", "csv": "nacrp", "json": "nacrp", "jsonl": "nacrp", "drawing": "nacr", "sdk": "nacr",
	"hodoku": "c", "opensudoku": "nc", "f-puzzles": "na", "link": "na",
	"sdm": "", "ss": "", "sdx": "", "ksudoku": "", "gnome": "",
}

// Every format gives back the texts that it holds, and a converted file is the same when it is converted again.
func TestFixedPoint(t *testing.T) {
	names, about := format.Formats()
	for i, name := range names {
		most := 4
		if strings.Contains(about[i], "one puzzle per file") {
			most = 1
		}
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				entries := rapid.SliceOfN(rapid.Custom(drawEntry).Filter(func(e format.Entry) bool {
					return e.Grid.Shape() == sudoku.Sudoku || !slices.Contains(nineOnly, name)
				}), 1, most).Draw(t, "entries")
				once := converted(t, name, entries)
				got := slices.Collect(format.Read(bytes.NewReader(once)))
				if len(got) != len(entries) {
					t.Fatalf("%d entries of %d: %+v\n%s", len(got), len(entries), got, once)
				}
				for i, e := range got {
					if e.Err != nil || e.Grid != entries[i].Grid || !sameTexts(holds[name], e, entries[i]) {
						t.Fatalf("%+v\nis read again as\n%+v\nof\n%s", entries[i], e, once)
					}
				}
				if twice := converted(t, name, got); !bytes.Equal(once, twice) {
					t.Fatalf("\n%s\nconverted again is\n%s", once, twice)
				}
			})
		})
	}
}

func converted(t *rapid.T, name string, entries []format.Entry) []byte {
	var b bytes.Buffer
	if _, err := format.WriteAs(name, &b, slices.Values(entries)); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return b.Bytes()
}

// drawEntry draws an entry as [format.Read] may yield it, of a JSON file, say.
func drawEntry(t *rapid.T) format.Entry {
	words := rapid.SliceOfN(rapid.OneOf(
		rapid.SampledFrom([]string{"=", "+1", "-", "@x", `"`, `""`, "'", ",", ";", ":", "#", "#L", "#B03-08-2006", "|", "<b>", "&", "數獨（一）", "１２３", "[Puzzle]", "[1,2,3,4]", "{", "]",
			"http://example.org", "7.2", "1234", "ü", "\u2028", "\U0001f600", "\\", ">", "?", "puzzle,name"}),
		rapid.StringMatching(`[a-zA-Z0-9 .#:,;|_-]{1,12}`)), 0, 4)
	text := func(what string) string {
		return strings.Join(strings.Fields(strings.Join(words.Draw(t, what), " ")), " ")
	}
	e := format.Entry{Name: text("name"), Author: text("author")}
	var lines []string
	for range rapid.IntRange(0, 3).Draw(t, "lines") {
		lines = append(lines, rapid.SampledFrom([]string{"", "#B2006-08-03", "#U http://example.org", "#S a paper", "#C c", "#A a", "#L Easy", "# 1", "#;", "; x", ", y", "##",
			text("line"), text("line")}).Draw(t, "comment"))
	}
	if e.Comment = strings.TrimSpace(strings.Join(lines, "\n")); e.Comment != "" {
		e.Comment = " # " + e.Comment
	}
	if rapid.Bool().Draw(t, "rated") {
		e.Rating = format.Rating{Program: rapid.SampledFrom([]string{"file", "HoDoKu", "SE 1.2"}).Draw(t, "program"),
			Value: rapid.SampledFrom([]string{"7.2", "Unfair (1352)", "=1+1", "Easy"}).Draw(t, "value")}
	}
	cells := rapid.OneOf(
		rapid.SliceOfN(rapid.SampledFrom([]byte("........123456789")), sudoku.MaxCells, sudoku.MaxCells),
		rapid.SliceOfN(rapid.SampledFrom([]byte("......123456")), 36, 36),
	).Draw(t, "cells")
	cells[0], cells[1] = '1', '.'
	e.Text = string(cells)
	e.Grid, _ = sudoku.Parse(e.Text)
	return e
}

func sameTexts(held string, got, want format.Entry) bool {
	note := strings.TrimPrefix(want.Comment, " # ")
	got, want = format.ContentOf(got), format.ContentOf(want)
	if !strings.Contains(note, "#L") && want.Comment != note {
		return false // before it was written
	}
	if held == "c" { // the name is in the comment
		text := strings.Join(strings.Fields(want.Name+" "+want.Comment), " ")
		want = format.ContentOf(format.Entry{Comment: " # " + strings.ReplaceAll(text, ":", ";")})
	}
	if strings.Contains(held, "r") && want.Rating.Program == "file" {
		held += "p" // the rater is unknown
	}
	if held == "" && got.Comment != "" {
		return false // nothing of the writer's own becomes a comment
	}
	for _, text := range []struct{ kind, got, want string }{
		{"n", got.Name, want.Name}, {"a", got.Author, want.Author}, {"c", got.Comment, want.Comment},
		{"r", got.Rating.Value, want.Rating.Value}, {"p", got.Rating.Program, want.Rating.Program},
	} {
		if strings.Contains(held, text.kind) && text.got != text.want {
			return false
		}
	}
	return true
}
