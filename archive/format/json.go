package format

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// A JSON file is a puzzle, a list of puzzles, or one value a line. It is read value by value: one value is in memory
// at a time, and a damaged one costs only itself.

// maxValue is how many bytes a value of a JSON file may have. A list that is the whole file may be longer.
const maxValue = 1 << 20

// jsonStart matches the beginning of a JSON file. "[Puzzle]" begins a section of an .sdk file, and "[12:30]" a line
// of a chat.
var jsonStart = regexp.MustCompile(`^[\s\x{feff}]*(\{\s*["}]|\[\s*(["{\[n\]]|[0-9]+[^0-9:/]))`)

// tomlStart matches "[[puzzle]]", which begins a table of TOML.
var tomlStart = regexp.MustCompile(`^[\s\x{feff}]*\[\[[\pL_][\pL\pN_.-]*\]\]`)

func isJSON(head []byte) bool {
	return jsonStart.Match(head) && !isSource(head) && !tomlStart.Match(head)
}

// readJSON reads a JSON file: a puzzle or a list of puzzles as one value, or one value a line.
//
// A puzzle is a string of cells, a list of 81 (or 16) cells, or a list of rows of cells. A cell is a digit, or null,
// 0, "" or "." if it is empty. In an object the puzzle stands beside its solution, name, author and other properties.
// f-puzzles and saved games of GNOME Sudoku are objects too.
func readJSON(b *bufio.Reader) iter.Seq[Entry] {
	return func(yield func(Entry) bool) {
		source := &unread{r: b}
		in := &jsonInput{r: bufio.NewReader(source), source: source}
		in.begin(1)
		w := &jsonWalk{yield: yield}
		for !w.stopped {
			line, first := in.start()
			if first != '{' && first != '[' {
				readText(in.rest(), line)(yield)
				return
			}
			err := in.next(w, line, first)
			if err != nil {
				at := in.line
				more := in.afterError(err)
				if !more && isDamage(err) {
					err = fmt.Errorf("%w; the rest was not read", err)
				}
				w.emit(at, Entry{Err: err})
				if !more {
					return
				}
				if in.damaged > maxDamage {
					w.emit(in.line, Entry{Err: errMuchDamage})
					return
				}
			}
		}
	}
}

// next gives one value of the file to w. The values of a list are given one by one, since a list may be longer than
// memory.
func (in *jsonInput) next(w *jsonWalk, line int, first byte) error {
	if first == '{' {
		value, err := in.value()
		if err == nil {
			w.list(line, []any{value})
		}
		return err
	}
	if _, err := in.decoder.Token(); err != nil {
		return in.explain(err)
	}
	list := &jsonList{walk: w, line: line}
	for !w.stopped && in.decoder.More() {
		at, _ := in.start()
		value, err := in.value()
		if err != nil {
			list.end()
			return err
		}
		list.add(at, value)
	}
	list.end()
	_, err := in.decoder.Token()
	return in.explain(err)
}

// jsonInput counts the lines that the decoder has consumed, and limits a value.
type jsonInput struct {
	r       *bufio.Reader // of source
	source  *unread
	decoder *json.Decoder
	read    int64
	breaks  []int64 // offsets of the line ends ahead of the decoder
	line    int     // at the decoder's offset
	damaged int64   // bytes of long damaged values
}

// Damaged values are read again, line by line. A value may have 1 MiB, and in a damaged file each line may begin one
// that goes on to the end of the file. So their bytes are limited.
const (
	longDamage = 8 << 10 // bytes that a value may have without being counted
	maxDamage  = 32 << 20
)

var errMuchDamage = failf(Damaged, "too many long values of this JSON are damaged: the rest was not read")

// begin decodes the rest of the file, which starts in the given line.
func (in *jsonInput) begin(line int) {
	in.read, in.breaks, in.line = 0, nil, line
	in.decoder = json.NewDecoder(in)
}

// unread is a reader that takes bytes back. It keeps them, so that taking back a part of them again costs nothing.
type unread struct {
	r  io.Reader
	b  []byte
	at int // the bytes of b that were read again
}

func (u *unread) Read(p []byte) (int, error) {
	if u.at == len(u.b) {
		return u.r.Read(p)
	}
	n := copy(p, u.b[u.at:])
	u.at += n
	return n, nil
}

func isDamage(err error) bool { return errors.As(err, new(*json.SyntaxError)) }

