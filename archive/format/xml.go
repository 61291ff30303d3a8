package format

import (
	"bufio"
	"encoding/json"
	"encoding/xml"
	"io"
	"iter"
	"maps"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/text/encoding/htmlindex"
)

// XML is read element by element. An element becomes an object as JSON has it, with its attributes, elements and
// text, and json_object.go reads the object. The files of OpenSudoku and KSudoku have readers of their own.

// xmlStart matches the first tag of an XML file. "<https://…>" is a link, and "<a:smile:1>" an emoji of Discord.
var xmlStart = regexp.MustCompile(`^[\s\x{feff}]*<([?!]|[a-zA-Z][\w.-]*(:[a-zA-Z][\w.-]*)?[\s/>])`)

// readXML reads files of OpenSudoku and KSudoku, and any other with cells in its elements.
func readXML(b *bufio.Reader) iter.Seq[Entry] {
	return func(yield func(Entry) bool) {
		in := &xmlInput{r: b}
		in.decoder = xml.NewDecoder(in)
		in.decoder.CharsetReader = func(charset string, r io.Reader) (io.Reader, error) {
			encoding, err := htmlindex.Get(charset)
			if err != nil {
				return nil, failf(Foreign, "unknown encoding %q: save it as UTF-8", charset)
			}
			return encoding.NewDecoder().Reader(r), nil
		}
		var root xml.StartElement
		var err error
		for isStart := false; err == nil && !isStart; {
			var token xml.Token
			token, err = in.decoder.Token()
			root, isStart = token.(xml.StartElement)
		}
		switch {
		case err != nil:
			err = xmlError(err)
		case root.Name.Local == "opensudoku":
			err = readOpenSudoku(in.decoder, yield)
		case root.Name.Local == "ksudoku":
			err = readKSudoku(in.decoder, yield)
		case !strings.EqualFold(root.Name.Local, "html") && !strings.EqualFold(root.Name.Local, "svg"):
			err = readXMLTree(in.decoder, root, yield)
		default:
			err = failf(Foreign, "this is an XML or HTML file with <%s>, and not one of OpenSudoku or KSudoku: copy the puzzles into a text file",
				root.Name.Local)
		}
		if err != nil {
			line, _ := in.decoder.InputPos()
			yield(Entry{Line: line, Err: err})
		}
	}
}

// xmlInput limits the bytes of one element, which the decoder keeps in memory.
type xmlInput struct {
	r       io.Reader
	decoder *xml.Decoder
	read    int64
}

func (in *xmlInput) Read(p []byte) (int, error) {
	if in.decoder != nil && in.read-in.decoder.InputOffset() > maxValue {
		return 0, errLongXML
	}
	n, err := in.r.Read(p)
	in.read += int64(n)
	return n, err
}

var errLongXML = failf(TooLong, "an element of more than %d KiB", maxValue>>10)

func xmlError(err error) error {
	if err == io.EOF {
		return failf(Damaged, "the XML ends too early: is the file complete?")
	}
	return failf(Damaged, "the XML is damaged here: %w", err)
}

// maxDepth is how many elements may be nested; the decoder remembers all of them. The known formats have five.
const maxDepth = 100

// tokens yields the elements of a file and the text in them, until its end.
func tokens(d *xml.Decoder, failed *error) iter.Seq[xml.Token] {
	return func(yield func(xml.Token) bool) {
		for depth := 0; ; {
			token, err := d.Token()
			if err == io.EOF {
				return
			}
			switch token.(type) {
			case xml.StartElement:
				depth++
			case xml.EndElement:
				depth--
			}
			if depth > maxDepth {
				*failed = failf(TooLong, "elements nested more than %d deep: this is not a file of OpenSudoku or KSudoku", maxDepth)
				return
			}
			if err != nil {
				*failed = xmlError(err)
				return
			}
			if !yield(token) {
				return
			}
		}
	}
}

