package format

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// OpenSudoku is an app for Android, KSudoku a game of KDE. Both save puzzles as XML, read by xml.go.

// readOpenSudoku reads <game data="81 digits">, in a <folder name="…"> or with a <name> and an <author> above. The
// data of a game in progress is a list of cells.
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

// parseOpenSudoku reads 81 digits, or the cells of a game. "version: 1" is followed by the fields of each cell: its
// value, its marks (two kinds of them from version 4 on), and 1 if a player may change it. A bar follows each field.
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

func writeOpenSudoku(w io.Writer, entries iter.Seq[Entry]) error {
	type game struct {
		Data string `xml:"data,attr"`
		Note string `xml:"note,attr,omitempty"`
	}
	if _, err := io.WriteString(w, xml.Header+"<opensudoku version=\"2\">\n"); err != nil {
		return err
	}
	folder, open := "", false
	for e := range entries {
		if !open || e.Name != folder {
			if open {
				fmt.Fprintln(w, "</folder>")
			}
			var name strings.Builder
			_ = xml.EscapeText(&name, []byte(e.Name))
			fmt.Fprintf(w, "<folder name=\"%s\">\n", name.String())
			folder, open = e.Name, true
		}
		line, err := xml.Marshal(struct {
			XMLName xml.Name `xml:"game"`
			game
		}{game: game{sdmLine(e), e.Comment}})
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(w, "%s\n", line); err != nil {
			return err
		}
	}
	if open {
		fmt.Fprintln(w, "</folder>")
	}
	_, err := io.WriteString(w, "</opensudoku>\n")
	return err
}

// readKSudoku reads the <values> of a <puzzle> whose <graph> is a plain sudoku: a letter from b on for each digit
// from 1 on, column by column.
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
	if e.Err == nil && !e.Grid.Shape().CanTranspose() {
		e.Err = errUnknownBoxes
	}
	if e.Err != nil {
		return rejected(values[:min(len(values), maxNote)], e.Err)
	}
	e.Grid = transposed(e.Grid)
	e.Text = e.Grid.String()
	return e
}

func kSudoku(e Entry) string {
	g := transposed(e.Grid)
	var values strings.Builder
	for _, c := range g.Shape().Cells() {
		if d := g.At(c); d != 0 {
			values.WriteByte('a' + byte(d))
		} else {
			values.WriteByte('_')
		}
	}
	return fmt.Sprintf(`<!DOCTYPE ksudoku>
<ksudoku>
 <game had-help="0" msecs-elapsed="0">
  <puzzle>
   <graph order="%d" type="sudoku" specific-type="Plain"/>
   <values>%s</values>
  </puzzle>
  <history/>
 </game>
</ksudoku>`, g.Shape().Side(), values.String())
}
