package interact

import (
	"context"
	"log/slog"
	"net/http"
	"runtime/debug"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/discord/draw"
	"github.com/gridkeeper/gridkeeper/bot/discord/rest"
	"github.com/gridkeeper/gridkeeper/bot/logs"
	"github.com/gridkeeper/gridkeeper/bot/metrics"
)

// Config holds the settings and the functions of a [Desk]. All are required, except Channels and Metrics.
type Config struct {
	Client   *rest.Client
	Clock    *Clock
	Log      *slog.Logger
	Metrics  *metrics.Metrics
	Render   draw.Renderer
	Handle   func(context.Context, chat.Request) chat.Reply
	Channels func(named map[string]Channel) chat.Channels // returns the Channels of each request, given the channels that it names, by id

	Transport http.RoundTripper // fetches attached files

	// Tell sends a player a direct message, once for each nonce.
	Tell func(ctx context.Context, playerID, nonce string, r chat.Reply) error

	// Shown is called with the message that shows a tracked reply; nil: not at all.
	Shown func(ctx context.Context, tracks, channelID, messageID string) error

	// NotShared is called when the notice that shares the result of a game was not sent.
	NotShared func(ctx context.Context, gameID int64) error

	Limits
}

// Limits are limits of time and of size.
type Limits struct {
	AnswerIn     time.Duration // how long Discord takes the first answer to an interaction, before it forgets it
	DeferAfter   time.Duration // a slower answer is announced as "thinking", counted from Discord's time of the interaction
	CommandLimit time.Duration // of a command, except a slow one
	SlowLimit    time.Duration // of a slow command; its player gets a direct message if the answer comes too late
	TokenLife    time.Duration // how long Discord takes answers: 15 minutes, and clocks differ
	Workers      int           // quick commands handled at once
	MaxImport    int64         // bytes of an attached file
	FileHosts    []string      // hosts of attached files; others are not asked
}

// Desk receives interactions, has them handled, and sends the answers.

// Desk takes interactions in, has them handled, and sends the answers.
type Desk struct {
	Config
	lanes  *dispatcher
	boards boards
	taken  sync.Map        // ids of interactions, while Discord may send them again
	life   context.Context // see exchange.ctx
	work   context.Context // see exchange.work
}

// New starts the workers. Commands end with work; answers are sent until life ends, so
// that the player of a command that was cut off still learns of it.
func New(life, work context.Context, c Config) *Desk {
	d := &Desk{Config: c, lanes: dispatch(c.Workers, c.Log), life: life, work: work}
	c.Metrics.Waiting(metrics.Quick, d.lanes.quick.length)
	c.Metrics.Waiting(metrics.Slow, d.lanes.slow.length)
	return d
}

// Finish lets the received interactions be answered, and no others; Wait waits for that.
func (d *Desk) Finish() { d.lanes.finish() }

// Wait waits until all interactions that were received before [Desk.Finish] are answered.
func (d *Desk) Wait() { d.lanes.done.Wait() }

// Read takes an interaction in as Discord sends it. It never blocks.
func (d *Desk) Read(raw []byte) {
	defer d.noPanic()
	i, err := decode(raw)
	if err != nil {
		d.Log.Warn("discord: an interaction could not be decoded", "error", err)
		return
	}
	d.Receive(i)
}

// Receive takes an interaction in. It never blocks.
//
// The same interaction may come again, as when a connection is resumed: Discord or a proxy before the bot was seen to send
// one sixteen times. Each would keep a worker until the first has ended, so only the first is taken. After the
// time for an answer the others are too late anyway.
//
// The time at which the answer is to be deferred is decided here, since it may be long until a worker is free:
// a slow command at once, any other DeferAfter its user asked.
func (d *Desk) Receive(i received) {
	defer d.noPanic()
	if i.ID == "" || i.Token == "" {
		d.Log.Warn("discord: an interaction without an id or a token cannot be answered")
		return
	}
	asked, ok := d.askedAgo(i.Interaction, time.Now())
	if !ok {
		d.Metrics.Interaction(metrics.Late)
		return
	}
	if _, again := d.taken.LoadOrStore(i.ID, true); again {
		d.Log.DebugContext(logs.With(d.life, i.ID), "discord: an interaction came again")
		return
	}
	time.AfterFunc(d.AnswerIn, func() { d.taken.Delete(i.ID) })
	if time.Since(asked) > lateRead {
		d.lanes.quick.fallBehind()
	}
	x := d.exchange(i.Interaction, asked)
	handle := d.Handle
	x.request, ok = d.requestOf(x.work, i.Interaction)
	if d.Channels != nil {
		x.request.Channels = d.Channels(i.channels)
	}
	x.request.Buttons, x.request.Progress = true, x.showProgress
	if !ok {
		d.Log.WarnContext(x.ctx, "discord: an interaction asks nothing", "type", i.Type)
		handle = func(_ context.Context, r chat.Request) chat.Reply { return chat.NotUnderstood(r.Language) }
	}
	if !d.queue(x, handle) {
		if x.thinking != nil {
			x.thinking.Stop()
		}
		d.Log.WarnContext(x.ctx, "discord: too many interactions at once, one is left unanswered")
		d.Metrics.Interaction(metrics.Dropped)
		d.taken.Delete(i.ID)
		x.end()
	}
}

