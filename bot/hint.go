package bot

import (
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/bot/screen"
	"github.com/gridkeeper/gridkeeper/play"
)

// Hint returns a hint about a board of a visitor who is not signed in, as deep as the one that a player gets who asks for
// so many on one board, and the board after it, in the game of the outcome. It stores nothing, so that neither counts.
func (b *Bot) Hint(language string, board play.Board, times int) (chat.Outcome, error) {
	var hint play.Hint
	for range times {
		given, err := hint.Level.Next(), error(nil)
		if hint, err = board.Hint(given); err == nil && hint.Level < given { // it says nothing new
			hint, err = board.Hint(given.Next())
		}
		if err != nil {
			return chat.Outcome{}, err
		}
	}
	game := games.Game{Game: play.Game{Board: board}, Shape: board.Clues.Shape()}
	if hint.Level == play.HintApply {
		game.Board = board.Take(hint)
	}
	s := chat.SpeechIn(language)
	q := handler.Query{Request: chat.Request{Language: language}, Own: s, Speech: s}
	return screen.Hinted(q, game, board, hint).Outcome, nil
}
