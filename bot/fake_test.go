package bot

import (
	"cmp"
	"context"
	"io"
	"iter"
	"slices"
	"sync"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/calendar"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// fakeStore is an archive in memory for a handful of players, where no database is needed
// to see what the bot does. The tests with a real one are in archive_test.go.
type fakeStore struct {
	noMeetings
	pending *archive.PendingImport // the file that waits
	clock   *clock
	puzzles map[sudoku.Shape]sudoku.Grid

	mu      sync.Mutex
	guilds  map[string]archive.Guild
	games   []archive.Game         // the last opened last
	journal map[int64][]play.Entry // of each game
	results []archive.Result
	posts   map[string]*fakePost
	shared  map[int64]bool // by game
	offers  []library.Offer
	lost    int   // collections that were chosen and are gone
	broken  error // what every method returns, if set

	settings map[string]archive.Settings // by player
	contacts map[string]archive.Contact
	told     map[string]calendar.Date

	left    map[string]bool // guilds that removed the bot
	changes []library.Change
	chosen  map[string]archive.PlayerChoices

	once    sync.Mutex
	answers map[string][]byte // by request
}

func newFakeStore() *fakeStore {
	return &fakeStore{
		clock:   &clock{time.Date(2026, 3, 5, 10, 0, 0, 0, time.UTC)},
		puzzles: map[sudoku.Shape]sudoku.Grid{sudoku.Sudoku: parse(moler), sudoku.Shidoku: parse(mini)},
		guilds:  map[string]archive.Guild{},

		settings: map[string]archive.Settings{},
		journal:  map[int64][]play.Entry{},
		answers:  map[string][]byte{},
		shared:   map[int64]bool{},
		posts:    map[string]*fakePost{},

		contacts: map[string]archive.Contact{},
		told:     map[string]calendar.Date{},

		left:   map[string]bool{},
		chosen: map[string]archive.PlayerChoices{},
	}
}

// Once keeps the answers of requests; it takes nothing back.
func (f *fakeStore) Once(ctx context.Context, request string, work func(context.Context) ([]byte, error)) ([]byte, error) {
	if request == "" {
		return work(ctx)
	}
	f.once.Lock()
	defer f.once.Unlock()
	if answer, found := f.answers[request]; found {
		return answer, nil
	}
	answer, err := work(ctx)
	if err == nil {
		f.answers[request] = answer
	}
	return answer, err
}

func (f *fakeStore) lock() func() { f.mu.Lock(); return f.mu.Unlock }

func (f *fakeStore) Guild(_ context.Context, id string) (archive.Guild, error) {
	defer f.lock()()
	if s, found := f.guilds[id]; found {
		return s, f.broken
	}
	return archive.NewGuild(id), f.broken
}

func (f *fakeStore) SaveGuild(_ context.Context, s archive.Guild) error {
	defer f.lock()()
	s.First = f.guilds[s.ID].First
	f.guilds[s.ID] = s
	return f.broken
}

func (f *fakeStore) ScheduledGuilds(context.Context) ([]archive.Guild, error) {
	defer f.lock()()
	var all []archive.Guild
	for _, s := range f.guilds {
		if s.Scheduled {
			all = append(all, s)
		}
	}
	return all, f.broken
}

func (f *fakeStore) Contact(_ context.Context, guild string) (archive.Contact, error) {
	defer f.lock()()
	return f.contacts[guild], f.broken
}

func (f *fakeStore) SetContact(_ context.Context, guild string, c archive.Contact) error {
	defer f.lock()()
	f.contacts[guild] = c
	delete(f.told, guild)
	return f.broken
}

func (f *fakeStore) StopPosts(_ context.Context, guild, channel string) (bool, error) {
	defer f.lock()()
	g := f.guilds[guild]
	if f.broken != nil || !g.Scheduled || channel != "" && channel != g.ChannelID {
		return false, f.broken
	}
	g.Scheduled = false
	if channel != "" {
		g.ChannelID = ""
	}
	f.guilds[guild] = g
	return true, nil
}

func (f *fakeStore) Daily(_ context.Context, s archive.Guild, date calendar.Date, shape sudoku.Shape, tier logic.Tier) (archive.Daily, error) {
	if tier == logic.TierXWing {
		return archive.Daily{}, library.ErrNoPuzzle
	}
	if tier == 0 {
		tier = s.Tier(date)
	}
	first := f.firstOf(s, date)
	if date.Before(first) {
		return archive.Daily{}, &archive.TooEarlyError{Date: date, First: first}
	}
	number := 1
	for first.AddDays(number - 1).Before(date) {
		number++
	}
	return archive.Daily{
		GuildID: s.ID, Date: date, Number: number, Shape: shape, Tier: tier,
		Puzzle: f.puzzle(shape), Transform: sudoku.Identity(shape),
	}, f.broken
}

// puzzle returns the puzzle of a shape with its rating, as the archive has it.
func (f *fakeStore) puzzle(shape sudoku.Shape) library.Puzzle {
	p := library.Puzzle{ID: 1, Clues: f.puzzles[shape]}
	if r, err := rating.Rate(p.Clues); err == nil {
		p.Tier, p.Score, p.Hardest = r.Tier, r.Score, r.Hardest
	}
	return p
}

// DateOfNumber counts from the guild's first date, as Daily does.
func (f *fakeStore) DateOfNumber(_ context.Context, guild string, number int) (calendar.Date, error) {
	defer f.lock()()
	first := f.guilds[guild].First
	if first.IsZero() || number < 1 {
		return calendar.Date{}, cmp.Or(f.broken, postgres.ErrNotFound)
	}
	return first.AddDays(number - 1), f.broken
}

// NumberedDates takes each date of a game for one whose daily was chosen.
func (f *fakeStore) NumberedDates(_ context.Context, guild string, upTo calendar.Date, most int) (dates []archive.NumberedDate, err error) {
	defer f.lock()()
	for _, g := range f.games {
		d := archive.NumberedDate{Date: g.Date, Number: g.Number}
		if g.IsDaily() && g.GuildID == guild && !upTo.Before(g.Date) && !slices.Contains(dates, d) {
			dates = append(dates, d)
		}
	}
	slices.SortFunc(dates, func(a, b archive.NumberedDate) int { return b.Date.Compare(a.Date) })
	return dates[:min(most, len(dates))], f.broken
}

// SolvedBefore returns the clues of other finished games of a player, the newest first.
func (f *fakeStore) SolvedBefore(_ context.Context, game archive.Game, most int) (grids []sudoku.Grid, err error) {
	defer f.lock()()
	for _, g := range slices.Backward(f.games) {
		if g.Player.ID == game.Player.ID && g.ID != game.ID && !g.Finished.IsZero() && g.Practice == "" && g.Moves > 0 {
			grids = append(grids, g.Clues)
		}
	}
	return grids[:min(most, len(grids))], f.broken
}

// firstOf returns a guild's first date, which a date becomes if there is none yet.
func (f *fakeStore) firstOf(s archive.Guild, date calendar.Date) calendar.Date {
	defer f.lock()()
	if stored, found := f.guilds[s.ID]; found {
		s = stored
	}
	if s.First.IsZero() {
		s.First = date
		f.guilds[s.ID] = s
	}
	return s.First
}

func (f *fakeStore) StartDaily(_ context.Context, p archive.Player, d archive.Daily) (archive.Game, error) {
	return f.open(archive.Game{
		Player: p, GuildID: d.GuildID, Puzzle: d.Puzzle, Date: d.Date, Number: d.Number,
		Shape: d.Shape, Tier: d.Tier, Game: play.Game{Board: play.NewBoard(d.Clues())},
	})
}

func (f *fakeStore) StartGame(_ context.Context, p archive.Player, s archive.Guild, shape sudoku.Shape, tier logic.Tier) (archive.Game, error) {
	if tier == logic.TierXWing {
		return archive.Game{}, library.ErrNoPuzzle
	}
	own := f.puzzle(shape)
	own.Name, own.Author = "Nightfall", "C. Moler"
	return f.open(archive.Game{
		Player: p, GuildID: s.ID, Puzzle: own,
		Shape: shape, Tier: max(tier, 1), Game: play.Game{Board: play.NewBoard(f.puzzles[shape])},
	})
}

func (f *fakeStore) StartPractice(_ context.Context, p archive.Player, s archive.Guild, t logic.Technique) (archive.Game, error) {
	start, ok := play.NewPractice(f.puzzles[sudoku.Sudoku], t)
	if !ok {
		return archive.Game{}, &archive.NoPracticeError{Technique: t, LookedThrough: 1, All: true}
	}
	return f.open(archive.Game{
		Player: p, GuildID: s.ID, Puzzle: library.Puzzle{ID: 1}, Practice: t, Shape: sudoku.Sudoku, Tier: 5, Game: start,
	})
}

func (f *fakeStore) open(g archive.Game) (archive.Game, error) {
	defer f.lock()()
	g.Settings = f.settings[g.Player.ID]
	for i, old := range f.games {
		if g.IsDaily() && old.Player.ID == g.Player.ID && old.GuildID == g.GuildID && old.Date == g.Date && old.Tier == g.Tier && old.Shape == g.Shape {
			f.games = append(append(f.games[:i:i], f.games[i+1:]...), old)
			old.Settings = f.settings[g.Player.ID]
			return old, f.broken
		}
	}
	g.ID, g.Started = int64(len(f.games)+1), f.clock.now
	f.games = append(f.games, g)
	g.Settings = f.settings[g.Player.ID]
	return g, f.broken
}

func (f *fakeStore) CurrentGame(_ context.Context, player, guild string) (archive.Game, error) {
	defer f.lock()()
	for i := len(f.games) - 1; i >= 0; i-- {
		if g := f.games[i]; g.Player.ID == player && g.GuildID == guild {
			g.Settings = f.settings[player]
			return g, f.broken
		}
	}
	return archive.Game{}, postgres.ErrNotFound
}

func (f *fakeStore) Newcomer(_ context.Context, player string) (bool, error) {
	defer f.lock()()
	return !slices.ContainsFunc(f.games, func(g archive.Game) bool { return g.Player.ID == player && !g.Finished.IsZero() }), f.broken
}

// stored returns the game as it stands, if g is no old state of it.
func (f *fakeStore) stored(g archive.Game) (*archive.Game, error) {
	for i := range f.games {
		switch stored := &f.games[i]; {
		case stored.ID != g.ID:
		case !stored.Finished.IsZero():
			return nil, archive.ErrFinished
		case stored.Revision != g.Revision:
			return nil, postgres.ErrStale
		default:
			return stored, f.broken
		}
	}
	return nil, postgres.ErrNotFound
}

func (f *fakeStore) Record(_ context.Context, g archive.Game, e play.Event) (archive.Game, error) {
	defer f.lock()()
	stored, err := f.stored(g)
	if err != nil {
		return g, err
	}
	var entry play.Entry
	before := stored.Board
	stored.Game, entry = stored.Game.Record(e)
	f.journal[g.ID] = append(f.journal[g.ID], entry)
	after := *stored
	after.Settings, after.Last = f.settings[g.Player.ID], stored.Board.ChangedSince(before)
	return after, nil
}

func (f *fakeStore) Undo(_ context.Context, g archive.Game) (archive.Game, string, error) {
	defer f.lock()()
	stored, err := f.stored(g)
	if err != nil {
		return g, "", err
	}
	undone, entry, err := stored.Game.Undo(func(revision int) (play.Entry, error) { return f.journal[g.ID][revision-1], nil })
	if err != nil {
		return g, "", err
	}
	stored.Game = undone
	f.journal[g.ID] = append(f.journal[g.ID], entry)
	return *stored, entry.Text, nil
}

func (f *fakeStore) Grids(_ context.Context, game int64) (grids []sudoku.Grid, err error) {
	defer f.lock()()
	for _, e := range f.journal[game] {
		grids = append(grids, e.Board.Grid)
	}
	return grids, f.broken
}

func (f *fakeStore) AddPending(_ context.Context, p archive.PendingImport) (int64, error) {
	p.ID = 12
	f.pending = &p
	return p.ID, nil
}

func (f *fakeStore) BeginPending(_ context.Context, guildID string, id int64) (archive.PendingImport, error) {
	if f.pending == nil || f.pending.GuildID != guildID || f.pending.ID != id {
		return archive.PendingImport{}, postgres.ErrNotFound
	}
	return *f.pending, nil
}

func (f *fakeStore) CancelPending(ctx context.Context, guildID string, id int64) error {
	if _, err := f.BeginPending(ctx, guildID, id); err != nil {
		return err
	}
	return f.DropPending(ctx, guildID, id)
}

func (f *fakeStore) DropPending(context.Context, string, int64) error {
	f.pending = nil
	return nil
}

func (f *fakeStore) NoteImport(context.Context, string, string, string, library.Report) error {
	return nil
}

func (f *fakeStore) Settings(_ context.Context, player string) (archive.Settings, error) {
	defer f.lock()()
	return f.settings[player], f.broken
}

func (f *fakeStore) SaveSettings(_ context.Context, player archive.Player, s archive.Settings) error {
	defer f.lock()()
	f.settings[player.ID] = s
	return f.broken
}

// ImportFile reads a file and finds nothing in it.
func (f *fakeStore) ImportFile(_ context.Context, o library.ImportOptions, r io.Reader) (library.Report, error) {
	_, err := io.Copy(io.Discard, r)
	return library.Report{Collection: o.Collection}, err
}

func (f *fakeStore) Offers(context.Context, string) ([]library.Offer, int, error) {
	defer f.lock()()
	return slices.Clone(f.offers), f.lost, f.broken
}

func (f *fakeStore) Choose(_ context.Context, _ archive.Guild, ids ...int64) error {
	defer f.lock()()
	f.lost = 0
	for i, o := range f.offers {
		f.offers[i].Chosen = slices.Contains(ids, o.ID)
	}
	return f.broken
}

func (f *fakeStore) Finish(_ context.Context, g archive.Game) (archive.Result, error) {
	defer f.lock()()
	stored, err := f.stored(g)
	if err != nil {
		return archive.Result{}, err
	}
	if !stored.Grid.Solved() {
		return archive.Result{}, archive.ErrUnsolved
	}
	stored.Finished = f.clock.now
	r := archive.Result{
		GameID: g.ID, Player: g.Player, GuildID: g.GuildID, Date: g.Date, Shape: g.Shape, Tier: g.Tier,
		Elapsed: f.clock.now.Sub(g.Started), Active: f.clock.now.Sub(g.Started), At: f.clock.now,
		Hints: stored.Hints, Deepest: stored.Deepest, Checks: stored.Checks, HandedIn: stored.Moves == 0,
	}
	if g.IsDaily() {
		r.Late = g.Date.Before(f.guilds[g.GuildID].Today(f.clock.now))
	}
	if g.IsDaily() && !r.HandedIn && !r.Late {
		r.Rank = 1
		for _, other := range f.results {
			if other.Date == g.Date && other.GuildID == g.GuildID && other.Rank > 0 && other.Elapsed < r.Elapsed {
				r.Rank++
			}
		}
	}
	f.results = append(f.results, r)
	return r, nil
}

func (f *fakeStore) Game(_ context.Context, id int64) (archive.Game, error) {
	defer f.lock()()
	for _, g := range f.games {
		if g.ID == id {
			return g, f.broken
		}
	}
	return archive.Game{}, postgres.ErrNotFound
}

func (f *fakeStore) Share(_ context.Context, g archive.Game) (archive.Result, error) {
	defer f.lock()()
	if f.shared[g.ID] {
		return archive.Result{}, archive.ErrShared
	}
	f.shared[g.ID] = true
	for _, r := range f.results {
		if r.GameID == g.ID {
			r.Shared = true
			return r, f.broken
		}
	}
	return archive.Result{}, archive.ErrShared
}

func (f *fakeStore) DailyResults(_ context.Context, guild string, date calendar.Date, _ string) ([]archive.Result, error) {
	defer f.lock()()
	var found []archive.Result
	for _, r := range f.results {
		if r.GuildID == guild && r.Date == date {
			found = append(found, r)
		}
	}
	return found, f.broken
}

func (f *fakeStore) Leaderboard(_ context.Context, k archive.Ranking) ([]archive.Standing, error) {
	defer f.lock()()
	var all []archive.Standing
	for _, r := range f.results {
		if r.GuildID == k.GuildID && !r.Date.Before(k.Days.First) && r.Rank > 0 {
			all = append(all, archive.Standing{Player: r.Player, Solved: 1, Best: r.Elapsed, Mean: r.Elapsed, Hints: r.Hints, Rank: len(all) + 1})
		}
	}
	return all, f.broken
}

func (f *fakeStore) Streak(_ context.Context, player, guild string, _ calendar.Date) (archive.Streak, error) {
	defer f.lock()()
	for _, r := range f.results {
		if r.GuildID == guild && r.Player.ID == player && !r.Date.IsZero() {
			return archive.Streak{Current: 1, Longest: 1}, f.broken
		}
	}
	return archive.Streak{}, f.broken
}

func (f *fakeStore) LockPlayer(context.Context, string) error { return nil }

func (f *fakeStore) GuildLeft(_ context.Context, guild string) error {
	defer f.lock()()
	f.left[guild] = true
	return f.broken
}

func (f *fakeStore) GuildsPresent(_ context.Context, guilds []string) error {
	defer f.lock()()
	for _, guild := range guilds {
		delete(f.left, guild)
	}
	return f.broken
}

func (f *fakeStore) EraseDeparted(context.Context) (int, error) { return 0, f.broken }

func (f *fakeStore) CountPlayerData(_ context.Context, player string) (map[string]int, error) {
	defer f.lock()()
	counts := map[string]int{}
	for _, g := range f.games {
		if g.Player.ID == player {
			counts["game"]++
		}
	}
	return counts, f.broken
}

func (f *fakeStore) ExportPlayer(context.Context, string) ([]byte, error) {
	return []byte("{}"), f.broken
}

func (f *fakeStore) DeletePlayer(_ context.Context, player string) error {
	defer f.lock()()
	f.games = slices.DeleteFunc(f.games, func(g archive.Game) bool { return g.Player.ID == player })
	return f.broken
}

func (f *fakeStore) Choices(_ context.Context, player string) (archive.PlayerChoices, error) {
	defer f.lock()()
	return f.chosen[player], f.broken
}

func (f *fakeStore) HidePlayer(_ context.Context, p archive.Player, hidden bool) error {
	defer f.lock()()
	c := f.chosen[p.ID]
	c.Hidden = hidden
	f.chosen[p.ID] = c
	return f.broken
}

func (f *fakeStore) SetResearch(_ context.Context, p archive.Player, consent bool) error {
	defer f.lock()()
	c := f.chosen[p.ID]
	c.Research = consent
	f.chosen[p.ID] = c
	return f.broken
}

func (f *fakeStore) AllDailyResults(ctx context.Context, guild string, date calendar.Date, viewer string) ([]archive.Result, error) {
	return f.DailyResults(ctx, guild, date, viewer)
}

func (f *fakeStore) RemoveResult(context.Context, string, int64) error { return f.broken }

func (f *fakeStore) RestoreResult(context.Context, string, int64) error { return f.broken }

func (f *fakeStore) NoteChange(_ context.Context, c library.Change) error {
	defer f.lock()()
	f.changes = append(f.changes, c)
	return f.broken
}

func (s *fakeStore) Search(context.Context, library.Query) iter.Seq2[library.Found, error] {
	return func(yield func(library.Found, error) bool) {
		if s.broken != nil {
			yield(library.Found{}, s.broken)
			return
		}
		yield(library.Found{Puzzle: library.Puzzle{Clues: s.puzzles[sudoku.Sudoku], Tier: logic.TierHidden, Score: 300}}, nil)
	}
}

func (s *fakeStore) HasPuzzle(context.Context, string, archive.Guild, sudoku.Grid) (bool, error) {
	return false, s.broken
}

func (s *fakeStore) StartFound(context.Context, archive.Player, archive.Guild, sudoku.Grid) (archive.Game, error) {
	return archive.Game{}, cmp.Or(s.broken, postgres.ErrNotFound)
}

func (s *fakeStore) SavedSearch(context.Context, string, string) (library.SavedSearch, error) {
	return library.SavedSearch{}, cmp.Or(s.broken, postgres.ErrNotFound)
}

func (s *fakeStore) SavedSearches(context.Context, string) ([]library.SavedSearch, error) {
	return nil, s.broken
}

func (s *fakeStore) SaveSearch(_ context.Context, saved library.SavedSearch) (library.SavedSearch, bool, error) {
	return saved, false, s.broken
}

func (s *fakeStore) FillSearch(context.Context, string, library.SavedSearch, int) (int, bool, error) {
	return 0, true, s.broken
}

func (s *fakeStore) DeleteSearch(context.Context, string, string) (int, error) {
	return 0, cmp.Or(s.broken, postgres.ErrNotFound)
}

func (s *fakeStore) Overview(context.Context, string) (library.Overview, error) {
	return library.Overview{}, s.broken
}

func (s *fakeStore) Unused(context.Context, archive.Guild) ([]archive.Unused, error) {
	return nil, s.broken
}

func (f *fakeStore) AddLink(context.Context, archive.Link) (string, error) {
	return "token", f.broken
}

func (f *fakeStore) Sessions(context.Context, string) ([]archive.Session, error) {
	return nil, f.broken
}

func (f *fakeStore) EndSession(context.Context, string, int64) (bool, error) {
	return false, f.broken
}

func (f *fakeStore) EndSessions(context.Context, string) (int, error) {
	return 0, f.broken
}

func (f *fakeStore) SaveNotes(context.Context, int64, archive.Notes) error {
	return f.broken
}
