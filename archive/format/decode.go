package format

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/unicode"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// decode returns text as UTF-8 with \n at the end of each line.
func decode(b *bufio.Reader) io.Reader {
	var r io.Reader = b
	start, _ := b.Peek(4) // an error comes again with the next read
	if endianness, ok := utf16Order(start); ok {
		r = unicode.UTF16(endianness, unicode.UseBOM).NewDecoder().Reader(b)
	}
	return &lineEnds{r: r}
}

// utf16Order recognises UTF-16 by its byte order mark, or by two characters that are ASCII.
func utf16Order(start []byte) (order unicode.Endianness, ok bool) {
	switch {
	case bytes.HasPrefix(start, []byte("\xff\xfe")):
		return unicode.LittleEndian, true
	case bytes.HasPrefix(start, []byte("\xfe\xff")):
		return unicode.BigEndian, true
	case len(start) < 4:
		return order, false
	case start[0] != 0 && start[1] == 0 && start[2] != 0 && start[3] == 0:
		return unicode.LittleEndian, true
	case start[0] == 0 && start[1] != 0 && start[2] == 0 && start[3] != 0:
		return unicode.BigEndian, true
	}
	return order, false
}

// lineEnds replaces \r\n and \r, with which old files of a Mac end their lines, by \n.
type lineEnds struct {
	r     io.Reader
	after bool // the last byte was \r
}

func (l *lineEnds) Read(p []byte) (int, error) {
	for {
		n, err := l.r.Read(p)
		n = l.replace(p[:n])
		if n > 0 || err != nil || len(p) == 0 {
			return n, err
		}
	}
}

// replace changes text in place, and returns its new length.
func (l *lineEnds) replace(text []byte) int {
	if l.after && len(text) > 0 {
		l.after = false
		if text[0] == '\n' {
			return copy(text, text[1:l.replaceFrom(text, 1)])
		}
	}
	return l.replaceFrom(text, 0)
}

func (l *lineEnds) replaceFrom(text []byte, from int) int {
	first := bytes.IndexByte(text[from:], '\r')
	if first < 0 {
		return len(text)
	}
	to := from + first
	for i := to; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '\r':
			text[to] = '\n'
			to++
			if l.after = i+1 == len(text); !l.after && text[i+1] == '\n' {
				i++
			}
		default:
			text[to] = c
			to++
		}
	}
	return to
}

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
