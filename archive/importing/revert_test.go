package importing_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// What goes to another line is found by its number: no part of a revert reads the puzzles of the archive in order.
func TestRevertReadsItsPuzzles(t *testing.T) {
	t.Parallel()
	url := archivetest.URL(t)
	s := archivetest.Open(t, url)
	archivetest.Import(t, s, "some", archivetest.Puzzles(100, 1)...)
	must(t, s.Transact(t.Context(), func(tx pgx.Tx) error {
		for _, statement := range []string{`analyze puzzle`, importing.MoveToSuccessors[0]} {
			if _, err := tx.Exec(t.Context(), statement); err != nil {
				return err
			}
		}
		plan, err := postgres.ReadColumn[string](t.Context(), tx, `explain `+importing.MoveToSuccessors[1])
		if text := strings.Join(plan, "\n"); !strings.Contains(text, "Index Cond: (id = ANY") {
			t.Errorf("it does not look for puzzles by their numbers:\n%s", text)
		}
		return err
	}))
}

// What other imports have too stays, in the collection of the import and in others, and comes first
// with another line.
func TestRevert(t *testing.T) {
	url := archivetest.URL(t)
	s := archivetest.Open(t, url)
	r := rand.New(rand.NewPCG(1, 2))
	p := archivetest.Puzzles(6, 1)
	first := archivetest.Import(t, s, "mixed", p[0], p[1], p[2], p[3], archivetest.Turned(p[3], r), "nonsense")
	archivetest.Import(t, s, "mixed", archivetest.Turned(p[1], r), p[4], archivetest.Turned(p[1], r))
	archivetest.Import(t, s, "other", archivetest.Turned(p[2], r), p[5])
	lines := archivetest.Export(t, s, "mixed")

	got, err := s.RevertImport(t.Context(), first.ImportID, "a test")
	must(t, err)
	if got.Lines != 5 || got.Puzzles != 2 || got.CollectionGone || got.Rejected != 1 || got.Collection != "mixed" {
		t.Errorf("reverted %+v", got)
	}
	archivetest.WantConsistent(t, url)
	if diff := cmp.Diff(lines[5:], archivetest.Export(t, s, "mixed")); diff != "" {
		t.Error(diff)
	}
	if kept := puzzleOf(t, s, p[1]); kept.Clues.String() != lines[5] {
		t.Errorf("the second puzzle is %s, want the line of the other import, %s", kept.Clues, lines[5])
	}
	if _, err := s.Import(t.Context(), first.ImportID); !errors.Is(err, postgres.ErrNotFound) {
		t.Errorf("the import: %v", err)
	}
	if _, err := s.RevertImport(t.Context(), first.ImportID, "a test"); !errors.Is(err, postgres.ErrNotFound) {
		t.Errorf("the second time: %v", err)
	}
	changes, err := s.Changes(t.Context(), 1)
	must(t, err)
	if len(changes) != 1 || changes[0].Action != library.RevertedImport || changes[0].By != "a test" || changes[0].At.IsZero() {
		t.Errorf("the changes are %+v", changes)
	}
	again := archivetest.Import(t, s, "mixed", p[0], p[1], p[2], p[3], archivetest.Turned(p[3], r), "nonsense")
	wantCounts(t, again, "6 read: 2 new, 3 duplicates, 1 rejected")
	archivetest.WantConsistent(t, url)
}

// Reverting all imports in any order leaves nothing, and the archive is right in between. They go in
// parts or at once.
func TestRevertAll(t *testing.T) {
	defer importing.SetRevertAtOnce(7)()
	seeds := uint64(6)
	if testing.Short() {
		seeds = 2
	}
	for seed := range seeds {
		url := archivetest.URL(t)
		s := archivetest.Open(t, url)
		r := rand.New(rand.NewPCG(seed, 3))
		all := archivetest.Puzzles(30, 1)
		var ids []int64
		for n := range 6 {
			var lines []string
			for range 20 {
				lines = append(lines, archivetest.Turned(all[r.IntN(len(all))], r))
			}
			ids = append(ids, archivetest.Import(t, s, fmt.Sprint("collection ", n%3), lines...).ImportID)
		}
		archivetest.WantConsistent(t, url)
		r.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
		for _, id := range ids {
			if _, err := s.RevertImport(t.Context(), id, "test"); err != nil {
				t.Fatal(err)
			}
			archivetest.WantConsistent(t, url)
		}
		stats, err := s.Stats(t.Context())
		must(t, err)
		collections, err := s.Collections(t.Context())
		must(t, err)
		if stats.Puzzles != 0 || len(collections) != 0 {
			t.Errorf("%d puzzles and the collections %+v are left", stats.Puzzles, collections)
		}
	}
}

