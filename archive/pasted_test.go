package archive_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/people"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/archive/search"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

// newspaper is a puzzle that no archive of these tests has.
const newspaper = "000000340360000080000070000500008004600209750009605000040500000102000403900000001"

func pasted(t *testing.T, text string) play.Board {
	t.Helper()
	b, err := games.ReadPasted(text)
	must(t, err)
	return b
}

// solve makes the moves of a whole game, a digit at a time, and finishes it.
func (x table) solve(t *testing.T, g games.Game) games.Result {
	t.Helper()
	g, last := archivetest.SolveButOne(t, x.Store, g)
	g = must1(x.Record(t.Context(), g, play.Event{Kind: play.Moved, Text: "last", Board: must1(g.Play(last))}))
	return must1(x.Finish(t.Context(), g))
}

// A puzzle that the archive does not have is played like any other: moves, undo, hints, checks, the end.
func TestStartPasted(t *testing.T) {
	x := newTable(t)
	ctx, guild := t.Context(), daily.NewGuild("42")
	start := pasted(t, newspaper)
	g := must1(x.StartPasted(ctx, ann, guild, start))
	if !g.Pasted || g.Clues != must1(sudoku.Parse(newspaper)) || g.Grid != g.Clues || g.IsDaily() || g.Player != ann || g.Puzzle.Key != canon.KeyOf(start.Clues) || g.Puzzle.Score <= 0 {
		t.Errorf("the game is %+v", g)
	}
	g = must1(x.Record(ctx, g, event(g, play.Moved, "one", filled(g, 1))))
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			if again, err := x.StartPasted(ctx, ann, guild, start); err != nil || again.ID != g.ID || again.Grid != g.Grid {
				t.Errorf("again: game %d with %s, %v", again.ID, again.Grid, err)
			}
		})
	}
	all.Wait()
	if other := must1(x.StartPasted(ctx, bob, guild, start)); other.ID == g.ID || other.Player != bob {
		t.Errorf("another player gets game %d", other.ID)
	}
	if current := must1(x.CurrentGame(ctx, ann.ID, "42")); current.ID != g.ID {
		t.Errorf("the current game is %d, want %d", current.ID, g.ID)
	}
	g, _, err := x.Undo(ctx, g)
	must(t, err)
	if g.Grid != g.Clues {
		t.Errorf("after undo the board is %s", g.Grid)
	}
	if hint, err := g.Hint(play.HintReason); err != nil || hint.Level != play.HintReason {
		t.Errorf("the hint is %+v, %v", hint, err)
	}
	x.clock.advance(time.Hour)
	if r := x.solve(t, g); r.Rank != 0 || r.Apart != games.NotApart || r.HandedIn {
		t.Errorf("the result is %+v", r)
	}
	again := must1(x.StartPasted(ctx, ann, guild, start))
	if again.ID == g.ID || again.Revision != 0 {
		t.Errorf("a solved puzzle is opened anew: game %d at %d", again.ID, again.Revision)
	}
	small := must1(x.StartPasted(ctx, ann, guild, pasted(t, "1.....3..2.....4")))
	if small.Shape != sudoku.Shidoku || !small.Pasted {
		t.Errorf("the shidoku is %+v", small)
	}
	x.solve(t, small)
}

// A puzzle of the guild's collections is the archive's, and one of another guild's is the player's own.
func TestPastedOfTheArchive(t *testing.T) {
	x := newTable(t)
	guild, random := daily.NewGuild("42"), rand.New(rand.NewPCG(5, 6))
	x.clock.advance(48 * time.Hour) // puzzles of the tests may have the solution of the daily
	must1(x.Finish(t.Context(), must1(x.Record(t.Context(), x.game, event(x.game, play.Moved, "all", solution(x.game))))))
	stored := must1(sudoku.Parse(archivetest.Puzzles(30, 1)[0]))
	turned := sudoku.RandomTransform(sudoku.Sudoku, random).Apply(stored)
	if g := must1(x.StartPasted(t.Context(), ann, guild, play.NewBoard(turned))); g.Pasted || g.Puzzle.ID == 0 || g.Clues != turned {
		t.Errorf("the game is %+v, want one on the archive's puzzle", g)
	}
	// With marks it is the board that was pasted.
	start := play.NewBoard(turned)
	for _, c := range sudoku.Sudoku.Cells() {
		if turned.At(c) == 0 {
			start.Marks[c] = sudoku.Digits(0).With(must1(solver.Solve(turned)).At(c))
			break
		}
	}
	if g := must1(x.StartPasted(t.Context(), ann, guild, start)); !g.Pasted || g.Marks != start.Marks {
		t.Errorf("with marks the game is %+v", g)
	}
}

