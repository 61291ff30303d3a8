package depth

import "github.com/gridkeeper/gridkeeper/sudoku"

// Braids see a puzzle as candidates and variables. A variable is a cell, or a digit in a house: exactly one of its
// candidates is true. Candidates that share a variable are linked: at most one of them is true.

// candidate is the number of a candidate.
type candidate uint16

// variable is the number of a variable: the cells, then the digits of each house.
type variable uint16

const (
	maxCandidates = sudoku.MaxCells * sudoku.MaxSide
	maxVariables  = sudoku.MaxCells + 3*sudoku.MaxSide*sudoku.MaxSide
)

func candidateOf(c sudoku.Cell, d sudoku.Digit) candidate {
	return candidate(int(c)*sudoku.MaxSide + int(d) - 1)
}

func (c candidate) of() sudoku.Candidate {
	return sudoku.Candidate{Cell: sudoku.Cell(c / sudoku.MaxSide), Digit: sudoku.Digit(c%sudoku.MaxSide + 1)}
}

// network is the candidates and variables of a shape.
type network struct {
	variables [maxCandidates][4]variable
	members   [maxVariables][]candidate
	links     [maxCandidates][]candidate
}

var networks = sudoku.ByShape(func(s sudoku.Shape) (n network) {
	for _, c := range s.Cells() {
		for d := range s.Digits().All() {
			own := candidateOf(c, d)
			n.variables[own][0] = variable(c)
			for kind, h := range s.HousesOf(c) {
				house := kind*sudoku.MaxSide + int(h.Index)
				n.variables[own][1+kind] = variable(sudoku.MaxCells + house*sudoku.MaxSide + int(d) - 1)
			}
			for _, v := range n.variables[own] {
				n.members[v] = append(n.members[v], own)
			}
			for other := range s.Digits().Without(d).All() {
				n.links[own] = append(n.links[own], candidateOf(c, other))
			}
			for peer := range s.Peers(c).All() {
				n.links[own] = append(n.links[own], candidateOf(peer, d))
			}
		}
	}
	return n
})

// count is how many candidates a variable has left, in the upper half, and the sum of their numbers: the last one is
// found without a search.
type count uint32

const one count = 1 << 16

func (n count) len() int        { return int(n / one) }
func (n count) last() candidate { return candidate(n % one) }

// net is candidates in which one after another is made true. What follows from that can be undone.
type net struct {
	*network
	open [maxCandidates]bool
	left [maxVariables]count

	ready  []variable // that came to one candidate, in this order
	placed []candidate
	gone   []candidate // that were open

	isTrue [maxCandidates]bool
	source [maxCandidates]variable  // of which a true candidate was the last
	killer [maxCandidates]candidate // the true one that removed a candidate
	empty  variable                 // after a contradiction: it has no candidate
	made   int                      // how many candidates were made true, ever
}

// load sets n to a state.
func (n *net) load(s *state) {
	n.back(mark{})
	n.network = &networks[s.shape]
	n.open, n.left = [maxCandidates]bool{}, [maxVariables]count{}
	for _, c := range s.shape.Cells() {
		for d := range s.marks[c].All() {
			own := candidateOf(c, d)
			n.open[own] = true
			for _, v := range n.variables[own] {
				n.left[v] += one + count(own)
			}
		}
	}
}

// place makes a candidate true. Unless a variable is left without a candidate, the result is true.
func (n *net) place(c candidate) (consistent bool) {
	n.made++
	n.isTrue[c] = true
	n.placed = append(n.placed, c)
	for _, l := range n.links[c] {
		if !n.open[l] {
			continue
		}
		n.open[l], n.killer[l] = false, c
		n.gone = append(n.gone, l)
		dead := false
		for _, v := range n.variables[l] {
			n.left[v] -= one + count(l)
			switch n.left[v].len() {
			case 1:
				n.ready = append(n.ready, v)
			case 0:
				dead, n.empty = true, v
			}
		}
		if dead {
			return false
		}
	}
	return true
}

// follow places the last candidate of a variable, unless it is true already.
func (n *net) follow(v variable) (consistent bool) {
	c := n.left[v].last()
	if n.isTrue[c] {
		return true
	}
	n.source[c] = v
	return n.place(c)
}

// mark is a point to go back to. The zero value is a state with nothing made true.
type mark struct{ ready, placed, gone int }

func (n *net) mark() mark { return mark{len(n.ready), len(n.placed), len(n.gone)} }

func (n *net) back(to mark) {
	for _, c := range n.gone[to.gone:] {
		n.open[c] = true
		for _, v := range n.variables[c] {
			n.left[v] += one + count(c)
		}
	}
	for _, c := range n.placed[to.placed:] {
		n.isTrue[c] = false
	}
	n.ready, n.placed, n.gone = n.ready[:to.ready], n.placed[:to.placed], n.gone[:to.gone]
}

// reasons returns the candidates that a contradiction rests on, each after those that it follows from, without the
// first one placed.
func (n *net) reasons() (used []candidate) {
	var seen, gone [maxCandidates]bool
	for _, c := range n.gone {
		gone[c] = true
	}
	seen[n.placed[0]] = true
	var trace func(v variable, last candidate)
	trace = func(v variable, last candidate) {
		for _, c := range n.members[v] {
			if k := n.killer[c]; c != last && gone[c] && !seen[k] {
				seen[k] = true
				trace(n.source[k], k)
				used = append(used, k)
			}
		}
	}
	trace(n.empty, maxCandidates)
	return used
}
