package look_test

import (
	"math"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/bot/look"
)

// linear returns the light of a channel (sRGB, IEC 61966-2-1).
func linear(c look.Colour, shift int) float64 {
	v := float64(c>>shift&0xff) / 255
	if v <= 0.04045 {
		return v / 12.92
	}
	return math.Pow((v+0.055)/1.055, 2.4)
}

func luminance(c look.Colour) float64 {
	return 0.2126*linear(c, 16) + 0.7152*linear(c, 8) + 0.0722*linear(c, 0)
}

// contrast returns the ratio of two colours as WCAG 2.2 defines it.
func contrast(a, b look.Colour) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// Text can be read on all fills on which it can stand, and lines that carry a meaning can be seen.
func TestContrast(t *testing.T) {
	for _, theme := range look.Themes {
		p := theme.Palette()
		check := func(least float64, colours, fills []look.Colour) {
			for _, c := range colours {
				for _, fill := range fills {
					if got := contrast(c, fill); got < least {
						t.Errorf("%s: %v on %v has a contrast of %.2f, want %.1f", theme, c, fill, got, least)
					}
				}
			}
		}
		type list = []look.Colour
		cells := append(list{p.Paper, p.Seen, p.Chosen, p.Lit, p.PatternBack, p.LinkBack, p.BadBack, p.HouseBack, p.GoodBack}, p.Tints[:]...)
		check(4.5, list{p.Ink, p.Own, p.Mark}, cells)
		check(4.5, list{p.Dimmed(p.Ink), p.Dimmed(p.Own), p.Dimmed(p.Mark)}, list{p.Paper})
		check(4.5, list{p.Ink, p.Soft, p.Accent, p.Warm, p.Bad, p.Good}, list{p.Ground, p.Paper, p.Key})
		check(4.5, list{p.Accent}, list{p.OnAccent})
		check(4.5, list{p.Warm}, list{p.OnWarm})
		check(4.5, list{p.Bad}, list{p.BadBack, p.Ground})
		check(4.5, list{p.Good}, list{p.GoodBack})
		check(4.5, list{p.Pattern}, list{p.PatternBack, p.OnPattern})
		check(3, list{p.Thin, p.Thick, p.Edge, p.Ring, p.Warm, p.House, p.Link, p.Accent}, list{p.Ground, p.Paper})
		check(3, list{p.Ring}, append(list{p.Chosen}, p.Tints[:]...))
		check(3, list{p.Link}, list{p.PatternBack, p.LinkBack, p.BadBack, p.HouseBack})
		check(3, list{p.House}, list{p.HouseBack})
		check(3, list{p.Bad}, list{p.Paper, p.BadBack})
	}
}

// vision has the light that people without one kind of cones see (G. Machado, M. Oliveira and L. Fernandes, "A
// Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE TVCG 15, 2009; severity 1).
var vision = map[string][3][3]float64{
	"protanopia":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"deuteranopia": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"tritanopia":   {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
}

// lab returns a colour in CIELAB as people with a kind of vision see it.
func lab(c look.Colour, eye [3][3]float64) (l, a, b float64) {
	var seen [3]float64
	for i, row := range eye {
		seen[i] = min(1, max(0, row[0]*linear(c, 16)+row[1]*linear(c, 8)+row[2]*linear(c, 0)))
	}
	f := func(v float64) float64 {
		if v > 0.008856 {
			return math.Cbrt(v)
		}
		return 7.787*v + 16./116
	}
	x := f((0.4124*seen[0] + 0.3576*seen[1] + 0.1805*seen[2]) / 0.9505)
	y := f(0.2126*seen[0] + 0.7152*seen[1] + 0.0722*seen[2])
	z := f((0.0193*seen[0] + 0.1192*seen[1] + 0.9505*seen[2]) / 1.089)
	return 116*y - 16, 500 * (x - y), 200 * (y - z)
}

// Neighbouring fills differ for people with each kind of colour blindness.
func TestColourBlind(t *testing.T) {
	for _, theme := range look.Themes {
		p := theme.Palette()
		for name, eye := range vision {
			for _, pair := range [][2]look.Colour{
				{p.Lit, p.Chosen}, {p.Lit, p.Paper}, {p.Lit, p.Seen}, {p.Chosen, p.Seen}, {p.Chosen, p.Paper},
				{p.PatternBack, p.BadBack}, {p.PatternBack, p.LinkBack}, {p.Ink, p.Own}, {p.Pattern, p.House},
			} {
				l1, a1, b1 := lab(pair[0], eye)
				l2, a2, b2 := lab(pair[1], eye)
				if d := math.Sqrt((l1-l2)*(l1-l2) + (a1-a2)*(a1-a2) + (b1-b2)*(b1-b2)); d < 5 {
					t.Errorf("%s with %s: %v and %v differ by %.1f", theme, name, pair[0], pair[1], d)
				}
			}
		}
	}
}

// Styles have each colour of each theme.
func TestCSS(t *testing.T) {
	css := look.CSS()
	for _, want := range []string{
		"--ground: light-dark(#f6f1e7, #1a1815);", "--k9: light-dark(#dad6cd, #484b50);", "--onpattern: light-dark(",
		`:root[data-theme="contrast"] { color-scheme: dark; --ground: #000000;`, "--space-4: 1rem;", "--digit-share: 0.62;",
	} {
		if !strings.Contains(css, want) {
			t.Errorf("no %q in\n%s", want, css)
		}
	}
	if p := look.Theme("none").Palette(); p != look.Dark.Palette() {
		t.Error("an unknown theme is not dark")
	}
}
