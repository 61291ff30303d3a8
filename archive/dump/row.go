package dump

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/rating/criteria"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

// Row is a puzzle of a dump. A nil field is null in Parquet and empty in CSV. The tags have the names of the columns, and
// what the manifest says about them.
//
// A change of the columns or of their meaning raises [SchemaVersion].
type Row struct {
	Key       string `parquet:"key" about:"identity of the puzzle and of all its isomorphs: the first 128 bits of the SHA-256 of the canonical form, in hexadecimal"`
	Clues     string `parquet:"clues" about:"the cells, row by row, with '.' for an empty one"`
	Solution  string `parquet:"solution" about:"the only solution"`
	ClueCount int32  `parquet:"clue_count" about:"number of clues"`
	Shape     string `parquet:"shape,dict" about:"sudoku (9x9), 6x6 or shidoku (4x4)"`

	Tier           int32   `parquet:"tier" about:"1 singletons, 2 hidden, 3 locked, 4 x-wing, 5 guessing: the techniques that suffice"`
	OpenCells      int32   `parquet:"open_cells" about:"certificate of the tier: cells that all techniques of the tiers below leave open"`
	OpenCandidates int32   `parquet:"open_candidates" about:"certificate of the tier: candidates in these cells"`
	Score          float64 `parquet:"score" about:"expected solving time in seconds"`
	ScoreLow       float64 `parquet:"score_low" about:"at least eight of ten puzzles with this score take between score_low and score_high seconds"`
	ScoreHigh      float64 `parquet:"score_high" about:"see score_low"`

	ER              *float64 `parquet:"er" about:"rating in the way of Sudoku Explainer: the hardest step"`
	EP              *float64 `parquet:"ep" about:"the hardest step up to the first placement"`
	ED              *float64 `parquet:"ed" about:"the first step"`
	SEAtLeast       *bool    `parquet:"se_at_least" about:"whether one of er, ep and ed is only a lower bound"`
	SEProgram       *string  `parquet:"se_program,dict" about:"program of er, ep and ed"`
	SEVersion       *string  `parquet:"se_version,dict" about:"its version"`
	HoDoKu          *int32   `parquet:"hodoku" about:"score with the points of HoDoKu"`
	HoDoKuLevel     *string  `parquet:"hodoku_level,dict" about:"level of HoDoKu"`
	HoDoKuVersion   *string  `parquet:"hodoku_version,dict" about:"version of our program for hodoku and hodoku_level"`
	Depth           *int32   `parquet:"depth" about:"how deep hypotheses have to be nested"`
	DepthVersion    *string  `parquet:"depth_version,dict" about:"version of our program for depth"`
	Class           *string  `parquet:"class,dict" about:"class of the longest trial that is needed: B4 at depth 1, B4B at depth 2; >=B4 is a bound"`
	ClassVersion    *string  `parquet:"class_version,dict" about:"version of our program for class"`
	Ladder          *string  `parquet:"ladder,dict" about:"of tier 5: the techniques that are needed, separated by blanks, the hardest last"`
	LadderNonUnique *string  `parquet:"ladder_without_uniqueness,dict" about:"the same without techniques that rely on the only solution"`
	LadderVersion   *string  `parquet:"ladder_version,dict" about:"version of our program for ladder and ladder_without_uniqueness"`

	Symmetries    string `parquet:"symmetries,dict" about:"symmetries of the cells with clues, separated by blanks; or none"`
	Automorphisms int32  `parquet:"automorphisms" about:"transforms that leave the clues unchanged, the identity included"`

	Name       *string `parquet:"name" about:"name of the puzzle"`
	Author     *string `parquet:"author,dict" about:"author of the puzzle, or else of its collection"`
	Collection string  `parquet:"collection,dict" about:"collection that the row is from"`
	Source     *string `parquet:"source,dict" about:"where the collection is from"`
	Published  *string `parquet:"published,dict" about:"when the collection was published: a year, a month or a day"`
	Licence    string  `parquet:"licence,dict" about:"licence of the collection, by its SPDX id"`

	Plays           *int32   `parquet:"plays" about:"people who solved the puzzle and agreed to the use of their times, where there are ten or more"`
	MedianTime      *float64 `parquet:"median_time" about:"median of their times in seconds"`
	Rating          *float64 `parquet:"rating" about:"Glicko-2 rating of the puzzle against players, where plays is known"`
	RatingDeviation *float64 `parquet:"rating_deviation" about:"deviation of the rating"`
}

// SchemaVersion is the version of the columns.
const SchemaVersion = 1

// Column describes a column in a manifest.
type Column struct {
	Name  string `json:"name"`
	Type  string `json:"type"` // text, integer, number or boolean
	Null  bool   `json:"null"` // whether a value may be missing
	About string `json:"about"`
}

// columns are those of a [Row].
var columns = func() (all []Column) {
	for _, f := range reflect.VisibleFields(reflect.TypeFor[Row]()) {
		name, _, _ := strings.Cut(f.Tag.Get("parquet"), ",")
		c := Column{Name: name, About: f.Tag.Get("about")}
		of := f.Type
		if c.Null = of.Kind() == reflect.Pointer; c.Null {
			of = of.Elem()
		}
		c.Type = map[reflect.Kind]string{
			reflect.String: "text", reflect.Int32: "integer", reflect.Float64: "number", reflect.Bool: "boolean",
		}[of.Kind()]
		all = append(all, c)
	}
	return all
}()

