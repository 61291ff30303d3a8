package logic

import "github.com/gridkeeper/gridkeeper/sudoku"

// The keys of the singles.
const (
	NakedSingle  Technique = "naked-single"
	HiddenSingle Technique = "hidden-single"
)

var nakedSingle = technique{
	key: NakedSingle, tier: TierSingletons, all: (*view).nakedSingles, find: (*view).nakedSingle, naked: true,
	example: "...36.........4..24.98...35.....6...51....2..2.3..8....9....7......27.4.6.7589...",
}

var hiddenSingle = technique{
	key: HiddenSingle, tier: TierHidden, all: (*view).hiddenSingles, find: (*view).hiddenSingle,
	example: ".....1..9..84...715.....4.6237...9...9.8....4.............25........9.23..6.3....",
}

// nakedSingles finds the cells with one candidate.
func (v *view) nakedSingles(yield func(Step) bool) {
	for _, c := range v.shape.Cells() {
		if v.Marks[c].Len() == 1 && !yield(v.nakedSingleAt(c)) {
			return
		}
	}
}

// hiddenSingles finds the digits with one place in a house.
func (v *view) hiddenSingles(yield func(Step) bool) {
	for _, kind := range [...]sudoku.HouseKind{sudoku.Box, sudoku.Row, sudoku.Column} {
		for i := range v.shape.Side() {
			h := sudoku.House{Kind: kind, Index: uint8(i)}
			for d := range v.shape.Digits().All() {
				places := v.placesIn(h, d)
				if places.len() == 1 && !yield(placement(HiddenSingle, sudoku.Candidate{Cell: v.shape.House(h)[places.first()], Digit: d}, h)) {
					return
				}
			}
		}
	}
}

func (v *view) nakedSingle() (Step, bool) {
	var best sudoku.Cell
	most := -1
	for _, c := range v.shape.Cells() {
		if v.Marks[c].Len() != 1 {
			continue
		}
		if gain := v.gain(sudoku.Candidate{Cell: c, Digit: v.Marks[c].First()}); gain > most {
			best, most = c, gain
		}
	}
	if most < 0 {
		return Step{}, false
	}
	return v.nakedSingleAt(best), true
}

func (v *view) nakedSingleAt(c sudoku.Cell) Step {
	houses := v.shape.HousesOf(c)
	return placement(NakedSingle, sudoku.Candidate{Cell: c, Digit: v.Marks[c].First()},
		houses[sudoku.Box], houses[sudoku.Row], houses[sudoku.Column])
}

// hiddenSingle finds a digit with one place in a house. Boxes come before lines: a box can
// be scanned at a glance.
func (v *view) hiddenSingle() (Step, bool) {
	if step, ok := v.hiddenSingleIn(sudoku.Box); ok {
		return step, true
	}
	return v.hiddenSingleIn(sudoku.Row, sudoku.Column)
}

func (v *view) hiddenSingleIn(kinds ...sudoku.HouseKind) (Step, bool) {
	var best sudoku.Candidate
	var house sudoku.House
	most := -1
	for _, kind := range kinds {
		for i := range v.shape.Side() {
			h := sudoku.House{Kind: kind, Index: uint8(i)}
			for d := sudoku.Digit(1); int(d) <= v.shape.Side(); d++ {
				places := v.placesIn(h, d)
				if places.len() != 1 {
					continue
				}
				p := sudoku.Candidate{Cell: v.shape.House(h)[places.first()], Digit: d}
				if gain := v.gain(p); gain > most {
					best, house, most = p, h, gain
				}
			}
		}
	}
	if most < 0 {
		return Step{}, false
	}
	return placement(HiddenSingle, best, house), true
}

func placement(t Technique, p sudoku.Candidate, houses ...sudoku.House) Step {
	return Step{
		Technique:  t,
		Houses:     houses,
		Cells:      sudoku.CellsOf(p.Cell),
		Digits:     sudoku.DigitsOf(p.Digit),
		Placements: []sudoku.Candidate{p},
	}
}

// gain returns how many candidates a placement removes.
func (v *view) gain(p sudoku.Candidate) int {
	n := v.Marks[p.Cell].Len()
	for _, h := range v.shape.HousesOf(p.Cell) {
		n += v.placesIn(h, p.Digit).len() - 1
	}
	// The places that the box shares with the row and the column were counted twice.
	box := v.shape.HousesOf(p.Cell)[2]
	for _, c := range v.shape.House(box) {
		if (c.Row() == p.Cell.Row()) != (c.Column() == p.Cell.Column()) && v.Marks[c].Has(p.Digit) {
			n--
		}
	}
	return n
}
