package bot

import (
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/chat"
)

// pattern asks /pattern as one who manages the guild, or not.
func (x *square) pattern(p games.Player, admin bool, option, value string) chat.Reply {
	x.t.Helper()
	options := map[string]string{}
	if option != "" {
		options[option] = value
	}
	return x.Handle(x.t.Context(), chat.Request{
		Player: p, Place: chat.Place{GuildID: "7", ChannelID: "42"}, Rights: chat.Rights{ManageGuild: admin},
		Action: chat.Ask{Command: "pattern", Options: options},
	})
}

// A round from its start to its table. A puzzle counts as new once, in whatever disguise and round, and for one guild.
func TestPatternRound(t *testing.T) {
	x := newSquare(t)
	wants(t, x.pattern(ann, false, "puzzle", moler), "no round of the Patterns Game has begun here")
	wants(t, x.pattern(ann, false, "start", moler), "is for those who manage the server")
	wants(t, x.pattern(ann, true, "start", "x.x"), "use 81 characters")
	moler := parse(moler).String()
	started := x.pattern(ann, true, "start", moler)
	mask := strings.NewReplacer("1", "x", "2", "x", "3", "x", "4", "x", "5", "x", "6", "x", "7", "x", "8", "x").Replace(moler)
	if wants(t, started, mask); started.Private {
		t.Error("a round is for all to see")
	}
	wants(t, x.pattern(bob, false, "", ""), "Nothing was accepted yet")

	swapped := strings.NewReplacer("1", "2", "2", "1").Replace(moler)
	turned := reversed(moler)
	spare := "9" + moler[1:]
	other := parse(".1..3..8.9.......7..5...6.....1.3...6...5...4...8.2.....2...5..7.......9.8..1..3.").String() // with its clues in the same cells
	for _, c := range []struct{ puzzle, want string }{
		{"hello", "character 1"},
		{moler[:78] + "...", "more than one solution"},
		{"1.....3..2.....4", "not in the cells of the pattern"},
		{spare, "not in the cells of the pattern"},
	} {
		if reply := x.pattern(bob, false, "puzzle", c.puzzle); !reply.Failed || !strings.Contains(textOf(reply), c.want) {
			t.Errorf("%s: %q, want %q", c.puzzle, textOf(reply), c.want)
		}
	}
	if reply := textOf(x.pattern(bob, false, "puzzle", "today")); !strings.HasSuffix(strings.TrimSpace(reply), "for an empty cell") {
		t.Errorf("today is no puzzle here: %s", reply)
	}
	wants(t, x.pattern(bob, false, "puzzle", moler), "Accepted: one solution, no clue to spare, new here (ER 6.6, EP 1.2, ED 1.2).")
	wants(t, x.pattern(ann, false, "puzzle", moler), "this very puzzle is known, from Bob: "+moler)
	wants(t, x.pattern(ann, false, "puzzle", swapped), "this is known in another form, turned, permuted or with other digits, from Bob: "+moler)
	wants(t, x.pattern(ann, false, "", ""), "1 puzzle was accepted")
	wants(t, x.pattern(ann, false, "", ""), "ER 6.6, EP 1.2, ED 1.2: Bob "+moler)

	x.ask(bob, "privacy", map[string]string{"action": "hide"})
	wants(t, x.pattern(ann, false, "", ""), "a hidden player")
	wants(t, x.pattern(bob, false, "", ""), "only you see your name here")

	archivetest.Exec(t, x.url, `insert into pattern_puzzle (guild, key, round, player, grid, er, ep, ed)
		select guild, md5(n::text)::uuid, round, player, grid, er, ep, ed from pattern_puzzle, generate_series(2, 100) n`)
	wants(t, x.pattern(bob, false, "puzzle", moler[9:18]+moler[:9]+moler[18:]), "move the clues to")
	wants(t, x.pattern(bob, false, "puzzle", other), "you have 100 puzzles in this round, which is the limit")
	wants(t, x.pattern(ann, false, "puzzle", other), "Accepted")

	x.pattern(ann, true, "start", spare)
	wants(t, x.pattern(ann, false, "", ""), "Nothing was accepted yet")
	wants(t, x.pattern(ann, false, "puzzle", spare), "a clue can go")
	x.pattern(ann, true, "start", turned)
	wants(t, x.pattern(ann, false, "puzzle", turned), "from a hidden player")
	wants(t, x.pattern(ann, false, "puzzle", moler[9:18]+moler[:9]+moler[18:]), "turned or with its lines in another order")
}

// reversed turns a grid by half.
func reversed(grid string) string {
	cells := []byte(grid)
	for i := range len(cells) / 2 {
		cells[i], cells[len(cells)-1-i] = cells[len(cells)-1-i], cells[i]
	}
	return string(cells)
}
