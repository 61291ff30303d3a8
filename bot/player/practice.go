package player

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/bot/screen"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/solver/logic"
)

// PracticeCommand is /practice.
func PracticeCommand() handler.Handler {
	return handler.Handler{
		Name: "practice", Options: []chat.Option{techniqueOption("technique")},
		Example: []chat.Given{{Name: "technique", Value: "x-wing"}}, Prepare: handler.Writes, Play: practice,
		Buttons: []handler.Button{{Verb: chat.StartPractice, Options: handler.ArgumentAs("technique")}},
	}
}

func techniqueOption(name string) chat.Option {
	return chat.Option{Name: name, Kind: chat.TechniqueOption}
}

func practice(ctx context.Context, env *handler.Env, q handler.Query) (handler.Done, error) {
	wanted, err := techniquesToPractise(ctx, env, q)
	if err != nil {
		return handler.Done{}, err
	}
	game, begun, err := begunBefore(ctx, env, q, wanted[0])
	switch {
	case err != nil:
		return handler.Done{}, err
	case begun:
		return screen.Started(q, game), nil
	}
	guild, err := env.Store.Guild(ctx, q.Place.GuildID)
	if err != nil {
		return handler.Done{}, err
	}
	var none *games.NoPracticeError
	for _, t := range wanted {
		if game, err = env.Store.StartPractice(ctx, q.Player, guild, t); !errors.As(err, &none) {
			return screen.Started(q, game), err
		}
	}
	words := noneToPractise(q, none) // a refusal would take back how far it has looked
	return handler.Done{Outcome: chat.Outcome{Problem: words}, Screen: func() chat.Reply { return chat.Failure(words) }}, nil
}

// techniquesToPractise are the one that is asked for, or else all to choose from, the best first: there may not be a
// puzzle for each.
func techniquesToPractise(ctx context.Context, env *handler.Env, q handler.Query) ([]logic.Technique, error) {
	if text := strings.TrimSpace(q.Option("technique")); text != "" {
		t, err := q.ParseTechnique(text)
		return []logic.Technique{t}, err
	}
	needed, err := env.Store.NeededTechniques(ctx, q.Player.ID)
	return mix(needed, rand.ExpFloat64), err
}

// mix puts the techniques that a player needed into a random order, each the earlier the more it costs, and those that
// they never needed behind them, the easiest first.
func mix(needed []games.Needed, exponential func() float64) (mixed []logic.Technique) {
	// Each of several exponential times is the first with a chance in proportion to its rate (Efraimidis and Spirakis, 2006).
	times := map[logic.Technique]float64{}
	for _, n := range needed {
		if cost := costOf(n); cost > 0 {
			times[n.Technique] = exponential() / cost
			mixed = append(mixed, n.Technique)
		}
	}
	slices.SortFunc(mixed, func(a, b logic.Technique) int { return cmp.Compare(times[a], times[b]) })
	for _, t := range logic.Rated {
		if !isSingle(t) && !slices.Contains(mixed, t) {
			mixed = append(mixed, t)
		}
	}
	return mixed
}

func isSingle(t logic.Technique) bool { return t == logic.NakedSingle || t == logic.HiddenSingle }

// begunBefore returns the current game if a button that starts a practice did so before: it stands
// below a game that is no longer the current one, or below a lesson whose practice waits for its
// first move.
func begunBefore(ctx context.Context, env *handler.Env, q handler.Query, t logic.Technique) (game games.Game, begun bool, err error) {
	if q.Pressed == nil {
		return game, false, nil
	}
	// The first look waits for another device that starts a practice, but sees the game of before it.
	for range 2 {
		if game, err = q.Game(ctx, env, q); handler.IsRefusal(err) {
			return game, false, nil
		} else if err != nil {
			return game, false, err
		}
	}
	if q.Pressed.GameID != 0 {
		return game, q.Pressed.GameID != game.ID, nil
	}
	return game, game.Practice == t && game.Revision == 0, nil
}

// practised shows a board after a move that made the step of a practice, and offers another. ok is
// false if the move did not.
func practised(q handler.Query, game games.Game, before play.Board) (reply chat.Reply, ok bool) {
	if game.Practice == "" {
		return chat.Reply{}, false
	}
	step, ok := game.Practised(game.Practice, before)
	if !ok {
		return chat.Reply{}, false
	}
	why := chat.Plain(chat.Cut(q.Reasons(step, before.State()), chat.MaxText-200)) // of contradictions, which fill pages; keep room for the rest
	reply = screen.Board(q, game, q.Say("practice.found", locale.Args{"Step": why, "ToGo": screen.ToGo(q.Speech, game)}))
	reply.Screen.Rows = screen.Beside(q, game, screen.PractiseMore(q, game)...)
	return reply, true
}

func noneToPractise(q handler.Query, none *games.NoPracticeError) chat.Text {
	args := locale.Args{
		"Technique": q.Technique(none.Technique), "Import": chat.Mention("import"), "Collections": chat.Mention("collections"),
		"Lesson": chat.Asking("technique", chat.Given{Name: "name", Value: string(none.Technique), Kind: chat.TechniqueOption}),
	}
	switch {
	case none.All && none.Chosen:
		return q.SayCount("refusal.no-practice-chosen-all", none.LookedThrough, args)
	case none.All:
		return q.SayCount("refusal.no-practice-all", none.LookedThrough, args)
	case none.Chosen:
		return q.SayCount("refusal.no-practice-chosen", none.LookedThrough, args)
	default:
		return q.SayCount("refusal.no-practice", none.LookedThrough, args)
	}
}
