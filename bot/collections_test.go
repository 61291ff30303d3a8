package bot

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/bot/admin"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// asks lets an admin ask for collections.
func asks(t *testing.T, b *Bot, options ...string) chat.Reply {
	t.Helper()
	return b.Handle(t.Context(), managing("collections", options...))
}

// offer adds a collection to the archive, without its puzzles: numbers of shidoku and of sudoku by tier.
func (s *testStore) offer(guild, name string, puzzles library.TierCounts) (id int64) {
	s.t.Helper()
	var owner *string
	if guild != "" {
		owner = &guild
		s.save(daily.NewGuild(guild))
	}
	id = archivetest.Read[int64](s.t, s.url, `insert into collection (name, guild, shared) values ($1, $2, $2::text is null) returning id`, name, owner)[0]
	for slot, n := range puzzles {
		if n > 0 {
			archivetest.Exec(s.t, s.url, fmt.Sprintf(`insert into collection_count values (%d, %d, %d)`, id, slot, n))
		}
	}
	return id
}

func (s *testStore) offers() []library.Offer {
	s.t.Helper()
	offers, _, err := s.Offers(s.t.Context(), "7")
	check(s.t, err)
	return offers
}

// chosen are the collections that guild 7 has chosen.
func (s *testStore) chosen() (ids []int64) {
	for _, o := range s.offers() {
		if o.Chosen {
			ids = append(ids, o.ID)
		}
	}
	slices.Sort(ids)
	return ids
}

func TestCollections(t *testing.T) {
	store := newStore(t)
	b := store.bot()
	all := library.TierCounts{2, 100, 90, 80, 70, 60}
	best, quick := store.offer("7", "best", library.TierCounts{0, 5, 4, 3, 1, 0}), store.offer("7", "easy, quick", library.TierCounts{0, 9})
	starter, second, easy := store.offer("", "Starter", all), store.offer("", "best", all), store.offer("", "easy", library.TierCounts{})
	reply := asks(t, b)
	wants(t, reply, "Puzzles here come from all of these collections:\nbest, of this server: 5 Easy, 4 Medium, 3 Hard, 1 Expert\n")
	wants(t, reply, "\nStarter: 100 Easy, 90 Medium, 80 Hard, 70 Expert, 60 Fiendish, 2 shidoku\nTest: 1 Easy, 1 Medium, 1 Hard, 1 Fiendish, 1 shidoku\nbest #2: 100")
	wants(t, reply, "\neasy: no puzzle")
	if !reply.Private || reply.Failed || titleOf(reply) != "Collections" {
		t.Errorf("%+v", reply)
	}
	for choice, want := range map[string][]int64{
		"best": {best}, "best #2": {second}, " Starter ,best #2": {starter, second}, "easy, quick": {quick}, "easy,best,best": {best, easy},
		"easy, quick, easy": {quick, easy}, "best, Starter,": {best, starter},
	} {
		if reply := asks(t, b, "choose="+choice); reply.Failed || fmt.Sprint(store.chosen()) != fmt.Sprint(want) {
			t.Errorf("%q chooses %v, want %v: %s", choice, store.chosen(), want, textOf(reply))
		}
	}
	reply = asks(t, b, "choose=easy, quick")
	wants(t, reply, "Puzzles here come from the chosen collections in this list; /collections all=yes goes back to all.")
	wants(t, reply, "Friday and Sunday will have no post: the collections chosen here have no Hard puzzle.")
	wants(t, reply, "easy, quick, of this server, chosen: 9 Easy")
	for option, want := range map[string]string{
		"choose=Best": `no collection "Best" here: /collections lists them`, "choose=best Starter": `no collection "best Starter" here`,
		"choose=best,nowhere, easy": `no collection "nowhere" here`, "choose=,": `no collection "" here`, "choose=": `no collection "" here`, "all=no": `all cannot be "no": use yes`,
	} {
		if reply := asks(t, b, option); !reply.Failed || len(store.chosen()) != 1 {
			t.Errorf("%s is not refused", option)
		} else {
			wants(t, reply, want)
		}
	}
	wants(t, asks(t, b, "all=yes", "choose=best"), "choose some collections or all of them, not both")
	archivetest.Exec(t, store.url, fmt.Sprintf(`
		insert into choice (guild, collection) values ('7', %d), ('7', %d);
		update collection set shared = false where id in (%[1]d, %[2]d)`, starter, second))
	wants(t, asks(t, b), "2 collections that were chosen are no longer shared.")
	wants(t, asks(t, b, "all=yes"), "come from all of these")
	if len(store.chosen()) > 0 {
		t.Errorf("still chosen: %v", store.chosen())
	}
	if reply := ask(t, b, ann, "collections", "all=yes"); !reply.Failed {
		t.Error("a player chooses")
	}
}

