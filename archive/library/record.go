package library

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

// Record is a line of a collection, with its puzzle, ratings and plays.
type Record struct {
	Puzzle
	CollectionID int32
	Rnd          int64         // its place in the shuffled order
	Line         format.Entry  // as it was imported
	Imported     time.Time     // when its import began
	Ratings      []OtherRating // by programs of ours, such as those that are computed on demand
	Plays
	Votes Votes
}

// Votes are the votes of players on a puzzle, in all its disguises.
type Votes struct {
	Voters  int `json:"voters" db:"voters"` // players who have voted
	Liked   int `json:"liked" db:"liked"`
	TooHard int `json:"too_hard" db:"too_hard"` // for its label
}

// votesColumns are the [Votes] of votes v.
const votesColumns = `count(*) as voters, count(*) filter (where v.liked) as liked, count(*) filter (where v.too_hard) as too_hard`

// readVotes fills in the votes. Most puzzles of an archive have none.
func readVotes(ctx context.Context, db postgres.Querier, records []Record) error {
	keys := make([][16]byte, len(records))
	for i, r := range records {
		keys[i] = r.Key
	}
	rows, _ := db.Query(ctx, `select v.key, `+votesColumns+` from vote v where v.key = any($1::uuid[]) group by v.key`, keys)
	of := map[canon.Key]Votes{}
	key, v := canon.Key{}, Votes{}
	_, err := pgx.ForEachRow(rows, []any{postgres.Key(&key), &v.Voters, &v.Liked, &v.TooHard}, func() error {
		of[key] = v
		return nil
	})
	for i := range records {
		records[i].Votes = of[records[i].Key]
	}
	return err
}

// OtherRating is a rating by another program, or by an older version of ours.
type OtherRating struct {
	Program string `json:"program" db:"name"`
	Version string `json:"version" db:"version"`
	Value   string `json:"value" db:"value"`
	Import  int64  `json:"-" db:"import"` // whose file has it; 0: none
}

// Plays sums up the games of a puzzle, in all its disguises, each on a board of its own. Times are of finished games
// that were solved on the board, by the rule of package play, without gaps over five minutes.
type Plays struct {
	Games     int      `db:"games"`
	Solved    int      `db:"solved"`
	Median    *float64 `db:"median"`    // seconds; nil: no times
	Deviation *float64 `db:"deviation"` // standard deviation, seconds; nil: fewer than two times
}

// playsColumns are the [Plays] of games g.
const playsColumns = `count(*) as games, count(g.finished) as solved,
	percentile_cont(0.5) within group (order by extract(epoch from g.active)) filter (where coalesce(g.earned, g.moves > 0)) as median,
	stddev_samp(extract(epoch from g.active)) filter (where coalesce(g.earned, g.moves > 0))::double precision as deviation`

// unread is a line without its puzzle.
type unread struct {
	at         int // in the list
	puzzle     int32
	grid, text []byte
}

// entryColumns are the columns of an entry e in a record.
const entryColumns = `e.import, e.position, e.collection, e.puzzle, e.line, e.grid, e.text, e.name, e.author, e.comment, e.name, e.author`

func (r *Record) entryFields(u *unread) []any {
	return []any{
		&r.Entry.ImportID, &r.Entry.Position, &r.CollectionID, &u.puzzle, &r.Line.Line, &u.grid, &u.text,
		postgres.Text(&r.Line.Name), postgres.Text(&r.Line.Author), postgres.Text(&r.Line.Comment),
		postgres.ShownText(&r.Name), postgres.ShownText(&r.Author),
	}
}

// puzzleColumns are the columns of a puzzle p in a record, after its id.
const puzzleColumns = `p.key, p.tier, p.score, hardest_of(p.hardest, p.needs), p.rnd, p.clues`

func (r *Record) puzzleFields() []any {
	return []any{postgres.Key(&r.Key), &r.Tier, &r.Score, &r.Hardest, &r.Rnd, postgres.Grid(&r.Clues)}
}

// RecordColumns are the columns that [ScanRecords] reads, of an entry e and its puzzle p.
const RecordColumns = entryColumns + `, ` + puzzleColumns

