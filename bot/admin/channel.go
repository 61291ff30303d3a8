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

// checkSchedule has the network check the channels and the role of a schedule that are set up or shown.
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
	c := &handler.Checked{ChannelID: channelToCheck(q, guild), RoleID: roleToCheck(q, guild), GamesID: gamesToCheck(q, guild)}
	threads := threadsToCheck(q, guild)
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
			c.RoleErr = checkRole(ctx, env, q.Channels, guild.ID, cmp.Or(c.ChannelID, guild.ChannelID), c.RoleID)
		}
		if c.GamesID != "" {
			c.GamesErr = env.CheckGames(ctx, q.Channels, guild.ID, c.GamesID)
		}
		if threads != "" && c.Err == nil { // else that says more
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

// channelToCheck returns the channel that a request sets up or shows, "" for none.
func channelToCheck(q handler.Query, guild daily.Guild) string {
	shows := !changesSchedule(q) && (guild.Scheduled || onSetup(q, chat.MainPage))
	if setsUpPosts(q) {
		return cmp.Or(q.Option("channel"), guild.ChannelID)
	}
	if shows {
		return guild.ChannelID
	}
	return ""
}

// threadsToCheck returns the channel of posts that have threads or are to get them, "" for none.
func threadsToCheck(q handler.Query, guild daily.Guild) string {
	wanted := q.Option("thread") == "on" || q.Option("thread") == "" && !guild.Rules.Threads.IsZero()
	if asks := !changesSchedule(q) || q.Option("thread") != "" || setsUpPosts(q); !wanted || !asks {
		return ""
	}
	return cmp.Or(q.Option("channel"), guild.ChannelID)
}

// checkThreads asks a network whether posts in a channel can have threads. In a forum each post is one.
// Where the permissions cannot be found out, nothing is reported: a thread is tried all the same.
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

// threadProblem says why posts get no threads, nil where nothing is known against it.
func threadProblem(q handler.Query) chat.Text {
	switch {
	case q.Checked == nil || q.Checked.Threads == nil:
		return nil
	case q.Checked.Threads.Problem == chat.NoThreads:
		return q.Say("schedule.thread-in-thread", nil)
	}
	return q.Say("schedule.thread-problem", locale.Args{"Problem": q.Speech.Problem(q.Checked.Threads)})
}

// roleToCheck returns the role that a request sets up or shows, "" for none.
func roleToCheck(q handler.Query, guild daily.Guild) string {
	if role := q.Option("role"); role != "" || changesSchedule(q) {
		return role
	}
	return guild.Ping
}

// gamesToCheck returns the channel of games that a request sets up or shows, "" for none.
func gamesToCheck(q handler.Query, guild daily.Guild) string {
	if games := q.Option("games"); games != "" || changesSchedule(q) {
		return games
	}
	return guild.GamesID
}

// checkRole asks a network about a role.
func checkRole(ctx context.Context, env *handler.Env, network chat.Channels, guildID, channelID, roleID string) error {
	ctx, cancel := context.WithTimeout(ctx, handler.CheckIn)
	defer cancel()
	err := network.CheckRole(ctx, guildID, channelID, roleID)
	if err != nil && !errors.As(err, new(*chat.RoleError)) {
		env.Config.Log.WarnContext(ctx, "a role cannot be checked", "guild", guildID, "role", roleID, "error", err)
	}
	return err
}

// setsUpPosts reports whether a request starts the posts, moves them, or has one made.
func setsUpPosts(q handler.Query) bool {
	posts := strings.ToLower(q.Option("posts"))
	return posts != "off" && (q.Option("channel") != "" || posts == "on" || q.Option("post") != "")
}

// testPost posts what is clearly a test into the channel of the schedule: it is not in the outbox, pings no
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
	first, err := firstTime(ctx, env, q)
	if err == nil && first {
		err = sendTest(ctx, env, q, guild)
	}
	if err != nil {
		return chat.Reply{}, err
	}
	return chat.Private(q.Text("title.setup", nil), q.Say("setup.tested", locale.Args{"Channel": chat.Channel(guild.ChannelID)})), nil
}

// firstTime reports whether a request is handled for the first time. Another process that has it
// answers as if it had done the same.
func firstTime(ctx context.Context, env *handler.Env, q handler.Query) (first bool, err error) {
	_, err = env.Config.Ledger.Once(ctx, q.ID, func(context.Context) ([]byte, error) {
		first = true
		return json.Marshal(handler.Answered[chat.Reply]{PlayerID: q.Player.ID, Asked: q.Asked()})
	})
	return first, err
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