// noPanic, deferred, keeps a panic from ending the process.
func (d *Desk) noPanic() {
	if p := recover(); p != nil {
		d.Log.Error("discord: panic at an interaction", "panic", p, "stack", string(debug.Stack()))
	}
}

// tooLate returns how old an interaction may be for its answer to be begun.
func (d *Desk) tooLate() time.Duration { return d.AnswerIn - spare }

// askedAgo returns the time of an interaction by our clock. It reports false if Discord
// may have given it up: a resumed connection repeats missed interactions, and the player of an
// old one has seen it fail, so it must no longer change anything.
func (d *Desk) askedAgo(i *discordgo.Interaction, now time.Time) (asked time.Time, ok bool) {
	at, err := discordgo.SnowflakeTimestamp(i.ID)
	if err != nil {
		return now, true
	}
	least, most := d.Clock.age(at, now)
	if most > d.tooLate() {
		d.Log.InfoContext(logs.With(d.life, i.ID), "discord: an interaction came too late", "at least", least, "at most", most)
		return now, false
	}
	return now.Add(-least), true
}

func (d *Desk) exchange(i *discordgo.Interaction, asked time.Time) *exchange {
	x := &exchange{Interaction: i, desk: d, asked: asked, settled: make(chan struct{})}
	var sent, worked context.CancelFunc
	var action chat.Action // without its options
	switch i.Type {
	case discordgo.InteractionApplicationCommand:
		action = chat.Ask{Command: i.ApplicationCommandData().Name}
	case discordgo.InteractionMessageComponent:
		action = draw.ParseCustomID(i.MessageComponentData().CustomID)
	}
	limit := d.CommandLimit
	if bot.IsSlow(action) {
		limit = d.SlowLimit
	}
	x.ctx, sent = context.WithDeadline(logs.With(d.life, i.ID), asked.Add(d.TokenLife))
	x.work, worked = context.WithDeadline(logs.With(d.work, i.ID), asked.Add(limit))
	x.end = func() { worked(); sent() }
	return x
}

// queue gives an exchange to a worker, and reports whether there was room for it.
func (d *Desk) queue(x *exchange, handle func(context.Context, chat.Request) chat.Reply) bool {
	user := x.request.Player.ID
	x.lane, x.outcome = metrics.Quick, metrics.Answered
	if _, ok := x.request.Action.(chat.Suggest); ok {
		x.lane = metrics.Suggestions
		return d.lanes.quick.add(user, func() { x.suggest(handle) })
	}
	if !bot.IsSlow(x.request.Action) {
		x.standBy = d.later(takeOverAfter, d.lanes.quick, x)
		x.startThinking(x.asked.Add(d.deferAfter(x.request)))
		return d.lanes.quick.add(user, func() { x.run(handle) })
	}
	x.lane = metrics.Slow
	x.startThinking(x.asked)
	x.standBy = d.later(takeOverSlowAfter, d.lanes.slow, x)
	busy := func(_ context.Context, r chat.Request) chat.Reply { return chat.Busy(r.Language) }
	return d.lanes.slow.add(user, func() { x.run(handle) }) ||
		d.lanes.quick.add(user, func() { x.standBy, x.outcome = nil, metrics.Busy; x.run(busy) })
}

// deferAfter returns when to defer the answer to a request: at once if many wait, since a busy
// machine may take seconds to defer them all later. A form can only be a first answer, so
// a button that opens one waits as long as possible.
func (d *Desk) deferAfter(r chat.Request) time.Duration {
	if bot.OpensForm(r.Action) {
		return max(d.DeferAfter, d.tooLate()-spare)
	}
	if d.lanes.quick.length() > longLane {
		return 0
	}
	return d.DeferAfter
}

// later returns a function that gives a job of an exchange to a worker some time later, if there is
// room for it then.
func (d *Desk) later(after time.Duration, lane *lane, x *exchange) func(job) {
	return func(j job) {
		time.AfterFunc(after, func() {
			if !lane.add(x.request.Player.ID, j) {
				x.end()
			}
		})
	}
}
