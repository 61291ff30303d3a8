package archive

// KindNames has short names for the frequent kinds of [ReasonKind], by which others say them in other
// languages. The archive keeps the kinds as text.
var KindNames = map[string]string{
	"empty text is no grid":                   "empty",
	"a character that is not of a cell":       "character",
	"the wrong number of characters":          "length",
	"a digit that is too great for a shidoku": "shidoku-digit",
	"a wrong solution beside the puzzle":      "wrong-solution",
	"a solved grid is not a puzzle":           "solved",
	"too few clues for a single solution":     "few-clues",
	"too hard to decide":                      "too-hard",
	"no solution":                             "no-solution",
	"more than one solution":                  "many-solutions",
	"other reasons":                           "unnamed",
}
