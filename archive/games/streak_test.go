package games

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
)

// datesOf reads dates of March 2026 by their days, "9 10", or whole ones.
func datesOf(t *testing.T, text string) (dates []calendar.Date) {
	t.Helper()
	for field := range strings.FieldsSeq(text) {
		if !strings.Contains(field, "-") {
			field = "2026-03-" + strings.Repeat("0", 2-len(field)) + field
		}
		date, err := calendar.ParseDate(field)
		if err != nil {
			t.Fatal(err)
		}
		dates = append(dates, date)
	}
	return dates
}

// postsOn are the post days of a guild that posted on some dates; to is the last one where the posts
// were stopped then.
func postsOn(t *testing.T, text string, freezes int, stopped bool) postDays {
	days := postDays{posted: map[calendar.Date]bool{}, freezes: freezes}
	for i, d := range datesOf(t, text) {
		if days.posted[d] = true; i == 0 {
			days.first = d
		}
		if stopped {
			days.last = d
		}
	}
	return days
}

func TestStreakOf(t *testing.T) {
	for _, c := range []struct {
		name, dates, today string
		current, longest   int
	}{
		{"nothing", "", "10", 0, 0},
		{"today only", "10", "10", 1, 1},
		{"yesterday only: today is open yet", "9", "10", 1, 1},
		{"the day before: broken", "8", "10", 0, 1},
		{"over the end of February", "2026-02-27 2026-02-28 1 2", "2", 4, 4},
		{"over a leap day", "2028-02-28 2028-02-29 2028-03-01", "2028-03-02", 3, 3},
		{"a gap", "1 2 3 5", "5", 1, 3},
		{"a longer one later", "1 3 4", "20", 0, 2},
		{"dates to come do not count", "1 2 3", "2", 2, 2},
	} {
		got := streakOf(datesOf(t, c.dates), datesOf(t, c.today)[0], postDays{})
		if want := (Streak{Current: c.current, Longest: c.longest}); got != want {
			t.Errorf("%s: %+v, want %+v", c.name, got, want)
		}
	}
}

// A freeze stands for a missed day of its month, and none is used where they are not enough.
func TestFreezes(t *testing.T) {
	for _, c := range []struct {
		name, dates, today string
		freezes            int
		want               Streak
	}{
		{"one missed day", "1 2 4", "4", 1, Streak{3, 3, 1, 0}},
		{"two missed days, one freeze", "1 2 5", "5", 1, Streak{1, 2, 0, 1}},
		{"two missed days, two freezes", "1 2 5", "5", 2, Streak{3, 3, 2, 0}},
		{"the second gap of a month", "1 3 5", "5", 1, Streak{1, 2, 0, 0}},
		{"yesterday was missed, and today may go on", "1 2", "4", 1, Streak{2, 2, 1, 0}},
		{"two days were missed", "1 2", "5", 1, Streak{0, 2, 0, 1}},
		{"a gap over the end of a month needs a freeze of each", "2026-03-30 2026-04-02", "2026-04-02", 1, Streak{2, 2, 2, 0}},
		{"both days are of one month", "2026-03-29 2026-04-01", "2026-04-01", 1, Streak{1, 1, 0, 1}},
		{"a freeze that did not save the streak is not used", "1 5 6 8", "8", 1, Streak{3, 3, 1, 0}},
		{"today is not missed yet", "9", "10", 1, Streak{1, 1, 0, 1}},
		{"all of a month", "2026-03-01 2026-04-01", "2026-04-01", 30, Streak{2, 2, 30, 30}},
	} {
		if got := streakOf(datesOf(t, c.dates), datesOf(t, c.today)[0], postDays{freezes: c.freezes}); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

// A date without a post breaks no streak: a weekday that is off, or an outage of ours.
func TestDaysWithoutPost(t *testing.T) {
	const weekdays = "2 3 4 5 6 9 10 11 12 13" // 2 March 2026 is a Monday
	for _, c := range []struct {
		name, posts, dates, today string
		stopped                   bool
		want                      Streak
	}{
		{"over a weekend without posts", weekdays, "5 6 9", "9", false, Streak{3, 3, 0, 0}},
		{"still on Sunday", weekdays, "5 6", "8", false, Streak{2, 2, 0, 0}},
		{"played on a day off too", weekdays, "6 7 9", "9", false, Streak{3, 3, 0, 0}},
		{"a weekday was missed", weekdays, "5 9", "9", false, Streak{1, 1, 0, 0}},
		{"before the first post every day counts", weekdays, "2026-02-25 2026-02-27", "2026-02-27", false, Streak{1, 1, 0, 0}},
		{"an outage up to now", "2 3 4", "3 4", "9", false, Streak{2, 2, 0, 0}},
		{"after the posts were stopped every day counts", "2 3 4", "3 4", "9", true, Streak{0, 2, 0, 0}},
		{"nothing was ever posted", "", "3 5", "5", false, Streak{1, 1, 0, 0}},
	} {
		if got := streakOf(datesOf(t, c.dates), datesOf(t, c.today)[0], postsOn(t, c.posts, 0, c.stopped)); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

// slowStreak recounts a streak day by day, from the first date that was solved.
func slowStreak(solved map[calendar.Date]bool, today calendar.Date, days postDays) (streak Streak) {
	used := map[int]int{} // by month
	var missed []calendar.Date
	run, frozen := 0, 0
	forgiven := func() bool {
		needs := map[int]int{}
		for _, d := range missed {
			needs[int(d.Month)+12*d.Year]++
		}
		for month, n := range needs {
			if used[month]+n > days.freezes {
				return false
			}
		}
		for month, n := range needs {
			used[month] += n
		}
		frozen += len(missed)
		return true
	}
	for d := (calendar.Date{Year: 2026, Month: 1, Day: 1}); !today.Before(d); d = d.AddDays(1) {
		switch {
		case solved[d]:
			if run == 0 || !forgiven() {
				run, frozen = 0, 0
			}
			run, missed = run+1, nil
			streak.Longest = max(streak.Longest, run)
		case d != today && days.had(d):
			missed = append(missed, d)
		}
	}
	if run > 0 && forgiven() {
		streak.Current, streak.Frozen = run, frozen
	}
	streak.Left = days.freezes - used[int(today.Month)+12*today.Year]
	return streak
}

// Whatever was solved and posted, a streak is what a recount day by day gives.
func TestStreakAsRecounted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		first := calendar.Date{Year: 2026, Month: 1, Day: 25}
		bits := func(name string) map[calendar.Date]bool {
			set := map[calendar.Date]bool{}
			for i, yes := range rapid.SliceOfN(rapid.Bool(), 0, 45).Draw(t, name) {
				if yes {
					set[first.AddDays(i)] = true
				}
			}
			return set
		}
		solved := bits("solved")
		days := postDays{posted: bits("posted"), freezes: rapid.IntRange(0, 6).Draw(t, "freezes")}
		posted := slices.SortedFunc(maps.Keys(days.posted), calendar.Date.Compare)
		if len(posted) > 0 {
			days.first = posted[0]
		}
		if len(posted) > 0 && rapid.Bool().Draw(t, "stopped") {
			days.last = posted[len(posted)-1]
		}
		today := first.AddDays(rapid.IntRange(0, 50).Draw(t, "today"))
		got := streakOf(slices.SortedFunc(maps.Keys(solved), calendar.Date.Compare), today, days)
		if want := slowStreak(solved, today, days); got != want {
			t.Fatalf("%+v, recounted %+v", got, want)
		}
	})
}
