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
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/rating/criteria"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

// prepared is an entry with all that is computed about it.
type prepared struct {
	format.Entry
	position int // among the entries of the source, from 1
	key      canon.Key
	rated    bool // the rest need no rating: the archive has their puzzle, or an entry before them
	rating   rating.Rating
	why      error // why it is rejected; nil if it is not

	symmetries criteria.SymmetrySet // of isomorphs, if it is rated

	known   int32  // the id of the puzzle, if the archive had it when it was asked; it may have no key yet
	absent  bool   // the archive did not have it
	row     stored // of the puzzle, when the entry is kept
	brought bool   // the puzzle came with this entry
	given   bool   // it has a place in the order of its collection
	fresh   bool   // the owner of the collection did not have the puzzle
	same    bool   // its clues are those of the puzzle
}

// stored is the row of a puzzle, as far as its entries need it.
type stored struct {
	id, rnd int32
	slot    int16
	clues   []byte
}

// each does some work for the numbers below n. Idle workers take the next: hard puzzles take a thousand
// times as long as easy ones, and equal shares would leave processors idle.
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

// identify finds the key of what has exactly one solution, and examines the rest, which will be
// rejected. Without a solution or with many, the canonical form can take a thousand times as long.
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

// examine rejects what cannot be rated, which is all that is not known to have exactly one
// solution, and finds key and rating of the rest.
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

// isSame reports whether the clues of an entry are those of its puzzle, and not of an isomorph.
func (p *prepared) isSame() bool {
	return p.brought || postgres.HoldsGrid(p.row.clues, p.Grid)
}

// How much is kept of what is rejected: a file of 250 MB that holds anything but puzzles would
// leave 669 MB in the database, and no one reads more of it than this. All are counted.
const (
	maxRejects    = 1_000 // lines of an import
	maxRejectText = 4_000 // bytes of a line
)

// reject is a rejected line as the archive shows it.
func (p *prepared) reject() Reject {
	text := strings.ToValidUTF8(p.Text[:min(len(p.Text), maxRejectText)], "\ufffd")
	return Reject{Line: p.Line, Text: text, Kind: KindOf(p.why), Reason: p.why.Error(), Err: p.why}
}

// keysOf returns the keys of entries, which it sorts by them: an index finds what stands together
// sooner.
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

// missing returns those that have no row.
func missing(all []*prepared) []*prepared {
	return slices.DeleteFunc(slices.Clone(all), func(p *prepared) bool { return p.row.id != 0 })
}
