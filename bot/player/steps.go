package player

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/logic"
)

// steps shows one step on the way through a puzzle that the player has solved: of the button's game,
// or the current one.
func steps(ctx context.Context, env *handler.Env, q handler.Query) (chat.Reply, error) {
	game, err := solvedGame(ctx, env, q)
	if err != nil {
		return chat.Reply{}, err
	}
	path, err := env.Paths.Of(game.Clues, game.Settings.Without()...)
	last := len(path)
	switch {
	case errors.Is(err, logic.ErrTooHard):
		last++ // what is left
	case err != nil:
		return chat.Reply{}, err
	}
	number := 1
	if text := strings.TrimSpace(q.Option("which")); text != "" {
		if number, err = strconv.Atoi(text); err != nil || number < 1 || number > last {
			return chat.Reply{}, chat.Refuse("refusal.step", locale.Args{"Text": chat.Quoted(text), "First": 1, "Last": last})
		}
	}
	return stepReply(q, game, path, last, number), nil
}

// solvedGame returns the game whose steps may be shown: finished, and the player's own, or of a party that
// they have joined. To others its steps would give a daily away.
func solvedGame(ctx context.Context, env *handler.Env, q handler.Query) (games.Game, error) {
	game, err := q.Game(ctx, env, q)
	if q.Pressed != nil {
		game, err = env.Store.Game(ctx, q.Pressed.GameID)
		switch shared := game.Party != 0 && game.GuildID == q.Place.GuildID; {
		case errors.Is(err, postgres.ErrNotFound) || err == nil && !shared && !Owns(q, game):
			err = chat.Refuse("refusal.old-button", locale.Args{"Help": chat.Mention("help")})
		case err == nil && shared:
			joined := false
			if joined, err = env.Store.IsParticipant(ctx, game.Party, q.Player.ID); err == nil && !joined {
				err = chat.Refuse("refusal.steps-join", locale.Args{"Together": chat.Mention("together")})
			}
		}
	}
	if err == nil && game.Finished.IsZero() {
		err = chat.Refuse("refusal.steps-unsolved", locale.Args{"Game": q.NameOf(game), "Hint": chat.Mention("hint")})
	}
	return game, err
}

// Owns reports whether a game is the player's, and of this guild.
func Owns(q handler.Query, game games.Game) bool {
	return game.Player.ID == q.Player.ID && game.GuildID == q.Place.GuildID
}

// stepReply shows the board before a step of a path, with the step on it. The first has number 1; a last one beyond the path
// is the board that the path leaves open.
func stepReply(q handler.Query, game games.Game, path []logic.Step, last, number int) chat.Reply {
	board, state := picture.OfStep(game.Clues, path, number)
	name, why := q.Text("left.title", nil), q.Left(state)
	if number <= len(path) {
		name, why = q.Technique(path[number-1].Technique), q.Reasons(path[number-1], state)
	}
	title := q.Text("title.step", locale.Args{"Number": number, "Last": last, "Technique": name})
	board.Title = title
	why = chat.Cut(why, chat.MaxText-100) // of contradictions, which fill pages
	reply := q.WithBoard(chat.Private(title, chat.Plain(why)), board)
	var list []chat.Button // to the step before, the step after, and the first of the hardest technique
	to := func(label string, look chat.Look, n int) {
		list = append(list, chat.Button{Label: label, Look: look, Press: chat.Press{Verb: chat.ShowStep, Argument: strconv.Itoa(n), GameID: game.ID}})
	}
	if number > 1 {
		to(q.Text("button.step-back", nil), chat.QuietLook, number-1)
	}
	if number < last {
		to(q.Text("button.step-next", nil), chat.MainLook, number+1)
	}
	if n := 1 + FirstOfHardest(path); n != number && n != number-1 && n != number+1 {
		to(q.Text("button.step-to", locale.Args{"Technique": q.Technique(path[n-1].Technique)}), chat.QuietLook, n)
	}
	reply.Screen.Rows = chat.Buttons(list...)
	return reply
}

// FirstOfHardest returns the index of the first step of the hardest technique.
func FirstOfHardest(path []logic.Step) (hardest int) {
	order := func(i int) int { return slices.Index(logic.Techniques, path[i].Technique) }
	for i := range path {
		if order(i) > order(hardest) {
			hardest = i
		}
	}
	return hardest
}
