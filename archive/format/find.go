package format

import (
	"bufio"
	"errors"
	"iter"
	"regexp"
	"slices"
	"strings"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Find returns the puzzle that a text is about: a message, or what was typed or pasted into a form. The text is read as
// a file is. Of several grids it is the first with empty cells, as others are solutions, and else the first.
// The error is why the text has none.
func Find(text string) (sudoku.Grid, error) { return find(text, false) }

// FindAnswer is [Find] for the answer to a puzzle: of several grids it is the first without empty cells, and else the
// first.
func FindAnswer(text string) (sudoku.Grid, error) { return find(text, true) }

func find(text string, full bool) (sudoku.Grid, error) {
	var first *sudoku.Grid
	var reason error
	for entries := range readings(text) {
		for e := range entries {
			if reason == nil && errors.As(e.Err, new(*Error)) {
				reason = e.Err
			}
			for _, g := range meantIn(e) {
				if isFull(g.String()) == full {
					return g, nil
				}
				if first == nil {
					first = &g
				}
			}
		}
	}
	if first != nil {
		return *first, nil
	}
	if e, ok := ParseLink(text); ok && e.Err == nil { // one that was cut into several lines or words
		return e.Grid, nil
	}
	g, err := sudoku.Parse(text)
	switch {
	case err == nil && isMeant(g):
		return g, nil
	case reason != nil:
		err = reason
	case err == nil:
		err = failf(NoPuzzle, "%s: this is a grid, and no puzzle", sudoku.Excerpt(text))
	}
	return sudoku.Grid{}, err
}

// headings matches the marks in front of headings, which begin comments in a file, and numbers such as "#12".
var headings = regexp.MustCompile(`(?m)^[> \t]*#\S*[ \t]+`)

// readings yields the ways to read a text: as a file, and as lines, as its words may begin as JSON or XML does; then without
// its headings; and what stands in brackets among words.
func readings(text string) iter.Seq[iter.Seq[Entry]] {
	within := func(opens, closes string) string {
		start, end := max(0, strings.Index(text, opens)), strings.LastIndex(text, closes)+1
		return text[min(start, end):end]
	}
	return func(yield func(iter.Seq[Entry]) bool) {
		for i, part := range []string{text, headings.ReplaceAllString(text, ""), within("[", "]"), within("{", "}")} {
			if i > 0 && (part == text || part == "") {
				continue
			}
			if !yield(readPlain(bufio.NewReader(strings.NewReader(part)))) || !yield(readText(bufio.NewReader(strings.NewReader(part)))) {
				return
			}
		}
	}
}

// meantIn returns the grid of an entry and those beside it. A line with several grids, which a file of puzzles should not
// have, has them all.
func meantIn(e Entry) (grids []sudoku.Grid) {
	beside := e.Text
	if e.Err == nil {
		grids, beside = append(grids, e.Grid), e.Comment
	}
	for start, end := range fieldsOf(beside) {
		if g, err := sudoku.Parse(beside[start:end]); err == nil && isCells(beside[start:end]) {
			grids = append(grids, g)
		}
	}
	return slices.DeleteFunc(grids, func(g sudoku.Grid) bool { return !isMeant(g) })
}

// fewestClues is how many clues a grid in a text has at least: fewer stand in rules of dashes and dots.
const fewestClues = 4

// isMeant reports whether a grid in a text is one to its author. A number of 16 digits that could be a shidoku has a digit
// twice in a house.
func isMeant(g sudoku.Grid) bool {
	if g.Shape() == sudoku.Shidoku {
		for range g.Conflicts() {
			return false
		}
	}
	return g.Len() >= fewestClues
}
