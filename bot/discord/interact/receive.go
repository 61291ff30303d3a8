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

// Config holds the settings and the functions of a [Server]. All are required, except Channels and Metrics.
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

// Server receives interactions, has them handled, and sends the answers.
type Server struct {
	Config
	lanes  *dispatcher
	boards boards
	taken  sync.Map        // ids of interactions, while Discord may send them again
	life   context.Context // see exchange.ctx
	work   context.Context // see exchange.work
}

// New starts the workers. Commands end with work; answers are sent until life ends, so
// that the player of a command that was cut off still learns of it.
func New(life, work context.Context, c Config) *Server {
	s := &Server{Config: c, lanes: dispatch(c.Workers, c.Log), life: life, work: work}
	c.Metrics.Waiting(metrics.Quick, s.lanes.quick.length)
	c.Metrics.Waiting(metrics.Slow, s.lanes.slow.length)
	return s
}

// Finish lets the received interactions be answered, and no others; Wait waits for that.
func (s *Server) Finish() { s.lanes.finish() }

// Wait waits until all interactions that were received before [Server.Finish] are answered.
func (s *Server) Wait() { s.lanes.done.Wait() }

// Read takes an interaction in as Discord sends it. It never blocks.
func (s *Server) Read(raw []byte) {
	defer s.noPanic()
	i, err := decode(raw)
	if err != nil {
		s.Log.Warn("discord: an interaction could not be decoded", "error", err)
		return
	}
	s.Receive(i)
}

// Receive takes an interaction in. It never blocks.
//
// The same interaction may come again, as when a connection is resumed: Discord or a proxy before the bot was seen to send
// one sixteen times. Each would keep a worker until the first has ended, so only the first is taken. After the
// time for an answer the others are too late anyway.
//
// The time at which the answer is to be deferred is decided here, since it may be long until a worker is free:
// a slow command at once, any other DeferAfter its user asked.
func (s *Server) Receive(i received) {
	defer s.noPanic()
	if i.ID == "" || i.Token == "" {
		s.Log.Warn("discord: an interaction without an id or a token cannot be answered")
		return
	}
	asked, ok := s.askedAgo(i.Interaction, time.Now())
	if !ok {
		s.Metrics.Interaction(metrics.Late)
		return
	}
	if _, again := s.taken.LoadOrStore(i.ID, true); again {
		s.Log.DebugContext(logs.With(s.life, i.ID), "discord: an interaction came again")
		return
	}
	time.AfterFunc(s.AnswerIn, func() { s.taken.Delete(i.ID) })
	if time.Since(asked) > lateRead {
		s.lanes.quick.fallBehind()
	}
	request, ok := s.requestOf(i.Interaction)
	request.Target = bot.Find(request.Action)
	x := s.exchange(i.Interaction, request, asked)
	handle := s.Handle
	if s.Channels != nil {
		x.request.Channels = s.Channels(i.channels)
	}
	x.request.Buttons, x.request.Progress = true, x.showProgress
	if !ok {
		s.Log.WarnContext(x.ctx, "discord: an interaction asks nothing", "type", i.Type)
		handle = func(_ context.Context, r chat.Request) chat.Reply { return chat.NotUnderstood(r.Language) }
	}
	if !s.queue(x, handle) {
		if x.thinking != nil {
			x.thinking.Stop()
		}
		s.Log.WarnContext(x.ctx, "discord: too many interactions at once, one is left unanswered")
		s.Metrics.Interaction(metrics.Dropped)
		s.taken.Delete(i.ID)
		x.end()
	}
}

// noPanic, deferred, keeps a panic from ending the process.
func (s *Server) noPanic() {
	if p := recover(); p != nil {
		s.Log.Error("discord: panic at an interaction", "panic", p, "stack", string(debug.Stack()))
	}
}

// tooLate returns how old an interaction may be for its answer to be begun.
func (s *Server) tooLate() time.Duration { return s.AnswerIn - spare }

// askedAgo returns the time of an interaction by our clock. It reports false if Discord
// may have given it up: a resumed connection repeats missed interactions, and the player of an
// old one has seen it fail, so it must no longer change anything.
func (s *Server) askedAgo(i *discordgo.Interaction, now time.Time) (asked time.Time, ok bool) {
	at, err := discordgo.SnowflakeTimestamp(i.ID)
	if err != nil {
		return now, true
	}
	least, most := s.Clock.age(at, now)
	if most > s.tooLate() {
		s.Log.InfoContext(logs.With(s.life, i.ID), "discord: an interaction came too late", "at least", least, "at most", most)
		return now, false
	}
	return now.Add(-least), true
}

func (s *Server) exchange(i *discordgo.Interaction, request chat.Request, asked time.Time) *exchange {
	x := &exchange{Interaction: i, server: s, request: request, asked: asked, settled: make(chan struct{})}
	var sent, worked context.CancelFunc
	limit := s.CommandLimit
	if request.Target.Slow() {
		limit = s.SlowLimit
	}
	x.ctx, sent = context.WithDeadline(logs.With(s.life, i.ID), asked.Add(s.TokenLife))
	x.work, worked = context.WithDeadline(logs.With(s.work, i.ID), asked.Add(limit))
	x.end = func() { worked(); sent() }
	return x
}

// queue gives an exchange to a worker, and reports whether there was room for it.
func (s *Server) queue(x *exchange, handle func(context.Context, chat.Request) chat.Reply) bool {
	user := x.request.Player.ID
	x.lane, x.outcome = metrics.Quick, metrics.Answered
	if _, ok := x.request.Action.(chat.Suggest); ok {
		x.lane = metrics.Suggestions
		return s.lanes.quick.add(user, func() { x.suggest(handle) })
	}
	if !x.request.Target.Slow() {
		x.standBy = s.later(takeOverAfter, s.lanes.quick, x)
		x.startThinking(x.asked.Add(s.deferAfter(x.request)))
		return s.lanes.quick.add(user, func() { x.run(handle) })
	}
	x.lane = metrics.Slow
	x.startThinking(x.asked)
	x.standBy = s.later(takeOverSlowAfter, s.lanes.slow, x)
	busy := func(_ context.Context, r chat.Request) chat.Reply { return chat.Busy(r.Language) }
	return s.lanes.slow.add(user, func() { x.run(handle) }) ||
		s.lanes.quick.add(user, func() { x.standBy, x.outcome = nil, metrics.Busy; x.run(busy) })
}

// deferAfter returns when to defer the answer to a request: at once if many wait, since a busy
// machine may take seconds to defer them all later. A form can only be a first answer, so
// a button that opens one waits as long as possible.
func (s *Server) deferAfter(r chat.Request) time.Duration {
	if r.Target.OpensForm() {
		return max(s.DeferAfter, s.tooLate()-spare)
	}
	if s.lanes.quick.length() > longLane {
		return 0
	}
	return s.DeferAfter
}

// later returns a function that gives a job of an exchange to a worker some time later, if there is
// room for it then.
func (s *Server) later(after time.Duration, lane *lane, x *exchange) func(job) {
	return func(j job) {
		time.AfterFunc(after, func() {
			if !lane.add(x.request.Player.ID, j) {
				x.end()
			}
		})
	}
}
