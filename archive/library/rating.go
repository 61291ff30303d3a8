package library

import (
	"context"
	"errors"
	"math/bits"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver/logic"
)

// ownProgram is what our former ratings are called. Their value is tier, score and hardest technique.
const ownProgram = "gridkeeper"

// storedHardest is what the row of a puzzle has of its hardest technique: nothing if that is the last of those needed,
// as in most. The function hardest_of of the database finds it then.
func storedHardest(r rating.Rating) string {
	if bits.Len16(uint16(r.Needs)) == 1+slices.Index(logic.Rated, r.Hardest) {
		return ""
	}
	return string(r.Hardest)
}

// keepRatings stores what the file says of the difficulty of a batch, whose entries are kept already.
func (i *importer) keepRatings(ctx context.Context, tx pgx.Tx, accepted []*prepared) error {
	var positions []int32
	var programs []int16
	var values []string
	for _, e := range accepted {
		if e.Rating.Value == "" {
			continue
		}
		program, err := i.program(ctx, tx, e.Rating)
		if err != nil {
			return err
		}
		positions, programs, values = append(positions, int32(e.position)), append(programs, program), append(values, e.Rating.Value)
	}
	if len(positions) == 0 {
		return nil
	}
	_, err := tx.Exec(ctx, `
		insert into rating (puzzle, program, import, position, value)
		select e.puzzle, r.program, $1, r.position, r.value
		from unnest($2::integer[], $3::smallint[], $4::text[]) r (position, program, value)
		cross join lateral (select puzzle from entry e where e.import = $1 and e.position = r.position offset 0) e`,
		i.report.ImportID, positions, programs, values)
	return err
}

// program returns the number of the program that made a rating. A batch that fails may take the number
// with it, and ends the import.
func (i *importer) program(ctx context.Context, tx pgx.Tx, r format.Rating) (int16, error) {
	r.Value = ""
	if number, ok := i.programs[r]; ok {
		return number, nil
	}
	number, err := programNumber(ctx, tx, r.Program, r.Version)
	if err != nil {
		return 0, err
	}
	if i.programs == nil {
		i.programs = map[format.Rating]int16{}
	}
	i.programs[r] = number
	return number, nil
}

// programNumber finds or makes the row of a program. It looks first: an insert that finds the row uses a
// number up.
func programNumber(ctx context.Context, tx pgx.Tx, name, version string) (number int16, err error) {
	const find = `select id from rating_program where name = $1 and version = $2`
	err = tx.QueryRow(ctx, find, name, version).Scan(&number)
	if !errors.Is(err, pgx.ErrNoRows) {
		return number, err
	}
	_, err = tx.Exec(ctx, `insert into rating_program (name, version) values ($1, $2) on conflict do nothing`, name, version)
	if err == nil {
		err = tx.QueryRow(ctx, find, name, version).Scan(&number)
	}
	return number, err
}
