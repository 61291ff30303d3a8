package screen

import (
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func hintReply(q handler.Query, game games.Game, hint play.Hint) chat.Reply {
	made, last := hint.Level == play.HintApply, hint.Level.Next() == play.HintApply || len(hint.Mistakes) > 0
	text := q.Hint(hint)
	if made && !hint.Solved {
		text = q.Done(hint)
	}
	text = chat.Cut(text, chat.MaxText-100) // the longest contradictions fill pages; keep room for what to do next
	args := locale.Args{"Hint": chat.Plain(text), "More": chat.Mention("hint"), "ToGo": ToGo(q.Speech, game)}
	key := "hint.more"
	switch {
	case made:
		key = "hint.done"
	case q.Buttons: // which lead on
		key = "hint.shown"
	case len(hint.Mistakes) > 0:
		key = "hint.mistakes"
		args["Clear"] = chat.Typed("/" + q.CommandLabel("move") + " " + play.Move{Kind: play.Clear, Cell: hint.Mistakes[0].Cell}.String())
	case last:
		key = "hint.last"
	}
	words := q.Say(key, args)
	if made && game.Practice == "" { // the pad is below
		words = withChoice(q, game, words)
	}
	reply := withoutChoice(q, game, words)
	number, most := hint.Place()
	reply.Screen.Title = chat.Plain(q.Text("title.hint", locale.Args{"Level": number, "Last": most}))
	if !made {
		reply = showing(q, game, reply, pointAt(*reply.Screen.Board, hint))
		p := pad{Speech: q.Speech, game: game, view: viewOf(q, game)}
		deeper := []chat.Button{p.button("button.do-it", chat.MoreHint, play.HintApply.String(), p.view)}
		if !last {
			deeper = append([]chat.Button{p.button("button.more-hint", chat.MoreHint, hint.Level.Next().String(), p.view)}, deeper...)
		}
		deeper[0].Look = chat.MainLook
		reply.Screen.Rows = Beside(q, game, deeper...)
	} else if game.Practice != "" {
		reply.Screen.Rows = Beside(q, game, PractiseMore(q, game)...)
	}
	return reply
}

// Turned shows the board with another page of the pad below. A hint that was given on it stays.
func Turned(q handler.Query, game games.Game, body chat.Text) chat.Reply {
	reply := Board(q, game, body)
	if game.HintLevel == 0 {
		return reply
	}
	hint, err := game.Hint(game.HintLevel)
	if err != nil {
		return reply
	}
	hinted := hintReply(q, game, hint)
	board := *hinted.Screen.Board
	board.Box, board.Selected = reply.Screen.Board.Box, reply.Screen.Board.Selected
	hinted.Screen.Rows, hinted.Screen.Body = reply.Screen.Rows, withChoice(q, game, hinted.Screen.Body)
	return showing(q, game, hinted, board)
}

// pointAt marks the parts of a hint on the board: mistakes, the house to look at, the digits, and at the last level the whole
// step.
func pointAt(board picture.Diagram, hint play.Hint) picture.Diagram {
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
	if len(board.Houses) == 0 && len(hint.Mistakes) == 0 { // it points at nothing
		return board
	}
	return board.Focused()
}
