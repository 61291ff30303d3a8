package archive_test

import (
	"encoding/hex"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// handIn fills the table of the Patterns Game as older programs did.
func handIn(t *testing.T, url, guild, player, age, puzzle string) {
	t.Helper()
	g := sudokutest.Parse(t, puzzle)
	key := canon.KeyOf(g)
	archivetest.Exec(t, url, fmt.Sprintf(`
			with round as (insert into pattern_round (guild, grid) values ('%[1]s', '\x%[2]x') returning id)
			insert into pattern_puzzle (guild, key, round, player, grid, er, ep, ed, submitted)
			select '%[1]s', '%[3]s', id, nullif('%[4]s', ''), '\x%[2]x', '7.1', '1.2', '1.2', clock_timestamp() - interval '%[5]s' from round`,
		guild, postgres.PackGrid(g), hex.EncodeToString(key[:]), player, age))
}

// patternsOf returns the lines of the collection of a guild, with their authors and comments.
func patternsOf(t *testing.T, url, guild string) []string {
	t.Helper()
	return archivetest.Read[string](t, url, `
		select convert_from(e.author, 'utf8') || '|' || convert_from(e.comment, 'utf8') || '|' || (p.score > 0) || '|' || (e.slot is not null)
		from entry e join puzzle p on p.id = e.puzzle join collection c on c.id = e.collection
		where c.guild = '`+guild+`' and c.name = 'patterns-game' order by e.import, e.position`)
}

// The puzzles of the Patterns Game become a collection of each guild, with their authors; what the step did, it does not do
// again.
func TestImportPatterns(t *testing.T) {
	t.Parallel()
	url := archivetest.URL(t)
	s, ctx := archivetest.Open(t, url), t.Context()
	must(t, s.ImportPatterns(ctx)) // there is nothing to do
	grids := archivetest.Singletons(6, 1)
	archivetest.Import(t, s, "some", grids[0])
	must(t, s.SaveSettings(ctx, ann, games.Settings{}))
	must(t, s.SaveSettings(ctx, games.Player{ID: "bob", Name: `Bob "B", the 2nd`}, games.Settings{}))
	must(t, s.SaveSettings(ctx, carol, games.Settings{Hidden: true}))
	handIn(t, url, "42", "ann", "2 days", grids[0]) // which the archive has
	handIn(t, url, "42", "bob", "1 day", grids[1])
	handIn(t, url, "42", "carol", "1 day", grids[2])
	handIn(t, url, "42", "", "1 day", grids[3]) // whose player was deleted
	handIn(t, url, "43", "ann", "1 day", grids[0])
	handIn(t, url, "42", "ann", "10 seconds", grids[4])

	var both sync.WaitGroup
	for range 2 {
		both.Go(func() {
			if err := archivetest.Open(t, url).ImportPatterns(ctx); err != nil {
				t.Error(err)
			}
		})
	}
	both.Wait()
	must(t, s.ImportPatterns(ctx))
	const rated = "| # ER 7.1, EP 1.2, ED 1.2|true|true"
	want := "Ann" + rated + "\n" + `Bob "B", the 2nd` + rated + "\n" + rated + "\n" + rated + "\nAnn" + rated
	if got := strings.Join(patternsOf(t, url, "42"), "\n"); got != want {
		t.Errorf("the collection has\n%s\nwant\n%s", got, want)
	}
	if got := strings.Join(patternsOf(t, url, "43"), "\n"); got != "Ann"+rated {
		t.Errorf("that of another guild has %s", got)
	}

	handIn(t, url, "42", "ann", "1 second", grids[5]) // by an older program that still ran
	must(t, s.ImportPatterns(ctx))
	if got := patternsOf(t, url, "42"); len(got) != 6 {
		t.Errorf("with one more, the collection has %d lines", len(got))
	}
	must(t, s.DeletePlayer(ctx, "ann"))
	if got := strings.Join(append(patternsOf(t, url, "42"), patternsOf(t, url, "43")...), "\n"); strings.Contains(got, "Ann") || !strings.Contains(got, "Bob") {
		t.Errorf("when Ann is deleted, the collections have\n%s", got)
	}
	if _, _, err := s.DeleteCollection(ctx, "43", games.PatternsGame, "an admin"); err != nil {
		t.Fatal(err)
	}
	must(t, s.ImportPatterns(ctx))
	if got := patternsOf(t, url, "43"); len(got) != 0 {
		t.Errorf("a deleted collection came back with %s", got)
	}
}
