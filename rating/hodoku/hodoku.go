// Package hodoku scores puzzles with the points of HoDoKu 2.3.2, B. Hobiger's program, which many players know.
//
//	r, err := hodoku.Rate(g)
//	fmt.Println(r.Score, r.Level) // 1286 hard
//
// The program takes the easiest step again and again, in an order of its own. Each kind of step has points, whose sum is
// the score, and a level. The first of several steps of a kind can change the next steps, so the score of the program
// depends on how the grid is turned. Here it is the score of the canonical form, the same for all isomorphs.
//
// Points, levels and order are the published ones of the program; the code is ours. docs/rating.md describes how the two were
// compared: as far as singles, locked candidates and subsets go, they take the same steps of a canonical form.
package hodoku

import (
	"errors"
	"fmt"

	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

// Version is the version of the scores: it grows when a change gives any puzzle another one.
const Version = 3

// Rating is the score of a puzzle and its level.
type Rating struct {
	Score int
	Level Level
}

// Level is that of the hardest step, or a higher one if the score is too high for it.
type Level uint8

// The levels.
const (
	Easy Level = iota + 1
	Medium
	Hard
	Unfair
	Extreme
)

// String returns easy, medium, hard, unfair or extreme.
func (l Level) String() string {
	return [...]string{Easy: "easy", Medium: "medium", Hard: "hard", Unfair: "unfair", Extreme: "extreme"}[l]
}

// highest is the highest score of each level. Extreme has none.
var highest = [...]int{Easy: 800, Medium: 1000, Hard: 1600, Unfair: 1800}

// ErrShape is the error of a grid that is not 9×9.
var ErrShape = errors.New("hodoku scores 9×9 puzzles only")

// Rate returns the rating of a puzzle. The error wraps [ErrShape], or is that of [rating.Check] or [logic.ErrTooHard].
func Rate(g sudoku.Grid) (r Rating, err error) {
	if g.Shape() != sudoku.Sudoku {
		return Rating{}, fmt.Errorf("%w: this is a %s", ErrShape, g.Shape())
	}
	if err := rating.Check(g); err != nil {
		return Rating{}, err
	}
	for w := start(canon.Of(g)); !w.Solved(); {
		points, level := w.next()
		if points == 0 {
			return Rating{}, fmt.Errorf("no score: %w", logic.ErrTooHard)
		}
		r.Score, r.Level = r.Score+points, max(r.Level, level)
	}
	for r.Level < Extreme && r.Score > highest[r.Level] {
		r.Level++
	}
	return r, nil
}

// kind is a kind of step.
type kind struct {
	points int
	level  Level
	find   finder
}

// finder returns a step that removes something, if there is one.
type finder func(*way) (logic.Step, bool)

// kinds are the kinds of steps of the program, in its order, without singles. Its fish with boxes and forcing chains are
// left out. If none of these helps, a contradiction stands for its forcing net.
var kinds = []kind{
	{40, Medium, naked(2, true)}, {60, Medium, naked(3, true)},
	{50, Medium, confined(boxes)}, {50, Medium, confined(lines)},
	{60, Medium, naked(2, false)}, {80, Medium, naked(3, false)},
	{70, Medium, hidden(2)}, {100, Medium, hidden(3)},
	{120, Hard, naked(4, false)}, {150, Hard, hidden(4)},
	{140, Hard, most(logic.XWing)}, {150, Hard, most(logic.Swordfish)}, {160, Hard, most(logic.Jellyfish)},
	{110, Hard, most(logic.RemotePair)},
	{100, Hard, most(logic.BUGPlus1)},
	{130, Hard, most(logic.Skyscraper)}, {150, Hard, most(logic.TwoStringKite)},
	{120, Hard, most(logic.TurbotFish)}, {120, Hard, most(logic.EmptyRectangle)},
	{150, Hard, most(logic.WWing)}, {160, Hard, most(logic.XYWing)}, {180, Hard, most(logic.XYZWing)},
	{100, Hard, most(logic.UniqueRectangle1)}, {100, Hard, most(logic.UniqueRectangle2)}, {100, Hard, most(logic.UniqueRectangle3)},
	{100, Hard, most(logic.UniqueRectangle4)}, {100, Hard, most(logic.UniqueRectangle5)}, {100, Hard, most(logic.UniqueRectangle6)},
	{100, Hard, most(logic.HiddenRectangle)}, {100, Hard, most(logic.AvoidableRectangle1)}, {100, Hard, most(logic.AvoidableRectangle2)},
	{130, Hard, finned(logic.FinnedXWing)}, {150, Hard, most(logic.FinnedXWing)},
	{200, Unfair, finned(logic.FinnedSwordfish)}, {240, Unfair, most(logic.FinnedSwordfish)},
	{250, Unfair, finned(logic.FinnedJellyfish)}, {260, Unfair, most(logic.FinnedJellyfish)},
	{250, Unfair, most(logic.SueDeCoq)},
	{150, Hard, most(logic.SimpleColouring)}, {200, Hard, most(logic.MultiColouring)},
	{260, Unfair, most(logic.XChain)}, {260, Unfair, most(logic.XYChain)},
	{280, Unfair, most(logic.NiceLoop, logic.AIC)}, {300, Unfair, most(logic.GroupedAIC)},
	{300, Unfair, most(logic.ALSXZ, logic.DoublyLinkedALSXZ)}, {320, Unfair, most(logic.ALSXYWing)}, {340, Unfair, most(logic.ALSChain)},
	{700, Extreme, most(logic.Contradiction)},
}

// next makes the next step and returns its points, none if there is no step, and its level.
func (w *way) next() (points int, level Level) {
	if c, ok := w.nakedSingle(); ok {
		w.place(c)
		return 4, Easy
	}
	if c, ok := w.waiting(&w.hidden); ok {
		w.place(c)
		return 14, Easy
	}
	w.search.MoveTo(w.State)
	for _, k := range kinds {
		if step, ok := k.find(w); ok {
			w.apply(step)
			return k.points, k.level
		}
	}
	return 0, 0
}

// most returns the finder of the step that removes most, of equals the first.
func most(techniques ...logic.Technique) finder {
	return largest(func(logic.Step) bool { return true }, techniques...)
}

func largest(wanted func(logic.Step) bool, techniques ...logic.Technique) finder {
	return func(w *way) (best logic.Step, ok bool) {
		for _, t := range techniques {
			for step := range w.search.Steps(t) {
				if wanted(step) && (!ok || len(step.Eliminations) > len(best.Eliminations)) {
					best, ok = step, true
				}
			}
		}
		return best, ok
	}
}

// finned finds fish that are not sashimi: each of their lines has two places or more besides its fins.
func finned(t logic.Technique) finder {
	return largest(func(step logic.Step) bool {
		for _, line := range step.Houses {
			if cellsIn(line).Intersect(step.Parts[0].Cells).Len() < 2 {
				return false
			}
		}
		return true
	}, t)
}
