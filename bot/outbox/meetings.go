package outbox

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/locale"
)

// standingEvery is how often the message of a duel is changed, at most: each of fifty digits would
// be too often for those who only read the channel.
const standingEvery = 40 * time.Second

// enterMeetings ends the duels and parties whose time is over, and puts the messages into the outbox that do not
// show how theirs stands.
func enterMeetings(ctx context.Context, env *handler.Env) error {
	return errors.Join(env.Store.EndStaleDuels(ctx), env.Store.EndIdleParties(ctx), env.Store.AddMeetings(ctx, standingEvery))
}

// showDuel changes the message of a duel, or sends it into the channel of games.
func showDuel(ctx context.Context, env *handler.Env, poster chat.Poster, guild daily.Guild, post daily.Post) (chat.Posted, error) {
	if post.Target != "" {
		return edited(duelStands)(ctx, env, poster, guild, post)
	}
	at, err := makePost(ctx, env, poster, kind{reply: challenged}, guild, post)
	if err == nil {
		err = env.Store.SetDuelMessage(ctx, post.Number, post.ChannelID, at.MessageID)
	}
	return at, err
}

// challenged is the first message of a duel, which notifies the player who is challenged.
func challenged(ctx context.Context, env *handler.Env, _ daily.Guild, post daily.Post) (chat.Reply, error) {
	d, err := env.Store.Duel(ctx, post.Number)
	if err != nil {
		return chat.Reply{}, err
	}
	reply, err := DuelReply(ctx, env, chat.SpeechIn(d.Language), d)
	if post.Version != daily.QuietDuel && !d.IsRace() {
		reply.Pings = []string{d.Opponent.ID}
	}
	return reply, err
}

// duelStands is the message of a duel as it stands now.
func duelStands(ctx context.Context, env *handler.Env, _ daily.Guild, post daily.Post) (chat.Reply, error) {
	d, err := env.Store.Duel(ctx, post.Number)
	if err != nil {
		return chat.Reply{}, err
	}
	return DuelReply(ctx, env, chat.SpeechIn(d.Language), d)
}

// duelShown forgets a message that is gone: what is typed then answers with another.
func duelShown(ctx context.Context, env *handler.Env, post daily.Post, o outcome) error {
	if !o.closed {
		return nil
	}
	return env.Store.LoseDuelMessage(ctx, post.Number, post.Target)
}

// duelDeleted has the message of a deleted duel or race say that it is over, without names and buttons.
func duelDeleted(_ context.Context, env *handler.Env, _ daily.Guild, post daily.Post) (chat.Reply, error) {
	s := chat.SpeechIn(post.Language)
	title, body := s.Text("title.duel", nil), s.Say("duel.deleted", nil)
	if post.Version == daily.OfRace {
		title, body = s.Text("title.race", locale.Args{"Number": strconv.FormatInt(post.Number, 10)}), s.Say("race.deleted", nil)
	}
	reply := chat.Reply{Screen: chat.Screen{Title: chat.Plain(title), Body: body}}
	return reply.Limited(s), nil
}

// partyOver is what the messages of a party show that is over.
const partyOver = 1

// Shown notes which message a network made of a reply, by [Reply.Tracks].
func (o Outbox) Shown(ctx context.Context, tracks, channelID, messageID string) error {
	store := o.env.Store
	var what string
	var id, shows int64 // of a duel, its standing; of a party, whether it is over: 0 by older versions
	if n, _ := fmt.Sscan(tracks, &what, &id, &shows); n < 2 {
		return nil // of another version
	}
	switch what {
	case "duel":
		return store.DuelShown(ctx, id, channelID, messageID, shows)
	case "invitation":
		return store.SetPartyMessage(ctx, id, channelID, messageID, shows == partyOver)
	case "party":
		return store.SetPartyBoard(ctx, id, channelID, messageID, shows == partyOver)
	}
	return nil
}
