package archive_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// life is a guild over some weeks, and what its players are to have of it: what was solved while it was
// today's, and what was posted, as they happened.
type life struct {
	table
	guild  daily.Guild
	random *rand.Rand
	solved map[streaker]map[calendar.Date]bool
	posted map[calendar.Date][]sudoku.Shape       // that stood in the post
	dues   map[string]map[calendar.Date]time.Time // by zone and time of day
	log    []string
}

// streaker is a player of dailies of a shape.
type streaker struct {
	player string
	shape  sudoku.Shape
}

func newLife(t *testing.T, seed uint64, start string) *life {
	now := &clock{at(start)}
	s := archivetest.New(t).WithClock(now.read)
	archivetest.Import(t, s, "some", append(archivetest.Puzzles(200, 1), archivetest.SixBySix(200, 1)...)...)
	l := &life{
		table: table{Store: s, clock: now}, guild: daily.NewGuild("42"), random: rand.New(rand.NewPCG(seed, 1)),
		solved: map[streaker]map[calendar.Date]bool{}, posted: map[calendar.Date][]sudoku.Shape{}, dues: map[string]map[calendar.Date]time.Time{},
	}
	tier, _ := tierOf(t, s)
	for day := range l.guild.Tiers {
		l.guild.Tiers[day] = tier
	}
	l.guild.ChannelID, l.guild.Scheduled, l.guild.Since = "channel", true, date("2026-01-01")
	must(t, s.SaveGuild(t.Context(), l.guild))
	return l
}

// today is the date of the newest daily that is due, looked for among those of the whole year.
func (l *life) today() calendar.Date {
	zone := must1(calendar.LoadZone(l.guild.Zone))
	if !l.guild.Scheduled {
		return calendar.DateOf(l.clock.now.In(zone))
	}
	key := l.guild.Zone + " " + l.guild.At
	if l.dues[key] == nil {
		l.dues[key] = duesOf(zone, l.guild.At)
	}
	newest := calendar.Date{}
	for d, due := range l.dues[key] {
		if newest.Before(d) && !due.After(l.clock.now) {
			newest = d
		}
	}
	return newest
}

// duesOf returns when the dailies of 2026 are due.
func duesOf(zone *time.Location, at string) map[calendar.Date]time.Time {
	dues := map[calendar.Date]time.Time{}
	for d := date("2026-01-01"); d.Year == 2026; d = d.AddDays(1) {
		if due, ok := calendar.DueAt(d, at, zone); ok {
			dues[d] = due
		}
	}
	return dues
}

func (l *life) step(t *testing.T) {
	t.Helper()
	say := func(format string, args ...any) { l.log = append(l.log, fmt.Sprintf(format, args...)) }
	shapes := []sudoku.Shape{sudoku.Sudoku, sudoku.SixBySix}
	switch n := l.random.IntN(21); {
	case n < 6:
		l.clock.advance(time.Duration(1+l.random.IntN(30)) * time.Hour)
	case n < 10:
		l.post(t)
	case n < 16:
		l.solve(t, streaker{[]string{"ann", "bob"}[n%2], shapes[l.random.IntN(2)]}, l.today().AddDays(-max(0, l.random.IntN(7)-4)))
	case n == 16:
		l.guild.Rules.Freezes = l.random.IntN(4)
	case n == 17:
		l.guild.Zone = []string{"Europe/Berlin", "Pacific/Auckland", "Pacific/Honolulu", "America/Havana"}[l.random.IntN(4)]
		l.guild.At = []string{"00:00", "02:30", "21:00"}[l.random.IntN(3)]
	case n == 18:
		l.guild.Off[l.random.IntN(7)] = l.random.IntN(2) == 0
		l.guild.Scheduled = l.random.IntN(4) > 0
	case n == 19 && l.random.IntN(3) == 0:
		must(t, l.DeletePlayer(t.Context(), "ann"))
		for _, shape := range shapes {
			delete(l.solved, streaker{"ann", shape})
		}
		say("ann is deleted")
	case n == 20:
		day := l.random.IntN(7)
		l.guild.Shapes[day], l.guild.SixBySix[day] = shapes[l.random.IntN(2)], l.random.IntN(2) == 0
	}
	must(t, l.SaveGuild(t.Context(), l.guild))
	say("%s, today %s, %s %s scheduled %t, %d freezes", l.clock.now.Format("Jan 2 15:04"), l.today(), l.guild.Zone, l.guild.At, l.guild.Scheduled, l.guild.Rules.Freezes)
}

// post posts today's daily, where one is due.
func (l *life) post(t *testing.T) {
	t.Helper()
	today := l.today()
	if !l.guild.Scheduled || !l.guild.PostedOn(today) || l.posted[today] != nil {
		return
	}
	of, ok := l.dailyOf(t, today, l.guild.Shape(today))
	if !ok {
		return
	}
	must(t, l.AddPost(t.Context(), of, "channel", l.guild.Beside(today)...))
	p, ok, err := l.Claim(t.Context(), "a", time.Minute, daily.RankEdit)
	must(t, err)
	if !ok {
		t.Fatal("the post cannot be claimed")
	}
	must(t, l.Complete(t.Context(), p, "a", "m"))
	l.posted[today] = append(l.guild.Beside(today), of.Shape)
	if !slices.Equal(p.Beside, l.guild.Beside(today)) || p.Daily != of {
		t.Fatalf("the post of %s has %+v", today, p)
	}
	l.log = append(l.log, fmt.Sprintf("posted %s with %v", today, l.posted[today]))
}

