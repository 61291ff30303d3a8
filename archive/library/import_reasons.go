package library

import (
	"cmp"
	"context"
	"errors"
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
type reasons struct{ given int }

// giveReasons says more about the first rejected lines of an import, and reports all.
func (i *importer) giveReasons(entries []prepared) {
	for n := range entries {
		r := &entries[n]
		if r.reason == "" {
			continue
		}
		if i.reasons.given++; i.reasons.given <= maxReasons && r.why != nil {
			r.reason = unavoidable.Reason(r.Grid, r.why).Error()
		}
		if i.options.Rejected != nil {
			i.options.Rejected(Reject{Line: r.Line, Text: r.Text, Reason: r.reason})
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
		counts[storedKind(r.reason)]++
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

// maxKind is how many bytes the kind of a reason may have.
const maxKind = 120

// commonText returns the beginning of a reason up to a colon, without quotations, and with N for every number.
func commonText(reason string) string {
	var kind strings.Builder
	for rest := reason; rest != "" && kind.Len() < maxKind; {
		quoted := quotation(rest)
		switch digits := digitsAt(rest); {
		case kind.Len() == 0 && quoted > 0:
			rest = strings.TrimLeft(rest[quoted:], "…: ")
		case quoted > 0:
			kind.WriteString("…")
			rest = strings.TrimPrefix(rest[quoted:], "…")
		case digits > 0:
			kind.WriteString("N")
			rest = rest[digits:]
		case strings.HasPrefix(rest, ": ") && kind.Len() > 0:
			rest = ""
		default:
			kind.WriteByte(rest[0])
			rest = rest[1:]
		}
	}
	text := strings.ReplaceAll(strings.ToValidUTF8(kind.String(), ""), "rNcN", "a cell")
	return cmp.Or(text, "other reasons")
}

// quotation returns the length of what begins a text in quotes, 0 if nothing does.
func quotation(text string) int {
	if text[0] != '"' && text[0] != '\'' {
		return 0
	}
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case text[0]:
			return i + 1
		}
	}
	return 0
}

func digitsAt(text string) int { return len(text) - len(strings.TrimLeft(text, "0123456789")) }

// kinds numbers the kinds of reasons, of which there are few.
type kinds struct{ errors []error }

// maxKinds bounds them where a file makes up ever new ones.
const maxKinds = 200

func (k *kinds) number(reason string) int {
	kind := storedKind(reason)
	for n, known := range k.errors {
		if known.Error() == kind || n == maxKinds {
			return n
		}
	}
	if len(k.errors) == maxKinds {
		kind = errRejected.Error()
	}
	k.errors = append(k.errors, errors.New(kind))
	return len(k.errors) - 1
}

func (k *kinds) of(number int) error {
	if number >= len(k.errors) {
		return errRejected // a damaged copy
	}
	return k.errors[number]
}
