package postgres

import (
	"context"
	"iter"

	"github.com/jackc/pgx/v5"
)

// StreamPages yields the values on pages, at most that many, or all if most is 0. It reads the pages in one
// snapshot, each while the caller has the one before.
func StreamPages[T any](
	ctx context.Context, db *DB, doing string, most int, pagesOf func(pgx.Tx) (iter.Seq2[[]T, error], error),
) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		more, n := true, 0
		err := db.Snapshot(ctx, func(tx pgx.Tx) error {
			pages, err := pagesOf(tx)
			if err != nil {
				return err
			}
			if !db.InRequest(ctx) { // the caller may use the connection of a request too
				pages = ahead(pages)
			}
			for page, err := range pages {
				if err != nil {
					return err
				}
				for _, one := range page {
					more = yield(one, nil)
					if n++; !more || n == most {
						return nil
					}
				}
			}
			return nil
		})
		if err != nil && more {
			var none T
			yield(none, Annotate(err, "%s", doing))
		}
	}
}

// ReadPages yields read of each page, and ends with the first error.
func ReadPages[S, T any](pages iter.Seq2[[]S, error], read func([]S) ([]T, error)) iter.Seq2[[]T, error] {
	return func(yield func([]T, error) bool) {
		for from, err := range pages {
			var page []T
			if err == nil {
				page, err = read(from)
			}
			if !yield(page, err) || err != nil {
				return
			}
		}
	}
}

// ahead yields the values of a sequence, and reads the next one meanwhile.
func ahead[T any](all iter.Seq2[T, error]) iter.Seq2[T, error] {
	type result struct {
		value T
		err   error
	}
	return func(yield func(T, error) bool) {
		results, done := make(chan result), make(chan struct{})
		go func() {
			defer close(results)
			for value, err := range all {
				select {
				case results <- result{value, err}:
				case <-done:
					return
				}
			}
		}()
		defer func() {
			close(done)
			for range results { // wait: the sequence must not be read after this returns
			}
		}()
		for r := range results {
			if !yield(r.value, r.err) {
				return
			}
		}
	}
}
