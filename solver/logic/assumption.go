package logic

import (
	"slices"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// propagation is the candidates of a state and the places of each digit, kept up to date while digits are placed. It has
// no pointers, so a trial starts from a copy. Houses are numbered through all kinds: see [neighbourhood].
type propagation struct {
	shape  sudoku.Shape
	marks  sudoku.Pencilmarks                           // of the open cells
	places [3 * sudoku.MaxSide][sudoku.MaxSide + 1]mask // of each house and digit, as in [view]
	placed [3 * sudoku.MaxSide]sudoku.Digits            // in each house

	// Singles that no round has placed yet, and some that are no longer singles.
	naked  sudoku.Cells
	hidden [3 * sudoku.MaxSide]sudoku.Digits

	// The dead ends: open cells without candidates, and digits without a place in a house that lacks them.
	dead    bool
	empty   sudoku.Cells
	lacking [3 * sudoku.MaxSide]sudoku.Digits
}

func (s State) propagation() (p propagation) {
	p.shape = s.Grid.Shape()
	for _, c := range p.shape.Cells() {
		near := &neighbourhoods[p.shape][c]
		if d := s.Grid.At(c); d != 0 {
			for _, h := range near.houses {
				p.placed[h] = p.placed[h].With(d)
			}
			continue
		}
		p.marks[c] = s.Marks[c]
		for d := range s.Marks[c].All() {
			for kind, h := range near.houses {
				p.places[h][d] |= 1 << near.at[kind]
			}
		}
		p.noteCell(c)
	}
	for _, house := range p.shape.Houses() {
		h := int(house.Kind)*sudoku.MaxSide + int(house.Index)
		for d := range p.shape.Digits().All() {
			p.noteHouse(h, d)
		}
	}
	return p
}

// noteCell notes whether an open cell is a naked single or a dead end.
func (p *propagation) noteCell(c sudoku.Cell) {
	switch p.marks[c].Len() {
	case 0:
		p.empty, p.dead = p.empty.With(c), true
	case 1:
		p.naked = p.naked.With(c)
	}
}

// noteHouse notes whether a digit is a hidden single of a house, or leads to a dead end.
func (p *propagation) noteHouse(h int, d sudoku.Digit) {
	switch places := p.places[h][d]; {
	case places&(places-1) != 0:
	case places != 0:
		p.hidden[h] = p.hidden[h].With(d)
	case !p.placed[h].Has(d):
		p.lacking[h], p.dead = p.lacking[h].With(d), true
	}
}

// leave takes a cell out of the places of a digit.
func (p *propagation) leave(c sudoku.Cell, d sudoku.Digit) {
	near := &neighbourhoods[p.shape][c]
	for kind, h := range near.houses {
		p.places[h][d] &^= 1 << near.at[kind]
		p.noteHouse(int(h), d)
	}
}

// assumption follows a candidate that is assumed to be true, step by step, until a dead end. It is reused for one
// assumption after another.
type assumption struct {
	left    *int // of MaxConclusions
	before  *propagation
	assumed sudoku.Candidate
	now     propagation
	chain   []consequence
	round   []reason // a buffer for singles

	// The numbers of consequences, counted from 1; 0 for the assumption, and for none.
	removedBy [sudoku.MaxCells][sudoku.MaxSide + 1]int16    // the first that removed a candidate
	filledBy  [sudoku.MaxCells]int16                        // the one that filled a cell
	placedBy  [3 * sudoku.MaxSide][sudoku.MaxSide + 1]int16 // the one that placed a digit in a house

	saved []propagation // before each trial
	inner *assumption   // follows trials

	end     reason // the dead end with the shortest chain, once it was found
	kept    []bool // the consequences in that chain, by number
	needed  []bool // these are buffers of measure
	gone    []sudoku.Candidate
	several []removers
}

// consequence is a step of a chain: a single, a pattern or a trial.
type consequence struct {
	reason
	step   *Step // of a pattern, and of a trial when the chain needs it
	within plan  // of a trial of the candidate in reason
	saved  int   // the place of a trial in assumption.saved
}

// reason is a cell that has no candidate but a digit, or a house that has no place for a digit but a cell. So the digit
// is in the cell, or it is a dead end: a cell without even that digit, which is 0, or a house without even that cell.
type reason struct {
	sudoku.Candidate
	house int // cellItself, or as in [propagation]
}

const (
	cellItself = -1
	noCell     = sudoku.Cell(sudoku.MaxCells)
)

// start drops all consequences and makes an assumption.
func (a *assumption) start(p *propagation, assumed sudoku.Candidate) {
	a.before, a.now, a.assumed = p, *p, assumed
	a.chain, a.saved = a.chain[:0], a.saved[:0]
	clear(a.removedBy[:])
	clear(a.filledBy[:])
	clear(a.placedBy[:])
	a.place(assumed)
}

// place fills a cell, by the consequence that was added last.
func (a *assumption) place(c sudoku.Candidate) {
	p, by := &a.now, int16(len(a.chain))
	near := &neighbourhoods[p.shape][c.Cell]
	others := p.marks[c.Cell].Without(c.Digit)
	p.marks[c.Cell], a.filledBy[c.Cell] = 0, by
	for _, h := range near.houses {
		p.placed[h] = p.placed[h].With(c.Digit)
		p.places[h][c.Digit], a.placedBy[h][c.Digit] = 0, by
	}
	for other := range others.All() {
		a.removedBy[c.Cell][other] = by
		p.leave(c.Cell, other)
	}
	for _, peer := range near.peers {
		a.remove(sudoku.Candidate{Cell: peer, Digit: c.Digit})
	}
}

// remove removes a candidate, by the consequence that was added last.
func (a *assumption) remove(c sudoku.Candidate) {
	if p := &a.now; p.marks.Has(c) {
		p.marks[c.Cell] = p.marks[c.Cell].Without(c.Digit)
		a.removedBy[c.Cell][c.Digit] = int16(len(a.chain))
		p.noteCell(c.Cell)
		p.leave(c.Cell, c.Digit)
	}
}

// suppose follows an assumption to a dead end, if the depth and that many rounds of conclusions suffice, and reports
// whether the contradiction has fewer than most deductions.
func (a *assumption) suppose(p *propagation, assumed sudoku.Candidate, depth, rounds, most int) bool {
	if *a.left--; *a.left < 0 {
		return false
	}
	a.start(p, assumed)
	for ; !a.now.dead; rounds-- {
		if depth == bySingles && rounds == 0 || !a.placeSingles() && (depth == bySingles || !a.usePattern()) {
			return false
		}
		if depth == byPatterns {
			*a.left--
		}
	}
	return a.shortest(most)
}

// follow follows a trial to its end, and reports whether the contradiction has fewer than most deductions.
func (a *assumption) follow(p *propagation, t trial, most int) bool {
	a.start(p, t.assumed)
	for !a.now.dead {
		if a.placeSingles() {
			continue
		}
		if next := t.within[0]; a.now.marks.Has(next.assumed) {
			a.saved = append(a.saved, a.now)
			a.chain = append(a.chain, consequence{reason: reason{Candidate: next.assumed}, within: next.within, saved: len(a.saved)})
			a.remove(next.assumed)
		}
		t.within = t.within[1:]
	}
	return a.shortest(most)
}

// placeSingles places a round of singles, one for each cell. A placement that others of the round have made impossible
// is left out: the contradiction is there already.
func (a *assumption) placeSingles() bool {
	p := &a.now
	var taken sudoku.Cells
	a.round = a.round[:0]
	for c := range p.naked.All() {
		if p.marks[c].Len() == 1 {
			taken = taken.With(c)
			a.round = append(a.round, reason{sudoku.Candidate{Cell: c, Digit: p.marks[c].First()}, cellItself})
		}
	}
	p.naked = sudoku.Cells{}
	for h, digits := range p.hidden {
		for d := range digits.All() {
			if p.places[h][d].len() != 1 {
				continue
			}
			if c := p.shape.House(numbered(h))[p.places[h][d].first()]; !taken.Has(c) {
				taken = taken.With(c)
				a.round = append(a.round, reason{sudoku.Candidate{Cell: c, Digit: d}, h})
			}
		}
		p.hidden[h] = 0
	}
	for _, single := range a.round {
		if p.marks.Has(single.Candidate) {
			a.chain = append(a.chain, consequence{reason: single})
			a.place(single.Candidate)
		}
	}
	return len(a.round) > 0
}

// usePattern removes the candidates of the easiest pattern of the tiers 1 to 4.
func (a *assumption) usePattern() bool {
	v := view{State: State{Grid: sudoku.Empty(a.now.shape), Marks: a.now.marks}, shape: a.now.shape}
	for kind := range v.places {
		v.places[kind] = [sudoku.MaxSide][sudoku.MaxSide + 1]mask(a.now.places[kind*sudoku.MaxSide:])
	}
	for _, t := range patterns {
		if step, ok := t.step(&v); ok {
			a.chain = append(a.chain, consequence{step: &step})
			for _, e := range step.Eliminations {
				a.remove(e)
			}
			return true
		}
	}
	return false
}

// numbered returns a house by its number.
func numbered(h int) sudoku.House {
	return sudoku.House{Kind: sudoku.HouseKind(h / sudoku.MaxSide), Index: uint8(h % sudoku.MaxSide)}
}

// step returns the contradiction that was found last.
func (a *assumption) step() Step {
	step := Step{Technique: Contradiction, Eliminations: []sudoku.Candidate{a.assumed}}
	if a.end.house == cellItself {
		step.Cells = sudoku.CellsOf(a.end.Cell)
	} else {
		step.Houses, step.Digits = []sudoku.House{numbered(a.end.house)}, sudoku.DigitsOf(a.end.Digit)
	}
	for i, l := range a.chain {
		switch {
		case !a.kept[i+1]:
		case l.step != nil:
			step.Chain = append(step.Chain, *l.step)
		case l.house == cellItself:
			houses := a.now.shape.HousesOf(l.Cell)
			step.Chain = append(step.Chain, placement(NakedSingle, l.Candidate, houses[sudoku.Box], houses[sudoku.Row], houses[sudoku.Column]))
		default:
			step.Chain = append(step.Chain, placement(HiddenSingle, l.Candidate, numbered(l.house)))
		}
	}
	return step
}

// shortest looks for the dead end with the shortest contradiction, of fewer than most deductions.
func (a *assumption) shortest(most int) (ok bool) {
	try := func(end reason) {
		if n, fewer := a.measure(end, most); fewer {
			most, ok, a.end = n, true, end
			a.kept, a.needed = a.needed, a.kept
		}
	}
	for c := range a.now.empty.All() {
		try(reason{sudoku.Candidate{Cell: c}, cellItself})
	}
	for h, digits := range a.now.lacking {
		for d := range digits.All() {
			try(reason{sudoku.Candidate{Cell: noCell, Digit: d}, h})
		}
	}
	return ok
}

// measure marks the consequences without which a dead end could not be reached. It returns the number of deductions of the
// contradiction, if there are fewer than most.
func (a *assumption) measure(end reason, most int) (n int, fewer bool) {
	a.needed = append(a.needed[:0], make([]bool, len(a.chain)+1)...)
	a.gone = a.noteReason(end, a.gone[:0])
	a.need(len(a.needed))
	n = 1
	for i := len(a.chain); i > 0 && n < most; i-- {
		if !a.needed[i] {
			continue
		}
		l := &a.chain[i-1]
		if l.saved > 0 && l.step == nil {
			if a.inner == nil {
				a.inner = &assumption{}
			}
			if !a.inner.follow(&a.saved[l.saved-1], trial{l.Candidate, l.within}, most-n) {
				return 0, false
			}
			step := a.inner.step()
			l.step = &step
		}
		if l.step == nil {
			n, a.gone = n+1, a.noteReason(l.reason, a.gone[:0])
		} else {
			n, a.gone = n+l.step.Len(), a.noteStep(*l.step, a.gone[:0])
		}
		a.need(i)
	}
	return n, n < most
}

// removers are the numbers of the consequences that rule a candidate out.
type removers struct {
	by    [5]int16
	count int
}

// need marks the consequences below a limit that have made the gone candidates impossible. If several removed the same
// candidate, one that is needed anyway suffices, else the first.
func (a *assumption) need(limit int) {
	a.several = a.several[:0]
	for _, c := range a.gone {
		first := a.removedBy[c.Cell][c.Digit]
		if first == 0 || int(first) >= limit {
			continue
		}
		all := removers{by: [5]int16{first}, count: 1}
		near := &neighbourhoods[a.now.shape][c.Cell]
		for _, i := range [...]int16{
			a.filledBy[c.Cell], a.placedBy[near.houses[0]][c.Digit], a.placedBy[near.houses[1]][c.Digit], a.placedBy[near.houses[2]][c.Digit],
		} {
			if i > first && int(i) < limit && !slices.Contains(all.by[:all.count], i) {
				all.by[all.count] = i
				all.count++
			}
		}
		if all.count == 1 {
			a.needed[first] = true
		} else {
			a.several = append(a.several, all)
		}
	}
	for count := 2; count <= len(removers{}.by); count++ {
		for _, all := range a.several {
			if all.count == count && !slices.ContainsFunc(all.by[:count], func(i int16) bool { return a.needed[i] }) {
				a.needed[all.by[0]] = true
			}
		}
	}
}

// noteReason appends the candidates before the assumption that must be gone for a reason to hold.
func (a *assumption) noteReason(r reason, gone []sudoku.Candidate) []sudoku.Candidate {
	if r.house == cellItself {
		return a.noteGone(r.Cell, ^sudoku.DigitsOf(r.Digit), gone)
	}
	for _, c := range a.now.shape.House(numbered(r.house)) {
		if c != r.Cell {
			gone = a.noteGone(c, sudoku.DigitsOf(r.Digit), gone)
		}
	}
	return gone
}

// noteStep does so for a step.
func (a *assumption) noteStep(step Step, gone []sudoku.Candidate) []sudoku.Candidate {
	for _, inner := range step.Chain {
		gone = a.noteStep(inner, gone)
	}
	if step.naked() {
		for c := range step.Cells.All() {
			gone = a.noteGone(c, ^step.Digits, gone)
		}
		return gone
	}
	for _, h := range step.Houses {
		for _, c := range a.now.shape.House(h) {
			if !step.Cells.Has(c) {
				gone = a.noteGone(c, step.Digits, gone)
			}
		}
	}
	return gone
}

func (a *assumption) noteGone(c sudoku.Cell, digits sudoku.Digits, gone []sudoku.Candidate) []sudoku.Candidate {
	for d := range (a.before.marks[c] & digits).All() {
		gone = append(gone, sudoku.Candidate{Cell: c, Digit: d})
	}
	return gone
}

// naked reports whether the pattern of a step is cells without other candidates; see
// [technique]. A contradiction is naked if it ends in a cell.
func (s Step) naked() bool {
	if s.Technique == Contradiction {
		return s.Digits == 0
	}
	return lookUp(s.Technique, patterns).naked
}
