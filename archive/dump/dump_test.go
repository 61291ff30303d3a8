package dump_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/dump"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/generator"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/rating/criteria"
	"github.com/gridkeeper/gridkeeper/rating/depth"
	"github.com/gridkeeper/gridkeeper/rating/hodoku"
	"github.com/gridkeeper/gridkeeper/rating/se"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

var must = sudokutest.Must

func must1[T any](value T, err error) T { return sudokutest.Must1(value, err) }

func TestMain(m *testing.M) { archivetest.Main(m) }

func grid(line string) sudoku.Grid { return must1(sudoku.Parse(line)) }

// puzzles returns sudoku of different solutions.
func puzzles(n int, seed uint64) (lines []string) {
	for g := range generator.Puzzles(generator.Options{Seed: seed}) {
		if len(lines) == n {
			break
		}
		lines = append(lines, g.String())
	}
	return lines
}

// license records a licence for a collection of a guild, "" for the operator's.
func license(t *testing.T, s *archive.Store, guild, name, licence string) {
	t.Helper()
	must(t, s.DescribeCollection(t.Context(), guild, name, library.Origin{Licence: licence}, "test"))
}

// made is a dump that was read back.
type made struct {
	dump.Report
	rows map[string]dump.Row // by key
	keys []string            // in their order
}

// makeDump dumps an archive and reads the files again. It compares the two forms of the rows, and the manifest with the files.
func makeDump(t *testing.T, s *archive.Store) (m made) {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "dump")
	m = made{Report: must1(s.Dump(t.Context(), folder, "v1")), rows: map[string]dump.Row{}}
	for _, row := range must1(parquet.ReadFile[dump.Row](filepath.Join(folder, dump.ParquetFile))) {
		m.rows[row.Key], m.keys = row, append(m.keys, row.Key)
	}
	if len(m.rows) != len(m.keys) || !slices.IsSorted(m.keys) {
		t.Errorf("%d rows of %d puzzles are not in the order of their keys", len(m.keys), len(m.rows))
	}
	compareForms(t, folder)
	var manifest dump.Manifest
	must(t, json.Unmarshal(must1(os.ReadFile(filepath.Join(folder, dump.ManifestFile))), &manifest))
	if d := cmp.Diff(m.Manifest, manifest); d != "" {
		t.Errorf("the manifest differs from the report (-report +manifest):\n%s", d)
	}
	inCollections := 0
	for _, c := range manifest.Collections {
		inCollections += c.Rows
	}
	if manifest.Rows != len(m.keys) || inCollections != len(m.keys) {
		t.Errorf("the manifest counts %d rows, %d in collections: want %d", manifest.Rows, inCollections, len(m.keys))
	}
	for _, f := range manifest.Files {
		data := must1(os.ReadFile(filepath.Join(folder, f.Name)))
		if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) != f.SHA256 || int64(len(data)) != f.Bytes || f.Rows != len(m.keys) {
			t.Errorf("the manifest describes %+v, which has %d bytes, %d rows and SHA-256 %x", f, len(data), len(m.keys), sum)
		}
	}
	return m
}

// compareForms reads the columns of the Parquet file without [dump.Row], and compares them with the CSV.
func compareForms(t *testing.T, folder string) {
	t.Helper()
	packed := must1(os.Open(filepath.Join(folder, dump.CSVFile)))
	defer packed.Close()
	text := must1(zstd.NewReader(packed))
	defer text.Close()
	lines := must1(csv.NewReader(text).ReadAll())
	data := must1(os.ReadFile(filepath.Join(folder, dump.ParquetFile)))
	file := must1(parquet.OpenFile(bytes.NewReader(data), int64(len(data))))
	names := []string{}
	for _, path := range file.Schema().Columns() {
		names = append(names, path[0])
	}
	if !slices.Equal(names, lines[0]) {
		t.Errorf("the columns of the CSV are %q, of the Parquet %q", lines[0], names)
	}
	at := 1
	for _, group := range file.RowGroups() {
		rows := group.Rows()
		for page := make([]parquet.Row, 100); ; {
			n, err := rows.ReadRows(page)
			for _, row := range page[:n] {
				for i, v := range row {
					want, got := "", lines[at][i]
					switch {
					case v.IsNull():
					case v.Kind() == parquet.Double:
						number, err := strconv.ParseFloat(got, 64)
						if want = got; err != nil || number != v.Double() {
							want = v.String()
						}
					default:
						want = v.String()
					}
					if got != want {
						t.Errorf("row %d has %s %q in the CSV, %q in the Parquet", at, names[i], got, want)
					}
				}
				at++
			}
			if n == 0 || err != nil {
				break
			}
		}
		must(t, rows.Close())
	}
	if at != len(lines) {
		t.Errorf("the CSV has %d lines, the Parquet %d rows", len(lines), at-1)
	}
}