// afterError goes on in the next line that begins an object: the damage is one value, not the file. It reports
// whether there is such a line.
func (in *jsonInput) afterError(err error) bool {
	if !isDamage(err) {
		return false
	}
	if n := in.read - in.decoder.InputOffset(); n > longDamage {
		in.damaged += n
	}
	line, rest := in.line, in.rest()
	for {
		_, err := rest.ReadSlice('\n')
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			return false
		}
		if err == nil {
			line++
			if next, _ := rest.Peek(1); string(next) == "{" {
				in.begin(line)
				return true
			}
		}
	}
}

var errLongValue = failf(TooLong, "a value of more than %d KiB: write a list of puzzles, or one puzzle a line", maxValue>>10)

func (in *jsonInput) Read(p []byte) (int, error) {
	if in.decoder != nil && in.read-in.decoder.InputOffset() > maxValue {
		return 0, errLongValue
	}
	n, err := in.r.Read(p)
	for i, c := range p[:n] {
		if c == '\n' {
			in.breaks = append(in.breaks, in.read+int64(i))
		}
	}
	if in.read == 0 && bytes.HasPrefix(p[:n], []byte("\ufeff")) {
		copy(p, "   ")
	}
	in.read += int64(n)
	return n, err
}

// rest returns the text that was not decoded. It is the same reader at each call: a file may have an error in every
// line, and a new reader around the last one for each would fill the memory.
func (in *jsonInput) rest() *bufio.Reader {
	decoded, _ := io.ReadAll(in.decoder.Buffered()) // from memory
	ahead, _ := in.r.Peek(in.r.Buffered())
	if n, u := len(decoded)+len(ahead), in.source; n <= u.at && u.at < len(u.b) {
		u.at -= n
	} else {
		u.b, u.at = slices.Concat(decoded, ahead, u.b[u.at:]), 0
	}
	in.r.Reset(in.source)
	return in.r
}

// start returns the line and the first character of the next value.
func (in *jsonInput) start() (line int, first byte) {
	in.decoder.More() // reads on to the next value
	rest, _ := in.decoder.Buffered().(*bytes.Reader)
	offset := in.decoder.InputOffset()
	for rest != nil {
		c, err := rest.ReadByte()
		if err != nil {
			break
		}
		if !strings.ContainsRune(" \t\n,", rune(c)) {
			first = c
			break
		}
		offset++
	}
	passed := 0
	for passed < len(in.breaks) && in.breaks[passed] < offset {
		passed++
	}
	in.line += passed
	in.breaks = in.breaks[passed:]
	return in.line, first
}

func (in *jsonInput) value() (value any, err error) {
	var text json.RawMessage
	if err := in.decoder.Decode(&text); err != nil {
		return nil, in.explain(err)
	}
	if !utf8.Valid(text) { // the decoder would replace each such byte
		text = json.RawMessage(clean(text))
	}
	return value, in.explain(decodeJSON(bytes.NewReader(text), &value))
}

// explain turns an error of the decoder into advice.
func (in *jsonInput) explain(err error) error {
	switch {
	case err == nil, errors.Is(err, errLongValue):
		return err
	case isDamage(err):
		return failf(Damaged, "the JSON is damaged here: %w", err)
	case errors.Is(err, io.ErrUnexpectedEOF), err == io.EOF:
		return failf(Damaged, "the JSON ends in the middle: is the file complete?")
	}
	return err
}

// jsonObject returns the object of a puzzle, and of a position also its digits and candidates.
func jsonObject(e Entry) ([]byte, error) {
	grid, candidates := "", ""
	if e.Marks != "" {
		digits, _ := e.Position()
		grid, candidates = digits.String(), e.candidates()
	}
	return json.Marshal(struct {
		Puzzle     string `json:"puzzle"`
		Grid       string `json:"grid,omitempty"`
		Candidates string `json:"candidates,omitempty"`
		Name       string `json:"name,omitempty"`
		Author     string `json:"author,omitempty"`
		Rating     Rating `json:"rating,omitzero"`
		Comment    string `json:"comment,omitempty"`
	}{e.Grid.String(), grid, candidates, e.Name, e.Author, e.Rating, e.Comment})
}

func writeJSON(w io.Writer, entries iter.Seq[Entry]) error {
	before := "[\n"
	for e := range entries {
		object, err := jsonObject(e)
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(w, "%s%s", before, object); err != nil {
			return err
		}
		before = ",\n"
	}
	end := "\n]\n"
	if before == "[\n" {
		end = "[]\n"
	}
	_, err := io.WriteString(w, end)
	return err
}
