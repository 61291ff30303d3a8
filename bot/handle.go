package bot

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"runtime/debug"
	"strings"
	"sync"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/bot/logs"
	"github.com/gridkeeper/gridkeeper/bot/meet"
	"github.com/gridkeeper/gridkeeper/bot/player"
	"github.com/gridkeeper/gridkeeper/bot/screen"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Handle answers any request: it never panics, never returns an empty reply and keeps within the limits of this package. A
// request with the ID of an earlier one gets the same reply and changes nothing, whichever process answered then.
func (b *Bot) Handle(ctx context.Context, r chat.Request) chat.Reply {
	env := b.env
	ctx = logs.With(ctx, r.ID)
	q := queryOf(ctx, env, r)
	q.Game = screen.GameHere
	if s, ok := r.Action.(chat.Suggest); ok {
		return chat.Reply{Suggestions: suggest(ctx, env, q, s), Private: true}
	}
	h, err := understand(ctx, env, &q)
	var reply chat.Reply
	if err == nil {
		reply, err = safely(ctx, env, h, func() (chat.Reply, error) { return run(ctx, env, h, q) })
	}
	if err == nil {
		err = noteScreen(ctx, env, q, reply)
	}
	if err == nil {
		reply, err = player.InPlayersLook(ctx, env, q, reply)
	}
	if err != nil {
		reply = chat.Failure(problemFor(ctx, env, q, err).words)
	}
	return reply.Limited(q.Speech)
}

func queryOf(ctx context.Context, env *handler.Env, r chat.Request) handler.Query {
	if _, found := r.Target.(target); !found {
		r.Target = Find(r.Action)
	}
	s := speechFor(ctx, env, r)
	return handler.Query{Request: r, Now: env.Config.Now(), Own: s, Speech: s, InBrowser: env.Config.WebURL != ""}
}

// speechFor is the language of the answer: the player's; if the bot does not speak it, the one that admins have chosen for
// the guild; else the next language of the request.
func speechFor(ctx context.Context, env *handler.Env, r chat.Request) chat.Speech {
	own, _, _ := strings.Cut(r.Language, ",")
	spoken := locale.Match(own).Tag()
	if english := locale.Match().Tag(); own == "" || r.Place.GuildID == "" || spoken != english || strings.HasPrefix(own, english) {
		return chat.SpeechIn(r.Language)
	}
	guild, err := env.Store.Guild(ctx, r.Place.GuildID)
	if err != nil || guild.Language == "" {
		return chat.SpeechIn(r.Language)
	}
	return chat.SpeechIn(guild.Language)
}

// understand completes a query with its command and options, and returns the handler, if the player may use it.
func understand(ctx context.Context, env *handler.Env, q *handler.Query) (handler.Handler, error) {
	t := q.Target.(target)
	h := t.handler
	q.Ask, q.Pressed = t.ask, t.pressed
	_, q.Filled = q.Action.(chat.Fill)
	if ask, ok := q.Action.(chat.Ask); ok && t.err == nil {
		if h.Name == "" { // unless it was called by its name in the player's language
			h, _ = findCalled(q.Speech, ask.Command)
		}
		if h.Name != "" {
			q.Command, q.Options = h.Name, map[string]string{}
			for name, value := range ask.Options {
				if o, ok := q.OptionCalled(h.Options, name); ok {
					name, value = o.Name, q.ChoiceCalled(o, value)
				}
				q.Options[name] = value
			}
		}
	}
	switch _, isAbout := q.Action.(chat.About); {
	case t.err != nil:
		return handler.Handler{}, t.err
	case h.Name == "":
		return handler.Handler{}, unknown(q.Speech, q.Command)
	case isAbout:
		return h, nil
	}
	if err := allowed(ctx, env, h, *q); err != nil {
		return h, err
	}
	q.Options, q.Handler = maps.Clone(q.Options), h // the request keeps its own
	for _, o := range h.Options {
		if text, given := q.Options[o.Name]; given && o.IsNarrow() {
			q.Options[o.Name] = sudoku.Narrow(text)
		}
	}
	return h, accepts(h, *q)
}

// safely makes an error of a panic. A transaction that it went through was rolled back.
func safely[T any](ctx context.Context, env *handler.Env, h handler.Handler, run func() (T, error)) (answer T, err error) {
	defer func() {
		if p := recover(); p != nil {
			env.Config.Log.ErrorContext(ctx, "a command panicked", "command", h.Name, "panic", p, "stack", string(debug.Stack()))
			err = errPanic
		}
	}()
	return run()
}

var errPanic = errors.New("a command panicked")

// run lets a handler answer. One that writes does so in one transaction with its answer: when
// anything fails nothing was changed, and the same request finds the answer.
func run(ctx context.Context, env *handler.Env, h handler.Handler, q handler.Query) (chat.Reply, error) {
	if h.Before != nil {
		if err := h.Before(ctx, env, &q); err != nil {
			return chat.Reply{}, err
		}
	}
	if !h.Prepare.Has(handler.Writes) {
		return answer(ctx, env, h, q)
	}
	return once(ctx, env, q, chat.Failure, func(ctx context.Context) (chat.Reply, error) {
		reply, err := answer(ctx, env, h, q)
		return reply.Limited(q.Speech), err
	})
}

