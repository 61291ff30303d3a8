package archive_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/archive/submissions"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

// taking is a guild that takes puzzles.
func taking(id string, which daily.Submissions) daily.Guild {
	guild := daily.NewGuild(id)
	guild.Submissions = which
	return guild
}

func grid(text string) sudoku.Grid { return must1(sudoku.Parse(text)) }

// Whether a puzzle is known is answered by the collections that the guild sees, in any disguise: its own and shared ones. A
// puzzle of another guild's own collection, and one that another player has handed in, is new.
func TestSubmitKnown(t *testing.T) {
	x := newTable(t)
	guild := taking("42", daily.AnySubmissions)
	all := archivetest.Puzzles(6, 9)
	archivetest.Import(t, x.Store, "everyone's", all[0])
	archivetest.ImportFor(t, x.Store, "42", "own", all[1])
	archivetest.ImportFor(t, x.Store, "43", "theirs", all[2])
	archivetest.ImportFor(t, x.Store, "43", "lent", all[3])
	must(t, x.ShareCollection(t.Context(), "43", "lent", true, "test"))
	must1(x.Submit(t.Context(), bob, guild, submissions.Wish{Clues: grid(all[4])}))
	r := rand.New(rand.NewPCG(7, 7))
	for i, want := range []error{submissions.ErrKnown, submissions.ErrKnown, nil, submissions.ErrKnown, nil, nil} {
		clues := grid(archivetest.Turned(all[i], r))
		n, err := x.Submit(t.Context(), ann, guild, submissions.Wish{Clues: clues, Name: "N", Credit: "Ann"})
		if !errors.Is(err, want) || err == nil && (n.State != submissions.Open || n.Key != canon.KeyOf(clues)) {
			t.Errorf("puzzle %d: %+v, %v, want %v", i, n, err, want)
		}
	}
	if _, err := x.Submit(t.Context(), ann, guild, submissions.Wish{Clues: grid(archivetest.Turned(all[5], r))}); !errors.Is(err, submissions.ErrOwn) {
		t.Errorf("the same again: %v", err)
	}
	if got := len(must1(x.Submissions(t.Context(), "42"))); got != 4 {
		t.Errorf("%d wait, want 4", got)
	}
}

// A text that is not a puzzle, or not one that the guild takes, is refused with the reason.
func TestSubmitRefusals(t *testing.T) {
	x := newTable(t)
	minimal := grid(newspaper)
	solution := must1(solver.Solve(minimal))
	more := minimal.With(0, solution.At(0))
	two := minimal.With(minimal.Filled().First(), 0)
	hidden := games.Player{ID: "hidden", Name: "Hidden"}
	must(t, x.HidePlayer(t.Context(), hidden, true))
	for name, one := range map[string]struct {
		which  daily.Submissions
		player games.Player
		clues  sudoku.Grid
		want   error
	}{
		"taken":                    {daily.AnySubmissions, ann, minimal, nil},
		"minimal, as wanted":       {daily.MinimalSubmissions, bob, minimal, nil},
		"a 6×6":                    {daily.AnySubmissions, ann, grid(archivetest.SixBySix(1, 3)[0]), nil},
		"not wanted":               {daily.NoSubmissions, ann, minimal, submissions.ErrNotTaken},
		"hidden":                   {daily.AnySubmissions, hidden, minimal, submissions.ErrHidden},
		"a shidoku":                {daily.AnySubmissions, ann, grid(archivetest.Shidoku(1)[0]), submissions.ErrShape},
		"many solutions":           {daily.AnySubmissions, ann, two, solver.ErrManySolutions},
		"a clue more":              {daily.AnySubmissions, ann, more, nil},
		"a clue more than minimal": {daily.MinimalSubmissions, ann, more, &submissions.NotMinimalError{}},
	} {
		_, err := x.Submit(t.Context(), one.player, taking("of "+name, one.which), submissions.Wish{Clues: one.clues})
		if can, ok := errors.AsType[*submissions.NotMinimalError](err); ok {
			less := one.clues.With(can.Clue.Cell, 0)
			if n, _ := solver.Count(less, 2); n != 1 || one.clues.At(can.Clue.Cell) != can.Clue.Digit {
				t.Errorf("%s: %s cannot go", name, err)
			}
			err, one.want = nil, map[bool]error{true: nil, false: one.want}[name == "a clue more than minimal"]
		}
		if !errors.Is(err, one.want) {
			t.Errorf("%s: %v, want %v", name, err, one.want)
		}
	}
}

