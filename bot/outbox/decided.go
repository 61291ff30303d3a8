package outbox

import (
	"context"
	"errors"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
)

// tellDecided writes to a player what was decided about a puzzle that they have handed in. A player who takes no direct
// messages reads it in /contribute.
func tellDecided(ctx context.Context, env *handler.Env, poster chat.Poster, guild daily.Guild, post daily.Post) (chat.Posted, error) {
	n, err := env.Store.Submission(ctx, guild.ID, post.Number)
	switch {
	case errors.Is(err, postgres.ErrNotFound):
		return chat.Posted{}, cancelled("it was deleted")
	case err != nil:
		return chat.Posted{}, err
	case post.Attempt > post.Refused+1 && !nonceKnown(env, post): // a lost message is better than two
		return chat.Posted{}, cancelled("whether it arrived is not known")
	}
	s := chat.SpeechIn(n.Language)
	return chat.Posted{}, poster.Tell(ctx, n.Player.ID, post.Nonce(), chat.Reply{Screen: chat.Screen{Body: s.Decided(n)}}.Limited(s))
}