// A game or a daily keeps the import whose line it shows, and a puzzle that was drawn earlier as
// another's line keeps nothing.
func TestRevertInPlay(t *testing.T) {
	url := archivetest.URL(t)
	s := archivetest.Open(t, url)
	const line, turned = "1.....3..2.....4", "4.....2..3.....1"
	one := archivetest.Import(t, s, "one", line)
	guild := daily.NewGuild("A")
	game, err := s.StartGame(t.Context(), games.Player{ID: "ann"}, guild, sudoku.Shidoku, 0)
	must(t, err)
	_, err = s.Daily(t.Context(), guild, date("2026-03-01"), sudoku.Shidoku, 0)
	must(t, err)
	two := archivetest.Import(t, s, "two", turned)

	_, err = s.RevertImport(t.Context(), one.ImportID, "test")
	var inPlay *importing.InPlayError
	if !errors.As(err, &inPlay) || inPlay.InPlay != (importing.InPlay{Dailies: 1, Games: 1, Guilds: 1}) {
		t.Fatalf("the error is %v, want one daily and one game", err)
	}
	if _, _, err := s.DeleteCollection(t.Context(), "", "one", "test"); !errors.As(err, &inPlay) {
		t.Fatalf("the error is %v, want that it is in play", err)
	}
	if again, err := s.Game(t.Context(), game.ID); err != nil || again != game {
		t.Errorf("the game is %+v, %v", again, err)
	}
	if _, err := s.RevertImport(t.Context(), two.ImportID, "test"); err != nil {
		t.Error(err)
	}
	archivetest.WantConsistent(t, url)
}

// Of a collection that is deleted while one of its lines is played, that line stays, and the same again changes
// nothing more.
func TestDeleteCollectionUnplayed(t *testing.T) {
	url := archivetest.URL(t)
	s := archivetest.Open(t, url)
	all := archivetest.Puzzles(5, 1)
	archivetest.Import(t, s, "mixed", "1.....3..2.....4", all[0], all[1])
	archivetest.Import(t, s, "mixed", all[2:]...)
	game, err := s.StartGame(t.Context(), games.Player{ID: "ann"}, daily.NewGuild("A"), sudoku.Shidoku, 0)
	must(t, err)

	taken, err := s.RevertAllUnplayed(t.Context(), "", "mixed", "test")
	must(t, err)
	if len(taken) != 2 || taken[0].Lines != 3 || taken[0].Puzzles != 2 || taken[0].Kept != 1 || taken[1].Puzzles != 3 || taken[1].Kept != 0 {
		t.Errorf("taken back are %+v", taken)
	}
	archivetest.WantConsistent(t, url)
	if diff := cmp.Diff([]string{"1.....3..2.....4"}, archivetest.Export(t, s, "mixed")); diff != "" {
		t.Error(diff)
	}
	if now, err := s.Game(t.Context(), game.ID); err != nil || now.Clues != game.Clues || now.Revision != game.Revision {
		t.Errorf("the game is %+v, %v", now, err)
	}
	if taken, err := s.RevertAllUnplayed(t.Context(), "", "mixed", "test"); err != nil || len(taken) != 0 {
		t.Errorf("the same again takes back %+v, %v", taken, err)
	}
	if _, err := s.RevertAllUnplayed(t.Context(), "", "none", "test"); !errors.Is(err, postgres.ErrNotFound) {
		t.Errorf("an unknown collection: %v", err)
	}
}

