package bot

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// fishyFirst has a puzzle of the tier x-wing besides two others and a shidoku.
var fishyFirst = &archivetest.Template{Fill: filled(fishy, moler, thursday, mini)}

// fishy first needs an X-Wing.
const fishy = "..93..........7.....7415..9.15...8.4.7.........39.8..1...1....3.6..74.1..51....42"

func practisingBot(t *testing.T) (*Bot, *testStore) {
	store := newStoreOf(t, fishyFirst)
	return store.bot(), store
}

// stepMoves are the moves that make the step that a game begins with.
func stepMoves(t *testing.T, g games.Game) string {
	t.Helper()
	step := g.Practice.StepsIn(g.Start.State())[0]
	marks := g.Start.Marks
	for _, e := range step.Eliminations {
		marks[e.Cell] = marks[e.Cell].Without(e.Digit)
	}
	var moves []string
	for _, p := range step.Placements {
		moves = append(moves, play.Move{Kind: play.Place, Cell: p.Cell, Digit: p.Digit}.String())
	}
	for _, e := range step.Eliminations {
		moves = append(moves, play.Move{Kind: play.Mark, Cell: e.Cell, Marks: marks[e.Cell]}.String())
	}
	return strings.Join(moves, " ")
}

// A practice begins in the middle, says so when the step is found, offers another, and goes on to
// the end, which counts for nothing else and is not shared.
func TestPractice(t *testing.T) {
	b, store := practisingBot(t)
	guild := daily.NewGuild("7")
	guild.AnnounceResults = true
	store.save(guild)
	reply := ask(t, b, ann, "practice", "technique=X-Wing")
	wants(t, reply, "The easier steps are done; the next one is X-Wing.")
	wants(t, reply, "/technique name=x-wing explains it, /hint helps.")
	if titleOf(reply) != "Practice: X-Wing · sudoku 1 · Expert" || reply.Screen.Board.Grid == reply.Screen.Board.Clues || reply.Screen.Board.Marks == (sudoku.Pencilmarks{}) {
		t.Errorf("%s: %+v", titleOf(reply), reply.Screen.Board)
	}
	wants(t, ask(t, b, ann, "undo"), "nothing to undo")
	wants(t, ask(t, b, ann, "check"), "No mistakes")
	wants(t, ask(t, b, ann, "hint", "level=2"), "X-Wing: look for")

	moves := stepMoves(t, store.game(0))
	found := ask(t, b, ann, "move", "moves="+moves)
	wants(t, found, "That was it: ")
	wants(t, found, "or practise with another puzzle.")
	if len(found.Screen.Rows) != 1 || found.Screen.Rows[0][0].Label != "Practise another" {
		t.Errorf("the buttons are %+v", found.Screen.Rows)
	}
	wants(t, ask(t, b, ann, "move", "moves=-?"), "cells to go")
	wants(t, ask(t, b, ann, "undo"), "Undone: -?")
	wants(t, ask(t, b, ann, "undo"), "Undone: "+moves)
	wants(t, ask(t, b, ann, "undo"), "nothing to undo")
	if g := store.game(0); g.Board != g.Start {
		t.Errorf("undone it is %+v", g.Board)
	}
	wants(t, ask(t, b, ann, "board"), "cells to go")

	solution, err := solver.Solve(parse(fishy))
	check(t, err)
	end := ask(t, b, ann, "submit", "answer="+solution.String())
	wants(t, end, "Correct! You solved sudoku 1 from its first X-Wing in ")
	if len(end.Notices) > 0 || len(end.Screen.Rows) != 1 || buttonsOf(end) != "Practise another, Practise a weak spot, Show the steps" || end.Screen.Rows[0][0].Press.Verb != chat.StartPractice {
		t.Errorf("at the end: %+v", end)
	}
	wants(t, ask(t, b, ann, "share"), "a practice game cannot be shared")
	wants(t, ask(t, b, ann, "streak"), "No streak yet")
	wants(t, b.Handle(t.Context(), press(ann, end.Screen.Rows[0][0])), "The easier steps are done")
}

// Every technique can be asked for in any spelling, and what cannot be practised says what to do.
func TestPracticeRefused(t *testing.T) {
	b, store := practisingBot(t)
	wants(t, ask(t, b, ann, "practice", "technique=magic"), `unknown technique "magic"`)
	wants(t, ask(t, b, ann, "practice"), "the next one is") // easier techniques have no puzzle here
	none := ask(t, b, ann, "practice", "technique=jellyfish")
	wants(t, none, "no puzzle to practise Jellyfish with: the only one that might need it does not; ask an admin to add some that do with /import")
	looked := archivetest.Read[int](t, store.url, `select count(*) from rotation where owner = 'practice jellyfish 1'`)[0]
	if !none.Failed || looked == 0 {
		t.Errorf("%+v, and how far it has looked is not kept", none)
	}
	single := ask(t, b, ann, "practice", "technique=Hidden Single")
	wants(t, single, "Find the digit and place it")
}