// A puzzle has a row if an open collection with a licence has it, and the row is as one of its lines there: the first by its
// texts in the first collection.
func TestRows(t *testing.T) {
	s, random := archivetest.New(t), rand.New(rand.NewPCG(1, 2))
	all := puzzles(12, 1)
	both, twice := archivetest.Turned(all[0], random), []string{archivetest.Turned(all[1], random), archivetest.Turned(all[1], random), all[1]}
	// In this order, so that the lines which bring the puzzles in are not the ones to show.
	archivetest.ImportFor(t, s, "42", "private", all[0]+" # secret", all[2])
	archivetest.Import(t, s, "without licence", all[0], all[3])
	archivetest.Import(t, s, "Odd", all[4])
	archivetest.ImportFor(t, s, "43", "A shared one", append(twice, all[5], all[6])...)
	archivetest.Import(t, s, "B", append(slices.Clone(twice), all[6], all[7])...)
	archivetest.Import(t, s, "B", "puzzle,name,author", both+`,"=1+1, ""it"" 'is'",Ann`)
	archivetest.Import(t, s, "C", all[7], all[8], archivetest.Shidoku(1)[0], archivetest.SixBySix(1, 1)[0])
	must(t, s.ShareCollection(t.Context(), "43", "A shared one", true, "test"))
	license(t, s, "42", "private", "CC0-1.0")
	license(t, s, "43", "A shared one", "CC-BY-4.0")
	license(t, s, "", "Odd", "as you like")
	license(t, s, "", "B", "cc0-1.0")
	must(t, s.DescribeCollection(t.Context(), "", "C", library.Origin{Licence: "MIT", Source: "a book", Author: "Bob", Published: "2006"}, "test"))
	m := makeDump(t, s)

	slices.SortFunc(twice, func(a, b string) int {
		return strings.Compare(strings.ReplaceAll(a, ".", "0"), strings.ReplaceAll(b, ".", "0"))
	})
	want := map[string]string{ // clues: collection
		both: "B", twice[0]: "B", all[6]: "B", all[7]: "B", all[8]: "C", archivetest.Shidoku(1)[0]: "C", archivetest.SixBySix(1, 1)[0]: "C",
		all[5]: "A shared one",
	}
	got := map[string]string{}
	for _, row := range m.rows {
		got[row.Clues] = row.Collection
		g := grid(row.Clues)
		solution, rated := must1(solver.Solve(g)), must1(rating.Rate(g))
		var symmetries []string
		for _, s := range criteria.Symmetries[1:] {
			if s.Keeps(g.Shape(), g.Filled()) {
				symmetries = append(symmetries, s.String())
			}
		}
		if symmetries == nil {
			symmetries = []string{"none"}
		}
		expected := dump.Row{
			Key: canon.KeyOf(g).String(), Clues: row.Clues, Solution: solution.String(), ClueCount: int32(len(strings.ReplaceAll(row.Clues, ".", ""))),
			Shape: g.Shape().String(), Tier: int32(rated.Tier), OpenCells: int32(rated.Certificate.Cells), OpenCandidates: int32(rated.Certificate.Candidates),
			Score: row.Score, ScoreLow: row.ScoreLow, ScoreHigh: row.ScoreHigh, Symmetries: strings.Join(symmetries, " "),
			Automorphisms: int32(canon.Automorphisms(g)), Collection: row.Collection,
			Licence: map[string]string{"A shared one": "CC-BY-4.0", "B": "CC0-1.0", "C": "MIT"}[row.Collection],
		}
		if row.Clues == both {
			expected.Name, expected.Author = new("=1+1, \"it\" 'is'"), new("Ann")
		}
		if row.Collection == "C" {
			expected.Source, expected.Author, expected.Published = new("a book"), new("Bob"), new("2006")
		}
		if d := cmp.Diff(expected, row); d != "" {
			t.Errorf("a row differs (-want +got):\n%s", d)
		}
		for i, close := range [][2]float64{{row.Score, rated.Score}, {row.ScoreLow, rated.Low}, {row.ScoreHigh, rated.High}} {
			if close[0] < close[1]-0.0006 || close[0] > close[1]+0.0006 {
				t.Errorf("time %d of %s is %v, want %v", i, row.Clues, close[0], close[1])
			}
		}
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("the rows differ (-want +got):\n%s", d)
	}
	if want := []dump.Unlicensed{{Name: "Odd", Licence: "as you like"}, {Name: "without licence"}}; !slices.Equal(m.Unlicensed, want) {
		t.Errorf("collections %+v were left out, want %+v", m.Unlicensed, want)
	}
	var counts []string
	for _, c := range m.Collections {
		counts = append(counts, fmt.Sprintf("%s %s %d", c.Name, c.Licence, c.Rows))
	}
	if want := []string{"B CC0-1.0 4", "C MIT 3", "A shared one CC-BY-4.0 1"}; !slices.Equal(counts, want) {
		t.Errorf("the collections are %q, want %q", counts, want)
	}
}

