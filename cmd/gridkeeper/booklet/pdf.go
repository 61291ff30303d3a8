package booklet

import (
	"fmt"
	"io"
	"strconv"
	"unicode"

	"codeberg.org/go-pdf/fpdf"
	"github.com/go-fonts/liberation/liberationsansbold"
	"github.com/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/font/sfnt"
)

// The layout of a page, in millimetres.
const (
	pdfMargin  = 14.0
	pdfHeading = 14.0 // height of a title
	pdfCaption = 7.0  // height of the line above a grid
	pdfGap     = 6.0  // between grids
)

// pointsOf is the number of points in a millimetre.
const pointsOf = 72 / 25.4

// pdfPaper collects the pages of a PDF.
type pdfPaper struct {
	doc           *fpdf.Fpdf
	width, height float64 // of a page
	font          *sfnt.Font
	out           io.Writer
	heading       string // of the page that comes next
}

// newPDF returns an empty document. It is an error if the fonts lack letters of the title or of the language.
func newPDF(b *booklet, w io.Writer) (*pdfPaper, error) {
	font, err := sfnt.Parse(liberationsansregular.TTF)
	if err != nil {
		return nil, err
	}
	p := &pdfPaper{doc: fpdf.New("P", "mm", b.paperSize, ""), font: font, out: w}
	p.width, p.height = p.doc.GetPageSize()
	for _, words := range []string{b.words.Text("booklet.solutions", nil), b.Title} {
		if !p.canWrite(words) {
			return nil, fmt.Errorf("the fonts of a PDF cannot write %q: use --format html, and print that in a browser", words)
		}
	}
	return p, nil
}

// rightToLeft are scripts that fpdf cannot write, though the font has some of their letters.
var rightToLeft = []*unicode.RangeTable{unicode.Hebrew, unicode.Arabic, unicode.Bidi_Control}

// canWrite reports whether a text can be written: the font has its characters, and they run from left to right.
func (p *pdfPaper) canWrite(text string) bool {
	for _, r := range text {
		if glyph, err := p.font.GlyphIndex(nil, r); err != nil || glyph == 0 || unicode.In(r, rightToLeft...) {
			return false
		}
	}
	return true
}

func (p *pdfPaper) begin(b *booklet) error {
	p.doc.AddUTF8FontFromBytes("sans", "", liberationsansregular.TTF)
	p.doc.AddUTF8FontFromBytes("sans", "B", liberationsansbold.TTF)
	p.doc.SetTitle(b.Title, true)
	p.doc.SetCreator("Gridkeeper", true)
	p.doc.SetLang(b.Tag)
	p.doc.SetAutoPageBreak(false, 0)
	p.doc.SetFooterFunc(p.number)
	p.heading = b.Title
	return p.doc.Error()
}

// number writes the number of a page below it.
func (p *pdfPaper) number() {
	p.doc.SetFont("sans", "", 8)
	p.doc.SetXY(pdfMargin, p.height-10)
	p.doc.CellFormat(p.width-2*pdfMargin, 5, strconv.Itoa(p.doc.PageNo()), "", 0, "C", false, 0, "")
}

// page writes the puzzles of a page into its columns and rows.
func (p *pdfPaper) page(of *pages) error {
	p.doc.AddPage()
	top := pdfMargin
	if heading := p.heading + of.Title; heading != "" { // never both: only pages of solutions have a title of their own
		p.doc.SetFont("sans", "B", 17)
		p.doc.SetXY(pdfMargin, pdfMargin-3)
		p.doc.CellFormat(p.width-2*pdfMargin, 10, p.shortened(heading, p.width-2*pdfMargin), "", 0, "L", false, 0, "")
		top += pdfHeading
	}
	p.heading = ""
	columns, rows := of.layout[0], of.layout[1]
	width, height := (p.width-2*pdfMargin)/float64(columns), (p.height-pdfMargin-pdfHeading-pdfMargin)/float64(rows)
	side := min(width-pdfGap, height-pdfGap-pdfCaption)
	for i, one := range of.Puzzles {
		x := pdfMargin + float64(i%columns)*width + (width-side)/2
		p.puzzle(one, x, top+float64(i/columns)*height, side)
	}
	return p.doc.Error()
}

// puzzle writes a puzzle below its number, name and difficulty.
func (p *pdfPaper) puzzle(one printed, x, y, side float64) {
	p.doc.SetFont("sans", "", 8.5)
	difficulty := p.doc.GetStringWidth(one.Difficulty)
	p.doc.SetXY(x, y)
	p.doc.CellFormat(side, pdfCaption-1, one.Difficulty, "", 0, "R", false, 0, "")
	name := strconv.Itoa(one.Number)
	if one.Name != "" && p.canWrite(one.Name) {
		name += " · " + one.Name
	}
	p.doc.SetFont("sans", "B", 8.5)
	p.doc.SetXY(x, y)
	p.doc.CellFormat(side, pdfCaption-1, p.shortened(name, side-difficulty-4), "", 0, "L", false, 0, "")
	y += pdfCaption
	g := one.Grid
	cell := side / float64(g.Side)
	p.doc.SetFont("sans", "", cell*.62*pointsOf)
	for r, row := range g.Rows {
		for c, one := range row {
			p.doc.SetXY(x+float64(c)*cell, y+float64(r)*cell)
			p.doc.CellFormat(cell, cell, one.Digit, "", 0, "CM", false, 0, "")
		}
	}
	p.lines(x, y, side, cell, .15, 110)
	p.lines(x, y, side, cell*float64(g.box), .6, 0)
}

// lines draws lines at equal distances, in a shade of grey.
func (p *pdfPaper) lines(x, y, side, apart, width float64, grey int) {
	p.doc.SetLineWidth(width)
	p.doc.SetDrawColor(grey, grey, grey)
	for i := range int(side/apart+.5) + 1 {
		at := float64(i) * apart
		p.doc.Line(x+at, y, x+at, y+side)
		p.doc.Line(x, y+at, x+side, y+at)
	}
}

// shortened cuts a text to a width in the current font.
func (p *pdfPaper) shortened(text string, width float64) string {
	all := []rune(text)
	short := text
	for n := len(all) - 1; n >= 0 && p.doc.GetStringWidth(short) > width; n-- {
		short = string(all[:n]) + "…"
	}
	return short
}

// end writes the document.
func (p *pdfPaper) end() error { return p.doc.Output(p.out) }
