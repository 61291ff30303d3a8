package interact

import (
	"context"
	"fmt"
	"net/http"
	"reflect"
	"runtime/debug"
	"time"

	"github.com/bwmarrin/discordgo"

	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/discord/draw"
	"github.com/gridkeeper/gridkeeper/bot/discord/rest"
	"github.com/gridkeeper/gridkeeper/bot/metrics"
)

const (
	spare = 250 * time.Millisecond // work that begins with less time left cannot be answered in time

	maxFollowUps = 5 // if only the user has installed the bot

	// An answer that another process has begun is taken over if it is missing after this time.
	takeOverAfter     = time.Second
	takeOverSlowAfter = 15 * time.Second // for a slow command, which the other is probably still running

	// Discord may not find an answer that was just deferred.
	originalIn    = 3 * time.Second
	originalEvery = 200 * time.Millisecond

	progressEvery = 4 * time.Second // Discord takes five edits of a message in five seconds
	progressIn    = 2 * time.Second // a limit, as showing progress delays the work
)

// exchange is one interaction on its way to its answer.
//
// The same interaction may reach several processes. The archive gives all
// of them the same reply, and Discord takes a first answer from one of them only: the others send
// nothing more, so that notices are sent once. If the first answer was lost and Discord already has one
// when it is sent again, that may be another process's: then nothing public follows it.
//
// A process may die after it has deferred the answer. So the others check a while later whether
// Discord still shows that the bot is thinking, and put the answer there. If the first process is
// alive after all, it puts the same answer in the same place.
type exchange struct {
	*discordgo.Interaction
	server  *Server
	request chat.Request
	asked   time.Time       // by our clock
	ctx     context.Context // of messages that are sent
	work    context.Context // of the bot; it ends before ctx, so that the player of a command that is cut off still learns of it
	end     func()          // of both
	standBy func(job)       // does a job later; nil: not at all
	lane    string          // label of the metrics, as is outcome
	outcome string          // unless it fails

	deferAt  time.Time     // when the answer is to be deferred
	thinking *time.Timer   // defers the answer when it fires
	settled  chan struct{} // closed once it is deferred
	deferErr error         // read after that

	deferred bool
	unsure   bool   // the first answer may be that of another process
	updated  bool   // the answer took the place of the message whose button was pressed
	shownAs  string // how the interaction's token names the answer

	followUps int // sent so far

	shown time.Time // when progress was shown last
}

// startThinking defers the answer at a time, unless it is there by then: Discord then shows that the bot is
// thinking.
func (x *exchange) startThinking(at time.Time) {
	x.deferAt = at
	x.thinking = time.AfterFunc(time.Until(at), func() {
		defer close(x.settled)
		x.server.lanes.quick.hold()
		defer x.server.lanes.quick.release()
		x.deferErr = x.deferAnswer(x.ctx)
		x.server.Metrics.Deferred()
	})
}

// deferAnswer defers the answer. It is private, since the reply may turn out to be.
func (x *exchange) deferAnswer(ctx context.Context) error {
	x.deferred = true
	if x.Message != nil {
		return x.first(ctx, discordgo.InteractionResponseDeferredMessageUpdate, nil, nil)
	}
	m := draw.NewMessage()
	if !inDirectMessages(x.Interaction) {
		m.Flags = discordgo.MessageFlagsEphemeral
	}
	return x.first(ctx, discordgo.InteractionResponseDeferredChannelMessageWithSource, m, nil)
}

// settle waits for an answer that is just being deferred, and returns the error of that. From then on
// the timer does not defer the answer.
func (x *exchange) settle() error {
	if x.thinking.Stop() {
		return nil
	}
	<-x.settled
	return x.deferErr
}

// begin returns an error if an answer would come too late.
func (x *exchange) begin() error {
	if err := x.settle(); x.deferred || err != nil {
		return err
	}
	if waited := time.Since(x.asked); waited > x.server.tooLate() {
		return fmt.Errorf("it waited %s for a worker", waited)
	}
	x.thinking.Reset(time.Until(x.deferAt))
	return nil
}

// run handles the interaction, and sends the bot's reply.
func (x *exchange) run(handle func(context.Context, chat.Request) chat.Reply) {
	err := x.begin()
	if err == nil {
		err = x.answer(handle)
	}
	if rest.CodeOf(err) == rest.CodeAnswered && x.standBy != nil {
		x.outcome = metrics.Elsewhere
		x.standBy(func() { x.finish(x.takeOver(handle)) })
		return
	}
	x.finish(err)
}

