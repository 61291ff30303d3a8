package player

import (
	"context"
	"slices"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/people"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/bot/meet"
	"github.com/gridkeeper/gridkeeper/bot/outbox"
	"github.com/gridkeeper/gridkeeper/bot/screen"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// finish ends a solved game: the player learns time, rank and streak.
func finish(ctx context.Context, env *handler.Env, q handler.Query, game games.Game) (handler.Done, error) {
	result, err := env.Store.Finish(ctx, game)
	if err != nil {
		return handler.Done{}, err
	}
	if game.Party != 0 {
		return meet.FinishTogether(ctx, env, q, game.Party)
	}
	d := screen.Finished{Game: game}
	args := locale.Args{
		"Game": q.NameOf(game), "Time": q.TimeOf(result), "Help": q.Helped(result),
		"Daily": chat.Mention("daily"),
	}
	key := "finish.own"
	if game.IsDaily() {
		rank, of, err := outbox.Rank(ctx, env, q, game, result)
		if err != nil {
			return handler.Done{}, err
		}
		args["Rank"], args["Of"] = rank, of
		key = finishKey(q, game, result, of)
		if result.Rank > 0 {
			if d.Place = q.Text("finish.place", args); of == 1 {
				d.Place = q.Text("finish.place-first", nil)
			}
		}
	}
	d.Words = q.Say(key, args)
	if game.IsDaily() && !game.Extra && library.HasTiers(game.Shape) { // others have no streak
		s, err := env.Schedule(ctx, game.GuildID)
		if err != nil {
			return handler.Done{}, err
		}
		streak, err := env.Store.Streak(ctx, q.Player.ID, game.GuildID, game.Shape, s.Today(env.Config.Now()))
		if err != nil {
			return handler.Done{}, err
		}
		d.Words = q.Sentences(d.Words, streakInWords(q, s, game.Shape, game.Shape, streak))
		if d.Remind, err = lacksReminder(ctx, env, q); err != nil {
			return handler.Done{}, err
		}
	}
	first, err := learned(ctx, env, q, game, result)
	if err != nil {
		return handler.Done{}, err
	}
	if first != nil {
		d.Words = q.Sentences(d.Words, first)
	}
	return told(ctx, env, q, d, result)
}

// finishKey is the message of a daily that was solved.
func finishKey(q handler.Query, game games.Game, result games.Result, of int) string {
	switch {
	case result.Extra:
		return "finish.extra"
	case result.Apart == games.TooQuick:
		return "finish.too-quick"
	case game.Joined:
		return "finish.joined"
	case result.Apart == games.Known:
		return "finish.known"
	case result.HandedIn:
		return "finish.handed-in"
	case result.Rank == 0:
		return "finish.unranked"
	case game.GuildID == people.PrivateGuild(q.Player.ID): // where there is nobody to compare with
		return "finish.alone"
	case of == 1:
		return "finish.daily-first"
	}
	return "finish.daily"
}

// told announces a finished game at once if the guild wants that, and settles its race.
func told(ctx context.Context, env *handler.Env, q handler.Query, d screen.Finished, result games.Result) (handler.Done, error) {
	guild, err := env.Store.Guild(ctx, d.Game.GuildID)
	if err != nil {
		return handler.Done{}, err
	}
	d.Shared = guild.AnnounceResults && !d.Game.Settings.Hidden && d.Game.Practice == "" && q.Place.Reaches(guild)
	if d.Shared {
		if _, err := env.Store.Share(ctx, d.Game); err != nil {
			return handler.Done{}, err
		}
		if d.Notices, err = outbox.Notify(ctx, env, q, d.Game, daily.ResultOfGame, outbox.Shared(q.Speech, d.Game, result)); err != nil {
			return handler.Done{}, err
		}
	}
	if d.Game.Race != 0 {
		return meet.Settled(ctx, env, q, d)
	}
	return d.Done(q), nil
}

// Limits of the sentence about techniques that are new to a player.
const (
	maxEarlier = 300 // solved puzzles that are looked through, the newest first
	maxNew     = 3   // techniques that are named, the hardest
)

// learned names the techniques that a game needed and no game before it: "New to you: X-Wing." It is empty if only singles
// are left, which every game needs, or if the player did not solve the game. The techniques of earlier puzzles are not stored
// for players: to rate the puzzles again takes less time than to store them. Mostly one or two puzzles are enough, since a
// technique that is not new was usually needed lately.
func learned(ctx context.Context, env *handler.Env, q handler.Query, game games.Game, result games.Result) (chat.Text, error) {
	if game.Practice != "" || result.HandedIn {
		return nil, nil
	}
	left := slices.DeleteFunc(techniquesOf(game.Clues), func(t logic.Technique) bool {
		return t == logic.NakedSingle || t == logic.HiddenSingle
	})
	earlier, err := env.Store.SolvedBefore(ctx, game, maxEarlier)
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
	hardest := left[max(0, len(left)-maxNew):]
	return q.Say("finish.first", locale.Args{"Techniques": q.Techniques(hardest), "Steps": part("steps")}), nil
}

// techniquesOf returns the techniques that a puzzle needs, the easiest first; nil for a puzzle that cannot be rated.
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
