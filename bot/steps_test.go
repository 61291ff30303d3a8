package bot

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/player"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/logic"
)

// solveDaily has a player solve the daily with moves, and returns the last reply.
func solveDaily(t *testing.T, b *Bot, store *testStore, player games.Player, options ...string) chat.Reply {
	t.Helper()
	ask(t, b, player, "daily", options...)
	store.wait(20 * time.Minute)
	return solves(t, b, store.Store, player)
}

// buttonTo returns the button of a reply with a label.
func buttonTo(t *testing.T, r chat.Reply, label string) chat.Button {
	t.Helper()
	for _, row := range r.Screen.Rows {
		for _, b := range row {
			if b.Label == label {
				return b
			}
		}
	}
	t.Fatalf("no button %q: %+v", label, r.Screen.Rows)
	return chat.Button{}
}

// From the win on, buttons lead through the whole solution, one step after the other, and back.
func TestSteps(t *testing.T) {
	b, store := practisingBot(t)
	reply := b.Handle(t.Context(), press(ann, buttonTo(t, solveDaily(t, b, store, ann, "tier=x-wing"), "Show the steps")))
	path, err := logic.Path(parse(fishy))
	check(t, err)
	hardest := buttonTo(t, reply, "To the "+chat.SpeechIn("en").Technique(path[player.FirstOfHardest(path)].Technique))
	for n, step := range path {
		if problem := problemOf(reply); problem != "" {
			t.Fatalf("step %d: %s", n+1, problem)
		}
		want := fmt.Sprintf("Step %d of %d · %s", n+1, len(path), chat.SpeechIn("en").Technique(step.Technique))
		if titleOf(reply) != want || !reply.Private || !strings.HasPrefix(textOf(reply), strings.TrimSuffix(chat.Cut(chat.SpeechIn("en").Step(step), 60), "…")) {
			t.Errorf("%q: %q, want %q", titleOf(reply), textOf(reply), want)
		}
		if board := reply.Screen.Board; board.Clues != parse(fishy) || len(board.Placements)+len(board.Eliminations) == 0 {
			t.Errorf("step %d shows %+v", n+1, board)
		}
		if n+1 < len(path) {
			reply = b.Handle(t.Context(), press(ann, buttonTo(t, reply, "Next ▶")))
		}
	}
	for _, row := range reply.Screen.Rows {
		for _, button := range row {
			if button.Label == "Next ▶" {
				t.Error("a step after the last")
			}
		}
	}
	reply = b.Handle(t.Context(), press(ann, buttonTo(t, reply, "◀ Back")))
	if !strings.HasPrefix(titleOf(reply), fmt.Sprintf("Step %d of", len(path)-1)) {
		t.Errorf("back to %q", titleOf(reply))
	}
	if got, want := titleOf(b.Handle(t.Context(), press(ann, hardest))), fmt.Sprintf("Step %d of", player.FirstOfHardest(path)+1); !strings.HasPrefix(got, want) {
		t.Errorf("the hardest: %q, want %q", got, want)
	}
}

// The steps of a puzzle of depth 2 lead to its solution, and each fits in a message.
func TestStepsOfTheHardest(t *testing.T) {
	store := newStoreOf(t, hardest)
	b := store.bot()
	reply := solveDaily(t, b, store, ann, "tier=5")
	path, err := logic.Path(parse(goldenNugget))
	if err != nil {
		t.Fatal(err)
	}
	nested := 1 + slices.IndexFunc(path, func(s logic.Step) bool {
		return slices.ContainsFunc(s.Chain, func(inner logic.Step) bool { return inner.Technique == logic.Contradiction })
	})
	for _, number := range []int{nested, len(path)} {
		reply = ask(t, b, ann, "profile", "show=steps", fmt.Sprintf("which=%d", number))
		if want := fmt.Sprintf("Step %d of %d", number, len(path)); reply.Failed || !strings.HasPrefix(titleOf(reply), want) {
			t.Errorf("%q, want %q", titleOf(reply), want)
		}
	}
}

