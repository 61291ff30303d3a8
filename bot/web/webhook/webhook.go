// Package webhook posts each global daily, when its day begins by UTC, to addresses that the operator has chosen, signed as
// Standard Webhooks (standardwebhooks.com) describes it.
//
//	s := webhook.New(webhook.Config{Receivers: receivers, Store: store, Base: base})
//	go s.Announce(ctx)
//	err = jobs.Work(ctx, store, url, jobs.Options{Deliver: s.Deliver})
//
// [Sender.Announce] adds a delivery for each address, date and shape. Any number of programs may do so, and each delivery is
// added once. [Sender.Deliver] makes it. A message whose answer is lost is sent again, with the same id, by which receivers
// recognize it.
//
// A message never has a solution. It goes over https to public addresses only, see [IsPublic], follows no redirect and uses
// no proxy. Addresses and the secret are in the settings alone: the table of jobs and the log name a receiver by a hash or by
// its host.
package webhook

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/jobs"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/bot/metrics"
	"github.com/gridkeeper/gridkeeper/bot/web/api"
	"github.com/gridkeeper/gridkeeper/bot/web/site"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Config has the receivers, and what is needed to send.
type Config struct {
	Receivers
	Store   *archive.Store
	Base    string           // address of the pages: "https://sudoku.example.org"
	Metrics *metrics.Metrics // nil counts nothing
	Log     *slog.Logger     // nil is silent
}

// Sender sends messages to the receivers of its settings. Make one with [New].
type Sender struct {
	Config
	client *http.Client
	added  map[sudoku.Shape]calendar.Date // the deliveries that this program has added last
}

// New returns a sender.
func New(c Config) *Sender { return newSender(c, network{public: IsPublic}) }

func newSender(c Config, n network) *Sender {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	c.Base = strings.TrimRight(c.Base, "/")
	return &Sender{Config: c, client: n.client(), added: map[sudoku.Shape]calendar.Date{}}
}

// lookEvery is how often a sender looks for a daily that has begun.
const lookEvery = time.Minute

// lastHour is the hour by UTC in which no delivery is added any more. A delivery may be forgotten a day after its end, so
// that one of 0:00 by a clock that is fast could be added again before midnight.
const lastHour = 23

// Announce adds the deliveries of each global daily that begins, until ctx ends. A day on which no program runs is left out.
func (s *Sender) Announce(ctx context.Context) {
	for look := time.NewTicker(lookEvery); ; {
		if err := s.announce(ctx); err != nil && ctx.Err() == nil {
			s.Log.WarnContext(ctx, "webhook: the daily is announced later", "error", err)
		}
		select {
		case <-look.C:
		case <-ctx.Done():
			look.Stop()
			return
		}
	}
}

func (s *Sender) announce(ctx context.Context) error {
	if s.Store.Now().UTC().Hour() == lastHour {
		return nil
	}
	date := s.Store.GlobalToday()
	for _, shape := range library.ShapesWithTiers {
		if s.added[shape] == date {
			continue
		}
		_, err := s.Store.GlobalDaily(ctx, date, shape)
		if errors.Is(err, postgres.ErrNotFound) { // not chosen yet
			continue
		}
		if err != nil {
			return err
		}
		var list []jobs.Delivery
		for _, r := range s.Receivers.list {
			list = append(list, jobs.Delivery{Receiver: r.hash(), Message: shape.String() + " " + date.String()})
		}
		if err := jobs.AddDeliveries(ctx, s.Store, list); err != nil {
			return err
		}
		s.added[shape] = date
	}
	return nil
}

// message is the body of a post.
type message struct {
	Type      string    `json:"type"`
	Timestamp time.Time `json:"timestamp"`
	Data      any       `json:"data"`
}

// announced is a global daily as the API has it, with no key and no solution, and where to play and see it.
type announced struct {
	api.Daily
	URL     string `json:"url"`
	Picture string `json:"picture"`
}

// Deliver makes a delivery of [jobs.AddDeliveries]. A receiver who is not in the settings of this program may be in those of
// another, which is tried later.
func (s *Sender) Deliver(ctx context.Context, d jobs.Delivery, last bool) error {
	at := slices.IndexFunc(s.Receivers.list, func(r receiver) bool { return r.hash() == d.Receiver })
	if at < 0 {
		return errors.New("the receiver is not in the settings")
	}
	to := s.Receivers.list[at]
	err := s.deliver(ctx, to, d.Message)
	outcome := metrics.Delivered
	switch {
	case err == nil:
	case last || errors.Is(err, jobs.ErrRefused):
		outcome = metrics.GivenUp
		s.Log.WarnContext(ctx, "webhook: a message was given up", "host", to.host(), "message", d.Message, "error", err)
	default:
		outcome = metrics.Retried
		s.Log.DebugContext(ctx, "webhook: a message is sent again later", "host", to.host(), "message", d.Message, "error", err)
	}
	s.Metrics.Delivery(outcome)
	return err
}

func (s *Sender) deliver(ctx context.Context, to receiver, text string) error {
	name, day, _ := strings.Cut(text, " ")
	shape, err := sudoku.ParseShape(name)
	if err != nil {
		return err
	}
	date, err := calendar.ParseDate(day)
	if err != nil {
		return err
	}
	d, err := s.Store.GlobalDaily(ctx, date, shape)
	if err != nil {
		return err
	}
	id := sha256.Sum256([]byte(to.hash() + " " + text))
	return s.post(ctx, to, "msg_"+hex.EncodeToString(id[:12]), message{"daily.began", date.Midnight(), announced{
		api.DailyOf(d), s.Base + "/" + site.GuestDaily(d.Shape), s.Base + "/" + site.GuestPicture(d.Shape, d.Date),
	}})
}

// Result is the outcome of a test message.
type Result struct {
	Host string
	Err  error
}

// Test sends each receiver a message of the type "test".
func (s *Sender) Test(ctx context.Context) (results []Result) {
	for _, to := range s.Receivers.list {
		err := s.post(ctx, to, "msg_"+rand.Text(), message{"test", time.Now().UTC(), struct{}{}})
		results = append(results, Result{to.host(), err})
	}
	return results
}

// post sends a message to a receiver, who has to confirm it by a status of 2xx. The error never has the address, which may
// be a secret.
func (s *Sender) post(ctx context.Context, to receiver, id string, m message) error {
	body, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return send(ctx, s.client, to, s.secret.sign(id, time.Now(), body))
}

var errStatus = errors.New("it answered")

func statusError(status int) error {
	if status == http.StatusGone {
		return fmt.Errorf("%w %d: %w", errStatus, status, jobs.ErrRefused)
	}
	return fmt.Errorf("%w %d", errStatus, status)
}