// dailyOf returns the daily of a date; ok is false for one before the guild's first, which a zone further
// west may have today.
func (l *life) dailyOf(t *testing.T, d calendar.Date, shape sudoku.Shape) (of daily.Daily, ok bool) {
	t.Helper()
	of, err := l.Daily(t.Context(), l.guild, d, shape, l.guild.Tiers[0])
	if _, early := errors.AsType[*daily.TooEarlyError](err); early {
		return of, false
	}
	must(t, err)
	return of, true
}

// solve has a player solve a daily, twice if it was solved before.
func (l *life) solve(t *testing.T, by streaker, d calendar.Date) {
	t.Helper()
	today := l.today()
	of, ok := l.dailyOf(t, d, by.shape)
	if !ok {
		return
	}
	game, err := l.StartDaily(t.Context(), games.Player{ID: by.player, Name: by.player}, of)
	must(t, err)
	fresh := game.Finished.IsZero()
	if fresh {
		solve(t, l.Store, game)
	} else if _, err := l.Finish(t.Context(), game); err != nil {
		t.Fatal(err)
	}
	l.log = append(l.log, fmt.Sprintf("%v solves %s, today %s", by, d, today))
	if !fresh || d.Before(today) {
		return
	}
	if l.solved[by] == nil {
		l.solved[by] = map[calendar.Date]bool{}
	}
	l.solved[by][d] = true
}

// had reports whether there was a daily of a shape to solve: on each date of a post with one, and on all where no such posts
// were made of dates both before and after, or still to come.
func (l *life) had(shape sudoku.Shape, d calendar.Date) bool {
	before, after := false, l.guild.Scheduled
	for p, shapes := range l.posted {
		if slices.Contains(shapes, shape) {
			before, after = before || !d.Before(p), after || !p.Before(d)
		}
	}
	return slices.Contains(l.posted[d], shape) || !before || !after
}

// streak counts a player's streak day by day.
func (l *life) streak(of streaker, today calendar.Date) (s games.Streak) {
	used, run, frozen, missed := map[time.Month]int{}, 0, 0, []calendar.Date{}
	forgiven := func() bool {
		needs := map[time.Month]int{}
		for _, d := range missed {
			if needs[d.Month]++; used[d.Month]+needs[d.Month] > l.guild.Rules.Freezes {
				return false
			}
		}
		for month, n := range needs {
			used[month] += n
		}
		frozen += len(missed)
		return true
	}
	for d := date("2026-01-01"); !today.Before(d); d = d.AddDays(1) {
		if l.solved[of][d] {
			if run == 0 || !forgiven() {
				run, frozen = 0, 0
			}
			run, missed = run+1, nil
			s.Longest = max(s.Longest, run)
		} else if d != today && l.had(of.shape, d) {
			missed = append(missed, d)
		}
	}
	if run > 0 && forgiven() {
		s.Current, s.Frozen = run, frozen
	}
	s.Left = l.guild.Rules.Freezes - used[today.Month]
	return s
}

// Whatever happens to a guild and its players, streaks are what a recount from their history gives: over
// changes of the clock, of zones and of schedules, with late and repeated solutions, and for players who
// were deleted and came back.
func TestStreakHistories(t *testing.T) {
	lives := 2
	if sudokutest.Proving() {
		lives = 40
	}
	var seen [3]games.Streak // by shape
	for seed := range lives {
		start := []string{"2026-03-24 10:00", "2026-10-20 10:00"}[seed%2] // clocks change soon after
		l := newLife(t, uint64(seed), start)
		for range 60 {
			l.step(t)
			today := l.guild.Today(l.clock.now)
			if want := l.today(); today != want {
				t.Fatalf("%v\ntoday is %s, want %s", l.log, today, want)
			}
			for _, shape := range []sudoku.Shape{sudoku.Sudoku, sudoku.SixBySix} {
				got, err := l.Streaks(t.Context(), "42", shape, []string{"ann", "bob"}, today)
				must(t, err)
				for _, player := range []string{"ann", "bob"} {
					of := streaker{player, shape}
					if want := l.streak(of, today); got[player] != want {
						t.Fatalf("%v\n%v has %+v, recounted %+v", l.log, of, got[player], want)
					}
					seen[shape].Longest, seen[shape].Frozen = max(seen[shape].Longest, got[player].Longest), max(seen[shape].Frozen, got[player].Frozen)
				}
			}
		}
	}
	if seen[sudoku.Sudoku].Longest < 3 || seen[sudoku.Sudoku].Frozen == 0 || seen[sudoku.SixBySix].Longest < 2 {
		t.Errorf("the histories were too dull: %+v", seen)
	}
}