// A puzzle in play is not in a dump, nor the way on from it; afterwards it is.
func TestInPlay(t *testing.T) {
	now := time.Date(2026, 3, 5, 12, 0, 0, 0, time.UTC)
	url := archivetest.URL(t)
	s := archivetest.Open(t, url).WithClock(func() time.Time { return now })
	archivetest.Import(t, s, "all", puzzles(60, 7)...)
	must(t, s.ChooseGlobalDaily(t.Context(), sudoku.Sudoku))
	global := must1(s.GlobalDaily(t.Context(), s.GlobalToday(), sudoku.Sudoku)).Clues()
	open := sudoku.CellsOf(global.Shape().Cells()...).Minus(global.Filled()).Slice()
	further := global.With(open[0], must1(solver.Solve(global)).At(open[0]))
	archivetest.Import(t, s, "all", archivetest.Turned(further.String(), rand.New(rand.NewPCG(1, 2))))
	license(t, s, "", "all", "CC0-1.0")
	guild := daily.NewGuild("42")
	must(t, s.SaveGuild(t.Context(), guild))
	for days := -3; days <= 1; days++ { // of a tier that neither the global daily nor the one with a further digit has
		must1(s.Daily(t.Context(), guild, guild.Today(now).AddDays(days), sudoku.Sudoku, logic.TierGuessing))
	}
	dailies := func(when string) []string {
		return archivetest.Read[string](t, url, `select distinct replace(p.key::text, '-', '') from daily d join puzzle p on p.id = d.puzzle where d.date `+when)
	}
	hidden, over := dailies(`>= '2026-03-04'`), dailies(`< '2026-03-04'`)
	if key := canon.KeyOf(further).String(); !slices.Contains(hidden, key) { // it may have been drawn itself
		hidden = append(hidden, key)
	}
	if len(hidden) < 5 || len(over) < 2 || !slices.Contains(hidden, canon.KeyOf(global).String()) {
		t.Fatalf("the dailies are %q and, of days ago, %q", hidden, over)
	}
	m := makeDump(t, s)
	for _, key := range hidden {
		if row, is := m.rows[key]; is {
			t.Errorf("a puzzle in play is in the dump: %+v", row)
		}
	}
	for _, key := range over {
		if _, is := m.rows[key]; !is {
			t.Errorf("the daily %s of days ago is not in the dump", key)
		}
	}
	if m.InPlay != len(hidden) || len(m.rows)+len(hidden) != 61 {
		t.Errorf("of 61 puzzles %d are in the dump and %d were left out, want %d", len(m.rows), m.InPlay, len(hidden))
	}
	now = now.AddDate(0, 0, 4)
	if m = makeDump(t, s); len(m.rows) != 61 || m.InPlay != 0 {
		t.Errorf("days later %d of 61 puzzles are in the dump, and %d were left out", len(m.rows), m.InPlay)
	}
}

