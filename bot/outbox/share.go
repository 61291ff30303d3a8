package outbox

import (
	"context"
	"slices"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// NotShared notes that a network could not send a result that was shared: its player can share it again.
func (o Outbox) NotShared(ctx context.Context, gameID int64) error {
	return o.env.Store.Unshare(ctx, gameID)
}

// SharedWithPicture is a result with its rank, where it has one, and with a [pictogram].
func SharedWithPicture(ctx context.Context, env *handler.Env, q handler.Query, game games.Game, result games.Result) (chat.Text, error) {
	grids, err := env.Store.Grids(ctx, game.ID)
	if err != nil {
		return nil, err
	}
	line := Shared(q.Speech, game, result)
	if result.Rank > 0 {
		rank, of, err := Rank(ctx, env, q, game, result)
		if err != nil {
			return nil, err
		}
		if of > 1 {
			line = q.Sentences(line, q.Say("share.rank", locale.Args{"Rank": rank, "Of": of}))
		}
	}
	return chat.Join("\n", line, chat.Plain(pictogram(grids))), nil
}

// Shapes stand for a box that was finished in the first, the second and the last third of a game. They
// differ in form as well as in colour.
var Shapes = [3]string{"🟢", "🔶", "🟪"}

// pictogram shows when each box of a grid was finished, by the grids that a game went through. It gives
// away no digit.
func pictogram(grids []sudoku.Grid) string {
	if len(grids) == 0 {
		return ""
	}
	shape := grids[0].Shape()
	var picture strings.Builder
	for box := range shape.Side() {
		if box > 0 && box%shape.BoxSide() == 0 {
			picture.WriteByte('\n')
		}
		picture.WriteString(Shapes[fullSince(grids, box)*len(Shapes)/len(grids)])
	}
	return picture.String()
}

// fullSince returns the first of the grids from which on a box has a digit in every cell, the last where
// it has none.
func fullSince(grids []sudoku.Grid, box int) int {
	shape, since := grids[0].Shape(), len(grids)
	house := shape.House(sudoku.House{Kind: sudoku.Box, Index: uint8(box)})
	for since > 0 && !slices.ContainsFunc(house, func(c sudoku.Cell) bool { return grids[since-1].At(c) == 0 }) {
		since--
	}
	return min(since, len(grids)-1)
}

// Shared says who solved what in which time, and nothing of the puzzle.
func Shared(s chat.Speech, game games.Game, result games.Result) chat.Text {
	key := "share.solved"
	if result.HandedIn {
		key = "share.handed-in"
	}
	return s.Say(key, locale.Args{
		"Player": s.PlayerPart(game.Player), "Game": s.NameOf(game), "Time": s.TimeOf(result), "Help": s.Helped(result),
	})
}
