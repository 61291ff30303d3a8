package bot

import (
	"context"
	"slices"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/people"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// finish ends a solved game: the player learns time, rank and streak.
func (b *Bot) finish(ctx context.Context, q query, game games.Game) (done, error) {
	result, err := b.store.Finish(ctx, game)
	if err != nil {
		return nil, err
	}
	if game.Party != 0 {
		return b.finishTogether(ctx, game.Party)
	}
	d := finished{game: game}
	args := locale.Args{
		"Game": q.nameOf(game), "Time": q.timeOf(result), "Help": q.helped(result),
	}
	key := "finish.own"
	if game.IsDaily() {
		rank, of, err := b.rank(ctx, q, game, result)
		if err != nil {
			return nil, err
		}
		args["Rank"], args["Of"] = rank, of
		if args["Streak"], err = b.streakOf(ctx, q, game.GuildID); err != nil {
			return nil, err
		}
		key = q.finishKey(game, result, of)
		if result.Rank > 0 {
			d.place = q.placeOf(args)
		}
	}
	d.words = q.Say(key, args)
	first, err := b.learned(ctx, q, game, result)
	if err != nil {
		return nil, err
	}
	if first != nil {
		d.words = q.sentences(d.words, first)
	}
	return b.told(ctx, q, d, result)
}

// finishKey is the message of a daily that was solved.
func (q query) finishKey(game games.Game, result games.Result, of int) string {
	switch {
	case result.HandedIn:
		return "finish.handed-in"
	case result.Apart == games.TooQuick:
		return "finish.too-quick"
	case result.Apart == games.Together:
		return "finish.together"
	case result.Rank == 0:
		return "finish.unranked"
	case game.GuildID == people.PrivateGuild(q.Player.ID): // where there is nobody to compare with
		return "finish.alone"
	case of == 1:
		return "finish.daily-first"
	}
	return "finish.daily"
}

// placeOf says in few words which place of how many a result has.
func (s speech) placeOf(args locale.Args) string {
	if args["Of"] == 1 {
		return s.Text("finish.place-first", nil)
	}
	return s.Text("finish.place", args)
}

// finished is a game that its player has solved.
type finished struct {
	game     games.Game
	words    Text     // time, rank and more
	place    string   // among the results of a daily
	standing []Text   // of the duel
	shared   bool     // others learn of it already
	notices  []Notice // of that, in the channel
}

// told announces a finished game at once where the guild wants that, and settles its duel.
func (b *Bot) told(ctx context.Context, q query, d finished, result games.Result) (done, error) {
	guild, err := b.store.Guild(ctx, d.game.GuildID)
	if err != nil {
		return nil, err
	}
	d.shared = guild.AnnounceResults && !d.game.Settings.Hidden && d.game.Practice == "" && q.Place.reaches(guild)
	if d.shared {
		if _, err := b.store.Share(ctx, d.game); err != nil {
			return nil, err
		}
		if d.notices, err = b.notify(ctx, q, d.game, daily.ResultOfGame, q.shared(d.game, result)); err != nil {
			return nil, err
		}
	}
	if d.game.Duel != 0 {
		return b.settled(ctx, q, d)
	}
	return d, nil
}

// screen shows a finished game to its player, who may share the result.
func (d finished) screen(q query) Reply {
	reply := q.board(d.game, join("\n", append([]Text{d.words}, d.standing...)...))
	reply.Screen.Over, reply.Notices = true, d.notices
	reply.Screen.Rows = buttons(q.afterwards(d.game, !d.shared)...)
	return reply
}

// outcome leaves the game out, which has changed with its result.
func (d finished) outcome(query) Outcome {
	return Outcome{Revision: d.game.Revision, Judged: &Judged{Solved: true, Words: d.words, Place: d.place}}
}

// afterwards are the buttons below a finished game: its result for all, what others did, and how it
// is solved. A practice, whose time is not that of a puzzle, leads to the next.
func (q query) afterwards(game games.Game, shareable bool) []Button {
	show := Press{Verb: ShowResults}
	if game.IsDaily() { // its own date's, which is not always today's
		show.Argument = game.Date.String()
	}
	below := []Button{{Label: q.Text("button.leaderboard", nil), Press: show}}
	if game.Duel != 0 { // which no leaderboard has
		below = nil
	}
	if game.Practice != "" {
		below = []Button{q.practiseAnother(game)}
	} else if shareable && !q.Place.Private {
		below = append(below, Button{Label: q.Text("button.share", nil), Press: Press{Verb: ShareResult, GameID: game.ID}})
	}
	return append(below, Button{Label: q.Text("button.steps", nil), Press: Press{Verb: ShowStep, Argument: "1", GameID: game.ID}})
}

// rank returns the place of a result among the same daily's, in words, and how many there are.
func (b *Bot) rank(ctx context.Context, q query, game games.Game, result games.Result) (place string, of int, err error) {
	results, err := b.store.DailyResults(ctx, game.GuildID, game.Date, q.Player.ID)
	if err != nil {
		return "", 0, err
	}
	for _, other := range results {
		if other.Shape == result.Shape && other.Tier == result.Tier && other.Rank > 0 {
			of++
		}
	}
	return q.place(result.Rank, result.Joint), max(of, result.Rank), nil
}

// helped says what help a result had, and whether it was late: ", 2 hints to level 4, 1 check".
func (s speech) helped(result games.Result) string {
	text := ""
	if result.Hints > 0 {
		text += s.Count("finish.hints", result.Hints, locale.Args{"Level": int(result.Deepest)})
	}
	if result.Checks > 0 {
		text += s.Count("finish.checks", result.Checks, nil)
	}
	if result.Late {
		text += s.Text("finish.late", nil)
	}
	return text
}

// timeOf says how long a game took, and how much of that the player was at it.
func (s speech) timeOf(result games.Result) string {
	elapsed, active := s.elapsed(result.Elapsed), s.elapsed(result.Active)
	if elapsed == active {
		return elapsed
	}
	return s.Text("finish.active", locale.Args{"Elapsed": elapsed, "Active": active})
}

// Limits of what is said to be new to a player.
const (
	maxEarlier = 300 // solved puzzles that are looked through, the newest first
	maxNew     = 3   // techniques that are named, the hardest
)

// learned says which techniques a game needed that none before it did: "New to you: X-Wing." It is empty
// where there are none but singles, which every game needs, or where the player did not solve it. Which techniques a puzzle needs is not stored for players, but
// rated again, which takes less than a database does to store it: mostly one or two puzzles will do,
// for whatever is not new was mostly needed lately.
func (b *Bot) learned(ctx context.Context, q query, game games.Game, result games.Result) (Text, error) {
	if game.Practice != "" || result.HandedIn {
		return nil, nil
	}
	left := slices.DeleteFunc(techniquesOf(game.Clues), func(t logic.Technique) bool {
		return t == logic.NakedSingle || t == logic.HiddenSingle
	})
	earlier, err := b.store.SolvedBefore(ctx, game, maxEarlier)
	if err != nil {
		return nil, err
	}
	for _, clues := range earlier {
		if len(left) == 0 {
			return nil, nil
		}
		known := techniquesOf(clues)
		left = slices.DeleteFunc(left, func(t logic.Technique) bool { return slices.Contains(known, t) })
	}
	if len(left) == 0 {
		return nil, nil
	}
	var names []string
	for _, t := range left[max(0, len(left)-maxNew):] {
		names = append(names, q.Technique(t))
	}
	return q.Say("finish.first", locale.Args{"Techniques": q.List(names), "Steps": command("steps")}), nil
}

// techniquesOf returns the techniques that a puzzle needs, the easiest first; nil for what cannot be
// rated.
func techniquesOf(clues sudoku.Grid) (list []logic.Technique) {
	r, err := rating.Rate(clues)
	if err != nil {
		return nil
	}
	for t := range r.Counts.All() {
		list = append(list, t)
	}
	return list
}
