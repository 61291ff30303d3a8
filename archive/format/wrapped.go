package format

import (
	"errors"
	"strings"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// ParseLink reads a puzzle from a link that holds it, or from what f-puzzles packs into one, also where that is
// wrapped over lines. ok is false for any other text.
func ParseLink(text string) (e Entry, ok bool) {
	if packed := strings.Join(strings.Fields(text), ""); isPacked(packed) {
		return readLink(packed, packed), true
	}
	return parseLink(text)
}

// isPacked reports whether a text may be what f-puzzles packs, or its beginning.
func isPacked(text string) bool { return strings.HasPrefix(text, bareFPuzzle) && isBase64(text) }

func isBase64(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("+/=", r))
	})
}

// wrapped is a packed puzzle that goes on in the next line: all its lines are as long, but for the last.
type wrapped struct {
	first, width int    // the number of the first line, and its bytes
	text         string // "": there is none
	unpacker     lzUnpacker
	damaged      bool // whatever the lines below add
}

// begin takes a line, and reports whether the lines below it may complete a packed puzzle.
func (w *wrapped) begin(number int, line string) bool {
	if !isPacked(line) {
		return false
	}
	begun := wrapped{first: number, width: len(line), text: line, unpacker: newLZUnpacker()}
	if !begun.isCut() {
		return false
	}
	*w = begun
	return true
}

// isCut reports whether the packed data lacks its end. Each line is unpacked once, since there may be thousands of a few bytes.
func (w *wrapped) isCut() bool {
	if w.damaged || len(w.text) >= maxLine {
		return len(w.text) < maxLine
	}
	if _, err := w.unpacker.unpack(w.text); errors.Is(err, errLZCut) {
		return true
	}
	var reason *Error
	w.damaged = errors.As(readLink(w.text, w.text).Err, &reason) && reason.Kind == Damaged
	return w.damaged
}

// has reports whether a line belongs to the puzzle.
func (w *wrapped) has(line string) bool {
	isGrid := len(line) == sudoku.MaxCells && onlyCells(line)
	return line != "" && len(line) <= w.width && isBase64(line) && !isGrid && !isPacked(line)
}

// takeWrapped takes a line of a packed puzzle that began above, and reports whether it is one.
func (t *text) takeWrapped(line string) bool {
	w := &t.wrapped
	if w.text == "" {
		return t.table == nil && !t.progress && t.lines.tooLong() == nil && w.begin(t.lines.number, line)
	}
	if line = strings.TrimSpace(line); !w.has(line) {
		t.endWrapped()
		return t.takeWrapped(t.lines.text)
	}
	if w.text += line; len(line) < w.width || !w.isCut() {
		t.endWrapped()
	}
	return true
}

// endWrapped emits the packed puzzle that the lines so far make, or why they do not make one.
func (t *text) endWrapped() {
	if w := t.wrapped; w.text != "" {
		t.wrapped = wrapped{}
		t.endBlock()
		t.emit(w.first, readLink(w.text, w.text))
	}
}