// record returns the row as the fields of a line in CSV.
func (r *Row) record() []string {
	fields, v := make([]string, len(columns)), reflect.ValueOf(r).Elem()
	for i := range fields {
		f := v.Field(i)
		if f.Kind() == reflect.Pointer {
			if f.IsNil() {
				continue
			}
			f = f.Elem()
		}
		switch f.Kind() {
		case reflect.String:
			fields[i] = f.String()
		case reflect.Int32:
			fields[i] = strconv.FormatInt(f.Int(), 10)
		case reflect.Float64:
			fields[i] = strconv.FormatFloat(f.Float(), 'f', -1, 64)
		case reflect.Bool:
			fields[i] = strconv.FormatBool(f.Bool())
		}
	}
	return fields
}

// newRow computes what is quick to compute of a line, for all puzzles by this program: stored ratings may be older.
func newRow(l *line, of *collection) (Row, error) {
	rated, err := rating.Rate(l.clues)
	if err != nil {
		return Row{}, fmt.Errorf("puzzle %s: %w", l.key, err)
	}
	solution, err := solver.Solve(l.clues)
	if err != nil {
		return Row{}, fmt.Errorf("puzzle %s: %w", l.key, err)
	}
	shape, names := l.clues.Shape(), []string{}
	for _, s := range criteria.SymmetriesOf(shape, l.clues.Filled()) {
		names = append(names, s.String())
	}
	if len(names) == 0 {
		names = []string{criteria.NoSymmetry.String()}
	}
	row := Row{
		Key: l.key.String(), Clues: l.clues.String(), Solution: solution.String(), ClueCount: int32(l.clues.Len()), Shape: shape.String(),
		Tier: int32(rated.Tier), OpenCells: int32(rated.Certificate.Cells), OpenCandidates: int32(rated.Certificate.Candidates),
		Score: milliseconds(rated.Score), ScoreLow: milliseconds(rated.Low), ScoreHigh: milliseconds(rated.High),
		Symmetries: strings.Join(names, " "), Automorphisms: int32(canon.Automorphisms(l.clues)),
		Name: orNull(l.name), Author: orNull(l.author), Collection: of.name,
		Source: orNull(of.Source), Published: orNull(of.Published), Licence: of.Licence,
	}
	if row.Author == nil {
		row.Author = orNull(of.Author)
	}
	if l.plays != nil {
		row.Plays, row.MedianTime, row.Rating, row.RatingDeviation = &l.plays.Plays, &l.plays.Median, l.plays.Rating, l.plays.Deviation
	}
	return row, l.rate(&row)
}

// milliseconds rounds a time, so that processors which compute the last bits differently write the same.
func milliseconds(seconds float64) float64 { return math.Round(seconds*1000) / 1000 }

func orNull(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// rate fills in the ratings that were computed on demand. The value of one that takes too long is not a number: then
// only the version is known.
func (l *line) rate(row *Row) error {
	for _, r := range l.ratings {
		hard := r.value == library.TooHard
		var err error
		switch r.program.Name {
		case library.ScaleSE.Program:
			row.SEProgram, row.SEVersion = &r.program.Name, &r.program.Version
			if parts := strings.Split(r.value, "/"); !hard {
				err = row.setSE(parts)
			}
		case library.ScaleHoDoKu.Program:
			row.HoDoKuVersion = &r.program.Version
			if score, level, _ := strings.Cut(r.value, " "); !hard {
				row.HoDoKu, err = integer(score)
				row.HoDoKuLevel = orNull(level)
			}
		case library.ScaleDepth.Program:
			row.DepthVersion = &r.program.Version
			if !hard {
				row.Depth, err = integer(r.value)
			}
		case library.ScaleClass.Program:
			if row.ClassVersion = &r.program.Version; !hard {
				row.Class = &r.value
			}
		case library.ScaleLadder.Program:
			if row.LadderVersion = &r.program.Version; !hard {
				row.Ladder = &r.value
			}
		case library.ScaleProven.Program:
			if row.LadderVersion = &r.program.Version; !hard {
				row.LadderNonUnique = &r.value
			}
		}
		if err != nil {
			return fmt.Errorf("puzzle %s: rating %q of %s: %w", l.key, r.value, r.program.Name, err)
		}
	}
	return nil
}

func (row *Row) setSE(parts []string) error {
	if len(parts) != 3 {
		return errors.New("want three values")
	}
	atLeast := false
	for i, into := range []**float64{&row.ER, &row.EP, &row.ED} {
		text, bound := strings.CutPrefix(parts[i], ">=")
		value, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return err
		}
		*into, atLeast = &value, atLeast || bound
	}
	row.SEAtLeast = &atLeast
	return nil
}

func integer(text string) (*int32, error) {
	n, err := strconv.ParseInt(text, 10, 32)
	return new(int32(n)), err
}
