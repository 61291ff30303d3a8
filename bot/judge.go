package bot

import (
	"context"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func checkCommand() handler {
	return handler{name: "check", board: true, writes: true, play: (*Bot).check, asks: true, buttons: []button{{verb: CheckBoard}}}
}

func submitCommand() handler {
	return handler{
		name:    "submit",
		options: []Option{{Name: "answer", Kind: TextOption}},
		board:   true, writes: true, play: (*Bot).submit, asks: true,
		buttons: []button{{verb: HandIn}},
	}
}

func (b *Bot) check(ctx context.Context, q query) (done, error) {
	game, err := b.change(ctx, q, func(game archive.Game) (play.Event, error) {
		return play.Event{Kind: play.Checked, Text: "check", Board: game.Board}, nil
	})
	if err != nil {
		return nil, err
	}
	solution, err := solutionOf(game)
	return checkedBoard{game, game.Check(solution)}, err
}

// checkedBoard is a game after a check.
type checkedBoard struct {
	game  archive.Game
	found play.Check
}

func (d checkedBoard) screen(q query) Reply {
	conflicts := q.Text("check.no-conflicts", nil)
	if found := q.conflicts(d.game.Board); found != "" {
		conflicts = q.Text("check.conflicts", locale.Args{"Conflicts": found})
	}
	args := locale.Args{"Conflicts": conflicts, "ToGo": q.toGo(d.game), "Hint": command("hint")}
	body := q.Say("check.no-mistakes", args)
	if d.found.Wrong > 0 {
		body = q.SayCount("check.mistakes", d.found.Wrong, args)
	}
	return q.board(d.game, body)
}

func (d checkedBoard) outcome(query) Outcome {
	return judged(d.game, Judged{Wrong: d.found.Wrong, Open: d.found.Open})
}

// conflicts names the digits that stand twice in a house: "5 twice in row 1 (r1c13)".
// It is empty where there are none.
func (s speech) conflicts(b play.Board) string {
	var found []string
	for c := range b.Grid.Conflicts() {
		found = append(found, s.Count("check.conflict", c.Cells.Len(), locale.Args{
			"Digit": c.Digit.String(), "House": s.House(c.House), "Cells": c.Cells.String(),
		}))
	}
	const most = 5 // a message is not a list of all that a player typed at random
	if len(found) > most {
		found = append(found[:most], s.Count("list.more", len(found)-most, nil))
	}
	return s.commas(found)
}

func (b *Bot) submit(ctx context.Context, q query) (done, error) {
	var answer sudoku.Grid
	game, err := b.change(ctx, q, func(game archive.Game) (play.Event, error) {
		var err error
		if answer, err = game.Answer(q.option("answer")); err != nil {
			return play.Event{}, err
		}
		event := play.Event{Kind: play.Submitted, Text: "submit", Board: game.Board}
		if answered := (play.Board{Clues: game.Clues, Grid: answer}); answered.Solved() {
			event.Board = answered
		}
		return event, nil
	})
	if err != nil {
		return nil, err
	}
	if game.Solved() {
		return b.finish(ctx, q, game)
	}
	solution, err := solutionOf(game)
	return submitted{game, game.Judge(answer, solution)}, err
}

// submitted is a game after an answer that is not its solution.
type submitted struct {
	game    archive.Game
	verdict play.Verdict
}

// screen says how far the answer is from the solution, not where.
func (d submitted) screen(q query) Reply {
	var parts []string
	if d.verdict.Open > 0 {
		parts = append(parts, q.Count("submit.missing", d.verdict.Open, nil))
	}
	if d.verdict.Wrong > 0 {
		parts = append(parts, q.Count("submit.wrong", d.verdict.Wrong, nil))
	}
	key := "submit.not-yet"
	if d.verdict.OtherClues {
		key = "submit.other-puzzle"
	}
	return q.board(d.game, q.Say(key, locale.Args{"Differences": q.commas(parts)}))
}

func (d submitted) outcome(query) Outcome {
	return judged(d.game, Judged{Wrong: d.verdict.Wrong, Open: d.verdict.Open})
}

// finish ends a solved game: the player learns time, rank and streak.
func (b *Bot) finish(ctx context.Context, q query, game archive.Game) (done, error) {
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
func (q query) finishKey(game archive.Game, result archive.Result, of int) string {
	switch {
	case result.HandedIn:
		return "finish.handed-in"
	case result.Apart == archive.TooQuick:
		return "finish.too-quick"
	case result.Apart == archive.Together:
		return "finish.together"
	case result.Rank == 0:
		return "finish.unranked"
	case game.GuildID == archive.PrivateGuild(q.Player.ID): // where there is nobody to compare with
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
	game     archive.Game
	words    Text     // time, rank and more
	place    string   // among the results of a daily
	standing []Text   // of the duel
	shared   bool     // others learn of it already
	notices  []Notice // of that, in the channel
}

// told has others learn of a finished game at once where the guild wants that, and settles its duel.
func (b *Bot) told(ctx context.Context, q query, d finished, result archive.Result) (done, error) {
	guild, err := b.store.Guild(ctx, d.game.GuildID)
	if err != nil {
		return nil, err
	}
	d.shared = guild.AnnounceResults && !d.game.Settings.Hidden && d.game.Practice == "" && q.Place.reaches(guild)
	if d.shared {
		if _, err := b.store.Share(ctx, d.game); err != nil {
			return nil, err
		}
		if d.notices, err = b.notify(ctx, q, d.game, archive.ResultOfGame, q.shared(d.game, result)); err != nil {
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
func (q query) afterwards(game archive.Game, shareable bool) []Button {
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
func (b *Bot) rank(ctx context.Context, q query, game archive.Game, result archive.Result) (place string, of int, err error) {
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
func (s speech) helped(result archive.Result) string {
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
func (s speech) timeOf(result archive.Result) string {
	elapsed, active := s.elapsed(result.Elapsed), s.elapsed(result.Active)
	if elapsed == active {
		return elapsed
	}
	return s.Text("finish.active", locale.Args{"Elapsed": elapsed, "Active": active})
}
