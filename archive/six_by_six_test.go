package archive_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/generator"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// byTier sorts puzzles by their tiers.
func byTier(lines []string) map[logic.Tier][]string {
	tiers := map[logic.Tier][]string{}
	for _, line := range lines {
		tier := archivetest.TierOf(line)
		tiers[tier] = append(tiers[tier], line)
	}
	return tiers
}

// A guild has each 6×6 of a tier once before any comes again, and none of another shape, tier or collection: not of the
// collections whose shelves a sum of 8 for each collection and its slot would give it.
func TestSixBySixInTurn(t *testing.T) {
	url := archivetest.URL(t)
	s := archivetest.Open(t, url)
	small := byTier(archivetest.SixBySix(300, 2))
	chosen := append(small[logic.TierSingletons][:7:7], small[logic.TierHidden][:4]...)
	archivetest.Import(t, s, "chosen", append(archivetest.Puzzles(20, 1), chosen...)...)
	archivetest.Import(t, s, "next", append(archivetest.Puzzles(60, 2), small[logic.TierSingletons][20:30]...)...)
	archivetest.Import(t, s, "third", append(append(archivetest.Puzzles(60, 3), small[logic.TierSingletons][30:40]...), chosen[0])...)
	for tier, want := range map[logic.Tier]int{logic.TierSingletons: 7, logic.TierHidden: 4} {
		guild := ofTier(daily.NewGuild(tier.String()), tier)
		must(t, s.SaveGuild(t.Context(), guild))
		archivetest.Choose(t, s, guild.ID, "chosen")
		for lap := range 3 {
			seen := map[string]bool{}
			for i := range want {
				d, err := s.Daily(t.Context(), guild, date("2026-03-01").AddDays(want*lap+i), sudoku.SixBySix, 0)
				must(t, err)
				seen[d.Puzzle.Clues.String()] = true
				if d.Tier != tier || d.Puzzle.Tier != tier || !slices.Contains(chosen, d.Puzzle.Clues.String()) {
					t.Errorf("%s is given out as %s", d.Puzzle.Clues, d.Tier)
				}
			}
			if len(seen) != want {
				t.Errorf("lap %d of %s has %d puzzles, want %d", lap, tier, len(seen), want)
			}
		}
	}
	if d, err := s.Daily(t.Context(), daily.NewGuild("42"), date("2026-03-07"), sudoku.SixBySix, 0); err == nil { // a Saturday, x-wing
		t.Errorf("without a puzzle of the tier, the daily is %+v", d)
	}
	archivetest.WantConsistent(t, url)
}

// Any tier of 6×6 is one of those that there are, and never one of sudoku.
func TestSixBySixOfAnyTier(t *testing.T) {
	s := archivetest.New(t)
	small := byTier(archivetest.SixBySix(200, 2))
	guild, ann := daily.NewGuild("42"), games.Player{ID: "ann"}
	archivetest.Import(t, s, "nine", archivetest.Puzzles(40, 1)...)
	if g, err := s.StartGame(t.Context(), ann, guild, sudoku.SixBySix, 0); err == nil {
		t.Errorf("without a 6×6 there is %+v", g)
	}
	archivetest.Import(t, s, "six", append(small[logic.TierSingletons][:20:20], small[logic.TierHidden][:20]...)...)
	tiers := map[logic.Tier]int{} // of 6×6
	for range 20 {
		for _, shape := range []sudoku.Shape{sudoku.Sudoku, sudoku.SixBySix} {
			g, err := s.StartGame(t.Context(), ann, guild, shape, 0)
			must(t, err)
			if g.Shape != shape || g.Clues.Shape() != shape {
				t.Fatalf("the game is %+v", g)
			}
			if shape == sudoku.SixBySix {
				tiers[g.Tier]++
			}
		}
	}
	if len(tiers) != 2 || tiers[logic.TierSingletons]*tiers[logic.TierHidden] == 0 {
		t.Errorf("the games are %v", tiers)
	}
}

