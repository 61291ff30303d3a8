package bot

import (
	"context"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func checkCommand() handler {
	return handler{name: "check", board: true, writes: true, answer: (*Bot).check, buttons: []button{{verb: CheckBoard}}}
}

func submitCommand() handler {
	return handler{
		name:    "submit",
		options: []Option{{Name: "answer", Kind: TextOption}},
		board:   true, writes: true, answer: (*Bot).submit,
		buttons: []button{{verb: HandIn}},
	}
}

func (b *Bot) check(ctx context.Context, q query) (Reply, error) {
	game, err := b.change(ctx, q, func(game archive.Game) (play.Event, error) {
		return play.Event{Kind: play.Checked, Text: "check", Board: game.Board}, nil
	})
	if err != nil {
		return q.orFinished(err)
	}
	solution, err := solutionOf(game)
	if err != nil {
		return Reply{}, err
	}
	conflicts := q.Text("check.no-conflicts", nil)
	if found := q.conflicts(game.Board); found != "" {
		conflicts = q.Text("check.conflicts", locale.Args{"Conflicts": found})
	}
	args := locale.Args{"Conflicts": conflicts, "ToGo": q.toGo(game), "Hint": command("hint")}
	found := game.Check(solution)
	body := q.Say("check.no-mistakes", args)
	if found.Wrong > 0 {
		body = q.SayCount("check.mistakes", found.Wrong, args)
	}
	reply := q.board(game, body)
	reply.Outcome = &Outcome{Revision: game.Revision, Judged: &Judged{Wrong: found.Wrong, Open: found.Open}}
	return reply, nil
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

func (b *Bot) submit(ctx context.Context, q query) (Reply, error) {
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
		return q.orFinished(err)
	}
	if game.Solved() {
		return b.finish(ctx, q, game)
	}
	return q.judged(game, answer)
}

// judged says how far an answer is from the solution, not where.
func (q query) judged(game archive.Game, answer sudoku.Grid) (Reply, error) {
	solution, err := solutionOf(game)
	if err != nil {
		return Reply{}, err
	}
	verdict := game.Judge(answer, solution)
	var parts []string
	if verdict.Open > 0 {
		parts = append(parts, q.Count("submit.missing", verdict.Open, nil))
	}
	if verdict.Wrong > 0 {
		parts = append(parts, q.Count("submit.wrong", verdict.Wrong, nil))
	}
	key := "submit.not-yet"
	if verdict.OtherClues {
		key = "submit.other-puzzle"
	}
	reply := q.board(game, q.Say(key, locale.Args{"Differences": q.commas(parts)}))
	reply.Outcome = &Outcome{Revision: game.Revision, Judged: &Judged{Wrong: verdict.Wrong, Open: verdict.Open}}
	return reply, nil
}

// finish ends a solved game: the player learns time, rank and streak.
func (b *Bot) finish(ctx context.Context, q query, game archive.Game) (Reply, error) {
	result, err := b.store.Finish(ctx, game)
	if err != nil {
		return Reply{}, err
	}
	if game.Party != 0 {
		return b.finishTogether(ctx, q, game.Party)
	}
	args := locale.Args{
		"Game": q.nameOf(game), "Time": q.timeOf(result), "Help": q.helped(result),
	}
	if !game.IsDaily() {
		return b.finished(ctx, q, game, result, q.Say("finish.own", args))
	}
	rank, of, err := b.rank(ctx, q, game, result)
	if err != nil {
		return Reply{}, err
	}
	args["Rank"], args["Of"] = rank, of
	if args["Streak"], err = b.streakOf(ctx, q, game.GuildID); err != nil {
		return Reply{}, err
	}
	key := "finish.daily"
	switch {
	case result.HandedIn:
		key = "finish.handed-in"
	case result.Apart == archive.TooQuick:
		key = "finish.too-quick"
	case result.Apart == archive.Together:
		key = "finish.together"
	case result.Rank == 0:
		key = "finish.unranked"
	case game.GuildID == archive.PrivateGuild(q.Player.ID): // where there is nobody to compare with
		key = "finish.alone"
	case of == 1:
		key = "finish.daily-first"
	}
	reply, err := b.finished(ctx, q, game, result, q.Say(key, args))
	if err == nil && result.Rank > 0 {
		reply.Outcome.Judged.Place = q.placeOf(args)
	}
	return reply, err
}

// placeOf says in few words which place of how many a result has.
func (s speech) placeOf(args locale.Args) string {
	if args["Of"] == 1 {
		return s.Text("finish.place-first", nil)
	}
	return s.Text("finish.place", args)
}

// finished shows a finished game to its player, who may share the result. Others learn of it at
// once where the guild wants that.
func (b *Bot) finished(ctx context.Context, q query, game archive.Game, result archive.Result, body Text) (Reply, error) {
	first, err := b.learned(ctx, q, game, result)
	if err != nil {
		return Reply{}, err
	}
	if first != nil {
		body = q.sentences(body, first)
	}
	reply := q.board(game, body)
	reply.Screen.Over = true
	reply.Outcome = &Outcome{Revision: game.Revision, Judged: &Judged{Solved: true, Words: body}}
	guild, err := b.store.Guild(ctx, game.GuildID)
	if err != nil {
		return Reply{}, err
	}
	announced := guild.AnnounceResults && !game.Settings.Hidden && game.Practice == "" && q.Place.reaches(guild)
	if announced {
		if _, err := b.store.Share(ctx, game); err != nil {
			return Reply{}, err
		}
		if err := b.notify(ctx, q, &reply, game, archive.ResultOfGame, q.shared(game, result)); err != nil {
			return Reply{}, err
		}
	}
	reply.Screen.Rows = buttons(q.afterwards(game, !announced)...)
	if game.Duel != 0 {
		return b.settled(ctx, q, game, reply, announced)
	}
	return reply, nil
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
