package discord

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"
	"time"

	"github.com/bwmarrin/discordgo"

	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/bot/discord/rest"
)

const (
	firstAnswerIn = 3 * time.Second  // Discord forgets an interaction that is not answered by then
	tokenLife     = 14 * time.Minute // of an answered one; Discord gives 15, and clocks differ
	maxFollowUps  = 5                // where only the user has installed the bot
)

// exchange is one interaction on its way to its answer.
//
// The same interaction may reach several processes, or one of them twice. The archive gives all
// of them the same reply, and Discord takes a first answer from one of them only: the others send
// nothing more, so that notices are sent once. Where the first answer was lost and Discord has one
// when it is sent again, it may be that of another process: then nothing public follows it.
type exchange struct {
	*discordgo.Interaction
	received time.Time
	service  *service
	deferred bool
	unsure   bool // the first answer may be that of another process

	followUps int // sent so far
}

// answer handles an interaction under work, and sends what the bot replies under ctx: the player
// of a command that is cut off still learns of it.
func (s *service) answer(ctx, work context.Context, i *discordgo.Interaction, received time.Time) {
	ctx, cancel := context.WithDeadline(ctx, received.Add(tokenLife))
	defer cancel()
	work, done := context.WithDeadline(work, received.Add(s.config.CommandLimit))
	defer done()
	x := &exchange{Interaction: i, received: received, service: s}
	request, ok := s.requestOf(work, i)
	if !ok {
		s.log.Warn("discord: an interaction asks nothing", "id", i.ID, "type", i.Type)
		return
	}
	err := x.answer(ctx, work, request)
	switch {
	case err == nil:
	case rest.CodeOf(err) == rest.CodeAnswered:
		s.log.Debug("discord: an interaction was answered by another process", "asked", asked(request))
	default:
		s.log.Warn("discord: an answer was lost", "asked", asked(request), "after", time.Since(received), "error", err)
	}
}

// answer asks the bot and sends its reply and its notices.
func (x *exchange) answer(ctx, work context.Context, request bot.Request) error {
	reply, m, err := x.reply(ctx, work, request)
	if err != nil {
		return err
	}
	if err = x.send(ctx, reply, m); rest.IsInvalid(err) {
		// The reply is our mistake, and the player must not be left without an answer.
		x.service.log.Error("discord: refused a reply", "asked", asked(request), "error", err)
		reply = bot.NotShown(request.Language)
		err = x.send(ctx, reply, x.service.render.message(reply, ""))
	}
	for _, n := range reply.Notices {
		if err == nil && !request.Place.Private && !x.unsure {
			err = x.followUp(ctx, x.service.render.notice(n))
		}
	}
	return err
}

// reply asks the bot, and draws what it says. Where that is slow, Discord shows meanwhile
// that the bot is thinking.
func (x *exchange) reply(ctx, work context.Context, request bot.Request) (r bot.Reply, m message, err error) {
	drawn := make(chan struct{})
	go func() {
		defer close(drawn)
		r, m = x.service.handleSafely(work, request)
	}()
	thinking := time.NewTimer(time.Until(x.received.Add(x.service.config.DeferAfter)))
	defer thinking.Stop()
	select {
	case <-drawn:
		return r, m, nil
	case <-thinking.C:
	}
	err = x.askForTime(ctx)
	<-drawn
	return r, m, err
}

// handleSafely asks the bot, draws what it says, and makes a reply of a panic.
func (s *service) handleSafely(ctx context.Context, request bot.Request) (r bot.Reply, m message) {
	defer func() {
		if p := recover(); p != nil {
			s.log.Error("discord: panic in a command", "asked", asked(request), "panic", p, "stack", string(debug.Stack()))
			r = bot.NotShown(request.Language)
			m = s.render.message(r, "")
		}
	}()
	r = s.handle(ctx, request)
	return r, s.render.message(r, "")
}

// askForTime defers the answer. Whether it will be private is not known yet, so it is.
func (x *exchange) askForTime(ctx context.Context) error {
	x.deferred = true
	if x.Message != nil {
		return x.first(ctx, discordgo.InteractionResponseDeferredMessageUpdate, nil)
	}
	m := newMessage()
	m.Flags = discordgo.MessageFlagsEphemeral
	return x.first(ctx, discordgo.InteractionResponseDeferredChannelMessageWithSource, &m)
}

