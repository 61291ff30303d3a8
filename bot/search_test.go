package bot

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/archive/search"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/look"
	"github.com/gridkeeper/gridkeeper/solver/logic"
)

// asAdmin asks as a player who manages the guild.
func asAdmin(t testing.TB, b *Bot, command string, options ...string) chat.Reply {
	t.Helper()
	return send(t, b, managing(command, options...))
}

// An admin finds puzzles, keeps the search, gives it a weekday, and takes it away again.
func TestSearch(t *testing.T) {
	c := &clock{time.Date(2026, 3, 5, 10, 0, 0, 0, time.UTC)} // a Thursday
	b, store := realBot(t, c)
	easy := "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
	if _, err := store.ImportFile(t.Context(), importing.Options{Collection: "Easy"}, strings.NewReader(easy)); err != nil {
		t.Fatal(err)
	}
	secret := importing.Options{GuildID: "another", Collection: "Secret"}
	if _, err := store.ImportFile(t.Context(), secret, strings.NewReader("000801000000000043500000000000070800000000100020030000600000075003400000000200600")); err != nil {
		t.Fatal(err)
	}
	wants(t, asAdmin(t, b, "search"), "No search is saved yet")
	wants(t, asAdmin(t, b, "search", "clues=25-80", "symmetry=half-turn"), "53..7....6..195")
	wants(t, asAdmin(t, b, "search", "clues=5"), "No puzzle here fits this search")
	wants(t, asAdmin(t, b, "search", "needs=hidden-single"), "No puzzle here fits this search") // the secret one
	six := archivetest.SixBySix(1, 4)[0]
	if _, err := store.ImportFile(t.Context(), importing.Options{Collection: "Six"}, strings.NewReader(six)); err != nil {
		t.Fatal(err)
	}
	wants(t, asAdmin(t, b, "search", "shape=6x6"), six)
	wants(t, asAdmin(t, b, "search", "shape=shidoku"), "No puzzle here fits this search")
	wants(t, asAdmin(t, b, "search", "shape=6x6", "er=1-9"), "are for 9×9 only")
	wants(t, asAdmin(t, b, "search", "clues=30", "collection=Easy", "save=Thirty"), "The search is saved as Thirty")
	wants(t, asAdmin(t, b, "search", "saved=Thirty", "tier=1"), "Found: 1 Easy")
	wants(t, asAdmin(t, b, "search"), "Thirty, of this server")
	wants(t, asAdmin(t, b, "schedule", "thursday=Thirty"), "Thursday Thirty")
	if reply := ask(t, b, ann, "daily"); !strings.Contains(reply.Screen.Board.Clues.String(), "53..7") {
		t.Errorf("the daily is %s, want the one that the search finds", reply.Screen.Board.Clues)
	}
	asAdmin(t, b, "schedule", "global=on")
	wants(t, asAdmin(t, b, "search", "saved=Thirty", "save=Global"), "searches for weekdays apply only after /schedule global=off")
	wants(t, asAdmin(t, b, "setup", "page=days"), "searches of the weekdays apply again when it is off")
	wants(t, asAdmin(t, b, "schedule", "sealed=on"), "Servers farther east get the global daily a few hours earlier")
	if reply := asAdmin(t, b, "schedule", "global=off", "sealed=on"); strings.Contains(textOf(reply), "farther east") {
		t.Errorf("a sealed daily of this server alone: %s", textOf(reply))
	}
	asAdmin(t, b, "schedule", "sealed=off")
	wants(t, asAdmin(t, b, "search", "delete=Thirty", "save=Other"), "nothing was deleted: use /search delete=Thirty without other options")
	wants(t, asAdmin(t, b, "search", "delete=Thirty"), "Weekdays that used it have their difficulty again")
	wants(t, asAdmin(t, b, "schedule"), "Thursday Medium")
	for option, want := range map[string]string{
		"clues=x": "use a number or a range", "minutes=0-": "use a number or a range", "tier=9": "tier", "shape=5x5": "use sudoku, shidoku", "symmetry=odd": "use half-turn, quarter-turn",
		"collection=Secret": `no collection "Secret"`, "saved=nothing": `no search is saved as "nothing"`, "delete=nothing": `has no saved search "nothing"`,
		"clues=9-5": "smaller number first",
	} {
		if reply := asAdmin(t, b, "search", option); !reply.Failed {
			t.Errorf("%s is not refused", option)
		} else {
			wants(t, reply, want)
		}
	}
	for _, name := range []string{"hidden", "2", "Hard", "schwer", "困難", "off", "Aus", "關", "", " x", "a\nb", "\x00", "\xff", strings.Repeat("x", 81), strings.Repeat("難", 81)} {
		wants(t, asAdmin(t, b, "search", "clues=30", "save="+name), "that is not a difficulty or off")
	}
	long := strings.Repeat("難", 80) // characters, and not bytes
	wants(t, asAdmin(t, b, "search", "clues=30", "save="+long), long)
	wants(t, asAdmin(t, b, "schedule", "friday="+long), long)
	for _, name := range []string{"\x00", "\xff", strings.Repeat("x", 6000)} {
		wants(t, asAdmin(t, b, "search", "saved="+name), "no search is saved as")
		wants(t, asAdmin(t, b, "search", "delete="+name), "this server has no saved search")
		wants(t, asAdmin(t, b, "schedule", "friday="+name), "neither a difficulty nor a saved search")
	}
	wants(t, asAdmin(t, b, "schedule", "friday=nothing"), "neither a difficulty nor a saved search")
	wants(t, ask(t, b, ann, "search"), "only for admins")
}