// finish logs and counts the end of an exchange.
func (x *exchange) finish(err error) {
	defer x.end()
	took, log := time.Since(x.asked), x.server.Log.With("asked", asked(x.request))
	switch {
	case rest.CodeOf(err) == rest.CodeAnswered, err == nil && x.outcome == metrics.Elsewhere:
		log.DebugContext(x.ctx, "discord: an interaction was answered by another process")
		x.server.Metrics.Interaction(metrics.Elsewhere)
	case err == nil:
		x.server.Metrics.Answer(x.request.Target.Command(), x.lane, x.outcome, took)
	default:
		log.WarnContext(x.ctx, "discord: an answer was lost", "after", took, "error", err)
		x.server.Metrics.Interaction(metrics.Lost)
	}
}

// takeOver answers an interaction that another process has begun to answer, if the answer is missing. The
// archive has the reply, if that process got as far.
func (x *exchange) takeOver(handle func(context.Context, chat.Request) chat.Reply) error {
	if x.Message == nil {
		if missing, err := x.missing(); !missing {
			return err
		}
	}
	reply, m := x.handleSafely(handle)
	if x.Message != nil && !x.updates(reply) {
		return nil // the press may have been answered in place, which Discord does not show
	}
	if missing, err := x.missing(); !missing {
		return err
	}
	x.server.Log.InfoContext(x.ctx, "discord: took over an answer", "asked", asked(x.request), "after", time.Since(x.asked))
	x.deferred, x.unsure, x.outcome = true, true, metrics.TakenOver
	return x.send(x.ctx, reply, m)
}

// missing reports whether Discord still waits for a deferred answer: it shows that the
// bot is thinking, or the message whose button was pressed is unchanged.
func (x *exchange) missing() (bool, error) {
	var original discordgo.Message
	err := x.ofOriginal(x.ctx, http.MethodGet, nil, nil, &original)
	switch {
	case rest.StatusOf(err) == http.StatusNotFound: // deleted, or answered in another way
		return false, nil
	case err != nil:
		return false, err
	case x.Message == nil:
		return original.Flags&discordgo.MessageFlagsLoading != 0, nil
	}
	return original.ID == x.Message.ID && reflect.DeepEqual(original.EditedTimestamp, x.Message.EditedTimestamp) &&
		original.Content == x.Message.Content && reflect.DeepEqual(original.Components, x.Message.Components), nil
}

// answer asks the bot and sends its reply and its notices. Direct messages have no other readers, so they get no notices. If
// another process answers, that one sends them.
func (x *exchange) answer(handle func(context.Context, chat.Request) chat.Reply) (err error) {
	reply, m := x.handleSafely(handle)
	notices := reply.Notices
	if x.request.Place.Private {
		notices = nil
	}
	defer func() {
		if err != nil && !x.unsure && rest.CodeOf(err) != rest.CodeAnswered {
			x.notShared(notices)
		}
	}()
	if err = x.settle(); err != nil {
		return err
	}
	if x.ctx.Err() != nil && x.server.life.Err() == nil { // Discord takes the answer no longer
		ctx, cancel := context.WithTimeout(x.server.life, time.Minute)
		defer cancel()
		words := chat.Reply{Screen: chat.Screen{Title: reply.Screen.Title, Body: reply.Screen.Body}}
		return x.server.Tell(ctx, x.request.Player.ID, x.ID, words)
	}
	// A refused reply is our mistake, and the player must not be left without an answer. In place of a form they get
	// the reply of a network without forms.
	refused := func() bool {
		if rest.IsInvalid(err) {
			x.server.Log.ErrorContext(x.ctx, "discord: refused a reply", "asked", asked(x.request), "error", err)
			return true
		}
		return false
	}
	if form, ok := x.form(reply); ok {
		if err = x.first(x.ctx, discordgo.InteractionResponseModal, form, nil); !refused() {
			return err
		}
	}
	if err = x.send(x.ctx, reply, m); refused() {
		reply = chat.NotShown(x.request.Language)
		err = x.send(x.ctx, reply, x.draw(reply))
	}
	if err == nil && !x.unsure {
		x.notify(notices)
	}
	return err
}

// notify sends notices after the answer. If a result could not be shared, its player learns that.
func (x *exchange) notify(notices []chat.Notice) {
	for _, n := range notices {
		_, err := x.followUp(x.ctx, x.server.Render.Notice(n))
		if err == nil {
			continue
		}
		x.server.Log.WarnContext(x.ctx, "discord: a notice was lost", "asked", asked(x.request), "error", err)
		if rest.MayHaveArrived(err) || !x.notShared([]chat.Notice{n}) {
			continue
		}
		m := x.draw(chat.NotShared(x.request.Language))
		m.Flags = 0
		path := x.webhook() + "/messages/" + x.shownAs
		err = rest.Retry(x.ctx, func() error { return x.server.Client.Call(x.ctx, http.MethodPatch, path, m, nil, nil) })
		if err != nil {
			x.server.Log.WarnContext(x.ctx, "discord: a player does not know that nothing was shared", "error", err)
		}
	}
}

