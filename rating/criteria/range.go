package criteria

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// ParseRange reads whole numbers above 0, one or both of which limit a range: 24, 22-25, 22- or
// -25. A limit that is left out is 0. The caller checks that the first is not the larger.
func ParseRange(text string) (least, most int, err error) {
	from, to, isRange := strings.Cut(text, "-")
	if !isRange {
		to = from
	}
	least, err = parseLimit(from)
	if err == nil {
		most, err = parseLimit(to)
	}
	if err != nil || least == 0 && most == 0 {
		return 0, 0, fmt.Errorf("%s: want a number or from-to, such as 24, 22-25, 22- or -25", sudoku.Excerpt(text))
	}
	return least, most, nil
}

// maxLimit is beyond all that is counted of a puzzle.
const maxLimit = 100_000

// parseLimit reads a number, or nothing as 0.
func parseLimit(text string) (int, error) {
	if text = strings.TrimSpace(text); text == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(text)
	if err == nil && (n < 1 || n > maxLimit) {
		err = strconv.ErrRange
	}
	return n, err
}