// The step that a hint makes was not the player's, who may try another.
func TestPracticeByHint(t *testing.T) {
	b, store := practisingBot(t)
	ask(t, b, ann, "practice", "technique=x-wing")
	reply := ask(t, b, ann, "hint", "level=4")
	if strings.Contains(textOf(reply), "That was it") || len(reply.Screen.Rows) != 1 || reply.Screen.Rows[0][0].Press.Verb != chat.StartPractice {
		t.Errorf("%+v", reply)
	}
	b.Handle(t.Context(), press(ann, reply.Screen.Rows[0][0]))
	if store.count("game") != 2 {
		t.Errorf("%d games", store.count("game"))
	}
}

// A button that is pressed twice starts one game, and below an old game only shows the newest.
func TestPracticeButtons(t *testing.T) {
	b, store := practisingBot(t)
	lesson := ask(t, b, ann, "technique", "name=x-wing")
	if len(lesson.Screen.Rows) != 1 || lesson.Screen.Rows[0][0].Label != "Practise" {
		t.Fatalf("below a lesson: %+v", lesson.Screen.Rows)
	}
	for range 2 {
		wants(t, b.Handle(t.Context(), press(ann, lesson.Screen.Rows[0][0])), "The easier steps are done")
	}
	if store.count("game") != 1 {
		t.Errorf("two presses start %d games", store.count("game"))
	}
	below := ask(t, b, ann, "move", "moves="+stepMoves(t, store.game(0))).Screen.Rows[0]
	another, weak := below[0], below[1]
	for range 2 {
		b.Handle(t.Context(), press(ann, another))
	}
	if store.count("game") != 2 {
		t.Errorf("two presses more: %d games", store.count("game"))
	}
	weak.Press.GameID, weak.Press.Revision = store.game(1).ID, 0
	for range 2 {
		wants(t, b.Handle(t.Context(), press(ann, weak)), "the next one is ")
	}
	if store.count("game") != 3 {
		t.Errorf("two presses for a weak spot: %d games", store.count("game"))
	}
	ask(t, b, ann, "daily")
	if reply := b.Handle(t.Context(), press(ann, another)); !strings.HasPrefix(titleOf(reply), "Daily") || store.count("game") != 4 {
		t.Errorf("%s, %d games", titleOf(reply), store.count("game"))
	}
	nonsense := chat.Button{Press: chat.Press{Verb: chat.StartPractice, Argument: "x-wing/../", GameID: -1}}
	wants(t, b.Handle(t.Context(), press(ann, nonsense)), "unknown technique")
}

// Two devices that press the same button at the same time, and a request that arrives twice, get
// one practice on a real archive.
func TestPracticeOnTwoDevices(t *testing.T) {
	c := &clock{time.Date(2026, 3, 1, 9, 0, 1, 0, time.UTC)}
	store := archivetest.New(t).WithClock(c.Now)
	if _, err := store.ImportFile(t.Context(), importing.Options{Collection: "Test"}, strings.NewReader(fishy)); err != nil {
		t.Fatal(err)
	}
	b := New(store, Config{Now: c.Now})
	first := request(ann, "practice", map[string]string{"technique": "x-wing"})
	first.ID = "first"
	begun := b.Handle(t.Context(), first)
	if again := b.Handle(t.Context(), first); textOf(again) != textOf(begun) {
		t.Errorf("a replay is answered %q", textOf(again))
	}
	game, err := store.CurrentGame(t.Context(), ann.ID, first.Place.GuildID)
	if err != nil || game.Practice != logic.XWing {
		t.Fatalf("%+v, %v", game, err)
	}
	found := ask(t, b, ann, "move", "moves="+stepMoves(t, game))
	wants(t, found, "That was it: ")
	var presses sync.WaitGroup
	titles := make([]string, 4)
	for i := range titles {
		presses.Go(func() {
			r := press(ann, found.Screen.Rows[0][0])
			r.ID = fmt.Sprint("device ", i)
			titles[i] = textOf(b.Handle(t.Context(), r))
		})
	}
	presses.Wait()
	for _, title := range titles {
		if !strings.HasPrefix(title, "The easier steps are done") {
			t.Errorf("a device shows %q", title)
		}
	}
	last, err := store.CurrentGame(t.Context(), ann.ID, first.Place.GuildID)
	if err != nil || last.ID != game.ID+1 {
		t.Errorf("after %d the game is %d, %v", game.ID, last.ID, err)
	}
}
