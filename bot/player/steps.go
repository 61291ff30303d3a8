package player

import (
	"cmp"
	"context"
	"errors"
	"fmt"
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
	text := strings.TrimSpace(q.Option("which"))
	if method, step := historicAsked(text); slices.Contains(chat.HistoricMethods, method) {
		return historicStep(ctx, q, game, method, step)
	}
	path, err := logic.Path(game.Clues, game.Settings.Without()...)
	if err != nil && len(path) == 0 {
		return chat.Reply{}, err
	}
	number := 1
	if text != "" {
		if number, err = strconv.Atoi(text); err != nil || number < 1 || number > len(path) {
			return chat.Reply{}, chat.Refuse("refusal.step", locale.Args{"Text": chat.Quoted(text), "First": 1, "Last": len(path)})
		}
	}
	return stepReply(q, game, path, number), nil
}

// solvedGame returns the game whose steps may be shown: the player's, and finished.
func solvedGame(ctx context.Context, env *handler.Env, q handler.Query) (games.Game, error) {
	game, err := q.Game(ctx, env, q)
	if q.Pressed != nil {
		if game, err = env.Store.Game(ctx, q.Pressed.GameID); err == nil {
			err = mayLookThrough(ctx, env, q, game)
		}
		if errors.Is(err, postgres.ErrNotFound) {
			err = chat.Refuse("refusal.old-button", locale.Args{"Help": chat.Mention("help")})
		}
	}
	if err == nil && game.Finished.IsZero() {
		err = chat.Refuse("refusal.steps-unsolved", locale.Args{"Game": q.NameOf(game), "Hint": chat.Mention("hint")})
	}
	return game, err
}

// mayLookThrough returns [postgres.ErrNotFound] unless a game is the player's own, or of a party that
// they have joined: to others its steps would give a daily away.
func mayLookThrough(ctx context.Context, env *handler.Env, q handler.Query, game games.Game) error {
	if game.Party == 0 || game.GuildID != q.Place.GuildID {
		if !Owns(q, game) {
			return postgres.ErrNotFound
		}
		return nil
	}
	joined, err := env.Store.IsParticipant(ctx, game.Party, q.Player.ID)
	if err == nil && !joined {
		err = chat.Refuse("refusal.steps-join", locale.Args{"Together": chat.Mention("together")})
	}
	return err
}

// Owns reports whether a game is the player's, and of this guild.
func Owns(q handler.Query, game games.Game) bool {
	return game.Player.ID == q.Player.ID && game.GuildID == q.Place.GuildID
}

// stepReply shows the board before a step of a path, with the step on it. The first has number 1.
func stepReply(q handler.Query, game games.Game, path []logic.Step, number int) chat.Reply {
	board, state := picture.OfStep(game.Clues, path, number)
	step := path[number-1]
	title := q.Text("title.step", locale.Args{"Number": number, "Last": len(path), "Technique": q.Technique(step.Technique)})
	board.Title = title
	why := chat.Cut(q.Reasons(step, state), chat.MaxText-100) // of contradictions, which fill pages
	reply := q.WithBoard(chat.Private(title, chat.Plain(why)), board)
	reply.Screen.Rows = chat.Buttons(stepButtons(q, game, path, number)...)
	reply.Screen.Selects = solverSelect(q, game, ourWay)
	return reply
}

// historicAsked splits "huang 12", or "huang-12" as a prompt takes it without quotes.
func historicAsked(text string) (method, step string) {
	if i := strings.IndexAny(text, " -"); i >= 0 {
		text, step = text[:i], strings.TrimSpace(text[i+1:])
	}
	return strings.ToLower(text), step
}

// historicStep shows a step on the way of a historic program, counted from 1; "" is its start.
func historicStep(ctx context.Context, q handler.Query, game games.Game, method, step string) (chat.Reply, error) {
	number, err := strconv.Atoi(cmp.Or(step, "0"))
	if err != nil {
		number = -1
	}
	page, ok, err := q.HistoricPage(ctx, game.Clues, method, number)
	if err != nil {
		return chat.Reply{}, err
	}
	if !ok {
		return chat.Reply{}, chat.Refuse("refusal.step", locale.Args{"Text": chat.Quoted(step), "First": 0, "Last": page.Last})
	}
	reply := q.WithBoard(chat.Private(page.Title, chat.Plain(page.Words)), page.Board)
	var list []chat.Button
	for _, l := range page.Links {
		list = append(list, chat.Button{Label: l.Label, Press: chat.Press{Verb: chat.ShowStep, Argument: fmt.Sprintf("%s %d", method, l.Number), GameID: game.ID}})
	}
	reply.Screen.Rows, reply.Screen.Selects = chat.Buttons(list...), solverSelect(q, game, method)
	return reply, nil
}

// ourWay is among the solvers to choose from.
const ourWay = "techniques"

// solverSelect offers the ways in which the puzzle can be seen solved.
func solverSelect(q handler.Query, game games.Game, chosen string) []chat.Select {
	s := chat.Select{Press: chat.Press{Verb: chat.ShowStep, GameID: game.ID}, Hint: q.Text("historic.hint", nil)}
	for _, method := range append([]string{ourWay}, chat.HistoricMethods...) {
		value := method
		if method == ourWay {
			value = "1"
		}
		if method == chosen {
			s.Chosen = value
		}
		s.Options = append(s.Options, chat.Choice{Label: q.HistoricMethod(method), Value: value})
	}
	return []chat.Select{s}
}

// stepButtons lead to the step before, the step after, and the first of the hardest technique.
func stepButtons(q handler.Query, game games.Game, path []logic.Step, number int) (list []chat.Button) {
	to := func(label string, look chat.Look, n int) {
		list = append(list, chat.Button{Label: label, Look: look, Press: chat.Press{Verb: chat.ShowStep, Argument: strconv.Itoa(n), GameID: game.ID}})
	}
	if number > 1 {
		to(q.Text("button.step-back", nil), chat.QuietLook, number-1)
	}
	if number < len(path) {
		to(q.Text("button.step-next", nil), chat.MainLook, number+1)
	}
	if n := 1 + FirstOfHardest(path); n != number && n != number-1 && n != number+1 {
		to(q.Text("button.step-to", locale.Args{"Technique": q.Technique(path[n-1].Technique)}), chat.QuietLook, n)
	}
	return list
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
