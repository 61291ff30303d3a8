package player

import (
	"context"
	"errors"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/submissions"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/bot/screen"
	"github.com/gridkeeper/gridkeeper/locale"
)

// VoteCommand is /vote. The argument of its buttons is an option: "liked=yes".
func VoteCommand() handler.Handler {
	yesNo := []string{"yes", "no"}
	return handler.Handler{
		Name: "vote",
		Options: []chat.Option{
			{Name: screen.Liked, Kind: chat.ChoiceOption, Choices: yesNo},
			{Name: screen.TooHard, Kind: chat.ChoiceOption, Choices: yesNo},
		},
		Prepare: handler.Writes, Example: []chat.Given{{Name: screen.Liked, Value: "yes", Kind: chat.ChoiceOption}}, Play: vote,
		Buttons: []handler.Button{{Verb: chat.Vote, Options: func(f chat.Fill) (map[string]string, bool) {
			name, value, ok := strings.Cut(strings.TrimPrefix(f.Press.Argument, screen.VoteAgain), "=")
			return map[string]string{name: value}, ok
		}}},
	}
}

// vote changes the vote of the player on the puzzle of a finished game: that of the button, or the current one.
func vote(ctx context.Context, env *handler.Env, q handler.Query) (handler.Done, error) {
	game, err := voted(ctx, env, q)
	if err != nil {
		return handler.Done{}, err
	}
	before, err := env.Store.Vote(ctx, game)
	if err != nil {
		return handler.Done{}, err
	}
	v := before
	for name, is := range map[string]*bool{screen.Liked: &v.Liked, screen.TooHard: &v.TooHard} {
		switch q.Option(name) {
		case "yes":
			*is = true
		case "no":
			*is = false
		case "":
		default:
			return handler.Done{}, q.RefuseGiven(name)
		}
	}
	if v.TooHard && !screen.HasLabel(game) {
		return handler.Done{}, chat.Refuse("refusal.no-label", nil)
	}
	err = env.Store.SetVote(ctx, game, v)
	switch {
	case errors.Is(err, submissions.ErrNoVote) && game.Finished.IsZero():
		err = chat.Refuse("refusal.not-finished", locale.Args{"Game": q.NameOf(game), "Board": chat.Mention("board")})
	case errors.Is(err, submissions.ErrNoVote):
		err = chat.Refuse("refusal.no-vote", nil)
	}
	return handler.Done{Outcome: screen.OutcomeOf(game), Screen: func() chat.Reply { return screen.Voted(q, game, v) }}, err
}

func voted(ctx context.Context, env *handler.Env, q handler.Query) (games.Game, error) {
	if q.Pressed != nil {
		return PressedGame(ctx, env, q)
	}
	return q.Game(ctx, env, q)
}
