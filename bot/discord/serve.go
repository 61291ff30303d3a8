package discord

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"runtime/debug"
	"sync"
	"time"

	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/discord/draw"
	"github.com/gridkeeper/gridkeeper/bot/discord/gateway"
	"github.com/gridkeeper/gridkeeper/bot/discord/interact"
	"github.com/gridkeeper/gridkeeper/bot/discord/rest"
	"github.com/gridkeeper/gridkeeper/locale"
)

// service is the bot on Discord while [Serve] runs.
type service struct {
	config  Config
	client  *rest.Client
	log     *slog.Logger
	process string // a name of this process that no other has
	clock   interact.Clock
	render  draw.Renderer
	handle  func(context.Context, chat.Request) chat.Reply
	round   func(context.Context) error // of the daily posts
	gone    func(ctx context.Context, guildID, channelID string) error
	listed  func(ctx context.Context, shard, count int, guildIDs []string) error
	retry   func(ctx context.Context, guildIDs []string) error // posts that were refused there
	tell    func(ctx context.Context, playerID, nonce string, r chat.Reply) error
	shown   func(ctx context.Context, tracks, channelID, messageID string) error // nil: nothing is tracked

	notShared func(ctx context.Context, gameID int64) error

	greet func(ctx context.Context, guildID, channelID, language string) error // nil: not at all

	channels func(named map[string]interact.Channel) chat.Channels
	events   guildEvents
}

func newService(config Config, log *slog.Logger, handle func(context.Context, chat.Request) chat.Reply) *service {
	s := &service{config: config, log: log, process: newOwner(), handle: handle}
	s.config.Transport = s.clock.Watch(config.Transport, config.API.Host)
	s.client = newClient(s.config, log)
	return s
}

// Serve runs the bot on Discord until ctx ends, which is not an error. It fails at once if
// the token is wrong, and later if Discord refuses the bot for good; after other failures it
// tries again.
func Serve(ctx context.Context, config Config, b *bot.Bot, log *slog.Logger) error {
	config, err := config.checked()
	if err != nil {
		return err
	}
	s := newService(config, log, b.Handle)
	c := s.client
	defer c.Close()
	botID, err := s.prepare(ctx)
	if ctx.Err() != nil {
		return nil
	}
	if err != nil {
		return err
	}
	if config.Ready != nil {
		config.Ready()
	}
	p := poster{client: c, botID: botID, render: s.render}
	s.channels = func(named map[string]interact.Channel) chat.Channels { return informed{p, named} }
	s.tell, s.shown, s.notShared, s.greet = p.Tell, b.Shown, b.NotShared, b.Greet
	s.gone, s.listed, s.retry = b.ChannelGone, b.Listed, b.Retry
	s.round = func(ctx context.Context) error { return errors.Join(b.Deliver(ctx, p, s.process), b.Sweep(ctx)) }
	return s.serve(ctx)
}

// prepare checks the token and registers the commands. It returns the bot's id.
func (s *service) prepare(ctx context.Context) (botID string, err error) {
	err = rest.Retry(ctx, func() error {
		me, err := whoAmI(ctx, s.client)
		if err == nil {
			botID = me.ID
			s.log.Info("discord: the token is valid", "bot", me.Username)
		}
		return s.noted(err)
	})
	if err != nil {
		return "", err
	}
	return botID, rest.Retry(ctx, func() error {
		var app application
		err := s.client.Call(ctx, http.MethodGet, "/applications/@me", nil, nil, &app)
		if err != nil {
			return s.noted(err)
		}
		ids, changed, err := syncCommands(ctx, s.client, app, bot.Commands(locale.Match()), bot.MessageCommands(locale.Match())...)
		if rest.IsInvalid(err) && len(ids) > 0 { // a rule newer than this program, or too many changes in a day
			s.log.Error("discord: the slash commands are refused, and the former ones stay", "error", err)
			err = nil
		}
		if err == nil {
			s.render = draw.Renderer{CommandIDs: ids}
		}
		if changed && err == nil {
			s.log.Info("discord: slash commands registered")
		}
		return s.noted(err)
	})
}

