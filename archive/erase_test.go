package archive_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/people"
	"github.com/gridkeeper/gridkeeper/archive/search"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Ids that stand nowhere by chance.
const (
	leaving = "881234567890123456"
	staying = "991234567890123456"
)

// settled returns an archive with two guilds that have all that a guild can have, and players in one
// of them or in both.
func settled(t *testing.T) (url string, s *archive.Store) {
	t.Helper()
	url = archivetest.URL(t)
	now := &clock{at("2026-03-05 12:00")}
	s = archivetest.Open(t, url).WithClock(now.read)
	all := archivetest.Puzzles(40, 1)
	archivetest.Import(t, s, "everyone's", all[:30]...)
	for i, guildID := range []string{leaving, staying} {
		guild := daily.NewGuild(guildID)
		guild.ChannelID, guild.Scheduled, guild.Since = "channel of "+guildID, true, date("2026-03-05")
		err := s.AddGreeting(t.Context(), guildID, "channel", "")
		must(t, err)
		must(t, s.SaveGuild(t.Context(), guild))
		must(t, s.SetContact(t.Context(), guildID, daily.Contact{PlayerID: "both", ChannelID: "c", Language: "de"}))
		archivetest.ImportFor(t, s, guildID, "own", all[30+i], all[32+i])
		archivetest.ImportFor(t, s, guildID, "lent", all[34+i])
		must(t, s.ShareCollection(t.Context(), guildID, "lent", true, "test"))
		_, _, err = s.SaveSearch(t.Context(), search.Saved{GuildID: guildID, Name: "nice", By: "Ann (1)"})
		must(t, err)
		must(t, s.NoteChange(t.Context(), library.Change{By: "Ann (1)", GuildID: guildID, Action: library.ImportedFile}))
		archivetest.Choose(t, s, guildID, "own", "everyone's")
		d := chosen(t, s, guild, date("2026-03-05"), sudoku.Sudoku, 0)
		must(t, s.AddPost(t.Context(), d, guild.ChannelID))
		for _, player := range []string{"both", "only in " + guildID, "hides in " + guildID} {
			g, err := s.StartDaily(t.Context(), games.Player{ID: player, Name: player}, d)
			must(t, err)
			solve(t, s, g)
			_, err = s.StartGame(t.Context(), games.Player{ID: player}, guild, sudoku.Sudoku, 0)
			must(t, err)
		}
		must(t, s.HidePlayer(t.Context(), games.Player{ID: "hides in " + guildID}, true))
	}
	return url, s
}

// leave lets a guild remove the bot so many days ago.
func leave(t *testing.T, url string, s *archive.Store, guildID string, days int) {
	t.Helper()
	_, err := s.StopPosts(t.Context(), guildID, "")
	must(t, err)
	must(t, s.GuildLeft(t.Context(), guildID))
	must(t, s.GuildLeft(t.Context(), guildID)) // the second time does not begin the days anew
	archivetest.Exec(t, url, fmt.Sprintf(`update departure set at = at - interval '%d days' where guild = '%s'`, days, guildID))
}

func erase(t *testing.T, s *archive.Store, want int) {
	t.Helper()
	erased, err := s.EraseDeparted(t.Context())
	if err != nil || erased != want {
		t.Fatalf("%d guilds erased, %v, want %d", erased, err, want)
	}
}

