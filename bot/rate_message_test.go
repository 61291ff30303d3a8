package bot

import (
	"fmt"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/bot/chat"
)

const lineOf81 = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

// A message with a puzzle is answered in private with all that is known of it; one without says so.
func TestRateMessage(t *testing.T) {
	store := newStore(t)
	b := store.bot()
	about := func(key, text string) chat.Reply {
		t.Helper()
		reply := b.Handle(t.Context(), chat.Request{ID: fmt.Sprint(len(text), key), Player: ann, Place: chat.Place{GuildID: "7"}, Action: chat.About{Command: key, Text: text}})
		if problem := problemOf(reply); problem != "" || !reply.Private {
			t.Errorf("%.40q: %s, %+v", text, problem, reply)
		}
		return reply
	}
	reply := about("rate", "Who can do this?\n```\n"+moler+"\n```")
	wants(t, reply, "Fiendish · Contradiction · about 16 minutes, for most people between")
	if reply.Failed || reply.Screen.Board == nil || reply.Screen.Board.Grid != parse(moler) || titleOf(reply) != "Difficulty of the puzzle in this message" {
		t.Errorf("%+v", reply)
	}
	for _, link := range reply.Screen.Rows[0][1:] { // after that to play it here
		if !strings.HasPrefix(link.Label, "Play it in ") || !strings.HasPrefix(link.Link, "https://") || len(link.Link) > 512 {
			t.Errorf("%s leads to %d characters, %q", link.Label, len(link.Link), link.Link)
		}
	}
	for text, want := range map[string]string{
		"Good morning!": "no puzzle in this message", "": "no puzzle in this message", strings.Repeat("\x00", 5000): "no puzzle in this message",
		"12" + strings.Repeat(".", 77) + "34": "a sudoku needs 17 or more", "55" + lineOf81[2:]: "no solution", strings.NewReplacer("5", ".", "6", ".").Replace(lineOf81): "more than one solution",
	} {
		if reply := about("rate", text); !reply.Failed {
			t.Errorf("%.40q: %s", text, textOf(reply))
		} else {
			wants(t, reply, want)
		}
	}
	wants(t, about("explode", lineOf81), `unknown command "explode"`)
	if n := store.count("request"); n != 0 {
		t.Errorf("%d answers are kept", n)
	}
}
