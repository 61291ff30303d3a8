package format

import (
	"encoding/json"
	"strings"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// parseArray reads a line that is a JSON array of grids, one a string. ok is false for any other
// line, and for an array of a puzzle and what belongs to it, such as its solution.
func parseArray(line string) (entries []Entry, ok bool) {
	line = strings.TrimSpace(line)
	var texts []string
	if !strings.HasPrefix(line, "[") || json.Unmarshal([]byte(line), &texts) != nil {
		return nil, false
	}
	puzzles := 0
	for _, text := range texts {
		g, err := sudoku.Parse(text)
		entries = append(entries, Entry{Line: 1, Text: clean([]byte(text)), Grid: g, Err: err})
		if err == nil && g.Len() < len(g.Shape().Cells()) {
			puzzles++
		}
	}
	return entries, puzzles > 1 || len(texts) == 1
}