// Thirty days after a guild has removed the bot nothing says that it was there, but for what it has
// shared, and all that is of others stays.
func TestErase(t *testing.T) {
	url, s := settled(t)
	before := archivetest.Holding(t, url, staying)
	must(t, s.SetContact(t.Context(), leaving, daily.Contact{PlayerID: "only in " + leaving, ChannelID: "c", Language: "de"}))
	_, err := s.AddLink(t.Context(), people.Link{Player: games.Player{ID: "reads in " + leaving}, GuildID: leaving})
	must(t, err)
	leave(t, url, s, leaving, 29)
	erase(t, s, 0)
	if g, err := s.Guild(t.Context(), leaving); err != nil || g.ChannelID == "" {
		t.Fatalf("after 29 days: %+v, %v", g, err)
	}
	leave(t, url, s, leaving, 2)
	archivetest.Exec(t, url, `insert into game (player, guild, puzzle, transform, shape, slot, tier, grid, marks, started, import, position)
		select player, guild, puzzle, transform, shape, slot, tier, grid, marks, started, import, position
		from game, generate_series(1, 700) where guild = '`+leaving+`' and date is null and player = 'both'`)
	erase(t, s, 1)
	erase(t, s, 0)
	if diff := cmp.Diff([]string{"collection.guild", "player.id", "player.name", "rotation.owner", "drawn.owner", "settings.player"}, archivetest.Holding(t, url, leaving),
		cmp.Transformer("sorted", sorted)); diff != "" { // the collection that is shared, and the player who hides
		t.Error(diff)
	}
	for _, player := range []string{"only in " + leaving, "reads in " + leaving} {
		if got := archivetest.Holding(t, url, player); len(got) > 0 {
			t.Errorf("who was %s is left in %v", player, got)
		}
	}
	if diff := cmp.Diff(before, archivetest.Holding(t, url, staying)); diff != "" {
		t.Errorf("of the guild that stays:\n%s", diff)
	}
	collections, err := s.Collections(t.Context())
	must(t, err)
	var got []string
	for _, c := range collections {
		got = append(got, c.GuildID+" "+c.Name+" "+c.By)
	}
	want := []string{" everyone's test", leaving + " lent ", staying + " lent Ann (1)", staying + " own Ann (1)"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if g, err := s.CurrentGame(t.Context(), "both", staying); err != nil || g.Player.ID != "both" {
		t.Errorf("the game in the other guild: %+v, %v", g, err)
	}
}

// A guild is erased at once if that is asked for, with as little left as after thirty days.
func TestEraseGuild(t *testing.T) {
	url, s := settled(t)
	before := archivetest.Holding(t, url, staying)
	must(t, s.EraseGuild(t.Context(), leaving))
	if diff := cmp.Diff([]string{"collection.guild", "player.id", "player.name", "rotation.owner", "drawn.owner", "settings.player"}, archivetest.Holding(t, url, leaving),
		cmp.Transformer("sorted", sorted)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(before, archivetest.Holding(t, url, staying)); diff != "" {
		t.Errorf("of the guild that stays:\n%s", diff)
	}
	if n, err := s.Departed(t.Context()); n != 0 || err != nil {
		t.Errorf("%d guilds wait to be erased, %v", n, err)
	}
}

// Of the guilds of a shard those that Discord does not list have left, but for one with posts, which will tell; whoever
// plays elsewhere than on Discord has not.
func TestGuildsListed(t *testing.T) {
	url := archivetest.URL(t)
	s := archivetest.Open(t, url)
	archivetest.Import(t, s, "everyone's", archivetest.Puzzles(3, 1)...)
	const odd, even, played, scheduled, there = "1234567890123456789", "1234567890127651093", "991234567890123457", "1234567890123456791", "1234567890123456793"
	for _, id := range []string{odd, even, there, scheduled, "terminal"} {
		g := daily.NewGuild(id)
		if id == scheduled {
			g.ChannelID, g.Scheduled, g.Since = "c", true, date("2026-03-05")
		}
		must(t, s.SaveGuild(t.Context(), g))
	}
	for _, id := range []string{played, "terminal", people.PrivateGuild(ann.ID)} {
		_, err := s.StartGame(t.Context(), ann, daily.NewGuild(id), sudoku.Sudoku, 0)
		must(t, err)
	}
	for _, c := range []struct {
		shard, count int
		want         string
	}{{1, 2, odd}, {1, 2, ""}, {0, 2, even + " " + played}, {0, 1, ""}} {
		before := archivetest.Read[string](t, url, "select guild from departure")
		n, err := s.GuildsListed(t.Context(), c.shard, c.count, []string{there})
		after := archivetest.Read[string](t, url, "select guild from departure where guild <> all($1) order by length(guild) desc", before)
		if got := strings.Join(after, " "); err != nil || got != c.want || n != len(after) {
			t.Errorf("shard %d of %d: %d, %q have left, %v, want %q", c.shard, c.count, n, got, err, c.want)
		}
	}
}

// Who comes back in time keeps everything, and so does a guild where something happened since: it was
// taken for gone by mistake.
func TestEraseNot(t *testing.T) {
	for name, stay := range map[string]func(t *testing.T, s *archive.Store){
		"it came back": func(t *testing.T, s *archive.Store) {
			must(t, s.GuildsPresent(t.Context(), []string{staying, leaving}))
		},
		"it set posts up": func(t *testing.T, s *archive.Store) {
			g, err := s.Guild(t.Context(), leaving)
			must(t, err)
			g.Scheduled = true
			must(t, s.SaveGuild(t.Context(), g))
		},
		"it played": func(t *testing.T, s *archive.Store) {
			now := &clock{at("2026-03-05 12:00").AddDate(100, 0, 0)} // after the departure, by any clock
			_, err := s.WithClock(now.read).StartGame(t.Context(), ann, daily.NewGuild(leaving), sudoku.Sudoku, 0)
			must(t, err)
		},
	} {
		t.Run(name, func(t *testing.T) {
			url, s := settled(t)
			leave(t, url, s, leaving, 31)
			stay(t, s)
			erase(t, s, 0)
			results, err := s.DailyResults(t.Context(), leaving, date("2026-03-05"), "")
			if err != nil || len(results) != 3 {
				t.Errorf("%d results, %v", len(results), err)
			}
			if got := archivetest.Holding(t, url, leaving); strings.Contains(strings.Join(got, " "), "departure") {
				t.Errorf("it still counts as gone: %v", got)
			}
		})
	}
}

// A guild that comes back when its games are gone keeps the rest.
func TestEraseNoMore(t *testing.T) {
	url, s := settled(t)
	leave(t, url, s, leaving, 31)
	archivetest.Exec(t, url, `
		create function comes_back() returns trigger language plpgsql as 'begin delete from departure; return null; end';
		create trigger comes_back after delete on game for each statement execute function comes_back()`)
	erase(t, s, 1)
	for _, table := range []string{"collection", "audit"} {
		if n := archivetest.Read[int](t, url, `select count(*) from `+table+` where guild = $1`, leaving); n[0] == 0 {
			t.Errorf("nothing of it is left in %s", table)
		}
	}
}

// Many processes erase together, without an error and nothing twice. What others are shown of a
// collection that was shared once stays.
func TestEraseTogether(t *testing.T) {
	url, s := settled(t)
	archivetest.Choose(t, s, staying, "own")
	must(t, s.ShareCollection(t.Context(), leaving, "own", true, "test"))
	must(t, s.Choose(t.Context(), daily.NewGuild("third"), offerOf(t, s, "third", "own")))
	_, err := s.StartGame(t.Context(), ann, daily.NewGuild("third"), sudoku.Sudoku, 0)
	must(t, err)
	must(t, s.ShareCollection(t.Context(), leaving, "own", false, "test"))
	leave(t, url, s, leaving, 31)
	var all sync.WaitGroup
	var mu sync.Mutex
	total := 0
	for range 4 {
		all.Go(func() {
			n, err := s.EraseDeparted(context.Background())
			if err != nil {
				t.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			total += n
		})
	}
	all.Wait()
	erase(t, s, 0)
	if g, err := s.CurrentGame(t.Context(), "ann", "third"); err != nil || g.Clues.Len() == 0 {
		t.Errorf("a game of another guild: %+v, %v", g, err)
	}
	if results, err := s.DailyResults(t.Context(), leaving, date("2026-03-05"), ""); err != nil || len(results) != 0 || total == 0 {
		t.Errorf("%d results are left, %d erased, %v", len(results), total, err)
	}
}

func offerOf(t *testing.T, s *archive.Store, guildID, name string) int64 {
	t.Helper()
	offers, _, err := s.Offers(t.Context(), guildID)
	must(t, err)
	for _, o := range offers {
		if o.Name == name {
			return o.ID
		}
	}
	t.Fatalf("no offer %q among %+v", name, offers)
	return 0
}
