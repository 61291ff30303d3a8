package rank

import (
	_ "embed"
	"encoding/binary"
	"fmt"
	"iter"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

// table has for each band, and each row that can be the fourth below it, how many canonical grids begin so, as unsigned varints.
// They are the results of Count, written by cmd/lab/ranktable.
//
//go:embed table
var table []byte

// places has, for each band, its offset in the table and the number of grids before it; the last is the end.
var places = sync.OnceValue(func() (places [Bands + 1]struct{ at, before int }) {
	place := &places[0]
	for class := range Bands {
		next := &places[class+1]
		*next = *place
		for range countFourthRows(&bands().forms[class]) {
			n, length := binary.Uvarint(table[next.at:])
			next.at += length
			next.before += int(n)
		}
		place = next
	}
	return places
})

// Complete returns how many bands a table has that was written in part, and their length.
func Complete(table []byte) (classes, size int) {
	for at := 0; classes < Bands; classes, size = classes+1, at {
		for range countFourthRows(&bands().forms[classes]) {
			_, length := binary.Uvarint(table[at:])
			if length <= 0 {
				return classes, size
			}
			at += length
		}
	}
	return classes, size
}

// Of returns the rank of a solution grid's class, from 1 to Grids.
func Of(solution sudoku.Grid) (int, error) {
	if solution.Shape() != sudoku.Sudoku {
		return 0, fmt.Errorf("grid %q has no rank: a %s is not 9×9", solution, solution.Shape())
	}
	if !solution.Solved() {
		return 0, fmt.Errorf("grid %q has no rank: want the 81 digits of a solution", solution)
	}
	form := linesOf(canon.Of(solution))
	upper := form.chute(0)
	class := bands().of(&upper)
	rank := places()[class].before
	row, below := rowOf(form[3][:]...), [2]fourthRow{rowOf(form[4][:]...), rowOf(form[5][:]...)}
	for prefix, grids := range prefixes(class) {
		if prefix < row {
			rank += grids
		}
		if prefix != row {
			continue
		}
		c := newCounter(class, row)
		middles := c.middles(row)
		var before, after []*middle
		var all []lines
		for i := range middles {
			m := &middles[i]
			switch compared := slices.Compare(m.below[:], below[:]); {
			case compared < 0:
				before = append(before, m)
			case compared > 0:
				after = append(after, m)
			default:
				all = c.grids(m)
			}
		}
		if len(before) <= len(after) {
			rank += c.count(before)
		} else {
			rank += grids - c.count(after) - len(all)
		}
		return rank + 1 + slices.Index(all, form), nil
	}
	return 0, fmt.Errorf("grid %q has no rank in the table", solution) // never
}

var written = regexp.MustCompile(`^(\d{1,15}|\d{1,3}(,\d{3})+)$`)

// Parse reads a rank, with or without commas between the thousands. Other text, and one as long as a puzzle, is none.
func Parse(text string) (rank int, ok bool) {
	if !written.MatchString(text) {
		return 0, false
	}
	rank, err := strconv.Atoi(strings.ReplaceAll(text, ",", ""))
	return rank, err == nil
}

// Grid returns the canonical grid of a rank.
func Grid(rank int) (sudoku.Grid, error) {
	if rank < 1 || rank > Grids {
		return sudoku.Grid{}, fmt.Errorf("no grid has rank %d: want 1 to %d", rank, Grids)
	}
	class := 0
	for rank > places()[class+1].before {
		class++
	}
	left := rank - places()[class].before
	for row, grids := range prefixes(class) {
		if left > grids {
			left -= grids
			continue
		}
		c := newCounter(class, row)
		all := c.middles(row)
		middles := make([]*middle, len(all))
		for i := range all {
			middles[i] = &all[i]
		}
		slices.SortFunc(middles, func(a, b *middle) int { return slices.Compare(a.below[:], b.below[:]) })
		fromEnd := left > grids/2
		if fromEnd {
			left = grids + 1 - left
			slices.Reverse(middles)
		}
		for some := range slices.Chunk(middles, 100) {
			c.count(some)
			for _, m := range some {
				if left > m.grids {
					left -= m.grids
					continue
				}
				all := c.grids(m)
				if fromEnd {
					left = len(all) + 1 - left
				}
				return all[left-1].grid(), nil
			}
		}
	}
	return sudoku.Grid{}, fmt.Errorf("no grid of rank %d in the table", rank) // never
}

// BandsOf returns the numbers of the classes, 1 to Bands, of the bands and of the stacks of a solution grid. Classes are in
// the order of the canonical forms, and the canonical form of a grid begins with the band of its first class.
func BandsOf(solution sudoku.Grid) (bandClasses, stackClasses [3]int) {
	rows := linesOf(solution)
	columns := rows.transposed()
	for i := range 3 {
		band, stack := rows.chute(i), columns.chute(i)
		bandClasses[i], stackClasses[i] = bands().of(&band)+1, bands().of(&stack)+1
	}
	return bandClasses, stackClasses
}

// prefixes yields the fourth rows below a band, ascending, and how many canonical grids have each.
func prefixes(class int) iter.Seq2[fourthRow, int] {
	return func(yield func(fourthRow, int) bool) {
		at := places()[class].at
		for row := range fourthRows(&bands().forms[class]) {
			n, length := binary.Uvarint(table[at:])
			at += length
			if !yield(row, int(n)) {
				return
			}
		}
	}
}