// A position begins with its marks, and undo goes back to them.
func TestPastedPosition(t *testing.T) {
	x := newTable(t)
	ctx, guild := t.Context(), daily.NewGuild("42")
	clues := must1(sudoku.Parse(newspaper))
	possible := clues.Candidates()
	var rows []string
	for row := range 9 {
		var cells []string
		for column := range 9 {
			c := sudoku.CellAt(row, column)
			digits := possible[c].String()
			if d := clues.At(c); d != 0 {
				digits = d.String()
			} else if c == sudoku.CellAt(0, 0) { // a candidate fewer than the clues leave
				digits = possible[c].Without(possible[c].First()).String()
			}
			cells = append(cells, digits)
		}
		rows = append(rows, strings.Join(cells, " "))
	}
	start := pasted(t, strings.Join(rows, "\n"))
	if !start.Clues.Extends(clues) || start.Marks == (sudoku.Pencilmarks{}) { // a cell with one candidate has its digit
		t.Fatalf("the position reads as %s with %v", start.Clues, start.Marks)
	}
	clues = start.Clues
	g := must1(x.StartPasted(ctx, ann, guild, start))
	if g.Board != start || g.Start != start {
		t.Errorf("the game begins at %+v, want %+v", g.Board, start)
	}
	g = must1(x.Record(ctx, g, play.Event{Kind: play.Moved, Text: "marks", Board: play.NewBoard(clues)}))
	if at := must1(x.BoardAt(ctx, g, 0)); at != start {
		t.Errorf("the board at the start was %+v", at)
	}
	g, _, err := x.Undo(ctx, g)
	must(t, err)
	if g.Board != start {
		t.Errorf("after undo the board is %+v", g.Board)
	}
	if again := must1(x.StartPasted(ctx, ann, guild, start)); again.ID != g.ID {
		t.Errorf("the same position is game %d, not %d", again.ID, g.ID)
	}
	if bare := must1(x.StartPasted(ctx, ann, guild, play.NewBoard(clues))); bare.ID == g.ID || bare.Board != play.NewBoard(clues) {
		t.Errorf("the puzzle without marks is game %d at %+v", bare.ID, bare.Board)
	}
}