// The limits hold when requests arrive together.
func TestSubmitLimits(t *testing.T) {
	url := archivetest.URL(t)
	x := tableAt(t, url)
	guild := taking("42", daily.AnySubmissions)
	var all sync.WaitGroup
	errs := make([]error, 2*submissions.MaxOpen)
	for i, line := range archivetest.Puzzles(len(errs), 4) {
		all.Go(func() {
			_, errs[i] = x.Submit(t.Context(), ann, guild, submissions.Wish{Clues: grid(line)})
		})
	}
	all.Wait()
	taken := 0
	for _, err := range errs {
		if err == nil {
			taken++
		} else if !errors.Is(err, submissions.ErrManyOpen) {
			t.Error(err)
		}
	}
	if taken != submissions.MaxOpen {
		t.Errorf("%d are taken, want %d", taken, submissions.MaxOpen)
	}
	archivetest.Exec(t, url, fmt.Sprintf(`
		insert into player (id, name) values ('many', 'Many');
		insert into submission (guild, player, clues, key, submitted) select '42', 'many', clues, gen_random_uuid(), now() from submission, generate_series(1, %d) limit %[1]d`,
		submissions.MaxWaiting-taken))
	if _, err := x.Submit(t.Context(), bob, guild, submissions.Wish{Clues: grid(newspaper)}); !errors.Is(err, submissions.ErrWaiting) {
		t.Errorf("one more of the guild: %v", err)
	}
	first := must1(x.Submissions(t.Context(), "42"))[0]
	must1(x.Decline(t.Context(), "42", first.ID, "too many"))
	must1(x.Submit(t.Context(), bob, guild, submissions.Wish{Clues: grid(newspaper)}))
}

// An accepted puzzle is a line of the guild's collection, with its name and the player if they wish it. It is given out there,
// can be taken back alone, and is decided once.
func TestAccept(t *testing.T) {
	url := archivetest.URL(t)
	x := tableAt(t, url)
	ctx := t.Context()
	guild := taking("42", daily.AnySubmissions)
	lines := append(archivetest.Puzzles(2, 5), newspaper)
	var ids []int64
	for i, line := range lines {
		w := submissions.Wish{Clues: grid(line), Name: fmt.Sprint("Puzzle ", i)}
		if i == 0 {
			w.Credit = ann.Name
		}
		ids = append(ids, must1(x.Submit(ctx, ann, guild, w)).ID)
	}
	if _, err := x.Accept(ctx, "43", ids[0], "eve"); !errors.Is(err, postgres.ErrNotFound) {
		t.Errorf("by another guild: %v", err)
	}
	results := make([]error, 8)
	var all sync.WaitGroup
	for i := range results {
		all.Go(func() { _, results[i] = x.Accept(ctx, "42", ids[i%2], "eve") })
	}
	all.Wait()
	if n := len(slices.DeleteFunc(results, func(err error) bool { return errors.Is(err, submissions.ErrDecided) })); n != 2 {
		t.Errorf("%v: want two accepted, and others decided", results)
	}
	declined := must1(x.Decline(ctx, "42", ids[2], "we have enough easy ones"))
	if again := must1(x.Submission(ctx, "42", ids[2])); again != declined || again.State != submissions.Declined || again.Reason == "" {
		t.Errorf("declined: %+v, want %+v", again, declined)
	}
	for i := range 2 {
		n := must1(x.Submission(ctx, "42", ids[i]))
		p := must1(x.PuzzleByKey(ctx, n.Key))
		if p.Clues != grid(lines[i]) || p.Name != fmt.Sprint("Puzzle ", i) || (p.Author == "Ann") != (i == 0) || p.Entry != n.Entry {
			t.Errorf("the line of %+v is %+v", n, p)
		}
	}
	offers, _, err := x.Offers(ctx, "42")
	must(t, err)
	i := slices.IndexFunc(offers, func(o library.Offer) bool { return o.Name == submissions.Collection && o.Own })
	if i < 0 || offers[i].Puzzles.Sum(sudoku.Sudoku) != 2 {
		t.Errorf("the collections are %+v", offers)
	}
	if other, _, _ := x.Offers(ctx, "43"); len(other) >= len(offers) {
		t.Errorf("another guild sees %+v", other)
	}
	first := must1(x.Submission(ctx, "42", ids[0]))
	_, err = x.RevertImport(ctx, first.Entry.ImportID, "test")
	must(t, err)
	if offers, _, _ = x.Offers(ctx, "42"); offers[i].Puzzles.Sum(sudoku.Sudoku) != 1 {
		t.Errorf("after one is taken back: %+v", offers)
	}
	archivetest.WantConsistent(t, url)
}

