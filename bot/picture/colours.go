package picture

// colour is red, green and blue of four bits each, 0xrgb. So few colours keep the blends
// at the edges of letters within a palette, and the file small.
type colour uint16

// RGBA returns the colour as package image/color wants it.
func (c colour) RGBA() (r, g, b, a uint32) {
	const step = 0xffff / 15
	return uint32(c>>8) * step, uint32(c>>4&15) * step, uint32(c&15) * step, 0xffff
}

// blends is into how many steps the way from one colour to another is divided. More steps look no
// better on a phone, and weigh more.
const blends = 3

// rounded returns how much ink covers, 0 to 255, in those steps.
func rounded(cover uint8) uint8 { return uint8((int(cover)*blends + 127) / 255 * 255 / blends) }

// mixed returns the colour some steps on the way to another.
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

// number returns the number of a colour, or once there are 256 that of the nearest.
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

// blend returns the number of a colour where ink covers 1 to 255 parts of it.
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
