package admin

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/bot/outbox"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/logic"
)

// checkSchedule has the network check the channels and the role of a schedule that a request sets up or shows.
// It comes before the transaction, which must be short, and its findings are part of the answer.
func checkSchedule(ctx context.Context, env *handler.Env, request *handler.Query) error {
	q := *request
	if q.Channels == nil {
		return nil
	}
	guild, err := env.Store.Guild(ctx, q.Place.GuildID)
	if err != nil {
		return err
	}
	guild, _ = suggested(q, guild)
	shows, starts := !changesSchedule(q), setsUpPosts(q)
	c := &handler.Checked{RoleID: q.Option("role"), GamesID: q.Option("games")}
	channel, threads := cmp.Or(q.Option("channel"), guild.ChannelID), ""
	if starts || shows && (guild.Scheduled || onSetup(q, chat.MainPage)) {
		c.ChannelID = channel
	}
	if shows {
		c.RoleID, c.GamesID = guild.Ping, guild.GamesID
	}
	if on := q.Option("thread"); on == "on" || on == "" && !guild.Rules.Threads.IsZero() && (shows || starts) {
		threads = channel
	}
	if c.ChannelID == "" && c.RoleID == "" && c.GamesID == "" && threads == "" {
		return nil
	}
	request.Checked = c
	c.Err, c.RoleErr, c.GamesErr = handler.ErrTooManyChecks, handler.ErrTooManyChecks, handler.ErrTooManyChecks
	atMostChecks(env, func() {
		c.Err, c.RoleErr, c.GamesErr = nil, nil, nil
		if c.ChannelID != "" {
			c.Err = env.CheckChannel(ctx, q.Channels, guild.ID, c.ChannelID)
		}
		if c.RoleID != "" {
			ctx, cancel := context.WithTimeout(ctx, handler.CheckIn)
			defer cancel()
			c.RoleErr = q.Channels.CheckRole(ctx, guild.ID, cmp.Or(c.ChannelID, guild.ChannelID), c.RoleID)
			if c.RoleErr != nil && !errors.As(c.RoleErr, new(*chat.RoleError)) {
				env.Config.Log.WarnContext(ctx, "a role cannot be checked", "guild", guild.ID, "role", c.RoleID, "error", c.RoleErr)
			}
		}
		if c.GamesID != "" {
			c.GamesErr = env.CheckGames(ctx, q.Channels, guild.ID, c.GamesID)
		}
		if threads != "" && c.Err == nil { // an error of the channel is the more important one
			c.Threads = checkThreads(ctx, q.Channels, guild.ID, threads)
		}
	})
	return nil
}

// atMostChecks calls a function that asks a network, unless as many are asking as may.
func atMostChecks(env *handler.Env, ask func()) {
	select {
	case env.Checking <- struct{}{}:
		defer func() { <-env.Checking }()
		ask()
	default:
	}
}

// checkThreads asks a network whether posts in a channel can have threads. In a forum each post is one.
// If the permissions cannot be read, it reports no problem, and the bot tries to open a thread all the same.
func checkThreads(ctx context.Context, network chat.Channels, guildID, channelID string) (unfit *chat.ChannelError) {
	asked, ok := network.(chat.Threads)
	if !ok {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, handler.CheckIn)
	defer cancel()
	isThread, err := asked.CheckThread(ctx, guildID, channelID)
	switch {
	case err == nil && isThread:
		return &chat.ChannelError{Problem: chat.NoThreads}
	case !errors.As(err, &unfit) || unfit.Problem == chat.NoThreads:
		return nil
	}
	return unfit
}

// threadProblem is the reason why posts get no threads, nil if none is known.
func threadProblem(q handler.Query) chat.Text {
	switch {
	case q.Checked == nil || q.Checked.Threads == nil:
		return nil
	case q.Checked.Threads.Problem == chat.NoThreads:
		return q.Say("schedule.thread-in-thread", nil)
	}
	return q.Say("schedule.thread-problem", locale.Args{"Problem": q.Speech.Problem(q.Checked.Threads)})
}

// setsUpPosts reports whether a request starts the posts, moves them, or has one made.
func setsUpPosts(q handler.Query) bool {
	posts := strings.ToLower(q.Option("posts"))
	return posts != "off" && (q.Option("channel") != "" || posts == "on" || q.Option("post") != "")
}

// testPost posts a message marked as a test into the channel of the schedule. It is not in the outbox and pings no
// role, and its puzzle is the example of a lesson.
func testPost(ctx context.Context, env *handler.Env, q handler.Query) (chat.Reply, error) {
	guild, err := env.Store.Guild(ctx, q.Place.GuildID)
	switch {
	case err != nil:
		return chat.Reply{}, err
	case guild.ChannelID == "":
		return chat.Reply{}, chat.Refuse("refusal.no-channel", locale.Args{"Schedule": chat.Asking("schedule", chat.Given{Name: "channel", Value: chat.AnyName, Kind: chat.ChannelOption})})
	case q.Channels == nil:
		return chat.Reply{}, chat.Refuse("refusal.no-test-here", nil)
	}
	c := &handler.Checked{ChannelID: guild.ChannelID, Err: handler.ErrTooManyChecks}
	atMostChecks(env, func() { c.Err = env.CheckChannel(ctx, q.Channels, guild.ID, guild.ChannelID) })
	if err := c.Accept(q.Speech, guild.ChannelID); err != nil {
		return chat.Reply{}, err
	}
	first := false // another process that has the request answers as if it had done the same
	_, err = env.Config.Ledger.Once(ctx, q.ID, func(context.Context) ([]byte, error) {
		first = true
		return json.Marshal(handler.Answered[chat.Reply]{PlayerID: q.Player.ID, Asked: q.Asked()})
	})
	if err == nil && first {
		err = sendTest(ctx, env, q, guild)
	}
	if err != nil {
		return chat.Reply{}, err
	}
	return chat.Private(q.Text("title.setup", nil), q.Say("setup.tested", locale.Args{"Channel": chat.Channel(guild.ChannelID)})), nil
}

func sendTest(ctx context.Context, env *handler.Env, q handler.Query, guild daily.Guild) error {
	s := chat.SpeechIn(guild.Language)
	example, _, _ := logic.Techniques[0].Example()
	body := s.Say("setup.test-post", locale.Args{"Schedule": chat.Mention("schedule")})
	reply := s.WithBoard(chat.Reply{Quiet: guild.Quiet, Screen: chat.Screen{Title: chat.Plain(s.Text("setup.test-title", nil)), Body: body}},
		picture.Diagram{Clues: example.Grid, Grid: example.Grid})
	_, err := outbox.Send(ctx, q.Channels, guild.ChannelID, outbox.NonceOf("test", q.ID), reply.Limited(s))
	if err == nil {
		return nil
	}
	env.Config.Log.WarnContext(ctx, "a test post failed", "guild", guild.ID, "channel", guild.ChannelID, "error", err)
	if gone, ok := errors.AsType[chat.GoneError](err); ok {
		return chat.Refuse("refusal.test-failed", locale.Args{"Reason": q.PostFailure(gone.Reason)})
	}
	return chat.Refuse("refusal.test-unsure", locale.Args{"Channel": chat.Channel(guild.ChannelID)})
}
