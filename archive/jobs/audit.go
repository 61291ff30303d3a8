package jobs

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
)

// rowsPerSpan and auditSpans make chunks of a second or two.
const (
	rowsPerSpan = 1000
	auditSpans  = 20
)

// maxFindings is how many findings of an item are kept. All are counted.
const maxFindings = 100

// AddAudit adds a job that computes the rows of the archive again from the clues, counts again, and compares. It
// changes nothing, and leaves out rows that are added later. While it is not finished, the same again adds nothing.
// [Findings] returns the differences.
func AddAudit(ctx context.Context, store *archive.Store, by string) (Added, error) {
	return add(ctx, store, task{
		kind: audit{}.name(), identity: audit{}.name(), by: by, args: struct{}{},
		fill: func(ctx context.Context, tx pgx.Tx, filled *task) error {
			puzzles, lines, err := library.CheckSpans(ctx, tx, rowsPerSpan)
			if err != nil {
				return err
			}
			items := []string{"counts"}
			for _, s := range puzzles {
				items = append(items, fmt.Sprintf("puzzles %d-%d", s.First, s.Last))
			}
			for _, l := range lines {
				items = append(items, fmt.Sprintf("lines %d %d-%d", l.Import, l.First, l.Last))
			}
			filled.title = "audit of all puzzles, lines and counts"
			filled.chunks = cut(items, min(auditSpans, len(items)/fewestChunks))
			return nil
		},
	})
}

// audit looks for damage. An item is "counts", "puzzles FIRST-LAST" or "lines IMPORT FIRST-LAST".
type audit struct{}

func (audit) name() string         { return "audit" }
func (audit) limit() time.Duration { return time.Hour }

func (audit) do(ctx context.Context, store *archive.Store, _ json.RawMessage, item string) (outcome, error) {
	c, counted, err := checkItem(ctx, store, item)
	if err != nil {
		return outcome{}, err
	}
	return outcome{
		counts:   Counts{counted + " checked": int64(c.Rows), "damaged": int64(len(c.Wrong))},
		findings: c.Wrong[:min(len(c.Wrong), maxFindings)],
	}, nil
}

func checkItem(ctx context.Context, store *archive.Store, item string) (c library.Checked, counted string, err error) {
	counted, spans, _ := strings.Cut(item, " ")
	var l library.Lines
	switch counted {
	case "counts":
		c, err = store.CheckCounts(ctx)
		return c, counted, err
	case "puzzles":
		if _, err := fmt.Sscanf(spans, "%d-%d", &l.First, &l.Last); err == nil {
			c, err = store.CheckPuzzles(ctx, l.Span)
			return c, counted, err
		}
	case "lines":
		if _, err := fmt.Sscanf(spans, "%d %d-%d", &l.Import, &l.First, &l.Last); err == nil {
			c, err = store.CheckLines(ctx, l)
			return c, counted, err
		}
	}
	return c, "", fmt.Errorf("item %q: want what to check", item)
}

// Findings returns the damage that a job has found, at most that many entries.
func Findings(ctx context.Context, store *archive.Store, id int64, most int) (all []string, err error) {
	err = store.Transact(ctx, func(tx pgx.Tx) error {
		all, err = postgres.ReadColumn[string](ctx, tx, `select text from finding where work = $1 order by id limit $2`, id, most)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list the findings of job %d: %w", id, err)
	}
	return all, nil
}

// keepFindings stores descriptions of damage, in the transaction that counts it.
func (c *chunk) keepFindings(ctx context.Context, tx pgx.Tx) error {
	if len(c.outcome.findings) == 0 {
		return nil
	}
	texts := make([]string, len(c.outcome.findings))
	for n, text := range c.outcome.findings {
		texts[n] = strings.ReplaceAll(strings.ToValidUTF8(text, "?"), "\x00", "?")
	}
	_, err := tx.Exec(ctx, `insert into finding (work, text) select $1, unnest($2::text[])`, c.Job, texts)
	return err
}
