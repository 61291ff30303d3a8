package library

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/solver/unavoidable"
)

// maxReasons is for how many lines of an import it is found out why they are not puzzles. That
// takes milliseconds for most, but a second for some.
const maxReasons = 100

// reasons counts the rejected lines of an import that have their reason.
type reasons struct {
	given int
	first []Reject // with their errors, for the report
}

// giveReasons says more about the first rejected lines of an import, and reports all.
func (i *importer) giveReasons(entries []prepared) {
	for n := range entries {
		r := &entries[n]
		if r.why == nil {
			continue
		}
		if i.reasons.given++; i.reasons.given <= maxReasons && r.Err == nil {
			r.why = unavoidable.Reason(r.Grid, r.why)
		}
		if len(i.reasons.first) < shown {
			i.reasons.first = append(i.reasons.first, r.reject())
		}
		if i.options.Rejected != nil {
			i.options.Rejected(Reject{Line: r.Line, Text: r.Text, Kind: KindOf(r.why), Reason: r.why.Error(), Err: r.why})
		}
	}
}

// countReasons adds rejected lines to the counts of their import.
func countReasons(ctx context.Context, tx pgx.Tx, importID int64, rejected []*prepared) error {
	if len(rejected) == 0 {
		return nil
	}
	counts := map[string]int{}
	for _, r := range rejected {
		counts[string(KindOf(r.why))]++
	}
	kinds := slices.Sorted(maps.Keys(counts))
	lines := make([]int, len(kinds))
	for n, kind := range kinds {
		lines[n] = counts[kind]
	}
	_, err := tx.Exec(ctx, `
		insert into reject_reason as r (import, reason, lines)
		select $1, reason, lines from unnest($2::text[], $3::integer[]) n (reason, lines)
		on conflict (import, reason) do update set lines = r.lines + excluded.lines`, importID, kinds, lines)
	return err
}

// reject is a rejected line as the archive shows it.
func (p *prepared) reject() Reject {
	text := strings.ToValidUTF8(p.Text[:min(len(p.Text), maxRejectText)], "\ufffd")
	return Reject{p.Line, text, KindOf(p.why), p.why.Error(), p.why}
}
