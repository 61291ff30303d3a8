package bot

import (
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/logic"
)

// Parts come through a message of the catalogue as they are, in the order of the message.
func TestSay(t *testing.T) {
	ann := words.PlayerPart(games.Player{ID: "7", Name: "Ann"})
	got := words.Say("share.solved", locale.Args{"Player": ann, "Game": "daily #3", "Time": "3:12", "Help": ""})
	if want := (chat.Text{ann, {Text: " solved daily #3 in 3:12."}}); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	nested := words.Say("board.moved", locale.Args{"ToGo": words.Say("board.full", locale.Args{"Submit": chat.Mention("submit")})})
	if want := "every cell is filled: /submit ends the game."; nested.String() != want || len(nested) != 4 || nested[1].Kind != chat.CommandPart {
		t.Errorf("%+v, want %q with a command in it", nested, want)
	}
}

// Whatever players and files are called, no argument becomes a part that it is not.
func TestSayHostile(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		piece := rapid.SampledFrom([]string{"\ue0000\ue001", "\ue000", "\ue001", "{{.Player}}", "<@1>", "0", "\x00", "é"})
		name := strings.Join(rapid.SliceOf(piece).Draw(t, "name"), "")
		got := words.Say("share.solved", locale.Args{"Player": chat.Mention("help"), "Game": name, "Time": "1", "Help": chat.Typed(name)})
		commands := 0
		for _, p := range got {
			if p.Kind == chat.CommandPart {
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
		got := words.Introduction(logic.TierSingletons, library.Puzzle{Name: c.name, Author: c.author, Score: 60})
		if got.String() != c.want {
			t.Errorf("%q by %q: %q, want %q", c.name, c.author, got, c.want)
		}
		for _, p := range got {
			if (strings.Contains(p.Text, "@") || strings.Contains(p.Text, "é")) && p.Kind != chat.CodePart {
				t.Errorf("%q is not quoted", p.Text)
			}
		}
	}
}

func TestLimitedText(t *testing.T) {
	for _, c := range []struct {
		text chat.Text
		most int
		want string
	}{
		{chat.Text{{Text: "abc"}, {Text: "def"}}, 6, "abcdef"},
		{chat.Text{{Text: "abc"}, {Text: "def"}}, 5, "abcd…"},
		{chat.Text{{Text: "abc"}, chat.Mention("help"), {Text: "def"}}, 5, "abc…"},
		{chat.Text{{Text: "ééé"}}, 2, "é…"},
		{chat.Text{{Text: "abcde"}, {Text: "f"}}, 5, "abcd…"},
		{chat.Text{{Text: "abcd"}, chat.Mention("help")}, 5, "abcd…"},
	} {
		if got := c.text.Limited(c.most).String(); got != c.want {
			t.Errorf("%v to %d: %q, want %q", c.text, c.most, got, c.want)
		}
	}
}
