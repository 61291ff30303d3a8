package screen

import (
	"context"
	"strconv"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/play"
)

// A party solves one board together, in public: in a thread, or in the channel on a network without threads. The board has
// the usual pad, and each press and command of a participant there counts for all. Its game is one of the archive's, with
// revisions as any: of two who press at once one changes the board, and the other sees it.

// The answers to a party, which are also the ends of its verbs.
const (
	JoinAnswer  = "join"
	CloseAnswer = "close"
)

// PartyGame returns the board of a party to a participant, who makes the next change.
func PartyGame(ctx context.Context, env *handler.Env, q handler.Query, party *games.Party, err error) (games.Game, error) {
	if err != nil {
		return games.Game{}, err
	}
	joined, err := env.Store.IsParticipant(ctx, party.ID, q.Player.ID)
	switch {
	case err != nil:
		return games.Game{}, err
	case party.State == games.PartyClosed || party.State == games.PartyIdle:
		return games.Game{}, chat.Refuse("refusal.party-over", locale.Args{"Together": chat.Mention("together")})
	case !joined:
		return games.Game{}, chat.Refuse("refusal.party-join", locale.Args{"Join": chat.Asking("together", chat.Chosen("answer", JoinAnswer))})
	}
	game, err := env.Store.PartyGame(ctx, party.ID)
	game.By = q.Player
	return game, err
}

func PartyNumber(id int64) string { return strconv.FormatInt(id, 10) }

// lastTurn names the player who changed a board last, and the change; nil without one.
func lastTurn(s chat.Speech, t games.Turn) chat.Text {
	if t.Kind == "" {
		return nil
	}
	args := locale.Args{"Player": s.PlayerPart(t.Player), "Text": chat.Typed(chat.Cut(chat.OneLine(t.Text), 100))}
	switch t.Kind {
	case play.Hinted:
		return s.Say("together.turn.hinted", args)
	case play.Checked, play.Submitted:
		return s.Say("together.turn.checked", args)
	case play.Undone:
		return s.Say("together.turn.undone", args)
	}
	return s.Say("together.turn.moved", args)
}
