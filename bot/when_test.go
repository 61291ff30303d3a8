package bot

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func TestParseClock(t *testing.T) {
	for text, want := range map[string]string{
		"9am": "09:00", "9 AM": "09:00", "9:30 pm": "21:30", "9.30PM": "21:30", "12am": "00:00", "12pm": "12:00", "12:30 a.m.": "00:30",
		"09:00": "09:00", "9:00": "09:00", "21:00": "21:00", " 21:05 ": "21:05", "21h30": "21:30", "21h": "21:00", "21 Uhr": "21:00",
		"9 o'clock": "09:00", "0900": "09:00", "930": "09:30", "9": "09:00", "0": "00:00", "00:00": "00:00", "23:59": "23:59",
		"noon": "12:00", "Midnight": "00:00", "9p": "21:00", "1 p.m.": "13:00",

		"": "", "24:00": "", "25:00": "", "9:60": "", "13pm": "", "0am": "", "am": "", "nine": "", "9:3": "", "9:300": "", "-9": "", "9am9": "",
		"9am Berlin": "", "+9": "", "٩": "", "\x00": "", "9\u202e:00": "", "noon noon": "",
	} {
		if at, ok := chat.ParseClock(text); at != want || ok != (want != "") {
			t.Errorf("parseClock(%q) = %q, %t, want %q", text, at, ok, want)
		}
	}
}

func TestParseDay(t *testing.T) {
	s, today := chat.SpeechIn("en"), calendar.Date{Year: 2026, Month: time.March, Day: 5} // a Thursday
	for text, want := range map[string]string{
		"": "2026-03-05", "today": "2026-03-05", " Yesterday ": "2026-03-04", "tomorrow": "2026-03-06", "3 days ago": "2026-03-02", "1 day ago": "2026-03-04",
		"thursday": "2026-03-05", "last thursday": "2026-02-26", "Mon": "2026-03-02", "friday": "2026-02-27", "last  Fri": "2026-02-27", "tues": "2026-03-03",
		"2026-11-02": "2026-11-02", "2026/1/2": "2026-01-02", "2026.1.2": "2026-01-02", "20260102": "2026-01-02",
		"2 Nov": "2025-11-02", "2nd of November": "2025-11-02", "Nov 2": "2025-11-02", "november 2nd, 2024": "2024-11-02", "2 Jan 2026": "2026-01-02",
		"5 mar": "2026-03-05", "6 mar": "2025-03-06", "2.11.": "2025-11-02", "2.11.2024": "2024-11-02", "2. 1.": "2026-01-02", "2. January": "2026-01-02",
		"29 feb": "2024-02-29", "sept 1": "2025-09-01", "13/1/2026": "2026-01-13", "1/13/2026": "2026-01-13", "2/2": "2026-02-02",
	} {
		if got, err := s.ParseDay(text, today); err != nil || got.String() != want {
			t.Errorf("parseDay(%q) = %s, %v, want %s", text, got, err, want)
		}
	}
	for text, want := range map[string]string{
		"2/11/2025": `"2/11/2025" can mean two days: write 2025-11-02 or 2025-02-11`, "2/3": `can mean two days: write 2026-03-02 or 2026-02-03`,
		"someday": `"someday" is not a day`, "31 feb": "is not a day", "2026-02-30": "is not a day", "32/32": "is not a day", "31.2.2026": "is not a day",
		"next monday": "is not a day", "-1": "is not a day", "99999 days ago": "is not a day", "29.2.2025": "is not a day", "m": "is not a day",
		"2026-11-02T10:00": "is not a day", "\x00": `"\x00" is not a day`, strings.Repeat("9", 5000): "is not a day", "2 xyz": "is not a day",
	} {
		_, err := s.ParseDay(text, today)
		if words := refused(t, err); !strings.Contains(words, want) || len(words) > 400 {
			t.Errorf("parseDay(%.40q): %q, want %q", text, words, want)
		}
	}
}

// refused returns the words of an error that has to be a refusal.
func refused(t testing.TB, err error) string {
	t.Helper()
	q := handler.Query{Speech: chat.SpeechIn("en")}
	words, final := refusal(q, err)
	if !handler.IsRefusal(err) || !final {
		t.Errorf("%v is not a refusal", err)
	}
	return words.String()
}

// Whatever is typed is a day that exists, or refused.
func TestParseAnyDay(t *testing.T) {
	s, today := chat.SpeechIn("en"), calendar.Date{Year: 2026, Month: time.March, Day: 5}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.StringMatching(`[#0-9./ -]{0,12}`), rapid.StringMatching(`\d{1,2} [a-z]{3} ?\d{0,4}`)).Draw(t, "text")
		date, err := s.ParseDay(text, today)
		if err != nil && !handler.IsRefusal(err) {
			t.Fatalf("%q: %v", text, err)
		}
		if again, parsed := calendar.ParseDate(date.String()); err == nil && (parsed != nil || again != date) {
			t.Fatalf("%q is %s", text, date)
		}
		if at, ok := chat.ParseClock(text); ok {
			if again, err := calendar.ParseClock(at); err != nil || again != at {
				t.Fatalf("%q is %q", text, at)
			}
		}
	})
}