// noted logs an error that is followed by another attempt, and returns it.
func (s *service) noted(err error) error {
	if err != nil {
		s.log.Warn("discord: not ready", "error", err)
	}
	return err
}

// stopIn is how long stopped commands have to tell their players.
const stopIn = 5 * time.Second

// serve answers and posts until ctx ends. Work that has begun by then may finish, for a limited
// time; the rest is stopped, and has stopIn to tell the players.
func (s *service) serve(ctx context.Context) (err error) {
	intake, stopIntake := context.WithCancel(ctx)
	defer stopIntake()
	life, end := context.WithCancel(context.WithoutCancel(ctx))
	defer end()
	work, stop := context.WithCancel(life)
	defer stop()
	server := interact.New(life, work, interact.Config{
		Client: s.client, Clock: &s.clock, Log: s.log, Metrics: s.config.Metrics, Render: s.render, Handle: s.handle, Channels: s.channels,
		Transport: s.config.Transport, Tell: s.tell, Shown: s.shown, NotShared: s.notShared, Limits: s.config.Limits,
	})
	stopListening := func() {}
	if s.config.HTTPListen != "" {
		stopListening, err = server.Listen(s.config.HTTPListen, s.config.PublicKey)
	}
	if err != nil {
		server.Finish()
		return err
	}
	var announcer sync.WaitGroup
	announcer.Go(func() { s.announce(intake, work) })
	err = gateway.Run(intake, gateway.Config{
		Token: s.config.Token, Client: s.client, Log: s.log, Metrics: s.config.Metrics,
		Shards: s.config.Shards, Store: s.config.Store, Process: s.process, Timing: s.config.Timing,
		Receive: server.Read, Gone: s.events.channelGone, Joined: s.events.guildJoined, Listed: s.events.guildsListed, Added: s.events.guildAdded, Changed: s.events.guildChanged,
	})
	stopIntake()
	stopListening()
	server.Finish()
	if !within(s.config.DrainFor, server.Wait, announcer.Wait) {
		s.log.Warn("discord: commands did not finish and are stopped", "after", s.config.DrainFor)
		stop()
		within(stopIn, server.Wait, announcer.Wait)
	}
	return err
}

// within calls functions that wait, for a limited time in all, and reports whether they
// returned.
func within(limit time.Duration, waits ...func()) bool {
	all := make(chan struct{})
	go func() {
		for _, wait := range waits {
			wait()
		}
		close(all)
	}()
	select {
	case <-all:
		return true
	case <-time.After(limit):
		return false
	}
}

// announce posts what is due every AnnounceEvery until ctx ends. A round that has begun by then
// goes on under work.
func (s *service) announce(ctx, work context.Context) {
	tick := time.NewTicker(s.config.AnnounceEvery)
	defer tick.Stop()
	for {
		s.announceOnce(work)
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// announceOnce does one round. Neither an error nor a panic ends the rounds: the next one tries
// again.
func (s *service) announceOnce(ctx context.Context) {
	defer func() {
		if v := recover(); v != nil {
			s.log.Error("discord: panic in the daily posts", "panic", v, "stack", string(debug.Stack()))
		}
	}()
	if s.greet != nil { // before the archive knows that the guild is there
		if err := s.events.greet(ctx, s.greet); err != nil && ctx.Err() == nil {
			s.log.Warn("discord: a guild is not greeted yet", "error", err)
		}
	}
	if err := s.events.flush(ctx, s.gone, s.listed, s.retry); err != nil && ctx.Err() == nil {
		s.log.Warn("discord: changes in guilds are not stored yet", "error", err)
	}
	err := s.round(ctx)
	if err != nil && ctx.Err() == nil {
		s.log.Warn("discord: a round of the daily posts failed", "error", err)
	}
	s.config.Metrics.Round(err)
}

// newOwner returns a name for this process that is unique.
func newOwner() string {
	host, _ := os.Hostname() // only for people who read the outbox
	return fmt.Sprintf("%s/%d/%s", host, os.Getpid(), rand.Text())
}
