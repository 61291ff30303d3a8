// Package metrics counts the bot's work at its edges: answers, posts, calls, shards. Package monitor serves
// the numbers.
//
//	m := metrics.New()
//	m.Answer("play", metrics.Quick, metrics.Answered, took)
//
// A nil [*Metrics] counts nothing. Labels come from the program's own lists, never from text of players or
// networks, so that their number is bounded: no guild and no player is in one.
package metrics

import (
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Metrics holds the numbers of one process. Make one with [New]; it is safe for concurrent use.
type Metrics struct {
	*prometheus.Registry
	answers       *prometheus.CounterVec
	answerSeconds *prometheus.HistogramVec
	deferred      prometheus.Counter
	calls         *prometheus.CounterVec
	callSeconds   prometheus.Histogram
	limited       *prometheus.CounterVec
	discordUp     prometheus.Gauge
	attempts      *prometheus.CounterVec
	rounds        *prometheus.CounterVec
	round         prometheus.Gauge
	disconnects   prometheus.Counter
	deliveries    *prometheus.CounterVec

	mu         sync.Mutex
	shards     map[*Shard]bool // those that run here
	inAll      int
	unanswered time.Time // since when calls to Discord fail; zero: they succeed
}

// Lanes in which a request waits for its answer.
const (
	Quick       = "quick"
	Slow        = "slow"
	Suggestions = "suggestions" // while an option is typed
	Browser     = "browser"     // moves and hints on a page
)

// Outcomes of an interaction.
const (
	Answered  = "answered"
	TakenOver = "taken_over" // answered here after another process had begun to
	Elsewhere = "elsewhere"  // answered by another process
	Lost      = "lost"       // no answer arrived
	Late      = "late"       // too old when it came, and ignored
	Dropped   = "dropped"    // too many waited
	Busy      = "busy"       // a slow command was answered with a request to try again, because too many waited
)

// Outcomes of an attempt at a post.
const (
	Posted  = "posted"
	Limited = "limited"  // the network asked to wait
	Refused = "refused"  // the network did not take it, or it could not be made; it is tried again
	Failed  = "failed"   // the network did not take it, and it is not tried again
	LeftOut = "left_out" // it need not be made, or not so late
	Unsure  = "unsure"   // it may have arrived
)

// Outcomes of an attempt at a webhook's message.
const (
	Delivered = "delivered"
	Retried   = "retried" // it is sent again later
	GivenUp   = "given_up"
)

// Codes of calls without an answer.
const (
	Unanswered = "unanswered"
	Unsent     = "unsent" // their turn would have come too late
)

var (
	// answerBuckets end at Discord's limits for a first answer, 3 s, and for a deferred one, 15 min.
	answerBuckets = []float64{.05, .1, .25, .5, .75, 1, 2, 3, 10, 60, 900}
	callBuckets   = []float64{.05, .1, .25, .5, 1, 2, 5, 20}
)

// New returns numbers that are all 0.
func New() *Metrics {
	m := &Metrics{
		Registry:      prometheus.NewRegistry(),
		answers:       counters("gridkeeper_interactions_total", "Interactions that came in, by outcome.", "outcome"),
		answerSeconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "gridkeeper_answer_duration_seconds", Help: "Time from an interaction to its whole answer, by command (of a button, the one that it belongs to) and lane; the lane browser has requests of pages.", Buckets: answerBuckets}, []string{"command", "lane"}),
		deferred:      counter("gridkeeper_interactions_deferred_total", "Interactions whose players saw that the bot is thinking."),
		calls:         counters("gridkeeper_discord_calls_total", "Calls to Discord's API by route and status code; unanswered and unsent if there is no status.", "route", "code"),
		callSeconds:   prometheus.NewHistogram(prometheus.HistogramOpts{Name: "gridkeeper_discord_call_duration_seconds", Help: "Time that calls to Discord's API took, once it was their turn.", Buckets: callBuckets}),
		limited:       counters("gridkeeper_discord_rate_limits_total", "Calls that were answered with 429, by scope: user and shared stop a route, global the bot, proxy the address.", "scope"),
		discordUp:     prometheus.NewGauge(prometheus.GaugeOpts{Name: "gridkeeper_discord_up", Help: "Whether Discord answers calls: 0 once it has answered none for 5 s, or with 500 and more."}),
		attempts:      counters("gridkeeper_post_attempts_total", "Attempts at posts by kind and outcome.", "kind", "outcome"),
		rounds:        counters("gridkeeper_post_rounds_total", "Rounds that looked for posts that are due, by outcome.", "outcome"),
		round:         prometheus.NewGauge(prometheus.GaugeOpts{Name: "gridkeeper_post_round_last_success_timestamp_seconds", Help: "When a round of posts last ended without an error."}),
		disconnects:   counter("gridkeeper_shard_disconnects_total", "Connections to Discord's gateway that ended or could not be made."),
		deliveries:    counters("gridkeeper_webhook_attempts_total", "Attempts at messages to webhooks, by outcome.", "outcome"),
		shards:        map[*Shard]bool{},
	}
	for _, outcome := range []string{Answered, TakenOver, Elsewhere, Lost, Late, Dropped, Busy} {
		m.answers.WithLabelValues(outcome) // so that the first one is an increase
	}
	for _, outcome := range []string{Delivered, Retried, GivenUp} {
		m.deliveries.WithLabelValues(outcome)
	}
	m.discordUp.Set(1)
	m.MustRegister(m.answers, m.answerSeconds, m.deferred, m.calls, m.callSeconds, m.limited, m.discordUp, m.attempts, m.rounds, m.round, m.disconnects, m.deliveries, shards{m})
	return m
}

