package open_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/generator"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

var must = sudokutest.Must

func must1[T any](value T, err error) T { return sudokutest.Must1(value, err) }

func TestMain(m *testing.M) { archivetest.Main(m) }

var (
	noon = time.Date(2026, 3, 5, 12, 0, 0, 0, time.UTC)
	ann  = games.Player{ID: "1", Name: "Ann"}
	bob  = games.Player{ID: "2", Name: "Bob"}
)

// puzzles returns sudoku of different solutions.
func puzzles(n int, seed uint64) (lines []string) {
	for g := range generator.Puzzles(generator.Options{Seed: seed}) {
		if len(lines) == n {
			break
		}
		lines = append(lines, g.String())
	}
	return lines
}

func grid(line string) sudoku.Grid { return must1(sudoku.Parse(line)) }
func keyOf(line string) canon.Key  { return canon.KeyOf(grid(line)) }

// A puzzle of a private collection is as unknown as one that nobody has, and one of several collections is shown as an open
// line has it, whichever came first.
func TestOpenPuzzle(t *testing.T) {
	s := archivetest.New(t)
	all, random := puzzles(6, 1), rand.New(rand.NewPCG(1, 2))
	private, shared, ours, both, nowhere, twice := all[0], all[1], all[2], all[3], all[4], all[5]
	turned := archivetest.Turned(both, random)
	archivetest.ImportFor(t, s, "42", "secret", private+" # secret words", both+" # secret words", twice)
	archivetest.ImportFor(t, s, "43", "shared", shared, twice)
	archivetest.Import(t, s, "ours", ours, turned+" # open words", archivetest.Turned(twice, random))
	must(t, s.ShareCollection(t.Context(), "43", "shared", true, "test"))
	for name, test := range map[string]struct {
		line, shown string
		in          []string // collections
	}{
		"private":          {private, "", nil},
		"in none":          {nowhere, "", nil},
		"shared":           {shared, shared, []string{"shared"}},
		"the operator's":   {ours, ours, []string{"ours"}},
		"private and open": {both, turned, []string{"ours"}},
		"open twice":       {twice, twice, []string{"shared", "ours"}},
	} {
		p, err := s.OpenPuzzle(t.Context(), keyOf(test.line))
		if test.in == nil {
			archivetest.WantIs(t, err, postgres.ErrNotFound)
			continue
		}
		must(t, err)
		var in []string
		for _, line := range p.Lines {
			in = append(in, line.Collection.Name)
			if line.Collection.GuildID != "" || line.Collection.By != "" {
				t.Errorf("%s: a line tells of %+v", name, line.Collection)
			}
		}
		if p.Clues != grid(test.shown) || p.Guarded || p.Key != keyOf(test.line) || !slices.Equal(in, test.in) || p.Name == "secret words" {
			t.Errorf("%s is %s %q in %q, want %s in %q", name, p.Clues, p.Name, in, test.shown, test.in)
		}
	}
	must(t, s.ShareCollection(t.Context(), "", "ours", false, "test"))
	_, err := s.OpenPuzzle(t.Context(), keyOf(ours))
	archivetest.WantIs(t, err, postgres.ErrNotFound)
	must(t, s.ShareCollection(t.Context(), "", "ours", true, "test"))
	must(t, s.ShareCollection(t.Context(), "43", "shared", false, "test"))
	_, err = s.OpenPuzzle(t.Context(), keyOf(shared))
	archivetest.WantIs(t, err, postgres.ErrNotFound)
	if names := namesOf(must1(s.OpenCollections(t.Context()))); !slices.Equal(names, []string{"ours"}) {
		t.Errorf("the open collections are %q", names)
	}
}

func namesOf(all []library.Collection) (names []string) {
	for _, c := range all {
		names = append(names, c.Name)
	}
	return names
}

// inPlay is an archive with every kind of game on a puzzle of its own.
type inPlay struct {
	*archive.Store
	url    string
	clock  *time.Time
	shown  map[string]sudoku.Grid // by kind, as players see it
	others []string               // puzzles that nobody plays
}

