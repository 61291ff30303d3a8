package play

import (
	"fmt"
	"strconv"

	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// HintLevel is how much a hint reveals; each level includes the levels below it.
type HintLevel uint8

// The levels of a hint. Mistakes come first at every level: HintWhere counts them, HintTechnique lists them, and HintApply
// takes them back.
const (
	HintWhere     HintLevel = iota + 1 // where to look
	HintTechnique                      // technique, house, digit
	HintReason                         // the whole reason, with cells and candidates
	HintApply                          // the digit to place, or the candidates to remove
)

// Next returns the level after one on the same board.
func (l HintLevel) Next() HintLevel { return min(l+1, HintApply) }

// Hint is help on a player's own board: mistakes, else as much of the next step as the level
// allows, else nothing, for a solved grid.
type Hint struct {
	Level    HintLevel       // the level asked for, or one below it that reveals the same
	Wrong    int             // how many mistakes there are: wrong digits, and marks that leave out the right one
	Mistakes []logic.Mistake // which, from HintTechnique on
	Solved   bool

	Kind  logic.StepKind // from HintWhere on, as is the next
	Where []sudoku.House // where to look

	Technique logic.Technique  // from HintTechnique on, as are the next two
	Digits    sudoku.Digits    // of the pattern
	Suppose   sudoku.Candidate // of a contradiction: the candidate to assume

	Step   logic.Step  // from HintReason on, as is the next
	Before logic.State // the board that the step is for
}

// ParseHintLevel reads a level that may be asked for, "1" to "4". The error is a [*LevelError].
func ParseHintLevel(text string) (HintLevel, error) {
	for level := HintWhere; level <= HintApply; level++ {
		if text == level.String() {
			return level, nil
		}
	}
	return 0, &LevelError{text}
}

// String returns the number of the level.
func (l HintLevel) String() string { return strconv.Itoa(int(l)) }

// LevelError is the error of a level that is not one of a hint.
type LevelError struct {
	Level string // as given, however long: quote it with [sudoku.Excerpt]
}

func (e *LevelError) Error() string {
	return fmt.Sprintf("hint level %s: want %s to %s", sudoku.Excerpt(e.Level), HintWhere, HintApply)
}

// Hint returns a hint of a level, [HintWhere] to [HintApply]. A cell without marks counts as
// one with all its candidates; marks that the player has taken away stay away. The step is the
// easiest on this board among the techniques up to the puzzle's own tier, except the ones in without. The
// errors are a [*LevelError] and the errors of [logic.HintFor].
func (b Board) Hint(level HintLevel, without ...logic.Technique) (Hint, error) {
	if level < HintWhere || level > HintApply {
		return Hint{}, &LevelError{level.String()}
	}
	found, err := logic.HintFor(b.Clues, b.State(), without...)
	if err != nil {
		return Hint{}, err
	}
	if wrong := len(found.Mistakes); wrong > 0 {
		switch level {
		case HintWhere:
			return Hint{Level: level, Wrong: wrong}, nil
		case HintReason:
			level = HintTechnique
		}
		return Hint{Level: level, Wrong: wrong, Mistakes: found.Mistakes}, nil
	}
	if found.Solved {
		return Hint{Level: level, Solved: true}, nil
	}
	return reveal(found.Step, b.State(), level), nil
}

// Place returns the number of the hint's level among the levels that reveal different things, and how many of these there are.
func (h Hint) Place() (number, most int) {
	switch {
	case h.Solved:
		return 1, 1
	case h.Wrong > 0 && h.Level > HintTechnique:
		return int(h.Level) - 1, int(HintApply) - 1
	case h.Wrong > 0:
		return int(h.Level), int(HintApply) - 1
	}
	return int(h.Level), int(HintApply)
}

// reveal returns the part of a step that a level allows.
func reveal(step logic.Step, before logic.State, level HintLevel) Hint {
	h := Hint{Level: level, Kind: step.Kind(), Where: step.Where()}
	if level >= HintTechnique {
		h.Technique, h.Digits = step.Technique, step.Digits
		if step.Technique == logic.Contradiction {
			h.Digits, h.Suppose = 0, step.Eliminations[0]
		}
	}
	if level >= HintReason {
		h.Step, h.Before = step, before
	}
	return h
}

// Take returns the board after a hint of level [HintApply]: mistakes taken back, or the step
// made. An elimination in a cell without marks writes the marks that are left.
func (b Board) Take(h Hint) Board {
	after := logic.Hint{Mistakes: h.Mistakes, Step: h.Step}.Apply(b.State())
	b.Grid, b.Marks = after.Grid, after.Marks
	return b
}
