package logic

import (
	"slices"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// MSLS is the key of multi-sector locked sets, as D. P. Bird named them (New Sudoku Players' Forum, 2013). The loops that
// S. Kurzhals found in Easter Monster, SK loops, are among them.
const MSLS Technique = "msls"

var msls = technique{
	key: MSLS, tier: TierGuessing, all: (*view).lockedSectors,
	example: "........1....12.3...45..6..........7.5...1.2.8..6..5...4.8..9...7..3....6.8...4..",
}

// lockedSectors finds rows and columns that cross in as many open cells as digits fit there.
//
// Each of the rows holds a digit there once at most, and each of the columns too, so a digit fits as often as there are rows
// that have it as a candidate there, or columns if these are fewer. If that makes as many digits as cells, each digit is there
// as often as it fits, once in each of the rows or columns that were counted. So it is not in the rest of these.
//
// The rows and columns are one more than a house has cells at most. The other rows and columns cross in the same pattern, seen
// from its other side, so larger ones found nothing more in 375 of the hardest puzzles.
func (v *view) lockedSectors(yield func(Step) bool) {
	side := v.shape.Side()
	inColumns, inRows := v.digitsWithin(sudoku.Row), v.digitsWithin(sudoku.Column)
	var rowsWith [sudoku.MaxSide + 1][1 << sudoku.MaxSide]counts // by the number of rows, and columns
	var columnsWith [1 << sudoku.MaxSide]counts
	var opens [sudoku.MaxSide + 1][sudoku.MaxSide]int // open cells by the number of rows, and column
	var cells [1 << sudoku.MaxSide]int
	for rows := mask(1); rows < 1<<side; rows++ {
		// In ascending order, the last rows that were one fewer are these without the first of them.
		row, fewer, these := rows.first(), &rowsWith[rows.len()-1], &rowsWith[rows.len()]
		open := opens[rows.len()-1]
		for column, c := range v.shape.House(sudoku.House{Kind: sudoku.Row, Index: uint8(row)}) {
			if v.Marks[c] != 0 {
				open[column]++
			}
		}
		opens[rows.len()] = open
		for _, columns := range lineSets[v.shape][side+1-rows.len()] {
			before, column := columns&(columns-1), columns.first()
			these[columns] = fewer[columns] + inColumns[row][columns]
			columnsWith[columns] = columnsWith[before] + inRows[column][rows]
			cells[columns] = cells[before] + open[column]
			if columnsWith[columns].min(these[columns]).sum() == cells[columns] && before != 0 && rows.len() > 1 &&
				(!yield(v.sectors(rows, columns, sudoku.Row)) || !yield(v.sectors(rows, columns, sudoku.Column))) {
				return
			}
		}
	}
}

// lineSets has the sets of at most so many rows or columns, the smallest first.
var lineSets = sudoku.ByShape(func(s sudoku.Shape) (sets [sudoku.MaxSide + 1][]mask) {
	for most := range s.Side() {
		for size := range most + 2 {
			for lines := mask(1); lines < 1<<s.Side(); lines++ {
				if lines.len() == size {
					sets[most+1] = append(sets[most+1], lines)
				}
			}
		}
	}
	return sets
})

// counts has a number for each digit, in seven bits of which the highest is free.
type counts uint64

const ones counts = 1 | 1<<7 | 1<<14 | 1<<21 | 1<<28 | 1<<35 | 1<<42 | 1<<49 | 1<<56

// spread has a 1 for each of some digits.
var spread = func() (all [1 << sudoku.MaxSide]counts) {
	for digits := range all {
		for d := range sudoku.Digits(digits).All() {
			all[digits] |= 1 << (7 * (d - 1))
		}
	}
	return all
}()

// min returns the lesser number of each digit.
func (a counts) min(b counts) counts {
	notLess := (a | ones<<6 - b) & (ones << 6)
	ofB := notLess - notLess>>6 // all six bits of the digits that have no less in a
	return a&^ofB | b&ofB
}

// sum adds the numbers of all digits: the product has it in its highest seven bits.
func (a counts) sum() int { return int(a * ones >> 56 & 127) }

// digitsWithin returns which digits each line of a kind has as candidates within any set of the lines across.
func (v *view) digitsWithin(kind sudoku.HouseKind) *[sudoku.MaxSide][1 << sudoku.MaxSide]counts {
	within := new([sudoku.MaxSide][1 << sudoku.MaxSide]counts)
	for line := range v.shape.Side() {
		for across := mask(1); across < 1<<v.shape.Side(); across++ {
			if rest := across & (across - 1); rest != 0 {
				within[line][across] = within[line][rest] | within[line][across^rest]
				continue
			}
			c := v.shape.House(sudoku.House{Kind: kind, Index: uint8(line)})[across.first()]
			within[line][across] = spread[v.Marks[c]]
		}
	}
	return within
}

// sectors returns the step of rows and columns. A digit with as many rows as columns is counted by its lines of one kind.
// The parts are the cells, then those of each line that is counted, with its digits.
func (v *view) sectors(rows, columns mask, preferred sudoku.HouseKind) Step {
	lines, base := [2]mask{rows, columns}, Part{}
	for r := range rows.all() {
		for column, c := range v.shape.House(sudoku.House{Kind: sudoku.Row, Index: uint8(r)}) {
			if columns>>column&1 == 1 && v.Marks[c] != 0 {
				base.Cells = base.Cells.With(c)
			}
		}
	}
	var counted [2][sudoku.MaxSide]sudoku.Digits
	for d := range v.shape.Digits().All() {
		var with [2]mask
		for kind := range lines {
			for i := range lines[kind].all() {
				if v.places[kind][i][d]&lines[1-kind] != 0 {
					with[kind] |= 1 << i
				}
			}
		}
		kind := preferred
		if with[1-kind].len() < with[kind].len() {
			kind = 1 - kind
		}
		for i := range with[kind].all() {
			counted[kind][i] = counted[kind][i].With(d)
		}
	}
	parts := []Part{base}
	var houses []sudoku.House
	var gone []sudoku.Candidate
	for kind := range lines {
		for i, digits := range counted[kind] {
			if digits == 0 {
				continue
			}
			h := sudoku.House{Kind: sudoku.HouseKind(kind), Index: uint8(i)}
			houses, parts = append(houses, h), append(parts, Part{base.Cells.Intersect(v.cellsIn(h)), digits})
			parts[0].Digits |= digits
			gone = append(gone, v.candidates(v.cellsIn(h).Minus(base.Cells), digits)...)
		}
	}
	slices.SortFunc(gone, compareCandidates)
	step := stepOf(parts)
	step.Houses, step.Eliminations = houses, gone
	return step
}
