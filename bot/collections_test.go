package bot

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// asks lets an admin ask for collections.
func asks(t *testing.T, b *Bot, options ...string) Reply {
	t.Helper()
	given := map[string]string{}
	for _, option := range options {
		name, value, _ := strings.Cut(option, "=")
		given[name] = value
	}
	r := request(ann, "collections", given)
	r.Rights.ManageGuild = true
	return b.Handle(t.Context(), r)
}

func chosen(s *fakeStore) (ids []int64) {
	for _, o := range s.offers {
		if o.Chosen {
			ids = append(ids, o.ID)
		}
	}
	return ids
}

func TestCollections(t *testing.T) {
	store := newFakeStore()
	b := New(store, Config{Now: store.clock.Now})
	all := library.Supply{2, 100, 90, 80, 70, 60}
	store.offers = []library.Offer{
		{ID: 1, Name: "best", Own: true, Puzzles: library.Supply{0, 5, 4, 3, 1, 0}}, {ID: 2, Name: "easy, quick", Own: true, Puzzles: library.Supply{0, 9}},
		{ID: 3, Name: "Starter", Puzzles: all}, {ID: 4, Name: "best", Puzzles: all}, {ID: 5, Name: "easy"},
	}
	reply := asks(t, b)
	wants(t, reply, "Puzzles here come from all of these collections:\nbest, of this server: 5 Easy, 4 Medium, 3 Hard, 1 Expert\n")
	wants(t, reply, "\nStarter: 100 Easy, 90 Medium, 80 Hard, 70 Expert, 60 Fiendish, 2 shidoku\nbest #2: 100")
	wants(t, reply, "\neasy: no puzzle")
	if !reply.Private || reply.Failed || reply.title() != "Collections" {
		t.Errorf("%+v", reply)
	}
	for choice, want := range map[string][]int64{
		"best": {1}, "best #2": {4}, " Starter ,best #2": {3, 4}, "easy, quick": {2}, "easy,best,best": {1, 5}, "easy, quick, easy": {2, 5}, "best, Starter,": {1, 3},
	} {
		if reply := asks(t, b, "choose="+choice); reply.Failed || fmt.Sprint(chosen(store)) != fmt.Sprint(want) {
			t.Errorf("%q chooses %v, want %v: %s", choice, chosen(store), want, reply.text())
		}
	}
	reply = asks(t, b, "choose=easy, quick")
	wants(t, reply, "Puzzles here come from the chosen ones of these collections; /collections all=yes goes back to all.")
	wants(t, reply, "They have no sudoku of a difficulty that /schedule asks for: Medium, Hard, Expert.")
	wants(t, reply, "easy, quick, of this server, chosen: 9 Easy")
	for option, want := range map[string]string{
		"choose=Best": `no collection "Best" here: /collections lists them`, "choose=best Starter": `no collection "best Starter" here`,
		"choose=best,nowhere, easy": `no collection "nowhere" here`, "choose=,": `no collection "" here`, "choose=": `no collection "" here`, "all=no": `all cannot be "no": want yes`,
	} {
		if reply := asks(t, b, option); !reply.Failed || len(chosen(store)) != 1 {
			t.Errorf("%s is not refused", option)
		} else {
			wants(t, reply, want)
		}
	}
	wants(t, asks(t, b, "all=yes", "choose=best"), "want either some collections or all of them")
	store.lost = 2
	wants(t, asks(t, b), "2 collections that were chosen are no longer shared.")
	wants(t, asks(t, b, "all=yes"), "come from all of these")
	if len(chosen(store)) > 0 {
		t.Errorf("still chosen: %v", chosen(store))
	}
	if reply := ask(t, b, ann, "collections", "all=yes"); !reply.Failed {
		t.Error("a player chooses")
	}
}

// Names come from whoever imports: none steers the reply, and many are cut.
func TestManyCollections(t *testing.T) {
	store := newFakeStore()
	for i := range 300 {
		store.offers = append(store.offers, library.Offer{ID: int64(i), Name: fmt.Sprint(strings.Repeat("@everyone **buy** ", 11), i%3)})
	}
	reply := asks(t, New(store, Config{Now: store.clock.Now}))
	wants(t, reply, " more")
	for _, p := range reply.Screen.Body {
		if p.Kind != CodePart && strings.Contains(p.Text, "buy") {
			t.Errorf("%q is not quoted", p.Text)
		}
	}
	seen := map[string]bool{}
	for _, label := range labels(store.offers) {
		if seen[label] {
			t.Fatalf("two collections are called %q", label)
		}
		seen[label] = true
	}
}

// An import says where its puzzles do not come from, and belongs to the guild.
func TestImportBesideAChoice(t *testing.T) {
	b, store := realBot(t, newFakeStore().clock)
	shidoku := func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader("1.....3..2.....4")), nil }
	imports := func() Reply { return b.Handle(t.Context(), importRequest("best", shidoku)) }
	if reply := imports(); strings.Contains(reply.text(), "chosen") {
		t.Errorf("%s", reply.text())
	}
	wants(t, asks(t, b, "choose=Test"), "Test, chosen: 1 Fiendish")
	wants(t, imports(), "Puzzles here come from other collections, which were chosen: /collections changes that.")
	wants(t, asks(t, b, "choose=Test,best"), "best, of this server, chosen: 1 shidoku")
	if reply := imports(); strings.Contains(reply.text(), "chosen") {
		t.Errorf("%s", reply.text())
	}
	collections, err := store.Collections(t.Context())
	if err != nil || len(collections) != 2 || collections[1].GuildID != "7" || collections[1].Shared {
		t.Errorf("the collections are %+v, %v", collections, err)
	}
	wants(t, asks(t, b, "choose=best"), "They have no sudoku of a difficulty")
	wants(t, ask(t, b, ann, "play", "tier=5"), "the collections chosen here have no puzzle of this kind")
	wants(t, ask(t, b, ann, "daily", "tier=5"), "the collections chosen here have no puzzle of this kind")
	offers, _, err := store.Offers(t.Context(), "8")
	if err != nil || len(offers) != 1 || offers[0].Name != "Test" || offers[0].Puzzles.Of(sudoku.Sudoku, logic.TierGuessing) != 1 {
		t.Errorf("another guild may choose %+v, %v", offers, err)
	}
}

// An import that has no guild would be the operator's.
func TestImportOutsideOfGuilds(t *testing.T) {
	b, store := realBot(t, newFakeStore().clock)
	r := importRequest("best", someText)
	r.Place.GuildID = ""
	if reply := b.Handle(t.Context(), r); !reply.Failed {
		t.Error("not refused")
	}
	if collections, err := store.Collections(t.Context()); err != nil || len(collections) != 1 {
		t.Errorf("the collections are %+v, %v", collections, err)
	}
}
