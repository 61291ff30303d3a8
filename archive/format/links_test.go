package format

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

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

// Setters leave the solution of f-puzzles empty, and share the packed puzzle without the link around it.
func TestBareFPuzzles(t *testing.T) {
	grid, err := sudoku.Parse(escargot)
	must(t, err)
	object, err := fPuzzle(Entry{Grid: grid})
	must(t, err)
	unsolved := strings.Replace(string(object), `"grid":`, `"solution":"`+strings.Repeat(".", 81)+`","grid":`, 1)
	for _, line := range []string{
		packLZ(unsolved), "https://www.f-puzzles.com/?load=" + packLZ(unsolved), packLZ(string(object)),
	} {
		if read := slices.Collect(Read(strings.NewReader(line + "\n"))); len(read) != 1 || read[0].Grid != grid {
			t.Errorf("%s is read as %+v", line, read)
		}
	}
}

// A packed link of SudokuWiki has two digits of base 36 for each cell, up to 529: that all nine digits are
// candidates.
func TestSudokuWikiRange(t *testing.T) {
	for pair, want := range map[string]string{
		"01": "", "09": "", "0i": "", "ep": "",
		"00": "damaged", "eq": "damaged", "zz": "damaged", "0!": "damaged",
	} {
		link := "https://www.sudokuwiki.org/sudoku.htm?bd=S9B" + strings.Repeat("ep", 80) + pair
		n := 0
		for e := range Read(strings.NewReader(link)) {
			n++
			if ok := e.Err == nil; ok != (want == "") || !ok && !strings.Contains(e.Err.Error(), want) {
				t.Errorf("%s: %v, want %q", pair, e.Err, want)
			}
		}
		if n != 1 {
			t.Errorf("%s: %d entries", pair, n)
		}
	}
}

// pzprBody writes cells as pzpr does, with runs of empty cells of at most 20.
func pzprBody(cells string) string {
	body, run := "", 0
	for i, c := range cells + "!" {
		if c == '.' && run < 20 {
			run++
			continue
		}
		if run > 0 {
			body += string(rune('g' + run - 1))
		}
		run = 0
		if c == '.' {
			run = 1
		} else if i < len(cells) {
			body += string(c)
		}
	}
	return body
}

// soloDesc writes cells as Solo does: "_" between numbers, letters for runs of empty cells.
func soloDesc(cells string) string {
	desc, run := "", 0
	for i, c := range cells + "!" {
		if c == '.' {
			run++
			continue
		}
		switch {
		case run > 0:
			desc += string(rune('a' + run - 1))
		case i > 0 && i < len(cells):
			desc += "_"
		}
		if run = 0; i < len(cells) {
			desc += string(c)
		}
	}
	return desc
}

// penpaLink packs a problem as Penpa does. flags are the diagonals and outer clues of the grid.
func penpaLink(kind string, side int, flags, margins, title, layers string) string {
	text := fmt.Sprintf("%s,%d,%d,38,0,1,1,380,380,84,84,%s,Title: %s,Author: Ann,,,OFF,false\n%s\n[]\n%s\n\n[]\n", kind, side, side, flags, title, margins, layers)
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, flate.BestCompression)
	if err != nil {
		panic(err)
	}
	if _, err = w.Write([]byte(text)); err == nil {
		err = w.Close()
	}
	if err != nil {
		panic(err)
	}
	return "https://swaroopg92.github.io/penpa-edit/#m=solve&p=" + base64.StdEncoding.EncodeToString(packed.Bytes())
}

// penpaLayers writes cells as the layers of Penpa, with the borders of boxes, and more.
func penpaLayers(cells, more string) string {
	shape, _ := sudoku.ShapeOfCells(len(cells))
	side, width := shape.Side(), shape.Side()+4
	var numbers, edges []string
	for i, c := range cells {
		if c != '.' {
			numbers = append(numbers, fmt.Sprintf(`"%d":["%c",1,"1"]`, (i/side+2)*width+i%side+2, c))
		}
	}
	corner := func(row, column int) int { return width*width + (row+1)*width + column + 1 }
	for line := 1; line < side; line++ {
		for i := range side {
			if line%shape.BoxHeight() == 0 {
				edges = append(edges, fmt.Sprintf(`"%d,%d":2`, corner(line, i), corner(line, i+1)))
			}
			if line%shape.BoxWidth() == 0 {
				edges = append(edges, fmt.Sprintf(`"%d,%d":2`, corner(i, line), corner(i+1, line)))
			}
		}
	}
	return `{zR:{z_:[]},zU:{z_:[]},z8:{z_:[]},zS:{},zN:{` + strings.Join(numbers, ",") + `},z1:{},zY:{},zF:{},z2:{},zT:[],z3:[],zD:[],z0:[],z5:[],zL:{},zE:{` +
		strings.Join(edges, ",") + `},zW:{},zC:{},z4:{},z6:[],z7:[]` + more + `}`
}

