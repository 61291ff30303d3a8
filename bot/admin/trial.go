package admin

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/bot/outbox"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/logic"
)

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
		picture.Board{Clues: example.Grid, Grid: example.Grid})
	_, err := outbox.Send(ctx, q.Channels, guild.ChannelID, outbox.NonceOf("test", q.ID), reply.Limited(s))
	if err == nil {
		return nil
	}
	env.Config.Log.WarnContext(ctx, "a test post failed", "guild", guild.ID, "channel", guild.ChannelID, "error", err)
	var gone chat.GoneError
	if errors.As(err, &gone) {
		return chat.Refuse("refusal.test-failed", locale.Args{"Reason": q.PostFailure(gone.Reason)})
	}
	return chat.Refuse("refusal.test-unsure", locale.Args{"Channel": chat.Channel(guild.ChannelID)})
}