// Open dailies, and the puzzles that a player is at in a race, a party or a daily, are not opened, however they are turned
// and however far they are solved. They are once nothing is spoiled.
func TestPastedSpoilsNothing(t *testing.T) {
	x := newTable(t)
	ctx, guild, random := t.Context(), daily.NewGuild("42"), rand.New(rand.NewPCG(7, 8))
	private := daily.NewGuild(people.PrivateGuild(bob.ID))
	begunOf := func(clues sudoku.Grid) sudoku.Grid {
		solution := must1(solver.Solve(clues))
		for c := range sudoku.Cell(9) {
			clues = clues.With(c, solution.At(c))
		}
		return clues
	}
	turned := func(clues sudoku.Grid) sudoku.Grid { return sudoku.RandomTransform(clues.Shape(), random).Apply(clues) }
	today := x.daily.Clues()
	must1(x.StartGame(ctx, bob, guild, sudoku.Sudoku, x.daily.Tier))
	for name, test := range map[string]struct {
		player games.Player
		guild  daily.Guild
		clues  sudoku.Grid
		want   error
	}{
		"a stranger's daily, elsewhere":    {games.Player{ID: "cid"}, daily.NewGuild("43"), turned(begunOf(today)), nil},
		"one's own daily":                  {ann, guild, turned(today), games.ErrPlaying},
		"one's own daily, begun":           {ann, guild, turned(begunOf(today)), games.ErrPlaying},
		"one's own daily, elsewhere":       {ann, daily.NewGuild("43"), turned(begunOf(today)), games.ErrPlaying},
		"the guild's daily":                {bob, guild, today, games.ErrDailyOpen},
		"the guild's daily, turned":        {bob, guild, turned(today), games.ErrDailyOpen},
		"the guild's daily, begun":         {bob, guild, turned(begunOf(today)), games.ErrDailyOpen},
		"the daily in a private guild":     {bob, private, turned(today), games.ErrDailyOpen},
		"the same, with a mark to hide it": {bob, private, turned(today), games.ErrDailyOpen},
	} {
		start := play.NewBoard(test.clues)
		if strings.Contains(name, "mark") {
			for _, c := range sudoku.Sudoku.Cells() {
				if start.Clues.At(c) == 0 {
					start.Marks[c] = sudoku.Sudoku.Digits()
				}
			}
		}
		g, err := x.StartPasted(ctx, test.player, test.guild, start)
		if !errors.Is(err, test.want) {
			t.Errorf("%s: game %d, %v, want %v", name, g.ID, err, test.want)
		}
		if err := x.MayStartPasted(ctx, test.player.ID, test.guild, test.clues); !errors.Is(err, test.want) {
			t.Errorf("%s may be played: %v, want %v", name, err, test.want)
		}
	}
	x.clock.now = at("2026-03-06 12:00") // the daily of yesterday
	must1(x.StartPasted(ctx, bob, private, play.NewBoard(turned(begunOf(today)))))

	race := must1(x.OpenRace(ctx, games.Race{GuildID: "42", ChannelID: "c", Opener: ann, Shape: sudoku.Sudoku}))
	racing := must1(x.StartRaceGame(ctx, race.ID, bob))
	_, err := x.StartPasted(ctx, bob, private, play.NewBoard(turned(begunOf(racing.Clues))))
	wantIs(t, err, games.ErrPlaying)
	must1(x.LeaveRace(ctx, must1(x.Race(ctx, race.ID)), bob.ID))
	must1(x.StartPasted(ctx, bob, private, play.NewBoard(turned(begunOf(racing.Clues)))))

	party := must1(x.StartParty(ctx, games.Party{GuildID: "42", ChannelID: "c", Starter: bob}, guild, daily.Daily{}, 0))
	board := must1(x.PartyGame(ctx, party.ID))
	_, err = x.StartPasted(ctx, bob, private, play.NewBoard(turned(begunOf(board.Clues))))
	wantIs(t, err, games.ErrPlaying)
	must1(x.EndParty(ctx, party.ID))
	must1(x.StartPasted(ctx, bob, private, play.NewBoard(turned(begunOf(board.Clues)))))
}

// Grids that are no puzzle are refused, each for its own reason.
func TestNotPlayable(t *testing.T) {
	x := newTable(t)
	for _, test := range []struct {
		grid string
		want error
	}{
		{"11" + strings.Repeat(".", 79), solver.ErrNoSolution},
		{strings.Repeat(".", 60) + newspaper[60:], solver.ErrManySolutions},
		{".....5......6.1...............5........1.6...........553.....61......3...........", nil}, // 12 clues, which kept a search busy for ten minutes
		{strings.Repeat(".", 81), nil},
	} {
		_, err := x.StartPasted(t.Context(), ann, daily.NewGuild("42"), play.NewBoard(must1(sudoku.Parse(test.grid))))
		if err == nil || test.want != nil && !errors.Is(err, test.want) && !errors.As(err, new(*solver.TooFewCluesError)) {
			t.Errorf("%s: %v, want %v", test.grid, err, test.want)
		}
	}
}

