package canon

import "github.com/gridkeeper/gridkeeper/sudoku"

// prefix is the first rows of a grid that may become the smallest, in the order chosen.
type prefix struct {
	state
	transposed int    // 0 if the rows are the grid's, 1 if they are its columns
	order      uint64 // the rows, the last in lane 0
	left       uint64 // the rows not chosen yet
	open       uint64 // those of them that can be the next
}

// search looks for the smallest grid. It keeps to the stack, so that nothing is allocated.
type search struct {
	orientations [2]orientation         // the grid by its rows, and by its columns
	best         [sudoku.MaxSide]uint64 // the rows of the smallest grid so far, from the top
	ways         int                    // how many prefixes of all rows reach it
	example      prefix                 // the first of them
}

const unknown = 1<<64 - 1 // more than any row

// minimize canonicalises a 9×9 grid. It goes depth first through all orders of rows whose
// text is the smallest so far.
func minimize(g sudoku.Grid) result {
	digits := g.ByCell()
	s := search{orientations: orientations(&digits)}
	if full(&digits) {
		s.runFull()
	} else {
		s.run()
	}
	return result{
		shape: sudoku.Sudoku,
		rows:  s.best,
		ways:  s.ways * s.orientations[0].swaps() * s.orientations[1].swaps(),
		packedTransform: packedTransform{
			transpose: s.example.transposed == 1,
			order:     s.example.order,
			places:    s.example.spread(allLanes).places,
			labels:    s.example.labels,
		},
	}
}

// run searches any grid. The first row can be a row or a column of the grid, so the best of
// both is known before either is extended.
func (s *search) run() {
	s.best[0] = unknown
	asIs := prefix{state: start, left: allLanes, open: allLanes}
	transposed := asIs
	transposed.transposed = 1
	rows := s.bestRows(&asIs, 0)
	least := s.best[0]
	columns := s.bestRows(&transposed, 0)
	if s.best[0] == least {
		s.extendAll(&asIs, rows, 0)
	}
	s.extendAll(&transposed, columns, 0)
}

// visit extends a prefix by all rows that can come next.
func (s *search) visit(pre *prefix, level int) {
	if level == sudoku.MaxSide {
		if s.ways == 0 {
			s.example = *pre
		}
		s.ways++
		return
	}
	s.extendAll(pre, s.bestRows(pre, level), level)
}

// extendAll extends a prefix by each of the rows in turn.
func (s *search) extendAll(pre *prefix, rows uint64, level int) {
	for ; rows != 0; rows &= rows - 1 {
		s.extend(pre, pre.state, first(rows), level)
	}
}

// bestRows returns the rows that can come next and reach the best of the level, which it
// lowers if they can do better. Where only one row can come next, it is not compared:
// extend will do that.
func (s *search) bestRows(pre *prefix, level int) (found uint64) {
	if pre.open&(pre.open-1) == 0 {
		return pre.open
	}
	least := s.best[level]
	rows, columns := &s.orientations[pre.transposed], &s.orientations[1-pre.transposed]
	tooFar := pre.leftOf(least)
	for rest := rows.withoutDuplicates(pre.open); rest != 0; rest &= rest - 1 {
		row := rows.lines[first(rest)/laneBits]
		if row.clues&tooFar != 0 {
			continue
		}
		text := pre.leastText(row, columns, least)
		if text < least {
			least, found = text, 0
			tooFar = pre.leftOf(least)
		}
		if text == least {
			found |= rest & -rest
		}
	}
	s.lower(level, least)
	return found
}

// reaches reports whether a row is as good as the best of its level, or better.
func (s *search) reaches(level int, text uint64) bool {
	if text < s.best[level] {
		s.lower(level, text)
	}
	return text == s.best[level]
}

// lower makes text the best of its level; what was best below it is void.
func (s *search) lower(level int, text uint64) {
	if text == s.best[level] {
		return
	}
	s.best[level], s.ways = text, 0
	if level+1 < sudoku.MaxSide {
		s.best[level+1] = unknown
	}
}

// extend chooses the row in the lane at as the next, in each order of the columns that ties
// leave open and in which it is the best. st is the state of the prefix with some of these
// ties broken.
func (s *search) extend(pre *prefix, st state, at, level int) {
	row := s.orientations[pre.transposed].lines[at/laneBits]
	reading := st
	if st.tied(row) {
		splits := st.splits(row, &s.orientations[1-pre.transposed])
		for _, set := range splits.sets[:splits.n] {
			s.extend(pre, st.split(set), at, level)
		}
		if splits.n != 0 {
			return
		}
		reading = st.spread(row.clues)
	}
	text, read := reading.read(row, s.best[level])
	if !s.reaches(level, text) {
		return
	}
	read.places = st.places // columns that were spread for reading stay tied
	longer := *pre
	longer.state = read.refine(row)
	longer.choose(at)
	s.visit(&longer, level+1)
}

// choose takes the row in the lane at as the next one.
func (pre *prefix) choose(at int) {
	row := uint64(1) << at
	pre.order = pre.order<<laneBits | uint64(at/laneBits)
	pre.left &^= row
	pre.open = pre.left & (chutes(row) * chuteLanes)
	if pre.open == 0 {
		pre.open = pre.left
	}
}