// Ratings that are computed on demand are null until they are.
func TestComputed(t *testing.T) {
	url := archivetest.URL(t)
	s := archivetest.Open(t, url)
	lines := append(puzzles(6, 3), archivetest.Royle, archivetest.SixBySix(1, 1)[0])
	archivetest.Import(t, s, "all", lines...)
	license(t, s, "", "all", "CC0-1.0")
	for _, row := range makeDump(t, s).rows {
		if row.ER != nil || row.SEProgram != nil || row.SEAtLeast != nil || row.HoDoKu != nil || row.HoDoKuLevel != nil || row.Depth != nil || row.Class != nil || row.ClassVersion != nil || row.Ladder != nil || row.LadderVersion != nil {
			t.Errorf("a rating was not computed, and is there: %+v", row)
		}
	}
	computed := must1(s.Compute(t.Context(), library.Span{First: 1, Last: 1 << 30}))
	must(t, s.Transact(t.Context(), func(tx pgx.Tx) error {
		_, err := library.KeepComputed(t.Context(), tx, computed)
		return err
	}))
	tiers := map[bool]int{}
	for _, row := range makeDump(t, s).rows {
		g := grid(row.Clues)
		if g.Shape() != sudoku.Sudoku {
			if row.SEVersion != nil || row.Depth != nil {
				t.Errorf("a 6×6 has ratings of sudoku: %+v", row)
			}
			continue
		}
		sER, hodo, deep := must1(se.Rate(g)), must1(hodoku.Rate(g)), must1(depth.Of(g))
		er := fmt.Sprintf("%.1f %.1f %.1f %t", *row.ER, *row.EP, *row.ED, *row.SEAtLeast)
		want := strings.ReplaceAll(fmt.Sprintf("%s %s %s %t", sER.ER, sER.EP, sER.ED, sER.ER.AtLeast || sER.EP.AtLeast || sER.ED.AtLeast), ">=", "")
		if er != want || *row.SEVersion != strconv.Itoa(se.Version) || *row.SEProgram != "gridkeeper se" {
			t.Errorf("%s has %s of %s %s, want %s", row.Clues, er, *row.SEProgram, *row.SEVersion, want)
		}
		if int(*row.HoDoKu) != hodo.Score || *row.HoDoKuLevel != hodo.Level.String() || int(*row.Depth) != deep.Depth {
			t.Errorf("%s has HoDoKu %d %s and depth %d, want %+v and %d", row.Clues, *row.HoDoKu, *row.HoDoKuLevel, *row.Depth, hodo, deep.Depth)
		}
		if class := must1(depth.ClassOf(g)).Class.String(); *row.Class != class || *row.ClassVersion != strconv.Itoa(depth.ClassVersion) {
			t.Errorf("%s has class %s of version %s, want %s", row.Clues, *row.Class, *row.ClassVersion, class)
		}
		last := logic.Tier(row.Tier) == logic.TierGuessing
		if tiers[last]++; last != (row.Ladder != nil) || last != (row.LadderNonUnique != nil) || last != (row.LadderVersion != nil) {
			t.Errorf("a puzzle of tier %d has ladder %v", row.Tier, row.Ladder)
		}
		if climb := must1(logic.ClimbOf(g)); last && !strings.HasSuffix(*row.Ladder, string(climb.Hardest)) {
			t.Errorf("%s has ladder %q, want the hardest %s", row.Clues, *row.Ladder, climb.Hardest)
		}
	}
	if tiers[false] == 0 || tiers[true] == 0 {
		t.Errorf("the puzzles are of too few tiers: %v", tiers)
	}
	// What takes too long has a version and no value; an older version stands until it is computed again.
	archivetest.Exec(t, url, `update rating set value = 'too hard', number = null where import = 0`)
	archivetest.Exec(t, url, `update rating_program set version = '1' where name = 'gridkeeper se'`)
	for _, row := range makeDump(t, s).rows {
		if row.ER != nil || row.SEAtLeast != nil || row.HoDoKu != nil || row.HoDoKuLevel != nil || row.Depth != nil || row.Class != nil || row.Ladder != nil ||
			row.Shape == "sudoku" && (*row.SEVersion != "1" || row.DepthVersion == nil || row.HoDoKuVersion == nil) {
			t.Errorf("what takes too long is %+v", row)
		}
	}
}

