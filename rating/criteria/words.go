package criteria

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// ParseTechniques reads the names of techniques, each once.
func ParseTechniques(names []string) (techniques []logic.Technique, err error) {
	for _, name := range names {
		t, err := logic.ParseTechnique(name)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(techniques, t) {
			techniques = append(techniques, t)
		}
	}
	return techniques, nil
}

// ParseScores reads a range of solving times, in seconds. Either end may be missing; most is 0 then.
func ParseScores(text string) (least, most float64, err error) {
	if text == "" {
		return 0, 0, nil
	}
	from, to, ok := strings.Cut(strings.TrimSpace(text), "-")
	if !ok || from == "" && to == "" {
		return 0, 0, fmt.Errorf("%s: want from-to, such as 300-600, 5m-10m, 5:00-10:00 or 5m-", sudoku.Excerpt(text))
	}
	if least, err = parseTime(from); err != nil {
		return 0, 0, err
	}
	if most, err = parseTime(to); err != nil {
		return 0, 0, err
	}
	if to != "" && most <= 0 {
		return 0, 0, fmt.Errorf("%s: every puzzle takes some time", sudoku.Excerpt(text))
	}
	if to != "" && most < least {
		return 0, 0, fmt.Errorf("%s: want the shorter time first", sudoku.Excerpt(text))
	}
	return least, most, nil
}

// parseTime reads a time in seconds, as 5m or 1h10m, or as 5:00 or 1:10:00. "" is 0.
func parseTime(text string) (seconds float64, err error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return 0, nil
	}
	bad := fmt.Errorf("%s is not a time: want seconds, or such as 5m, 1h10m, 5:00 or 1:10:00", sudoku.Excerpt(text))
	if d, err := time.ParseDuration(text); err == nil && d >= 0 {
		return d.Seconds(), nil
	}
	parts := strings.Split(text, ":")
	if len(parts) > 3 {
		return 0, bad
	}
	for i, part := range parts {
		n, err := strconv.ParseFloat(part, 64)
		whole := n == math.Trunc(n) && len(part) == 2 && n < 60
		if err != nil || n < 0 || math.IsInf(n, 0) || math.IsNaN(n) || i > 0 && !whole {
			return 0, bad
		}
		seconds = 60*seconds + n
	}
	return seconds, nil
}
