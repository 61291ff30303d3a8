package interact

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"sync"
	"time"

	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/discord/rest"
)

// boards remembers the message with each player's board, so that there is one at a time. Discord
// wants every command answered with a message of its own, and a private message can be changed by
// the token of its last interaction only, for a quarter of an hour. So a command's answer becomes
// the board, below what was typed, and the message that was the board before goes; a button or a
// form changes the message that it stands in.
//
// This is in the memory of a process. After a restart, or where another process answered, the old
// message stays, and its buttons show the newest board when one is pressed.
type boards struct {
	mu    sync.Mutex
	all   map[string]shownBoard
	swept time.Time
}

// shownBoard is the message with a player's board.
type shownBoard struct {
	begun string // the interaction that the message first answered
	path  string // by which it can be changed
	until time.Time
}

// show notes the board of a player, and returns the one before if that is another message which
// can still be changed.
func (b *boards) show(player string, now shownBoard, at time.Time) (before shownBoard, replaced bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.all == nil {
		b.all = map[string]shownBoard{}
	}
	if at.Sub(b.swept) > time.Minute {
		maps.DeleteFunc(b.all, func(_ string, old shownBoard) bool { return !at.Before(old.until) })
		b.swept = at
	}
	before, known := b.all[player]
	b.all[player] = now
	return before, known && at.Before(before.until) && before.begun != "" && now.begun != "" && before.begun != now.begun
}

// noteBoard has the message that was just sent be the player's board, and deletes the one before.
// The board of a game that is over stays where it is.
func (x *exchange) noteBoard(message string, over bool) {
	now := shownBoard{begun: x.ID, path: x.webhook() + "/messages/" + message, until: x.asked.Add(x.desk.TokenLife)}
	if x.updated {
		now.begun = begunBy(x.Interaction)
	}
	if over {
		now.until = time.Time{}
	}
	before, replaced := x.desk.boards.show(x.request.Player.ID+" "+x.request.Place.GuildID, now, time.Now())
	if !replaced {
		return
	}
	ctx, cancel := context.WithTimeout(x.ctx, x.desk.AnswerIn)
	defer cancel()
	err := rest.Retry(ctx, func() error { return x.desk.Client.Call(ctx, http.MethodDelete, before.path, nil, nil, nil) })
	if err == nil {
		return
	}
	// Discord does not always delete a private message; or the player has dismissed it.
	m := x.desk.Render.Message(chat.Superseded(x.request.Language), "")
	m.Flags = 0
	if hidden := x.desk.Client.Call(ctx, http.MethodPatch, before.path, m, m.Files, nil); hidden != nil {
		x.desk.Log.DebugContext(x.ctx, "discord: the board before could not be deleted, nor hidden", "error", errors.Join(err, hidden))
	}
}
