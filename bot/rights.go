package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/locale"
)

// allowed refuses commands that the player may not use. A network that decides by itself who may use a command does not guard
// the controls below the answer, whose custom_id anyone can send. So we remember to whom it let us show them, for as long as
// it would probably decide the same.
func allowed(ctx context.Context, env *handler.Env, h handler.Handler, q handler.Query) error {
	switch {
	case !h.Prepare.Has(handler.Admin) || q.Rights.ManageGuild:
		return nil
	case q.Pressed == nil && q.Rights.Command:
		return nil
	case q.Pressed == nil:
		return chat.Refuse("refusal.not-admin", locale.Args{"Command": chat.Mention(h.Of)})
	}
	shown, err := shownScreen(ctx, env, q.Screen)
	if err == nil && (shown.adminScreen != screenFor(q, h) || !q.Now.Before(shown.Until)) {
		err = chat.Refuse("refusal.not-opened", locale.Args{"Command": chat.Mention(h.Of)})
	}
	return err
}

// adminScreen is an answer to a command of admins.
type adminScreen struct{ PlayerID, GuildID, Command, Standing string }

func screenFor(q handler.Query, h handler.Handler) adminScreen {
	return adminScreen{q.Player.ID, q.Place.GuildID, h.Of, q.Rights.Standing}
}

// keptScreen is the stored form of a screen.
type keptScreen struct {
	adminScreen
	Until time.Time // when its controls end
}

// screenLife is how long the controls work for a player who does not manage the guild. The network does not report when it
// stops letting them use the command.
const screenLife = time.Hour

// screenID is the id under which a screen is kept, like the answer of a request: for a day, unless its player
// is deleted before.
func screenID(request string) string { return "screen " + request }

// noteScreen keeps to whom controls of admins are shown, where only the network knows that they may be.
func noteScreen(ctx context.Context, env *handler.Env, q handler.Query, reply chat.Reply) error {
	controls := len(reply.Screen.Selects)+len(reply.Screen.Rows) > 0
	if !q.Handler.Prepare.Has(handler.Admin) || q.Rights.ManageGuild || q.Pressed != nil || q.ID == "" || !reply.Private || !controls {
		return nil
	}
	_, err := env.Config.Ledger.Once(ctx, screenID(q.ID), func(context.Context) ([]byte, error) {
		return json.Marshal(keptScreen{screenFor(q, q.Handler), q.Now.Add(screenLife)})
	})
	return err
}

// shownScreen returns the screen that answered a request, the zero value where none is kept.
func shownScreen(ctx context.Context, env *handler.Env, request string) (shown keptScreen, err error) {
	if request == "" {
		return shown, nil
	}
	kept, err := env.Config.Ledger.Once(ctx, screenID(request), func(context.Context) ([]byte, error) { return nil, postgres.ErrNotFound })
	switch {
	case errors.Is(err, postgres.ErrNotFound), errors.Is(err, postgres.ErrRepeated):
		return shown, nil
	case err != nil:
		return shown, err
	}
	if err := json.Unmarshal(kept, &shown); err != nil {
		return shown, fmt.Errorf("the screen that answered request %q: %w", request, err)
	}
	return shown, nil
}