func newInPlay(t *testing.T) inPlay {
	t.Helper()
	now := noon
	url := archivetest.URL(t)
	s := archivetest.Open(t, url).WithClock(func() time.Time { return now })
	x := inPlay{s, url, &now, map[string]sudoku.Grid{}, nil}
	ctx := t.Context()
	archivetest.Import(t, s, "all", puzzles(60, 7)...)
	must(t, s.ChooseGlobalDaily(ctx, sudoku.Sudoku))
	global := must1(s.GlobalDaily(ctx, s.GlobalToday(), sudoku.Sudoku)).Clues()
	x.shown["the global daily"] = global
	for _, line := range archivetest.Export(t, s, "all") {
		if canon.KeyOf(global) != keyOf(line) {
			x.others = append(x.others, line)
		}
	}

	// Every other kind has a guild, and a shared collection of one puzzle, to itself.
	easy := puzzles(14, 8)
	for i, line := range easy {
		for solution, c := must1(solver.Solve(grid(line))), sudoku.Cell(0); archivetest.TierOf(easy[i]) != logic.TierSingletons; c++ {
			easy[i] = grid(easy[i]).With(c, solution.At(c)).String()
		}
	}
	in := func(name string) daily.Guild {
		guild := daily.NewGuild(name)
		must(t, s.SaveGuild(ctx, guild))
		archivetest.ImportFor(t, s, name, name, easy[0])
		must(t, s.ShareCollection(ctx, name, name, true, "test"))
		archivetest.Choose(t, s, name, name)
		easy = easy[1:]
		return guild
	}
	for name, days := range map[string]int{"a daily of today": 0, "a daily of tomorrow": 1, "a daily of yesterday": -1, "a daily of three days ago": -3} {
		guild := in(name)
		x.shown[name] = must1(s.Daily(ctx, guild, guild.Today(now).AddDays(days), sudoku.Sudoku, logic.TierSingletons)).Clues()
	}
	open := func(guild daily.Guild, opener, opponent games.Player) games.Race {
		race := games.Race{GuildID: guild.ID, ChannelID: "c", Opener: opener, Opponent: opponent, Shape: sudoku.Sudoku, Tier: logic.TierSingletons}
		return must1(s.OpenRace(ctx, race))
	}
	x.shown["a race"] = must1(s.StartRaceGame(ctx, open(in("a race"), ann, games.Player{}).ID, ann)).Clues
	for _, name := range []string{"a duel", "a duel that is over"} {
		guild := in(name)
		duel := must1(s.AcceptRace(ctx, open(guild, ann, bob).ID, bob, guild))
		x.shown[name] = must1(s.StartRaceGame(ctx, duel.ID, bob)).Clues
		if name != "a duel" {
			must1(s.EndRace(ctx, duel.ID, games.RaceGivenUp, false))
		}
	}
	for _, name := range []string{"a board together", "a board that is closed"} {
		guild := in(name)
		board := must1(s.StartParty(ctx, games.Party{GuildID: name, ChannelID: "c", ThreadID: name, Starter: ann}, guild, daily.Daily{}, logic.TierSingletons))
		x.shown[name] = must1(s.PartyGame(ctx, board.ID)).Clues
		if name != "a board together" {
			must1(s.EndParty(ctx, board.ID))
		}
	}
	x.shown["a puzzle of one's own"] = must1(s.StartGame(ctx, bob, in("a puzzle of one's own"), sudoku.Sudoku, logic.TierSingletons)).Clues
	pasted := grid(puzzles(1, 99)[0])
	must1(s.OpenRace(ctx, games.Race{GuildID: "42", ChannelID: "c", Opener: bob, Pasted: pasted}))
	x.shown["a race on a pasted puzzle"] = pasted
	return x
}

// guarded are the kinds of games that guard their puzzle, with whether further digits are known too.
var guarded = map[string]bool{
	"a daily of today": false, "a daily of tomorrow": false, "a daily of yesterday": false,
	"the global daily": true, "a race": true, "a duel": true, "a board together": true, "a race on a pasted puzzle": true,
}