// A player has a hundred unfinished pasted puzzles, and can give up one for another.
func TestManyPasted(t *testing.T) {
	x := newTable(t)
	ctx, guild, random := t.Context(), daily.NewGuild("42"), rand.New(rand.NewPCG(9, 10))
	next := func() play.Board {
		return play.NewBoard(sudoku.RandomTransform(sudoku.Sudoku, random).Apply(must1(sudoku.Parse(newspaper))))
	}
	first := must1(x.StartPasted(ctx, ann, guild, next()))
	for range games.MaxPasted - 1 {
		must1(x.StartPasted(ctx, ann, guild, next()))
	}
	_, err := x.StartPasted(ctx, ann, guild, next())
	wantIs(t, err, games.ErrManyPasted)
	must1(x.StartPasted(ctx, bob, guild, next()))
	must1(x.StartPasted(ctx, ann, guild, play.NewBoard(first.Clues))) // is open, and now the newest
	oldest := must1(x.OldestPasted(ctx, ann.ID))
	if oldest.ID == first.ID {
		t.Error("the game that was opened last is the oldest")
	}
	wantIs(t, x.GiveUpPasted(ctx, bob.ID, oldest.ID), postgres.ErrNotFound)
	wantIs(t, x.GiveUpPasted(ctx, ann.ID, x.game.ID), postgres.ErrNotFound) // a daily
	must(t, x.GiveUpPasted(ctx, ann.ID, oldest.ID))
	must1(x.StartPasted(ctx, ann, guild, next()))
}

// Nothing of the archive counts a pasted puzzle: no search, export, statistics of puzzles, leaderboard, pace, streak,
// record, rating or time for research.
func TestPastedCountsForNothing(t *testing.T) {
	url := archivetest.URL(t)
	x := tableAt(t, url)
	ctx, guild := t.Context(), daily.NewGuild("42")
	must(t, x.SetResearch(ctx, ann, true))
	x.clock.advance(time.Hour)
	x.solve(t, x.game)
	facts := func() string {
		var all []any
		add := func(v any, err error) {
			must(t, err)
			all = append(all, v)
		}
		add(x.PersonalBests(ctx, ann.ID))
		add(x.NeededTechniques(ctx, ann.ID))
		add(x.Leaderboard(ctx, games.Ranking{GuildID: "42", Viewer: ann.ID}))
		add(x.Paces(ctx, games.Ranking{Viewer: ann.ID}))
		add(x.Streak(ctx, ann.ID, "42", sudoku.Sudoku, date("2026-03-05")))
		add(x.DailyResults(ctx, "42", date("2026-03-05"), ann.ID))
		add(x.SolvedBefore(ctx, games.Game{Player: ann}, 100))
		add(x.DaysPlayed(ctx, ann.ID, "42", sudoku.Sudoku, calendar.MonthOf(date("2026-03-05"))))
		add(postgres.First(100, x.Search(ctx, search.Query{GuildID: "42"})))
		times := 0
		for _, err := range x.ResearchTimes(ctx) {
			must(t, err)
			times++
		}
		add(times, nil)
		stats := must1(x.Stats(ctx))
		stats.Games, stats.Results, stats.Players, stats.Bytes = 0, 0, 0, 0
		add(stats, nil)
		_, err := x.PuzzleByKey(ctx, canon.KeyOf(must1(sudoku.Parse(newspaper))))
		add(fmt.Sprint(errors.Is(err, postgres.ErrNotFound)), nil)
		add(postgres.First(100, x.Export(ctx, "", "some")))
		text, err := json.Marshal(all)
		must(t, err)
		return string(text)
	}
	before := facts()
	x.solve(t, must1(x.StartPasted(ctx, ann, guild, pasted(t, newspaper))))
	race := must1(x.OpenRace(ctx, games.Race{GuildID: "42", ChannelID: "c", Opener: ann, Shape: sudoku.Sudoku, Tier: 1, Pasted: must1(sudoku.Parse(newspaper))}))
	x.solve(t, must1(x.StartRaceGame(ctx, race.ID, bob)))
	must1(x.StartPasted(ctx, ann, guild, pasted(t, "1.....3..2.....4")))
	if after := facts(); after != before {
		t.Errorf("with pasted puzzles the archive has\n%s\nwant\n%s", after, before)
	}
	x.clock.now = at("2026-03-07 12:00")
	must1(x.RateDays(ctx, 10))
	archivetest.Exec(t, url, `do $$ begin
		if exists (select from rated_game r join game g on g.id = r.game where g.clues is not null) then raise 'a game on a pasted puzzle is rated'; end if;
		if not exists (select from game where clues is not null and finished is not null) then raise 'nothing pasted was solved'; end if;
	end $$`)
	if _, err := x.StartGame(ctx, ann, guild, sudoku.Sudoku, x.daily.Tier); err != nil {
		t.Errorf("another puzzle: %v", err)
	}
}

