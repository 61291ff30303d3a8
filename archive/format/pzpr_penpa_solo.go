package format

import (
	"compress/flate"
	"encoding/base64"
	"fmt"
	"io"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// These programs play puzzles of many kinds. Their links and ids name the kind and the size of the grid:
//
//	https://puzz.link/p?sudoku/9/9/53h7j6h195i98j6g…     also of pzv.jp and others with pzpr
//	https://swaroopg92.github.io/penpa-edit/#m=solve&p=7VZNb9s4E…
//	3x3:5_3b7d6b1_9_5c9_8d6a…                           Solo of Simon Tatham's collection, also as solo.html#3x3:…

// readPuzzleLink reads the links of such programs. ok is false for other addresses.
func readPuzzleLink(address string) (e Entry, ok bool) {
	if plain, err := url.PathUnescape(address); err == nil {
		address = plain
	}
	if _, fragment, found := strings.Cut(address, "/solo"); found {
		_, id, _ := strings.Cut(fragment, "#")
		return parseSolo(id)
	}
	if _, query, found := strings.Cut(address, "/penpa-edit/"); found {
		_, packed, _ := strings.Cut(query, "p=")
		packed, _, _ = strings.Cut(packed, "&")
		e, err := unpackPenpa(packed)
		if err != nil {
			e = ofLink(address, e.Grid, err)
		}
		return e, true
	}
	if m := pzprLink.FindStringSubmatch(address); m != nil {
		g, err := unpackPzpr(m[1], m[2], m[3], m[4])
		return ofLink(address, g, err), true
	}
	return Entry{}, false
}

// pzprLink matches the links of pzpr: the kind of puzzle, flags, columns, rows and the cells.
var pzprLink = regexp.MustCompile(`\?([a-z][a-z0-9-]*)(?:_edit|_play|_test)?/(?:[a-z]*/)?(\d+)/(\d+)/([0-9a-z.+*=$%-]*)`)

// unpackPzpr reads the cells of a link of pzpr: a digit of base 16 for a number, a letter from g for a run of empty
// cells.
func unpackPzpr(kind, columns, rows, body string) (sudoku.Grid, error) {
	shape, known := shapeOfSides(columns, rows)
	switch {
	case kind != "sudoku":
		return sudoku.Grid{}, failf(Variant, "not a sudoku: the link holds a puzzle of the kind %q", kind)
	case !known:
		return sudoku.Grid{}, failf(Variant, "a grid of %s×%s cells: "+onlySides+" read", columns, rows)
	}
	cells := ""
	for _, c := range body {
		switch {
		case c >= 'g' && c <= 'z':
			cells += strings.Repeat(".", int(c-'g')+1)
		case c == '.': // an unknown number
			cells += "."
		case c > '0' && c <= '9':
			cells += string(c)
		default:
			return sudoku.Grid{}, failf(Damaged, "the puzzle in the link is damaged: it has %q for a cell", c)
		}
	}
	return ofShape(shape, cells)
}

// shapeOfSides returns the shape of a grid by its columns and rows.
func shapeOfSides(columns, rows string) (s sudoku.Shape, ok bool) {
	for _, s := range sudoku.Shapes {
		if side := strconv.Itoa(s.Side()); columns == side && rows == side {
			return s, true
		}
	}
	return s, false
}

// ofShape reads the cells of an unpacked puzzle. A damaged one has fewer cells than its shape.
func ofShape(shape sudoku.Shape, cells string) (sudoku.Grid, error) {
	if n := len(shape.Cells()); len(cells) != n {
		return sudoku.Grid{}, failf(Damaged, "the puzzle is damaged: it has %d cells, not %d", len(cells), n)
	}
	return sudoku.Parse(cells)
}

// soloID matches an id of Solo: the blocks' width and height or the side of a jigsaw, letters for its kind, symmetry
// and difficulty, and the cells. An id with a random seed instead of the cells names a puzzle.
var soloID = regexp.MustCompile(`^(\d{1,2}x\d{1,2}|\d{1,2}j)([a-z0-9]*)(?::([a-z0-9_]{7,})(,[a-z0-9_,]*)?|#(\d{6,}))$`)

var soloParts = regexp.MustCompile(`[a-z_]|\d+`)

// parseSolo reads an id of Solo, and the comment behind it. The id has numbers, separated by "_" or by a letter for a
// run of empty cells.
func parseSolo(line string) (e Entry, ok bool) {
	id, comment, _ := strings.Cut(strings.TrimSpace(line), " ")
	m := soloID.FindStringSubmatch(id)
	if m == nil {
		return Entry{}, false
	}
	size, kind, desc, seed := m[1], m[2], m[3], m[5]
	shape, known := sudoku.Sudoku, false
	for _, s := range sudoku.Shapes { // the first number of 2x3 is of rows
		if size == fmt.Sprintf("%dx%d", s.BoxHeight(), s.BoxWidth()) {
			shape, known = s, true
		}
	}
	var err error
	switch {
	case strings.HasSuffix(size, "j") || strings.Contains(kind, "j"):
		err = failf(Variant, "%s: not a plain sudoku, but a jigsaw of Solo", sudoku.Excerpt(id))
	case strings.Contains(kind, "x"):
		err = failf(Variant, "%s: not a plain sudoku, but one of Solo with diagonals (X)", sudoku.Excerpt(id))
	case strings.Contains(kind, "k"):
		err = failf(Variant, "%s: not a plain sudoku, but a killer of Solo", sudoku.Excerpt(id))
	case !known:
		err = failf(Variant, "%s: blocks of %s: only 3x3, 2x3 (two rows and three columns) and 2x2 are read", sudoku.Excerpt(id), size)
	case seed != "":
		err = failf(NoneInLink, "%s: this id names a puzzle by a random seed, and does not hold it: use the one that Solo has under Game, Specific", sudoku.Excerpt(id))
	}
	if err != nil {
		return rejected(id, err), true
	}
	cells := ""
	for _, part := range soloParts.FindAllString(desc, -1) {
		switch {
		case part[0] >= 'a' && part[0] <= 'z':
			cells += strings.Repeat(".", int(part[0]-'a')+1)
		case len(part) > 1:
			return rejected(id, failf(NotACell, "%s: %s is not a digit", sudoku.Excerpt(id), part)), true
		case part != "_":
			cells += part
		}
	}
	g, err := ofShape(shape, cells)
	if err != nil {
		return rejected(id, fmt.Errorf("%s: %w", sudoku.Excerpt(id), err)), true
	}
	e = Entry{Line: 1, Text: g.String(), Grid: g}
	if comment != "" {
		e.Comment = " " + comment
	}
	return e, true
}

// penpaAbbreviations matches the strings and the abbreviated keys of Penpa's JSON: {zN:{"43":["1",1,"1"]}}.
var penpaAbbreviations = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|z[0-9A-Z_]`)

// penpaNumbers and penpaEdges are the keys of the numbers and of the lines between cells.
const penpaNumbers, penpaEdges = "zN", "zE"

// maxPenpa is how many bytes of a link of Penpa are unpacked. Puzzles have some 3,000; a line of a hostile file may
// have many links.
const maxPenpa = 64 << 10

// penpaHistory are the keys for undoing, which a plain sudoku may have too.
var penpaHistory = []string{"zR", "zU", "z8"}

// unpackPenpa reads a sudoku of Penpa: lines of text, compressed by deflate, in base 64. The first line has the kind
// and the size of the grid, the second the margins within that, the fourth everything drawn as the problem.
func unpackPenpa(packed string) (Entry, error) {
	data, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(strings.ReplaceAll(packed, " ", "+"), "="))
	text := []byte{}
	if err == nil {
		text, err = io.ReadAll(io.LimitReader(flate.NewReader(strings.NewReader(string(data))), maxPenpa))
	}
	if err != nil {
		return Entry{}, failf(Damaged, "the packed puzzle in the link is damaged: %w", err)
	}
	lines := strings.Split(string(text), "\n")
	head := strings.Split(lines[0], ",")
	if len(lines) < 4 || len(head) < 15 {
		return Entry{}, failf(Damaged, "the packed puzzle in the link is damaged: it has no grid")
	}
	shape, known := shapeOfSides(head[1], head[2])
	switch {
	case head[0] != "sudoku":
		return Entry{}, failf(Variant, "a grid of Penpa of the kind %q: only its kind sudoku is read", head[0])
	case !known || strings.TrimSpace(lines[1]) != "[0,0,0,0]":
		return Entry{}, failf(Variant, "a grid of %s×%s cells with the margins %s: "+onlySides+" read, without margins", head[1], head[2], lines[1])
	case slices.Contains(head[11:15], "1"):
		return Entry{}, failf(Variant, "not a plain sudoku: it has diagonals, or clues outside of the grid")
	}
	quoted := penpaAbbreviations.ReplaceAllStringFunc(lines[3], func(token string) string {
		if token[0] == 'z' {
			return `"` + token + `"`
		}
		return token
	})
	layers := map[string]any{}
	if err := decodeJSON(strings.NewReader(quoted), &layers); err != nil {
		return Entry{}, failf(Damaged, "the packed puzzle in the link is damaged: %w", err)
	}
	if key := variantOf(layers, append(penpaHistory, penpaNumbers, penpaEdges)); key != "" {
		return Entry{}, failf(Variant, "not a plain sudoku: something else is drawn than digits (%s)", key)
	}
	board := penpaBoard{shape, shape.Side() + 2*penpaMargin}
	edges, _ := layers[penpaEdges].(map[string]any)
	for _, edge := range slices.Sorted(maps.Keys(edges)) {
		if !board.ofBox(edge) {
			return Entry{}, failf(Variant, "not a plain sudoku: it has borders that are not those of its boxes")
		}
	}
	g := sudoku.Empty(shape)
	numbers, _ := layers[penpaNumbers].(map[string]any)
	for index, value := range numbers {
		c, inside := board.cell(index)
		parts, _ := value.([]any) // the text, its colour and its style
		digit := ""
		if len(parts) > 0 {
			digit, _ = cellOf(parts[0])
		}
		if !inside || len(digit) != 1 || digit[0] <= '0' || digit[0] > '0'+byte(shape.Side()) {
			return Entry{}, failf(Variant, "not a plain sudoku: %s is written into it where a digit should be", jsonExcerpt(value))
		}
		g = g.With(c, sudoku.Digit(digit[0]-'0'))
	}
	e := Entry{Line: 1, Text: g.String(), Grid: g}
	if len(head) > 16 {
		unescape := func(text, label string) string {
			return strings.TrimSpace(strings.ReplaceAll(strings.TrimPrefix(text, label), "%2C", ","))
		}
		e.Name, e.Author = unescape(head[15], "Title:"), unescape(head[16], "Author:")
	}
	return e, nil
}

// penpaBoard knows the indices of Penpa. They count the cells of a grid with two more on each side, row by row, and
// then the bottom right corner of each.
type penpaBoard struct {
	shape sudoku.Shape
	width int // with the margins
}

const penpaMargin = 2

func (b penpaBoard) cell(index string) (c sudoku.Cell, ok bool) {
	n, err := strconv.Atoi(index)
	row, column, side := n/b.width-penpaMargin, n%b.width-penpaMargin, b.shape.Side()
	if err != nil || n < 0 || row < 0 || column < 0 || row >= side || column >= side {
		return c, false
	}
	return sudoku.CellAt(row, column), true
}

// ofBox reports whether an edge, "212,225", lies on the border of a box.
func (b penpaBoard) ofBox(edge string) bool {
	from, to, _ := strings.Cut(edge, ",")
	var rows, columns []int
	for _, corner := range []string{from, to} {
		n, err := strconv.Atoi(corner)
		if n -= b.width * b.width; err != nil || n < 0 {
			return false
		}
		rows = append(rows, n/b.width+1-penpaMargin)
		columns = append(columns, n%b.width+1-penpaMargin)
	}
	return rows[0] == rows[1] && rows[0]%b.shape.BoxHeight() == 0 || columns[0] == columns[1] && columns[0]%b.shape.BoxWidth() == 0
}
