package interact

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/discord/draw"
	"github.com/gridkeeper/gridkeeper/bot/discord/rest"
)

// send sends the reply. A board becomes the player's board.
func (x *exchange) send(ctx context.Context, r chat.Reply, m draw.Message) error {
	message, err := x.sendBy(ctx, r, m)
	x.shownAs = message
	if err == nil && message != "" && isBoard(r) && r.Screen.GameID != 0 {
		x.noteBoard(message, r.Screen.Over)
	}
	// If the message was updated, its update may have arrived despite an error.
	if (err == nil && message != "" || x.updated && rest.MayHaveArrived(err)) && r.Tracks != "" && !r.Private {
		x.track(message, r.Tracks)
	}
	return err
}

// isBoard reports whether a reply is a board to play on.
func isBoard(r chat.Reply) bool { return r.Private && !r.Failed && r.Screen.Board != nil }

// original names the first answer to an interaction, or the message whose button was pressed if
// that was updated.
const original = "@original"

// sendBy sends the reply in the way that is still open. It returns how the interaction's token names
// the message, "" if nothing was sent.
func (x *exchange) sendBy(ctx context.Context, r chat.Reply, m draw.Message) (message string, err error) {
	update := x.updates(r)
	edit := update || x.Message == nil && (r.Private || x.unsure)
	switch {
	case !x.deferred && update:
		x.updated = true
		m.Flags = 0 // the message stays as private as it is
		return original, x.first(ctx, discordgo.InteractionResponseUpdateMessage, m, m.Files)
	case !x.deferred:
		return original, x.first(ctx, discordgo.InteractionResponseChannelMessageWithSource, m, m.Files)
	case edit && r.Screen.Board != nil && x.overtaken(m):
		return "", nil
	case edit:
		x.updated = update
		m.Flags = 0
		return original, x.ofOriginal(ctx, http.MethodPatch, m, m.Files, nil)
	case x.Message == nil && !inDirectMessages(x.Interaction):
		// The deferred answer is private, and cannot be made public.
		if err = x.ofOriginal(ctx, http.MethodDelete, nil, nil, nil); rest.StatusOf(err) == http.StatusNotFound {
			err = nil
		}
	case x.Message == nil:
		return original, x.ofOriginal(ctx, http.MethodPatch, m, m.Files, nil)
	case x.unsure && !inDirectMessages(x.Interaction):
		m.Flags = discordgo.MessageFlagsEphemeral
	}
	message, lost := x.followUp(ctx, m)
	return message, errors.Join(err, lost)
}

// overtaken reports whether the message that is to be edited already shows a newer board: the answer
// was taken over, and the player went on. If it cannot be read, it does not.
func (x *exchange) overtaken(m draw.Message) bool {
	var now discordgo.Message
	if x.server.Client.Call(x.ctx, http.MethodGet, x.webhook()+"/messages/@original", nil, nil, &now) != nil {
		return false
	}
	revision := draw.RevisionOf(m.Components)
	// The answer may be a board without buttons: the last level of a hint, or the start of another game.
	switch action := x.request.Action.(type) {
	case chat.Press:
		revision = max(revision, action.Revision)
	case chat.Fill:
		revision = max(revision, action.Press.Revision)
	}
	return draw.RevisionOf(now.Components) > revision
}

// updates reports whether the reply takes the place of the message whose button was
// pressed. The next board replaces a board that only the player sees, and a message for all shows
// its new state.
func (x *exchange) updates(r chat.Reply) bool {
	if x.Message != nil && r.InPlace && !r.Private && !r.Failed {
		return x.Message.Flags&discordgo.MessageFlagsEphemeral == 0
	}
	return x.Message != nil && (x.Message.Flags&discordgo.MessageFlagsEphemeral != 0 || inDirectMessages(x.Interaction)) &&
		(isBoard(r) || r.Private && r.InPlace && !r.Failed)
}

// first sends the first answer, again and again while there is time. If Discord already has one,
// the error is that of rest.CodeAnswered, or nil if it may be from an earlier try.
func (x *exchange) first(ctx context.Context, kind discordgo.InteractionResponseType, data any, files []rest.File) error {
	body := struct {
		Type discordgo.InteractionResponseType `json:"type"`
		Data any                               `json:"data,omitempty"` // a message or a form
	}{kind, data}
	ctx, cancel := context.WithDeadline(ctx, x.asked.Add(x.server.AnswerIn))
	defer cancel()
	path := fmt.Sprintf("/interactions/%s/%s/callback", x.ID, x.Token)
	lost := false // an earlier try may have arrived
	return rest.Retry(ctx, func() error {
		err := x.server.Client.Repeat(ctx, http.MethodPost, path, body, files, nil)
		lost = lost || rest.MayHaveArrived(err)
		if lost && rest.CodeOf(err) == rest.CodeAnswered {
			x.unsure = true
			return nil
		}
		return err
	})
}

