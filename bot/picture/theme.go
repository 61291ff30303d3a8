package picture

// Theme names the colours of a picture. Unknown themes are drawn as [Dark].
type Theme string

// The themes.
const (
	Dark     Theme = "dark" // the zero value "" too
	Light    Theme = "light"
	Contrast Theme = "contrast" // black and white, and few strong colours
)

// Themes lists all themes.
var Themes = []Theme{Dark, Light, Contrast}

// inks are the colours of a theme, by purpose.
type inks struct {
	ground, cell, clueCell colour // around the board, of empty cells, of clues
	thin, thick, label     colour
	clue, digit, mark      colour

	lit, litEdge       colour // digits lit up: the disc
	onLit              colour // text on it
	selected, last     colour
	house, houseCell   colour
	pattern, patternOn colour // the reason of a step, the tint of its cells
	onPlacement        colour // written on a filled square of the pattern's colour
	removal, removalOn colour // struck candidates, the tint of their cells
	strike             colour
	conflict, hatch    colour // the tint of repeated digits, the lines over it
	wrong, cross       colour // the tint of mistakes, the cross behind them
	faulty             colour // the player's digits among both
}

// inksOf maps the themes to their colours.
var inksOf = map[Theme]inks{
	Dark: {
		ground: 0x222, cell: 0x222, clueCell: 0x334,
		thin: 0x556, thick: 0xaab, label: 0x99a,
		clue: 0xfff, digit: 0x7bf, mark: 0xbbc,
		lit: 0x357, litEdge: 0x6ae, onLit: 0xfff,
		selected: 0xfd3, last: 0xfd3,
		house: 0xfa3, houseCell: 0x442,
		pattern: 0x5d7, patternOn: 0x243, onPlacement: 0x020,
		removal: 0xfee, removalOn: 0x422, strike: 0xd22,
		conflict: 0x522, hatch: 0xa44,
		wrong: 0x414, cross: 0xf5d, faulty: 0xfdd,
	},
	Light: {
		ground: 0xfff, cell: 0xfff, clueCell: 0xeee,
		thin: 0xaaa, thick: 0x222, label: 0x666,
		clue: 0x111, digit: 0x14b, mark: 0x444,
		lit: 0xacf, litEdge: 0x36c, onLit: 0x014,
		selected: 0xd60, last: 0xd60,
		house: 0xe80, houseCell: 0xffd,
		pattern: 0x172, patternOn: 0xded, onPlacement: 0xfff,
		removal: 0x600, removalOn: 0xfee, strike: 0xf77,
		conflict: 0xfdc, hatch: 0xe78,
		wrong: 0xfdf, cross: 0xb3a, faulty: 0x801,
	},
	Contrast: {
		ground: 0x000, cell: 0x000, clueCell: 0x000,
		thin: 0xaaa, thick: 0xfff, label: 0xfff,
		clue: 0xfff, digit: 0xff0, mark: 0xfff,
		lit: 0xfff, litEdge: 0xfff, onLit: 0x000,
		selected: 0x0ff, last: 0x0ff,
		house: 0xf90, houseCell: 0x000,
		pattern: 0x0f0, patternOn: 0x000, onPlacement: 0x000,
		removal: 0xfff, removalOn: 0x000, strike: 0xe00,
		conflict: 0x000, hatch: 0xf33,
		wrong: 0x000, cross: 0xf4f, faulty: 0xff0,
	},
}

func (t Theme) inks() inks {
	if known, ok := inksOf[t]; ok {
		return known
	}
	return inksOf[Dark]
}

// colour is red, green and blue of four bits each, 0xrgb. So few colours keep the blends
// at the edges of letters within a palette, and the file small.
type colour uint16

// RGBA implements [color.Color].
func (c colour) RGBA() (r, g, b, a uint32) {
	const step = 0xffff / 15
	return uint32(c>>8) * step, uint32(c>>4&15) * step, uint32(c&15) * step, 0xffff
}

// blends is the number of steps from one colour to another. More steps look no
// better on a phone, and make larger files.
const blends = 3

// mixed returns the colour that is some steps nearer to another.
func (c colour) mixed(ink colour, step int) colour {
	part := func(shift int) colour {
		from, to := int(c>>shift&15), int(ink>>shift&15)
		return colour((from*(blends-step)+to*step+blends/2)/blends) << shift
	}
	return part(8) | part(4) | part(0)
}

// colours numbers the colours of a picture from 0, at most 256.
type colours struct {
	list    []colour
	numbers [0x1000]uint16 // of each colour, counted from 1; 0: none yet
}

// number returns the number of a colour, or once there are 256, that of the nearest.
func (c *colours) number(ink colour) uint8 {
	if c.numbers[ink] == 0 {
		if len(c.list) < 256 {
			c.list = append(c.list, ink)
			c.numbers[ink] = uint16(len(c.list))
		} else {
			c.numbers[ink] = uint16(c.nearest(ink)) + 1
		}
	}
	return uint8(c.numbers[ink] - 1)
}

func (c *colours) nearest(ink colour) int {
	best, least := 0, 1<<30
	for i, other := range c.list {
		distance := 0
		for _, shift := range []int{8, 4, 0} {
			d := int(ink>>shift&15) - int(other>>shift&15)
			distance += d * d
		}
		if distance < least {
			best, least = i, distance
		}
	}
	return best
}

// blend returns the number of a colour of which ink covers 1 to 255 parts.
func (c *colours) blend(under uint8, ink colour, cover uint8) uint8 {
	step := (int(cover)*blends + 127) / 255
	switch step {
	case 0:
		return under
	case blends:
		return c.number(ink)
	}
	return c.number(c.list[under].mixed(ink, step))
}
