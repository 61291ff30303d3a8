package logic

import (
	"slices"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// net is all links of a kind. Its nodes are the ends of strong links, candidates or groups of candidates of a
// digit: others have no place on a chain.
type net struct {
	nodes        []Part
	index        map[Part]int
	sight        []sudoku.Cells // the cells that see all cells of a node
	strong, weak [][]int

	ends, off, before []int // of follow
}

// nets returns the net of each digit, of each pair of candidates, or the only one. Chains of all lengths share them.
func (v *view) nets(kind chaining) []*net {
	kind.most = 0
	if v.linked[kind] == nil {
		if v.linked == nil {
			v.linked = map[chaining][]*net{}
		}
		v.linked[kind] = v.findNets(kind)
	}
	return v.linked[kind]
}

func (v *view) findNets(kind chaining) (nets []*net) {
	digits := []sudoku.Digits{v.shape.Digits()}
	if kind.digit {
		digits = digits[:0]
		for d := range v.shape.Digits().All() {
			digits = append(digits, sudoku.DigitsOf(d))
		}
	}
	if kind.pair {
		digits = digits[:0]
		for _, c := range v.cellsOfTwo() {
			if !slices.Contains(digits, v.Marks[c]) {
				digits = append(digits, v.Marks[c])
			}
		}
	}
	for _, these := range digits {
		n := &net{index: map[Part]int{}}
		if kind.inCells {
			for _, c := range v.cellsOfTwo() {
				if marks := v.Marks[c]; !kind.pair || marks == these {
					n.link(v, partOf(marks.First(), c), partOf(marks.Without(marks.First()).First(), c))
				}
			}
		}
		if kind.inHouses {
			n.linkHouses(v, kind, these)
		}
		if kind.sets { // each two digits of a set: without the one it holds the other
			for _, set := range v.almostLockedSets() {
				for d := range set.Digits.All() {
					for e := d + 1; e <= sudoku.MaxSide; e++ {
						if set.Digits.Has(e) {
							n.link(v, Part{set.places[d], sudoku.DigitsOf(d)}, Part{set.places[e], sudoku.DigitsOf(e)})
						}
					}
				}
			}
		}
		n.linkWeakly(kind)
		nets = append(nets, n)
	}
	return nets
}

func (n *net) linkHouses(v *view, kind chaining, digits sudoku.Digits) {
	for d := range digits.All() {
		for _, h := range v.shape.Houses() {
			places := v.placesIn(h, d)
			switch {
			case places.len() == 2:
				n.link(v, Part{v.cellsOf(h, places&-places), sudoku.DigitsOf(d)}, Part{v.cellsOf(h, places&(places-1)), sudoku.DigitsOf(d)})
			case kind.groups && places.len() > 2 && places.len() <= 2*max(v.shape.BoxHeight(), v.shape.BoxWidth()):
				n.linkGroups(v, h, d, places)
			}
		}
	}
}

// linkGroups links each two groups that are all places of a digit in a house.
func (n *net) linkGroups(v *view, h sudoku.House, d sudoku.Digit, places mask) {
	for some := (places - 1) & places; some != 0; some = (some - 1) & places {
		group, others := v.cellsOf(h, some), v.cellsOf(h, places&^some)
		if some < places&^some && v.isGroup(group) && v.isGroup(others) {
			n.link(v, Part{group, sudoku.DigitsOf(d)}, Part{others, sudoku.DigitsOf(d)})
		}
	}
}

// isGroup reports whether cells lie in both a box and a line.
func (v *view) isGroup(cells sudoku.Cells) bool {
	houses := v.housesWith(cells)
	return len(houses) >= 2 && houses[len(houses)-1].Kind == sudoku.Box
}

// link adds a strong link.
func (n *net) link(v *view, a, b Part) (i, j int) {
	i, j = n.node(v, a), n.node(v, b)
	if !slices.Contains(n.strong[i], j) {
		n.strong[i], n.strong[j] = append(n.strong[i], j), append(n.strong[j], i)
	}
	return i, j
}

func (n *net) node(v *view, p Part) int {
	i, ok := n.index[p]
	if !ok {
		i = len(n.nodes)
		n.index[p] = i
		n.nodes, n.sight, n.strong = append(n.nodes, p), append(n.sight, v.seenByAll(p.Cells)), append(n.strong, nil)
	}
	return i
}

// linkWeakly adds the weak links. If a limited number of weak links need not be strong as well, each of them
// leads to a copy of the net, whose nodes are numbered behind those before.
func (n *net) linkWeakly(kind chaining) {
	count := len(n.nodes)
	alike := map[sudoku.Digits][]int{} // the nodes of each digit; other digits matter only in the same cell
	inCell := map[sudoku.Cells][]int{}
	for i, node := range n.nodes {
		alike[node.Digits], inCell[node.Cells] = append(alike[node.Digits], i), append(inCell[node.Cells], i)
	}
	var near []int
	for layer := range kind.weak + 1 {
		for i := range count {
			near = append(append(near[:0], alike[n.nodes[i].Digits]...), inCell[n.nodes[i].Cells]...)
			if kind.strong {
				near = append(near, n.strong[i]...)
			}
			slices.Sort(near)
			var weak []int
			for _, j := range slices.Compact(near) {
				switch {
				case kind.strong && slices.Contains(n.strong[i], j):
					weak = append(weak, layer*count+j)
				case !n.exclude(i, j) || kind.alike && n.nodes[i].Digits != n.nodes[j].Digits:
				case !kind.strong:
					weak = append(weak, j)
				case layer < kind.weak:
					weak = append(weak, (layer+1)*count+j)
				}
			}
			n.weak = append(n.weak, weak)
		}
	}
	for layer := 1; layer <= kind.weak; layer++ {
		for i := range count {
			var strong []int
			for _, j := range n.strong[i] {
				strong = append(strong, layer*count+j)
			}
			n.strong = append(n.strong, strong)
		}
		n.nodes, n.sight = append(n.nodes, n.nodes[:count]...), append(n.sight, n.sight[:count]...)
	}
}

// exclude reports whether at most one of two nodes is true: the same digit in cells that all see each other, or two
// digits of a cell.
func (n *net) exclude(i, j int) bool {
	a, b := n.nodes[i], n.nodes[j]
	if a.Digits == b.Digits {
		return b.Cells.Minus(n.sight[i]) == (sudoku.Cells{})
	}
	return a.Cells == b.Cells && a.Cells.Len() == 1
}
