package library

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// puzzleSet is a set of puzzles, by their ids. Those of an import mostly stand close together: a word
// has 64 ids.
type puzzleSet struct {
	words map[int32]uint64
	count int
}

func newPuzzleSet() *puzzleSet { return &puzzleSet{words: map[int32]uint64{}} }

// add reports whether the puzzle was not in the set.
func (s *puzzleSet) add(id int32) bool {
	word, bit := s.words[id/64], uint64(1)<<(id%64)
	if word&bit != 0 {
		return false
	}
	s.words[id/64] = word | bit
	s.count++
	return true
}

func (s *puzzleSet) has(id int32) bool { return s.words[id/64]&(1<<(id%64)) != 0 }

// seeAll notes the puzzles of entries that are kept.
func (i *importer) seeAll(accepted []*prepared) {
	if i.seen == nil {
		return
	}
	for _, p := range accepted {
		if !i.seen.add(p.row.id) {
			i.report.InFile++
		}
	}
}

// knowsCollection reports whether the puzzles of the collection are those that the import has seen. It has
// a place for each of them, so that their number decides. The transaction holds the lock of the collection.
func (i *importer) knowsCollection(ctx context.Context, tx pgx.Tx) (bool, error) {
	if i.seen == nil {
		return false, nil
	}
	puzzles := 0
	err := tx.QueryRow(ctx, `
		select coalesce(sum(puzzles), 0) from collection_count where collection = $1`, i.collection).Scan(&puzzles)
	return puzzles == i.seen.count, err
}

// countInFile counts the entries of the import whose puzzles an earlier entry of it has.
func (i *importer) countInFile(ctx context.Context) error {
	if i.seen != nil || i.report.Duplicates == 0 || i.report.Repeated {
		return nil // it was counted on the way, or is not asked
	}
	return i.QueryRow(ctx, `
		select coalesce(sum(lines - 1), 0) from (select count(*) as lines from entry where import = $1 group by puzzle) p`,
		i.report.ImportID).Scan(&i.report.InFile)
}
