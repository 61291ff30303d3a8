package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// query is a request on its way through its handler: what is asked, and the language to answer in.
type query struct {
	Request
	Ask
	now       time.Time
	handler   handler
	pressed   *Press                       // the button, where it was one, or that of the form
	filled    bool                         // it was a form
	inBrowser bool                         // games can be opened there
	checked   *checked                     // the channel of a schedule, where there is something to check
	site      site                         // where a board for all would be
	own       speech                       // the player's
	speech                                 // of the answer: the player's, or that of a party whose board it shows
	party     func() (*games.Party, error) // whose board is meant, nil for none; it is looked up once

	// game finds the game that is meant: in a chat the current one, of a [Bot.Play] the one that is named.
	game func(*Bot, context.Context, query) (games.Game, error)
}

// option returns an option of the command, "" where it was not given.
func (q query) option(name string) string { return q.Options[name] }

// Handle answers a request, whatever it is: it never panics, never returns an empty reply and
// keeps within the limits of this package. A request with the ID of an earlier one gets the
// same reply and changes nothing, whichever process answered then.
func (b *Bot) Handle(ctx context.Context, r Request) Reply {
	q := b.queryOf(ctx, r)
	q.game = (*Bot).gameHere
	if s, ok := r.Action.(Suggest); ok {
		return Reply{Suggestions: b.suggest(ctx, q, s), Private: true}
	}
	h, err := q.understand()
	var reply Reply
	if err == nil {
		reply, err = safely(b, h, func() (Reply, error) { return b.run(ctx, h, q) })
	}
	if err == nil {
		reply, err = b.inPlayersLook(ctx, q, reply)
	}
	if err != nil {
		reply = failure(b.explain(q, err).words)
	}
	return reply.limited(q.speech)
}

func (b *Bot) queryOf(ctx context.Context, r Request) query {
	s := b.speechFor(ctx, r)
	return query{Request: r, now: b.config.Now(), own: s, speech: s, inBrowser: b.config.WebURL != ""}
}

// understand finds out what is asked, and whether the player may ask it.
func (q *query) understand() (handler, error) {
	var h handler
	var err error
	switch action := q.Action.(type) {
	case Ask:
		q.Ask = q.understood(action)
		var ok bool
		if h, ok = find(q.Command); !ok {
			err = refuse("refusal.unknown-command", locale.Args{"Name": quoted(q.Command), "Help": command("help")})
		}
	case Press:
		h, q.Ask, err = pressed(Fill{Press: action}, false)
		q.pressed = &action
	case Fill:
		h, q.Ask, err = pressed(action, true)
		q.pressed, q.filled = &action.Press, true
	case Batch:
		h = batchHandler()
		q.Ask, err = action.ask()
		q.pressed = &Press{GameID: action.GameID, Revision: action.Revision}
	case About:
		return q.commandAbout(action)
	default:
		err = fmt.Errorf("unknown action %T", action)
	}
	switch {
	case err != nil:
		return handler{}, err
	case h.admin && !q.Rights.ManageGuild:
		return h, refuse("refusal.not-admin", locale.Args{"Command": command(h.of)})
	}
	q.Options, q.handler = narrowed(q.Options), h
	return h, h.accepts(*q)
}

// safely makes an error of a panic. A transaction that it went through was rolled back.
func safely[T any](b *Bot, h handler, run func() (T, error)) (answer T, err error) {
	defer func() {
		if p := recover(); p != nil {
			b.config.Log.Error("a command panicked", "command", h.name, "panic", p, "stack", string(debug.Stack()))
			err = errPanic
		}
	}()
	return run()
}

var errPanic = errors.New("a command panicked")

// run lets a handler answer. One that writes does so in one transaction with its answer: when
// anything fails nothing was changed, and the same request finds the answer.
func (b *Bot) run(ctx context.Context, h handler, q query) (Reply, error) {
	if h.checks {
		var err error
		if q.checked, err = b.checkSchedule(ctx, q); err != nil {
			return Reply{}, err
		}
	}
	if h.threads {
		q.site = b.siteFor(ctx, q)
	}
	if !h.writes {
		return b.answer(ctx, h, q)
	}
	return once(ctx, b, q, failure, func(ctx context.Context) (Reply, error) {
		reply, err := b.answer(ctx, h, q)
		return reply.limited(q.speech), err
	})
}