// Past dailies are found by number and by day, and marked as late.
func TestDailiesByDay(t *testing.T) {
	store := newStore(t)
	b := store.bot()
	guild := daily.NewGuild("7")
	store.save(guild)
	archivetest.Exec(t, store.url, `update guild set first = '2025-11-01'`)
	for text, want := range map[string]string{
		"#125": "Daily #125 (Medium) · Thu 5 Mar 2026", "124": "Daily #124 (Medium) · Wed 4 Mar 2026", "yesterday": "Daily #124 (Medium) · Wed 4 Mar 2026",
		"monday": "Daily #122 (Easy) · Mon 2 Mar 2026", "2 Feb": "Daily #94 (Easy) · Mon 2 Feb 2026", "# 100": "Daily #100 (Hard) · Sun 8 Feb 2026",
	} {
		reply := ask(t, b, ann, "daily", "date="+text)
		if !strings.HasPrefix(titleOf(reply), want) {
			t.Errorf("%s: %q, want %q", text, titleOf(reply), want)
		}
		if late := strings.Contains(textOf(reply), "marked as late"); late != (text != "#125") {
			t.Errorf("%s: %s", text, textOf(reply))
		}
	}
	for text, want := range map[string]string{
		"#126": "2026-03-06 is not out yet", "#0": `there is no daily "#0"`, "#999999": "is not out yet", "#1": "too long ago", "1 Nov 2025": "too long ago",
		"#1234567": `there is no daily "#1234567"`, "#99999999999999999999": "there is no daily", "#": "is not a day", "#1.5": "is not a day", "31 Oct 2024": "too long ago",
	} {
		reply := ask(t, b, ann, "daily", "date="+text)
		if wants(t, reply, want); !reply.Failed {
			t.Errorf("%s: not refused", text)
		}
	}
	// One that was chosen in its time can always be played.
	daily, err := store.Daily(t.Context(), store.guild("7"), calendar.Date{Year: 2025, Month: time.November, Day: 1}, sudoku.Sudoku, 1)
	check(t, err)
	_, err = store.StartDaily(t.Context(), ann, daily)
	check(t, err)
	if reply := ask(t, b, ann, "daily", "date=#1", "tier=easy"); reply.Failed {
		t.Errorf("#1: %s", textOf(reply))
	}
	wants(t, ask(t, b, ann, "leaderboard", "date=#124"), "Wed 4 Mar 2026")
	wants(t, ask(t, b, ann, "leaderboard", "date=last monday"), "Mon 2 Mar 2026")
	for command, options := range map[string][]string{
		"leaderboard": {"date=tomorrow"}, "profile": {"show=summary", "which=tomorrow"}, "share": {"date=tomorrow"},
	} {
		if reply := ask(t, b, ann, command, options...); !reply.Failed || !strings.Contains(textOf(reply), "2026-03-06 is not out yet") {
			t.Errorf("/%s tomorrow: %s", command, textOf(reply))
		}
	}
}

// Suggestions for a date are the dailies that were chosen, and what is typed comes first.
func TestSuggestDays(t *testing.T) {
	store := newStore(t)
	b := store.bot()
	for range 40 {
		ask(t, b, ann, "daily")
		store.set(store.clock.now.AddDate(0, 0, 1))
	}
	for typed, want := range map[string]string{
		"": "#40 · Mon 13 Apr 2026", "#7": "#7 · Wed 11 Mar 2026", "7": "#7 · Wed 11 Mar 2026", "yesterday": "#40 · Mon 13 Apr 2026",
		"tue": "#34 · Tue 7 Apr 2026", "10 mar": "#6 · Tue 10 Mar 2026", "mar": "#27 · Tue 31 Mar 2026",
	} {
		got := suggestions(t, b, ann, "daily", "date", typed)
		if len(got) == 0 || got[0].Label != want || len(got) > chat.MaxSuggestions {
			t.Errorf("%q: %v, want %q first", typed, got, want)
		}
	}
	for _, typed := range []string{"nothing like that", "#99", "\x00", strings.Repeat("9", 6000)} {
		if got := suggestions(t, b, ann, "leaderboard", "date", typed); len(got) != 0 {
			t.Errorf("%.20q: %v", typed, got)
		}
	}
	store.Close()
	if got := suggestions(t, b, ann, "daily", "date", ""); got != nil {
		t.Errorf("without an archive: %v", got)
	}
}

func TestSuggestZones(t *testing.T) {
	store := newStore(t)
	b := store.bot() // 5 March, 10:00 UTC
	for typed, want := range map[string]string{
		"": "UTC · 10:00 now", "berl": "Europe/Berlin · Germany · 11:00 now", "new y": "America/New_York · United States · 05:00 now", "germ": "Europe/Berlin · Germany · 11:00 now",
		"taiw": "Asia/Taipei · Taiwan · 18:00 now", "+2": "Europe/Kyiv", "est": "America/New_York", "utc-5": "America/New_York", "belrin": "Europe/Berlin", "osak": "Asia/Tokyo",
	} {
		got := suggestions(t, b, ann, "schedule", "zone", typed)
		if len(got) == 0 || len(got) > chat.MaxSuggestions || !strings.Contains(got[0].Label, want) && want != "Europe/Kyiv" {
			t.Errorf("%q: %v, want %q first", typed, got, want)
		}
	}
	if got := suggestions(t, b, ann, "schedule", "zone", strings.Repeat("b", 6000)); len(got) != 0 {
		t.Errorf("%v", got)
	}
	reply := b.Handle(t.Context(), chat.Request{Player: ann, Place: chat.Place{GuildID: "7"}, Action: chat.Suggest{Command: "schedule", Option: "zone", Typed: "berl"}})
	if len(reply.Suggestions) != 0 {
		t.Errorf("for a player without rights: %v", reply.Suggestions)
	}
}