// Deleting a collection that ends early says how much is gone.
func TestDeleteCollectionInPart(t *testing.T) {
	defer importing.SetRevertAtOnce(7)()
	url := archivetest.URL(t)
	s := archivetest.Open(t, url)
	all := archivetest.Puzzles(30, 1)
	archivetest.Import(t, s, "mixed", all[:20]...)
	lines, deleted := 0, error(nil)
	must1(s.ImportFile(t.Context(), importing.Options{Collection: "mixed", Progress: func(r importing.Report) {
		if r.Read == 0 {
			lines, _, deleted = s.DeleteCollection(t.Context(), "", "mixed", "test")
		}
	}}, strings.NewReader(strings.Join(all[20:], "\n"))))
	if !errors.Is(deleted, importing.ErrUnderWay) || lines != 14 {
		t.Errorf("deleted are %d lines, %v, want 14 and that an import is under way", lines, deleted)
	}
	archivetest.WantConsistent(t, url)
	if lines, _, err := s.DeleteCollection(t.Context(), "", "mixed", "test"); lines != 16 || err != nil {
		t.Errorf("deleted are %d lines, %v, want the other 16", lines, err)
	}
	archivetest.WantConsistent(t, url)
}

// A collection that a guild has chosen stays when it is empty, and is not deleted.
func TestRevertChosen(t *testing.T) {
	url := archivetest.URL(t)
	s := archivetest.Open(t, url)
	report := archivetest.Import(t, s, "one", archivetest.Puzzles(1, 1)...)
	guild := daily.NewGuild("A")
	offers, _, err := s.Offers(t.Context(), guild.ID)
	must(t, err)
	must(t, s.Choose(t.Context(), guild, offers[0].ID))
	var inPlay *importing.InPlayError
	if _, _, err := s.DeleteCollection(t.Context(), "", "one", "test"); !errors.As(err, &inPlay) || inPlay.Chosen != 1 {
		t.Errorf("the error is %v, want that one guild has chosen it", err)
	}
	got, err := s.RevertImport(t.Context(), report.ImportID, "test")
	if err != nil || got.CollectionGone {
		t.Errorf("reverted %+v, %v", got, err)
	}
	must(t, s.Choose(t.Context(), guild))
	if _, _, err := s.DeleteCollection(t.Context(), "", "one", "test"); err != nil {
		t.Error(err)
	}
	if collections, err := s.Collections(t.Context()); err != nil || len(collections) > 0 {
		t.Errorf("there are %+v, %v", collections, err)
	}
}

// Imports, draws and reversals at the same time, each of the same puzzles: the archive is right
// whatever comes first, and of those who revert the same import one does.
func TestRevertWhileOthersWork(t *testing.T) {
	url := archivetest.URL(t)
	s := archivetest.Open(t, url)
	all := archivetest.Puzzles(40, 1)
	player := games.Player{ID: "ann"}
	for round := range 8 {
		r := rand.New(rand.NewPCG(uint64(round), 5))
		var lines, isomorphs []string
		for _, line := range all {
			lines, isomorphs = append(lines, archivetest.Turned(line, r)), append(isomorphs, archivetest.Turned(line, r))
		}
		id := archivetest.Import(t, s, "one", lines...).ImportID
		var work sync.WaitGroup
		var mu sync.Mutex
		done := 0
		for range 2 {
			work.Go(func() {
				_, err := s.RevertImport(t.Context(), id, "test")
				mu.Lock()
				defer mu.Unlock()
				if err == nil {
					done++
				} else if !errors.Is(err, postgres.ErrNotFound) && !errors.Is(err, importing.ErrUnderWay) && !errors.As(err, new(*importing.InPlayError)) {
					t.Error(err)
				}
			})
		}
		work.Go(func() {
			_, err := s.ImportFile(t.Context(), importing.Options{Collection: "two", Batch: 7}, file(isomorphs...))
			if err != nil {
				t.Error(err)
			}
		})
		work.Go(func() {
			_, err := s.ImportFile(t.Context(), importing.Options{Collection: "one", Batch: 7}, file(isomorphs...))
			if err != nil {
				t.Error(err)
			}
		})
		if round%2 == 1 {
			work.Go(func() {
				for range 5 {
					_, err := s.StartGame(t.Context(), player, daily.NewGuild("A"), sudoku.Sudoku, logic.TierSingletons)
					if err != nil && !errors.Is(err, library.ErrNoPuzzle) {
						t.Error(err)
					}
				}
			})
		}
		work.Wait()
		if done > 1 {
			t.Errorf("%d reverted the same import", done)
		}
		archivetest.WantConsistent(t, url)
	}
}

