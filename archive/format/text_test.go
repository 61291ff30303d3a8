package format

import (
	"math/rand/v2"
	"net/url"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// A block that was not a grid does not become one by lines that are not rows, as [mayBeRow] says.
func TestMayBeRow(t *testing.T) {
	lines := rapid.OneOf(
		rapid.StringMatching(`[1-9.x_ -]{9}|[1-4.]{4}|-{3,9}|-{250}|[-+=]{3,9}`),
		rapid.StringMatching(`(\|[ 1-4]){4}\||(\| [1-9.] [1-9.] [1-9.] ){3}\||\|a\|b\|c\||r[1-9] \|( [1-9.]){9} \|`),
		rapid.StringMatching(`[1-9](,[1-9]?){8}|([1-9]{1,3} ){8}u5|[a-z1-9.|+,;"\v -]{1,12}`),
	)
	rapid.Check(t, func(t *rapid.T) {
		var b block
		for _, line := range rapid.SliceOfN(lines, 1, 14).Draw(t, "lines") {
			b.add(1, line)
			skipped := b.same
			whole := b
			whole.same = false
			if err := whole.entry().Err; skipped && err == nil {
				t.Fatalf("%q is a grid with the line %q", b.lines, line)
			}
			b.complete()
			b.tried = 0
		}
	})
}

// A link is read back as the puzzle that it opens, needs nothing but what addresses may hold, and with up
// to 40 clues fits into the 512 characters that Discord takes of a button's.
func TestLinks(t *testing.T) {
	for _, text := range []string{
		"1.....3..2.....4",
		"020030040600000003004000500000806000800010006000705000007000600400000008030040020",
		"9256318476185742933749825617498261358524139761637954................59614...2673.",
	} {
		grid, err := sudoku.Parse(text)
		must(t, err)
		sudokuPad, fPuzzles, err := Links(Entry{Grid: grid})
		must(t, err)
		for _, link := range []string{sudokuPad, fPuzzles} {
			if e, ok := parseLink(link); !ok || e.Err != nil || e.Grid != grid {
				t.Errorf("%s is read as %s, %v", link, e.Grid, e.Err)
			}
			if parsed, err := url.Parse(link); err != nil || parsed.Scheme != "https" || len(link) > 600 || grid.Len() <= 40 && len(link) > 512 {
				t.Errorf("%d characters, %v: %s", len(link), err, link)
			}
			if i := strings.IndexAny(link, " <>()[]\"'+"); i >= 0 {
				t.Errorf("%q in %s", link[i], link)
			}
		}
	}
}

// What is written without a look is what the look would find.
func TestPlain(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	plain := 0
	for _, length := range []int{15, 16, 17, 80, 81, 82} {
		for range 2_000 {
			text := make([]byte, length)
			empty := "0.*-"[r.IntN(4)]
			for i := range text {
				if text[i] = empty; r.IntN(length) < 3 {
					text[i] = '1' + byte(r.IntN(4))
				}
			}
			e := Entry{Text: string(text)}
			e.Grid, _ = sudoku.Parse(e.Text)
			e.Comment = strings.Repeat(" ", r.IntN(8)/7)
			if !isPlain(e) {
				continue
			}
			plain++
			if line, ok := oneLine(e); !ok || line != e.Text {
				t.Fatalf("%q is plain, but the line of it is %q, %t", e.Text, line, ok)
			}
		}
	}
	if plain < 1_000 {
		t.Errorf("%d plain texts, so few that this test sees nothing", plain)
	}
}
