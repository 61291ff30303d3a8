package picture

import (
	"slices"

	"github.com/gridkeeper/gridkeeper/bot/look"
)

// blends is the number of steps from one colour to another at the edge of a shape. More steps look no better on a phone, and make larger files.
const blends = 3

// colours numbers the colours of a picture from 0, at most 256.
type colours struct {
	list  []look.Colour
	mixed [256][256][blends - 1]uint8 // the numbers of blends, 0 if not made yet: as a map this took a third of a picture's time
}

// number returns the number of a colour, or once there are 256, that of the nearest.
func (c *colours) number(ink look.Colour) uint8 {
	if i := slices.Index(c.list, ink); i >= 0 {
		return uint8(i)
	}
	if len(c.list) < 256 {
		c.list = append(c.list, ink)
		return uint8(len(c.list) - 1)
	}
	return c.nearest(ink)
}

func (c *colours) nearest(ink look.Colour) (best uint8) {
	least := 1 << 30
	for i, other := range c.list {
		distance := 0
		for _, shift := range []int{16, 8, 0} {
			d := int(ink>>shift&0xff) - int(other>>shift&0xff)
			distance += d * d
		}
		if distance < least {
			best, least = uint8(i), distance
		}
	}
	return best
}

// blend returns the number of a colour of which an ink covers 1 to 255 parts.
func (c *colours) blend(under, ink, cover uint8) uint8 {
	step := (int(cover)*blends + 127) / 255
	switch step {
	case 0:
		return under
	case blends:
		return ink
	}
	known := &c.mixed[under][ink][step-1]
	if *known == 0 {
		*known = c.number(c.list[under].Mixed(c.list[ink], float64(step)/blends))
	}
	return *known
}