// Names come from whoever imports: none steers the reply, and many are cut.
func TestManyCollections(t *testing.T) {
	store := newStore(t)
	for i := range 100 {
		store.save(daily.NewGuild(fmt.Sprint("guild ", i)))
	}
	archivetest.Exec(t, store.url, `
		insert into collection (name, guild, shared)
		select repeat('@everyone **buy** ', 11) || n, g.id, true from guild g, generate_series(1, 3) n`)
	reply := asks(t, store.bot())
	wants(t, reply, " more")
	for _, p := range reply.Screen.Body {
		if p.Kind != chat.CodePart && strings.Contains(p.Text, "buy") {
			t.Errorf("%q is not quoted", p.Text)
		}
	}
	seen := map[string]bool{}
	for _, label := range admin.Labels(store.offers()) {
		if seen[label] {
			t.Fatalf("two collections are called %q", label)
		}
		seen[label] = true
	}
}

// An import says where its puzzles do not come from, and belongs to the guild.
func TestImportBesideAChoice(t *testing.T) {
	b, store := realBot(t, &clock{time.Date(2026, 3, 5, 10, 0, 0, 0, time.UTC)})
	shidoku := func(context.Context) (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader("1.....3..2.....4")), nil
	}
	imports := func() chat.Reply { return b.Handle(t.Context(), importRequest("best", shidoku)) }
	if reply := imports(); strings.Contains(textOf(reply), "chosen") {
		t.Errorf("%s", textOf(reply))
	}
	wants(t, asks(t, b, "choose=Test"), "Test, chosen: 1 Fiendish")
	wants(t, imports(), "This collection is not among those chosen for the puzzles here: /collections changes that.")
	wants(t, asks(t, b, "choose=Test,best"), "best, of this server, chosen: 1 shidoku")
	if reply := imports(); strings.Contains(textOf(reply), "chosen") {
		t.Errorf("%s", textOf(reply))
	}
	collections, err := store.Collections(t.Context())
	if err != nil || len(collections) != 2 || collections[1].GuildID != "7" || collections[1].Shared {
		t.Errorf("the collections are %+v, %v", collections, err)
	}
	wants(t, asks(t, b, "choose=best"), "will have no post: the collections chosen here have no Easy puzzle.")
	wants(t, ask(t, b, ann, "play", "tier=5"), "the collections chosen here have no puzzle of this kind")
	wants(t, ask(t, b, ann, "daily", "tier=5"), "the collections chosen here have no puzzle of this kind")
	offers, _, err := store.Offers(t.Context(), "8")
	if err != nil || len(offers) != 1 || offers[0].Name != "Test" || offers[0].Puzzles.Of(sudoku.Sudoku, logic.TierGuessing) != 1 {
		t.Errorf("another guild may choose %+v, %v", offers, err)
	}
}

// An import that has no guild would be the operator's.
func TestImportOutsideOfGuilds(t *testing.T) {
	b, store := realBot(t, &clock{time.Date(2026, 3, 5, 10, 0, 0, 0, time.UTC)})
	r := importRequest("best", someText)
	r.Place.GuildID = ""
	if reply := b.Handle(t.Context(), r); !reply.Failed {
		t.Error("not refused")
	}
	if collections, err := store.Collections(t.Context()); err != nil || len(collections) != 1 {
		t.Errorf("the collections are %+v, %v", collections, err)
	}
}