// A puzzle that was pasted before it became a daily gives its player no rank for that.
func TestPastedBecomesDaily(t *testing.T) {
	x := newTable(t)
	ctx, guild := t.Context(), daily.NewGuild("43")
	x.clock.now = at("2026-03-07 12:00")
	must1(x.Finish(ctx, must1(x.Record(ctx, x.game, event(x.game, play.Moved, "all", solution(x.game))))))
	for _, text := range archivetest.Puzzles(30, 1) { // with marks, so that they are not the archive's
		must1(x.StartPasted(ctx, ann, daily.NewGuild(people.PrivateGuild(ann.ID)), withMark(play.NewBoard(must1(sudoku.Parse(text))))))
	}
	d := chosen(t, x.Store, guild, date("2026-03-07"), sudoku.Sudoku, x.daily.Tier)
	r := x.solve(t, must1(x.StartDaily(ctx, ann, d)))
	if r.Apart != games.Known || r.Rank != 0 {
		t.Errorf("the result is %+v, want one apart", r)
	}
	x.clock.advance(time.Hour)
	if r := x.solve(t, must1(x.StartDaily(ctx, bob, d))); r.Apart == games.Known {
		t.Errorf("who did not paste it has %+v", r)
	}
}

func withMark(b play.Board) play.Board {
	for _, c := range b.Clues.Shape().Cells() {
		if b.Clues.At(c) == 0 {
			b.Marks[c] = b.Clues.Shape().Digits()
			return b
		}
	}
	return b
}

