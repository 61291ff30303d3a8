package interact

import (
	"context"
	"log/slog"
	"net/http"
	"runtime/debug"
	"time"

	"github.com/bwmarrin/discordgo"

	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/bot/discord/draw"
	"github.com/gridkeeper/gridkeeper/bot/discord/rest"
	"github.com/gridkeeper/gridkeeper/locale"
)

// Config is what a [Desk] works with. All of it is required, but for Channels.
type Config struct {
	Client   *rest.Client
	Clock    *Clock
	Log      *slog.Logger
	Render   draw.Renderer
	Handle   func(context.Context, bot.Request) bot.Reply
	Channels bot.Channels // each request carries it

	Transport http.RoundTripper // fetches attached files
	MaxImport int64             // bytes of one

	DeferAfter   time.Duration // a slower answer is announced as "thinking", counted from when it was asked for
	CommandLimit time.Duration // how long a command may take
	Workers      int           // quick commands handled at once
}

// Desk takes interactions in, has them handled, and sends the answers.
type Desk struct {
	Config
	lanes *dispatcher
	slow  map[string]bool // the commands for the slow lane
	life  context.Context // see exchange.ctx
	work  context.Context // see exchange.work
}

// New starts the workers of a desk. Commands end with work; answers are sent until life ends, so
// that the player of a command that was cut off still learns of it.
func New(life, work context.Context, c Config) *Desk {
	return &Desk{Config: c, lanes: dispatch(c.Workers, c.Log), slow: slowCommands(), life: life, work: work}
}

// Finish lets what was received be answered, and nothing more; Wait waits for that.
func (d *Desk) Finish() { d.lanes.finish() }

// Wait waits until all has been answered that was received before [Desk.Finish].
func (d *Desk) Wait() { d.lanes.done.Wait() }

func slowCommands() map[string]bool {
	slow := map[string]bool{}
	for _, c := range bot.Commands(locale.Match()) {
		slow[c.Name] = c.Slow
	}
	return slow
}

// Receive takes an interaction in. It never blocks.
//
// When the answer is to be deferred is decided here, and not by the worker, which may be long in
// coming: a slow command at once, any other when it was asked DeferAfter ago.
func (d *Desk) Receive(i *discordgo.Interaction) {
	defer func() {
		if p := recover(); p != nil {
			d.Log.Error("discord: panic at an interaction", "panic", p, "stack", string(debug.Stack()))
		}
	}()
	// discordgo passes on events that it could not decode; without a token they cannot be
	// answered.
	if i == nil || i.ID == "" || i.Token == "" {
		d.Log.Warn("discord: an interaction could not be decoded")
		return
	}
	asked, ok := d.askedAgo(i, time.Now())
	if !ok {
		return
	}
	x := d.exchange(i, asked)
	if x.request, ok = d.requestOf(x.work, i); !ok {
		x.end()
		d.Log.Warn("discord: an interaction asks nothing", "id", i.ID, "type", i.Type)
		return
	}
	if !d.queue(x) {
		if x.thinking != nil {
			x.thinking.Stop()
		}
		x.end()
		d.Log.Warn("discord: too many interactions at once, one is left unanswered", "id", i.ID)
	}
}

// askedAgo returns when an interaction was asked for, by our clock. It reports false where Discord
// may have given it up: a connection that is resumed repeats what was missed, and the player of an
// old interaction has seen that it failed, so that nothing may be done any more.
func (d *Desk) askedAgo(i *discordgo.Interaction, now time.Time) (asked time.Time, ok bool) {
	at := askedAt(i)
	if at.IsZero() {
		return now, true
	}
	least, most := d.Clock.age(at, now)
	if most > tooLate {
		d.Log.Info("discord: an interaction came too late", "id", i.ID, "at least", least, "at most", most)
		return now, false
	}
	return now.Add(-least), true
}

func (d *Desk) exchange(i *discordgo.Interaction, asked time.Time) *exchange {
	x := &exchange{Interaction: i, desk: d, asked: asked, settled: make(chan struct{})}
	var sent, worked context.CancelFunc
	x.ctx, sent = context.WithDeadline(d.life, asked.Add(tokenLife))
	x.work, worked = context.WithDeadline(d.work, asked.Add(d.CommandLimit))
	x.end = func() { worked(); sent() }
	return x
}

// queue gives an exchange to a worker, and reports whether there was room for it.
func (d *Desk) queue(x *exchange) bool {
	if _, ok := x.request.Action.(bot.Suggest); ok {
		return d.lanes.add(d.lanes.quick, func() { x.suggest(d.Handle) })
	}
	ask, _ := x.request.Action.(bot.Ask)
	if !d.slow[ask.Command] {
		x.standBy = d.later(takeOverAfter, d.lanes.quick, x)
		x.deferAt(x.asked.Add(d.DeferAfter))
		return d.lanes.add(d.lanes.quick, func() { x.run(d.Handle) })
	}
	x.deferAt(x.asked)
	x.standBy = d.later(takeOverSlowAfter, d.lanes.slow, x)
	return d.lanes.add(d.lanes.slow, func() { x.run(d.Handle) }) ||
		d.lanes.add(d.lanes.quick, func() { x.standBy = nil; x.run(busy) })
}

// later returns a function that gives a job of an exchange to a worker some time later, if there is
// room for it then.
func (d *Desk) later(after time.Duration, lane chan<- job, x *exchange) func(job) {
	return func(j job) {
		time.AfterFunc(after, func() {
			if !d.lanes.add(lane, j) {
				x.end()
			}
		})
	}
}

// busy answers a slow command for which the slow lane has no room.
func busy(_ context.Context, r bot.Request) bot.Reply { return bot.Busy(r.Language) }
