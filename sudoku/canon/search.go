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

	// As long as the search goes breadth first, prefixes are kept until all are known.
	waiting  prefixes // prefixes that reach the best
	length   int      // how many rows each of them has
	narrowed prefixes // the same with only the best next rows open
}

// prefixes is a short list. Most puzzles need less; when it is full, the search goes on depth
// first.
type prefixes struct {
	list [8]prefix
	n    int
}

// add appends a prefix if there is room.
func (p *prefixes) add(pre *prefix) (added bool) {
	if p.n == len(p.list) {
		return false
	}
	p.list[p.n] = *pre
	p.n++
	return true
}

// take empties the list and returns its prefixes.
func (p *prefixes) take() []prefix {
	all := p.list[:p.n]
	p.n = 0
	return all
}

const unknown = 1<<64 - 1 // more than any row

// minimize canonicalises a 9×9 grid. It goes through all orders of rows whose text is the
// smallest so far.
func minimize(g sudoku.Grid) result {
	digits := g.ByCell()
	var s search
	orient(&s.orientations, &digits)
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

// run searches any grid: the first rows breadth first, because most prefixes are given up there
// for one that is found later, then depth first. The last row of a band follows from the others, so it
// comes with the one before.
func (s *search) run() {
	s.chooseFirst()
	for level := 1; level <= 3; level += 2 {
		s.narrow(level)
		s.length = level + 2
		for i := range s.narrowed.n {
			s.extendAll(&s.narrowed.list[i], level)
		}
	}
	waiting, level := s.waiting.take(), s.length
	s.length = 0
	for i := range waiting {
		s.visit(&waiting[i], level)
	}
}

// chooseFirst chooses the first row, a row or a column of the grid. The line whose clue counts
// permit the least text reaches at least the text of as many different digits.
func (s *search) chooseFirst() {
	least := uint64(unknown)
	for i := range s.orientations {
		for _, line := range s.orientations[i].lines {
			least = min(least, sameDigitText(line.clues))
		}
	}
	s.best[0], s.best[1], s.length = ascendingText(least), unknown, 1
	for transposed := range s.orientations {
		pre := prefix{state: start, transposed: transposed, left: allLanes}
		for i, line := range s.orientations[transposed].lines {
			if sameDigitText(line.clues) <= s.best[0] {
				pre.open |= 1 << (laneBits * i)
			}
		}
		pre.open = s.bestRows(&pre, 0)
		s.extendAll(&pre, 0)
	}
}

// narrow leaves open the rows that are the best next, for all waiting prefixes.
func (s *search) narrow(level int) {
	s.narrowed.n = 0
	waiting := s.waiting.take()
	for i := range waiting {
		pre, least := &waiting[i], s.best[level]
		pre.open = s.bestRows(pre, level)
		if s.best[level] < least {
			s.narrowed.n = 0
		}
		if pre.open != 0 && !s.narrowed.add(pre) {
			s.extendAll(pre, level)
		}
	}
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
	if level == s.length && s.waiting.add(pre) {
		return
	}
	pre.open = s.bestRows(pre, level)
	s.extendAll(pre, level)
}

// extendAll extends a prefix by each of its open rows in turn.
func (s *search) extendAll(pre *prefix, level int) {
	for rows := pre.open; rows != 0; rows &= rows - 1 {
		s.extend(pre, pre.state, first(rows), level)
	}
}

// bestRows returns the rows that can come next and reach the best of the level, which it
// lowers if they can do better. A single row that can come next is not compared:
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

// lower makes text the best of its level; the best of the next level, and waiting prefixes, are void.
func (s *search) lower(level int, text uint64) {
	if text == s.best[level] {
		return
	}
	s.best[level], s.ways = text, 0
	if level < s.length {
		s.waiting.n = 0
	}
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
