package importing

import (
	"bytes"
	"context"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/rating/criteria"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

// prepared is an entry with everything that is computed about it.
type prepared struct {
	format.Entry
	position int // among the entries of the source, from 1
	key      canon.Key
	rated    bool // false: the archive or an entry before has the puzzle
	rating   rating.Rating
	why      error // why it is rejected; nil if it is not

	symmetries criteria.SymmetrySet // of isomorphs, if it is rated

	known   int32  // the id of the puzzle, if the archive had it when it was asked; the key may be missing
	absent  bool   // the archive did not have it
	row     stored // of the puzzle, when the entry is kept
	brought bool   // the puzzle came with this entry
	given   bool   // it has a place in the order of its collection
	fresh   bool   // the owner of the collection did not have the puzzle
	same    bool   // its clues are those of the puzzle
}

// stored is the part of a puzzle's row that its entries need.
type stored struct {
	id, rnd int32
	slot    int16
	clues   []byte
}

// each calls work with the numbers below n. Idle workers take the next number: hard puzzles take a thousand times as
// long as easy ones, and equal shares would leave processors idle.
func each(ctx context.Context, n int, work func(int)) {
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n) {
		workers.Go(func() {
			for i := int(next.Add(1)) - 1; i < n && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				work(i)
			}
		})
	}
	workers.Wait()
}

// identify finds the key of a grid with exactly one solution, and examines the others, which will be rejected: their
// canonical form can take a thousand times as long.
func (p *prepared) identify() {
	if p.Err != nil || p.Grid.Solved() {
		p.examine()
		return
	}
	if _, err := solver.Solve(p.Grid); err != nil {
		p.examine()
		return
	}
	p.key = canon.KeyOf(p.Grid)
}

// examine finds key and rating of a puzzle, and rejects any other grid.
func (p *prepared) examine() {
	if p.Err != nil {
		p.why = p.Err
		return
	}
	r, err := rating.Rate(p.Grid)
	if err != nil {
		p.why = err
		return
	}
	p.rating, p.rated = r, true
	p.symmetries = criteria.OfIsomorphs(p.Grid.Shape(), p.Grid.Filled())
	if p.key == (canon.Key{}) {
		p.key = canon.KeyOf(p.Grid)
	}
}

// Limits of what is stored of rejected lines; all are counted. A file of 250 MB without any puzzle would leave 669 MB
// in the database, and no one reads more than this.
const (
	maxRejects    = 1_000 // lines of an import
	maxRejectText = 4_000 // bytes of a line
)

// reject is a rejected line as the archive shows it.
func (p *prepared) reject() Reject {
	text := strings.ToValidUTF8(p.Text[:min(len(p.Text), maxRejectText)], "\ufffd")
	return Reject{Line: p.Line, Text: text, Kind: KindOf(p.why), Reason: p.why.Error(), Err: p.why}
}

// keysOf sorts entries by their keys and returns these: an index finds neighbouring keys sooner.
func keysOf(all []*prepared) [][16]byte {
	sortByKey(all)
	keys := make([][16]byte, len(all))
	for i, p := range all {
		keys[i] = p.key
	}
	return keys
}

func sortByKey(all []*prepared) {
	slices.SortFunc(all, func(a, b *prepared) int { return bytes.Compare(a.key[:], b.key[:]) })
}

// missing returns the entries without a row.
func missing(all []*prepared) []*prepared {
	return slices.DeleteFunc(slices.Clone(all), func(p *prepared) bool { return p.row.id != 0 })
}
