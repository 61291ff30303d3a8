package bot

import (
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/chat"
)

// wide writes ASCII as the keyboards of East Asia may.
func wide(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '\u3000'
		case r > ' ' && r < '\x7f':
			return r - '!' + '！'
		}
		return r
	}, text)
}

// What is typed in full-width signs means the same as in ASCII.
func TestFullWidth(t *testing.T) {
	store := newStore(t)
	b := store.bot()
	ask(t, b, ann, "daily")
	for _, typed := range []string{"r1c1=?37", "11=?37 -r1c1 r1c1=4", "A1 5"} {
		narrow := ask(t, b, ann, "move", "moves="+typed)
		if narrow.Failed {
			t.Fatalf("%s: %s", typed, textOf(narrow))
		}
		ask(t, b, ann, "undo")
		reply := b.Handle(t.Context(), request(ann, "move", map[string]string{"moves": wide(typed)}))
		if reply.Failed || reply.Screen.Board.Grid != narrow.Screen.Board.Grid || reply.Screen.Board.Marks != narrow.Screen.Board.Marks {
			t.Errorf("%s: %s, want %s", wide(typed), textOf(reply), textOf(narrow))
		}
		ask(t, b, ann, "undo")
	}
	wants(t, ask(t, b, ann, "difficulty", "puzzle="+wide(moler)), "Fiendish")
	wants(t, b.Handle(t.Context(), chat.Request{Player: ann, Action: chat.About{Command: rateMessage, Text: "誰會？" + wide(moler) + "。"}}), "Fiendish")
	wants(t, ask(t, b, ann, "submit", "answer="+wide(strings.Repeat("1", 81))), "Not yet")
	if reply := ask(t, b, ann, "daily", "date="+wide("2026-03-05"), "tier="+wide("1")); reply.Failed {
		t.Errorf("a date: %s", textOf(reply))
	}
	if got := suggestions(t, b, ann, "daily", "date", wide("5 Mar")); len(got) == 0 {
		t.Error("no suggestion for a date")
	}
	if date := (chat.Option{Kind: chat.DateOption}); !date.Takes(english, wide("2026-03-04")) {
		t.Error("a date is not meant for the option of dates")
	}
}

// Names that people gave are kept as they are.
func TestNamesStayWide(t *testing.T) {
	store := newStore(t)
	b := store.bot()
	admin := request(games.Player{ID: "9"}, "search", map[string]string{"tier": wide("4"), "save": "１號"})
	admin.Rights.ManageGuild = true
	if reply := b.Handle(t.Context(), admin); !strings.Contains(textOf(reply), "１號") {
		t.Errorf("%s", textOf(reply))
	}
}
