package engine

import (
	"fmt"

	"github.com/gridkeeper/gridkeeper/rating/se"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// rateSE returns the line of a puzzle with its ratings by Sudoku Explainer.
func rateSE(g sudoku.Grid) (string, error) {
	r, err := se.Rate(g)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%s\t%v\t%v\t%v", g, r.ER, r.EP, r.ED), nil
}
