package player

import (
	"context"
	"errors"
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
	o := techniqueOption("technique")
	o.Required = true
	return handler.Handler{
		Name: "practice", Options: []chat.Option{o},
		Example: []chat.Given{{Name: "technique", Value: "x-wing"}}, Writes: true, Play: practice,
		Buttons: []handler.Button{{Verb: chat.StartPractice, Options: handler.ArgumentAs("technique")}},
	}
}

func techniqueOption(name string) chat.Option {
	return chat.Option{Name: name, Kind: chat.TechniqueOption}
}

func practice(ctx context.Context, env *handler.Env, q handler.Query) (handler.Done, error) {
	t, err := q.ParseTechnique(strings.TrimSpace(q.Option("technique")))
	if err != nil {
		return nil, err
	}
	game, begun, err := begunBefore(ctx, env, q, t)
	switch {
	case err != nil:
		return nil, err
	case begun:
		return opened{game: game}, nil
	}
	guild, err := env.Store.Guild(ctx, q.Place.GuildID)
	if err != nil {
		return nil, err
	}
	game, err = env.Store.StartPractice(ctx, q.Player, guild, t)
	if none, ok := errors.AsType[*games.NoPracticeError](err); ok {
		return noPractice(noneToPractise(q, none)), nil // a refusal would take back how far it has looked
	}
	return opened{game: game}, err
}

// noPractice says that no puzzle was found, and what to do.
type noPractice chat.Text

// Screen has no board.
func (d noPractice) Screen(handler.Query) chat.Reply { return chat.Failure(chat.Text(d)) }

// Outcome has no game.
func (d noPractice) Outcome(handler.Query) chat.Outcome { return chat.Outcome{Problem: chat.Text(d)} }

// begunBefore returns the current game if a button that starts a practice did so before: it stands
// below a game that is no longer the current one, or below a lesson whose practice waits for its
// first move.
func begunBefore(ctx context.Context, env *handler.Env, q handler.Query, t logic.Technique) (game games.Game, begun bool, err error) {
	if q.Pressed == nil {
		return game, false, nil
	}
	// The first look waits for another device that starts a practice, but sees the game of before it.
	for range 2 {
		if game, err = screen.Current(ctx, env, q); handler.IsRefusal(err) {
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
	reply.Screen.Rows = screen.Beside(q, game, screen.PractiseAnother(q, game))
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
