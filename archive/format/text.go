package format

import (
	"bufio"
	"iter"
	"regexp"
	"strings"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Text that is neither JSON nor XML is read line by line. take gives a line to the first reader that knows it; lines
// of a grid, of a table's row or of a packed puzzle are collected until one ends them.

// readText reads text from a line number on: lines, tables, grids and drawings.
func readText(b *bufio.Reader, line int) iter.Seq[Entry] {
	return func(yield func(Entry) bool) {
		t := text{lines: lines{r: b, number: line - 1}}
		for more := true; more; {
			t.out = t.out[:0]
			if more = t.lines.next(); more {
				t.take(t.lines.text)
			} else {
				t.endRecord()
				t.endWrapped()
				t.endBlock()
				t.endPieces()
				t.endTitle()
				if t.lines.err != nil {
					t.out = append(t.out, Entry{Line: t.lines.number + 1, Err: t.lines.err})
				}
			}
			for _, e := range t.out {
				if !yield(e) {
					return
				}
			}
		}
	}
}

// text is the state between two lines.
type text struct {
	lines    lines
	table    *table  // the header above, if there was one
	headers  headers // for the next puzzle
	progress bool    // in a section with a player's progress
	title    *Entry  // a line that names the grid below it, and is rejected if no grid follows
	block    block   // the lines of a grid so far
	pieces   pieces  // bands or rows of a grid, above the last blank line
	record   record  // the lines so far of a table's row that ends inside quotes
	wrapped  wrapped // the lines of a packed puzzle so far
	columns  bool    // the next rows of source are columns
	zero     bool    // labels of rows count from 0
	giant    int     // lines left of a rejected 16×16 grid, or of a position in nine lines
	out      []Entry // the entries that the current line completes
}

// take gives a line to the first reader that knows it.
func (t *text) take(line string) {
	if t.takeCandidates(line) || len(line) == giantSide && t.takeGiant(line) || t.record.lines > 0 && t.takeRecord(line) || t.takeWrapped(line) {
		return
	}
	if e, ok := t.plain(line); ok {
		t.emit(t.lines.number, e)
		return
	}
	if strings.Contains(line, "diag(") {
		if found := diagonal.FindStringSubmatch(line); found != nil {
			digits := allDigits[:found[1][0]-'0']
			g, err := sudoku.Parse(strings.Join(strings.Split(digits, ""), strings.Repeat(".", len(digits))))
			t.endBlock()
			t.emit(t.lines.number, Entry{Text: line, Grid: g, Err: err})
			return
		}
	}
	line = t.withoutLabel(cellsOnly(line))
	section := ""
	if strings.Contains(line, "[") {
		section = strings.ToLower(strings.TrimSpace(line))
	}
	array, isArray := parseArray(line)
	title, rows, isSource := t.sourceRows(line)
	switch {
	case isArray && !t.progress:
		t.endBlock()
		for _, e := range array {
			t.emit(t.lines.number, e)
		}
	case t.table != nil && !t.progress && t.takeRecord(line):
	case section == "[puzzle]", section == "[state]", section == "[pencilmarks]": // of .sdk files
		t.endBlock()
		t.endTitle()
		t.progress = section != "[puzzle]"
	case t.progress:
	case t.lines.tooLong() != nil:
		t.takeLongLine(line)
	case isHeader(line):
		t.skip(line)
	case isBrackets(line):
		t.endBlock()
	case isSource:
		t.takeRows(title, rows)
	case isSkipped(line) && !t.block.hasRow(line):
		t.skip(line)
	case t.table == nil && t.takeWhole(line):
	case looksDrawn(line):
		t.takeRow(line)
	default:
		t.takeLine(line)
	}
}

// plain reads nearly all lines: the cells of a puzzle and nothing else, outside of tables and grids. A line needs a
// digit, since some characters of cells also draw borders.
func (t *text) plain(line string) (Entry, bool) {
	if len(line) > sudoku.MaxCells || t.table != nil || t.progress || !t.block.empty() ||
		!isCells(line) || !strings.ContainsAny(line, allDigits) {
		return Entry{}, false
	}
	g, err := sudoku.Parse(line)
	return Entry{Text: line, Grid: g}, err == nil
}

// diagonal matches a statement of MATLAB, for the second example of C. Moler's article, "Solving Sudoku with MATLAB".
var diagonal = regexp.MustCompile(`^\s*(?:>>\s*)?(?:\w+\s*=\s*)?diag\(\s*1\s*:\s*([469])\s*\)\s*[;,]?\s*(?:[%#].*)?$`)

// skip takes a blank line or a comment. Blank lines may separate the pieces of a grid.
func (t *text) skip(line string) {
	t.endBlock()
	if strings.TrimSpace(line) != "" || len(t.pieces.blocks) == 0 {
		t.endPieces()
		if t.title == nil || !strings.HasSuffix(t.title.Text, " =") { // MATLAB displays "X =" and a blank line above a matrix
			t.endTitle()
		}
	}
	t.headers.parse(line)
}

// takeRow takes a row of a grid, or a border.
func (t *text) takeRow(line string) {
	b := &t.block
	_, isWhole := sudoku.ShapeOfSide(b.rows())
	isWhole = isWhole && b.isAsWide() && !b.dropHead() || len(b.lines) == 1 && isCells(strings.TrimFunc(b.lines[0], sudoku.IsBar)) // a spoiler
	// Grids may follow each other without a blank line: a row begins the next one, or a border below a border.
	if isWhole && (!isBorder(line) || isBorder(b.lines[len(b.lines)-1])) && b.complete() || b.full() {
		t.endBlock()
	}
	t.block.add(t.lines.number, line)
}

// takeWhole takes a line that is a link, an id, or the line of a program, and reports whether it is one.
func (t *text) takeWhole(line string) bool {
	e, ok := parseWhole(line)
	if ok {
		t.endBlock()
		t.emit(t.lines.number, e)
	}
	return ok
}

// takeLongLine takes a line that was cut to maxLine bytes. A puzzle with a long comment is a puzzle.
func (t *text) takeLongLine(line string) {
	t.endBlock()
	e := parseLine(line)
	if e.Err != nil {
		e = rejected(line, t.lines.tooLong())
	}
	t.emit(t.lines.number, e)
}

// takeLine takes a line that is not part of a grid: a puzzle, a row or the header of a table, or text, which is a
// title or else an error.
func (t *text) takeLine(line string) {
	if header, ok := parseHeader(line); ok && t.block.empty() && (!header.guessed || t.lines.number == 1) {
		t.endTitle()
		t.table = nil
		if header.columns > 1 { // else the rows are plain lines
			t.table = &header
		}
		return
	}
	e := parseLine(line)
	if t.table != nil {
		if e = t.table.parse(line); e.Err != nil && t.takeWhole(line) {
			return
		}
	}
	_, _, hasCells := findCells(line)
	switch {
	case e.Err == nil || hasCells || t.table != nil || isDamaged(line):
		t.endBlock()
		t.emit(t.lines.number, e)
	case t.block.complete() || t.block.empty() || t.block.full():
		t.endBlock()
		t.startTitle(e)
	default:
		t.block.add(t.lines.number, line) // its error will name this line
	}
}

// isDamaged reports whether a line is cells alone, too many for the number of a grid: a puzzle with too few or too
// many cells.
func isDamaged(line string) bool {
	cells := strings.Join(strings.Fields(line), "")
	return len(cells) > sudoku.MaxSide && onlyCells(cells)
}

// startTitle keeps a line that may be the name of the grid below it.
func (t *text) startTitle(e Entry) {
	t.endPieces()
	t.endTitle()
	e.Line = t.lines.number
	t.title = &e
}

// endTitle rejects a kept title, as no grid follows.
func (t *text) endTitle() {
	if t.title != nil {
		t.out = append(t.out, *t.title)
		t.title = nil
	}
}

// endBlock emits the grid of the collected lines, or their error. A piece of a grid is kept until its other pieces
// have come.
func (t *text) endBlock() {
	if t.block.empty() {
		return
	}
	b, e := t.block, t.block.entry()
	t.block = block{}
	switch {
	case e.Err == nil:
		t.emitBlock(b, e)
	case b.rows() == 0, strings.Trim(strings.Join(b.lines, ""), separators) == "":
	case t.pieces.add(b):
		if len(t.pieces.blocks)*t.pieces.rows != t.pieces.side {
			return
		}
		whole, ok := t.pieces.whole()
		if !ok {
			t.endPieces()
			return
		}
		t.pieces = pieces{}
		t.emitBlock(whole, whole.entry())
	default:
		t.emit(b.first, e)
	}
}

// emitBlock emits a grid, with the title above it as its name.
func (t *text) emitBlock(b block, e Entry) {
	t.endPieces()
	if t.title != nil && namesColumns(t.title.Text) {
		between := strings.Count(t.title.Text, ",") + strings.Count(t.title.Text, ";") + strings.Count(t.title.Text, "\t")
		if side := e.Grid.Shape().Side(); between == side-1 || between == side { // names of the columns, perhaps behind that of the row labels
			t.title = nil
		}
	}
	if t.title != nil && len(b.lines) > 1 {
		e.Name, t.title = sourceName(t.title.Text), nil
	}
	if t.columns {
		t.columns = false
		e.Grid = transposed(e.Grid)
		e.Text = e.Grid.String()
	}
	t.emit(b.first, e)
}

// endPieces rejects pieces that stayed alone.
func (t *text) endPieces() {
	blocks := t.pieces.blocks
	t.pieces = pieces{}
	for _, b := range blocks {
		t.emit(b.first, b.entry())
	}
}

// emit adds an entry to the output, with the headers above it. A first line that names columns is not a title.
func (t *text) emit(line int, e Entry) {
	t.endPieces()
	if t.title != nil && t.title.Line == 1 && namesColumns(t.title.Text) {
		t.title = nil
	}
	t.endTitle()
	e.Line = line
	t.out = append(t.out, t.headers.over(e))
	t.headers = headers{}
}
