package logic

import (
	"iter"
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

	ends, reached, before []int // of follow
}

// netKey is a kind of links, and the digits that they are of.
type netKey struct {
	kind   chaining
	digits sudoku.Digits
}

// net returns the links of a kind between candidates of some digits. Chains of all lengths, and loops, share them.
func (v *view) net(kind chaining, digits sudoku.Digits) *net {
	kind.most, kind.loop = 0, false
	key := netKey{kind, digits}
	if v.nets[key] == nil {
		if v.nets == nil {
			v.nets = map[netKey]*net{}
		}
		v.nets[key] = v.findNet(kind, digits)
	}
	return v.nets[key]
}

func (v *view) findNet(kind chaining, digits sudoku.Digits) *net {
	n := &net{index: map[Part]int{}}
	if kind.inCells {
		for _, c := range v.cellsOfTwo() {
			if marks := v.Marks[c]; !kind.pair || marks == digits {
				n.link(n.node(v, partOf(marks.First(), c)), n.node(v, partOf(marks.Without(marks.First()).First(), c)))
			}
		}
	}
	if kind.inHouses {
		n.linkHouses(v, kind, digits)
	}
	if kind.sets { // each two digits of a set: without the one it holds the other
		for _, set := range v.almostLockedSets() {
			var nodes []int
			for d := range set.Digits.All() {
				nodes = append(nodes, n.node(v, Part{set.places[d], sudoku.DigitsOf(d)}))
			}
			for i, node := range nodes {
				for _, other := range nodes[i+1:] {
					n.link(node, other)
				}
			}
		}
	}
	n.linkWeakly(kind)
	return n
}

func (n *net) linkHouses(v *view, kind chaining, digits sudoku.Digits) {
	for d := range digits.All() {
		for _, h := range v.shape.Houses() {
			for a, b := range v.linked(h, d, kind.groups) {
				n.link(n.node(v, Part{a, sudoku.DigitsOf(d)}), n.node(v, Part{b, sudoku.DigitsOf(d)}))
			}
		}
	}
}

// linked yields each two cells that are all places of a digit in a house, or groups of cells: each where a box meets a line.
func (v *view) linked(h sudoku.House, d sudoku.Digit, groups bool) iter.Seq2[sudoku.Cells, sudoku.Cells] {
	return func(yield func(a, b sudoku.Cells) bool) {
		places := v.placesIn(h, d)
		switch {
		case places.len() == 2:
			yield(v.cellsOf(h, places&-places), v.cellsOf(h, places&(places-1)))
		case groups && places.len() > 2 && places.len() <= 2*max(v.shape.BoxHeight(), v.shape.BoxWidth()):
			isGroup := &groupsIn[v.shape][h.Kind]
			for some := (places - 1) & places; some != 0; some = (some - 1) & places {
				if others := places &^ some; some < others && isGroup[some] && isGroup[others] && !yield(v.cellsOf(h, some), v.cellsOf(h, others)) {
					return
				}
			}
		}
	}
}

// groupsIn reports which cells of a house of each kind lie in both a box and a line.
var groupsIn = sudoku.ByShape(func(s sudoku.Shape) (groups [3][1 << sudoku.MaxSide]bool) {
	for _, x := range crossings[s] {
		for some := mask(1); some < 1<<sudoku.MaxSide; some++ {
			groups[sudoku.Box][some] = groups[sudoku.Box][some] || some&^x.inBox == 0
			groups[x.line.Kind][some] = groups[x.line.Kind][some] || some&^x.inLine == 0
		}
	}
	return groups
})

// link adds a strong link between two nodes.
func (n *net) link(i, j int) {
	if !slices.Contains(n.strong[i], j) {
		n.strong[i], n.strong[j] = append(n.strong[i], j), append(n.strong[j], i)
	}
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

// linkWeakly adds the weak links, in the order of the nodes. If a limited number of weak links need not be strong as well,
// each of them leads to a copy of the net, whose nodes are numbered behind those before.
func (n *net) linkWeakly(kind chaining) {
	count := len(n.nodes)
	var alike [sudoku.MaxSide + 1][]int // the nodes of each digit
	inCell := map[sudoku.Cells][]int{}  // other digits matter only in the same cell
	for i, node := range n.nodes {
		d := node.Digits.First()
		alike[d] = append(alike[d], i)
		if !kind.digit && !kind.alike && node.Cells.Len() == 1 {
			inCell[node.Cells] = append(inCell[node.Cells], i)
		}
	}
	var weak []int // of all nodes, one after the other
	for layer := range kind.weak + 1 {
		for i := range count {
			first, others := len(weak), inCell[n.nodes[i].Cells]
			for _, j := range alike[n.nodes[i].Digits.First()] {
				for len(others) > 0 && others[0] < j {
					weak, others = append(weak, others[0]), others[1:]
				}
				switch {
				case len(others) > 0 && others[0] == j: // the node itself
					others = others[1:]
				case kind.strong && slices.Contains(n.strong[i], j):
					weak = append(weak, layer*count+j)
				case n.nodes[j].Cells.Minus(n.sight[i]) != (sudoku.Cells{}):
				case !kind.strong:
					weak = append(weak, j)
				case layer < kind.weak:
					weak = append(weak, (layer+1)*count+j)
				}
			}
			weak = append(weak, others...)
			n.weak = append(n.weak, weak[first:len(weak):len(weak)])
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
