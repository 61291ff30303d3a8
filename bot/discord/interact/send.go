package interact

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/discord/draw"
	"github.com/gridkeeper/gridkeeper/bot/discord/rest"
)

// send sends the reply, and where it is a board has it be the player's.
func (x *exchange) send(ctx context.Context, r chat.Reply, m draw.Message) error {
	message, err := x.sendBy(ctx, r, m)
	x.shownAs = message
	if err == nil && message != "" && isBoard(r) && r.Screen.GameID != 0 {
		x.noteBoard(message, r.Screen.Over)
	}
	if (err == nil && message != "" || x.updated && rest.MayHaveArrived(err)) && r.Tracks != "" && !r.Private {
		x.track(message, r.Tracks)
	}
	return err
}

// isBoard reports whether a reply is a board to play on.
func isBoard(r chat.Reply) bool { return r.Private && !r.Failed && r.Screen.Board != nil }

// original names the first answer to an interaction, or the message whose button was pressed where
// that was updated.
const original = "@original"

// sendBy sends the reply in the way that is still open. It returns how the interaction's token names
// the message, "" where nothing was sent.
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
		return original, x.edit(ctx, m)
	case x.Message == nil && !inDirectMessages(x.Interaction):
		// The deferred answer is private, and cannot be made public.
		err = x.withdraw(ctx)
	case x.Message == nil:
		return original, x.edit(ctx, m)
	case x.unsure && !inDirectMessages(x.Interaction):
		m.Flags = discordgo.MessageFlagsEphemeral
	}
	message, lost := x.followUp(ctx, m)
	return message, errors.Join(err, lost)
}

// overtaken reports whether the message that is to be edited shows a newer board by now: the answer
// was taken over, and the player went on. Where that cannot be found out, it does not.
func (x *exchange) overtaken(m draw.Message) bool {
	var now discordgo.Message
	err := x.desk.Client.Call(x.ctx, http.MethodGet, x.webhook()+"/messages/@original", nil, nil, &now)
	return err == nil && draw.RevisionOf(now.Components) > max(draw.RevisionOf(m.Components), x.pressedRevision())
}

// pressedRevision returns the revision of the button that was pressed. The answer may be a board
// without buttons: the last level of a hint, or the start of another game.
func (x *exchange) pressedRevision() int {
	switch action := x.request.Action.(type) {
	case chat.Press:
		return action.Revision
	case chat.Fill:
		return action.Press.Revision
	}
	return 0
}

// updates reports whether the reply takes the place of the message whose button was
// pressed: a board that only the player sees gives way to the next one, and a message for all to how
// things stand there now.
func (x *exchange) updates(r chat.Reply) bool {
	if x.Message != nil && r.InPlace && !r.Private && !r.Failed {
		return x.Message.Flags&discordgo.MessageFlagsEphemeral == 0
	}
	return x.Message != nil && (x.Message.Flags&discordgo.MessageFlagsEphemeral != 0 || inDirectMessages(x.Interaction)) &&
		(isBoard(r) || r.Private && r.InPlace && !r.Failed)
}

// first sends the first answer, again and again while there is time. Where Discord has one
// already, the error is that of rest.CodeAnswered, or nil where it may be from an earlier try.
func (x *exchange) first(ctx context.Context, kind discordgo.InteractionResponseType, data any, files []rest.File) error {
	body := struct {
		Type discordgo.InteractionResponseType `json:"type"`
		Data any                               `json:"data,omitempty"` // a message or a form
	}{kind, data}
	ctx, cancel := context.WithDeadline(ctx, x.asked.Add(x.desk.AnswerIn))
	defer cancel()
	path := fmt.Sprintf("/interactions/%s/%s/callback", x.ID, x.Token)
	lost := false // an earlier try may have arrived
	return rest.Retry(ctx, func() error {
		err := x.desk.Client.Repeat(ctx, http.MethodPost, path, body, files, nil)
		lost = lost || rest.MayHaveArrived(err)
		if lost && rest.CodeOf(err) == rest.CodeAnswered {
			x.unsure = true
			return nil
		}
		return err
	})
}

// edit replaces the first answer.
func (x *exchange) edit(ctx context.Context, m draw.Message) error {
	return x.ofOriginal(ctx, http.MethodPatch, m, m.Files, nil)
}

// withdraw deletes the first answer.
func (x *exchange) withdraw(ctx context.Context) error {
	err := x.ofOriginal(ctx, http.MethodDelete, nil, nil, nil)
	if rest.StatusOf(err) == http.StatusNotFound {
		return nil
	}
	return err
}

// ofOriginal makes a call about the first answer, again and again where Discord does not find one that was
// deferred a moment ago.
func (x *exchange) ofOriginal(ctx context.Context, method string, body any, files []rest.File, answer any) error {
	for end := time.Now().Add(originalIn); ; {
		err := rest.Retry(ctx, func() error {
			return x.desk.Client.Call(ctx, method, x.webhook()+"/messages/@original", body, files, answer)
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
		return "", fmt.Errorf("discord takes %d messages after an answer where only the user has installed the bot", maxFollowUps)
	}
	var lost error
	var sent discordgo.Message
	err = rest.Retry(ctx, func() error {
		err := x.desk.Client.Call(ctx, http.MethodPost, x.webhook(), m, m.Files, &sent)
		if rest.MayHaveArrived(err) {
			lost = err
			return nil
		}
		return err
	})
	return sent.ID, errors.Join(lost, err)
}

func (x *exchange) webhook() string { return fmt.Sprintf("/webhooks/%s/%s", x.AppID, x.Token) }
