package bot

import (
	"errors"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/chat"
)

// gamesIn has the guild keep its games in the channel "games", of a network with threads.
func (x *square) gamesIn() {
	x.t.Helper()
	guild := daily.NewGuild("7")
	guild.GamesID = "games"
	check(x.t, x.store.SaveGuild(x.t.Context(), guild))
	x.network = &threaded{}
}

// posted returns the message that is in the channel of games, or in a thread of it, and has a text.
func (x *square) posted(text string) chat.Reply {
	x.t.Helper()
	for at, reply := range x.board.shown {
		if strings.Contains(textOf(reply), text) && strings.HasPrefix(at, "games/") {
			return reply
		}
	}
	x.t.Fatalf("nothing says %q in the channel of games: %v", text, x.board.shown)
	return chat.Reply{}
}

// Where a guild has a channel of games, what all are to see is there, and where it is asked for only its player
// learns so.
func TestChannelOfGames(t *testing.T) {
	x := newSquare(t)
	x.gamesIn()
	elsewhere := func(reply chat.Reply) {
		t.Helper()
		if wants(t, reply, "This will be in games in a moment."); !reply.Private || len(reply.Notices) > 0 || reply.Tracks != "" {
			t.Errorf("where it was asked for: %+v", reply)
		}
		x.meet("1 minute")
	}
	elsewhere(x.together(ann, "guessing"))
	x.press(bob, x.posted("Ann is solving a sudoku with whoever joins. The board is in the thread of this message."), "Join")
	board := 0
	for at, reply := range x.board.shown {
		if strings.HasPrefix(at, "thread ") && reply.Screen.Board != nil {
			board++
		}
	}
	if board != 1 {
		t.Errorf("%d boards in threads, want 1: %v", board, x.board.shown)
	}
	elsewhere(x.challenge(ann, bobPerson, "tier=fiendish"))
	challenge := x.posted("Ann challenges Bob to a race")
	if len(challenge.Pings) != 1 || challenge.Pings[0] != bob.ID {
		t.Errorf("pings %q", challenge.Pings)
	}
	if x.meet("1 minute"); x.board.edits > 0 {
		t.Errorf("%d edits of a challenge that is as it was posted", x.board.edits)
	}
	x.press(bob, challenge, "Accept")
	x.meet("1 minute")
	x.posted("The race that Ann opened: a sudoku (Fiendish)")
	edits := x.board.edits
	elsewhere(x.challenge(eve, annPerson, "quiet=yes"))
	if quiet := x.posted("Eve challenges Ann"); len(quiet.Pings) > 0 {
		t.Errorf("a quiet challenge pings %q", quiet.Pings)
	}
	if x.meet("1 minute"); x.board.edits > edits {
		t.Errorf("%d edits of a quiet challenge that is as it was posted", x.board.edits-edits)
	}
	x.ask(eve, "daily", map[string]string{"shape": "shidoku"})
	x.ask(eve, "submit", map[string]string{"answer": x.solution(eve)})
	elsewhere(x.ask(eve, "share", nil))
	x.posted("Eve · Gridkeeper Shidoku #1 · Easy · submitted after ")
	if n := len(x.board.shown); n != 5 {
		t.Errorf("%d messages, want the invitation and its board, two challenges and a result: %v", n, x.board.shown)
	}
}

// Where the bot may not post in the channel of games, nothing is begun, and the player learns why.
func TestClosedChannelOfGames(t *testing.T) {
	x := newSquare(t)
	x.ask(eve, "daily", map[string]string{"shape": "shidoku"})
	x.ask(eve, "submit", map[string]string{"answer": x.solution(eve)})
	x.gamesIn()
	for says, want := range map[error]string{
		unfit:              "games go to games, and the bot cannot post there: the bot lacks View Channel and Attach Files there",
		errors.New("down"): "cannot find out right now whether it can post there",
	} {
		x.network.says = says
		for _, reply := range []chat.Reply{x.together(ann, "guessing"), x.challenge(ann, bobPerson), x.ask(eve, "share", nil)} {
			if wants(t, reply, want); !reply.Failed || len(reply.Notices) > 0 {
				t.Errorf("%+v", reply)
			}
		}
	}
	x.meet("1 minute")
	if len(x.board.shown) > 0 {
		t.Errorf("posted: %v", x.board.shown)
	}
	x.network.says = nil
	x.meet("1 minute")
	wants(t, x.ask(eve, "share", nil), "This will be in games in a moment.") // it was not shared before
}

// The channel of games is chosen on the screen of /setup or with /schedule, where the bot can open threads.
func TestChooseChannelOfGames(t *testing.T) {
	store := newStore(t)
	b := store.bot()
	network := &threaded{}
	wants(t, schedulesOn(t, b, network, "games=66"), "Shared boards, races and shared results go to 66.")
	wants(t, schedulesOn(t, b, network, "clear=games"), "Difficulty\nMonday ")
	if g := store.guild("7"); g.GamesID != "" {
		t.Errorf("cleared, games are in %q", g.GamesID)
	}
	wants(t, schedulesOn(t, b, network, "games=66"), "shared results go to 66.")
	network.isThread = true
	wants(t, schedulesOn(t, b, network, "games=67"), "nothing was changed, because the bot cannot post messages and open threads in 67")
	wants(t, schedulesOn(t, b, network), "The channel for games: ")
	network.isThread, network.threads = false, errDown
	wants(t, schedulesOn(t, b, network, "games=67"), "nothing was changed, because the bot cannot find out right now whether it can post in 67")
	network.threads = nil
	press := func(argument, chosen string) daily.Guild {
		r := request(ann, "setup", nil)
		r.Rights.ManageGuild, r.Buttons, r.Channels = true, true, network
		r.Action = chat.Press{Verb: chat.SetUp, Argument: argument, Chosen: chosen}
		if reply := b.Handle(t.Context(), r); reply.Failed || len(reply.Screen.Selects) != 3 || reply.Screen.Selects[1].Chosen != chosen {
			t.Errorf("%s %s: %+v", argument, chosen, reply)
		}
		return store.guild("7")
	}
	if g := press("extras?games", "68"); g.GamesID != "68" {
		t.Errorf("games in %q", g.GamesID)
	}
	if g := press("extras?games", ""); g.GamesID != "" {
		t.Errorf("games in %q", g.GamesID)
	}
}

// solution returns the solution of the player's current game.
func (x *square) solution(p games.Player) string {
	x.t.Helper()
	return (&testStore{Store: x.store, t: x.t}).answer(p).String()
}
