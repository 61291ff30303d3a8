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
	"github.com/gridkeeper/gridkeeper/solver/logic"
)

// PracticeCommand is /practice.
func PracticeCommand() handler.Handler {
	return handler.Handler{
		Name: "practice", Options: []chat.Option{techniqueOption("technique"), handler.ShapeOption()},
		Example: []chat.Given{{Name: "technique", Value: "x-wing"}}, Prepare: handler.Writes, Play: practice,
		Buttons: []handler.Button{{Verb: chat.StartPractice, Options: handler.ArgumentAs("technique")}},
	}
}

func techniqueOption(name string) chat.Option {
	return chat.Option{Name: name, Kind: chat.TechniqueOption}
}

func practice(ctx context.Context, env *handler.Env, q handler.Query) (handler.Done, error) {
	_, shape, err := handler.KindOf(q)
	if err != nil {
		return handler.Done{}, err
	}
	var wanted []logic.Technique // the best first: there may not be a puzzle for each
	if text := strings.TrimSpace(q.Option("technique")); text != "" {
		t, err := q.ParseTechnique(text)
		if err != nil {
			return handler.Done{}, err
		}
		wanted = []logic.Technique{t}
	} else {
		needed, err := env.Store.NeededTechniques(ctx, q.Player.ID)
		if err != nil {
			return handler.Done{}, err
		}
		wanted = mix(needed, rand.ExpFloat64)
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
		if game, err = env.Store.StartPractice(ctx, q.Player, guild, shape, t); !errors.As(err, &none) {
			return screen.Started(q, game), err
		}
	}
	words := noneToPractise(q, none) // a refusal would take back how far it has looked
	return handler.Done{Outcome: chat.Outcome{Problem: words}, Screen: func() chat.Reply { return chat.Failure(words) }}, nil
}

// mix puts the techniques that a player needed into a random order, in which costly ones tend to come earlier. The techniques
// they never needed follow, the easiest first.
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

// begunBefore returns the current game if the button has started a practice before: the button is
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