// ofOriginal makes a call about the first answer, again and again while Discord does not find one that was
// deferred a moment ago.
func (x *exchange) ofOriginal(ctx context.Context, method string, body any, files []rest.File, answer any) error {
	for end := time.Now().Add(originalIn); ; {
		err := rest.Retry(ctx, func() error {
			return x.server.Client.Call(ctx, method, x.webhook()+"/messages/@original", body, files, answer)
		})
		if rest.StatusOf(err) != http.StatusNotFound || !x.deferred || time.Now().After(end) {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(originalEvery):
		}
	}
}

// followUp sends a further message, and returns its id. One that may have arrived is not sent again.
func (x *exchange) followUp(ctx context.Context, m draw.Message) (id string, err error) {
	if x.followUps++; x.followUps > maxFollowUps && onlyTheUsers(x.Interaction) {
		return "", fmt.Errorf("discord takes %d messages after an answer if only the user has installed the bot", maxFollowUps)
	}
	var lost error
	var sent discordgo.Message
	err = rest.Retry(ctx, func() error {
		err := x.server.Client.Call(ctx, http.MethodPost, x.webhook(), m, m.Files, &sent)
		if rest.MayHaveArrived(err) {
			lost = err
			return nil
		}
		return err
	})
	return sent.ID, errors.Join(lost, err)
}

func (x *exchange) webhook() string { return fmt.Sprintf("/webhooks/%s/%s", x.AppID, x.Token) }

// track reports which message shows a tracked reply. An answer that is named by its token only is
// fetched for its id. Without it the message stays unchanged until one of its buttons is pressed.
func (x *exchange) track(message, tracks string) {
	if x.server.Shown == nil {
		return
	}
	switch {
	case message == original && x.updated:
		message = x.Message.ID
	case message == original:
		var sent discordgo.Message
		if err := x.ofOriginal(x.ctx, http.MethodGet, nil, nil, &sent); err != nil {
			x.server.Log.WarnContext(x.ctx, "discord: a message is not tracked", "asked", asked(x.request), "error", err)
			return
		}
		message = sent.ID
	}
	ctx, cancel := context.WithTimeout(x.ctx, x.server.AnswerIn)
	defer cancel()
	if err := x.server.Shown(ctx, tracks, x.ChannelID, message); err != nil {
		x.server.Log.WarnContext(x.ctx, "discord: a message is not tracked", "asked", asked(x.request), "error", err)
	}
}

// boards remembers the message with each player's board, so that there is one at a time. Discord
// wants every command answered with a message of its own, and a private message can be changed by
// the token of its last interaction only, for a quarter of an hour. So a command's answer becomes
// the board, below the command, and the former message goes; a button or a
// form changes its own message.
//
// This is in the memory of a process. After a restart, or if another process answered, the old
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

// show stores the board of a player, and returns the former one if that is another message which
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

// noteBoard makes the message that was just sent the player's board, and deletes the former one.
// The board of a game that is over is kept.
func (x *exchange) noteBoard(message string, over bool) {
	now := shownBoard{begun: x.ID, path: x.webhook() + "/messages/" + message, until: x.asked.Add(x.server.TokenLife)}
	if x.updated {
		now.begun = begunBy(x.Interaction)
	}
	if over {
		now.until = time.Time{}
	}
	before, replaced := x.server.boards.show(x.request.Player.ID+" "+x.request.Place.GuildID, now, time.Now())
	if !replaced {
		return
	}
	ctx, cancel := context.WithTimeout(x.ctx, x.server.AnswerIn)
	defer cancel()
	err := rest.Retry(ctx, func() error { return x.server.Client.Call(ctx, http.MethodDelete, before.path, nil, nil, nil) })
	if err == nil {
		return
	}
	// Discord does not always delete a private message, or the player has dismissed it.
	m := x.server.Render.Message(chat.Superseded(x.request.Language), "")
	m.Flags = 0
	if hidden := x.server.Client.Call(ctx, http.MethodPatch, before.path, m, m.Files, nil); hidden != nil {
		x.server.Log.DebugContext(x.ctx, "discord: the former board could not be deleted, nor hidden", "error", errors.Join(err, hidden))
	}
}