// A deleted player takes their submissions, their votes and their name on puzzles along; the puzzles stay.
func TestDeleteSubmitter(t *testing.T) {
	url := archivetest.URL(t)
	x := tableAt(t, url)
	ctx := t.Context()
	guild := taking("42", daily.AnySubmissions)
	zoe := games.Player{ID: "771234567890123456", Name: "Zoe Quillfeather"}
	var kept submissions.Submission
	for _, line := range archivetest.Puzzles(3, 6) {
		n := must1(x.Submit(ctx, zoe, guild, submissions.Wish{Clues: grid(line), Credit: zoe.Name}))
		if kept.ID == 0 {
			kept = must1(x.Accept(ctx, "42", n.ID, "eve"))
		}
	}
	must1(x.Decline(ctx, "42", kept.ID+1, "no"))
	g := must1(x.StartPasted(ctx, zoe, guild, pasted(t, newspaper)))
	x.solve(t, g)
	must(t, x.SetVote(ctx, must1(x.Game(ctx, g.ID)), submissions.Vote{Liked: true}))
	counts := must1(x.CountPlayerData(ctx, zoe.ID))
	if counts["submission"] != 3 || counts["vote"] != 1 || counts["outbox"] != 2 {
		t.Errorf("kept are %v", counts)
	}
	must(t, x.DeletePlayer(ctx, zoe.ID))
	if got := append(archivetest.Holding(t, url, zoe.ID), archivetest.Holding(t, url, zoe.Name)...); len(got) > 0 {
		t.Errorf("who was the player is left in %v", got)
	}
	if p := must1(x.PuzzleByKey(ctx, kept.Key)); p.Author != "" || p.Clues != kept.Clues {
		t.Errorf("the puzzle is %+v", p)
	}
}

// A vote is one of a player and a puzzle, in any disguise. It can be changed and taken back, and is for solved puzzles.
func TestVote(t *testing.T) {
	x := newTable(t)
	ctx, guild := t.Context(), daily.NewGuild("42")
	play := func(text string) games.Game {
		t.Helper()
		g := must1(x.StartPasted(ctx, ann, guild, pasted(t, text)))
		if err := x.SetVote(ctx, g, submissions.Vote{Liked: true}); !errors.Is(err, submissions.ErrNoVote) {
			t.Errorf("before it is solved: %v", err)
		}
		x.clock.advance(time.Hour)
		x.solve(t, g)
		return must1(x.Game(ctx, g.ID))
	}
	g := play(newspaper)
	turned := play(archivetest.Turned(newspaper, rand.New(rand.NewPCG(3, 3))))
	for _, v := range []submissions.Vote{{Liked: true}, {Liked: true, TooHard: true}, {TooHard: true}, {}, {TooHard: true}} {
		must(t, x.SetVote(ctx, g, v))
		if got := must1(x.Vote(ctx, turned)); got != v {
			t.Errorf("the vote is %+v, want %+v", got, v)
		}
	}
}

