package se

import "slices"

// A trial is the consequences of an assumption: the nodes, in the order in which they are found, each with its reasons.
// It ends with the first node that contradicts another.
type trial struct {
	trues, falses []node
	found         [(nodes + 63) / 64]uint64
	origins       [nodes]origin // of the nodes that are found
	pool          []node        // reasons
	chains        []nestedChain

	contradicted node   // one more than the node that is found and contradicted; 0: none is
	against      origin // of its opposite
}

// origin is how a node was found.
type origin struct {
	begin, end uint32 // its reasons, in pool
	chain      uint16 // one more than the number of the nested chain that concludes it; 0: none does
	by         uint8  // for the last candidate of a cell, byCell; of a house, one more than its kind
}

const byCell = 4

func (t *trial) has(n node) bool { return t.found[n/64]>>(n%64)&1 != 0 }

// follower follows an assumption in a grid that it changes.
type follower struct {
	cause
	*trial
	source *grid
	g      grid

	conclusions []conclusion // of one node, or of nested techniques
	scratch     []node       // their reasons
	excluded    [81]uint16   // by nested techniques
}

// follow fills in a trial: the consequences of true candidates first, then of one false candidate.
func (f *follower) follow(into *trial, assumed node) {
	f.trial, f.g = into, *f.source
	f.add(assumed, origin{}, nil)
	for on, off := 0, 0; f.contradicted == 0; {
		switch {
		case on < len(f.trues):
			f.fromTrue(f.trues[on])
			on++
		case off < len(f.falses):
			f.fromFalse(f.falses[off])
			off++
		case f.level == 0 || !f.nest():
			return
		}
	}
}

// reset empties a trial, and keeps its memory.
func (t *trial) reset() {
	t.trues, t.falses, t.pool, t.chains = t.trues[:0], t.falses[:0], t.pool[:0], t.chains[:0]
	t.found, t.contradicted = [len(t.found)]uint64{}, 0
}

// add adds a node with its origin, whose reasons it copies, unless it is there, and reports whether it contradicts nothing.
func (f *follower) add(n node, o origin, reasons []node) bool {
	against := f.has(n ^ 1)
	if !against && f.has(n) {
		return true
	}
	o.begin = uint32(len(f.pool))
	f.pool = append(f.pool, reasons...)
	o.end = uint32(len(f.pool))
	if against {
		f.contradicted, f.against = (n^1)+1, o
		return false
	}
	f.found[n/64] |= 1 << (n % 64)
	f.origins[n] = o
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
			if !f.add(isTrue(c.cell, first(left))|1, origin{}, because) {
				return
			}
		}
	}
	for _, peer := range houseCells[c.cell] {
		if f.g.has(peer, c.digit) && !f.add(isTrue(peer, c.digit)|1, origin{}, because) {
			return
		}
	}
}

// conclusion is a node with its origin, whose reasons are in scratch.
type conclusion struct {
	node node
	origin
}

// fromFalse concludes the last candidate of a cell or of a house.
func (f *follower) fromFalse(n node) {
	c := candidateOf(n)
	f.conclusions, f.scratch = f.conclusions[:0], f.scratch[:0]
	if f.cells && size(f.g.marks[c.cell]) == 2 {
		f.conclude(isTrue(c.cell, first(f.g.marks[c.cell]&^(1<<c.digit))), byCell, n)
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
		f.conclude(isTrue(members[h][first(places&^(1<<placeIn[c.cell][kind]))], c.digit), uint8(kind)+1, n)
		for gone := f.source.places[h][c.digit] &^ places; gone != 0; gone &= gone - 1 {
			f.because(isTrue(members[h][first(gone)], c.digit) | 1)
		}
	}
	if f.dynamic {
		f.g.remove(c.cell, c.digit)
	}
	f.addConclusions()
}

// addConclusions adds the conclusions, and reports whether they contradict nothing.
func (f *follower) addConclusions() bool {
	for _, one := range f.conclusions {
		if !f.add(one.node, one.origin, f.scratch[one.begin:one.end]) {
			return false
		}
	}
	return true
}

func (f *follower) conclude(n node, by uint8, reason node) {
	at := uint32(len(f.scratch))
	f.conclusions = append(f.conclusions, conclusion{n, origin{begin: at, end: at, by: by}})
	f.because(reason)
}

// because adds a reason for the last conclusion.
func (f *follower) because(n node) {
	f.scratch = append(f.scratch, n)
	f.conclusions[len(f.conclusions)-1].end++
}

// ancestors counts nodes with all that they follow from, and the nodes of the chains nested in them.
type ancestors struct {
	round   uint32
	counted [nodes]uint32
	pending []node
	chains  []uint64 // the keys of nested chains; each counts once in a step
}

// count counts a node of a trial, which has an origin, with its ancestors, or stops beyond a limit.
func (a *ancestors) count(t *trial, n node, o origin, limit int) (all int) {
	a.round++
	a.counted[n] = a.round
	a.pending = a.pending[:0]
	for all = 1; ; all++ {
		if o.chain > 0 {
			if c := &t.chains[o.chain-1]; !slices.Contains(a.chains, c.key) {
				a.chains = append(a.chains, c.key)
				all += c.length
			}
		}
		for _, r := range t.pool[o.begin:o.end] {
			if a.counted[r] != a.round {
				a.counted[r] = a.round
				a.pending = append(a.pending, r)
			}
		}
		last := len(a.pending) - 1
		if last < 0 || all+last >= limit {
			return all + last + 1
		}
		o = t.origins[a.pending[last]]
		a.pending = a.pending[:last]
	}
}
