package format

import (
	"bufio"
	"cmp"
	"encoding/xml"
	"io"
	"iter"
	"regexp"
	"strings"

	"golang.org/x/text/encoding/htmlindex"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// xmlStart matches the first tag of an XML file. "<https://…>" is a link, and "<a:smile:1>" an emoji of Discord.
var xmlStart = regexp.MustCompile(`^[\s\x{feff}]*<([?!]|[a-zA-Z][\w.-]*(:[a-zA-Z][\w.-]*)?[\s/>])`)

func isXML(head []byte) bool { return xmlStart.Match(head) }

// readXML reads files of OpenSudoku and KSudoku, and any other in which cells stand in an element.
func readXML(b *bufio.Reader) iter.Seq[Entry] {
	return func(yield func(Entry) bool) {
		in := &xmlInput{r: b}
		in.decoder = xml.NewDecoder(in)
		in.decoder.CharsetReader = charsetReader
		root, err := in.root()
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

// xmlInput limits what the decoder has to keep of one element.
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

func charsetReader(charset string, r io.Reader) (io.Reader, error) {
	encoding, err := htmlindex.Get(charset)
	if err != nil {
		return nil, failf(Foreign, "unknown encoding %q: save it as UTF-8", charset)
	}
	return encoding.NewDecoder().Reader(r), nil
}

func (in *xmlInput) root() (xml.StartElement, error) {
	for {
		token, err := in.decoder.Token()
		if err != nil {
			return xml.StartElement{}, err
		}
		if start, ok := token.(xml.StartElement); ok {
			return start, nil
		}
	}
}

func xmlError(err error) error {
	if err == io.EOF {
		return failf(Damaged, "the XML ends too early: is the file complete?")
	}
	return failf(Damaged, "the XML is damaged here: %w", err)
}

// maxDepth is how many elements may lie in each other; the decoder remembers all of them. The
// formats that are read have five.
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

// readOpenSudoku reads <game data="81 digits">, in a <folder name="…"> or with a <name> and an
// <author> above. The data of a game that was begun is a row of cells.
func readOpenSudoku(d *xml.Decoder, yield func(Entry) bool) (failed error) {
	name, author, level, folder, inside := "", "", "", "", ""
	for token := range tokens(d, &failed) {
		switch t := token.(type) {
		case xml.StartElement:
			inside = t.Name.Local
			switch inside {
			case "folder":
				folder = shortened(attribute(t, "name"))
			case "game":
				line, _ := d.InputPos()
				e := parseOpenSudoku(attribute(t, "data"))
				e.Line, e.Author, e.Name = line, author, cmp.Or(folder, name)
				if e.Err == nil {
					e.Comment = commentOf(attribute(t, "note"))
				}
				e.Rating = newRating(openSudoku, level)
				if e.Err != nil {
					e.Name, e.Author, e.Rating = "", "", Rating{}
				}
				if !yield(e) {
					return nil
				}
			}
		case xml.EndElement:
			if inside = ""; t.Name.Local == "folder" {
				folder = ""
			}
		case xml.CharData:
			switch inside {
			case "name":
				name = shortened(name + oneSpace(string(t)))
			case "author":
				author = shortened(author + oneSpace(string(t)))
			case "level":
				level = shortened(level + oneSpace(string(t)))
			}
		}
	}
	return failed
}

// maxAbove is how many bytes are kept of a text that belongs to all puzzles below it: each of them
// has it.
const maxAbove = 1000

func shortened(text string) string { return cut(text, maxAbove) }

func cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.TrimSpace(strings.ToValidUTF8(text[:most], ""))
}

func oneSpace(text string) string { return strings.Join(strings.Fields(clean([]byte(text))), " ") }

func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return strings.TrimSpace(clean([]byte(a.Value)))
		}
	}
	return ""
}

// parseOpenSudoku reads 81 digits, or the cells of a game: "version: 1", then for each cell its
// value, its marks (two kinds of them from version 4 on), and 1 where a player may change it,
// each followed by a bar.
func parseOpenSudoku(data string) Entry {
	version, cells, isGame := strings.Cut(data, "\n")
	if !isGame {
		version, cells, isGame = strings.Cut(data, " \t")
	}
	if !strings.HasPrefix(data, "version:") {
		return parseValue(data)
	}
	if !isGame { // an attribute has its line breaks normalised
		fields := strings.Fields(data)
		version, cells = strings.Join(fields[:min(2, len(fields))], " "), strings.Join(fields[min(2, len(fields)):], "")
	}
	// Version 2 wrote a bar too many.
	fields := strings.FieldsFunc(cells, func(r rune) bool { return r == '|' || r == '\n' })
	perCell := len(fields) / sudoku.MaxCells
	if perCell < 3 || len(fields)%sudoku.MaxCells != 0 {
		return rejected(data[:min(len(data), maxNote)], failf(WrongRows, "%s: %d fields: there are %d or %d for each of 81 cells", oneSpace(version), len(fields), 3, 4))
	}
	text := ""
	for cell := range sudoku.MaxCells {
		value, editable := fields[cell*perCell], fields[cell*perCell+min(perCell-1, 3)]
		if editable != "0" {
			value = "."
		}
		text += value
	}
	return parseValue(text)
}

// readKSudoku reads the <values> of a <puzzle> whose <graph> is a plain sudoku: a letter from b on
// for each digit from 1 on, column by column.
func readKSudoku(d *xml.Decoder, yield func(Entry) bool) (failed error) {
	values, variant, inside, line := "", "", "", 1
	for token := range tokens(d, &failed) {
		switch t := token.(type) {
		case xml.StartElement:
			inside = t.Name.Local
			switch inside {
			case "puzzle":
				values, variant = "", ""
				line, _ = d.InputPos()
			case "graph":
				if kind := attribute(t, "type"); kind != "sudoku" {
					variant = attribute(t, "specific-type") + " (" + kind + ")"
				}
			}
		case xml.CharData:
			if inside == "values" && len(values) <= maxNote { // too long to be a puzzle otherwise
				values += string(t[:min(len(t), maxLine)])
			}
		case xml.EndElement:
			inside = ""
			if t.Name.Local == "puzzle" {
				e := parseKSudoku(strings.TrimSpace(values), variant)
				e.Line = line
				if !yield(e) {
					return nil
				}
			}
		}
	}
	return failed
}

func parseKSudoku(values, variant string) Entry {
	if variant != "" {
		return rejected(values[:min(len(values), maxNote)], failf(Variant, "not a plain sudoku: a puzzle of KSudoku's kind %q", variant))
	}
	text := []byte(values)
	for i, c := range text {
		if c >= 'b' && c <= 'j' {
			text[i] = c - 'b' + '1'
		}
	}
	e := parseValue(string(text))
	if e.Err != nil {
		return rejected(values[:min(len(values), maxNote)], e.Err)
	}
	e.Grid = transposed(e.Grid)
	e.Text = e.Grid.String()
	return e
}

// transposed returns a grid with its rows as columns.
func transposed(g sudoku.Grid) sudoku.Grid {
	turned := sudoku.Empty(g.Shape())
	for _, c := range g.Shape().Cells() {
		if d := g.At(c); d != 0 {
			turned = turned.With(sudoku.CellAt(c.Column(), c.Row()), d)
		}
	}
	return turned
}
