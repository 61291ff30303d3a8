package booklet

import (
	"bufio"
	_ "embed"
	"errors"
	"html/template"

	"github.com/gridkeeper/gridkeeper/bot/look"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

//go:embed booklet.html
var bookletText string

var bookletTemplate = template.Must(template.New("booklet").Parse(bookletText))

// htmlPaper writes each page when it is full.
type htmlPaper struct{ out *bufio.Writer }

func (h *htmlPaper) begin(b *booklet) error {
	return bookletTemplate.ExecuteTemplate(h.out, "begin", struct {
		Title, Tag            string
		Tokens                template.CSS
		Ink, Keyhole          template.CSS
		BoxShare, CornerShare float64
	}{b.Title, b.Tag, template.CSS(look.CSS()), css(look.Print), css(look.Dark.Palette().Warm), look.BoxShare, look.CornerShare})
}

func css(c look.Colour) template.CSS { return template.CSS(c.String()) }

func (h *htmlPaper) page(p *pages) error { return bookletTemplate.ExecuteTemplate(h.out, "page", p) }

func (h *htmlPaper) end() error {
	return errors.Join(bookletTemplate.ExecuteTemplate(h.out, "end", nil), h.out.Flush())
}

// printedGrid is a grid as a table.
type printedGrid struct {
	Side int
	Rows [][]printedCell

	boxHeight, boxWidth int
}

type printedCell struct{ Classes, Digit string }

func gridToPrint(g sudoku.Grid) printedGrid {
	shape := g.Shape()
	rows := make([][]printedCell, shape.Side())
	for _, c := range shape.Cells() {
		cell := printedCell{}
		if d := g.At(c); d != 0 {
			cell.Digit = d.String()
		}
		if c.Column() > 0 && c.Column()%shape.BoxWidth() == 0 {
			cell.Classes = "l"
		}
		if c.Row() > 0 && c.Row()%shape.BoxHeight() == 0 {
			cell.Classes += " t"
		}
		rows[c.Row()] = append(rows[c.Row()], cell)
	}
	return printedGrid{shape.Side(), rows, shape.BoxHeight(), shape.BoxWidth()}
}
