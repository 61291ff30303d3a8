// Package player has the commands of one player: the daily and own games, moves, hints, checks, answers, practice, results,
// settings and privacy. A file has a command or a family of them.
package player

import (
	"context"
	"errors"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/bot/screen"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// DailyCommand is /daily.
func DailyCommand() handler.Handler {
	return handler.Handler{
		Name:    "daily",
		Options: []chat.Option{chat.OptionOfTier(), handler.ShapeOption(), {Name: "date", Kind: chat.DateOption}},
		Prepare: handler.Writes, Play: startDaily,
		Buttons: []handler.Button{{Verb: chat.OpenDaily, Options: func(f chat.Fill) (map[string]string, bool) {
			part := strings.Split(f.Press.Argument, "/")
			if len(part) != 3 {
				return nil, false
			}
			return map[string]string{"date": part[0], "tier": part[1], "shape": part[2]}, true
		}}},
	}
}

// PlayCommand is /play.
func PlayCommand() handler.Handler {
	return handler.Handler{
		Name: "play",
		Options: []chat.Option{
			chat.OptionOfTier(), handler.ShapeOption(), {Name: handler.PuzzleOption, Kind: chat.TextOption, Narrow: true}, {Name: "file", Kind: chat.FileOption},
		},
		Example: []chat.Given{{Name: "tier", Value: "hidden"}}, Prepare: handler.Writes, Before: handler.ReadPuzzleFile, Play: startPuzzle,
		Buttons: []handler.Button{{
			Verb: chat.PlayFound, Options: handler.ArgumentAs(foundClues),
			Handler: &handler.Handler{Name: "found", Options: []chat.Option{{Name: foundClues, Narrow: true}}, Prepare: handler.Writes, Play: playFound},
		}, {
			Verb: chat.GiveUpPasted, Handler: &handler.Handler{Name: "giving-up", Prepare: handler.Writes, Answer: giveUpPasted},
		}},
	}
}

// BoardCommand is /board.
func BoardCommand() handler.Handler {
	return handler.Handler{
		Name:    "board",
		Options: []chat.Option{{Name: "look", Kind: chat.ChoiceOption, Choices: []string{handler.PictureLook, handler.TextLook}}},
		Prepare: handler.OnBoard, Answer: showBoard,
		Buttons: []handler.Button{{Verb: chat.TurnTo}, {Verb: chat.OpenBoard}, {
			Verb: chat.EditGrid, Handler: &handler.Handler{Name: "grid-form", Prepare: handler.OnBoard, Answer: openForm(gridInForm)},
			Sent: &handler.Button{
				Options: fromField(GridField, GridField),
				Handler: &handler.Handler{Name: "edited-grid", Options: []chat.Option{{Name: GridField, Narrow: true}}, Prepare: handler.OnBoard | handler.Writes, Play: editGrid},
			},
		}},
	}
}

func startDaily(ctx context.Context, env *handler.Env, q handler.Query) (handler.Done, error) {
	s, err := env.Schedule(ctx, q.Place.GuildID)
	if err != nil {
		return handler.Done{}, err
	}
	today := s.Today(env.Config.Now())
	date, err := playable(ctx, env, q, today)
	if err == nil && s.First.IsZero() && date.Before(today) {
		err = &daily.TooEarlyError{Date: date, First: today}
	}
	if err != nil {
		return handler.Done{}, err
	}
	tier, shape, err := env.KindOn(ctx, q, s.Guild, date)
	if err != nil {
		return handler.Done{}, err
	}
	daily, err := env.Store.Daily(ctx, s.Guild, date, shape, tier)
	if err != nil {
		return handler.Done{}, err
	}
	game, err := env.Store.StartDaily(ctx, q.Player, daily)
	if err != nil {
		return handler.Done{}, err
	}
	refused, err := refusedReminder(ctx, env, q)
	done := screen.Started(q, game)
	done.Screen = func() chat.Reply {
		reply := screen.Opened(q, game)
		if date.Before(today) && game.Finished.IsZero() {
			reply.Screen.Body = q.Sentences(q.Say("board.late", nil), reply.Screen.Body)
		}
		if refused != nil {
			reply.Screen.Body = q.Sentences(refused, reply.Screen.Body)
		}
		return reply
	}
	return done, err
}

// startPuzzle starts a game of the player's own, on a pasted puzzle if there is one, wherever it was pasted. Until a player
// has finished a game, a puzzle of any tier is one of the easiest, if there is one.
func startPuzzle(ctx context.Context, env *handler.Env, q handler.Query) (handler.Done, error) {
	if text := q.Option(handler.PuzzleOption); text != "" {
		return startPasted(ctx, env, q, text)
	}
	if text := q.Option("tier"); len(text) >= shortestPuzzle { // which no name of a tier has
		return startPasted(ctx, env, q, text)
	}
	tier, shape, err := handler.KindOf(q)
	if err != nil {
		return handler.Done{}, err
	}
	guild, err := env.Store.Guild(ctx, q.Place.GuildID)
	if err != nil {
		return handler.Done{}, err
	}
	newcomer := false
	if tier == 0 && library.HasTiers(shape) {
		if newcomer, err = env.Store.Newcomer(ctx, q.Player.ID); err != nil {
			return handler.Done{}, err
		}
	}
	var game games.Game
	if newcomer {
		game, err = env.Store.StartGame(ctx, q.Player, guild, shape, logic.TierSingletons)
	}
	if !newcomer || errors.Is(err, library.ErrNoPuzzle) {
		game, err = env.Store.StartGame(ctx, q.Player, guild, shape, tier)
	}
	return screen.Started(q, game), err
}

func showBoard(ctx context.Context, env *handler.Env, q handler.Query) (chat.Reply, error) {
	look := q.Option("look")
	if look != "" && look != handler.PictureLook && look != handler.TextLook {
		return chat.Reply{}, q.RefuseGiven("look")
	}
	game, err := q.Game(ctx, env, q)
	if err == nil {
		err = screen.Fits(q, game)
	}
	if err != nil {
		return screen.OrNewest(q, err)
	}
	if !game.Finished.IsZero() {
		return screen.Opened(q, game), nil
	}
	args := locale.Args{"Time": q.Elapsed(env.Config.Now().Sub(game.Started)), "ToGo": screen.ToGo(q.Speech, game)}
	key := "board.again"
	if game.Settings.HideTimer {
		key = "board.moved"
	}
	if q.Pressed != nil && q.Pressed.Verb == chat.TurnTo {
		return screen.Turned(q, game, q.Say(key, args)), nil
	}
	return screen.Board(q, game, q.Say(key, args)), nil
}

// pastDays is how far back a daily can still be chosen. One that was chosen before can always be
// played.
const pastDays = 60

// playable reads a date or number of a daily that is today's or a past one; "" is today.
func playable(ctx context.Context, env *handler.Env, q handler.Query, today calendar.Date) (calendar.Date, error) {
	date, err := env.Day(ctx, q, q.Option("date"), today)
	if err != nil {
		return date, err
	}
	oldest := today.AddDays(-pastDays)
	if !date.Before(oldest) {
		return date, nil
	}
	chosen, err := env.Store.NumberedDates(ctx, q.Place.GuildID, sudoku.Sudoku, date, 1)
	if err == nil && (len(chosen) == 0 || chosen[0].Date != date) {
		err = chat.Refuse("refusal.too-long-ago", locale.Args{"Date": date.String(), "Oldest": oldest.String()})
	}
	return date, err
}

// First returns the command that opens a board for a player who has asked for nothing in particular: today's daily. A
// newcomer gets an easy one on every weekday, unless they have begun another one.
func First(ctx context.Context, env *handler.Env, r chat.Request) (chat.Ask, error) {
	ask := chat.Ask{Command: "daily"}
	newcomer, err := env.Store.Newcomer(ctx, r.Player.ID)
	if err != nil || !newcomer {
		return ask, err
	}
	s, err := env.Schedule(ctx, r.Place.GuildID)
	if err != nil {
		return ask, err
	}
	today := s.Today(env.Config.Now())
	shape, err := env.ShapeOf(ctx, s.Guild, today)
	if err != nil {
		return ask, err
	}
	tier := logic.TierSingletons
	game, err := env.Store.CurrentGame(ctx, r.Player.ID, r.Place.GuildID)
	switch {
	case err != nil && !errors.Is(err, postgres.ErrNotFound):
		return ask, err
	case err == nil && game.Date == today && game.Shape == shape: // the daily that they are at
		tier = game.Tier
	}
	easy, err := env.Store.Daily(ctx, s.Guild, today, shape, tier)
	switch {
	case errors.Is(err, library.ErrNoPuzzle):
		return ask, nil
	case err != nil || !easy.Extra:
		return ask, err
	}
	ask.Options = map[string]string{"tier": strings.ToLower(chat.SpeechIn(r.Language).Difficulty(tier))}
	return ask, nil
}
