// Package look has the design tokens of Gridkeeper: colours, sizes and weights, each in one place for boards in the
// browser, pages, pictures in a chat and booklets.
//
//	palette := look.Dark.Palette()
//	palette.Own // the player's digits
//	look.CSS()  // the same as custom properties: var(--own)
//
// A colour is named by its purpose. Ink, Own and Mark can be read on every fill of a cell, at a contrast of 4.5:1 or more;
// lines that carry a meaning have 3:1 (WCAG 2.2, W3C 2023). No meaning is carried by a colour alone: each has a shape or a
// weight besides.
package look

import (
	"fmt"
	"math"
	"reflect"
	"strings"
)

// Theme names a palette. Unknown themes are [Dark].
type Theme string

// The themes.
const (
	Dark     Theme = "dark" // the zero value "" too
	Light    Theme = "light"
	Contrast Theme = "contrast" // black and white, and few strong colours
)

// Themes lists all themes.
var Themes = []Theme{Dark, Light, Contrast}

// Colour is red, green and blue of eight bits each, 0xrrggbb.
type Colour uint32

// RGBA implements [image/color.Color].
func (c Colour) RGBA() (r, g, b, a uint32) {
	return uint32(c>>16) * 0x101, uint32(c>>8&0xff) * 0x101, uint32(c&0xff) * 0x101, 0xffff
}

// String returns a colour as CSS writes it, "#1a5a78".
func (c Colour) String() string { return fmt.Sprintf("#%06x", uint32(c)) }

// Mixed returns the colour that is a share of the way to another: 0 is the colour itself, 1 the other.
func (c Colour) Mixed(other Colour, share float64) (mixed Colour) {
	for _, shift := range []int{16, 8, 0} {
		from, to := float64(c>>shift&0xff), float64(other>>shift&0xff)
		mixed |= Colour(math.Round(from+(to-from)*share)) << shift
	}
	return mixed
}

// Palette has the colours of a theme. In styles each is a custom property of the same name in lower case: Ground is --ground.
type Palette struct {
	Ground, Paper, Key Colour // behind everything; cells and cards; buttons
	Ink, Soft          Colour // text and clues; text of less weight
	Own, Mark          Colour // the player's digits; pencil marks
	Thin, Thick        Colour // lines between cells, around boxes
	Edge, Hair         Colour // borders of fields and buttons; lines that only decorate

	Seen, Chosen, Ring Colour // the houses of the chosen cell; the cell; its frame, and that of the focus
	Lit                Colour // equal digits

	Accent, OnAccent Colour // links and the main button; text on it
	Warm, OnWarm     Colour // difficulty, streaks, the last move; text on it
	Bad, BadBack     Colour // mistakes, conflicts, eliminations; behind them
	Good, GoodBack   Colour // solved

	Pattern, PatternBack, OnPattern Colour // the reason of a hint; behind it; text on a filled pattern
	House, HouseBack                Colour // the houses of a hint: their frame and their fill
	Link, LinkBack                  Colour // of chains: strong ones are drawn solid, weak ones dashed; behind the extras of a pattern

	// Tints are the fills by which players colour cells and candidates.
	Tints [9]Colour
}

// Print is the ink of booklets: printers draw lighter colours in dots, which blur digits.
const Print Colour = 0x000000

var palettes = map[Theme]Palette{
	Light: {
		Ground: 0xf6f1e7, Paper: 0xfffdf8, Key: 0xfffdf8,
		Ink: 0x27221c, Soft: 0x655d51,
		Own: 0x1a5a78, Mark: 0x4a4338,
		Thin: 0x938a7a, Thick: 0x3a342b,
		Edge: 0x8a8170, Hair: 0xddd5c5,
		Seen: 0xf1ecdf, Chosen: 0xcfe5ee, Ring: 0x1a5a78,
		Lit:    0xf9dc8f,
		Accent: 0x1a5a78, OnAccent: 0xffffff,
		Warm: 0xa9570f, OnWarm: 0xffffff,
		Bad: 0xa8231b, BadBack: 0xfde6e1,
		Good: 0x23613d, GoodBack: 0xdbefdf,
		Pattern: 0x23613d, PatternBack: 0xb9decb, OnPattern: 0xffffff,
		House: 0xb8620f, HouseBack: 0xfbefd9,
		Link: 0x6a3fa0, LinkBack: 0xe0d6fb,
		Tints: [9]Colour{0xf8bcb4, 0xffd596, 0xf3ec98, 0xc2e5b0, 0xade3da, 0xb3d6f7, 0xd6c8fa, 0xf6c3e3, 0xdad6cd},
	},
	Dark: {
		Ground: 0x1a1815, Paper: 0x23201c, Key: 0x2d2924,
		Ink: 0xf4efe6, Soft: 0xb8afa1,
		Own: 0x8fd0ea, Mark: 0xd2cabd,
		Thin: 0x7f7667, Thick: 0xb5ab9b,
		Edge: 0x8c8273, Hair: 0x3b362f,
		Seen: 0x2d2924, Chosen: 0x1d4455, Ring: 0x8fd0ea,
		Lit:    0x5a4610,
		Accent: 0x8fd0ea, OnAccent: 0x0b2733,
		Warm: 0xf0b55a, OnWarm: 0x2a1c04,
		Bad: 0xffb3a9, BadBack: 0x56231d,
		Good: 0x8bdca9, GoodBack: 0x1d432e,
		Pattern: 0x8bdca9, PatternBack: 0x1d432e, OnPattern: 0x0a2214,
		House: 0xf0a94a, HouseBack: 0x3a2e16,
		Link: 0xc9b0f5, LinkBack: 0x43356e,
		Tints: [9]Colour{0x6e2c28, 0x5f400e, 0x4b4a10, 0x2c4f1f, 0x195049, 0x20466e, 0x463875, 0x692d57, 0x484b50},
	},
	Contrast: {
		Ground: 0x000000, Paper: 0x000000, Key: 0x000000,
		Ink: 0xffffff, Soft: 0xffffff,
		Own: 0xffff00, Mark: 0xffffff,
		Thin: 0xaaaaaa, Thick: 0xffffff,
		Edge: 0xffffff, Hair: 0xffffff,
		Seen: 0x1c1c1c, Chosen: 0x033a5c, Ring: 0x00ffff,
		Lit:    0x553f00,
		Accent: 0x00ffff, OnAccent: 0x000000,
		Warm: 0xffb000, OnWarm: 0x000000,
		Bad: 0xff9a9a, BadBack: 0x5c0000,
		Good: 0x55ff55, GoodBack: 0x003300,
		Pattern: 0x55ff55, PatternBack: 0x003c30, OnPattern: 0x000000,
		House: 0xff9900, HouseBack: 0x000000,
		Link: 0xff88ff, LinkBack: 0x4a004a,
		Tints: [9]Colour{0x6e2c28, 0x5f400e, 0x4b4a10, 0x2c4f1f, 0x195049, 0x20466e, 0x463875, 0x692d57, 0x484b50},
	},
}

