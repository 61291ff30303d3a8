package bot

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func hintCommand() handler {
	return handler{Command{
		Name:        "hint",
		Description: "Get the easiest next step on your board; ask again to be told more",
		Options: []Option{{
			Name: "level", Description: "1 where to look, 2 which technique, 3 the reason, 4 do it", Kind: Choice, Choices: []string{"1", "2", "3", "4"},
		}},
		Example: "/hint",
		Details: "Mistakes come first. Each hint on the same board goes one level deeper: 1 where to look, 2 technique and digit, 3 the whole reason, 4 does it for you.",
	}, (*Bot).hint}
}

func (b *Bot) hint(ctx context.Context, r Request) (Reply, error) {
	level, err := levelOf(r.option("level"))
	if err != nil {
		return Reply{}, err
	}
	var hint play.Hint
	given := 0
	game, err := b.change(ctx, r, func(game archive.Game) (play.Event, error) {
		given = level
		if level == 0 {
			given = int(game.HintLevel.Next())
		}
		hint, err = game.Board.Hint(play.HintLevel(given))
		if err != nil {
			return play.Event{}, fmt.Errorf("game %d: %w", game.ID, err)
		}
		after := game.Board
		if given == int(play.HintApply) {
			after = after.Take(hint)
		}
		return play.Event{Kind: play.Hinted, Text: fmt.Sprintf("hint %d", given), Level: play.HintLevel(given), Board: after}, nil
	})
	if err != nil {
		return orOver(err)
	}
	if game.Grid.Solved() {
		return b.finish(ctx, game)
	}
	return hintReply(game, hint, given), nil
}

// levelOf reads a level, 0 where none is given.
func levelOf(text string) (int, error) {
	if text == "" {
		return 0, nil
	}
	level, err := strconv.Atoi(text)
	if err != nil || level < int(play.HintWhere) || level > int(play.HintApply) {
		return 0, refuse("no hint of level %s: want 1 where to look, 2 which technique, 3 the reason, 4 do it", sudoku.Excerpt(text))
	}
	return level, nil
}

func hintReply(game archive.Game, hint play.Hint, level int) Reply {
	text := cut(words.Hint(hint), MaxText-100) // the longest contradictions fill pages; keep room for what to do next
	switch {
	case level < int(play.HintApply) && len(hint.Mistakes) > 0:
		text += fmt.Sprintf(" /move -%s clears a cell.", hint.Mistakes[0].Cell)
	case level < int(play.HintApply):
		text += " /hint tells more."
	case len(hint.Mistakes) > 0:
		text = fmt.Sprintf("%s Taken back: %s.", text, toGo(game))
	default:
		text = fmt.Sprintf("%s Done: %s.", text, toGo(game))
	}
	reply := boardReply(game, "%s", text)
	reply.Title = fmt.Sprintf("Hint, level %d of %d", level, int(play.HintApply))
	if level < int(play.HintApply) {
		pointAt(reply.Board, hint, level)
		reply.Buttons = []Button{{Label: "Tell me more", Command: "hint"}}
	}
	return reply
}

// pointAt marks on the board what a hint of a level speaks of.
func pointAt(board *picture.Board, hint play.Hint, level int) {
	for _, m := range hint.Mistakes {
		board.Wrong = board.Wrong.With(m.Cell)
	}
	if len(hint.Mistakes) == 0 && level >= int(play.HintReason) {
		pointOut(board, hint.Step)
	}
}

// pointOut marks a step on the board: its houses, its pattern and its conclusions. The
// candidates that it reasons with are drawn even where the player has no marks, but for
// singles, which need none.
func pointOut(board *picture.Board, step logic.Step) {
	candidates := completed(board.Grid, board.Marks)
	board.Houses = step.Houses
	board.Placements, board.Eliminations = step.Placements, step.Eliminations
	for c := range step.Cells.All() {
		for d := range (candidates[c] & step.Digits).All() {
			board.Pattern = append(board.Pattern, sudoku.Candidate{Cell: c, Digit: d})
		}
	}
	if step.Technique == logic.Contradiction { // the chain, and the cell where it ends
		for _, inner := range step.Chain {
			board.Pattern = append(board.Pattern, inner.Placements...)
		}
		board.Wrong = step.Cells
	}
	if len(step.Placements) > 0 {
		return
	}
	for _, h := range slices.Concat(step.Houses, step.Cover) {
		for _, c := range board.Grid.Shape().House(h) {
			board.Marks[c] |= candidates[c] & step.Digits
		}
	}
}

// completed returns the marks, and all candidates of open cells that have none.
func completed(grid sudoku.Grid, marks sudoku.Pencilmarks) sudoku.Pencilmarks {
	candidates := grid.Candidates()
	for c, own := range marks {
		if own != 0 {
			candidates[c] &= own
		}
	}
	return candidates
}
