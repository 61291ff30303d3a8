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

	"github.com/gridkeeper/gridkeeper/bot/look"
)

// The layout of a page, in millimetres.
const (
	pdfMargin  = 14.0
	pdfHeading = 16.0 // height of a title
	pdfCaption = 7.0  // height of the line above a grid
	pdfGap     = 6.0  // between grids
	pdfLogo    = 9.0
	pdfDot     = 0.8 // radius of a dot of the difficulty
)

// The sizes of text, in points: --text-title and --text-small of package look.
const (
	pdfTitle = 16.5
	pdfNote  = 9.75
)

// inks are the colours of the paper: those of the light theme on white, and black.
var inks = look.Light.Palette()

// pointsOf is the number of points in a millimetre.
const pointsOf = 72 / 25.4

// pdfPaper collects the pages of a PDF.
type pdfPaper struct {
	doc           *fpdf.Fpdf
	width, height float64 // of a page
	font          *sfnt.Font
	out           io.Writer
	heading       string // of the page that comes next
	logo          bool   // beside the heading
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
	p.doc.SetCellMargin(0)
	p.doc.SetFooterFunc(p.number)
	p.heading, p.logo = b.Title, true
	return p.doc.Error()
}

// number writes the number of a page below it.
func (p *pdfPaper) number() {
	p.doc.SetFont("sans", "", pdfNote)
	p.text(inks.Soft)
	p.doc.SetXY(pdfMargin, p.height-10)
	p.doc.CellFormat(p.width-2*pdfMargin, 5, strconv.Itoa(p.doc.PageNo()), "", 0, "C", false, 0, "")
}

// page writes the puzzles of a page into its columns and rows.
func (p *pdfPaper) page(of *pages) error {
	p.doc.AddPage()
	top := pdfMargin
	if heading := p.heading + of.Title; heading != "" { // never both: only pages of solutions have a title of their own
		left := pdfMargin
		if p.logo {
			p.drawLogo(left, pdfMargin-2)
			left += pdfLogo + 3
		}
		p.doc.SetFont("sans", "B", pdfTitle)
		p.text(look.Print)
		p.doc.SetXY(left, pdfMargin-2)
		p.doc.CellFormat(p.width-left-pdfMargin, pdfLogo, p.shortened(heading, p.width-left-pdfMargin), "", 0, "LM", false, 0, "")
		top += pdfHeading
	}
	p.heading, p.logo = "", false
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
	right := side
	if one.Difficulty != "" {
		right -= p.dots(one.Dots, x+side, y+(pdfCaption-1)/2)
		p.doc.SetFont("sans", "", pdfNote)
		p.text(inks.Soft)
		p.doc.SetXY(x, y)
		p.doc.CellFormat(right, pdfCaption-1, one.Difficulty, "", 0, "RM", false, 0, "")
		right -= p.doc.GetStringWidth(one.Difficulty)
	}
	name := strconv.Itoa(one.Number)
	if one.Name != "" && p.canWrite(one.Name) {
		name += " · " + one.Name
	}
	p.doc.SetFont("sans", "B", pdfNote)
	p.text(look.Print)
	p.doc.SetXY(x, y)
	p.doc.CellFormat(side, pdfCaption-1, p.shortened(name, right-4), "", 0, "LM", false, 0, "")
	y += pdfCaption
	g := one.Grid
	cell := side / float64(g.Side)
	p.doc.SetFont("sans", "", cell*look.DigitShare*pointsOf)
	for r, row := range g.Rows {
		for c, one := range row {
			p.doc.SetXY(x+float64(c)*cell, y+float64(r)*cell)
			p.doc.CellFormat(cell, cell, one.Digit, "", 0, "CM", false, 0, "")
		}
	}
	p.lines(x, y, side, cell, cell, max(0.15, look.ThinShare*cell), inks.Thin)
	thick := min(0.8, look.BoxShare*side/9)
	p.lines(x, y, side, cell*float64(g.boxWidth), cell*float64(g.boxHeight), thick, look.Print)
	p.doc.RoundedRect(x, y, side, side, look.CornerShare*side/9, "1234", "D")
}

// dots draws the difficulty up to a right end, and returns the width that it took.
func (p *pdfPaper) dots(dots [5]bool, right, y float64) float64 {
	const step = 2.7 * pdfDot
	p.doc.SetLineWidth(0.2)
	p.draw(inks.Warm)
	p.fill(inks.Warm)
	for i, on := range dots {
		style := "D"
		if on {
			style = "FD"
		}
		p.doc.Circle(right-pdfDot-step*float64(len(dots)-1-i), y, pdfDot, style)
	}
	return step*float64(len(dots)) + pdfDot
}

// lines draws lines at equal distances across and down inside of a square.
func (p *pdfPaper) lines(x, y, side, across, down, width float64, ink look.Colour) {
	p.doc.SetLineWidth(width)
	p.draw(ink)
	for at := across; at < side-across/2; at += across {
		p.doc.Line(x+at, y, x+at, y+side)
	}
	for at := down; at < side-down/2; at += down {
		p.doc.Line(x, y+at, x+side, y+at)
	}
}

// drawLogo draws the logo: eight cells around a keyhole. Its numbers are those of the icon of the site.
func (p *pdfPaper) drawLogo(x, y float64) {
	const part = pdfLogo / 40 // the cells are drawn on 32 parts, in a margin of 4
	p.fill(inks.Accent)
	p.doc.RoundedRect(x, y, pdfLogo, pdfLogo, 7*pdfLogo/32, "1234", "F")
	x, y = x+4*part, y+4*part
	p.fill(inks.Paper)
	for _, cell := range [][4]float64{
		{2, 2, 8.5, 8.5}, {12, 2, 8, 6.5}, {21.5, 2, 8.5, 8.5}, {2, 12, 6.5, 8},
		{23.5, 12, 6.5, 8}, {2, 21.5, 8.5, 8.5}, {12, 23.5, 8, 6.5}, {21.5, 21.5, 8.5, 8.5},
	} {
		p.doc.RoundedRect(x+cell[0]*part, y+cell[1]*part, cell[2]*part, cell[3]*part, 2*part, "1234", "F")
	}
	p.fill(look.Dark.Palette().Warm)
	p.doc.Circle(x+16*part, y+13.9*part, 4*part, "F")
	var foot []fpdf.PointType
	for _, at := range [][2]float64{{14, 17}, {18, 17}, {19.4, 22.1}, {12.6, 22.1}} {
		foot = append(foot, fpdf.PointType{X: x + at[0]*part, Y: y + at[1]*part})
	}
	p.doc.Polygon(foot, "F")
}

func channels(ink look.Colour) (r, g, b int) {
	return int(ink >> 16), int(ink >> 8 & 0xff), int(ink & 0xff)
}

func (p *pdfPaper) text(ink look.Colour) { p.doc.SetTextColor(channels(ink)) }
func (p *pdfPaper) draw(ink look.Colour) { p.doc.SetDrawColor(channels(ink)) }
func (p *pdfPaper) fill(ink look.Colour) { p.doc.SetFillColor(channels(ink)) }

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
