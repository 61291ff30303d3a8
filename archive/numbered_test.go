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
		{"2026-03-09", 9, "[{2026-03-05 5 singletons} {2026-03-02 2 singletons} {2026-03-01 1 singletons}]"}, {"2026-03-04", 1, "[{2026-03-02 2 singletons}]"}, {"2026-02-28", 9, "[]"},
	} {
		got, err := s.NumberedDates(t.Context(), guild.ID, sudoku.Sudoku, date(c.upTo), c.most)
		if err != nil || fmt.Sprint(got) != c.want {
			t.Errorf("up to %s: %v, %v, want %s", c.upTo, got, err, c.want)
		}
	}
}

func TestToday(t *testing.T) {
	for _, c := range []struct {
		name  string
		zone  string // of a schedule; "": there is none
		at    string
		since string
		now   string // in UTC
		want  string
	}{
		{"no schedule: the calendar", "", "09:00", "", "2026-03-05 08:59", "2026-03-05"},
		{"before it is due", "UTC", "09:00", "2026-01-01", "2026-03-05 08:59", "2026-03-04"},
		{"due now", "UTC", "09:00", "2026-01-01", "2026-03-05 09:00", "2026-03-05"},
		{"the zone counts", "Asia/Taipei", "09:00", "2026-01-01", "2026-03-05 00:59", "2026-03-04"},
		{"the first 02:30 of two", "Europe/Berlin", "02:30", "2026-01-01", "2026-10-25 00:30", "2026-10-25"},
		{"02:10 again, after it", "Europe/Berlin", "02:30", "2026-01-01", "2026-10-25 01:10", "2026-10-25"},
		{"the day before a date that was skipped", "Pacific/Apia", "09:00", "2011-01-01", "2011-12-30 18:00", "2011-12-29"},
		{"before the first post: the calendar", "UTC", "09:00", "2026-03-06", "2026-03-05 08:00", "2026-03-05"},
		{"the first post is put off", "UTC", "23:00", "2026-03-06", "2026-03-06 22:00", "2026-03-06"},
		{"no time of day", "UTC", "", "2026-01-01", "2026-03-05 08:00", "2026-03-05"},
	} {
		guild := daily.NewGuild("42")
		guild.At = c.at
		if c.zone != "" {
			guild.Zone, guild.Since, guild.Scheduled = c.zone, date(c.since), true
		}
		if got := guild.Today(at(c.now)); got != date(c.want) {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}