// Players race and play together on a 6×6, and their best times are those of the shape.
func TestMeetOnSixBySix(t *testing.T) {
	now := &clock{at("2026-03-05 12:00")}
	x := table{Store: archivetest.New(t).WithClock(now.read), clock: now}
	archivetest.Import(t, x.Store, "all", append(archivetest.Puzzles(30, 1), archivetest.SixBySix(60, 2)...)...)
	guild, ctx := daily.NewGuild("42"), t.Context()
	race := must1(x.OpenRace(ctx, games.Race{GuildID: "42", ChannelID: "c", Opener: ann, Shape: sudoku.SixBySix, Tier: logic.TierHidden}))
	first, second := must1(x.StartRaceGame(ctx, race.ID, ann)), must1(x.StartRaceGame(ctx, race.ID, bob))
	if first.Puzzle.ID != second.Puzzle.ID || first.Shape != sudoku.SixBySix || first.Tier != logic.TierHidden || first.Clues != second.Clues {
		t.Errorf("the race is on %+v and %+v", first, second)
	}
	challenge := must1(x.OpenRace(ctx, games.Race{GuildID: "42", ChannelID: "c", Opener: ann, Opponent: bob, Shape: sudoku.SixBySix}))
	challenge = must1(x.AcceptRace(ctx, challenge.ID, bob, guild))
	if g := must1(x.StartRaceGame(ctx, challenge.ID, ann)); g.Shape != sudoku.SixBySix || g.Tier != logic.TierSingletons || g.Puzzle.ID == first.Puzzle.ID {
		t.Errorf("the challenge is on %+v", g)
	}
	party := must1(x.StartParty(ctx, games.Party{GuildID: "42", ChannelID: "c", ThreadID: "t", Starter: ann, Shape: sudoku.SixBySix}, guild, daily.Daily{}, logic.TierHidden))
	if again := must1(x.Party(ctx, party.ID)); party.Shape != sudoku.SixBySix || again != party {
		t.Errorf("the party is %+v, and then %+v", party, again)
	}
	if board := must1(x.PartyGame(ctx, party.ID)); board.Shape != sudoku.SixBySix || board.Tier != logic.TierHidden || board.Puzzle.ID == first.Puzzle.ID {
		t.Errorf("the board is %+v", board)
	}
	x.clock.advance(5 * time.Minute)
	if r := x.solve(t, first); r.Apart != games.NotApart || r.HandedIn {
		t.Errorf("the result is %+v", r)
	}
	bests := must1(x.PersonalBests(ctx, ann.ID))
	if len(bests) != 1 || bests[0].Shape != sudoku.SixBySix || bests[0].Tier != logic.TierHidden || bests[0].Elapsed != 5*time.Minute {
		t.Errorf("the best times are %+v", bests)
	}
}

// An open daily of 6×6 is recognized in any disguise, with digits of the way through it, also in exchange for clues. Other puzzles
// that have an isomorph of its solution may be played: few in 30 where it has many automorphisms, most where it has few.
func TestSixBySixDisguised(t *testing.T) {
	now := &clock{at("2026-03-05 12:00")}
	x := table{Store: archivetest.New(t).WithClock(now.read), clock: now}
	lines := archivetest.SixBySix(120, 4)
	archivetest.Import(t, x.Store, "all", lines...)
	must(t, x.ChooseGlobalDaily(t.Context(), sudoku.SixBySix))
	global := must1(x.GlobalDaily(t.Context(), date("2026-03-05"), sudoku.SixBySix))
	guild := daily.NewGuild("42")
	own := chosen(t, x.Store, guild, date("2026-03-05"), sudoku.SixBySix, 0)
	r := rand.New(rand.NewPCG(3, 4))
	for _, clues := range []sudoku.Grid{global.Clues(), own.Clues()} {
		solution := must1(solver.Solve(clues))
		for n := range 8 {
			way, open := clues, sudoku.CellsOf(clues.Shape().Cells()...).Minus(clues.Filled()).Slice()
			for _, i := range r.Perm(len(open))[:n] {
				way = way.With(open[i], solution.At(open[i]))
			}
			for c := range clues.Filled().All() {
				if less := way.With(c, 0); n%2 == 1 && must1(solver.Count(less, 2)) == 1 {
					way = less
					break
				}
			}
			way = sudoku.RandomTransform(sudoku.SixBySix, r).Apply(way)
			_, err := x.StartPasted(t.Context(), ann, guild, play.NewBoard(way))
			wantIs(t, err, games.ErrDailyOpen)
			if isGlobal := clues == global.Clues(); isGlobal && !must1(x.IsGuarded(t.Context(), way)) {
				t.Errorf("with %d digits more, a visitor may paste %s", n, way)
			}
		}
	}
	free := 0
	for range 30 {
		other := generator.Minimize(sudoku.RandomTransform(sudoku.SixBySix, r).Apply(must1(solver.Solve(own.Clues()))), r)
		is := must1(x.IsGuarded(t.Context(), other))
		_, err := x.StartPasted(t.Context(), bob, guild, play.NewBoard(other))
		if is && err == nil {
			t.Errorf("%s may be played, and it is an open daily", other)
		}
		if err == nil {
			free++
		}
	}
	if free == 0 {
		t.Error("no other puzzle of the solution may be played")
	}
}