// The plays of a puzzle are left out until ten people who agreed have solved it.
func TestPlays(t *testing.T) {
	url := archivetest.URL(t)
	s := archivetest.Open(t, url)
	lines := puzzles(4, 5)
	archivetest.Import(t, s, "all", lines...)
	license(t, s, "", "all", "CC0-1.0")
	// Each takes as many minutes as the number of the player. Players 1 to 10 agree.
	archivetest.Exec(t, url, `
		insert into player (id, name, research) select i, 'Secret ' || i, case when i <= 10 then now() end from generate_series(1, 30) i;
		insert into puzzle_strength (puzzle, day, value, deviation, volatility, games) select id, '2026-01-01', 1600 + id, 50, 0.06, 12 from puzzle`)
	solved := func(puzzle, from, to int, set string) {
		archivetest.Exec(t, url, fmt.Sprintf(`
			insert into game (player, guild, puzzle, transform, shape, slot, tier, grid, marks, started, finished, active, moves, earned, practice, start_grid, start_marks, apart, import, position)
				select i, 'g77777', p.id, '', 0, 1, 1, p.clues, '', '2026-01-01', case when %[4]s <> 'unfinished' then timestamptz '2026-01-02' end,
					i * interval '1 minute', 50, %[4]s <> 'handed in',
					case %[4]s when 'practice' then 'x-wing' else '' end, case %[4]s when 'practice' then p.clues end, case %[4]s when 'practice' then ''::bytea end,
					case %[4]s when 'removed' then 'removed' else '' end, p.import, p.position
				from puzzle p, generate_series(%[2]d, %[3]d) i where p.position = %[1]d`, puzzle, from, to, set))
	}
	solved(1, 1, 30, "'solved'") // ten agreed, and twenty did not
	solved(2, 1, 9, "'solved'")
	solved(2, 9, 9, "'solved'") // once more
	solved(2, 11, 30, "'solved'")
	for _, apart := range []string{"'unfinished'", "'handed in'", "'practice'", "'removed'"} {
		solved(2, 10, 10, apart)
	}
	m := makeDump(t, s)
	for i, line := range lines {
		row := m.rows[canon.KeyOf(grid(line)).String()]
		told := must1(s.OpenPuzzle(t.Context(), canon.KeyOf(grid(line))))
		if i == 0 {
			if row.Plays == nil || *row.Plays != 10 || *row.MedianTime != 330 || *row.Rating < 1600 || *row.RatingDeviation != 50 ||
				told.Solved != 10 || *told.Median != *row.MedianTime {
				t.Errorf("of ten people there is %+v, elsewhere %+v", row, told.Plays)
			}
			continue
		}
		if row.Plays != nil || row.MedianTime != nil || row.Rating != nil || row.RatingDeviation != nil || told.Solved != 0 {
			t.Errorf("puzzle %d tells of fewer than ten people: %+v", i+1, row)
		}
	}
}