func TestChangeCollections(t *testing.T) {
	s := archivetest.New(t)
	archivetest.Import(t, s, "one", archivetest.Puzzles(1, 1)...)
	archivetest.Import(t, s, "two", archivetest.Puzzles(1, 2)...)
	origin := library.Origin{Source: "our generator", Licence: "CC0-1.0", Author: "Ann", Published: "2026-03"}
	must(t, s.DescribeCollection(t.Context(), "", "one", origin, "test"))
	wantIs(t, s.RenameCollection(t.Context(), "", "one", "two", "test"), library.ErrNameTaken)
	wantIs(t, s.RenameCollection(t.Context(), "", "three", "four", "test"), postgres.ErrNotFound)
	must(t, s.RenameCollection(t.Context(), "", "one", " best ", "test"))
	must(t, s.GiveCollection(t.Context(), "", "best", "42", "test"))
	if err := s.DescribeCollection(t.Context(), "", "two", library.Origin{Published: "yesterday"}, "test"); err == nil {
		t.Error("a date of yesterday is taken")
	}
	collections, err := s.Collections(t.Context())
	must(t, err)
	if len(collections) != 2 || collections[1].Name != "best" || collections[1].GuildID != "42" || collections[1].Origin != origin {
		t.Errorf("the collections are %+v", collections)
	}
	changes, err := s.Changes(t.Context(), 10)
	must(t, err)
	if len(changes) != 3 || changes[0].Detail != "to guild 42" {
		t.Errorf("the changes are %+v", changes)
	}
}

// What is played stays with its line, in an import of its own, also what is begun while the rest is taken back; the
// file can be imported again.
func TestRevertUnplayed(t *testing.T) {
	defer importing.SetRevertAtOnce(5)()
	url := archivetest.URL(t)
	s := archivetest.Open(t, url)
	lines := archivetest.Puzzles(40, 1)
	report := archivetest.Import(t, s, "one", append(lines, "nonsense")...)
	guild := daily.NewGuild("A")
	ann, bob := games.Player{ID: "ann"}, games.Player{ID: "bob"}
	before, err := s.StartGame(t.Context(), ann, guild, sudoku.Sudoku, 1)
	must(t, err)
	move := play.Event{Kind: play.Moved, Text: "all", Board: before.Board}
	move.Board.Grid = must1(solver.Solve(before.Clues))
	before, err = s.Record(t.Context(), before, move)
	must(t, err)
	today := must1(s.Daily(t.Context(), guild, date("2026-03-01"), sudoku.Sudoku, 2))
	duel := must1(s.OpenRace(t.Context(), games.Race{GuildID: "A", Opener: ann, Opponent: bob, Shape: sudoku.Sudoku, Tier: 2}))
	duel = must1(s.AcceptRace(t.Context(), duel.ID, bob, guild))

	p := archivetest.NewProxy(t, url)
	reverting := archivetest.Open(t, p.URL)
	var later games.Game
	p.Before("begin", 4, func() { later, err = s.StartGame(t.Context(), bob, guild, sudoku.Sudoku, 5) })
	r := must1(reverting.RevertUnplayed(t.Context(), report.ImportID, "test"))
	if must(t, err); later.ID == 0 {
		t.Error("no game began meanwhile")
	}
	const shown = `select count(distinct s) from (select import, position from game union all select import, position from daily
		union all select import, position from duel) s` // the duel may have the daily's
	if want := archivetest.Read[int](t, url, shown)[0]; r.Lines != 40 || r.Kept != want || r.Puzzles != 40-want || r.CollectionGone {
		t.Errorf("taken back is %+v, want all but %d lines", r, want)
	}
	archivetest.WantConsistent(t, url)
	after := must1(s.Game(t.Context(), before.ID))
	if after.Grid != before.Grid || after.Clues != before.Clues || after.Puzzle.ID != before.Puzzle.ID || after.Revision != before.Revision {
		t.Errorf("the game is %+v, and was %+v", after, before)
	}
	_, _, err = s.Undo(t.Context(), after)
	must(t, err)
	if again := must1(s.Daily(t.Context(), guild, date("2026-03-01"), sudoku.Sudoku, 2)); again.Puzzle.Clues != today.Puzzle.Clues || again.Transform != today.Transform {
		t.Errorf("the daily is %+v, and was %+v", again, today)
	}
	if g := must1(s.StartRaceGame(t.Context(), duel.ID, bob)); g.Clues.Len() == 0 {
		t.Errorf("the duel's game is %+v", g)
	}
	if kept := must1(s.Import(t.Context(), r.KeptAs)); kept.Read != r.Kept || kept.New != r.Kept || kept.Collection != "one" {
		t.Errorf("kept is %+v, want %d lines", kept, r.Kept)
	}
	if left := archivetest.Export(t, s, "one"); len(left) != r.Kept {
		t.Errorf("the collection has %d lines, want %d", len(left), r.Kept)
	}
	again := archivetest.Import(t, s, "one", append(lines, "nonsense")...)
	wantCounts(t, again, fmt.Sprintf("41 read: %d new, %d duplicates, 1 rejected", 40-r.Kept, r.Kept))
	archivetest.WantConsistent(t, url)
}

