package logic

import (
	"iter"
	"slices"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// The keys of the chains. A chain begins with the assumption that a candidate is false, goes on by links, strong
// and weak in turn, and ends at another candidate that is then true. So one of the two is true, and candidates
// that both rule out are false. The one finder of all chains goes as far as links lead, and misses none, however long.
const (
	RemotePair      Technique = "remote-pair"
	SimpleColouring Technique = "simple-colouring"
	MultiColouring  Technique = "multi-colouring"
	XChain          Technique = "x-chain"
	XYChain         Technique = "xy-chain"
	NiceLoop        Technique = "nice-loop"
	AIC             Technique = "aic"
	GroupedAIC      Technique = "grouped-aic"
	ALSAIC          Technique = "als-aic"
)

// chaining describes the links of a kind of chain. At least one end of a strong link is true, at most one end of
// a weak link.
type chaining struct {
	inCells  bool // the only two candidates of a cell are a strong link
	inHouses bool // the only two places of a digit in a house are
	groups   bool // and two groups of places, each where a box meets a line
	sets     bool // the places of two digits in an almost locked set are
	digit    bool // all links are of one digit
	pair     bool // all are in cells with the same two candidates
	alike    bool // weak links are of one digit, and so are the ends
	strong   bool // weak links are strong too
	weak     int  // but for so many
	loop     bool // the ends are a weak link as well
	most     int  // strong links; 0: any number
}

// allLinks is the kind of chain with all links of the others.
var allLinks = chaining{inCells: true, inHouses: true, groups: true, sets: true}

var (
	remotePair = ofChains(RemotePair, chaining{inCells: true, pair: true, alike: true}, []Technique{NakedSingle},
		".18...3.....4.5.....7.19......5.7....3..4...1........816....8.98...6..37.9....2..")
	simpleColouring = ofChains(SimpleColouring, chaining{inHouses: true, digit: true, strong: true}, []Technique{HiddenSingle},
		"...43......5.9..2...8..5....247..31.7..84.........1..8......13.61......9..9..38..")
	multiColouring = ofChains(MultiColouring, chaining{inHouses: true, digit: true, strong: true, weak: 1}, []Technique{HiddenSingle},
		".6..8.4..8....46.2........8.2.4.68.3.....1.....7.2...9.53....9..765.....4..3..2..")
	xChain = ofChains(XChain, chaining{inHouses: true, digit: true}, []Technique{HiddenSingle},
		"7..2.......6..92.....4.8.9..2.....8...7..5..686....4......8....3..7.....4..923.7.")
	xyChain = ofChains(XYChain, chaining{inCells: true}, []Technique{NakedSingle},
		".24....6....8....13.......4..2..3...4.9.8..1.87..1..3.....3.5..2....6...19.7...2.")
	niceLoop = ofChains(NiceLoop, chaining{inCells: true, inHouses: true, loop: true}, []Technique{NakedSingle, HiddenSingle},
		"6293...8......6.3...7....943....7......9.8...5...2..79..4.6.....8...9.45.5......6")
	aic = ofChains(AIC, chaining{inCells: true, inHouses: true}, []Technique{NakedSingle, HiddenSingle},
		"..6.4.28...5..819..2.9............51.9.6.17.....8.....4..5..67.....8.4....2..6..3")
	groupedAIC = ofChains(GroupedAIC, chaining{inCells: true, inHouses: true, groups: true}, []Technique{NakedSingle, HiddenSingle, Pointing, Claiming},
		"4.....9.26...4..7..58..94.6...8.4...7.....2......5.18......8....75...83..9.3.7...")
	alsAIC = ofChains(ALSAIC, allLinks, []Technique{GroupedAIC, ALSChain},
		"2......4.3.9.2...1...7...5...1.4.9.....97..156..3..4..582.9....9.......3..68.....")
)

func ofChains(key Technique, kind chaining, leaves []Technique, example string) technique {
	return technique{key: key, tier: TierGuessing, chain: true, leaves: leaves, example: example, all: func(v *view, yield func(Step) bool) {
		var found []Step
		switch {
		case (kind.groups || kind.sets) && !v.chainLeads().anywhere:
		case kind.digit:
			found = v.ofDigits(key, 0, func(d sudoku.Digit) []Step {
				return slices.Collect(v.net(kind, sudoku.DigitsOf(d)).steps(v, kind))
			})
		case kind.pair:
			for _, pair := range v.pairsInCells() {
				found = slices.AppendSeq(found, v.net(kind, pair).steps(v, kind))
			}
		default:
			found = slices.AppendSeq(found, v.net(kind, v.shape.Digits()).steps(v, kind))
		}
		slices.SortStableFunc(found, func(a, b Step) int { return len(a.Parts) - len(b.Parts) })
		for _, step := range found {
			if !yield(step) {
				return
			}
		}
	}}
}

// pairsInCells returns the candidates of the cells that have two, each pair once.
func (v *view) pairsInCells() (pairs []sudoku.Digits) {
	for _, c := range v.cellsOfTwo() {
		if !slices.Contains(pairs, v.Marks[c]) {
			pairs = append(pairs, v.Marks[c])
		}
	}
	return pairs
}

// steps yields the shortest chain between each two nodes, unless it rules nothing out.
func (n *net) steps(v *view, kind chaining) iter.Seq[Step] {
	return func(yield func(Step) bool) {
		places, count := v.allPlaces(), len(n.nodes)/(kind.weak+1)
		for start := range count {
			ends, before := n.follow(start, kind.most)
			for _, end := range ends {
				if end%count < start || kind.loop && !n.exclude(start, end) ||
					kind.alike && n.nodes[start].Digits != n.nodes[end].Digits || n.ruledOut(places, start, end, nil) == 0 {
					continue
				}
				if !yield(n.step(v, kind, start, end, before)) {
					return
				}
			}
		}
	}
}

// follow returns the nodes that are true if start is false, the nearest first. before has, by node, the node that
// leads to it: true nodes first, then, count places on, the false ones. Both are valid until the next call.
func (n *net) follow(start, most int) (ends []int, before []int) {
	count := len(n.nodes)
	if n.before == nil {
		n.before = slices.Repeat([]int{-1}, 2*count)
	}
	ends, before = n.ends[:0], n.before
	for _, i := range n.reached { // by the last call
		before[i] = -1
	}
	reached := append(n.reached[:0], count+start)
	before[count+start] = start
	reach := func(from, shift int, to []int) {
		for _, node := range to {
			if before[shift+node] < 0 {
				before[shift+node] = from
				reached = append(reached, shift+node)
				if shift == 0 {
					ends = append(ends, node)
				}
			}
		}
	}
	reach(start, 0, n.strong[start])
	for i, links, next := 0, 1, len(ends); i < len(ends) && links != most; i++ {
		first := len(reached)
		reach(ends[i], count, n.weak[ends[i]])
		for _, off := range reached[first:] {
			reach(off-count, 0, n.strong[off-count])
		}
		if i+1 == next {
			links, next = links+1, len(ends)
		}
	}
	n.ends, n.reached = ends, reached
	return ends, before
}

// step returns the step of a chain.
func (n *net) step(v *view, kind chaining, start, end int, before []int) Step {
	places := v.allPlaces()
	var path []int
	for at, count := end, len(n.nodes); ; {
		off := before[at]
		path = append(path, at, off)
		if off == start {
			break
		}
		at = before[count+off]
	}
	slices.Reverse(path)
	var parts []Part
	for i, node := range path {
		parts = append(parts, n.nodes[node])
		if !kind.sets {
			continue
		}
		a, b := n.nodes[path[i&^1]], n.nodes[path[i|1]]
		d, e := a.Digits.First(), b.Digits.First()
		for _, set := range v.almostLockedSets() { // the smallest that links the two
			if d != e && set.Digits.Has(d) && set.Digits.Has(e) && set.places[d] == a.Cells && set.places[e] == b.Cells {
				parts[i].Cells = set.Cells
				break
			}
		}
	}
	step := stepOf(parts)
	step.Houses = v.housesAlong(parts)
	var gone sudoku.Pencilmarks
	n.ruledOut(places, start, end, &gone)
	for i := 1; kind.loop && i+1 < len(path); i += 2 {
		n.ruledOut(places, path[i], path[i+1], &gone)
	}
	if kind.pair { // the ends hold different ones of the two digits
		for c := range n.sight[start].Intersect(n.sight[end]).All() {
			gone[c] = v.Marks[c] & step.Digits
		}
	}
	step.Eliminations = listed(gone)
	if kind.alike && !kind.pair { // not the other candidates of a cell that is its one place
		step.Eliminations = v.candidates(n.sight[start].Intersect(n.sight[end]), n.nodes[start].Digits)
	}
	return step
}

// listed returns candidates in ascending order.
func listed(marks sudoku.Pencilmarks) (list []sudoku.Candidate) {
	for c, digits := range marks {
		for d := range digits.All() {
			list = append(list, sudoku.Candidate{Cell: sudoku.Cell(c), Digit: d})
		}
	}
	return list
}

// ruledOut counts the candidates that both of two nodes rule out, and adds them to gone.
func (n *net) ruledOut(places *[sudoku.MaxSide + 1]sudoku.Cells, i, j int, gone *sudoku.Pencilmarks) (count int) {
	note := func(cells sudoku.Cells, digits sudoku.Digits) {
		for d := range digits.All() {
			there := cells.Intersect(places[d])
			if count += there.Len(); gone == nil {
				continue
			}
			for c := range there.All() {
				gone[c] = gone[c].With(d)
			}
		}
	}
	a, b := n.nodes[i], n.nodes[j]
	switch {
	case a.Digits == b.Digits:
		note(n.sight[i].Intersect(n.sight[j]), a.Digits)
		if a.Cells == b.Cells && a.Cells.Len() == 1 { // true in any case
			note(a.Cells, sudoku.Sudoku.Digits()&^a.Digits)
		}
	case a.Cells == b.Cells && a.Cells.Len() == 1:
		note(a.Cells, sudoku.Sudoku.Digits()&^(a.Digits|b.Digits))
	default:
		if a.Cells.Len() == 1 {
			note(a.Cells.Intersect(n.sight[j]), b.Digits)
		}
		if b.Cells.Len() == 1 {
			note(b.Cells.Intersect(n.sight[i]), a.Digits)
		}
	}
	return count
}

// housesAlong returns the houses in which a chain goes on from one cell to another, each once.
func (v *view) housesAlong(parts []Part) (houses []sudoku.House) {
	for i := 1; i < len(parts); i++ {
		h, ok := v.joining(parts[i-1].Cells.Union(parts[i].Cells))
		if ok && (parts[i-1].Cells != parts[i].Cells || parts[i].Cells.Len() > 1) && !slices.Contains(houses, h) {
			houses = append(houses, h)
		}
	}
	return houses
}