// Two dumps of one archive are equal, and so are those of archives that were filled in another order, over several pages.
// Only the time of the last change differs.
func TestSameBytes(t *testing.T) {
	lines := archivetest.Puzzles(2200, 9)
	random := rand.New(rand.NewPCG(5, 6))
	for range 200 {
		lines = append(lines, archivetest.Turned(lines[random.IntN(50)], random))
	}
	some := lines[:300] // of the first collection
	folders, changed := []string{}, []time.Time{}
	for try := range 2 {
		s := archivetest.New(t)
		if try == 0 {
			archivetest.Import(t, s, "two", lines...)
			archivetest.Import(t, s, "one", some[:100]...)
			archivetest.Import(t, s, "one", some[100:]...)
		} else {
			lines = slices.Clone(lines)
			random.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
			archivetest.ImportFor(t, s, "42", "private", lines[:500]...)
			archivetest.Import(t, s, "one", some[50:]...)
			archivetest.Import(t, s, "one", some[:60]...)
			archivetest.Import(t, s, "two", lines[:700]...)
			archivetest.Import(t, s, "two", lines[650:]...)
		}
		license(t, s, "", "one", "CC0-1.0")
		license(t, s, "", "two", "CC-BY-4.0")
		for range 2 {
			folder := filepath.Join(t.TempDir(), "dump")
			m := must1(s.Dump(t.Context(), folder, "v1"))
			folders, changed = append(folders, folder), append(changed, m.Changed)
			if m.Rows < 2100 {
				t.Fatalf("%d rows are one page", m.Rows)
			}
		}
	}
	compareForms(t, folders[0])
	for _, name := range []string{dump.ParquetFile, dump.CSVFile, dump.ManifestFile} {
		first := must1(os.ReadFile(filepath.Join(folders[0], name)))
		for i, folder := range folders[1:] {
			data := must1(os.ReadFile(filepath.Join(folder, name)))
			if name == dump.ManifestFile {
				text := func(t time.Time) []byte { return []byte(t.Format(time.RFC3339)) }
				data = bytes.Replace(data, text(changed[i+1]), text(changed[0]), 1)
			}
			if !bytes.Equal(first, data) {
				t.Errorf("%s of dump %d differs from the first", name, i+2)
			}
		}
	}
}

// Another folder than a new, an empty one or a former dump is left as it is, and so is a former dump if the new one fails.
func TestFolder(t *testing.T) {
	s := archivetest.New(t)
	root := t.TempDir()
	folder := filepath.Join(root, "dump")
	if _, err := s.Dump(t.Context(), folder, "v1"); !errors.Is(err, dump.ErrNoLicence) {
		t.Errorf("an empty archive: %v", err)
	}
	archivetest.Import(t, s, "all", puzzles(3, 5)...)
	license(t, s, "", "all", "CC0-1.0")
	must(t, os.Mkdir(folder, 0o700))
	first := must1(s.Dump(t.Context(), folder, "v1"))
	archivetest.Import(t, s, "all", puzzles(4, 5)...)
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := s.Dump(ended, folder, "v2"); !errors.Is(err, context.Canceled) {
		t.Errorf("a dump that was interrupted: %v", err)
	}
	list := func(folder string) (names []string) {
		for _, e := range must1(os.ReadDir(folder)) {
			names = append(names, e.Name())
		}
		return names
	}
	want := []string{dump.ManifestFile, dump.CSVFile, dump.ParquetFile}
	if names := list(root); !slices.Equal(names, []string{"dump"}) || !slices.Equal(list(folder), want) {
		t.Errorf("after an interrupted dump there are %q and %q", names, list(folder))
	}
	if rows := must1(parquet.ReadFile[dump.Row](filepath.Join(folder, dump.ParquetFile))); len(rows) != first.Rows {
		t.Errorf("an interrupted dump left %d rows, want %d", len(rows), first.Rows)
	}
	link := filepath.Join(root, "link")
	must(t, os.Symlink("dump", link))
	if second := must1(s.Dump(t.Context(), link, "v2")); second.Rows != first.Rows+1 || !slices.Equal(list(root), []string{"dump", "link"}) || !slices.Equal(list(folder), want) {
		t.Errorf("the second dump has %d rows, the first %d; there are %q and %q", second.Rows, first.Rows, list(root), list(folder))
	}
	must(t, os.WriteFile(filepath.Join(folder, "mine.txt"), nil, 0o600))
	if _, err := s.Dump(t.Context(), folder, "v3"); !errors.Is(err, dump.ErrFolder) || len(list(folder)) != 4 {
		t.Errorf("a folder with another file: %v, and then %q", err, list(folder))
	}
}
