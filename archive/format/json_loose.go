package format

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"regexp"
	"strings"
)

// Programs have their puzzles as objects in their source, which is nearly JSON: keys without quotes, single quotes,
// commas at the end, comments, None and True, a name in front. Such text is made JSON while it is read. Line ends
// stay in place.

// objectStart matches the beginning of an object with a key, perhaps in lists.
var objectStart = regexp.MustCompile("(?:[\\[(](?:\\s|//[^\\n]*\\n|#[^\\n]*\\n)*)*\\{(?:\\s|//[^\\n]*\\n|#[^\\n]*\\n)*(?:\"[^\"\\n]*\"|'[^'\\n]*'|[\\pL_$][\\pL\\pN_$]*|\\d+)\\s*:")

// textsStart matches the beginning of a list of texts in quotes that JSON does not have.
var textsStart = regexp.MustCompile("^[\\s\\x{feff}]*[\\[(]\\s*['`]")

// beforeObject matches the end of the text before an object: nothing, or the name of the object.
var beforeObject = regexp.MustCompile(`(?:[=(:]|^|\bdefault|\breturn|\bexports|\*/|\n)\s*$`)

// looseStart returns the start of the first object of a text, or of the first list of objects, if no puzzle precedes
// it; else -1.
func looseStart(text []byte) int {
	if at := textsStart.FindIndex(text); at != nil {
		return bytes.IndexAny(text, "[(")
	}
	at := objectStart.FindIndex(text)
	if at == nil || !beforeObject.Match(text[:at[0]]) {
		return -1
	}
	for line := range strings.Lines(string(text[:at[0]])) {
		if _, _, cells := findCells(strings.TrimSpace(line)); cells || isRow(line) {
			return -1
		}
	}
	return at[0]
}

// isLoose reports whether a text is nearly JSON: not JSON as it is, but made JSON all of its values can be read, and
// at least half of them are puzzles. Other source of programs is read by its lines.
func isLoose(head []byte) bool {
	if !bytes.ContainsAny(head, "{[") || looseStart(head) < 0 {
		return false
	}
	if jsonStart.Match(head) && !isDamage(json.NewDecoder(bytes.NewReader(head)).Decode(new(json.RawMessage))) {
		return false
	}
	all, _ := io.ReadAll(&looseReader{r: bufio.NewReader(bytes.NewReader(head))}) // has no other errors
	for text := all; ; {
		text = bytes.TrimLeft(text, " \t\r\n;,")
		if len(text) == 0 || text[0] != '{' && text[0] != '[' {
			break
		}
		values := json.NewDecoder(bytes.NewReader(text))
		if err := values.Decode(new(json.RawMessage)); isDamage(err) {
			return false
		} else if err != nil { // the rest is not in the head
			break
		}
		text = text[values.InputOffset():]
	}
	puzzles, others := 0, 0
	for e := range readJSON(bufio.NewReader(bytes.NewReader(all))) {
		if e.Err == nil {
			puzzles++
		} else {
			others++
		}
	}
	return others <= max(puzzles, 1)
}

// looseReader turns nearly JSON into JSON.
type looseReader struct {
	r     *bufio.Reader
	out   bytes.Buffer
	depth int
	comma bool // a comma is held back, as it is dropped before a closing bracket
	lines int  // line ends inside of a text, which are written after it
	rest  bool // the rest of the text is not changed
}

func (l *looseReader) Read(p []byte) (int, error) {
	for l.out.Len() < len(p) && !l.rest {
		if err := l.step(); err != nil {
			if l.out.Len() > 0 {
				break
			}
			return 0, err
		}
	}
	if l.out.Len() > 0 {
		return l.out.Read(p)
	}
	return l.r.Read(p)
}

// step reads one token.
func (l *looseReader) step() error {
	if l.depth == 0 {
		if done, err := l.skipStatement(); done || err != nil {
			return err
		}
	}
	next, err := l.r.Peek(2)
	if len(next) == 0 {
		return err
	}
	c := next[0]
	next = next[1:]
	isWordStart := isWord(c) || c >= 0x80 || strings.IndexByte("$-+.", c) >= 0
	isComment := c == '#' || c == '/' && string(next) == "/"
	if !isWordStart && !isComment {
		_, _ = l.r.Discard(1)
	}
	switch {
	case c == '\n' || c == ' ' || c == '\t' || c == '\r':
		l.out.WriteByte(c)
		return nil
	case isComment:
		return l.skipTo("\n")
	case c == '/' && string(next) == "*":
		return l.skipTo("*/")
	case c == ',':
		l.comma = true
		return nil
	case strings.IndexByte(closeBrackets, c) >= 0:
		l.comma = false
		l.depth--
		l.out.WriteByte("]]}"[strings.IndexByte("])}", c)])
		return nil
	}
	if l.comma {
		l.out.WriteByte(',')
		l.comma = false
	}
	switch {
	case strings.IndexByte(openBrackets, c) >= 0:
		l.depth++
		l.out.WriteByte("[[{"[strings.IndexByte("[({", c)])
	case strings.IndexByte("\"'`", c) >= 0:
		return l.text(c)
	case isWordStart:
		return l.word()
	default:
		l.out.WriteByte(c)
	}
	return nil
}

