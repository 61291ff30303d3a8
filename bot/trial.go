package bot

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/logic"
)

// testPost posts what is clearly a test into the channel of the schedule: it is not in the outbox, pings no
// role, and its puzzle is the example of a lesson.
func (b *Bot) testPost(ctx context.Context, q query) (Reply, error) {
	guild, err := b.store.Guild(ctx, q.Place.GuildID)
	switch {
	case err != nil:
		return Reply{}, err
	case guild.ChannelID == "":
		return Reply{}, refuse("refusal.no-channel", locale.Args{"Schedule": asking("schedule", Given{"channel", anyName, ChannelOption})})
	case q.Channels == nil:
		return Reply{}, refuse("refusal.no-test-here", nil)
	}
	c := &checked{channelID: guild.ChannelID, err: errTooManyChecks}
	b.atMostChecks(func() { c.err = b.checkChannel(ctx, q.Channels, guild.ID, guild.ChannelID) })
	if err := c.accept(q.speech, guild.ChannelID); err != nil {
		return Reply{}, err
	}
	first, err := b.firstTime(ctx, q)
	if err == nil && first {
		err = b.sendTest(ctx, q, guild)
	}
	if err != nil {
		return Reply{}, err
	}
	return private(q.Text("title.setup", nil), q.Say("setup.tested", locale.Args{"Channel": channelPart(guild.ChannelID)})), nil
}

// firstTime reports whether a request is handled for the first time. Another process that has it
// answers as if it had done the same.
func (b *Bot) firstTime(ctx context.Context, q query) (first bool, err error) {
	_, err = b.config.Ledger.Once(ctx, q.ID, func(context.Context) ([]byte, error) {
		first = true
		return json.Marshal(answered[Reply]{PlayerID: q.Player.ID, Asked: q.asked()})
	})
	return first, err
}

func (b *Bot) sendTest(ctx context.Context, q query, guild daily.Guild) error {
	s := speechIn(guild.Language)
	example, _, _ := logic.Techniques[0].Example()
	body := s.Say("setup.test-post", locale.Args{"Schedule": command("schedule")})
	reply := s.withBoard(Reply{Quiet: guild.Quiet, Screen: Screen{Title: Plain(s.Text("setup.test-title", nil)), Body: body}},
		picture.Board{Clues: example.Grid, Grid: example.Grid})
	_, err := send(ctx, q.Channels, guild.ChannelID, nonceOf("test", q.ID), reply.limited(s))
	if err == nil {
		return nil
	}
	b.config.Log.Warn("a test post failed", "guild", guild.ID, "channel", guild.ChannelID, "error", err)
	var gone GoneError
	if errors.As(err, &gone) {
		return refuse("refusal.test-failed", locale.Args{"Reason": q.postFailure(gone.Reason)})
	}
	return refuse("refusal.test-unsure", locale.Args{"Channel": channelPart(guild.ChannelID)})
}