// once lets a handler answer in one transaction with its answer, once for each request. A refusal is an
// answer too.
func once[T any](ctx context.Context, b *Bot, q query, refused func(Text) T, answer func(context.Context) (T, error)) (T, error) {
	kept, err := b.config.Ledger.Once(ctx, q.ID, func(ctx context.Context) ([]byte, error) {
		if err := b.store.LockPlayer(ctx, q.Player.ID); err != nil {
			return nil, err
		}
		reply, err := answer(ctx)
		if err != nil {
			words, final := q.refusal(err)
			if !final || errors.As(err, new(takenBack)) {
				return nil, err // and the same request may be tried again
			}
			reply = refused(words.limited(MaxText))
		}
		return json.Marshal(answered[T]{q.Player.ID, q.asked(), reply})
	})
	var a answered[T]
	if err != nil {
		return a.Reply, err
	}
	if err := json.Unmarshal(kept, &a); err != nil {
		return a.Reply, fmt.Errorf("the answer kept for request %q: %w", q.ID, err)
	}
	if a.PlayerID != q.Player.ID || a.Asked != q.asked() {
		return *new(T), postgres.ErrRepeated // an id that was used twice; the answer is not for everyone
	}
	return a.Reply, nil
}

// answer lets a handler answer in a chat: in the player's language, or where it shows the board of a party
// in that of the party, since all read it. A refusal, which the player alone reads, is in their own.
func (b *Bot) answer(ctx context.Context, h handler, q query) (Reply, error) {
	q.party = sync.OnceValues(func() (*games.Party, error) { return b.partyHere(ctx, q) })
	if h.board {
		party, err := q.party()
		if err != nil {
			return Reply{}, err
		}
		if party != nil {
			q = q.inLanguageOf(*party)
		}
	}
	if h.play == nil {
		return h.answer(b, ctx, q)
	}
	done, err := h.play(b, ctx, q)
	switch {
	case err != nil && h.asks:
		return q.orFinished(err)
	case err != nil:
		return q.orNewest(err)
	}
	return done.screen(q), nil
}

// answered is what the archive keeps of a request.
type answered[T any] struct {
	PlayerID string
	Asked    string
	Reply    T
}

// asked identifies what is asked, as text that is kept as it is. A revision belongs to that.
func (q query) asked() string {
	what := fmt.Sprint(q.Command, q.Options)
	if q.pressed != nil {
		what = fmt.Sprint(what, q.pressed.GameID, q.pressed)
	}
	return strings.ToValidUTF8(what, "\ufffd")
}

// refusal is the error of a request that cannot be done as asked: a message that says what was
// wrong and what to do.
type refusal struct {
	key  string
	args locale.Args
}

func (r refusal) Error() string { return fmt.Sprintf("refused: %s %v", r.key, r.args) }

func refuse(key string, args locale.Args) error { return refusal{key, args} }

func isRefusal(err error) bool { return errors.As(err, new(refusal)) }

// quoted quotes what a person typed, cut to a length that a person reads.
func quoted(text string) Part { return Part{Kind: CodePart, Text: sudoku.Excerpt(text)} }

// refusal says what an error means to the player, and what to do. final is false for an error
// that they did not cause, or that is gone when they try again.
func (q query) refusal(err error) (words Text, final bool) {
	var refused refusal
	var over finishedError
	var early *daily.TooEarlyError
	var none *library.NoPuzzleError
	var noPractice *games.NoPracticeError
	switch {
	case errors.As(err, &early):
		return q.Say("refusal.too-early", locale.Args{"Date": early.Date.String(), "First": early.First.String()}), true
	case errors.As(err, &refused):
		return q.Say(refused.key, refused.args), true
	case errors.As(err, &over):
		return q.solved(over.game, "refusal.finished"), true
	case errors.As(err, &none) && none.Chosen:
		return q.Say("refusal.no-puzzle-chosen", locale.Args{"Collections": command("collections")}), true
	case errors.Is(err, library.ErrNoPuzzle):
		return q.Say("refusal.no-puzzle", locale.Args{"Import": command("import")}), true
	case errors.As(err, &noPractice):
		return q.noPractice(noPractice), true
	case errors.Is(err, games.ErrFinished):
		return q.Say("refusal.finished-meanwhile", locale.Args{"Daily": command("daily"), "Play": command("play")}), true
	}
	text, final := q.Error(err)
	return Plain(text), final
}

