package bot

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func hintCommand() handler {
	return handler{
		name:    "hint",
		options: []Option{{Name: "level", Kind: ChoiceOption, Choices: []string{"1", "2", "3", "4"}}},
		board:   true, writes: true, play: (*Bot).hint, asks: true,
		buttons: []button{{verb: MoreHint, options: argumentAs("level")}},
	}
}

// hintText is what the journal of a game has of a hint: its level.
const hintText = "hint %d"

func (b *Bot) hint(ctx context.Context, q query) (done, error) {
	level, err := levelOf(q.option("level"))
	if err != nil {
		return nil, err
	}
	var hint play.Hint
	var before play.Board
	given := level
	game, err := b.change(ctx, q, func(game games.Game) (play.Event, error) {
		if level == 0 {
			given = game.HintLevel.Next()
		}
		if hint, err = game.Hint(given); errors.Is(err, logic.ErrTooHard) {
			return play.Event{}, err
		} else if err != nil {
			return play.Event{}, fmt.Errorf("game %d: %v", game.ID, err) // not the player's mistake
		}
		before = game.Board
		after := game.Board
		if given == play.HintApply {
			after = after.Take(hint)
		}
		return play.Event{Kind: play.Hinted, Text: fmt.Sprintf(hintText, given), Level: given, Board: after}, nil
	})
	if err != nil {
		return nil, err
	}
	if game.Solved() {
		return b.finish(ctx, q, game)
	}
	return hinted{game, before, hint, given}, nil
}

// hinted is a game after a hint about the board before.
type hinted struct {
	game   games.Game
	before play.Board
	hint   play.Hint
	level  play.HintLevel
}

func (d hinted) screen(q query) Reply { return q.hintReply(d.game, d.hint, d.level) }

// levelOf reads a level, 0 where none is given.
func levelOf(text string) (play.HintLevel, error) {
	if text == "" {
		return 0, nil
	}
	return play.ParseHintLevel(strings.TrimSpace(text))
}

func (q query) hintReply(game games.Game, hint play.Hint, level play.HintLevel) Reply {
	text := Plain(cut(q.Hint(hint), MaxText-100)) // the longest contradictions fill pages; keep room for what to do next
	args := locale.Args{"Hint": text, "More": command("hint"), "ToGo": q.toGo(game)}
	key := "hint.done"
	switch mistakes := len(hint.Mistakes) > 0; {
	case level < play.HintApply && mistakes:
		key = "hint.mistakes"
		args["Clear"] = typed("/" + q.commandLabel("move") + " " + play.Move{Kind: play.Clear, Cell: hint.Mistakes[0].Cell}.String())
	case level < play.HintApply && level.Next() == play.HintApply:
		key = "hint.last"
	case level < play.HintApply:
		key = "hint.more"
	case mistakes:
		key = "hint.taken-back"
	}
	reply := q.board(game, q.Say(key, args))
	reply.Screen.Title = Plain(q.Text("title.hint", locale.Args{"Level": int(level), "Last": int(play.HintApply)}))
	if level < play.HintApply {
		reply = q.showing(game, reply, pointAt(*reply.Screen.Board, hint))
		reply.Screen.Rows = q.beside(game, q.deeper(game, level)...)
	} else if game.Practice != "" {
		reply.Screen.Rows = q.beside(game, q.practiseAnother(game))
	}
	return reply
}

// deeper are the buttons below a hint that ask for more: the next level, and the last.
func (q query) deeper(game games.Game, level play.HintLevel) []Button {
	p := pad{speech: q.speech, game: game, view: q.viewOf(game)}
	list := []Button{p.button("button.do-it", MoreHint, play.HintApply.String(), p.view)}
	if next := level.Next(); next != play.HintApply {
		list = append([]Button{p.button("button.more-hint", MoreHint, next.String(), p.view)}, list...)
	}
	list[0].Look = MainLook
	return list
}

// pointAt marks on the board what a hint speaks of: mistakes, where to look, with which digits, and
// at last the whole step.
func pointAt(board picture.Board, hint play.Hint) picture.Board {
	board.Box, board.Selected, board.Last, board.Lit = 0, sudoku.Cells{}, sudoku.Cells{}, 0
	for _, m := range hint.Mistakes {
		board.Wrong = board.Wrong.With(m.Cell)
	}
	if hint.Step.Technique != "" {
		return board.Showing(hint.Step)
	}
	board.Houses, board.Lit = hint.Where, hint.Digits
	if hint.Suppose.Digit != 0 {
		board.Pattern = []sudoku.Candidate{hint.Suppose}
	}
	return board
}