// A race and a party on a pasted puzzle are played by others as the player pasted it, without a rank.
func TestMeetOnPasted(t *testing.T) {
	x := newTable(t)
	ctx, guild := t.Context(), daily.NewGuild("42")
	clues := must1(sudoku.Parse(newspaper))
	_, err := x.StartParty(ctx, games.Party{GuildID: "42", ChannelID: "c", Starter: bob, Pasted: x.daily.Clues()}, guild, daily.Daily{}, 0)
	wantIs(t, err, games.ErrDailyOpen)
	_, err = x.OpenRace(ctx, games.Race{GuildID: "42", ChannelID: "c", Opener: bob, Pasted: x.daily.Clues()})
	wantIs(t, err, games.ErrDailyOpen)
	// The database's clock, by which a race is asked for.
	x.clock.now = must1(x.OpenRace(ctx, games.Race{GuildID: "42", ChannelID: "c", Opener: games.Player{ID: "dan"}, Shape: sudoku.Sudoku})).Asked
	own := must1(x.StartPasted(ctx, ann, guild, play.NewBoard(clues)))
	wish := games.Race{GuildID: "42", ChannelID: "c", Opener: ann, Shape: sudoku.Sudoku, Tier: own.Tier, Pasted: clues}
	race := must1(x.OpenRace(ctx, wish))
	if race.Pasted != clues || race.Rated {
		t.Errorf("the race is %+v", race)
	}
	x.clock.advance(time.Minute)
	bobs := must1(x.StartRaceGame(ctx, race.ID, bob))
	if bobs.Clues != clues || !bobs.Pasted || bobs.Race != race.ID || bobs.Tier != own.Tier {
		t.Errorf("bob's game is %+v", bobs)
	}
	_, err = x.StartPasted(ctx, bob, guild, play.NewBoard(clues))
	wantIs(t, err, games.ErrPlaying)
	anns := must1(x.StartRaceGame(ctx, race.ID, ann)) // who had only opened it
	_, err = x.Game(ctx, own.ID)
	wantIs(t, err, postgres.ErrNotFound)
	if again := must1(x.StartRaceGame(ctx, race.ID, ann)); again.ID != anns.ID {
		t.Errorf("joining again is game %d, not %d", again.ID, anns.ID)
	}
	cid := games.Player{ID: "cid"}
	turned := sudoku.RandomTransform(sudoku.Sudoku, rand.New(rand.NewPCG(1, 1))).Apply(clues)
	knows := must1(x.StartPasted(ctx, cid, guild, play.NewBoard(turned)))
	must1(x.Record(ctx, knows, event(knows, play.Moved, "one", filled(knows, 1))))
	_, err = x.StartRaceGame(ctx, race.ID, cid)
	wantIs(t, err, games.ErrHad)
	must1(x.LeaveRace(ctx, race, ann.ID))
	_, err = x.StartRaceGame(ctx, race.ID, ann)
	wantIs(t, err, games.ErrHad)
	if r := x.solve(t, bobs); r.Rank != 0 {
		t.Errorf("bob's result is %+v", r)
	}

	party := must1(x.StartParty(ctx, games.Party{GuildID: "42", ChannelID: "c", Starter: cid, Pasted: clues}, guild, daily.Daily{}, 0))
	board := must1(x.PartyGame(ctx, party.ID))
	if board.Clues != clues || !board.Pasted {
		t.Errorf("the party's board is %+v", board)
	}
	must1(x.JoinParty(ctx, party.ID, bob))
	board.By = bob
	board = must1(x.Record(ctx, board, event(board, play.Moved, "all", solution(board))))
	must1(x.Finish(ctx, board))
	if p := must1(x.Party(ctx, party.ID)); p.State != games.PartySolved {
		t.Errorf("the party is %s", p.State)
	}
}

// /privacy has the games on pasted puzzles as it has all others, with their clues, and deletes them.
func TestPastedIsPersonal(t *testing.T) {
	x := newTable(t)
	ctx, guild := t.Context(), daily.NewGuild("42")
	g := must1(x.StartPasted(ctx, bob, guild, withMark(pasted(t, newspaper))))
	must1(x.Record(ctx, g, event(g, play.Moved, "one", filled(g, 1))))
	race := must1(x.OpenRace(ctx, games.Race{GuildID: "42", ChannelID: "c", Opener: ann, Shape: sudoku.Sudoku, Tier: 1, Pasted: must1(sudoku.Parse(newspaper))}))
	anns := must1(x.StartRaceGame(ctx, race.ID, ann))
	all := string(must1(x.ExportPlayer(ctx, bob.ID)))
	if strings.Count(all, strings.ReplaceAll(newspaper, "0", ".")) < 2 || strings.Contains(all, `\x`) { // as clues and as the start
		t.Errorf("the export of the player is\n%s", all)
	}
	counts := must1(x.CountPlayerData(ctx, bob.ID))
	if counts["game"] != 1 || counts["event"] != 1 {
		t.Errorf("kept of the player are %v", counts)
	}
	must(t, x.DeletePlayer(ctx, bob.ID))
	if _, err := x.Game(ctx, g.ID); !errors.Is(err, postgres.ErrNotFound) {
		t.Errorf("the game of a deleted player: %v", err)
	}
	must1(x.Game(ctx, anns.ID))
	must(t, x.DeletePlayer(ctx, ann.ID))
	if _, err := x.Race(ctx, race.ID); !errors.Is(err, postgres.ErrNotFound) {
		t.Errorf("the race of a deleted player: %v", err)
	}
}