// ScanRecords reads rows of [RecordColumns], about n of them, without plays, times and ratings.
func ScanRecords(rows pgx.Rows, n int) ([]Record, error) {
	records := make([]Record, 0, n)
	line, puzzle, u := Record{}, Record{}, unread{}
	_, err := pgx.ForEachRow(rows, append(line.entryFields(&u), puzzle.puzzleFields()...), func() error {
		record := line
		err := record.addPuzzle(puzzle, u)
		records = append(records, record)
		return err
	})
	return records, err
}

// ReadLines reads lines in the order given, without plays, times and ratings. Lines and puzzles that stand together
// are read in one piece: page by page that takes a tenth of the time of single looks.
func ReadLines(ctx context.Context, db postgres.Querier, lines []EntryID) ([]Record, error) {
	records := make([]Record, len(lines))
	found, err := readEntries(ctx, db, lines, records)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(found, func(a, b unread) int { return cmp.Compare(a.puzzle, b.puzzle) })
	ids := make([]int32, len(found))
	for n, u := range found {
		ids[n] = u.puzzle
	}
	id, p := int32(0), Record{}
	err = ReadPuzzles(ctx, db, `id, `+puzzleColumns, ids, &id, p.puzzleFields(), func(n int) error {
		return records[found[n].at].addPuzzle(p, found[n])
	})
	gone := func(r Record) bool { return r.ID == 0 } // meanwhile, within a request
	return slices.DeleteFunc(records, gone), err
}

// addPuzzle fills in the puzzle of a line.
func (r *Record) addPuzzle(p Record, line unread) (err error) {
	r.ID, r.Key, r.Tier, r.Score, r.Hardest, r.Rnd, r.Clues = int64(line.puzzle), p.Key, p.Tier, p.Score, p.Hardest, p.Rnd, p.Clues
	if len(line.grid) > 0 {
		r.Clues, err = postgres.UnpackGrid(line.grid)
	}
	r.Line.Grid, r.Line.Text = r.Clues, lengthened(line.text, r.Clues)
	return err
}

// readEntries reads the entries of some lines, each to its place in the list.
func readEntries(ctx context.Context, db postgres.Querier, lines []EntryID, records []Record) ([]unread, error) {
	places := make(map[EntryID]int, len(lines))
	for n, line := range lines {
		places[line] = n
	}
	imports, from, to := lineRanges(lines)
	rows, _ := db.Query(ctx, `
		select e.* from unnest($1::integer[], $2::integer[], $3::integer[]) r (import, lowest, highest)
		cross join lateral (select `+entryColumns+` from entry e where e.import = r.import and e.position between r.lowest and r.highest offset 0) e`,
		imports, from, to)
	found := make([]unread, 0, len(lines))
	r, u := Record{}, unread{}
	_, err := pgx.ForEachRow(rows, r.entryFields(&u), func() error {
		if at, wanted := places[r.Entry]; wanted {
			u.at = at
			records[at] = r
			found = append(found, u)
		}
		return nil
	})
	return found, err
}

// lineRanges returns ranges of positions of imports that cover some lines.
func lineRanges(lines []EntryID) (imports, from, to []int32) {
	sorted := slices.SortedFunc(slices.Values(lines), func(a, b EntryID) int {
		return cmp.Or(cmp.Compare(a.ImportID, b.ImportID), cmp.Compare(a.Position, b.Position))
	})
	for _, line := range sorted {
		position, last := int32(line.Position), len(to)-1
		if last >= 0 && imports[last] == int32(line.ImportID) && position-to[last] <= nearby {
			to[last] = position
			continue
		}
		imports, from, to = append(imports, int32(line.ImportID)), append(from, position), append(to, position)
	}
	return imports, from, to
}

// readRecords reads lines in the order given.
func readRecords(ctx context.Context, db postgres.Querier, lines []EntryID) ([]Record, error) {
	records, err := ReadLines(ctx, db, lines)
	if err != nil {
		return nil, err
	}
	return Complete(ctx, db, records)
}