// The steps of a game that is not solved, or not the player's, stay hidden, however they are asked
// for.
func TestStepsStayHidden(t *testing.T) {
	b, store := practisingBot(t)
	wants(t, ask(t, b, ann, "profile", "show=steps"), "no game here yet")
	ask(t, b, ann, "daily")
	game := store.game(0)
	forged := chat.Button{Label: "x", Press: chat.Press{Verb: chat.ShowStep, Argument: "1", GameID: game.ID}}
	for _, reply := range []chat.Reply{ask(t, b, ann, "profile", "show=steps"), ask(t, b, ann, "profile", "show=steps", "which=3"), b.Handle(t.Context(), press(ann, forged))} {
		if wants(t, reply, "is not solved yet"); !reply.Failed || reply.Screen.Board != nil {
			t.Errorf("%+v", reply)
		}
	}
	solveDaily(t, b, store, ann)
	bob := games.Player{ID: "2", Name: "Bob"}
	for _, id := range []int64{game.ID, 99, -1, 0} {
		forged.Press.GameID = id
		wants(t, b.Handle(t.Context(), press(bob, forged)), "This button no longer works")
	}
	elsewhere := b.Handle(t.Context(), chat.Request{ID: "e", Player: ann, Place: chat.Place{GuildID: "8"}, Action: chat.Press{Verb: chat.ShowStep, Argument: "1", GameID: game.ID}})
	wants(t, elsewhere, "This button no longer works")
	for _, number := range []string{"0", "-1", "999", "1e3", "one", "99999999999999999999", "\x00", "1 2"} {
		if reply := ask(t, b, ann, "profile", "show=steps", "which="+number); !reply.Failed {
			t.Errorf("%q: %s", number, textOf(reply))
		}
	}
	wants(t, ask(t, b, ann, "profile", "show=steps", "which= 2 "), "r")
}

// A win says what no game before it needed, once; answers that were handed in neither say nor count.
func TestNewTechniques(t *testing.T) {
	b, store := practisingBot(t)
	solution, err := solver.Solve(parse(fishy))
	check(t, err)
	ask(t, b, ann, "daily", "tier=x-wing")
	if reply := ask(t, b, ann, "submit", "answer="+solution.String()); strings.Contains(textOf(reply), "New to you") {
		t.Errorf("handed in: %s", textOf(reply))
	}
	first := solveDaily(t, b, store, bob, "tier=x-wing")
	wants(t, first, "New to you: ")
	names := strings.SplitAfter(textOf(first), "New to you: ")[1]
	if !strings.Contains(names, "X-Wing") && !strings.Contains(names, "Contradiction") || strings.Contains(names, "Single") {
		t.Errorf("new: %q", names)
	}
	if again := solveDaily(t, b, store, bob, "tier=medium"); strings.Contains(textOf(again), "New to you") {
		t.Errorf("again: %s", textOf(again))
	}
	other := solveDaily(t, b, store, bob, "tier=fiendish")
	if strings.Contains(textOf(other), "X-Wing") || !strings.Contains(textOf(other), "New to you: Pointing, Naked Pair and Contradiction.") {
		t.Errorf("another puzzle: %s", textOf(other))
	}
}

// Where both ends of a range are minutes, they are named once.
func TestBetween(t *testing.T) {
	for _, test := range []struct {
		language  string
		low, high float64
		want      string
	}{
		{"en", 350, 730, "between 6 and 12 minutes"},
		{"en", 30, 100, "between 30 seconds and 2 minutes"},
		{"en", 3000, 6000, "between 50 minutes and 1 hour and 40 minutes"},
		{"de", 350, 730, "zwischen 6 und 12 Minuten"},
		{"zh-TW", 350, 730, "6 到 12 分鐘之間"},
	} {
		if got := chat.SpeechIn(test.language).Between(test.low, test.high); got != test.want {
			t.Errorf("%s %v-%v: %q, want %q", test.language, test.low, test.high, got, test.want)
		}
	}
}

// Help names the choices of an option once, where its description has them or behind it.
func TestSaysAll(t *testing.T) {
	for _, test := range []struct {
		sentence string
		words    []string
		want     bool
	}{
		{"sudoku (9×9) or shidoku (4×4)", []string{"sudoku", "shidoku"}, true},
		{"off stops the posts, on starts them again", []string{"on", "off"}, true},
		{"on posts without a notification", []string{"on", "off"}, false},
		{"one of them is off", []string{"on", "off"}, false},
		{"數獨（9×9）或四宮數獨（4×4）", []string{"數獨", "四宮數獨"}, true},
	} {
		if got := saysAll(test.sentence, test.words); got != test.want {
			t.Errorf("saysAll(%q, %q) = %t", test.sentence, test.words, got)
		}
	}
}

// What is left of freezes is a sentence also when none is, and Chinese has no blank before it.
func TestFreezesLeft(t *testing.T) {
	for language, want := range map[string]string{
		"en": "A. No freeze is left this month.", "de": "A. Diesen Monat ist kein Joker mehr übrig.", "zh-TW": "A.這個月的凍結都用完了。",
	} {
		s := chat.SpeechIn(language)
		if got := s.Sentences(chat.Plain("A."), s.SayCount("streak.left", 0, locale.Args{})).String(); got != want {
			t.Errorf("%s: %q, want %q", language, got, want)
		}
	}
}