// A search that was kept under the word for a tier before that was refused, or by the operator, can be chosen.
func TestSearchNamedAsATier(t *testing.T) {
	x := newSquare(t)
	for _, guildID := range []string{"7", ""} {
		saved := search.Saved{GuildID: guildID, Name: map[string]string{"7": "Hard", "": "schwer"}[guildID], Search: search.Search{MinClues: 20}}
		_, _, err := x.store.SaveSearch(t.Context(), saved)
		check(t, err)
		wants(t, asAdmin(t, x.Bot, "schedule", "friday="+saved.Name), "Friday "+saved.Name)
	}
	wants(t, asAdmin(t, x.Bot, "schedule", "friday=hard"), "Friday Hard")
	g, err := x.store.Guild(t.Context(), "7")
	check(t, err)
	if g.Searches[time.Friday] != 0 || g.Tiers[time.Friday] != logic.TierLocked {
		t.Errorf("the tier by its word: %+v", g)
	}
}

// Saved searches are suggested by their names; to be deleted, only those of the server.
func TestSearchSuggestions(t *testing.T) {
	x := newSquare(t)
	for _, saved := range []search.Saved{{GuildID: "7", Name: "Ours, symmetric"}, {Name: "The operator's"}, {GuildID: "8", Name: "Of others"}} {
		_, _, err := x.store.SaveSearch(t.Context(), saved)
		check(t, err)
	}
	for option, want := range map[string]string{"saved": "[Ours, symmetric The operator's]", "delete": "[Ours, symmetric]", "save": "[]"} {
		var got []string
		reply := x.Handle(t.Context(), chat.Request{Player: ann, Place: chat.Place{GuildID: "7"}, Rights: chat.Rights{ManageGuild: true}, Action: chat.Suggest{Command: "search", Option: option}})
		for _, s := range reply.Suggestions {
			got = append(got, s.Value)
		}
		if slices.Sort(got); fmt.Sprint(got) != want {
			t.Errorf("%s: suggested are %q, want %s", option, got, want)
		}
	}
}

func TestStats(t *testing.T) {
	c := &clock{time.Date(2026, 3, 5, 10, 0, 0, 0, time.UTC)}
	_, store := realBot(t, c)
	b := New(store, Config{Now: c.Now, Progress: func(context.Context) (chat.Progress, error) {
		return chat.Progress{Jobs: 2, Done: 45, Items: 100}, nil
	}})
	reply := ask(t, b, ann, "stats")
	wants(t, reply, "In all: 1 ")
	if chart := reply.Screen.Chart; chart == nil || len(chart.Panels) != 2 || !strings.Contains(reply.Screen.Alt, "Sudokus by the minutes that people take") {
		t.Errorf("the chart is %+v, in words %q", chart, reply.Screen.Alt)
	}
	ask(t, b, ann, "settings", "board=text", "look=light")
	if s := ask(t, b, ann, "stats").Screen; !s.AsText || s.Chart.Theme != look.Light {
		t.Errorf("the chart is not as the player chose: %+v", s)
	}
	if strings.Contains(textOf(reply), "45 %") {
		t.Error("a player sees the operator's work")
	}
	wants(t, asAdmin(t, b, "stats"), "2 jobs of the operator are running, 45% done")
	asAdmin(t, b, "schedule", "channel=here", "monday=5")
	wants(t, asAdmin(t, b, "stats"), "Fiendish: 1 left for ")
	wants(t, asAdmin(t, b, "schedule"), "Fiendish: 1 left for ")
}

// A list that does not show everything says so.
func TestManySearches(t *testing.T) {
	store := newStore(t)
	for i := range 23 {
		_, _, err := store.SaveSearch(t.Context(), search.Saved{GuildID: "7", Name: fmt.Sprintf("search %02d", i), Search: search.Search{MinClues: 17 + i}})
		check(t, err)
	}
	wants(t, asAdmin(t, store.bot(), "search"), "search 19, of this server\nand 3 more")
}
