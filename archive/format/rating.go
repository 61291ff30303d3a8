package format

import (
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// The difficulty that a file states, by the format or the words of the file. It is kept beside our own rating.

// Rating is the difficulty of a puzzle as a file states it. The zero Rating stands for none.
type Rating struct {
	Program string `json:"program"`           // the rater: one of the programs below, or a name
	Version string `json:"version,omitempty"` // of the program; "" if unknown
	Value   string `json:"value"`             // in the program's own words: "7.2", "Hard", "Unfair (1352)"
}

// The programs, as the format of a file identifies them.
const (
	anyFile         = "file"            // unknown: a column, a field or a header named "difficulty", "level" or the like
	sudokuExchange  = "sudoku-exchange" // the puzzle bank, rated by an unknown version of Sukaku Explainer
	openSudoku      = "OpenSudoku"      // <level>
	hodokuProgram   = "HoDoKu"
	sudokuExplainer = "Sudoku Explainer" // or a clone of it
)

// ratingKeys are the names of columns and fields that hold a rating.
var ratingKeys = []string{"rating", "difficulty", "level", "score"}

// maxRating is how many bytes a rating may have; longer text is not a rating.
const maxRating = 60

// newRating returns the rating of a program, the zero Rating if value is empty or too long.
func newRating(program, value string) Rating {
	value = oneSpace(value)
	if value == "" || len(value) > maxRating {
		return Rating{}
	}
	return Rating{Program: program, Value: value}
}

var (
	bankName    = regexp.MustCompile(`^[0-9a-f]{12}$`)
	bankRating  = regexp.MustCompile(`^ +(\d{1,2}\.\d)$`)
	explained   = regexp.MustCompile(`(?:^|\s)ED=(\d{1,2}\.\d/\d{1,2}\.\d/\d{1,2}\.\d)(?:\s|$)`)
	threeValues = regexp.MustCompile(`^\s*[;,\t|]\s*(\d{1,2}\.\d)\s*[;,\t|]\s*(\d{1,2}\.\d)\s*[;,\t|]\s*(\d{1,2}\.\d)\s*(?:$|[;,\t|#])`)
	hodokuLevel = regexp.MustCompile(`#.*\b((?:Easy|Medium|Hard|Unfair|Extreme) \(\d{1,6}\))`)
)

// lineRating reads the rating beside a puzzle in a line. Lines of the sudoku-exchange puzzle bank have twelve
// hexadecimal digits before the puzzle and a number behind it. HoDoKu's lists have "# Unfair (1352)". Sudoku
// Explainer writes "ED=7.1/1.2/1.2", or ";7.1;1.2;1.2" for ER, EP and ED.
func lineRating(name, comment string) Rating {
	if len(name) == len("000694f16758") && bankName.MatchString(name) {
		if found := bankRating.FindStringSubmatch(comment); found != nil {
			return newRating(sudokuExchange, found[1])
		}
	}
	if strings.Contains(comment, "ED=") {
		if found := explained.FindStringSubmatch(comment); found != nil {
			return newRating(sudokuExplainer, found[1])
		}
	}
	if comment != "" && strings.IndexByte(";,\t|", comment[0]) >= 0 && strings.Count(comment, ".") >= 3 {
		if found := threeValues.FindStringSubmatch(comment); found != nil && isRated(found[1:]) {
			return newRating(sudokuExplainer, strings.Join(found[1:], "/"))
		}
	}
	if strings.HasSuffix(comment, ")") {
		if found := hodokuLevel.FindStringSubmatch(comment); found != nil {
			return newRating(hodokuProgram, found[1])
		}
	}
	return Rating{}
}

// isRated reports whether numbers may be ER, EP and ED: none is below 1.0, and no later one is greater.
func isRated(numbers []string) bool {
	last := 12.0
	for _, text := range numbers {
		n, err := strconv.ParseFloat(text, 64)
		if err != nil || n < 1 || n > last {
			return false
		}
		last = n
	}
	return true
}

// jsonRating reads the rating of an object, and returns the keys that it was read from. In a record of the archive
// only an object is the rating of a file, since former versions wrote our own rating as a number.
func jsonRating(object map[string]any) (r Rating, said []string) {
	if _, isObject := object["rating"].(map[string]any); isRecord(object) && !isObject {
		return Rating{}, nil
	}
	by := spelled(object, "rated_by")
	program := cmp.Or(shortText(object[by]), anyFile)
	for _, name := range ratingKeys {
		k := spelled(object, name)
		switch v := object[k].(type) {
		case string:
			r = newRating(program, v)
		case json.Number:
			r = newRating(program, v.String())
		case map[string]any: // of WriteAs
			r = Rating{Program: shortText(v["program"]), Version: shortText(v["version"]), Value: shortText(v["value"])}
			if r.Value == "" {
				return Rating{}, nil
			}
			r.Program = cmp.Or(r.Program, anyFile)
			return r, nil
		default:
			continue
		}
		if r != (Rating{}) {
			said = []string{k, by}
		}
		return r, said
	}
	return Rating{}, nil
}

func shortText(value any) string {
	switch value.(type) {
	case string, json.Number:
		return newRating(anyFile, fmt.Sprint(value)).Value
	}
	return ""
}
