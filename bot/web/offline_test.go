package web

import (
	"net/http"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/bot/web/board"
)

// What was played offline arrives in one batch, and has a rank where the browser says when each move was made: that
// of a page from before does not, and a solution that was pasted has none.
func TestOfflineMovesHaveARank(t *testing.T) {
	s := newSite(t)
	for _, c := range []struct {
		player  string
		every   int64 // milliseconds from one move to the next
		ranked  bool
		leftOut bool
	}{{ann.ID, 10_000, true, false}, {bob.ID, 1, false, false}, {"100000000000001003", 0, false, true}} {
		player := ann
		player.ID = c.player
		say := s.chat(player, ask("daily", "shape", "shidoku"))
		game := say.Screen.GameID
		s.pass(game, 10*time.Minute)
		b := s.signedIn(player)
		all := solution(t, b.state(game))
		batch := moves("offline", 0, all...)
		for i := range all {
			if !c.leftOut {
				batch.Ago = append(batch.Ago, int64(len(all)-i)*c.every)
			}
		}
		g, _ := b.send(gamePath(game, "moves"), batch)
		g.want(http.StatusOK)
		if ranked := archivetest.Read[bool](t, s.url, `select not handed_in and apart = '' from result where game = $1`, game)[0]; ranked != c.ranked {
			t.Errorf("a move every %d ms: ranked %t", c.every, ranked)
		}
		if c.leftOut {
			continue
		}
		batch.Ago[0]++ // the answer was lost, and a moment later the same is sent again
		g, again := b.send(gamePath(game, "moves"), batch)
		if g.want(http.StatusOK); again.State.Revision != len(all) {
			t.Errorf("sent again: %s", g.body)
		}
	}
}

// Times that are not one for each move are refused, and what is out of all bounds does no harm.
func TestOddTimesOfMoves(t *testing.T) {
	s := newSite(t)
	game := s.play(ann)
	b := s.signedIn(ann)
	all := solution(t, b.state(game))
	g, _ := b.send(gamePath(game, "moves"), board.Batch{ID: "few", Moves: all[:2], Ago: []int64{1}})
	g.want(http.StatusBadRequest)
	g, a := b.send(gamePath(game, "moves"), board.Batch{ID: "odd", Moves: all[:3], Ago: []int64{1 << 62, -1 << 62, 5}})
	if g.want(http.StatusOK); a.State.Revision != 3 {
		t.Errorf("%s", g.body)
	}
	journal, err := s.store.Journal(t.Context(), game)
	must(t, err)
	for i := range journal[1:] {
		if journal[i+1].At.Before(journal[i].At) {
			t.Errorf("move %d was made at %s, before %s", i+2, journal[i+1].At, journal[i].At)
		}
	}
}
