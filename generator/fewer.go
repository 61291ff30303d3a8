package generator

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gridkeeper/gridkeeper/solver/unavoidable"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// FewerClues looks for a puzzle with fewer clues than given that has a solution. The search is
// complete: ok is false if there is no such puzzle. It uses all processors, and returns the same
// puzzle, a minimal one, on any number of them.
//
// report is called now and then, by one goroutine at a time, with how many of all parts of the
// search are done; nil is allowed. The error is that of ctx, if it ends before the search, or
// a [*solver.TooHardError]. It panics if the solution is none, see [sudoku.Grid.Solved].
func FewerClues(ctx context.Context, solution sudoku.Grid, below int, report func(done, of int)) (puzzle sudoku.Grid, ok bool, err error) {
	d := newDivision(solution, below, report)
	d.search(ctx)
	switch {
	case d.err != nil:
		return sudoku.Grid{}, false, d.err
	case d.first.Load() < everyPart:
		puzzle, err = withoutNeedless(solution, d.found)
		return puzzle, err == nil, err
	}
	return sudoku.Grid{}, false, ctx.Err()
}

// AllFewerClues returns all minimal puzzles of a solution that have fewer clues than below, by the number of clues, then in
// the order of their texts. It takes as long as [FewerClues] takes when it finds none. With an error
// it returns the puzzles found until then.
func AllFewerClues(ctx context.Context, solution sudoku.Grid, below int, report func(done, of int)) (puzzles []sudoku.Grid, err error) {
	return ShareOfFewerClues(ctx, solution, below, 0, 1, report)
}

// ShareOfFewerClues is [AllFewerClues] for a share, from 0, of so many. Together the shares find all puzzles, each
// once. Every share takes the time to divide the search, 0.05 s, in addition to its own.
func ShareOfFewerClues(ctx context.Context, solution sudoku.Grid, below, share, shares int, report func(done, of int)) (puzzles []sudoku.Grid, err error) {
	d := newDivision(solution, below, report)
	d.share, d.shares = share, shares
	d.each = func(clues sudoku.Cells) {
		g := restrictedTo(solution, clues)
		if !Minimal(g) {
			return
		}
		d.mu.Lock()
		defer d.mu.Unlock()
		puzzles = append(puzzles, g)
	}
	d.search(ctx)
	slices.SortFunc(puzzles, func(a, b sudoku.Grid) int {
		return cmp.Or(a.Len()-b.Len(), strings.Compare(a.String(), b.String()))
	})
	if d.err != nil {
		return puzzles, d.err
	}
	return puzzles, ctx.Err()
}

// FewerCluesCost estimates the time that [FewerClues] takes on one core if it finds nothing, and [AllFewerClues] always. It
// tries ways through the search at random until that has taken the time sample by a clock, and returns how many it tried.
func FewerCluesCost(ctx context.Context, solution sudoku.Grid, below int, clock func() time.Duration, sample time.Duration) (cost time.Duration, tried int, err error) {
	d := newDivision(solution, below, nil)
	d.each = func(sudoku.Cells) {}
	begin := clock()
	if d.clues >= 0 {
		d.divide()
	}
	divided, searched := clock(), 0.0
	h := newHitting(solution, d.clues)
	h.stop, h.each = func() bool { return ctx.Err() != nil }, d.each
	for len(d.parts) > 0 && tried < mostTried && clock()-divided <= sample {
		took := h.oneWay(clock)
		h.search(d.parts[rand.IntN(len(d.parts))])
		searched += took()
		tried++
		if err := cmp.Or(ctx.Err(), h.err); err != nil {
			return 0, tried, err
		}
	}
	rest := searched * float64(len(d.parts)) / float64(max(tried, 1))
	return divided - begin + time.Duration(min(rest, math.MaxInt64/2)), tried, d.err
}

// mostTried is the largest number of ways tried: it gives the estimate within a few per cent up to 17 clues.
const mostTried = 20_000

// wholeBelow is how many clues are left where a way ends and everything below it is searched.
const wholeBelow = 5

// oneWay makes the next search follow one way down, at random. took estimates the time of all ways: the time of each
// place, times the number of places among which the places on the way to it were chosen (D. E. Knuth, Estimating the
// Efficiency of Backtrack Programs, 1975).
func (h *hitting) oneWay(clock func() time.Duration) (took func() float64) {
	among := make([]float64, len(h.levels)) // by the number of clues left
	before := make([]int, len(h.levels))    // how many places come before the chosen one
	at, all, last := -1, 0.0, clock()
	took = func() float64 {
		now := clock()
		if at >= 0 {
			all += among[at] * float64(now-last)
		}
		last = now
		return all
	}
	h.order = func(cells []sudoku.Cell) {
		if at > wholeBelow {
			among[at-1], before[at-1] = among[at]*float64(len(cells)), rand.IntN(len(cells))
		}
	}
	h.visit = func(p node) bool {
		if at < 0 {
			among[p.left] = 1
		} else if p.left < wholeBelow {
			return true
		} else if before[p.left]--; before[p.left] != -1 {
			return false
		}
		took()
		at = p.left
		return true
	}
	return took
}

