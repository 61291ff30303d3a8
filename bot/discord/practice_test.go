package discord

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// fishy first needs an X-Wing.
const fishy = "..93..........7.....7415..9.15...8.4.7.........39.8..1...1....3.6..74.1..51....42"

// From a lesson to a practice, to its step and to the next practice, each in the place of the board
// before, whether the answer is there at once or later.
func TestPractice(t *testing.T) {
	t.Parallel()
	for name, deferAfter := range map[string]time.Duration{"at once": time.Hour, "later": time.Millisecond} {
		t.Run(name, func(t *testing.T) {
			srv, channel := standIn(t)
			store := archivetest.New(t)
			file := strings.NewReader(fishy)
			if _, err := store.ImportFile(t.Context(), importing.Options{Collection: "test"}, file); err != nil {
				t.Fatal(err)
			}
			config := quick(srv)
			config.Store, config.DeferAfter = store, deferAfter
			b := bot.New(store, bot.Config{Log: logTo(t)})
			sudokutest.InBackground(t, func(ctx context.Context) error { return Serve(ctx, config, b, logTo(t)) })
			srv.AwaitReady(t)

			srv.Slash(ann, channel, "play", map[string]string{"tier": "x-wing"}).Answer(t)
			hint := srv.Slash(ann, channel, "hint", map[string]string{"level": "3"}).Answer(t)
			if last := srv.Press(t, ann, hint, "Do it for me").Answer(t); !strings.Contains(last.Text(), "Done: ") {
				t.Errorf("the last level of a hint: %q", last.Text())
			}

			srv.Slash(ann, channel, "submit", map[string]string{"answer": solutionOf(t, fishy)}).Answer(t)
			lesson := srv.Slash(ann, channel, "technique", map[string]string{"name": "x-wing"}).Answer(t)
			first := pressPractice(t, srv, lesson, "Practise")
			game, err := store.CurrentGame(t.Context(), ann.ID, srv.GuildOf(channel))
			if err != nil || game.Practice != logic.XWing {
				t.Fatalf("the game is %+v, %v", game, err)
			}
			found := srv.Slash(ann, channel, "move", map[string]string{"moves": stepOf(game)}).Answer(t)
			if wantBoard(t, found, true); !strings.Contains(found.Text(), "That was it: ") {
				t.Errorf("after the step: %q", found.Text())
			}
			next := pressPractice(t, srv, found, "Practise another")
			if next.Text() != first.Text() || next.ID != found.ID { // there is one puzzle
				t.Errorf("the next practice: %q", next.Text())
			}
			asked := srv.Slash(ann, channel, "practice", map[string]string{"technique": "x-wing"}).Answer(t)
			wantBoard(t, asked, true)
		})
	}
}

// pressPractice presses a button below a board, and wants a practice in its place.
func pressPractice(t *testing.T, srv *discordtest.Server, below discordtest.Message, label string) discordtest.Message {
	t.Helper()
	call := srv.Press(t, ann, below, label)
	practice := call.Answer(t)
	wantBoard(t, practice, true)
	if !call.Updated() || !strings.Contains(practice.Text(), "The easier steps are done") {
		t.Errorf("%s: %q", label, practice.Text())
	}
	return practice
}

func solutionOf(t *testing.T, clues string) string {
	t.Helper()
	grid, err := sudoku.Parse(clues)
	must(t, err)
	solution, err := solver.Solve(grid)
	must(t, err)
	return solution.String()
}

// stepOf returns the moves that make the step that a practice begins with.
func stepOf(g games.Game) string {
	var moves []string
	marks := g.Marks
	for _, e := range g.Practice.StepsIn(g.Start.State())[0].Eliminations {
		marks[e.Cell] = marks[e.Cell].Without(e.Digit)
		moves = append(moves, play.Move{Kind: play.Mark, Cell: e.Cell, Marks: marks[e.Cell]}.String())
	}
	return strings.Join(moves, " ")
}