// once lets a handler answer in one transaction with its answer, once for each request: the same request, also in another
// process, gets that answer, and the work is not done again. A refusal is an answer too, but the changes of the handler
// before it are taken back.
func once[T any](ctx context.Context, env *handler.Env, q handler.Query, refused func(chat.Text) T, answer func(context.Context) (T, error)) (T, error) {
	var own handler.Answered[T]
	var stored []byte // own as it is kept
	keep := func(work func(context.Context) (T, error)) ([]byte, error) {
		return env.Config.Ledger.OnceBy(ctx, q.ID, q.Player.ID, func(ctx context.Context) ([]byte, error) {
			reply, err := work(ctx)
			if err != nil {
				return nil, err
			}
			own = handler.Answered[T]{PlayerID: q.Player.ID, Asked: q.Asked(), Reply: reply}
			stored, err = json.Marshal(own)
			return stored, err
		})
	}
	kept, err := keep(answer)
	if words, final := refusal(q, err); final {
		kept, err = keep(func(context.Context) (T, error) { return refused(words.Limited(chat.MaxText)), nil })
	}
	switch {
	case err != nil:
		return *new(T), err
	case stored != nil && bytes.Equal(kept, stored):
		return own.Reply, nil
	}
	var earlier handler.Answered[T]
	if err := json.Unmarshal(kept, &earlier); err != nil {
		return *new(T), fmt.Errorf("the answer kept for request %q: %w", q.ID, err)
	}
	if earlier.PlayerID != q.Player.ID || earlier.Asked != q.Asked() {
		return *new(T), postgres.ErrRepeated // an id that was used twice; the answer is not for everyone
	}
	return earlier.Reply, nil
}

// answer lets a handler answer in a chat: in the player's language, or for the board of a party in the party's, since all
// read it. A refusal, which the player alone reads, is in their own.
func answer(ctx context.Context, env *handler.Env, h handler.Handler, q handler.Query) (chat.Reply, error) {
	q.Party = sync.OnceValues(func() (*games.Party, error) { return meet.PartyHere(ctx, env, q) })
	if h.Prepare.Has(handler.OnBoard) {
		party, err := q.Party()
		if err != nil {
			return chat.Reply{}, err
		}
		if party != nil {
			if err := meet.CountTyped(ctx, env, q, *party); err != nil {
				return chat.Reply{}, err
			}
			q = meet.InLanguageOf(q, *party)
		}
	}
	if h.Play == nil {
		return h.Answer(ctx, env, q)
	}
	done, err := h.Play(ctx, env, q)
	if err != nil {
		return screen.OrNewest(q, err)
	}
	return done.Screen(), nil
}

// refusal explains an error to the player, with the next thing to do. final is false for an error that they did not cause, or
// that may be gone when they try again.
func refusal(q handler.Query, err error) (words chat.Text, final bool) {
	var refused chat.Refusal
	var over screen.FinishedError
	var early *daily.TooEarlyError
	var none *library.NoPuzzleError
	switch {
	case errors.As(err, &early):
		return q.Say("refusal.too-early", locale.Args{"Date": early.Date.String(), "First": early.First.String()}), true
	case errors.As(err, &refused):
		return q.Say(refused.Key, refused.Args), true
	case errors.As(err, &over):
		return screen.Solved(q.Speech, over.Game, "refusal.finished"), true
	case errors.As(err, &none) && none.Chosen:
		return q.Say("refusal.no-puzzle-chosen", locale.Args{"Collections": chat.Mention("collections")}), true
	case errors.Is(err, library.ErrNoPuzzle):
		return q.Say("refusal.no-puzzle", locale.Args{"Import": chat.Mention("import")}), true
	case errors.Is(err, games.ErrFinished):
		return q.Say("refusal.finished-meanwhile", locale.Args{"Daily": chat.Mention("daily"), "Play": chat.Mention("play")}), true
	}
	text, final := q.Error(err)
	return chat.Plain(text), final
}

// problemFor turns an error into words for the player. An error that they cannot fix goes to the log; they only learn whether
// the archive was away, and whether something may have been changed.
func problemFor(ctx context.Context, env *handler.Env, q handler.Query, err error) problem {
	if words, final := refusal(q, err); final {
		return problem{words: words}
	}
	switch _, old := errors.AsType[screen.OldButton](err); {
	case old || errors.Is(err, postgres.ErrStale):
		return problem{words: q.Say("refusal.stale", locale.Args{"Board": chat.Mention("board")}), stale: true}
	case errors.Is(err, postgres.ErrRepeated):
		return problem{words: q.Say("refusal.repeated", locale.Args{"Board": chat.Mention("board")})}
	}
	level := slog.LevelError
	if errors.Is(err, postgres.ErrUnavailable) || errors.Is(err, postgres.ErrUnknownOutcome) {
		level = slog.LevelWarn // an outage is not a mistake of the program
	}
	env.Config.Log.Log(ctx, level, "a command failed", "command", q.Command, "guild", q.Place.GuildID, "error", err)
	imports := q.Handler.Prepare.Has(handler.Slow) && q.Handler.Of == "import" // which keep puzzles as it goes
	switch {
	case errors.Is(err, postgres.ErrUnknownOutcome):
		return problem{words: q.Say("refusal.unknown-outcome", locale.Args{"Board": chat.Mention("board")}), retry: true}
	case errors.Is(err, postgres.ErrUnavailable):
		return problem{words: q.Say("refusal.unavailable", nil), retry: true}
	case imports && handler.Interrupted(err):
		return problem{words: q.Say("refusal.import-interrupted", nil)}
	case handler.Interrupted(err):
		return problem{words: q.Say("refusal.interrupted", nil), retry: true}
	case imports:
		return problem{words: q.Say("refusal.import-mistake", nil)}
	}
	return problem{words: q.Say("refusal.our-mistake", nil)}
}

// problem is an error in words for the player.
type problem struct {
	words chat.Text
	stale bool // the board has changed since
	retry bool // it is not known to be done, and can be sent again
}
