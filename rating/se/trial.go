package se

// A trial is the consequences of an assumption: the nodes, in the order in which they are found, each with its reasons.
// It ends with the first node that contradicts another.
type trial struct {
	trues, falses []node
	found         [(nodes + 63) / 64]uint64
	reasons       [nodes][2]uint16 // of a node that is found: the begin and the end of its reasons in pool
	pool          []node

	contradicted node   // one more than the node that is found and contradicted; 0: none is
	against      []node // the reasons of its opposite
}

func (t *trial) has(n node) bool { return t.found[n/64]>>(n%64)&1 != 0 }

// follower follows an assumption in a grid that it changes.
type follower struct {
	cause
	*trial
	source *grid
	g      grid

	conclusions []conclusion // of one node
	scratch     []node       // their reasons
}

// follow fills in a trial: the consequences of true candidates first, then of one false candidate.
func (f *follower) follow(into *trial, assumed node) {
	f.trial, f.g = into, *f.source
	f.add(assumed, nil)
	for on, off := 0, 0; f.contradicted == 0; {
		switch {
		case on < len(f.trues):
			f.fromTrue(f.trues[on])
			on++
		case off < len(f.falses):
			f.fromFalse(f.falses[off])
			off++
		default:
			return
		}
	}
}

// reset empties a trial, and keeps its memory.
func (t *trial) reset() {
	t.trues, t.falses, t.pool, t.against = t.trues[:0], t.falses[:0], t.pool[:0], t.against[:0]
	t.found, t.contradicted = [len(t.found)]uint64{}, 0
}

// add adds a node with its reasons, unless it is there, and reports whether it contradicts nothing.
func (f *follower) add(n node, reasons []node) bool {
	if f.has(n ^ 1) {
		f.contradicted, f.against = (n^1)+1, append(f.against, reasons...)
		return false
	}
	if f.has(n) {
		return true
	}
	f.found[n/64] |= 1 << (n % 64)
	begin := len(f.pool)
	f.pool = append(f.pool, reasons...)
	f.reasons[n] = [2]uint16{uint16(begin), uint16(len(f.pool))}
	if n&1 == 0 {
		f.trues = append(f.trues, n)
	} else {
		f.falses = append(f.falses, n)
	}
	return true
}

// fromTrue excludes the other digits of the cell, and the digit from its peers.
func (f *follower) fromTrue(n node) {
	c, because := candidateOf(n), []node{n}
	if f.cells {
		for left := f.g.marks[c.cell] &^ (1 << c.digit); left != 0; left &= left - 1 {
			if !f.add(isTrue(c.cell, first(left))|1, because) {
				return
			}
		}
	}
	for _, peer := range houseCells[c.cell] {
		if f.g.has(peer, c.digit) && !f.add(isTrue(peer, c.digit)|1, because) {
			return
		}
	}
}

// conclusion is a node with its reasons.
type conclusion struct {
	node       node
	begin, end int // in scratch
}

// fromFalse concludes the last candidate of a cell or of a house.
func (f *follower) fromFalse(n node) {
	c := candidateOf(n)
	f.conclusions, f.scratch = f.conclusions[:0], f.scratch[:0]
	if f.cells && size(f.g.marks[c.cell]) == 2 {
		f.conclude(isTrue(c.cell, first(f.g.marks[c.cell]&^(1<<c.digit))), n)
		for gone := f.source.marks[c.cell] &^ f.g.marks[c.cell]; gone != 0; gone &= gone - 1 {
			f.because(isTrue(c.cell, first(gone)) | 1)
		}
	}
	for _, kind := range boxRowColumn {
		h := housesOf[c.cell][kind]
		places := f.g.places[h][c.digit]
		if size(places) != 2 {
			continue
		}
		f.conclude(isTrue(members[h][first(places&^(1<<placeIn[c.cell][kind]))], c.digit), n)
		for gone := f.source.places[h][c.digit] &^ places; gone != 0; gone &= gone - 1 {
			f.because(isTrue(members[h][first(gone)], c.digit) | 1)
		}
	}
	if f.dynamic {
		f.g.remove(c.cell, c.digit)
	}
	for _, one := range f.conclusions {
		if !f.add(one.node, f.scratch[one.begin:one.end]) {
			return
		}
	}
}

func (f *follower) conclude(n, reason node) {
	f.conclusions = append(f.conclusions, conclusion{n, len(f.scratch), len(f.scratch)})
	f.because(reason)
}

// because adds a reason for the last conclusion.
func (f *follower) because(n node) {
	f.scratch = append(f.scratch, n)
	f.conclusions[len(f.conclusions)-1].end++
}

// ancestors counts nodes with all that they follow from.
type ancestors struct {
	round   uint32
	counted [nodes]uint32
	pending []node
}

// count counts a node of a trial, which follows from reasons, with its ancestors, or stops beyond a limit.
func (a *ancestors) count(t *trial, n node, reasons []node, limit int) (all int) {
	a.round++
	a.counted[n] = a.round
	a.pending = a.pending[:0]
	for all = 1; all <= limit; {
		for _, r := range reasons {
			if a.counted[r] != a.round {
				a.counted[r] = a.round
				a.pending = append(a.pending, r)
				all++
			}
		}
		last := len(a.pending) - 1
		if last < 0 {
			return all
		}
		reasons = t.why(a.pending[last])
		a.pending = a.pending[:last]
	}
	return all
}

func (t *trial) why(n node) []node { return t.pool[t.reasons[n][0]:t.reasons[n][1]] }
