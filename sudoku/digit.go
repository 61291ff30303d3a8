package sudoku

import (
	"iter"
	"math/bits"
)

// Digit is 1 to 9, or 0 for an empty cell.
type Digit uint8

// String returns the digit, and "." for an empty cell.
func (d Digit) String() string {
	if d == 0 {
		return "."
	}
	return string('0' + byte(d))
}

// Digits is a set of digits. Bit d-1 stands for digit d, so that a set of nine digits
// indexes a table of 512 entries directly. The zero value is the empty set.
type Digits uint16

// DigitsOf returns the set of the digits given.
func DigitsOf(digits ...Digit) Digits {
	var s Digits
	for _, d := range digits {
		s = s.With(d)
	}
	return s
}

// Has reports whether d is in the set. 0 never is.
func (s Digits) Has(d Digit) bool { return s&bitOf(d) != 0 }

// With returns the set and d.
func (s Digits) With(d Digit) Digits { return s | bitOf(d) }

// Without returns the set without d.
func (s Digits) Without(d Digit) Digits { return s &^ bitOf(d) }

// Len returns how many digits are in the set.
func (s Digits) Len() int { return bits.OnesCount16(uint16(s)) }

// First returns the smallest digit of the set, 0 if it is empty.
func (s Digits) First() Digit {
	if s == 0 {
		return 0
	}
	return Digit(bits.TrailingZeros16(uint16(s)) + 1)
}

// All yields the digits in ascending order.
func (s Digits) All() iter.Seq[Digit] {
	return func(yield func(Digit) bool) {
		for ; s != 0; s &= s - 1 {
			if !yield(s.First()) {
				return
			}
		}
	}
}

// String returns the digits in ascending order: "137".
func (s Digits) String() string {
	text := make([]byte, 0, MaxSide)
	for d := range s.All() {
		text = append(text, '0'+byte(d))
	}
	return string(text)
}

func bitOf(d Digit) Digits { return 1 << d >> 1 }
