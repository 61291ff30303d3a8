package library

import (
	"context"
	"crypto/sha256"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Made are puzzles that a program made, ready to be kept: rated, and with their keys.
type Made struct{ entries []prepared }

// Len returns the number of puzzles.
func (m Made) Len() int { return len(m.entries) }

// PrepareMade rates puzzles and finds their keys, on all processors. A grid that is not a
// puzzle is an error.
func PrepareMade(ctx context.Context, grids []sudoku.Grid) (Made, error) {
	entries := make([]prepared, len(grids))
	for i, g := range grids {
		entries[i].Entry = format.Entry{Grid: g}
	}
	each(ctx, len(entries), func(n int) { entries[n].examine() })
	if err := ctx.Err(); err != nil {
		return Made{}, err
	}
	for _, e := range entries {
		if e.why != nil {
			return Made{}, fmt.Errorf("%s was made and is not a puzzle: %w", e.Grid, e.why)
		}
	}
	return Made{entries}, nil
}

// MadeBy says what made puzzles and where they go.
type MadeBy struct {
	Collection string // the operator's, made with its first puzzles and shared like all of these
	Source     string // what made them, for people
	Identity   string // by which more of the same is known again: it has one import in the collection
	By         string // who asked for it, for people
}

// ValidName returns the name of a collection without blanks around it, or a [*NameError].
func ValidName(name string) (string, error) { return ImportOptions{Collection: name}.collection() }

// AddMade keeps puzzles in a transaction of the caller's, see [Store.Transact], and returns how
// many of them the archive did not have, in any of their isomorphs. All that one identity brings
// into a collection, in however many transactions, is one import, whose id it returns too. Of
// transactions that add to the same import at the same time, one waits for the other.
func AddMade(ctx context.Context, tx pgx.Tx, by MadeBy, made Made) (importID int64, fresh int, err error) {
	name, err := ValidName(by.Collection)
	if err != nil {
		return 0, 0, err
	}
	i := importer{Conn: tx.Conn(), options: ImportOptions{Collection: name}}
	if err := i.findCollection(ctx); err != nil {
		return 0, 0, err
	}
	digest := sha256.Sum256([]byte("made by " + by.Identity))
	_, err = tx.Exec(ctx, `
		insert into import (collection, digest, source, by, total, finished) values ($1, $2, $3, $4, 0, now())
		on conflict (collection, digest) do nothing`, i.collection, digest[:], postgres.PlainText(by.Source), postgres.PlainText(by.By))
	if err != nil {
		return 0, 0, err
	}
	err = tx.QueryRow(ctx, `select id, done from import where collection = $1 and digest = $2 for update`, i.collection, digest[:]).
		Scan(&i.report.ImportID, &i.report.Read)
	if err != nil {
		return 0, 0, err
	}
	fresh, err = i.addMade(ctx, tx, made)
	return i.report.ImportID, fresh, err
}

// addMade appends puzzles to the import, whose row the transaction holds.
func (i *importer) addMade(ctx context.Context, tx pgx.Tx, made Made) (fresh int, err error) {
	for n := range made.entries {
		made.entries[n].position = i.report.Read + n + 1
		made.entries[n].Line = made.entries[n].position
	}
	whole := batch{entries: made.entries}
	accepted, _ := whole.sorted()
	puzzles, err := i.keepPuzzles(ctx, tx, accepted, nil)
	if err != nil {
		return 0, err
	}
	if fresh, err = i.keepEntries(ctx, tx, accepted, puzzles); err != nil {
		return 0, err
	}
	_, err = tx.Exec(ctx, `
		update import set total = total + $2, done = done + $2, fresh = fresh + $3, duplicates = duplicates + $2 - $3, finished = now()
		where id = $1`, i.report.ImportID, made.Len(), fresh)
	return fresh, err
}

// MadeFirst returns the puzzles that [AddMade] kept in an import and in none of some others: true for those that were new.
// The transaction is the caller's, see [Store.Transact].
func MadeFirst(ctx context.Context, tx pgx.Tx, importID int64, others []int64) (map[sudoku.Grid]bool, error) {
	made := map[sudoku.Grid]bool{}
	rows, _ := tx.Query(ctx, `
		select read_grid(e.grid, p.clues), e.fresh from entry e join puzzle p on p.id = e.puzzle
		where e.import = $1 and e.puzzle not in (select puzzle from entry where import = any($2))`, importID, others)
	var g sudoku.Grid
	var fresh bool
	_, err := pgx.ForEachRow(rows, []any{postgres.Grid(&g), &fresh}, func() error {
		made[g] = made[g] || fresh
		return nil
	})
	return made, postgres.Annotate(err, "list the puzzles of import %d that others lack", importID)
}

// How the clues of an entry were written. Most files write the grid cell by cell, with the same
// character in all empty cells: then that character is the column, or nothing for '.', and the rest is
// read from the grid. The function written_text of the database says which of the two it is.
const (
	writtenPlain = 0 // the grid follows, and the character of the empty cells
	writtenText  = 1 // the text follows
)

// shortened returns the column for a text.
func shortened(text string, g sudoku.Grid) string {
	cells := g.Shape().Cells()
	if len(text) != len(cells) {
		return text
	}
	digits, empty := g.ByCell(), byte(0)
	for i, c := range cells {
		switch b := text[i]; {
		case digits[c] != 0 && b == '0'+byte(digits[c]), digits[c] == 0 && empty != 0 && b == empty:
		case digits[c] == 0 && empty == 0 && isEmptyCell(b):
			empty = b
		default:
			return text
		}
	}
	if empty == '.' || empty == 0 {
		return ""
	}
	return string(rune(empty))
}

// isEmptyCell reports whether an empty cell is shortened to a character. Digits would be taken for
// clues, and the migration of schema 15 reads no others.
func isEmptyCell(b byte) bool {
	return '!' <= b && b <= '~' && b != '\\' && (b < '1' || b > '9')
}

// spelled returns the text of a grid, cell by cell, with a character for empty cells.
func spelled(g sudoku.Grid, empty byte) string {
	var text [sudoku.MaxCells]byte
	characters := [...]byte{empty, '1', '2', '3', '4', '5', '6', '7', '8', '9'}
	cells, digits := g.Shape().Cells(), g.ByCell()
	for i, c := range cells {
		text[i] = characters[digits[c]]
	}
	return string(text[:len(cells)])
}

// written reads what written_text returns.
func written(column []byte) (string, error) {
	if len(column) == 0 || column[0] > writtenText {
		return "", fmt.Errorf("%x is not the text of an entry", column)
	}
	if column[0] == writtenText {
		return string(column[1:]), nil
	}
	g, empty, err := postgres.CutGrid(column[1:])
	if err == nil && len(empty) > 1 {
		err = fmt.Errorf("%x is not the text of an entry", column)
	}
	if err != nil {
		return "", err
	}
	return lengthened(empty, g), nil
}

// lengthened returns the text that [shortened] made a column of.
func lengthened(column []byte, g sudoku.Grid) string {
	switch len(column) {
	case 0:
		return spelled(g, '.')
	case 1:
		return spelled(g, column[0])
	}
	return string(column)
}

// shownColumn reads the text of an entry for display.
type shownColumn struct{ text *string }

func (c shownColumn) ScanBytes(column []byte) error {
	text, err := written(column)
	*c.text = strings.ToValidUTF8(text, "\ufffd")
	return err
}
