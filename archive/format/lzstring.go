package format

import (
	"errors"
	"strings"
	"unicode/utf16"
)

// lz-string (Pieroxy 2013) packs the puzzles in links of f-puzzles and SudokuPad. It is LZ78 over the 16-bit units of
// a text. Codes grow by a bit when the dictionary is full, have the least bit first, and are written in base64, six
// bits a character. No package of it could be had.

const base64Characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

// The first codes announce a unit that is not in the dictionary yet, or the end of the text.
const (
	lzByte = iota // a unit of 8 bits
	lzUnit        // a unit of 16 bits
	lzEnd
	lzFirst // the first code of the dictionary
)

// maxUnpacked is how many units a link may hold.
const maxUnpacked = maxValue

var (
	errLZCharacter = errors.New("a character that is not base64")
	errLZCut       = errors.New("it ends too early")
	errLZCode      = errors.New("a code that is not in the dictionary")
	errLZLong      = errors.New("it is far too long")
)

// lzUnpacker unpacks a text that comes in pieces, each bit of it once.
type lzUnpacker struct {
	bit         int // the position of the next code, in bits
	width       lzWidth
	dictionary  [][]uint16
	units, last []uint16
}

// unpack returns the text. The error is errLZCut if the end is missing: then call it again with more behind it.
func (u *lzUnpacker) unpack(packed string) (string, error) {
	in := &lzReader{packed: strings.TrimRight(packed, "="), bit: u.bit}
	for ; ; u.bit = in.bit {
		code := in.number(u.width.bits)
		var next []uint16
		switch {
		case in.err != nil:
		case code == lzEnd:
			return string(utf16.Decode(u.units)), nil
		case code == lzByte || code == lzUnit:
			next = []uint16{uint16(in.number(8 << code))}
		case code-lzFirst < len(u.dictionary):
			next = u.dictionary[code-lzFirst]
		case code-lzFirst == len(u.dictionary) && u.last != nil:
			next = append(u.last[:len(u.last):len(u.last)], u.last[0])
		default:
			in.err = errLZCode
		}
		if in.err != nil {
			return "", in.err
		}
		if code < lzEnd {
			u.dictionary = append(u.dictionary, next)
			u.width.used()
		}
		if u.units = append(u.units, next...); len(u.units) > maxUnpacked {
			return "", errLZLong
		}
		if u.last != nil {
			u.dictionary = append(u.dictionary, append(u.last[:len(u.last):len(u.last)], next[0]))
			u.width.used()
		}
		u.last = next
	}
}

// lzWidth is the number of bits of a code, and the number of codes that still fit before codes grow by a bit.
type lzWidth struct{ bits, room int }

// lzStart is the width of the first code of a text.
var lzStart = lzWidth{bits: 2, room: 1}

func (w *lzWidth) used() {
	if w.room--; w.room == 0 {
		w.room = 1 << w.bits
		w.bits++
	}
}

type lzReader struct {
	packed string
	bit    int
	err    error
}

// number reads a number of the given bits, the least first.
func (r *lzReader) number(bits int) int {
	n := 0
	for i := range bits {
		if r.bit/6 >= len(r.packed) {
			r.err = errLZCut
			return lzEnd
		}
		six := strings.IndexByte(base64Characters, r.packed[r.bit/6])
		if six < 0 {
			r.err = errLZCharacter
			return lzEnd
		}
		n |= six >> (5 - r.bit%6) & 1 << i
		r.bit++
	}
	return n
}

// packLZ is compressToBase64 of lz-string.
func packLZ(text string) string {
	p := &lzPacker{width: lzWidth{bits: 2, room: 2}, codes: map[string]int{}, fresh: map[string]bool{}}
	last := ""
	for _, unit := range utf16.Encode([]rune(text)) {
		next := string([]byte{byte(unit), byte(unit >> 8)})
		if _, known := p.codes[next]; !known {
			p.codes[next] = lzFirst + len(p.codes)
			p.fresh[next] = true
		}
		if _, known := p.codes[last+next]; known {
			last += next
			continue
		}
		p.give(last)
		p.codes[last+next] = lzFirst + len(p.codes)
		last = next
	}
	if last != "" {
		p.give(last)
	}
	p.number(lzEnd, p.width.bits)
	p.number(0, 6-p.bits%6)                                     // fills up the last character
	return p.out.String() + strings.Repeat("=", -p.out.Len()&3) // to a multiple of four characters
}

type lzPacker struct {
	width lzWidth
	codes map[string]int
	fresh map[string]bool // units that the reader does not know yet
	out   strings.Builder
	six   int
	bits  int
}

// give writes the code of a text, or a unit that is new to the reader.
func (p *lzPacker) give(text string) {
	if !p.fresh[text] {
		p.number(p.codes[text], p.width.bits)
		p.width.used()
		return
	}
	delete(p.fresh, text)
	kind := lzByte
	if text[1] != 0 {
		kind = lzUnit
	}
	p.number(kind, p.width.bits)
	p.number(int(text[0])|int(text[1])<<8, 8<<kind)
	p.width.used()
	p.width.used()
}

func (p *lzPacker) number(n, bits int) {
	for range bits {
		p.six = p.six<<1 | n&1
		n >>= 1
		if p.bits++; p.bits%6 == 0 {
			p.out.WriteByte(base64Characters[p.six])
			p.six = 0
		}
	}
}