func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return strings.TrimSpace(clean([]byte(a.Value)))
		}
	}
	return ""
}

// maxSiblings is how many elements of one name are kept in an element: the cells of a board, and some more.
const maxSiblings = 100

// element is an element of an XML file, as the object that [jsonWalk] takes: its attributes, its elements by their
// names, and its text.
type element struct {
	name   string
	line   int
	object map[string]any
	text   string
}

// readXMLTree reads the puzzles of any XML: texts of cells in elements and attributes, and rows and cells as
// elements. The properties of a puzzle stand beside it. An element with two puzzles of one name has several.
func readXMLTree(d *xml.Decoder, root xml.StartElement, yield func(Entry) bool) (failed error) {
	found := false
	w := &jsonWalk{yield: func(e Entry) bool {
		found = true
		return yield(e)
	}}
	line, _ := d.InputPos()
	path := []element{newElement(root, line)}
	for token := range tokens(d, &failed) {
		switch t := token.(type) {
		case xml.StartElement:
			line, _ := d.InputPos()
			path = append(path, newElement(t, line))
		case xml.CharData:
			if last := &path[len(path)-1]; len(last.text) <= maxGridText {
				last.text += string(t[:min(len(t), maxGridText)])
			}
		case xml.EndElement:
			last := path[len(path)-1]
			path = path[:len(path)-1]
			value := last.value()
			object, isObject := value.(map[string]any)
			switch {
			case isObject && hasPuzzle(object):
				w.object(last.line, object)
			case len(path) == 0:
				if text, isText := value.(string); isText && isGrid(text) {
					w.list(last.line, []any{text})
				}
			default:
				path[len(path)-1].add(w, last.name, value)
			}
		}
		if w.stopped || len(path) == 0 {
			break
		}
	}
	for _, open := range path { // of a damaged file
		if hasPuzzle(open.object) {
			w.object(open.line, open.object)
		}
	}
	if w.stopped {
		return nil
	}
	if failed == nil && !found {
		return failf(Foreign, "this is an XML or HTML file with <%s>, and not one of OpenSudoku or KSudoku: copy the puzzles into a text file", root.Name.Local)
	}
	return failed
}

func newElement(start xml.StartElement, line int) element {
	e := element{name: start.Name.Local, line: line, object: map[string]any{}}
	for _, a := range start.Attr {
		e.object[a.Name.Local] = xmlValue(a.Value)
	}
	return e
}

// xmlValue returns a text, or the number that it is.
func xmlValue(text string) any {
	text = strings.TrimSpace(clean([]byte(text)))
	if text != "" && len(text) <= 2 && strings.Trim(text, "0123456789") == "" {
		return json.Number(text)
	}
	return text
}

// value returns an element as a text, if it has nothing else, or as an object.
func (e *element) value() any {
	if len(e.object) == 0 {
		return xmlValue(e.text)
	}
	if text := xmlValue(e.text); text != "" {
		e.object["value"] = text
	}
	return e.object
}

// hasPuzzle reports whether an object itself has a grid, other than a solution.
func hasPuzzle(object map[string]any) bool {
	grids, unread := gridsOf(object, "", 1)
	return unread != nil || slices.ContainsFunc(grids, func(n named) bool { return n.role != solutionRole })
}

// add adds an element below. A second grid of a name begins another puzzle.
func (e *element) add(w *jsonWalk, name string, value any) {
	before, isThere := e.object[name]
	if text, isText := value.(string); isThere && isText && isGrid(text) {
		w.object(e.line, maps.Clone(e.object))
		for key, value := range e.object {
			if isGrid(value) {
				delete(e.object, key)
			}
		}
		isThere = false
	}
	list, isList := before.([]any)
	switch {
	case !isThere:
		e.object[name] = value
	case !isList:
		e.object[name] = []any{before, value}
	case len(list) < maxSiblings:
		e.object[name] = append(list, value)
	}
}