const (
	noFlags, noMargins = "0,0,0,0", "[0,0,0,0]"
	linkedShidoku      = "1.....3..2.....4"
	linkedSix          = "1....6..6..3.3..6.5....1..2....4.3.."
)

// Links and ids of programs for many kinds of puzzles are read in a file, in a sentence and among marks.
func TestPuzzleLinks(t *testing.T) {
	plain := penpaLayers(foundPuzzle, "")
	for name, link := range map[string]string{
		"puzz.link": "https://puzz.link/p?sudoku/9/9/" + pzprBody(foundPuzzle), "pzv.jp": "http://pzv.jp/p.html?sudoku/9/9/" + pzprBody(foundPuzzle),
		"an editor": "https://puzz.link/p?sudoku_edit/9/9/" + pzprBody(foundPuzzle), "escaped": "https://puzz.link/p?sudoku%2F9%2F9%2F" + pzprBody(foundPuzzle),
		"with flags": "https://pzplus.tck.mn/p.html?sudoku/v/9/9/" + pzprBody(foundPuzzle), "a long run in parts": "https://puzz.link/p?sudoku/9/9/" + strings.ReplaceAll(pzprBody(foundPuzzle), "j", "gi"),
		"Solo": "3x3:" + soloDesc(foundPuzzle), "Solo with a difficulty": "3x3db:" + soloDesc(foundPuzzle), "Solo with a symmetry": "3x3md4du:" + soloDesc(foundPuzzle),
		"Solo's page": "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/solo.html#3x3:" + soloDesc(foundPuzzle), "Penpa": penpaLink("sudoku", 9, noFlags, noMargins, "", plain),
		"Penpa without padding": strings.TrimRight(penpaLink("sudoku", 9, noFlags, noMargins, "", plain), "="), "Penpa with an answer": penpaLink("sudoku", 9, noFlags, noMargins, "", plain) + "&a=x",
	} {
		for _, text := range []string{link, "> <" + link + ">", "Try `" + link + "`!", "- " + link, "Can you do " + link + "? I cannot.", "[mine](" + link + ")"} {
			for e := range Read(strings.NewReader(text)) {
				if e.Err != nil || e.Grid.String() != foundPuzzle {
					t.Errorf("%s: %s\n%+v", name, text, e)
				}
			}
			if got, err := Find(text); err != nil || got.String() != foundPuzzle {
				t.Errorf("%s: %s\n%s, %v", name, text, got, err)
			}
		}
	}
	for text, want := range map[string]string{
		"https://puzz.link/p?sudoku/4/4/" + pzprBody(linkedShidoku): linkedShidoku, "2x2:" + soloDesc(linkedShidoku): linkedShidoku,
		penpaLink("sudoku", 4, noFlags, noMargins, "", penpaLayers(linkedShidoku, "")): linkedShidoku,
		"https://puzz.link/p?sudoku/6/6/" + pzprBody(linkedSix):                        linkedSix, "2x3:" + soloDesc(linkedSix): linkedSix,
		penpaLink("sudoku", 6, noFlags, noMargins, "", penpaLayers(linkedSix, "")): linkedSix,
		"https://example.org/play/" + linkedSix + "?x=1":                           linkedSix, "https://example.org/?grid=" + strings.ReplaceAll(linkedSix, ".", "0"): linkedSix,
	} {
		if got, err := Find("A small one, " + text + ", or so"); err != nil || got.String() != want {
			t.Errorf("%s: %s, %v", text, got, err)
		}
	}
	for e := range Read(strings.NewReader(penpaLink("sudoku", 9, noFlags, noMargins, "One%2C two", plain) + " # hard\n3x3:" + soloDesc(foundPuzzle) + " # easy\n")) {
		if e.Err != nil || e.Line == 1 && (e.Name != "One, two" || e.Author != "Ann" || Note(e.Comment) != "hard") || e.Line == 2 && Note(e.Comment) != "easy" {
			t.Errorf("%+v", e)
		}
	}
}

