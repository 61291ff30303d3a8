package logictest

import (
	"fmt"

	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// almostLocked returns each set of cells of a house with one digit more than cells.
func (p *Plain) almostLocked() (sets []sudoku.Cells) {
	known := map[sudoku.Cells]bool{}
	for _, h := range p.shape.Houses() {
		var open []sudoku.Cell
		for _, c := range p.shape.House(h) {
			if p.marks[c] != 0 {
				open = append(open, c)
			}
		}
		for w := 1; w <= len(open); w++ {
			for cells := range choices(open, w) {
				if set := sudoku.CellsOf(cells...); p.digitsOf(set).Len() == w+1 && !known[set] {
					known[set] = true
					sets = append(sets, set)
				}
			}
		}
	}
	return sets
}

func (p *Plain) digitsOf(cells sudoku.Cells) (digits sudoku.Digits) {
	for c := range cells.All() {
		digits |= p.marks[c]
	}
	return digits
}

// placesOf returns the places of a digit among some cells.
func (p *Plain) placesOf(d sudoku.Digit, cells sudoku.Cells) (places sudoku.Cells) {
	for c := range cells.All() {
		if p.marks[c].Has(d) {
			places = places.With(c)
		}
	}
	return places
}

// restricted returns the digits of two sets of which all places in the one see all in the other.
func (p *Plain) restricted(a, b sudoku.Cells) (digits sudoku.Digits) {
	for d := range (p.digitsOf(a) & p.digitsOf(b)).All() {
		if p.notBoth(place{p.placesOf(d, a), d}, place{p.placesOf(d, b), d}) {
			digits = digits.With(d)
		}
	}
	return digits
}

func (p *Plain) lose(gone *sudoku.Pencilmarks, d sudoku.Digit, places sudoku.Cells) {
	for _, c := range p.seenBy(places, d) {
		gone[c] = gone[c].With(d)
	}
}

// linkedSets goes from each set and each digit z of it over restricted digits, never the one it came by, to others
// that have z.
func (p *Plain) linkedSets(most int) (gone sudoku.Pencilmarks) {
	sets := p.almostLocked()
	type to struct {
		set int
		by  sudoku.Digit
	}
	next := make([][]to, len(sets))
	for i, a := range sets {
		for j, b := range sets {
			for x := range p.restricted(a, b).All() {
				next[i] = append(next[i], to{j, x})
			}
		}
	}
	for i, first := range sets {
		for z := range p.digitsOf(first).All() {
			known, todo := make([]bool, len(sets)*(sudoku.MaxSide+1)), []to{{i, z}}
			for links := 1; len(todo) > 0 && links != most; links++ {
				var further []to
				for _, at := range todo {
					for _, n := range next[at.set] {
						seen := &known[n.set*(sudoku.MaxSide+1)+int(n.by)]
						if n.by == at.by || *seen {
							continue
						}
						*seen = true
						further = append(further, n)
						if last := sets[n.set]; n.by != z && p.digitsOf(last).Has(z) {
							p.lose(&gone, z, p.placesOf(z, first).Union(p.placesOf(z, last)))
						}
					}
				}
				todo = further
			}
		}
	}
	return gone
}

func (p *Plain) doublyLinked() (gone sudoku.Pencilmarks) {
	sets := p.almostLocked()
	for _, a := range sets {
		for _, b := range sets {
			for pair := range combinations(p.shape.Side(), 2) {
				linked := sudoku.Digits(pair)
				if linked&^p.restricted(a, b) != 0 {
					continue
				}
				for d := range linked.All() {
					p.lose(&gone, d, p.placesOf(d, a).Union(p.placesOf(d, b)))
				}
				for d := range (p.digitsOf(a) &^ linked).All() {
					p.lose(&gone, d, p.placesOf(d, a))
				}
				for d := range (p.digitsOf(b) &^ linked).All() {
					p.lose(&gone, d, p.placesOf(d, b))
				}
			}
		}
	}
	return gone
}

// deathBlossoms looks at each candidate, and each cell that does not have it: whatever that holds, is there a set that
// holds the candidate's digit, all of whose places see it?
func (p *Plain) deathBlossoms() (gone sudoku.Pencilmarks) {
	sets := p.almostLocked()
	for _, stem := range p.shape.Cells() {
		for _, c := range p.shape.Cells() {
			for z := range (p.marks[c] &^ p.marks[stem]).All() {
				always := p.marks[stem].Len() >= 2
				for d := range p.marks[stem].All() {
					always = always && p.hasPetal(sets, place{sudoku.CellsOf(stem), d}, place{sudoku.CellsOf(c), z})
				}
				if always {
					gone[c] = gone[c].With(z)
				}
			}
		}
	}
	return gone
}

func (p *Plain) hasPetal(sets []sudoku.Cells, stem, end place) bool {
	for _, set := range sets {
		if digits := p.digitsOf(set); digits.Has(stem.digit) && digits.Has(end.digit) && set.Intersect(stem.cells).Len() == 0 &&
			p.notBoth(stem, place{p.placesOf(stem.digit, set), stem.digit}) && p.notBoth(end, place{p.placesOf(end.digit, set), end.digit}) {
			return true
		}
	}
	return false
}

// suesDeCoq looks at cells of a box and a line, of the rest of the line and of the rest of the box.
func (p *Plain) suesDeCoq() (gone sudoku.Pencilmarks) {
	for box := range p.shape.Side() {
		for line := range p.shape.Side() {
			p.sueDeCoq(&gone, box, func(c sudoku.Cell) bool { return c.Row() == line })
			p.sueDeCoq(&gone, box, func(c sudoku.Cell) bool { return c.Column() == line })
		}
	}
	return gone
}

func (p *Plain) sueDeCoq(gone *sudoku.Pencilmarks, box int, onLine func(sudoku.Cell) bool) {
	var both, lineOnly, boxOnly []sudoku.Cell
	for _, c := range p.shape.Cells() {
		switch inBox := p.shape.Box(c) == box; {
		case p.marks[c] == 0:
		case inBox && onLine(c):
			both = append(both, c)
		case inBox:
			boxOnly = append(boxOnly, c)
		case onLine(c):
			lineOnly = append(lineOnly, c)
		}
	}
	for crossing := range someOf(both) {
		v := p.digitsOf(crossing)
		if crossing.Len() < 2 || v.Len() < crossing.Len()+2 {
			continue
		}
		for inLine := range someOf(lineOnly) {
			for inBox := range someOf(boxOnly) {
				l, b := p.digitsOf(inLine), p.digitsOf(inBox)
				count := 0
				for d := range (v | l | b).All() {
					if count++; l.Has(d) && b.Has(d) {
						count++
					}
				}
				if l&v == 0 || b&v == 0 || l&b&v != 0 || count != crossing.Len()+inLine.Len()+inBox.Len() {
					continue
				}
				for _, c := range append(both, lineOnly...) {
					if !crossing.Has(c) && !inLine.Has(c) {
						gone[c] |= p.marks[c] & (l | v&^b)
					}
				}
				for _, c := range append(both, boxOnly...) {
					if !crossing.Has(c) && !inBox.Has(c) {
						gone[c] |= p.marks[c] & (b | v&^l)
					}
				}
			}
		}
	}
}

// someOf yields the sets of one or more of some cells.
func someOf(cells []sudoku.Cell) func(yield func(sudoku.Cells) bool) {
	return func(yield func(sudoku.Cells) bool) {
		for w := 1; w <= len(cells); w++ {
			for chosen := range choices(cells, w) {
				if !yield(sudoku.CellsOf(chosen...)) {
					return
				}
			}
		}
	}
}

// setsFollow checks a step of almost locked sets: its sets are such, and there is no way to fill them, and the
// stem, that leaves what it rules out.
func setsFollow(s logic.State, step logic.Step) error {
	p := Of(s)
	sets := step.Parts
	if step.Technique == logic.DeathBlossom {
		sets = step.Parts[1 : len(step.Parts)-1]
	}
	if step.Technique == logic.DoublyLinkedALSXZ {
		sets = step.Parts[:2]
	}
	for _, set := range sets {
		if step.Technique != logic.SueDeCoq && p.digitsOf(set.Cells).Len() != set.Cells.Len()+1 {
			return fmt.Errorf("%s has %s", set.Cells, p.digitsOf(set.Cells))
		}
	}
	for _, e := range step.Eliminations {
		if canFill(p.shape, inCells(s, step.Cells), []sudoku.Candidate{e}) {
			return fmt.Errorf("%s<>%s does not follow", e.Cell, e.Digit)
		}
	}
	var digits sudoku.Digits
	for _, part := range step.Parts {
		digits |= part.Digits
	}
	if len(step.Houses) == 0 || digits != step.Digits {
		return fmt.Errorf("%d houses to look in, parts with %s for %s", len(step.Houses), digits, step.Digits)
	}
	return nil
}
