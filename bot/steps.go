package bot

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/logic"
)

func stepsCommand() handler {
	return handler{
		name: "steps", options: []Option{{Name: "number", Kind: TextOption}},
		example: []Given{{Name: "number", Value: "1"}}, answer: (*Bot).steps,
		buttons: []button{{verb: ShowStep, options: argumentAs("number")}},
	}
}

// steps shows one step on the way through a puzzle that the player has solved: of the button's game,
// or the current one.
func (b *Bot) steps(ctx context.Context, q query) (Reply, error) {
	game, err := b.solvedGame(ctx, q)
	if err != nil {
		return Reply{}, err
	}
	path, err := logic.Path(game.Clues)
	if err != nil && len(path) == 0 {
		return Reply{}, err
	}
	text := strings.TrimSpace(q.option("number"))
	number := 1
	if text != "" {
		if number, err = strconv.Atoi(text); err != nil || number < 1 || number > len(path) {
			return Reply{}, refuse("refusal.step", locale.Args{"Text": quoted(text), "Last": len(path)})
		}
	}
	return q.stepReply(game, path, number), nil
}

// solvedGame returns the game whose steps may be shown: the player's, and finished.
func (b *Bot) solvedGame(ctx context.Context, q query) (games.Game, error) {
	game, err := b.current(ctx, q)
	if q.pressed != nil {
		if game, err = b.store.Game(ctx, q.pressed.GameID); err == nil {
			err = b.mayLookThrough(ctx, q, game)
		}
		if errors.Is(err, postgres.ErrNotFound) {
			err = refuse("refusal.old-button", locale.Args{"Help": command("help")})
		}
	}
	if err == nil && game.Finished.IsZero() {
		err = refuse("refusal.steps-unsolved", locale.Args{"Game": q.nameOf(game), "Hint": command("hint")})
	}
	return game, err
}

// mayLookThrough returns [postgres.ErrNotFound] unless a game is the player's own, or of a party that
// they have joined: to others its steps would give a daily away.
func (b *Bot) mayLookThrough(ctx context.Context, q query, game games.Game) error {
	if game.Party == 0 || game.GuildID != q.Place.GuildID {
		if !q.owns(game) {
			return postgres.ErrNotFound
		}
		return nil
	}
	joined, err := b.store.IsParticipant(ctx, game.Party, q.Player.ID)
	if err == nil && !joined {
		err = refuse("refusal.steps-join", locale.Args{"Together": command("together")})
	}
	return err
}

// owns reports whether a game is the player's, and of this guild.
func (q query) owns(game games.Game) bool {
	return game.Player.ID == q.Player.ID && game.GuildID == q.Place.GuildID
}

// stepReply shows the board before a step of a path, with the step on it. The first has number 1.
func (q query) stepReply(game games.Game, path []logic.Step, number int) Reply {
	state, step := logic.NewState(game.Clues), path[number-1]
	for _, made := range path[:number-1] {
		state = state.Apply(made)
	}
	title := q.Text("title.step", locale.Args{"Number": number, "Last": len(path), "Technique": q.Technique(step.Technique)})
	board := picture.Board{Title: title, Clues: game.Clues, Grid: state.Grid}
	if step.Kind() != logic.Single { // whose reason needs no marks
		board.Marks = state.Marks
	}
	why := cut(q.Reasons(step, state), MaxText-100) // of contradictions, which fill pages
	reply := q.withBoard(private(title, Plain(why)), board.Showing(step))
	reply.Screen.Rows = buttons(q.stepButtons(game, path, number)...)
	return reply
}

// stepButtons lead to the step before, the step after, and the first of the hardest technique.
func (q query) stepButtons(game games.Game, path []logic.Step, number int) (list []Button) {
	to := func(label string, look Look, n int) {
		list = append(list, Button{Label: label, Look: look, Press: Press{Verb: ShowStep, Argument: strconv.Itoa(n), GameID: game.ID}})
	}
	if number > 1 {
		to(q.Text("button.step-back", nil), QuietLook, number-1)
	}
	if number < len(path) {
		to(q.Text("button.step-next", nil), MainLook, number+1)
	}
	if n := 1 + firstOfHardest(path); n != number && n != number-1 && n != number+1 {
		to(q.Text("button.step-to", locale.Args{"Technique": q.Technique(path[n-1].Technique)}), QuietLook, n)
	}
	return list
}

// firstOfHardest returns the index of the first step of the technique that is tried last.
func firstOfHardest(path []logic.Step) (hardest int) {
	order := func(i int) int { return slices.Index(logic.Techniques, path[i].Technique) }
	for i := range path {
		if order(i) > order(hardest) {
			hardest = i
		}
	}
	return hardest
}