// send sends the reply, in the way that is still open.
func (x *exchange) send(ctx context.Context, r bot.Reply, m message) error {
	update := x.updates(r)
	switch {
	case !x.deferred && update:
		m.Flags = 0 // the message stays as private as it is
		return x.first(ctx, discordgo.InteractionResponseUpdateMessage, &m)
	case !x.deferred:
		return x.first(ctx, discordgo.InteractionResponseChannelMessageWithSource, &m)
	case update, x.Message == nil && (r.Private || x.unsure):
		m.Flags = 0
		return x.edit(ctx, m)
	case x.Message == nil:
		// The deferred answer is private, and cannot be made public.
		return errors.Join(x.withdraw(ctx), x.followUp(ctx, m))
	case x.unsure:
		m.Flags = discordgo.MessageFlagsEphemeral
	}
	return x.followUp(ctx, m)
}

// updates reports whether the reply takes the place of the message whose button was
// pressed: a board that only the player sees gives way to the next one.
func (x *exchange) updates(r bot.Reply) bool {
	return x.Message != nil && x.Message.Flags&discordgo.MessageFlagsEphemeral != 0 &&
		r.Private && r.Screen.Board != nil && !r.Failed
}

// first sends the first answer, again and again while there is time. Where Discord has one
// already, the error is that of rest.CodeAnswered, or nil where it may be from an earlier try.
func (x *exchange) first(ctx context.Context, kind discordgo.InteractionResponseType, m *message) error {
	body := struct {
		Type discordgo.InteractionResponseType `json:"type"`
		Data *message                          `json:"data,omitempty"`
	}{kind, m}
	var files []rest.File
	if m != nil {
		files = m.files
	}
	ctx, cancel := context.WithDeadline(ctx, x.received.Add(firstAnswerIn))
	defer cancel()
	path := fmt.Sprintf("/interactions/%s/%s/callback", x.ID, x.Token)
	lost := false // an earlier try may have arrived
	return rest.Retry(ctx, func() error {
		err := x.service.client.Call(ctx, http.MethodPost, path, body, files, nil)
		if lost && rest.CodeOf(err) == rest.CodeAnswered {
			x.unsure = true
			return nil
		}
		lost = lost || rest.MayHaveArrived(err)
		return err
	})
}

// edit replaces the first answer.
func (x *exchange) edit(ctx context.Context, m message) error {
	return rest.Retry(ctx, func() error {
		return x.service.client.Call(ctx, http.MethodPatch, x.webhook()+"/messages/@original", m, m.files, nil)
	})
}

// withdraw deletes the first answer.
func (x *exchange) withdraw(ctx context.Context) error {
	err := rest.Retry(ctx, func() error {
		return x.service.client.Call(ctx, http.MethodDelete, x.webhook()+"/messages/@original", nil, nil, nil)
	})
	if rest.StatusOf(err) == http.StatusNotFound {
		return nil
	}
	return err
}

// followUp sends a further message. One that may have arrived is not sent again.
func (x *exchange) followUp(ctx context.Context, m message) error {
	if x.followUps++; x.followUps > maxFollowUps && onlyTheUsers(x.Interaction) {
		return fmt.Errorf("discord takes %d messages after an answer where only the user has installed the bot", maxFollowUps)
	}
	var lost error
	err := rest.Retry(ctx, func() error {
		err := x.service.client.Call(ctx, http.MethodPost, x.webhook(), m, m.files, nil)
		if rest.MayHaveArrived(err) {
			lost = err
			return nil
		}
		return err
	})
	return errors.Join(lost, err)
}

func (x *exchange) webhook() string { return fmt.Sprintf("/webhooks/%s/%s", x.AppID, x.Token) }

// asked names what a request asks for, for the log.
func asked(r bot.Request) string {
	switch action := r.Action.(type) {
	case bot.Ask:
		return "/" + action.Command
	case bot.Press:
		return "button " + string(action.Verb)
	}
	return "nothing"
}
