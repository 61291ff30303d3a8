package engine

import (
	"encoding/json"
	"fmt"

	"github.com/gridkeeper/gridkeeper/rating/depth"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// rateDepth returns the line of a puzzle with its depth.
func rateDepth(g sudoku.Grid, asJSON bool) (string, error) {
	c, err := depth.Of(g)
	if err != nil {
		return "", err
	}
	if !asJSON {
		return fmt.Sprintf("%s\t%d", g, c.Depth), nil
	}
	certified := deep{Puzzle: g, Depth: c.Depth, Open: map[string]string{}, Version: depth.Version}
	for cell, digits := range c.Open {
		if digits != 0 {
			certified.Open[sudoku.Cell(cell).String()] = digits.String()
		}
	}
	for _, e := range c.Eliminations {
		certified.Eliminations = append(certified.Eliminations, fmt.Sprintf("%v-%v", e.Cell, e.Digit))
	}
	text, err := json.Marshal(certified)
	return string(text), err
}

// deep is a line of JSON, a depth with its certificate: see [depth.Certificate].
type deep struct {
	Puzzle       sudoku.Grid       `json:"puzzle"`
	Depth        int               `json:"depth"`
	Open         map[string]string `json:"open"`                   // "r1c1": "456"
	Eliminations []string          `json:"eliminations,omitempty"` // "r1c1-4"
	Version      int               `json:"version"`
}
