package library

import (
	"cmp"
	"slices"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
)

// reasonKind is what the reasons of many rejected lines have in common.
type reasonKind struct {
	key        string   // as the archive keeps it, and as others say it in their languages
	text       string   // as it is said in English, and as the archive kept it until keys were kept
	beginnings []string // other texts that it begins with when what differs from line to line is left out
}

// reasonKinds are all kinds that have a key. Those of package format are about files that are damaged,
// or are not what they seem to be.
var reasonKinds = []reasonKind{
	{"empty", "empty text is no grid", nil},
	{"character", "a character that is not of a cell", []string{"character N is "}},
	{"length", "the wrong number of characters", []string{"N character"}},
	{"shidoku-digit", "a digit that is too great for a shidoku", []string{"N in a cell"}},
	{"wrong-solution", "a wrong solution beside the puzzle", []string{"the solution beside it"}},
	{"solved", "a solved grid is not a puzzle", nil},
	{"few-clues", "too few clues for a single solution", nil},
	{"too-hard", "too hard to decide", nil},
	{"no-solution", "no solution", nil},
	{"many-solutions", "more than one solution", nil},
	{"unnamed", "other reasons", []string{"rejected"}},

	{"several-grids", "several grids in one line", []string{"N grids in one line", "N grids in one JSON object"}},
	{"no-puzzle", "a value that is not a puzzle", []string{"a JSON object without a puzzle"}},
	{"rows", "rows of the wrong length", []string{"N rows of N cells", "N rows, and N cells", "N columns", "N fields"}},
	{"too-long", "a line or value that is too long", []string{
		"a line of N bytes", "a list of more than N cells", "a value of more than N KiB", "an element of more than N KiB", "more than N elements in each other",
	}},
	{"variant", "a variant, and not a plain sudoku", []string{"not a plain sudoku", "an f-puzzles puzzle of size"}},
	{"cell", "a cell without a digit", []string{"the clue in a cell is", "the cell at", "the cells of this HoDoKu line"}},
	{"link", "a link that holds no puzzle", []string{"this link names a puzzle", "the link holds no puzzle"}},
	{"damaged", "damaged data", []string{
		"the packed puzzle in the link is damaged", "the JSON is damaged", "the JSON ends", "too many long values of this JSON",
		"the XML is damaged", "the XML ends", "the file is damaged",
	}},
	{"foreign", "a file of another kind", []string{"this is a binary file", "this file is", "this is an XML or HTML file", "unknown encoding"}},
	{"packed", "a packed file that is too large, or encrypted", []string{"stopped after N bytes", "N files", "more than N MiB", "it is encrypted"}},
}

// ReasonKinds returns the keys of all kinds of reasons.
func ReasonKinds() (keys []string) {
	for _, k := range reasonKinds {
		keys = append(keys, k.key)
	}
	return keys
}

// ReasonKind returns the kind of the reason of a rejected line: its key, and how it is said in English.
// Of a kind that has no key, the text is the beginning of the reason up to a colon, without
// quotations, and with N for every number.
func ReasonKind(reason string) (key, text string) {
	for rest := reason; ; {
		common := commonText(rest)
		if k := kindOfText(common); k >= 0 {
			return reasonKinds[k].key, reasonKinds[k].text
		}
		// Before the colon may be the name of a file in a packed file, or how it is packed.
		_, after, found := strings.Cut(rest, ": ")
		if !found {
			return "", commonText(reason)
		}
		rest = after
	}
}

// kindOfText returns the place of a kind in the list, -1 if it has none.
func kindOfText(common string) int {
	n := slices.IndexFunc(reasonKinds, func(k reasonKind) bool {
		return common == k.text || slices.ContainsFunc(k.beginnings, func(b string) bool { return strings.HasPrefix(common, b) })
	})
	if n < 0 && strings.HasSuffix(common, " is not a puzzle") { // after a quotation of any length
		return kindOfText("a value that is not a puzzle")
	}
	return n
}

// storedKind returns what the archive keeps of a reason: the key of its kind, or the text.
func storedKind(reason string) string {
	key, text := ReasonKind(reason)
	return postgres.PlainText(cmp.Or(key, text))
}

// countOf returns the count of a kind that the archive kept, as its key or as its text.
func countOf(stored string, lines int) ReasonCount {
	for _, k := range reasonKinds {
		if stored == k.key {
			return ReasonCount{k.key, k.text, lines}
		}
	}
	key, text := ReasonKind(stored)
	return ReasonCount{key, text, lines}
}

// byFrequency puts counts of one kind together and the most frequent first.
func byFrequency(counts []ReasonCount) (sums []ReasonCount) {
	for _, c := range counts {
		same := slices.IndexFunc(sums, func(sum ReasonCount) bool { return sum.Reason == c.Reason })
		if same < 0 {
			sums = append(sums, c)
		} else {
			sums[same].Lines += c.Lines
		}
	}
	slices.SortFunc(sums, func(a, b ReasonCount) int {
		return cmp.Or(cmp.Compare(b.Lines, a.Lines), cmp.Compare(a.Reason, b.Reason))
	})
	return sums
}
