package format_test

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

var must = sudokutest.Must

// write returns the good entries of a file, and them written again.
func write(t *testing.T, file string) ([]format.Entry, string) {
	t.Helper()
	entries := slices.DeleteFunc(slices.Collect(format.Read(strings.NewReader(file))),
		func(e format.Entry) bool { return e.Err != nil })
	var b bytes.Buffer
	must(t, format.Write(&b, slices.Values(entries)))
	return entries, b.String()
}

// These come out byte for byte.
func TestWriteSame(t *testing.T) {
	for _, file := range []string{
		"",
		moler + "\n" + dots + "\n" + shidoku + "\n" + sixBySix + "\n",
		"No 1 " + sixBySix + " # by hand\n" + sixBySix + "," + solvedSix + "\n",
		moler + " # by hand\n" + moler + "; hard\n" + moler + "\teasy\n" + moler + ",1.2\n" + moler + "#x\n",
		"000694f16758 " + moler + " 2.5\n",
		moler + " " + solved + "\n",
		moler + "," + solved + "\n",
		nine(dots) + "\n",
		nine(dots) + "\n\n" + nine(moler) + "\n\n" + drawn(dots) + "\n",
		"#A Ruud\n#D A random puzzle\n#C Just start\n#B03-08-2006\n#LEasy\n#Uhttp://example.org\n" + nine(dots) + "\n",
		"#A Ann\n" + moler + "\n\n#A Bob\n#D It\n" + dots + "\n" + moler + "\n",
	} {
		if _, got := write(t, file); got != file {
			t.Errorf("got\n%s\nwant\n%s", got, file)
		}
	}
}

// These come out in another form with the same puzzles, names, authors and comments.
func TestWriteEqual(t *testing.T) {
	for _, file := range []string{
		"id,puzzle,solution\r\n1," + dots + "," + solved + "\r\n",
		"name,author,puzzle,x\n\"One, two\",\"A \"\"B\"\" C\",\"" + moler + "\",\"a,b\"\n#x,#y," + moler + ",z\n",
		"Grid 01\n" + nine(moler) + "\nGrid 02\n" + nine(dots),
		"#C one\n#C\n#C #C two\n" + moler + " # three\n",
		strings.Join(strings.Split(moler, ""), " ") + " # x\n",
	} {
		same(t, file)
	}
}

func same(t *testing.T, file string) {
	t.Helper()
	before, written := write(t, file)
	after, _ := write(t, written)
	for _, entries := range [][]format.Entry{before, after} {
		for i := range entries {
			entries[i].Line = 0
		}
	}
	if !slices.Equal(before, after) {
		t.Errorf("%q is read as\n%+v\nwritten as %q, and read again as\n%+v", file, before, written, after)
	}
}

// The public files come out byte for byte.
func TestWritePublicFiles(t *testing.T) {
	for _, name := range []string{
		"royle-17-clue.txt", "hardest-375.txt", "minimal-20k.txt",
		"puzzle-bank/2.5.txt", "puzzle-bank/8.3.txt",
		"puzzle-and-solution/easy.txt", "puzzle-and-solution/diabolical.txt",
	} {
		text, err := os.ReadFile(sudokutest.Path(t, name))
		must(t, err)
		entries, got := write(t, string(text))
		if lines := bytes.Count(text, []byte("\n")); len(entries) != lines {
			t.Errorf("%s: %d entries of %d lines", name, len(entries), lines)
		}
		if got != string(text) {
			t.Errorf("%s comes out different", name)
		}
	}
}

// Whatever is read comes out equal, and nothing crashes.
func FuzzReadWrite(f *testing.F) {
	f.Add(moler + " # x\n" + shidoku + "," + shidoku)
	f.Add("a " + sixBySix + "," + solvedSix + "\n123456\n|1..|.2.|\n")
	f.Add("name,puzzle\n\"a\"\"b\"," + moler)
	f.Add("#A x\n#C y\nGrid 1\n" + nine(dots) + "\n" + drawn(moler))
	f.Add("a b " + shidoku + "\t1\n|1...|\n..3.\n.2..\n...4")
	f.Add("mine " + sukakuText() + " # hard")
	f.Fuzz(same)
}