func counter(name, help string) prometheus.Counter {
	return prometheus.NewCounter(prometheus.CounterOpts{Name: name, Help: help})
}

func counters(name, help string, labels ...string) *prometheus.CounterVec {
	return prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
}

// Interaction counts an interaction that ends without an answer from this process.
func (m *Metrics) Interaction(outcome string) {
	if m != nil {
		m.answers.WithLabelValues(outcome).Inc()
	}
}

// Answer counts an interaction that was answered here.
func (m *Metrics) Answer(command, lane, outcome string, took time.Duration) {
	if m != nil {
		m.Interaction(outcome)
		m.answerSeconds.WithLabelValues(command, lane).Observe(took.Seconds())
	}
}

// Page records the duration of a request from a page.
func (m *Metrics) Page(command string, took time.Duration) {
	if m != nil {
		m.answerSeconds.WithLabelValues(command, Browser).Observe(took.Seconds())
	}
}

// Deferred counts an answer that takes longer.
func (m *Metrics) Deferred() {
	if m != nil {
		m.deferred.Inc()
	}
}

// Waiting adds a metric that reads the length of a lane.
func (m *Metrics) Waiting(lane string, length func() int) {
	if m != nil {
		m.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "gridkeeper_interactions_waiting", Help: "Interactions that wait for a worker, by lane.", ConstLabels: prometheus.Labels{"lane": lane},
		}, func() float64 { return float64(length()) }))
	}
}

// Call counts a call of a route that was sent. The status is 0 if there was no answer.
func (m *Metrics) Call(route string, status int, took time.Duration) {
	if m == nil {
		return
	}
	code := Unanswered
	if http.StatusText(status) != "" {
		code = strconv.Itoa(status)
	} else if status != 0 {
		code = "other"
	}
	m.calls.WithLabelValues(route, code).Inc()
	m.callSeconds.Observe(took.Seconds())
}

// Unsent counts a call that was not sent.
func (m *Metrics) Unsent(route string) {
	if m != nil {
		m.calls.WithLabelValues(route, Unsent).Inc()
	}
}

// Unanswered records since when calls to Discord fail; the zero time: they succeed.
func (m *Metrics) Unanswered(since time.Time) {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.unanswered = since
	if since.IsZero() {
		m.discordUp.Set(1)
	} else {
		m.discordUp.Set(0)
	}
}

