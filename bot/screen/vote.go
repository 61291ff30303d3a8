package screen

import (
	"strings"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/submissions"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/locale"
)

// The options of a vote.
const (
	Liked   = "liked"
	TooHard = "too-hard"
)

// VoteAgain begins the arguments of the buttons below a vote, whose screen they change. Those below a board leave it there.
const VoteAgain = "again "

// HasLabel reports whether players are told how difficult the puzzle of a game is.
func HasLabel(game games.Game) bool { return library.HasTiers(game.Shape) }

// votes are the buttons of a vote on the puzzle of a finished game, in a row of their own; none where it has no votes. Each
// turns its part of the vote on or off.
func votes(q handler.Query, game games.Game, v submissions.Vote, from string) [][]chat.Button {
	if game.Practice != "" || game.Party != 0 {
		return nil
	}
	var row []chat.Button
	for _, one := range []struct {
		option string
		is     bool
	}{{Liked, v.Liked}, {TooHard, v.TooHard}} {
		if one.option == TooHard && !HasLabel(game) {
			continue
		}
		b := chat.Button{
			Label: q.Text("button."+one.option, locale.Args{"Difficulty": q.Difficulty(game.Tier)}), Look: chat.QuietLook,
			Press: chat.Press{Verb: chat.Vote, Argument: from + one.option + "=yes", GameID: game.ID},
		}
		if one.is {
			b.Look, b.Press.Argument = chat.OnLook, from+one.option+"=no"
			b.Label = "✓ " + b.Label
		}
		row = append(row, b)
	}
	return [][]chat.Button{row}
}

// Voted shows a player's vote, which they can change.
func Voted(q handler.Query, game games.Game, v submissions.Vote) chat.Reply {
	key := "vote.none"
	switch {
	case v.Liked && v.TooHard:
		key = "vote.both"
	case v.Liked:
		key = "vote.liked"
	case v.TooHard:
		key = "vote.too-hard"
	}
	reply := chat.Private(q.TitleOf(game), q.Say(key, locale.Args{"Difficulty": q.Difficulty(game.Tier)}))
	reply.Screen.Rows = votes(q, game, v, VoteAgain)
	reply.InPlace = q.Pressed != nil && strings.HasPrefix(q.Pressed.Argument, VoteAgain)
	return reply
}
