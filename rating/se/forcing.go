package se

import "sync"

// Forcing chains assume all possibilities: all digits of a cell in turn, or all places of a digit in a house. A
// consequence of each of them is true. Dynamic chains combine all exclusions of an assumption so far, so that a step of
// a chain may have several reasons; then assumptions may contradict themselves, too. Other techniques can be nested in them.

// cause is a kind of forcing chain: the links through which an assumption is followed, and the conclusion.
type cause struct {
	rating   int  // of the shortest
	cells    bool // links within cells, and not between them alone
	dynamic  bool // exclusions count as reasons, and a contradiction disproves the assumption
	multiple bool // three and more digits, or places
	level    int  // of the techniques nested in it
}

var (
	nishio   = forcing(cause{rating: 75, dynamic: true})
	multiple = forcing(cause{rating: 80, cells: true, multiple: true})
	dynamic  = forcing(nesting(0))

	nestedSimple   = forcing(nesting(simpleInside))
	nestedForcing  = forcing(nesting(forcingInside))
	nestedMultiple = forcing(nesting(multipleInside))
	nestedDynamic  = forcing(nesting(dynamicInside))
)

// nesting returns dynamic forcing chains with techniques of a level nested in them.
func nesting(level int) cause {
	return cause{rating: 85 + 5*level, cells: true, dynamic: true, multiple: true, level: level}
}

// forcing returns the finder of the easiest of the chains.
func forcing(of cause) finder {
	return func(g *grid, news *changes) (step, bool) {
		f := searches.Get().(*forcingSearch)
		defer searches.Put(f)
		f.reset(g, of)
		if !of.cells { // digits have nothing to do with each other
			f.digits = news.digits
		}
		if f.search(); of.level > 0 && *g.effort < 0 {
			g.least = of.rating
			return step{}, false
		}
		return f.best.step, f.best.step.rating > 0
	}
}

// forcingSearch looks for the forcing chains of a grid. The first of equally easy ones counts.
type forcingSearch struct {
	follower
	trials   []*trial // with memory, of which some are in use
	used     int
	followed [nodes]*trial // by their assumption
	counter  ancestors
	digits   uint16 // to look at
	best     chain
	kind     int // of the best

	outer *grid         // if nested in an assumption: the grid without it
	found []nestedChain // then all chains count
	known [nodes]ranked // and of each conclusion the first of the easiest
}

type ranked struct{ length, kind int }

// searches keep their memory, which is some 20 MB.
var searches = sync.Pool{New: func() any { return new(forcingSearch) }}

func (f *forcingSearch) search() {
	for c := range uint8(81) {
		if n := size(f.source.marks[c]); n > 2 || n == 2 && f.dynamic {
			f.cell(c)
		}
	}
}

func (f *forcingSearch) reset(g *grid, of cause) {
	f.cause, f.source = of, g
	f.used, f.followed, f.best, f.digits, f.outer = 0, [nodes]*trial{}, chain{}, all9, nil
}

// The kinds of chains, of which the first goes before the others of the same length.
const (
	bothWays = iota
	ofCell
	ofHouse
	contradiction
)

func (f *forcingSearch) cell(c uint8) {
	digits := f.source.marks[c]
	for left := digits & f.digits; left != 0; left &= left - 1 {
		n := isTrue(c, first(left))
		yes := f.after(n)
		f.contradict(yes, n)
		if f.dynamic {
			no := f.after(n | 1)
			f.contradict(no, n|1)
			if f.multiple && size(digits) > 2 {
				f.common(bothWays, []*trial{yes, no})
			}
		}
		if f.cells {
			f.houses(c, first(left))
		}
	}
	if f.cells && size(digits) > 1 {
		var all []*trial
		for left := digits; left != 0; left &= left - 1 {
			all = append(all, f.after(isTrue(c, first(left))))
		}
		f.common(ofCell, all)
	}
}

// houses looks at the houses in which a cell is the first place of a digit.
func (f *forcingSearch) houses(c, d uint8) {
	for _, kind := range boxRowColumn {
		h := housesOf[c][kind]
		places := f.source.places[h][d]
		if size(places) < 2 || members[h][first(places)] != c {
			continue
		}
		var all []*trial
		for ; places != 0; places &= places - 1 {
			all = append(all, f.after(isTrue(members[h][first(places)], d)))
		}
		f.common(ofHouse, all)
	}
}

// contradict notes that an assumption is wrong.
func (f *forcingSearch) contradict(t *trial, assumed node) {
	if !f.dynamic || t.contradicted == 0 {
		return
	}
	n := assumed ^ 1
	a, b := t.contradicted-1, (t.contradicted-1)^1
	f.counter.chains = f.counter.chains[:0]
	length := f.counter.count(t, a, t.origins[a], f.limit(n))
	length += f.counter.count(t, b, t.against, f.limit(n)-length)
	if f.keep(contradiction, n, length) && f.outer != nil {
		one := nestedChain{removed: f.source.without(n), length: length, kind: contradiction}
		f.need(&one, t, a, t.origins[a])
		f.need(&one, t, b, t.against)
		f.found = append(f.found, one)
	}
}

// common records the common consequences of several assumptions.
func (f *forcingSearch) common(kind int, all []*trial) {
	for _, order := range [][]node{all[0].trues, all[0].falses} {
		for _, n := range order {
			if f.followsFrom(n, all[1:]) {
				f.sum(kind, n, all)
			}
		}
	}
}

func (f *forcingSearch) followsFrom(n node, all []*trial) bool {
	for _, t := range all {
		if !t.has(n) {
			return false
		}
	}
	return true
}

// sum notes a conclusion with the lengths of all its chains, unless they are too long.
func (f *forcingSearch) sum(kind int, n node, all []*trial) {
	f.counter.chains = f.counter.chains[:0]
	length := 0
	for _, t := range all {
		if length += f.counter.count(t, n, t.origins[n], f.limit(n)-length); length > f.limit(n) {
			return
		}
	}
	if f.keep(kind, n, length) && f.outer != nil {
		one := nestedChain{removed: f.source.without(n), length: length, kind: kind}
		for _, t := range all {
			f.need(&one, t, n, t.origins[n])
		}
		f.found = append(f.found, one)
	}
}

// keep keeps a conclusion if it is easier than the best, and reports whether it is.
func (f *forcingSearch) keep(kind int, n node, length int) bool {
	if length > f.limit(n) {
		return false
	}
	if f.outer != nil {
		if k := &f.known[n]; k.length == 0 || length < k.length || kind < k.kind {
			*k = ranked{length, kind}
			return true
		}
		return false
	}
	if length == f.limit(n) && kind >= f.kind {
		return false
	}
	c := candidateOf(n)
	st := step{rating: f.rating + added(length), places: n&1 == 0, cell: c.cell, digit: c.digit}
	if !st.places {
		st = step{rating: st.rating, removed: []candidate{c}}
	}
	f.kind, f.best = kind, chain{st, length}
	return true
}

// after returns the consequences of an assumption.
func (f *forcingSearch) after(n node) *trial {
	if f.followed[n] == nil {
		if f.used == len(f.trials) {
			f.trials = append(f.trials, new(trial))
		}
		t := f.trials[f.used]
		f.used++
		t.reset()
		f.follow(t, n)
		f.followed[n] = t
	}
	return f.followed[n]
}

// limit is how long a chain may be to be of interest.
func (f *forcingSearch) limit(n node) int {
	best := f.best.length
	if f.outer != nil {
		best = f.known[n].length
	}
	if best == 0 {
		return 1 << 30
	}
	return best
}