// maxStatement is how many bytes may stand between two objects.
const maxStatement = 4 << 10

// skipStatement skips the text before the next object, other than its line ends. done reports that no object follows:
// the rest is empty, or is text that is not changed.
func (l *looseReader) skipStatement() (done bool, err error) {
	text, err := l.r.Peek(maxStatement)
	if len(text) == 0 {
		return false, err
	}
	start := looseStart(text)
	if start < 0 && len(text) < maxStatement { // the end of the file, unless it has cells
		start, done = len(text), true
		for line := range strings.Lines(string(text)) {
			if parseLine(strings.TrimSpace(line)).Err == nil || looksDrawn(line) {
				if strings.TrimSpace(line) != "" {
					start = -1
				}
				break
			}
		}
	}
	if start < 0 {
		l.rest = true
		return true, nil
	}
	l.out.WriteString(strings.Repeat("\n", bytes.Count(text[:start], []byte("\n"))))
	_, err = l.r.Discard(start)
	return done, err
}

// skipTo skips a comment, other than its line ends.
func (l *looseReader) skipTo(end string) error {
	for seen := ""; ; {
		c, err := l.r.ReadByte()
		if err != nil {
			return err
		}
		if c == '\n' {
			l.out.WriteByte(c)
		}
		if seen += string(c); strings.HasSuffix(seen, end) {
			return nil
		}
		seen = seen[max(0, len(seen)-len(end)):]
	}
}

// text reads a text in quotes, or in three of them.
func (l *looseReader) text(quote byte) error {
	end := string(quote)
	if two, _ := l.r.Peek(2); string(two) == end+end {
		end = strings.Repeat(end, 3)
		_, _ = l.r.Discard(2)
	}
	l.out.WriteByte('"')
	for {
		c, err := l.r.ReadByte()
		if err != nil {
			return err
		}
		if c == quote {
			if more, _ := l.r.Peek(len(end) - 1); string(more) == end[1:] {
				_, _ = l.r.Discard(len(more))
				break
			}
		}
		switch c {
		case '\\':
			c, err = l.r.ReadByte()
			if err != nil {
				return err
			}
			switch {
			case strings.IndexByte(`"\/bfnrtu`, c) >= 0:
				l.out.WriteByte('\\')
				l.out.WriteByte(c)
			case c == '\n':
				l.lines++
			default:
				l.out.WriteByte(c)
			}
		case '"':
			l.out.WriteString(`\"`)
		case '\n':
			l.out.WriteString(`\n`)
			l.lines++
		case '\t':
			l.out.WriteString(`\t`)
		default:
			l.out.WriteByte(c)
		}
	}
	l.out.WriteByte('"')
	l.out.WriteString(strings.Repeat("\n", l.lines))
	l.lines = 0
	return nil
}

var looseWords = map[string]string{"None": "null", "nil": "null", "undefined": "null", "NaN": "null", "nan": "null", "NULL": "null", "Infinity": "null",
	"-Infinity": "null", "True": "true", "False": "false", "TRUE": "true", "FALSE": "false"}

// maxWord is how many bytes a word may have.
const maxWord = 100

// word reads a number, a key, or a word for a value.
func (l *looseReader) word() error {
	var word []byte
	for len(word) < maxWord {
		c, err := l.r.ReadByte()
		if err != nil {
			return err // a word that is cut off is dropped
		}
		if !isWord(c) && strings.IndexByte("$-+.", c) < 0 && c < 0x80 {
			_ = l.r.UnreadByte()
			break
		}
		word = append(word, c)
	}
	after, _ := l.r.Peek(64)
	trimmed := bytes.TrimLeft(after, " \t\n")
	switch text, known := looseWords[string(word)]; {
	case len(trimmed) > 0 && trimmed[0] == ':':
		l.out.WriteString(`"` + string(word) + `"`)
	case known:
		l.out.WriteString(text)
	case len(word) == 1 && len(after) > 0 && (after[0] == '\'' || after[0] == '"') && strings.IndexByte("rubRUB", word[0]) >= 0: // r"…"
	case word[0] == '+' || word[0] == '.':
		l.out.WriteString(strings.TrimPrefix("0"+string(word), "0+"))
	default:
		l.out.Write(word)
	}
	return nil
}