// Complete fills in the ratings, votes and plays of records.
func Complete(ctx context.Context, db postgres.Querier, records []Record) ([]Record, error) {
	if err := FillRatings(ctx, db, records); err != nil {
		return nil, err
	}
	if err := readVotes(ctx, db, records); err != nil {
		return nil, err
	}
	return records, readPlays(ctx, db, records)
}

// FillRatings fills in the ratings of records, and when they were imported.
func FillRatings(ctx context.Context, db postgres.Querier, records []Record) error {
	rows, _ := db.Query(ctx, `select id, started, exists (select from rating where import = i.id and import > 0) from import i`)
	imports := map[int64]importFile{}
	id, file := int64(0), importFile{}
	_, err := pgx.ForEachRow(rows, []any{&id, postgres.Time(&file.started), &file.rated}, func() error {
		imports[id] = file
		return nil
	})
	if err != nil {
		return err
	}
	var rated []*Record
	for i := range records {
		of := imports[records[i].Entry.ImportID]
		if records[i].Imported = of.started; of.rated {
			rated = append(rated, &records[i])
		}
	}
	if err := readRated(ctx, db, rated); err != nil {
		return err
	}
	return readOwnRatings(ctx, db, records)
}

// importFile is the part of an import that its lines need.
type importFile struct {
	started time.Time
	rated   bool // its file says how difficult some are
}

// readRated fills in the ratings that files have for lines.
func readRated(ctx context.Context, db postgres.Querier, records []*Record) error {
	puzzles, imports, positions := make([]int64, len(records)), make([]int64, len(records)), make([]int64, len(records))
	for i, r := range records {
		puzzles[i], imports[i], positions[i] = r.ID, r.Entry.ImportID, int64(r.Entry.Position)
	}
	rows, _ := db.Query(ctx, `
		select w.n::integer - 1, m.name, m.version, r.value
		from unnest($1::bigint[], $2::integer[], $3::integer[]) with ordinality w (puzzle, import, position, n)
		cross join lateral (
			select program, value from rating r where r.puzzle = w.puzzle and r.import = w.import and r.position = w.position offset 0
		) r join rating_program m on m.id = r.program`, puzzles, imports, positions)
	n, said := 0, format.Rating{}
	_, err := pgx.ForEachRow(rows, []any{&n, &said.Program, &said.Version, &said.Value}, func() error {
		records[n].Line.Rating = said
		return nil
	})
	return err
}

// readOwnRatings fills in ratings on demand and former ratings.
func readOwnRatings(ctx context.Context, db postgres.Querier, records []Record) error {
	rows, _ := db.Query(ctx, `
		select r.puzzle, m.name, m.version, r.value from unnest($1::bigint[]) w (puzzle)
		cross join lateral (select * from rating r where r.puzzle = w.puzzle and r.import = 0 offset 0) r
		join rating_program m on m.id = r.program order by m.name, m.version`, puzzlesOf(records))
	of := map[int64][]OtherRating{}
	puzzle, r := int64(0), OtherRating{}
	_, err := pgx.ForEachRow(rows, []any{&puzzle, &r.Program, &r.Version, &r.Value}, func() error {
		of[puzzle] = append(of[puzzle], r)
		return nil
	})
	for i := range records {
		records[i].Ratings = of[records[i].ID]
	}
	return err
}

func puzzlesOf(records []Record) []int64 {
	ids := make([]int64, len(records))
	for i, r := range records {
		ids[i] = r.ID
	}
	return ids
}

// readPlays fills in the plays. Most puzzles of an archive were never played.
func readPlays(ctx context.Context, db postgres.Querier, records []Record) error {
	rows, _ := db.Query(ctx, `
		select g.puzzle, `+playsColumns+` from game g where g.puzzle = any($1::integer[]) and g.party is null group by g.puzzle`, puzzlesOf(records))
	of := map[int64]Plays{}
	puzzle, p := int64(0), Plays{}
	_, err := pgx.ForEachRow(rows, []any{&puzzle, &p.Games, &p.Solved, &p.Median, &p.Deviation}, func() error {
		of[puzzle] = p
		return nil
	})
	for i := range records {
		records[i].Plays = of[records[i].ID]
	}
	return err
}
