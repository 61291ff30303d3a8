package sudoku

import "strings"

// parseFlattened reads a drawing whose line ends became blanks: all cells that stand
// between borders, or else, where labels stand among them, the parts between bars that
// have the length of a box's row. Its error is what reading a plain line said.
func parseFlattened(text string, plain error) (Grid, error) {
	if !strings.ContainsFunc(text, func(r rune) bool { return isBar(r) || isRule(r) }) {
		return Grid{}, plain
	}
	fields := strings.FieldsFunc(text, func(r rune) bool { return isSpace(r) || isRule(r) })
	withoutDashes := keepText(fields, func(field string) bool { return strings.Trim(field, "-*_=:") != "" })
	for _, kept := range [][]string{fields, withoutDashes} {
		if g, err := parseLine(strings.Join(strings.FieldsFunc(strings.Join(kept, " "), isBar), "")); err == nil {
			return g, nil
		}
	}
	parts := strings.FieldsFunc(strings.Join(withoutDashes, " "), isBar)
	for _, s := range Shapes {
		boxRows := keepText(parts, func(part string) bool { return countCells(part) == s.BoxSide() })
		if g, err := parseLine(strings.Join(boxRows, "")); err == nil && g.Shape() == s {
			return g, nil
		}
	}
	return Grid{}, plain
}

// isRule reports whether a character draws a border and nothing else.
func isRule(r rune) bool { return r == '+' || r >= 0x2500 && r <= 0x257f && !isBar(r) }

func keepText(texts []string, wanted func(string) bool) []string {
	var kept []string
	for _, t := range texts {
		if wanted(t) {
			kept = append(kept, t)
		}
	}
	return kept
}