// A puzzle in play is known however it is turned and relabelled, and, where that is promised, on the way through it. Afterwards
// it is open.
func TestIsGuarded(t *testing.T) {
	x := newInPlay(t)
	random := rand.New(rand.NewPCG(3, 4))
	for name, clues := range x.shown {
		grows, isGuarded := guarded[name]
		solution := must1(solver.Solve(clues))
		for _, further := range []int{0, 0, 1, 7, 30} {
			board, free := clues, sudoku.CellsOf(clues.Shape().Cells()...).Minus(clues.Filled()).Slice()
			for _, i := range random.Perm(len(free))[:further] {
				board = board.With(free[i], solution.At(free[i]))
			}
			want := isGuarded && (further == 0 || grows)
			turned := sudoku.RandomTransform(sudoku.Sudoku, random).Apply(board)
			for _, g := range []sudoku.Grid{board, turned} {
				if got := must1(x.IsGuarded(t.Context(), g)); got != want {
					t.Errorf("%s with %d more digits: guarded %t, want %t: %s", name, further, got, want, g)
				}
			}
		}
		if grows { // near misses: without a clue it has other solutions, and with a wrong digit none
			free := sudoku.CellsOf(clues.Shape().Cells()...).Minus(clues.Filled()).Slice()
			wrong := clues.With(free[0], solution.At(free[0])%9+1)
			if !must1(x.IsGuarded(t.Context(), wrong)) {
				t.Errorf("%s is not known with a wrong digit", name)
			}
			lacking, solutions := clues, 1
			for _, c := range clues.Filled().Slice() {
				if lacking, solutions = lacking.With(c, 0), must1(solver.Count(lacking.With(c, 0), 2)); solutions > 1 {
					break
				}
				if !must1(x.IsGuarded(t.Context(), lacking)) {
					t.Errorf("%s is not known with fewer clues of the same solution: %s", name, lacking)
				}
			}
			if must1(x.IsGuarded(t.Context(), lacking)) {
				t.Errorf("%s is guarded without clues that it needs: %s", name, lacking)
			}
		}
	}
	for _, line := range x.others[:20] {
		if must1(x.IsGuarded(t.Context(), grid(line))) {
			t.Errorf("nobody plays %s, and it is guarded", line)
		}
	}
	for _, odd := range []sudoku.Grid{{}, grid("1234" + "........." + "..."), sudoku.Grid{}.With(0, 5), grid("55......." + ".................................................................." + "......")} {
		if must1(x.IsGuarded(t.Context(), odd)) {
			t.Errorf("%s is guarded", odd)
		}
	}
}

// A guarded puzzle has nothing but its difficulty, until the game is over.
func TestGuardedPuzzle(t *testing.T) {
	x := newInPlay(t)
	for name, clues := range x.shown {
		if name == "a race on a pasted puzzle" { // the archive does not have it
			continue
		}
		p := must1(x.OpenPuzzle(t.Context(), canon.KeyOf(clues)))
		if _, isGuarded := guarded[name]; p.Guarded != isGuarded {
			t.Errorf("%s: guarded %t, want %t", name, p.Guarded, isGuarded)
		}
		if !p.Guarded {
			continue
		}
		tier := p.Tier
		if p.Tier, p.Guarded = 0, false; p.Clues != (sudoku.Grid{}) || p.Key != (canon.Key{}) || p.ID != 0 || p.Entry != (library.EntryID{}) || p.Lines != nil || p.Line.Text != "" || p.Name != "" || p.Score != 0 || tier == 0 {
			t.Errorf("%s is told: %+v", name, p)
		}
	}
	*x.clock = x.clock.AddDate(0, 0, 4)
	must(t, x.EndStaleRaces(t.Context())) // by the clock of the database, where no time has passed
	for name, clues := range x.shown {
		_, isOpen := guarded[name]
		isOpen = isOpen && (name == "a race" || name == "a duel" || name == "a board together" || name == "a race on a pasted puzzle")
		if got := must1(x.IsGuarded(t.Context(), clues)); got != isOpen {
			t.Errorf("four days later %s is guarded: %t", name, got)
		}
	}
	archivetest.Exec(t, x.url, `
		update duel set asked = asked - interval '2 days', accepted = accepted - interval '2 days';
		update party set active = active - interval '2 days'`)
	must(t, x.EndStaleRaces(t.Context()))
	must(t, x.EndIdleParties(t.Context()))
	for name, clues := range x.shown {
		if must1(x.IsGuarded(t.Context(), clues)) {
			t.Errorf("in the end %s is guarded", name)
		}
	}
}
