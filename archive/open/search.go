package open

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/archive/search"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

// ErrCursor is the error of a text that is not a cursor of this search.
var ErrCursor = errors.New("want the cursor that came with the page before, of the same search")

// pageTime is after how long a page ends early, and so a count.
const pageTime = time.Second

// A search holds a connection to the database, for seconds in a large archive. Anyone may search, so few at a time do: the other
// connections are for players. The others wait, and the error after turnTime is [postgres.ErrUnavailable].
const (
	mostSearches = 4
	turnTime     = 5 * time.Second
)

// takeTurn waits for the turn of a search, and returns the function that gives it back.
func (s *Store) takeTurn(ctx context.Context) (end func(), err error) {
	ctx, cancel := context.WithTimeout(ctx, turnTime)
	defer cancel()
	select {
	case s.turns <- struct{}{}:
		return func() { <-s.turns }, nil
	case <-ctx.Done():
		return nil, postgres.Annotate(postgres.ErrUnavailable, "wait for %d searches", mostSearches)
	}
}

// OpenSearch returns the next page of a search: the open puzzles that match and are not guarded, up to q.Limit, each as its first
// open line that matches. The cursor is "" for the first page, and next is that of the page after it, "" at the end. A search
// that takes a look at many grids may find less on a page, or nothing, and have a next one.
//
// Whatever is imported meanwhile, no puzzle comes twice, and none is missing that was there all the time. Collections that are
// not open do not count in q.In and q.NotIn. [search.Store.Page] has the orders; the error of a cursor of another search, or
// of any other text, wraps [ErrCursor].
func (s *Store) OpenSearch(ctx context.Context, q search.Query, cursor string) (records []library.Record, next string, err error) {
	var after *search.Place
	if cursor != "" {
		place, err := readCursor(q, cursor)
		if err != nil {
			return nil, "", err
		}
		after = &place
	}
	end, err := s.takeTurn(ctx)
	if err != nil {
		return nil, "", err
	}
	defer end()
	w, err := s.window(ctx)
	if err != nil {
		return nil, "", err
	}
	records, place, err := search.New(s.db).Page(ctx, q, w, after)
	if err == nil {
		err = s.fillPlays(ctx, records)
	}
	if err == nil && place != nil {
		next = writeCursor(q, *place)
	}
	return records, next, err
}

// CountOpen returns how many puzzles [Store.OpenSearch] finds on all pages. If that takes longer than a page may, it is a lower
// limit, and more is true. A puzzle that is guarded since it has the solution of another one may be counted.
func (s *Store) CountOpen(ctx context.Context, q search.Query) (n int, more bool, err error) {
	end, err := s.takeTurn(ctx)
	if err != nil {
		return 0, false, err
	}
	defer end()
	w, err := s.window(ctx)
	if err != nil {
		return 0, false, err
	}
	return search.New(s.db).CountPages(ctx, q, w)
}

// window is the open archive for a search.
func (s *Store) window(ctx context.Context) (w search.Window, err error) {
	inPlay, err := s.InPlay(ctx)
	if err != nil {
		return w, err
	}
	w = search.Window{Shows: Unguarded, Args: pgx.NamedArgs{"rankable": s.Rankable()}, Hides: inPlay.Guards, Time: pageTime}
	w.Collections, err = postgres.ReadColumn[int32](ctx, s.db, `select id from collection where shared order by id`)
	return w, postgres.Annotate(err, "the open collections")
}

// A cursor is a version, a part of the hash of its search, and a place, in the alphabet of addresses.
const cursorVersion = 1

func writeCursor(q search.Query, at search.Place) string {
	cursor := append([]byte{cursorVersion}, hashOf(q)...)
	cursor = binary.BigEndian.AppendUint64(cursor, math.Float64bits(at.Value))
	return base64.RawURLEncoding.EncodeToString(append(cursor, at.Key[:]...))
}

func readCursor(q search.Query, text string) (at search.Place, err error) {
	cursor, err := base64.RawURLEncoding.DecodeString(text)
	hash := hashOf(q)
	if begin := 1 + len(hash); err == nil && len(cursor) == begin+8+len(at.Key) && cursor[0] == cursorVersion && string(cursor[1:begin]) == string(hash) {
		at.Value, at.Key = math.Float64frombits(binary.BigEndian.Uint64(cursor[begin:])), canon.Key(cursor[begin+8:])
		if !math.IsNaN(at.Value) {
			return at, nil
		}
	}
	return search.Place{}, fmt.Errorf("cursor %s: %w", sudoku.Excerpt(text), ErrCursor)
}

// hashOf distinguishes searches and their orders. The limit of a page may change on the way.
func hashOf(q search.Query) []byte {
	text, err := json.Marshal([]any{q.Search, q.Sort, q.Descending, q.From})
	if err != nil {
		panic(err) // of numbers and texts
	}
	sum := sha256.Sum256(text)
	return sum[:8]
}
