package games

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

const (
	// PatternsGame is the collection of a guild with the puzzles that its players handed in to the Patterns Game, and the source of
	// its import.
	PatternsGame = "patterns-game"
	// PatternsBy is who imports them.
	PatternsBy = "gridkeeper"
)

// patternPuzzle is a puzzle of the table in which older programs, which had the game as a command, keep them.
type patternPuzzle struct {
	guild, author string
	grid          sudoku.Grid
	er, ep, ed    string // "7.1", ">=9.0", "-"
	read          time.Time
}

func (p *patternPuzzle) fields() postgres.Fields {
	return postgres.Fields{
		"guild": &p.guild, "author": &p.author, "grid": postgres.Grid(&p.grid), "er": &p.er, "ep": &p.ep, "ed": &p.ed, "read": &p.read,
	}
}

// ImportPatterns imports the puzzles of the Patterns Game into a collection of each guild, with the names of their players as
// authors, unless these hide. It is for every update: each puzzle is imported once, even if the collection was changed or deleted
// since, and if there is none it costs one query. An older program may add puzzles meanwhile; a process that does the same at
// the same time waits for this one, as with any import of the same lines.
func (s *Store) ImportPatterns(ctx context.Context) error {
	// Puzzles of the last minute before an import may have been committed after they were read. "offset 0" has the database look
	// up the few puzzles one by one, and not read all entries.
	puzzles, err := postgres.ReadAll(ctx, s.db, (*patternPuzzle).fields, `
		select a.guild, case when coalesce(t.hidden, false) then '' else coalesce(y.name, '') end as author, a.grid, a.er, a.ep, a.ed,
			clock_timestamp() - interval '1 minute' as read
		from pattern_puzzle a left join player y on y.id = a.player left join settings t on t.player = a.player
		where not exists (select from audit u where u.action = @action and u.by = @by and u.guild = a.guild and u.subject = @collection and u.at > a.submitted)
		  and not exists (
			select from collection c join import i on i.collection = c.id join entry e on e.import = i.id join puzzle p on p.id = e.puzzle
			where c.guild = a.guild and c.name = @collection and p.key = a.key offset 0)
		order by a.guild, a.round, a.submitted, a.key`,
		pgx.NamedArgs{"action": library.ImportedFile, "by": PatternsBy, "collection": PatternsGame})
	for len(puzzles) > 0 && err == nil {
		n := 1
		for n < len(puzzles) && puzzles[n].guild == puzzles[0].guild {
			n++
		}
		err = s.importPatterns(ctx, puzzles[:n])
		puzzles = puzzles[n:]
	}
	return postgres.Annotate(err, "import the puzzles of the Patterns Game")
}

// importPatterns imports the puzzles of a guild in one transaction, and notes that it did.
func (s *Store) importPatterns(ctx context.Context, puzzles []patternPuzzle) error {
	var table bytes.Buffer
	out := csv.NewWriter(&table)
	_ = out.Write([]string{"puzzle", "author", "comment"}) // a buffer never fails
	for _, p := range puzzles {
		comment := ""
		if p.er != "-" {
			comment = fmt.Sprintf("ER %s, EP %s, ED %s", p.er, p.ep, p.ed)
		}
		_ = out.Write([]string{p.grid.String(), p.author, comment})
	}
	out.Flush()
	guild := puzzles[0].guild
	report, err := importing.New(s.db).ImportFile(ctx, importing.Options{
		GuildID: guild, Collection: PatternsGame, File: PatternsGame, By: PatternsBy, Batch: len(puzzles) + 1,
	}, &table)
	if err != nil {
		return err
	}
	_, err = s.db.Exec(ctx, `insert into audit (at, by, guild, action, subject, detail) values ($1, $2, $3, $4, $5, $6)`,
		puzzles[0].read, PatternsBy, guild, library.ImportedFile, PatternsGame,
		fmt.Sprintf("import %d of the puzzles of the Patterns Game: %d new, %d duplicates", report.ImportID, report.New, report.Duplicates))
	return err
}