// The lower end of the interval is that of the textbook, and the rule has its limits where they are said to be.
func TestIsBest(t *testing.T) {
	for _, one := range []struct {
		votes library.Votes
		want  bool
	}{
		{library.Votes{Voters: 6, Liked: 6}, true},
		{library.Votes{Voters: 5, Liked: 5}, false},  // 0.566
		{library.Votes{Voters: 10, Liked: 9}, false}, // 0.596
		{library.Votes{Voters: 11, Liked: 10}, true}, // 0.623
		{library.Votes{Voters: 6, Liked: 6, TooHard: 1}, true},
		{library.Votes{Voters: 6, Liked: 6, TooHard: 2}, false},
		{library.Votes{Voters: 100, Liked: 69}, false}, // 0.594
		{library.Votes{Voters: 100, Liked: 70}, true},  // 0.604
		{library.Votes{}, false},
	} {
		if got := submissions.IsBest(one.votes); got != one.want {
			t.Errorf("%+v: %t, want %t", one.votes, got, one.want)
		}
	}
}

// The collection of the best has the puzzles of shared collections that enough players like, once, and neither one of a
// guild's own nor one that its own author likes. Whoever handed a puzzle in is not named there.
func TestUpdateBest(t *testing.T) {
	url := archivetest.URL(t)
	x := tableAt(t, url)
	ctx := t.Context()
	all := archivetest.Puzzles(5, 12)
	archivetest.Import(t, x.Store, "one", all[0])
	archivetest.ImportFor(t, x.Store, "42", "own", all[1])
	patterns := archivetest.ImportFor(t, x.Store, "42", games.PatternsGame, all[4])
	must(t, x.ShareCollection(ctx, "42", games.PatternsGame, true, "test"))
	archivetest.Exec(t, url, fmt.Sprintf(`
		update import set source = '%s', by = '%s' where id = %[3]d; update entry set author = 'Quentin Marsh' where import = %[3]d`,
		games.PatternsGame, games.PatternsBy, patterns.ImportID))
	guild := taking("42", daily.AnySubmissions)
	zoe := games.Player{ID: "771234567890123456", Name: "Zoe Quillfeather"}
	handed := must1(x.Submit(ctx, zoe, guild, submissions.Wish{Clues: grid(all[2]), Name: "Snow", Credit: zoe.Name}))
	must1(x.Accept(ctx, "42", handed.ID, "eve"))
	must(t, x.ShareCollection(ctx, "42", submissions.Collection, true, "test"))
	vote := func(line string, players int) {
		t.Helper()
		archivetest.Exec(t, url, fmt.Sprintf(`
			insert into player (id, name) select 'voter ' || i, 'V' from generate_series(1, %[1]d) i on conflict do nothing;
			insert into vote (player, key, liked, too_hard, at) select 'voter ' || i, '%[2]s', true, false, now() from generate_series(1, %[1]d) i on conflict do nothing`,
			players, canon.KeyOf(grid(line))))
	}
	best := func(want int, lines ...string) {
		t.Helper()
		if added := must1(x.UpdateBest(ctx)); added != want {
			t.Errorf("%d added, want %d", added, want)
		}
		if want == 0 && len(lines) == 0 {
			return
		}
		if got := archivetest.Export(t, x.Store, submissions.Best); !slices.Equal(slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(lines))) {
			t.Errorf("the collection has %q, want %q", got, lines)
		}
	}
	vote(all[0], 5)
	vote(all[1], 9)
	vote(all[2], 5)
	vote(all[3], 9) // which the archive does not have
	archivetest.Exec(t, url, `insert into vote (player, key, liked, too_hard, at) values ('`+zoe.ID+`', '`+handed.Key.String()+`', true, false, now())`)
	best(0)
	vote(all[0], 6)
	best(1, all[0])
	vote(all[2], 6)
	best(1, all[0], all[2])
	best(0, all[0], all[2])
	vote(all[4], 6)
	best(1, all[0], all[2], all[4])
	archivetest.Exec(t, url, fmt.Sprintf(`update entry set author = '' where import = %d`, patterns.ImportID))
	if tables := archivetest.Holding(t, url, "Quentin Marsh"); len(tables) > 0 {
		t.Errorf("the player of the Patterns Game is still named in %v", tables)
	}
	archivetest.Exec(t, url, `delete from vote`)
	best(0, all[0], all[2], all[4])
	must(t, x.DeletePlayer(ctx, zoe.ID))
	if got := append(archivetest.Holding(t, url, zoe.ID), archivetest.Holding(t, url, zoe.Name)...); len(got) > 0 {
		t.Errorf("who was the player is left in %v", got)
	}
	archivetest.WantConsistent(t, url)
}
