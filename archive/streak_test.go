package archive

import (
	"strings"
	"testing"
)

func TestStreakOf(t *testing.T) {
	for _, c := range []struct {
		name, dates, today string
		want               Streak
	}{
		{"nothing", "", "2026-03-10", Streak{}},
		{"today only", "2026-03-10", "2026-03-10", Streak{1, 1}},
		{"yesterday only: today is open yet", "2026-03-09", "2026-03-10", Streak{1, 1}},
		{"the day before: broken", "2026-03-08", "2026-03-10", Streak{0, 1}},
		{"over the end of February", "2026-02-27 2026-02-28 2026-03-01 2026-03-02", "2026-03-02", Streak{4, 4}},
		{"over a leap day", "2028-02-28 2028-02-29 2028-03-01", "2028-03-02", Streak{3, 3}},
		{"a gap", "2026-03-01 2026-03-02 2026-03-03 2026-03-05", "2026-03-05", Streak{1, 3}},
		{"a longer one later", "2026-03-01 2026-03-03 2026-03-04", "2026-03-20", Streak{0, 2}},
		{"dates to come do not count", "2026-03-01 2026-03-02 2026-03-03", "2026-03-02", Streak{2, 2}},
	} {
		var dates []Date
		for field := range strings.FieldsSeq(c.dates) {
			date, err := ParseDate(field)
			if err != nil {
				t.Fatal(err)
			}
			dates = append(dates, date)
		}
		today, err := ParseDate(c.today)
		if err != nil {
			t.Fatal(err)
		}
		if got := streakOf(dates, today); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}
