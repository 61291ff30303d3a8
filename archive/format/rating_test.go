package format_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/format"
)

// The difficulty in a file is a rating by a program; text that only resembles one is not.
func TestRatings(t *testing.T) {
	for file, want := range map[string]format.Rating{
		"000694f16758 " + moler + "  2.5":                                    {Program: "sudoku-exchange", Value: "2.5"},
		"000694F16758 " + moler + "  2.5":                                    {},
		"000694f16758 " + moler + "  2.5 and more":                           {},
		moler + " # Unfair (1352)":                                           {Program: "HoDoKu", Value: "Unfair (1352)"},
		moler + " # 1 Easy (228)":                                            {Program: "HoDoKu", Value: "Easy (228)"},
		moler + " # unfair (1352)":                                           {},
		moler + " ED=7.1/1.2/1.2":                                            {Program: "Sudoku Explainer", Value: "7.1/1.2/1.2"},
		moler + "\t# 4 ED=11.9/1.2/1.2 mith":                                 {Program: "Sudoku Explainer", Value: "11.9/1.2/1.2"},
		moler + ";11.9;1.2;1.2":                                              {Program: "Sudoku Explainer", Value: "11.9/1.2/1.2"},
		moler + ",7.1,7.1,2.6,mith":                                          {Program: "Sudoku Explainer", Value: "7.1/7.1/2.6"},
		moler + ";1.2;7.1;1.2":                                               {},
		moler + ";11.9;1.2":                                                  {},
		moler + ";99.9;1.2;1.2":                                              {},
		moler + " ED=7.1/1.2":                                                {},
		moler + " SPEED=7.1/1.2/1.2":                                         {},
		"puzzle,level\n" + moler + ",Hard":                                   {Program: "file", Value: "Hard"},
		"puzzle,level\n" + moler + ",":                                       {},
		"puzzle,level\n" + moler + "," + strings.Repeat("9", 61):             {},
		"#L Hard\n" + nine(moler):                                            {Program: "file", Value: "Hard"},
		"#L\n" + nine(moler):                                                 {},
		`{"puzzle": "` + moler + `", "difficulty": 7.2}`:                     {Program: "file", Value: "7.2"},
		`{"puzzle": "` + moler + `", "rating": "7.2", "rated_by": "SE 1.2"}`: {Program: "SE 1.2", Value: "7.2"},
		`{"puzzle": "` + moler + `", "rating": {"program": "Explainer", "version": "1.2", "value": "7.2"}}`: {Program: "Explainer", Version: "1.2", Value: "7.2"},
		`{"puzzle": "` + moler + `", "rating": {"program": "Explainer"}}`:                                   {},
		`<opensudoku><level>hard</level><game data="` + moler + `"/></opensudoku>`:                          {Program: "OpenSudoku", Value: "hard"},
	} {
		entries := slices.Collect(format.Read(strings.NewReader(file)))
		if len(entries) != 1 || entries[0].Err != nil || entries[0].Rating != want {
			t.Errorf("%s: got %+v, want the rating %+v", file, entries, want)
		}
	}
}

// A rating that has its place is not a comment too; columns without a place are one.
func TestRatingsAreNoComments(t *testing.T) {
	long := strings.Repeat("9", 61)
	for table, want := range map[string]string{
		"puzzle,rating,rated_by\n" + moler + ",7.2,SE 1.2": "", "puzzle,rating\n" + moler + ",7.2": "", "puzzle,rating,rated_by\n" + moler + ",,": "",
		"puzzle,rating\n" + moler + "," + long: "," + long, "puzzle,rating\n" + moler + ",7.2,more": ",more", "puzzle,rating,id\n" + moler + ",7.2,4": ",7.2,4",
		"quiz,difficulty\n" + moler + ",7.2":                                 "",
		`{"puzzle": "` + moler + `", "rating": "7.2", "rated_by": "SE 1.2"}`: "", `{"puzzle": "` + moler + `", "Difficulty": 7.2}`: "",
		`{"quiz": "` + moler + `", "level": "Hard", "comment": "mine"}`: " # mine", `{"puzzle": "` + moler + `", "rating": "` + long + `"}`: " # rating: " + long,
		`{"puzzle": "` + moler + `", "rating": "7.2", "id": 4}`: " # id: 4",
	} {
		entries := slices.Collect(format.Read(strings.NewReader(table)))
		if len(entries) != 1 || entries[0].Err != nil || entries[0].Comment != want {
			t.Errorf("%s: got %+v, want the comment %q", table, entries, want)
		}
	}
}

// The formats that have a place for a rating keep it.
func TestRatingsAreWritten(t *testing.T) {
	in := "puzzle,difficulty\n" + moler + ",7.2\n" + moler + ",\n"
	want := format.Rating{Program: "file", Value: "7.2"}
	for _, name := range []string{"csv", "json", "jsonl", "sdk", "drawing"} {
		var out bytes.Buffer
		lost, err := format.WriteAs(name, &out, format.Read(strings.NewReader(in)))
		if err != nil || lost != (format.Lost{}) {
			t.Errorf("%s: %s is lost, %v", name, lost, err)
		}
		again := slices.Collect(format.Read(&out))
		if len(again) != 2 || again[0].Rating != want || again[1].Rating != (format.Rating{}) {
			t.Errorf("%s: got %+v, want the rating %+v and none", name, again, want)
		}
	}
}
