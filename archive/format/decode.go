package format

import (
	"bufio"
	"bytes"
	"io"

	"golang.org/x/text/encoding/unicode"
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
