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

// Files come in UTF-8, UTF-16 or Latin-1, with the line ends of any system, and with lines of any length. From here on
// text is UTF-8, a line ends with \n, and at most maxLine bytes of it are in memory.

// decode returns text as UTF-8, or Latin-1 as it is, with \n at the end of each line. UTF-16 is known by its byte order
// mark, or by two ASCII characters at its beginning.
func decode(b *bufio.Reader) io.Reader {
	start, _ := b.Peek(4) // an error comes again with the next read
	order, isUTF16 := unicode.LittleEndian, true
	switch {
	case bytes.HasPrefix(start, []byte("\xff\xfe")):
	case bytes.HasPrefix(start, []byte("\xfe\xff")):
		order = unicode.BigEndian
	case len(start) < 4:
		isUTF16 = false
	case start[0] != 0 && start[1] == 0 && start[2] != 0 && start[3] == 0:
	case start[0] == 0 && start[1] != 0 && start[2] == 0 && start[3] != 0:
		order = unicode.BigEndian
	default:
		isUTF16 = false
	}
	if isUTF16 {
		return &lineEnds{r: unicode.UTF16(order, unicode.UseBOM).NewDecoder().Reader(b)}
	}
	return &lineEnds{r: b}
}

// lineEnds replaces \r\n, and the \r of old Macs, by \n.
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
	from := 0
	if l.after && len(text) > 0 {
		l.after = false
		if text[0] == '\n' { // of the \r before it
			from = 1
		}
	}
	end := len(text)
	if first := bytes.IndexByte(text[from:], '\r'); first >= 0 {
		end = from + first
		for i := end; i < len(text); i++ {
			c := text[i]
			if c == '\r' {
				c = '\n'
				if l.after = i+1 == len(text); !l.after && text[i+1] == '\n' {
					i++
				}
			}
			text[end] = c
			end++
		}
	}
	if from == 0 {
		return end
	}
	return copy(text, text[from:end])
}

// maxLine is how many bytes of a line are read; no puzzle needs a tenth of it.
const maxLine = 16 << 10

// lines reads text line by line in bounded memory.
type lines struct {
	r      *bufio.Reader
	number int    // of the current line, counted from 1
	text   string // the current line without its end; its first maxLine bytes if it is longer
	length int    // of the current line in bytes
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
		break
	}
	if l.length == 0 {
		return false
	}
	l.number++
	l.text = strings.TrimRight(clean(text), "\r\n")
	if l.number == 1 { // a byte order mark
		l.text = strings.TrimPrefix(l.text, "\ufeff")
	}
	return true
}

// tooLong returns an error if the current line was cut to maxLine bytes.
func (l *lines) tooLong() error {
	if l.length <= maxLine {
		return nil
	}
	return failf(TooLong, "%s: a line of %d bytes: write one puzzle a line, in 81 characters, 36 for a 6x6, 16 for a shidoku",
		sudoku.Excerpt(l.text), l.length)
}

// clean returns valid UTF-8 without NUL. Text that is not UTF-8 is read as Latin-1, the encoding of old files.
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