// explain turns an error into words for the player. What they can do nothing about goes to the
// log, and they learn no more than is known: whether the archive was away, and whether anything
// may have been changed.
func (b *Bot) explain(q query, err error) problem {
	if words, final := q.refusal(err); final {
		return problem{words: words}
	}
	switch {
	case isStale(err):
		return problem{words: q.Say("refusal.stale", locale.Args{"Board": command("board")}), stale: true}
	case errors.Is(err, postgres.ErrRepeated):
		return problem{words: q.Say("refusal.repeated", locale.Args{"Board": command("board")})}
	}
	b.config.Log.Error("a command failed", "command", q.Command, "guild", q.Place.GuildID, "error", err)
	imports := q.handler.slow && q.handler.of == "import" // which keep puzzles as it goes
	switch {
	case errors.Is(err, postgres.ErrUnknownOutcome):
		return problem{words: q.Say("refusal.unknown-outcome", locale.Args{"Board": command("board")}), retry: true}
	case errors.Is(err, postgres.ErrUnavailable):
		return problem{words: q.Say("refusal.unavailable", nil), retry: true}
	case imports && interrupted(err):
		return problem{words: q.Say("refusal.import-interrupted", nil)}
	case interrupted(err):
		return problem{words: q.Say("refusal.interrupted", nil), retry: true}
	case imports:
		return problem{words: q.Say("refusal.import-mistake", nil)}
	}
	return problem{words: q.Say("refusal.our-mistake", nil)}
}

// problem is an error in words for the player.
type problem struct {
	words Text
	stale bool // the board has changed since
	retry bool // it is not known to be done, and can be sent again
}

// interrupted reports whether an error is that of a bot that stops, or of a command that took too
// long.
func interrupted(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}

// NotShown is the reply of a network that failed to show another: what was asked may have been
// done.
func NotShown(language string) Reply {
	return failure(speechIn(language).Say("refusal.not-shown", locale.Args{"Board": command("board")}))
}

// NotUnderstood is the reply of a network to what it cannot make a request of.
func NotUnderstood(language string) Reply {
	return failure(speechIn(language).Say("refusal.not-understood", locale.Args{"Help": command("help")}))
}

// Busy is the reply of a network that has taken as many slow commands as it can.
func Busy(language string) Reply {
	return failure(speechIn(language).Say("refusal.busy", nil))
}

func failure(body Text) Reply {
	return Reply{Screen: Screen{Body: body}, Private: true, Failed: true}
}

// private is a reply of words that only the player sees.
func private(title string, body Text) Reply {
	return Reply{Screen: Screen{Title: Plain(withoutTokens(title)), Body: body}, Private: true}
}

// limited keeps the reply within what networks take, and never empty.
func (r Reply) limited(s speech) Reply {
	r.Screen.Title, r.Screen.Body = r.Screen.Title.limited(MaxTitle), r.Screen.Body.limited(MaxText)
	if r.Screen.Body.String() == "" {
		r.Screen.Body = s.Say("reply.done", nil)
	}
	for _, row := range r.Screen.Rows {
		for i := range row {
			row[i].Label = cut(row[i].Label, MaxLabel)
		}
	}
	if r.Form != nil {
		form := r.Form.limited()
		r.Form = &form
	}
	for i := range r.Notices {
		r.Notices[i].Body = r.Notices[i].Body.limited(MaxText)
	}
	return r
}

// buttons lays buttons out, five in a row, which is what networks have room for.
func buttons(all ...Button) [][]Button {
	const inRow = 5
	var rows [][]Button
	for len(all) > inRow {
		rows, all = append(rows, all[:inRow]), all[inRow:]
	}
	if len(all) > 0 {
		rows = append(rows, all)
	}
	return rows
}