// notShared undoes the sharing of results by notices that were not sent, and reports whether there were any.
func (x *exchange) notShared(notices []chat.Notice) (some bool) {
	for _, n := range notices {
		if n.Shares == 0 || x.server.NotShared == nil {
			continue
		}
		some = true
		ctx, cancel := context.WithTimeout(x.server.life, x.server.AnswerIn)
		if err := x.server.NotShared(ctx, n.Shares); err != nil {
			x.server.Log.WarnContext(x.ctx, "discord: a result counts as shared that was not", "game", n.Shares, "error", err)
		}
		cancel()
	}
	return some
}

// handleSafely asks the bot and draws its reply. It turns a panic into a reply.
func (x *exchange) handleSafely(handle func(context.Context, chat.Request) chat.Reply) (r chat.Reply, m draw.Message) {
	defer func() {
		if p := recover(); p != nil {
			x.server.Log.ErrorContext(x.ctx, "discord: panic in a command", "asked", asked(x.request), "panic", p, "stack", string(debug.Stack()))
			r = chat.NotShown(x.request.Language)
			m = x.draw(r)
		}
	}()
	r = handle(x.work, x.request)
	return r, x.draw(r)
}

// draw draws a reply. Direct messages have no other readers from whom to hide it.
func (x *exchange) draw(r chat.Reply) draw.Message {
	m := x.server.Render.Message(r, "")
	if inDirectMessages(x.Interaction) {
		m.Flags &^= discordgo.MessageFlagsEphemeral
	}
	return m
}

// form returns the form of a reply if it can still be shown: a form is a first answer, and cannot
// answer another form.
func (x *exchange) form(r chat.Reply) (form draw.Form, ok bool) {
	if r.Form == nil || x.deferred || x.Type == discordgo.InteractionModalSubmit {
		return form, false
	}
	return draw.NewForm(*r.Form)
}

// showProgress puts a text in the place of a slow command's answer, now and then. Its failure
// does not matter: the answer will come.
func (x *exchange) showProgress(body chat.Text) {
	select {
	case <-x.settled:
	default:
		return // Discord shows no message yet that could hold it
	}
	public := x.Message != nil && x.Message.Flags&discordgo.MessageFlagsEphemeral == 0
	if !x.deferred || public || time.Since(x.shown) < progressEvery {
		return
	}
	x.shown = time.Now()
	ctx, cancel := context.WithTimeout(x.ctx, progressIn)
	defer cancel()
	m := x.server.Render.Message(chat.Reply{Screen: chat.Screen{Body: body}, Private: true}, "")
	m.Flags = 0
	if err := x.server.Client.Call(ctx, http.MethodPatch, x.webhook()+"/messages/@original", m, m.Files, nil); err != nil {
		x.server.Log.DebugContext(x.ctx, "discord: progress was not shown", "asked", asked(x.request), "error", err)
	}
}

// suggest answers autocomplete. Such an answer cannot be deferred. A late one is useless: the user types on and asks
// again.
func (x *exchange) suggest(handle func(context.Context, chat.Request) chat.Reply) {
	defer x.end()
	ctx, cancel := context.WithDeadline(x.work, x.asked.Add(x.server.tooLate()))
	defer cancel()
	reply := x.server.suggestSafely(ctx, x.request, handle)
	if err := x.first(ctx, discordgo.InteractionApplicationCommandAutocompleteResult, draw.Suggestions(reply.Suggestions), nil); err != nil {
		x.server.Log.DebugContext(x.ctx, "discord: suggestions were lost", "command", x.request.Action.(chat.Suggest).Command,
			"after", time.Since(x.asked), "error", err)
		x.server.Metrics.Interaction(metrics.Lost)
		return
	}
	x.server.Metrics.Answer(x.request.Target.Command(), x.lane, x.outcome, time.Since(x.asked))
}

// suggestSafely asks the bot for suggestions; a panic yields none.
func (s *Server) suggestSafely(ctx context.Context, request chat.Request, handle func(context.Context, chat.Request) chat.Reply) (reply chat.Reply) {
	defer func() {
		if p := recover(); p != nil {
			s.Log.ErrorContext(ctx, "discord: panic in suggestions", "panic", p)
		}
	}()
	return handle(ctx, request)
}

// asked names the request for the log.
func asked(r chat.Request) string {
	switch action := r.Action.(type) {
	case chat.Ask:
		return "/" + action.Command
	case chat.Press:
		return "button " + string(action.Verb)
	case chat.Fill:
		return "form " + string(action.Press.Verb)
	case chat.About:
		return action.Command + " of a message"
	}
	return "nothing"
}
