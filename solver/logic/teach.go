package logic

import "github.com/gridkeeper/gridkeeper/sudoku"

// Lesson teaches a technique: what it is, why it holds and how to look for it, with a
// board where it is the next step.
type Lesson struct {
	Text    string
	Example State
	Step    Step // the technique's step on the example
}

// Lesson returns the technique's lesson, the zero value for a technique that there is not.
func (t Technique) Lesson() Lesson {
	lesson, ok := lessons[t]
	if !ok {
		return Lesson{}
	}
	puzzle, err := sudoku.Parse(lesson.puzzle)
	if err != nil {
		panic("solver: lesson " + string(t) + ": " + err.Error())
	}
	s := NewState(puzzle)
	step, ok := s.Next(TierGuessing)
	for ok && step.Technique != t {
		s = s.Apply(step)
		step, ok = s.Next(TierGuessing)
	}
	return Lesson{Text: lesson.text, Example: s, Step: step}
}

// lessons holds what is taught, and a puzzle of ours whose path comes to the technique.
var lessons = map[Technique]struct{ puzzle, text string }{
	NakedSingle: {
		"...36.........4..24.98...35.....6...51....2..2.3..8....9....7......27.4.6.7589...",
		"A naked single is a cell with one candidate left: the other digits stand in its row, its column or its box, " +
			"or have been ruled out before. Count what a cell sees where its houses are nearly full; " +
			"a cell that sees eight different digits can only be the ninth.",
	},
	HiddenSingle: {
		".....1..9..84...715.....4.6237...9...9.8....4.............25........9.23..6.3....",
		"A hidden single is a digit with one place left in a house. Every house needs every digit, so it goes there, " +
			"even if the cell has other candidates, which hide it. Take a digit, let each of its copies strike out its row and its " +
			"column, and look for boxes where one open cell is left; after the boxes, try rows and columns.",
	},
	Pointing: {
		"..3...4.....5.....72.16......9.45..6.........37..98....92...8...5...2.34....8..6.",
		"In a box, all places left for a digit lie in one row or column. Wherever in the box it ends up, it is in that line, " +
			"so the line gets its digit from this box, and the cells of the line outside of the box cannot hold it. " +
			"The places point along the line.",
	},
	Claiming: {
		"95...61.7..........36...9..2.96.5........7...3......4..8.....1.....825....456.3..",
		"In a row or column, all places left for a digit lie in one box. The line needs the digit and can only take it from there: " +
			"it claims the digit for itself, and the other cells of the box cannot hold it. It is pointing the other way round.",
	},
	NakedPair: {
		"..5.8.......2...3.79.4....61...2...92..841..7.84........3....61......4......9...2",
		"Two cells of a house have the same two candidates and no others. One cell takes the one digit, the other the other; " +
			"we do not know which, but both digits are used up there. So no other cell of the house holds either of them. " +
			"If the two cells share a box as well as a line, clear both.",
	},
	HiddenPair: {
		"1..9..4..8....5..3.7..2..6..1..3....7..45......68...7.......8.......2.....2.1.3.6",
		"Two digits have the same two places in a house and no others. They fill these two cells between them, " +
			"so every other candidate of the two cells can go; what is left is a naked pair. " +
			"Look for digits with two places in a house, and for a second digit with the same two.",
	},
	NakedTriple: {
		"....9..82.3.......4.57....1....68...........5.4921.....53.7...8.1..2.4.7...1.....",
		"Three cells of a house have three candidates between them; no cell needs to have all three. " +
			"Three digits for three cells: they are used up there, so the other cells of the house lose them. " +
			"Look among the cells with two or three candidates.",
	},
	HiddenTriple: {
		"...........92.3....15..8.2...7...4...2.3...7.....5.39..94.....1...87..39.8....2..",
		"Three digits have three places between them in a house; none needs to have all three. " +
			"They fill these cells, so the cells lose their other candidates. In a house with n open cells, " +
			"a hidden triple is the other side of a naked set of n-3 cells: search whichever is smaller.",
	},
	NakedQuad: {
		".97..6.23.5.....7..6.......6...2.459.3......7.25...8.....9......4.63.5......4..8.",
		"Four cells of a house have four candidates between them. Four digits for four cells: the other cells of the house lose them. " +
			"Look for quads only where eight or nine cells of a house are open: with fewer, the other open cells are a hidden set of " +
			"three digits at most, which says the same.",
	},
	HiddenQuad: {
		".4...6..2.....85..36..5.........1.3.5.6.97.8...4..3..6..8...7.3.........9.....82.",
		"Four digits have four places between them in a house. They fill these cells, so the cells lose all other candidates. " +
			"The other open cells of the house are a naked set, which says the same and is larger only where all nine cells are open: " +
			"look for hidden quads in houses without a digit, and do not expect many.",
	},
	XWing: {
		"..93..........7.....7415..9.15...8.4.7.........39.8..1...1....3.6..74.1..51....42",
		"In two rows, a digit has places in the same two columns only. Each row needs the digit once, and the two cannot use the same " +
			"column, so both columns get theirs from these rows, and the other cells of the two columns cannot hold it. " +
			"The same works with rows and columns exchanged. Look at one digit at a time, for lines where it has two places.",
	},
	Swordfish: {
		".6...234...83....61..4.6.......5.....1...3.52...2....3.8.....17..59.1........4.6.",
		"A swordfish is an X-Wing of three lines: in three rows, all places for a digit lie in three columns; no row needs to have all three. " +
			"Three rows need three copies of the digit, one in each column, so the other cells of these columns cannot hold it. " +
			"The same works with rows and columns exchanged.",
	},
	Jellyfish: {
		"..1..9.454......3..3...2...5....4.2....5.......29.1.7...7895.1...841..5......7..3",
		"A jellyfish is an X-Wing of four lines: in four rows, all places for a digit lie in four columns, so the other cells of these " +
			"columns cannot hold it; or the same with rows and columns exchanged. " +
			"Larger fish are never needed: where five lines make one, the lines that cross them make a smaller one.",
	},
	Contradiction: {
		"..725.94.1...9..7..4.3..........2...4..6.95....9...48..7....1963....8.......6...5",
		"Where no pattern helps, take a candidate for true and follow what must come of it: cells with one candidate left, digits with one " +
			"place left. If that ends in a cell without a candidate, or a house without a place for a digit, the candidate was wrong and goes. " +
			"It is no guess, for nothing is placed that was not proved. Begin in cells with two candidates, and prefer the shortest chain.",
	},
}
