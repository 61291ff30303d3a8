package config

import "fmt"

// nearest asks in brackets whether the name that is most like an unknown one was meant, "" where none is like it: at most one
// letter in four may differ.
func nearest(unknown string, names []string) string {
	best, least := "", len(unknown)/4+1
	for _, name := range names {
		if d := distance(unknown, name); d < least {
			best, least = name, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf(" (did you mean %s?)", best)
}

// distance is Levenshtein's: how many letters have to be inserted, deleted or replaced to make b of a.
func distance(a, b string) int {
	row := make([]int, len(b)+1) // of the letters of a so far to each beginning of b
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0]++
		for j := range len(b) {
			replaced := diagonal
			if a[i] != b[j] {
				replaced++
			}
			diagonal, row[j+1] = row[j+1], min(replaced, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
