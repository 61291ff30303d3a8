package canon

import "math/bits"

// Where clues of a row share places, some of their columns have to part before the row
// can be read. They part class by class, from the right: a class is the columns with one
// digit, or the stacks with nothing but one digit, which stay together, or a stack alone.
// Every class that can be the rightmost in the smallest row is tried.

// classes are up to three sets of columns.
type classes struct {
	sets [3]uint64
	n    int
}

func (c *classes) add(set uint64) {
	c.sets[c.n] = set
	c.n++
}

// crowded reports whether clues of a row share places.
func (s state) crowded(row line) bool {
	cells := row.clues & s.alike
	stacks := chutes(cells) & s.stacks
	return crowds(cells) != 0 || stacks&(stacks-1) != 0
}

// crowds returns the first lanes of the stacks with more than one of the cells.
func crowds(cells uint64) uint64 { return members(cells) >> 1 & firstLanes }

// rivals returns the classes of which one has to part next from those it shares places
// with; none if clues of the row share places only where they are the same digit.
func (s state) rivals(row line, columns *side) classes {
	cells := row.clues & s.alike
	stacks := chutes(cells) & s.stacks
	if stacks&(stacks-1) != 0 && !row.uniform(s.stacks*chuteLanes) {
		return rivalStacks(row, fullest(cells, stacks), columns)
	}
	for rest := crowds(cells); rest != 0; rest &= rest - 1 {
		if group := rest & -rest * chuteLanes & s.alike; !row.uniform(group) {
			return s.rivalColumns(row, group&cells)
		}
	}
	return classes{}
}

// fullest returns those of the stacks that have the most cells. One with fewer has to
// stand to the left: it starts with more empty cells.
func fullest(cells, stacks uint64) uint64 {
	var fullest, most uint64
	for counts := members(cells); stacks != 0; stacks &= stacks - 1 {
		at := first(stacks)
		switch n := lane(counts, at); {
		case n > most:
			fullest, most = 1<<at, n
		case n == most:
			fullest |= 1 << at
		}
	}
	return fullest
}

// rivalStacks returns the classes of stacks, without those that are twins of another.
func rivalStacks(row line, stacks uint64, columns *side) (rivals classes) {
	for rest := stacks; rest != 0; {
		class := rest & -rest
		at := first(rest)
		switch {
		case row.uniform(class * chuteLanes):
			class = wholeChutes(row.having(lane(row.digits, at))) & stacks
		case columns.elders[at/laneBits]&stacks != 0:
			rest &^= class
			continue
		}
		rest &^= class
		rivals.add(class * chuteLanes)
	}
	return rivals
}

// rivalColumns returns the classes of the cells that may come last: each digit without a
// label, or else the one with the highest.
func (s state) rivalColumns(row line, cells uint64) (rivals classes) {
	highest := uint64(0)
	for cells != 0 {
		digit := lane(row.digits, first(cells))
		class := row.having(digit) & cells
		cells &^= class
		rank := lane(s.labels, int(laneBits*digit)) - 1 // no label ranks highest
		if rivals.n == 0 || rank > highest {
			highest, rivals.n = rank, 0
		}
		if rank == highest {
			rivals.add(class)
		}
	}
	return rivals
}

// part moves what shares places with a class to the left of it.
func (s state) part(class uint64) state {
	if stacks := wholeChutes(class); stacks != 0 {
		rest, n := s.stacks&^stacks, uint64(bits.OnesCount64(stacks))
		s.places += rest * chuteLanes * (3 * n)
		if s.stacks = stacks; n == 1 {
			s.stacks = rest
		}
		return s
	}
	rest, n := chutes(class)*chuteLanes&s.alike&^class, uint64(bits.OnesCount64(class))
	s.places += rest * n
	if n == 1 {
		s.alike &^= class
	} else {
		s.alike &^= rest
	}
	return s
}

// spread gives all columns places of their own where more than one of the cells share one.
func (s state) spread(cells uint64) state {
	cells &= s.alike
	for rest := crowds(cells); rest != 0; rest &= rest - 1 {
		group := rest & -rest * chuteLanes & s.alike
		group &= group - 1
		s.places += group               // the second and the third
		s.places += group & (group - 1) // the third once more
	}
	if stacks := chutes(cells) & s.stacks; stacks&(stacks-1) != 0 {
		stacks &= stacks - 1
		s.places += stacks * (3 * chuteLanes)
		s.places += stacks & (stacks - 1) * (3 * chuteLanes)
	}
	return s
}

// least returns the smallest text of a row over all orders of the columns that share
// places, or some greater text if that is greater than limit.
func (s state) least(row line, columns *side, limit uint64) uint64 {
	if !s.crowded(row) {
		text, _ := s.read(row)
		return text
	}
	if s.labels == 0 { // nothing but empty rows so far
		if text := opening(row.clues); text > limit {
			return text
		} else if !row.repeats() {
			return rising(text)
		}
	}
	rivals := s.rivals(row, columns)
	if rivals.n == 0 {
		text, _ := s.spread(row.clues).read(row)
		return text
	}
	least := uint64(unknown)
	for _, class := range rivals.sets[:rivals.n] {
		least = min(least, s.part(class).least(row, columns, limit))
	}
	return least
}