// Other kinds of puzzles are rejected with their name, and a puzzle that was cut off is not filled with empty cells.
func TestPuzzleLinksRefused(t *testing.T) {
	tall := strings.Replace(penpaLayers(linkedSix, ""), "zE:{", `zE:{"133,143":2,`, 1) // a line to the right of r1c2
	border := strings.Replace(penpaLayers(foundPuzzle, ""), "zE:{", `zE:{"198,211":2,`, 1)
	for _, c := range []struct {
		text, want string
		kind       Kind
	}{
		{"https://puzz.link/p?slither/9/9/" + pzprBody(foundPuzzle), `the kind "slither"`, Variant},
		{"https://puzz.link/p?sudoku/8/8/g1h2k3z", "8×8 cells: only 9×9, 6×6 and 4×4 are read", Variant},
		{"https://puzz.link/p?sudoku/6/6/g1h2k3z", "31 cells, not 36", Damaged},
		{"https://puzz.link/p?sudoku/9/9/" + pzprBody(foundPuzzle[:60]), "60 cells, not 81", Damaged},
		{"https://puzz.link/p?sudoku/9/9/-12" + pzprBody(foundPuzzle), "'-' for a cell", Damaged},
		{"3x3x:" + soloDesc(foundPuzzle), "diagonals (X)", Variant},
		{"9j:" + soloDesc(foundPuzzle) + ",aa_bb", "a jigsaw of Solo", Variant},
		{"3x3kdi:" + soloDesc(foundPuzzle) + ",ab_c,5_6", "a killer of Solo", Variant},
		{"3x2:" + soloDesc(linkedSix), "blocks of 3x2", Variant}, {"2x5:" + soloDesc(foundPuzzle), "blocks of 2x5", Variant},
		{"2x3:" + soloDesc(linkedSix[1:]), "35 cells, not 36", Damaged},
		{"3x3:" + soloDesc(foundPuzzle[:70]), "70 cells, not 81", Damaged},
		{"3x3:" + strings.Replace(soloDesc(foundPuzzle), "6", "16", 1), "16 is not a digit", NotACell},
		{"3x3du#123456789012345", "random seed", NoneInLink},
		{penpaLink("square", 9, noFlags, noMargins, "", penpaLayers(foundPuzzle, "")), `kind "square"`, Variant},
		{penpaLink("sudoku", 9, "1,0,0,1", noMargins, "", penpaLayers(foundPuzzle, "")), "diagonals", Variant},
		{penpaLink("sudoku", 11, "0,1,0,0", "[0,0,0,0]", "", penpaLayers(foundPuzzle, "")), "11×11", Variant},
		{penpaLink("sudoku", 9, noFlags, noMargins, "", strings.Replace(penpaLayers(foundPuzzle, ""), "zT:[]", "zT:[[33,34]]", 1)), "drawn than digits (zT)", Variant},
		{penpaLink("sudoku", 9, noFlags, noMargins, "", strings.Replace(penpaLayers(foundPuzzle, ""), `["6",`, `["12",`, 1)), `"12"`, Variant},
		{penpaLink("sudoku", 9, noFlags, noMargins, "", border), "borders", Variant},
		{penpaLink("sudoku", 6, noFlags, noMargins, "", penpaLayers(linkedShidoku, "")), "not a plain sudoku", Variant},
		{penpaLink("sudoku", 6, noFlags, noMargins, "", tall), "borders", Variant},
		{penpaLink("sudoku", 9, noFlags, noMargins, "", penpaLayers(foundPuzzle, ""))[:90], "damaged", Damaged},
	} {
		n := 0
		for e := range Read(strings.NewReader(c.text)) {
			n++
			if e.Err == nil || !strings.Contains(e.Err.Error(), c.want) || !strings.Contains(e.Err.Error(), sudoku.Excerpt(c.text)[1:11]) || !hasKind(e.Err, c.kind) {
				t.Errorf("%s:\n%v, want %q of the kind %s", c.text, e.Err, c.want, c.kind)
			}
		}
		if n != 1 {
			t.Errorf("%s: %d entries", c.text, n)
		}
		if g, err := Find("Look at " + c.text + " please"); err == nil {
			t.Errorf("%s: found %s", c.text, g)
		}
	}
}

func hasKind(err error, kind Kind) bool {
	reason, ok := errors.AsType[*Error](err)
	return ok && reason.Kind == kind
}
