package bot

import (
	"context"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/solver/logic"
)

func practiceCommand() handler {
	o := techniqueOption("technique")
	o.Required = true
	return handler{
		name: "practice", options: []Option{o},
		example: []Given{{Name: "technique", Value: "x-wing"}}, writes: true, play: (*Bot).practice,
		buttons: []button{{verb: StartPractice, options: argumentAs("technique")}},
	}
}

func techniqueOption(name string) Option {
	return Option{Name: name, Kind: TechniqueOption}
}

func (b *Bot) practice(ctx context.Context, q query) (done, error) {
	t, err := q.ParseTechnique(strings.TrimSpace(q.option("technique")))
	if err != nil {
		return nil, err
	}
	game, begun, err := b.begunBefore(ctx, q, t)
	switch {
	case err != nil:
		return nil, err
	case begun:
		return opened{game: game}, nil
	}
	guild, err := b.store.Guild(ctx, q.Place.GuildID)
	if err != nil {
		return nil, err
	}
	if game, err = b.store.StartPractice(ctx, q.Player, guild, t); err != nil {
		return nil, err
	}
	return opened{game: game}, nil
}

// begunBefore returns the current game if a button that starts a practice did so before: it stands
// below a game that is no longer the current one, or below a lesson whose practice waits for its
// first move.
func (b *Bot) begunBefore(ctx context.Context, q query, t logic.Technique) (game games.Game, begun bool, err error) {
	if q.pressed == nil {
		return game, false, nil
	}
	// The first look waits for another device that starts a practice, but sees the game of before it.
	for range 2 {
		if game, err = b.current(ctx, q); isRefusal(err) {
			return game, false, nil
		} else if err != nil {
			return game, false, err
		}
	}
	if q.pressed.GameID != 0 {
		return game, q.pressed.GameID != game.ID, nil
	}
	return game, game.Practice == t && game.Revision == 0, nil
}

// practiceStart says how a practice begins.
func (q query) practiceStart(game games.Game) Text {
	args := locale.Args{
		"Technique": q.Technique(game.Practice),
		"Move":      command("move"), "Hint": command("hint"), "Lesson": asking("technique", Given{"name", string(game.Practice), TechniqueOption}), "Example": typed("r4c5=?37"),
	}
	key := "practice.start-elimination"
	if game.Practice == logic.NakedSingle || game.Practice == logic.HiddenSingle {
		args["Example"] = typed("r4c5=7")
		key = "practice.start-single"
	}
	return q.credited(q.Say(key, args), game.Puzzle)
}

// practised shows a board after a move that made the step of a practice, and offers another. ok is
// false if the move did not.
func (q query) practised(game games.Game, before play.Board) (reply Reply, ok bool) {
	if game.Practice == "" {
		return Reply{}, false
	}
	step, ok := game.Practised(game.Practice, before)
	if !ok {
		return Reply{}, false
	}
	why := Plain(cut(q.Reasons(step, before.State()), MaxText-200)) // of contradictions, which fill pages; keep room for the rest
	reply = q.board(game, q.Say("practice.found", locale.Args{"Step": why, "ToGo": q.toGo(game)}))
	reply.Screen.Rows = q.beside(game, q.practiseAnother(game))
	return reply, true
}

// practiseAnother is the button below a practice that starts the next.
func (q query) practiseAnother(game games.Game) Button {
	return Button{Label: q.Text("button.practise-another", nil), Press: Press{
		Verb: StartPractice, Argument: string(game.Practice), GameID: game.ID, Revision: game.Revision,
	}}
}

// noPractice says that no puzzle was found, and what to do.
func (q query) noPractice(none *games.NoPracticeError) Text {
	args := locale.Args{
		"Technique": q.Technique(none.Technique), "Import": command("import"), "Collections": command("collections"),
		"Lesson": asking("technique", Given{"name", string(none.Technique), TechniqueOption}),
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