// UnansweredSince returns the time last given to [Metrics.Unanswered].
func (m *Metrics) UnansweredSince() time.Time {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.unanswered
}

// RateLimit counts a 429.
func (m *Metrics) RateLimit(scope string) {
	if m == nil {
		return
	}
	switch scope {
	case "user", "shared", "global":
	default:
		scope = "proxy"
	}
	m.limited.WithLabelValues(scope).Inc()
}

// PostOutcome returns the outcome of an attempt that certainly sent nothing.
func PostOutcome(closed, final bool) string {
	switch {
	case !final:
		return Refused
	case closed:
		return Failed
	}
	return LeftOut
}

// Post counts an attempt at a post.
func (m *Metrics) Post(kind, outcome string) {
	if m != nil {
		m.attempts.WithLabelValues(kind, outcome).Inc()
	}
}

// Delivery counts an attempt at a webhook's message.
func (m *Metrics) Delivery(outcome string) {
	if m != nil {
		m.deliveries.WithLabelValues(outcome).Inc()
	}
}

// Round counts a round of posts that ended with err.
func (m *Metrics) Round(err error) {
	switch {
	case m == nil:
	case err != nil:
		m.rounds.WithLabelValues("failed").Inc()
	default:
		m.rounds.WithLabelValues("done").Inc()
		m.round.SetToCurrentTime()
	}
}

// Shard is a shard that this process runs. A nil one counts nothing.
type Shard struct {
	metrics   *Metrics
	id        int
	connected bool
}

// Shard returns a shard that runs from now on and is not connected yet. inAll is the number of shards of the bot.
func (m *Metrics) Shard(id, inAll int) *Shard {
	if m == nil {
		return nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	s := &Shard{metrics: m, id: id}
	m.shards[s], m.inAll = true, inAll
	return s
}

// Connected notes that the shard has connected.
func (s *Shard) Connected() {
	if s != nil {
		s.metrics.mu.Lock()
		defer s.metrics.mu.Unlock()
		s.connected = true
	}
}

// Disconnected counts a connection that ended, or could not be made.
func (s *Shard) Disconnected() {
	if s != nil {
		s.metrics.mu.Lock()
		defer s.metrics.mu.Unlock()
		s.connected = false
		s.metrics.disconnects.Inc()
	}
}

// End notes that the shard no longer runs here.
func (s *Shard) End() {
	if s != nil {
		s.metrics.mu.Lock()
		defer s.metrics.mu.Unlock()
		delete(s.metrics.shards, s)
	}
}

// Shards returns the shards that this process runs, and whether each is connected. One that is replaced
// may run twice for a moment.
func (m *Metrics) Shards() map[int]bool {
	all := map[int]bool{}
	if m == nil {
		return all
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	for s := range m.shards {
		all[s.id] = all[s.id] || s.connected
	}
	return all
}

// shards collects the current state of the shards.
type shards struct{ *Metrics }

var (
	shardConnected = prometheus.NewDesc("gridkeeper_shard_connected", "Whether a shard that this process runs is connected to Discord's gateway.", []string{"shard"}, nil)
	shardsInAll    = prometheus.NewDesc("gridkeeper_shards", "Shards into which the guilds are divided, on all processes together.", nil, nil)
)

// Describe implements [prometheus.Collector].
func (s shards) Describe(to chan<- *prometheus.Desc) { to <- shardConnected; to <- shardsInAll }

// Collect implements [prometheus.Collector].
func (s shards) Collect(to chan<- prometheus.Metric) {
	for id, connected := range s.Shards() {
		value := 0.0
		if connected {
			value = 1
		}
		to <- prometheus.MustNewConstMetric(shardConnected, prometheus.GaugeValue, value, strconv.Itoa(id))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	to <- prometheus.MustNewConstMetric(shardsInAll, prometheus.GaugeValue, float64(s.inAll))
}
