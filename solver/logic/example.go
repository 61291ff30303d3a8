package logic

import "github.com/gridkeeper/gridkeeper/sudoku"

// Example returns a board where the technique's step is the next, and the step. ok is false
// for an unknown technique.
func (t Technique) Example() (s State, step Step, ok bool) {
	text, ok := examples[t]
	if !ok {
		return State{}, Step{}, false
	}
	puzzle, err := sudoku.Parse(text)
	if err != nil {
		panic("logic: the example of " + string(t) + ": " + err.Error())
	}
	s = NewState(puzzle)
	step, ok = s.Next(TierGuessing)
	for ok && step.Technique != t {
		s = s.Apply(step)
		step, ok = s.Next(TierGuessing)
	}
	return s, step, ok
}

// examples holds puzzles of ours whose path comes to the technique.
var examples = map[Technique]string{
	NakedSingle:   "...36.........4..24.98...35.....6...51....2..2.3..8....9....7......27.4.6.7589...",
	HiddenSingle:  ".....1..9..84...715.....4.6237...9...9.8....4.............25........9.23..6.3....",
	Pointing:      "..3...4.....5.....72.16......9.45..6.........37..98....92...8...5...2.34....8..6.",
	Claiming:      "95...61.7..........36...9..2.96.5........7...3......4..8.....1.....825....456.3..",
	NakedPair:     "..5.8.......2...3.79.4....61...2...92..841..7.84........3....61......4......9...2",
	HiddenPair:    "1..9..4..8....5..3.7..2..6..1..3....7..45......68...7.......8.......2.....2.1.3.6",
	NakedTriple:   "....9..82.3.......4.57....1....68...........5.4921.....53.7...8.1..2.4.7...1.....",
	HiddenTriple:  "...........92.3....15..8.2...7...4...2.3...7.....5.39..94.....1...87..39.8....2..",
	NakedQuad:     ".97..6.23.5.....7..6.......6...2.459.3......7.25...8.....9......4.63.5......4..8.",
	HiddenQuad:    ".4...6..2.....85..36..5.........1.3.5.6.97.8...4..3..6..8...7.3.........9.....82.",
	XWing:         "..93..........7.....7415..9.15...8.4.7.........39.8..1...1....3.6..74.1..51....42",
	Swordfish:     ".6...234...83....61..4.6.......5.....1...3.52...2....3.8.....17..59.1........4.6.",
	Jellyfish:     "..1..9.454......3..3...2...5....4.2....5.......29.1.7...7895.1...841..5......7..3",
	Contradiction: "..725.94.1...9..7..4.3..........2...4..6.95....9...48..7....1963....8.......6...5",
}
