package bot

import (
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/bot/screen"
	"github.com/gridkeeper/gridkeeper/play"
)

// Hint returns a hint of a level about a board of a visitor who is not signed in, and the board after it, in the game of
// the outcome. It stores nothing, so that neither counts.
func (b *Bot) Hint(language string, board play.Board, level play.HintLevel) (chat.Outcome, error) {
	hint, err := board.Hint(level)
	if err == nil && hint.Level < level { // it says nothing new
		level = level.Next()
		hint, err = board.Hint(level)
	}
	if err != nil {
		return chat.Outcome{}, err
	}
	game := games.Game{Game: play.Game{Board: board}, Shape: board.Clues.Shape()}
	if level == play.HintApply {
		game.Board = board.Take(hint)
	}
	s := chat.SpeechIn(language)
	q := handler.Query{Request: chat.Request{Language: language}, Own: s, Speech: s}
	return screen.Hinted(q, game, board, hint).Outcome, nil
}
