package picture_test

import (
	"bytes"
	"flag"
	"image/color"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/gridkeeper/gridkeeper/bot/picture"
)

var simulate = flag.String("simulate", "", "a folder for boards as colour-blind people see them")

// vision has the light that people without one kind of cones see (G. Machado, M. Oliveira and L. Fernandes, "A
// Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE TVCG 15, 2009; severity 1).
var vision = map[string][3][3]float64{
	"protanopia":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"deuteranopia": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"tritanopia":   {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
}

// Boards for people to look at: go test ./bot/picture -run Simulation -simulate /tmp/seen
func TestSimulation(t *testing.T) {
	if *simulate == "" {
		t.Skip("no folder")
	}
	boards := kinds(t)
	for name, eye := range vision {
		for _, board := range []string{"cell", "faults", "reason-hidden-single", "reason-x-wing"} {
			for _, theme := range []string{"", "-light", "-contrast"} {
				data, err := picture.PNG(boards[board+theme])
				must(t, err)
				seen := decode(t, data)
				for i, ink := range seen.Palette {
					seen.Palette[i] = seenBy(eye, ink)
				}
				var out bytes.Buffer
				must(t, png.Encode(&out, seen))
				must(t, os.WriteFile(filepath.Join(*simulate, board+theme+"-"+name+".png"), out.Bytes(), 0o644))
			}
		}
	}
}

// seenBy returns a colour as people with a kind of vision see it; the matrix is for light, so it works on linear channels (sRGB).
func seenBy(eye [3][3]float64, ink color.Color) color.Color {
	r, g, b, _ := ink.RGBA()
	var light, channels [3]float64
	for i, v := range []uint32{r, g, b} {
		if light[i] = float64(v) / 0xffff; light[i] > 0.04045 {
			light[i] = math.Pow((light[i]+0.055)/1.055, 2.4)
		} else {
			light[i] /= 12.92
		}
	}
	for i, row := range eye {
		v := min(1, max(0, row[0]*light[0]+row[1]*light[1]+row[2]*light[2]))
		if v > 0.0031308 {
			v = 1.055*math.Pow(v, 1/2.4) - 0.055
		} else {
			v *= 12.92
		}
		channels[i] = 255 * v
	}
	return color.RGBA{uint8(channels[0]), uint8(channels[1]), uint8(channels[2]), 255}
}