// division is a search that is divided into parts. Workers search them in order; the result of
// the first part counts.
type division struct {
	solution sudoku.Grid
	clues    int
	report   func(done, of int)
	each     func(clues sudoku.Cells) // as in hitting; called by all workers
	parts    []node
	share    int // of so many that are searched; 0 of 1 is all
	shares   int

	next  atomic.Int64 // the part that is searched next
	first atomic.Int64 // the first part in which something was found; none after it is searched

	mu    sync.Mutex
	done  int
	found sudoku.Cells
	err   error
}

// newDivision prepares a search for puzzles of fewer clues than given. It panics if the solution is none.
func newDivision(solution sudoku.Grid, below int, report func(done, of int)) *division {
	if !solution.Solved() {
		panic("generator: " + solution.String() + " is not a solution")
	}
	return &division{solution: solution, clues: min(below-1, len(solution.Shape().Cells())), report: report, shares: 1}
}

func (d *division) search(ctx context.Context) {
	d.first.Store(everyPart)
	if d.clues < 0 {
		return
	}
	d.divide()
	d.work(ctx)
}

// everyPart is greater than the number of any part.
const everyPart = math.MaxInt64

// partDepth is after how many clues a part begins. That makes about a thousand parts.
const partDepth = 5

// divide makes the parts.
func (d *division) divide() {
	h := newHitting(d.solution, d.clues)
	if h.each = d.each; d.share > 0 { // results before the first part belong to the first share
		h.each = func(sudoku.Cells) {}
	}
	n := -1
	h.visit = func(p node) bool {
		if p.left > max(d.clues-partDepth, 2) {
			return true
		}
		if n++; n%d.shares == d.share {
			p.sets = slices.Clone(p.sets)
			d.parts = append(d.parts, p)
		}
		return false
	}
	h.search(node{left: d.clues, sets: unavoidable.Sets(d.solution, smallSets)})
	d.err = h.err
	if h.found != (sudoku.Cells{}) {
		d.parts = append(d.parts, node{clues: h.found})
	}
}

// work searches all parts, or those up to the first that has a puzzle.
func (d *division) work(ctx context.Context) {
	var running sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		running.Go(func() {
			for {
				part := d.next.Add(1) - 1
				stop := func() bool { return ctx.Err() != nil || d.first.Load() < part }
				if part >= int64(len(d.parts)) || stop() {
					return
				}
				h := newHitting(d.solution, d.clues)
				h.stop, h.each = stop, d.each
				h.search(d.parts[part])
				d.finish(part, h)
			}
		})
	}
	running.Wait()
}

// finish records the result of a part.
func (d *division) finish(part int64, h *hitting) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if (h.found != (sudoku.Cells{}) || h.err != nil) && part < d.first.Load() {
		d.first.Store(part)
		d.found, d.err = h.found, h.err
	}
	d.done++
	if d.report != nil {
		d.report(d.done, len(d.parts))
	}
}

// withoutNeedless returns the puzzle of some clues, without the clues that can go, in reading order.
func withoutNeedless(solution sudoku.Grid, clues sudoku.Cells) (sudoku.Grid, error) {
	for c := range clues.All() {
		set, err := unhit(solution, clues.Without(c))
		if err != nil {
			return sudoku.Grid{}, err
		}
		if set == (sudoku.Cells{}) {
			clues = clues.Without(c)
		}
	}
	return restrictedTo(solution, clues), nil
}

// firstClues is the number of clues with which a descent begins, or fewer. From the 24 of most minimal
// puzzles it takes three times as long.
const firstClues = 21

// patience is the number of puzzles of one number of clues that a descent looks at, before another
// begins elsewhere: it may reach few.
const patience = 30

// descend looks for a minimal puzzle of n clues, 9×9. It begins with a puzzle of a random solution
// and goes on to one with a clue less by {-2+1}, see [Change]; if there is none, to another with as
// many by {-1+1}. One descent in three reaches 18 clues.
func descend(n int, r *rand.Rand) (puzzle sudoku.Grid, ok bool) {
	g, ok := WithClues(FullGrid(sudoku.Sudoku, r), firstClues, r)
	for tried := 0; ok && g.Len() > n && tried < patience; tried++ {
		// Children are canonical forms, and the first is taken: turned at random, it is not always
		// the one with the smallest digits in the first cells.
		g = sudoku.RandomTransform(g.Shape(), r).Apply(g)
		if less, found := anyChild(g, Change{Minus: 2, Plus: 1}, r, 1); found {
			g, tried = less, 0
			continue
		}
		g, ok = anyChild(g, Change{Minus: 1, Plus: 1}, r, allChildren)
	}
	if !ok || g.Len() != n {
		return sudoku.Grid{}, false
	}
	return sudoku.RandomTransform(g.Shape(), r).Apply(g), true
}

// allChildren asks anyChild to choose from all.
const allChildren = -1

// anyChild returns one of the first children of a mother, made minimal.
func anyChild(mother sudoku.Grid, change Change, r *rand.Rand, first int) (child sudoku.Grid, ok bool) {
	var children []sudoku.Grid
	_, err := Recombine(mother, change, func(g sudoku.Grid) bool {
		children = append(children, g)
		return len(children) != first
	})
	if err != nil || len(children) == 0 {
		return sudoku.Grid{}, false
	}
	return Minimize(children[r.IntN(len(children))], r), true
}
