package bot

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/logic"
)

// Parts come through a message of the catalogue as they are, in the order of the message.
func TestSay(t *testing.T) {
	ann := words.player(games.Player{ID: "7", Name: "Ann"})
	got := words.Say("share.solved", locale.Args{"Player": ann, "Game": "daily #3", "Time": "3:12", "Help": ""})
	if want := (Text{ann, {Text: " solved daily #3 in 3:12."}}); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	nested := words.Say("board.moved", locale.Args{"ToGo": words.Say("board.full", locale.Args{"Submit": command("submit")})})
	if want := "every cell is filled: /submit ends the game."; nested.String() != want || len(nested) != 4 || nested[1].Kind != CommandPart {
		t.Errorf("%+v, want %q with a command in it", nested, want)
	}
}

// Whatever players and files are called, no argument becomes a part that it is not.
func TestSayHostile(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		piece := rapid.SampledFrom([]string{"\ue0000\ue001", "\ue000", "\ue001", "{{.Player}}", "<@1>", "0", "\x00", "é"})
		name := strings.Join(rapid.SliceOf(piece).Draw(t, "name"), "")
		got := words.Say("share.solved", locale.Args{"Player": command("help"), "Game": name, "Time": "1", "Help": typed(name)})
		commands := 0
		for _, p := range got {
			if p.Kind == CommandPart {
				commands++
			}
		}
		if commands != 1 || strings.Count(got.String(), "/help") != 1 {
			t.Fatalf("%q: %+v", name, got)
		}
	})
}

// Text from files is short, in one line and quoted, whatever a file says.
func TestCredit(t *testing.T) {
	for _, c := range []struct{ name, author, want string }{
		{"Nightfall", "C. Moler", `Easy: about 1 minute. "Nightfall" by C. Moler.`},
		{"Buy\nnow\u202e\x1b[1m", "", `Easy: about 1 minute. "Buy now [1m".`},
		{" \t\u200b", "\n", "Easy: about 1 minute."},
		{strings.Repeat("é", 1686), "", `Easy: about 1 minute. "` + strings.Repeat("é", 59) + `…".`},
		{"", strings.Repeat("@everyone ", 100), "Easy: about 1 minute. By " + strings.Repeat("@everyone ", 5) + "@everyone…."},
	} {
		got := words.introduction(logic.TierSingletons, library.Puzzle{Name: c.name, Author: c.author, Score: 60})
		if got.String() != c.want {
			t.Errorf("%q by %q: %q, want %q", c.name, c.author, got, c.want)
		}
		for _, p := range got {
			if (strings.Contains(p.Text, "@") || strings.Contains(p.Text, "é")) && p.Kind != CodePart {
				t.Errorf("%q is not quoted", p.Text)
			}
		}
	}
}

// The name of a collection cannot break out of a title.
func TestImportTitle(t *testing.T) {
	q := query{speech: speechIn("en")}
	reply := New(nil, Config{}).imported(t.Context(), q, "f.txt", library.Report{Collection: "a\ue0000\ue001b"})
	if reply.problem() != "" || reply.title() != "Import into a\ufffd0\ufffdb" {
		t.Errorf("%q: %s", reply.title(), reply.problem())
	}
}

func TestLimitedText(t *testing.T) {
	for _, c := range []struct {
		text Text
		most int
		want string
	}{
		{Text{{Text: "abc"}, {Text: "def"}}, 6, "abcdef"},
		{Text{{Text: "abc"}, {Text: "def"}}, 5, "abcd…"},
		{Text{{Text: "abc"}, command("help"), {Text: "def"}}, 5, "abc…"},
		{Text{{Text: "ééé"}}, 2, "é…"},
		{Text{{Text: "abcde"}, {Text: "f"}}, 5, "abcd…"},
		{Text{{Text: "abcd"}, command("help")}, 5, "abcd…"},
	} {
		if got := c.text.limited(c.most).String(); got != c.want {
			t.Errorf("%v to %d: %q, want %q", c.text, c.most, got, c.want)
		}
	}
}

func TestSpans(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0:00", 59 * time.Second: "0:59", 192 * time.Second: "3:12", time.Hour + 62*time.Second: "1:01:02",
		25*time.Hour + time.Second: "1 day 1:00:01", 49 * time.Hour: "2 days 1:00:00", -time.Second: "0:00",
	} {
		if got := words.elapsed(d); got != want {
			t.Errorf("%s: %q, want %q", d, got, want)
		}
	}
	for d, want := range map[time.Duration]string{
		time.Second: "1 minute", 59 * time.Minute: "59 minutes", time.Hour: "1 hour", 200 * time.Minute: "3 hours and 20 minutes", 50 * time.Hour: "2 days",
	} {
		if got := words.roughly(d); got != want {
			t.Errorf("%s: %q, want %q", d, got, want)
		}
	}
	for n, want := range map[int]string{1: "1st", 2: "2nd", 3: "3rd", 4: "4th", 11: "11th", 12: "12th", 13: "13th", 21: "21st", 22: "22nd", 113: "113th"} {
		if got := words.Ordinal(n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}
