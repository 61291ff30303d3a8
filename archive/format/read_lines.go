package format

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// maxLine is how many bytes of a line are looked at; no puzzle needs a tenth of it.
const maxLine = 16 << 10

// lines reads text line by line in bounded memory.
type lines struct {
	r      *bufio.Reader
	number int    // of the line read last, counted from 1
	text   string // of that line without its end; the first maxLine bytes if it is longer
	length int    // of that line in bytes
	err    error  // of the reader, other than io.EOF
}

// next reads the next line and reports whether there was one.
func (l *lines) next() bool {
	if l.err != nil {
		return false
	}
	var text []byte
	l.length = 0
	for {
		piece, err := l.r.ReadSlice('\n')
		l.length += len(piece)
		text = append(text, piece[:min(len(piece), maxLine+2-len(text))]...)
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if err != nil && err != io.EOF {
			l.err = err
		}
		if l.length == 0 {
			return false
		}
		l.finish(text)
		return true
	}
}

// finish takes the line's end off, and the byte order mark from the first.
func (l *lines) finish(text []byte) {
	l.number++
	l.text = strings.TrimRight(clean(text), "\r\n")
	if l.number == 1 {
		l.text = strings.TrimPrefix(l.text, "\ufeff")
	}
}

// tooLong returns an error if the line is longer than what was kept of it.
func (l *lines) tooLong() error {
	if l.length <= maxLine {
		return nil
	}
	return failf(TooLong, "%s: a line of %d bytes: write one puzzle a line, in 81 characters, or 16 for a shidoku",
		sudoku.Excerpt(l.text), l.length)
}

// clean returns valid UTF-8 without NUL. Bytes that are not UTF-8 are taken as Latin-1,
// which old files are written in.
func clean(text []byte) string {
	s := string(text)
	if !utf8.ValidString(s) {
		var latin strings.Builder
		for _, b := range text {
			latin.WriteRune(rune(b))
		}
		s = latin.String()
	}
	return strings.ReplaceAll(s, "\x00", "\ufffd")
}
