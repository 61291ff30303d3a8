package archive_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// A number leads to the date that has it, chosen or not; and the dates that were chosen are listed
// from the newest, each once.
func TestNumberedDates(t *testing.T) {
	s := archivetest.New(t)
	archivetest.Import(t, s, "many", archivetest.Puzzles(60, 1)...)
	tier, _ := tierOf(t, s)
	guild := daily.NewGuild("42")
	if _, err := s.DateOfNumber(t.Context(), guild.ID, 1); !errors.Is(err, postgres.ErrNotFound) {
		t.Errorf("before the first daily: %v", err)
	}
	for _, day := range []string{"2026-03-01", "2026-03-05", "2026-03-02"} {
		chosen(t, s, guild, date(day), sudoku.Sudoku, tier)
	}
	chosen(t, s, daily.NewGuild("43"), date("2026-02-01"), sudoku.Sudoku, tier)
	for number, want := range map[int]string{1: "2026-03-01", 2: "2026-03-02", 3: "2026-03-03", 5: "2026-03-05", 400: "2027-04-04", 999999: "4764-01-25"} {
		if got, err := s.DateOfNumber(t.Context(), guild.ID, number); err != nil || got.String() != want {
			t.Errorf("#%d is of %s, %v, want %s", number, got, err, want)
		}
	}
	for _, number := range []int{0, -1} {
		if _, err := s.DateOfNumber(t.Context(), guild.ID, number); !errors.Is(err, postgres.ErrNotFound) {
			t.Errorf("#%d: %v", number, err)
		}
	}
	for _, c := range []struct {
		upTo string
		most int
		want string
	}{
		{"2026-03-09", 9, "[{2026-03-05 5} {2026-03-02 2} {2026-03-01 1}]"}, {"2026-03-04", 1, "[{2026-03-02 2}]"}, {"2026-02-28", 9, "[]"},
	} {
		got, err := s.NumberedDates(t.Context(), guild.ID, date(c.upTo), c.most)
		if err != nil || fmt.Sprint(got) != c.want {
			t.Errorf("up to %s: %v, %v, want %s", c.upTo, got, err, c.want)
		}
	}
}
