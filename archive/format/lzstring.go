package format

import (
	"errors"
	"strings"
	"unicode/utf16"
)

// lz-string (Pieroxy 2013) is what f-puzzles and SudokuPad pack a puzzle with to put it into a
// link: LZ78 over the 16-bit units of a text, with codes that grow by a bit when the dictionary
// is full, least bit first, six bits a character of base64. No package of it could be had.

const base64Characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

// The first codes say that a unit follows which is not in the dictionary yet, or that the text ends.
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
	errLZCode      = errors.New("a code that is not in the dictionary")
	errLZLong      = errors.New("it is far too long")
)

// unpackLZ returns the text of compressToBase64.
func unpackLZ(packed string) (string, error) {
	in := &lzReader{packed: strings.TrimRight(packed, "=")}
	width := lzWidth{bits: 2, room: 1}
	var dictionary [][]uint16
	var units, last []uint16
	for in.err == nil {
		code := in.number(width.bits)
		var next []uint16
		switch {
		case code == lzEnd:
			return string(utf16.Decode(units)), in.err
		case code == lzByte || code == lzUnit:
			next = []uint16{uint16(in.number(8 << code))}
			dictionary = append(dictionary, next)
			width.used()
		case code-lzFirst < len(dictionary):
			next = dictionary[code-lzFirst]
		case code-lzFirst == len(dictionary) && last != nil:
			next = append(last[:len(last):len(last)], last[0])
		default:
			return "", errLZCode
		}
		if units = append(units, next...); len(units) > maxUnpacked {
			return "", errLZLong
		}
		if last != nil {
			dictionary = append(dictionary, append(last[:len(last):len(last)], next[0]))
			width.used()
		}
		last = next
	}
	return "", in.err
}

// lzWidth is how many bits a code has, and how many more codes fit before it needs another.
type lzWidth struct{ bits, room int }

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

// number reads a number of some bits, the least first.
func (r *lzReader) number(bits int) int {
	n := 0
	for i := range bits {
		if r.bit/6 >= len(r.packed) {
			r.err = errors.New("it ends too early")
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

// packLZ is compressToBase64.
func packLZ(text string) string {
	p := &lzPacker{width: lzWidth{bits: 2, room: 2}, codes: map[string]int{}, fresh: map[string]bool{}}
	last := ""
	for _, unit := range utf16.Encode([]rune(text)) {
		next := string([]byte{byte(unit), byte(unit >> 8)})
		if _, known := p.codes[next]; !known {
			p.add(next)
			p.fresh[next] = true
		}
		if _, known := p.codes[last+next]; known {
			last += next
			continue
		}
		p.give(last)
		p.add(last + next)
		last = next
	}
	if last != "" {
		p.give(last)
	}
	p.number(lzEnd, p.width.bits)
	return p.end()
}

type lzPacker struct {
	width lzWidth
	codes map[string]int
	fresh map[string]bool // units that the reader does not know yet
	out   strings.Builder
	six   int
	bits  int
}

func (p *lzPacker) add(text string) { p.codes[text] = lzFirst + len(p.codes) }

// give writes the code of a text, or a unit that the reader does not know.
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

// end fills up the last character, and the text to a multiple of four characters.
func (p *lzPacker) end() string {
	p.number(0, 6-p.bits%6)
	return p.out.String() + strings.Repeat("=", -p.out.Len()&3)
}
