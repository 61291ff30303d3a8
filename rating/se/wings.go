package se

// xyWing finds a cell of two candidates, and two peers that share one of them each and a third.
func xyWing(g *grid, _ *changes) (step, bool) { return g.wing(2, 42) }

// xyzWing is an XY-Wing whose first cell has the third candidate too.
func xyzWing(g *grid, _ *changes) (step, bool) { return g.wing(3, 44) }

func (g *grid) wing(n, rating int) (step, bool) {
	for pivot, marks := range g.marks {
		if size(marks) != n {
			continue
		}
		for i, one := range houseCells[pivot] {
			if size(g.marks[one]) != 2 {
				continue
			}
			for _, two := range houseCells[pivot][i+1:] {
				third := g.marks[one] & g.marks[two]
				if size(g.marks[two]) != 2 || size(third) != 1 || size(marks|third) != 3 ||
					marks|third != g.marks[one]|g.marks[two] || n == 2 && marks&third != 0 {
					continue
				}
				var removed []candidate
				for _, c := range peersOf[one] {
					if sees[c][two] && g.marks[c]&third != 0 && (n == 2 || sees[c][pivot]) {
						removed = append(removed, candidate{c, first(third)})
					}
				}
				if len(removed) > 0 {
					return remove(rating, removed)
				}
			}
		}
	}
	return step{}, false
}
