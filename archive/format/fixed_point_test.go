package format_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// holds says what each format has a place for: names, authors, comments, ratings, and who rated. A line has all
// in its comment that does not stand in it otherwise.
var holds = map[string]string{
	"lines": "-", "csv": "nacrp", "json": "nacrp", "jsonl": "nacrp", "drawing": "nacr", "sdk": "nacr",
	"hodoku": "c", "opensudoku": "nc", "f-puzzles": "na", "link": "na",
	"sdm": "", "ss": "", "sdx": "", "ksudoku": "", "gnome": "",
}

// In every format, what it holds of an entry is read again as it was, and what was converted once comes out the
// same when it is converted again.
func TestFixedPoint(t *testing.T) {
	names, about := format.Formats()
	for i, name := range names {
		most := 4
		if strings.Contains(about[i], "one puzzle per file") {
			most = 1
		}
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				entries := rapid.SliceOfN(rapid.Custom(drawEntry), 1, most).Draw(t, "entries")
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
	cells := rapid.SliceOfN(rapid.SampledFrom([]byte("........123456789")), sudoku.MaxCells, sudoku.MaxCells).Draw(t, "cells")
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
		held += "p" // nobody is said to have rated, in whatever place
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
