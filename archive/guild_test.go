package archive_test

import (
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// All settings are kept, each in its own column, and none that makes no sense.
func TestSaveGuild(t *testing.T) {
	s := archivetest.New(t)
	guild, err := s.Guild(t.Context(), "7")
	must(t, err)
	if guild != daily.NewGuild("7") {
		t.Errorf("a guild that was never set up: %+v", guild)
	}
	must(t, s.SaveGuild(t.Context(), daily.NewGuild("another")))
	r := rand.New(rand.NewPCG(1, 2))
	flip := func() bool { return r.IntN(2) == 0 }
	day := func() calendar.Date { return date("2026-03-01").AddDays(r.IntN(9)) }
	for range 30 {
		guild.ChannelID, guild.At, guild.Zone, guild.Since = "42", "21:30", "Asia/Taipei", day()
		guild.Rules = daily.Rules{Sealed: flip(), Threads: day(), Weekly: day(), Monthly: day(), Freezes: r.IntN(daily.MostFreezes + 1), Global: flip()}
		guild.FreshLook, guild.AnnounceResults, guild.Scheduled = flip(), flip(), flip()
		guild.Shidoku, guild.Quiet = flip(), flip()
		guild.Ping, guild.Language = []string{"", "55"}[r.IntN(2)], []string{"", "zh-TW"}[r.IntN(2)]
		for day := range guild.Off {
			guild.Off[day], guild.Tiers[day] = flip(), logic.Tier(1+r.IntN(5))
			guild.SixBySix[day], guild.Shapes[day] = flip(), []sudoku.Shape{sudoku.Sudoku, sudoku.SixBySix}[r.IntN(2)]
		}
		must(t, s.SaveGuild(t.Context(), guild))
		kept, err := s.Guild(t.Context(), "7")
		must(t, err)
		scheduled, err := s.ScheduledGuilds(t.Context())
		must(t, err)
		if kept != guild || slices.Contains(scheduled, guild) != guild.Scheduled || len(scheduled) > 1 {
			t.Fatalf("kept %+v and %+v\nwant %+v", kept, scheduled, guild)
		}
	}
	for _, spoil := range []func(*daily.Guild){
		func(s *daily.Guild) { s.ID = "" },
		func(s *daily.Guild) { s.At = "9:00" },
		func(s *daily.Guild) { s.At = "24:00" },
		func(s *daily.Guild) { s.Zone = "Middle/Earth" },
		func(s *daily.Guild) { s.Zone = "" },
		func(s *daily.Guild) { s.Zone = "Local" },
		func(s *daily.Guild) { s.Tiers[3] = 0 },
		func(s *daily.Guild) { s.Tiers[3] = 6 },
		func(s *daily.Guild) { s.Shapes[3] = sudoku.Shidoku },
		func(s *daily.Guild) { s.Shapes[3] = sudoku.Shape(len(sudoku.Shapes)) },
		func(s *daily.Guild) { s.Rules.Freezes = -1 },
		func(s *daily.Guild) { s.Rules.Freezes = daily.MostFreezes + 1 },
	} {
		bad := guild
		spoil(&bad)
		if err := s.SaveGuild(t.Context(), bad); err == nil {
			t.Errorf("saved %+v", bad)
		}
	}
}

// A shape stands in a post once.
func TestShapesOfADay(t *testing.T) {
	for _, c := range []struct {
		posted            sudoku.Shape
		shidoku, sixBySix bool
		beside            []sudoku.Shape
	}{
		{posted: sudoku.Sudoku},
		{posted: sudoku.Sudoku, shidoku: true, beside: []sudoku.Shape{sudoku.Shidoku}},
		{posted: sudoku.Sudoku, sixBySix: true, beside: []sudoku.Shape{sudoku.SixBySix}},
		{posted: sudoku.Sudoku, shidoku: true, sixBySix: true, beside: []sudoku.Shape{sudoku.Shidoku, sudoku.SixBySix}},
		{posted: sudoku.SixBySix, sixBySix: true},
		{posted: sudoku.SixBySix, shidoku: true, sixBySix: true, beside: []sudoku.Shape{sudoku.Shidoku}},
	} {
		guild := daily.NewGuild("7")
		guild.Shidoku = c.shidoku
		guild.Shapes[time.Thursday], guild.SixBySix[time.Thursday] = c.posted, c.sixBySix
		thursday := date("2026-03-05")
		if got := guild.Shape(thursday); got != c.posted {
			t.Errorf("%+v: a %s is posted", c, got)
		}
		if got := guild.Beside(thursday); !slices.Equal(got, c.beside) {
			t.Errorf("%+v: %v stand beside it", c, got)
		}
		if got := guild.Shape(thursday.AddDays(1)); got != sudoku.Sudoku || slices.Contains(guild.Beside(thursday.AddDays(1)), sudoku.SixBySix) {
			t.Errorf("%+v: a %s is posted the day after, with %v", c, got, guild.Beside(thursday.AddDays(1)))
		}
	}
}

// A day that is off asks for no puzzle of its tier, and none does where the daily is that of all guilds. The days are those of
// the guild.
func TestUnusedDays(t *testing.T) {
	s := archivetest.New(t).WithClock(func() time.Time { return at("2026-11-01 12:00") })
	guild := daily.NewGuild("7")
	guild.ChannelID, guild.Scheduled, guild.Since = "42", true, date("2026-03-05")
	days := func() (sum int) {
		unused, err := s.Unused(t.Context(), guild)
		must(t, err)
		for _, u := range unused {
			sum += u.Days
		}
		return sum
	}
	if n := days(); n != 30 {
		t.Errorf("%d days ask for a puzzle, want 30", n)
	}
	guild.Off = [7]bool{true, true, true, true, true, true, true}
	if n := days(); n != 0 {
		t.Errorf("%d days ask for a puzzle though all are off", n)
	}
	guild.Off, guild.Rules.Global = [7]bool{}, true
	if n := days(); n != 0 {
		t.Errorf("%d days ask for a puzzle though the daily is the global one", n)
	}
	guild.Rules.Global, guild.At, guild.Zone = false, "00:00", "Pacific/Kiritimati" // where Monday has begun
	guild.Off = [7]bool{true, false, true, true, true, true, true}
	if n := days(); n != 4 {
		t.Errorf("%d Mondays after this one, want 4", n)
	}
}

// A guild is greeted once, however many processes see it join, and not where it is known.
func TestGreetedOnce(t *testing.T) {
	const guild = "881234567890123456"
	s := archivetest.Open(t, archivetest.URL(t))
	var all sync.WaitGroup
	for range 10 {
		all.Go(func() {
			if err := s.AddGreeting(t.Context(), guild, "channel", "de"); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	must(t, s.SaveGuild(t.Context(), daily.NewGuild("set up")))
	must(t, s.GuildLeft(t.Context(), "left"))
	for _, known := range []string{"set up", "left"} {
		must(t, s.AddGreeting(t.Context(), known, "channel", "de"))
	}
	must(t, s.AddGreeting(t.Context(), "no channel", "", "de"))
	p := claim(t, s, "a", time.Minute)
	if p.GuildID != guild || p.Kind != daily.Greeting || p.ChannelID != "channel" || p.Language != "de" {
		t.Errorf("the greeting is %+v", p)
	}
	must(t, s.Complete(t.Context(), p, "a", "message"))
	must(t, s.AddGreeting(t.Context(), guild, "channel", "de")) // it takes the bot again
	wantNothing(t, s, "a")
}