// A line that comes into play once more while its import is taken back is kept once.
func TestRevertUnplayedKeepsALineOnce(t *testing.T) {
	defer importing.SetRevertAtOnce(5)()
	url := archivetest.URL(t)
	s := archivetest.Open(t, url)
	lines := archivetest.Puzzles(40, 1)
	slices.SortStableFunc(lines, func(a, b string) int { return int(archivetest.TierOf(a)) - int(archivetest.TierOf(b)) })
	only := slices.IndexFunc(lines, func(line string) bool { return archivetest.TierOf(line) > 1 }) - 1
	report := archivetest.Import(t, s, "one", lines[only:]...)
	guild := daily.NewGuild("A")
	start := func(id string) games.Game {
		return must1(s.StartGame(t.Context(), games.Player{ID: id}, guild, sudoku.Sudoku, 1))
	}
	ann, bob := start("ann"), games.Game{}
	p := archivetest.NewProxy(t, url)
	p.Before("begin", 4, func() { bob = start("bob") })
	r := must1(archivetest.Open(t, p.URL).RevertUnplayed(t.Context(), report.ImportID, "test"))
	if bob.ID == 0 || bob.Puzzle.ID != ann.Puzzle.ID {
		t.Fatalf("bob has %+v meanwhile, want ann's puzzle", bob)
	}
	if left := archivetest.Export(t, s, "one"); r.Kept != 1 || len(left) != 1 {
		t.Errorf("%d lines are kept, and %q are left, want one", r.Kept, left)
	}
	archivetest.WantConsistent(t, url)
	if after := must1(s.Game(t.Context(), bob.ID)); after.Clues != bob.Clues || after.Puzzle.ID != bob.Puzzle.ID {
		t.Errorf("the game is %+v, and was %+v", after, bob)
	}
}

// A puzzle whose clues are not those of its key is noticed when an isomorph comes in, and
// nothing of that batch is kept.
func TestAudit(t *testing.T) {
	url := archivetest.URL(t)
	s := archivetest.Open(t, url)
	p := archivetest.Puzzles(3, 1)
	archivetest.Import(t, s, "good", p[0], p[1])
	archivetest.Exec(t, url, `update puzzle set clues = (select clues from puzzle where position = 2) where position = 1`)
	r := rand.New(rand.NewPCG(1, 1))
	_, err := s.ImportFile(t.Context(), importing.Options{Collection: "turned"}, file(p[2], archivetest.Turned(p[0], r)))
	if want := "(" + p[1] + ") but is not an isomorph of it"; err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "again") {
		t.Fatalf("the error is %v, want it to say %q", err, want)
	}
	if got := archivetest.Export(t, s, "turned"); len(got) > 0 {
		t.Errorf("kept %v", got)
	}
	wantCounts(t, archivetest.Import(t, s, "again", archivetest.Turned(p[1], r)), "1 read: 0 new, 1 duplicates, 0 rejected")
}
