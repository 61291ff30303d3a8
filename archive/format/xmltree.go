package format

import (
	"encoding/json"
	"encoding/xml"
	"maps"
	"slices"
	"strings"
)

// maxSiblings is how many elements of one name are kept of an element: the cells of a board, and some more.
const maxSiblings = 100

// element is an element of an XML file, as the object that [jsonWalk] takes: its attributes, its elements by their names,
// and its text.
type element struct {
	name   string
	line   int
	object map[string]any
	text   string
}

// readXMLTree reads the puzzles of any XML: texts of cells in elements and attributes, and rows and cells as elements. What
// is known about a puzzle stands beside it. An element with two puzzles of one name has several.
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
					w.top(last.line, text)
				}
			default:
				path[len(path)-1].add(w, last.name, value)
			}
		}
		if w.stopped || len(path) == 0 {
			break
		}
	}
	for _, open := range path { // what a damaged file has before its end
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

// hasPuzzle reports whether an object has a grid, other than a solution, in itself.
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