// Palette returns the colours of a theme.
func (t Theme) Palette() Palette {
	if known, ok := palettes[t]; ok {
		return known
	}
	return palettes[Dark]
}

// The parts of a board, as shares of the side of a cell.
const (
	DigitShare  = 0.62  // the em of a digit
	MarkShare   = 0.26  // the em of a mark of a 9×9 board
	ThinShare   = 0.014 // the line between cells
	BoxShare    = 0.055 // the line around boxes
	RingShare   = 0.075 // the frame of the chosen cell, and that of a house in a hint
	CornerShare = 0.12  // the radius of round corners

	PictureMarkShare = 0.31 // the em of a mark in a picture, which a chat shows smaller than a page shows its board
)

// lengths are the sizes of pages, as CSS: the type scale, spacing, radii, and weights of lines.
var lengths = [][2]string{
	{"font", `"Avenir Next", "Segoe UI Variable Text", "Inter", system-ui, sans-serif`},
	{"text-small", ".8125rem"}, {"text-note", ".9rem"}, {"text", "1rem"}, {"text-large", "1.125rem"},
	{"text-title", "1.375rem"}, {"text-hero", "1.75rem"}, {"text-count", "2.5rem"},
	{"space-1", ".25rem"}, {"space-2", ".5rem"}, {"space-3", ".75rem"}, {"space-4", "1rem"},
	{"space-5", "1.5rem"}, {"space-6", "2rem"}, {"space-7", "3rem"},
	{"radius-small", "6px"}, {"radius", "10px"}, {"radius-large", "16px"},
	{"line", "1px"}, {"box-line", "3px"}, {"ring-line", "3px"}, {"touch", "44px"},
	{"digit-share", fmt.Sprint(DigitShare)}, {"mark-share", fmt.Sprint(MarkShare)},
}

// Dimmed returns the colour of digits and marks beside the cells of a hint.
func (p Palette) Dimmed(ink Colour) Colour { return ink.Mixed(p.Paper, 0.2) }

// properties lists the colours of a palette with the names of their custom properties.
func (p Palette) properties() (names []string, colours []Colour) {
	for field, value := range reflect.ValueOf(p).Fields() {
		if tints, ok := value.Interface().([9]Colour); ok {
			for i, tint := range tints {
				names, colours = append(names, fmt.Sprintf("k%d", i+1)), append(colours, tint)
			}
			continue
		}
		names, colours = append(names, strings.ToLower(field.Name)), append(colours, value.Interface().(Colour))
	}
	return names, colours
}

// CSS returns all tokens as custom properties of a page. Its attribute data-theme chooses the theme; without one the device
// chooses between light and dark, and contrast if the user wishes more of it.
func CSS() string {
	var css strings.Builder
	css.WriteString("/* The tokens of the design, made of package look. */\n:root {\n  color-scheme: light dark;\n")
	for _, l := range lengths {
		fmt.Fprintf(&css, "  --%s: %s;\n", l[0], l[1])
	}
	names, light := Light.Palette().properties()
	_, dark := Dark.Palette().properties()
	for i, name := range names {
		fmt.Fprintf(&css, "  --%s: light-dark(%v, %v);\n", name, light[i], dark[i])
	}
	css.WriteString("}\n:root[data-theme=\"light\"] { color-scheme: light; }\n:root[data-theme=\"dark\"] { color-scheme: dark; }\n")
	_, contrast := Contrast.Palette().properties()
	var strong strings.Builder
	strong.WriteString("color-scheme: dark;")
	for i, name := range names {
		fmt.Fprintf(&strong, " --%s: %v;", name, contrast[i])
	}
	fmt.Fprintf(&css, ":root[data-theme=\"contrast\"] { %s }\n", &strong)
	fmt.Fprintf(&css, "@media (prefers-contrast: more) { :root:not([data-theme]) { %s } }\n", &strong)
	return css.String()
}
