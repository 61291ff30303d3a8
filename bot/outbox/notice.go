package outbox

import (
	"context"
	"errors"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/locale"
)

// noticeFor is how long after a game, or after it was shared, its channel still learns of it, after an outage.
const noticeFor = 24 * time.Hour

// Notify announces a finished game: with the reply, in the channel where the player is. A page has no
// channel, and its process may have no connection to the chat. So from there the notice goes into the outbox,
// in the transaction of the game, and [Outbox.Deliver] posts it.
func Notify(ctx context.Context, env *handler.Env, q handler.Query, game games.Game, kind daily.PostKind, words chat.Text) ([]chat.Notice, error) {
	if q.Place.Page {
		_, err := env.Store.AddNotice(ctx, game.ID, kind)
		return nil, err
	}
	return []chat.Notice{{Body: words}}, nil
}

// PostLater has [Outbox.Deliver] post a result that was shared on a page, or elsewhere than in the channel of games, and says
// where it will be. Should it
// not be possible, the page says so, and offers it again.
func PostLater(ctx context.Context, env *handler.Env, q handler.Query, game games.Game) (handler.Done, error) {
	guild, err := env.Store.Guild(ctx, game.GuildID)
	if err != nil {
		return handler.Done{}, err
	}
	inThread, err := env.Store.AddNotice(ctx, game.ID, daily.SharedResult)
	words := q.Say("share.posted", nil)
	switch {
	case guild.GamesID != "":
		words = q.Say("games.elsewhere", locale.Args{"Channel": chat.Channel(guild.GamesID)})
	case inThread:
		words = q.Say("share.posted-thread", nil)
	}
	reply := chat.Reply{Screen: chat.Screen{Body: words}, Private: true}
	return handler.Done{Outcome: chat.Outcome{Revision: game.Revision, Posted: words}, Screen: func() chat.Reply { return reply }}, err
}

// noticeUnwanted rejects a notice that is no longer wanted, or comes too late.
func noticeUnwanted(ctx context.Context, env *handler.Env, guild daily.Guild, f daily.Post) error {
	game, err := env.Store.Game(ctx, f.Number)
	switch {
	case errors.Is(err, postgres.ErrNotFound) || err == nil && game.Player.ID == "":
		return leftOut("the player's data were deleted")
	case err != nil:
		return err
	case f.Kind == daily.ResultOfGame && (!guild.AnnounceResults || game.Settings.Hidden),
		f.Kind == daily.SharedResult && !guild.Scheduled && guild.GamesID == "":
		return leftOut("it was switched off")
	case env.Config.Now().Sub(causedAt(game, f.Kind)) > noticeFor:
		return leftOut("it is too late by now")
	}
	return nil
}

// causedAt is when a notice was caused. A result can be shared days after its game.
func causedAt(game games.Game, kind daily.PostKind) time.Time {
	if kind == daily.SharedResult {
		return game.Shared
	}
	return game.Finished
}

// resultShared lets a player share a result again that could not be posted.
func resultShared(ctx context.Context, env *handler.Env, f daily.Post, o outcome) error {
	if o.made {
		return nil
	}
	return env.Store.Unshare(ctx, f.Number)
}

// noticeReply is the message of a notice. Its button is where the marker of the outbox is.
func noticeReply(ctx context.Context, env *handler.Env, guild daily.Guild, f daily.Post) (chat.Reply, error) {
	game, err := env.Store.Game(ctx, f.Number)
	if err != nil {
		return chat.Reply{}, err
	}
	s := speechOf(guild)
	q := handler.Query{Request: chat.Request{Player: game.Player}, Speech: s}
	words, err := noticeWords(ctx, env, q, game, f.Kind)
	if err != nil {
		return chat.Reply{}, err
	}
	show := chat.Press{Verb: chat.ShowResults}
	if game.IsDaily() {
		show.Argument = game.Date.String()
	}
	reply := chat.Reply{Screen: chat.Screen{Body: words, Rows: chat.Buttons(chat.Button{Label: s.Text("button.leaderboard", nil), Press: show, Look: chat.QuietLook})}}
	return reply.Limited(s), nil
}

func noticeWords(ctx context.Context, env *handler.Env, q handler.Query, game games.Game, kind daily.PostKind) (chat.Text, error) {
	if kind == daily.EndOfDuel {
		d, err := env.Store.Duel(ctx, game.Duel)
		if err != nil {
			return nil, err
		}
		games, err := env.Store.DuelGames(ctx, d.ID)
		return chat.Join("\n", Standing(chat.SpeechIn(d.Language), d, SidesOf(d, games))...), err
	}
	result, err := env.Store.Finish(ctx, game) // again, which changes nothing
	if err != nil {
		return nil, err
	}
	if kind == daily.SharedResult {
		return SharedWithPicture(ctx, env, q, game, result)
	}
	return Shared(q.Speech, game, result), nil
}

// reportUnprepared has whoever set up the posts of a guild learn that the archive has no puzzle for one, once for
// all failures until a post arrives again.
func reportUnprepared(ctx context.Context, env *handler.Env, guild daily.Guild, err error) error {
	if !errors.Is(err, library.ErrNoPuzzle) {
		return nil // our mistake, or an outage
	}
	return env.Store.AddFailure(ctx, guild.ID, guild.Newest(env.Config.Now()))
}

// tellContact writes to whoever set up the posts of a guild that one failed. /schedule shows what it said.
func tellContact(ctx context.Context, env *handler.Env, poster chat.Poster, guild daily.Guild, post daily.Post) (chat.Posted, error) {
	contact, err := env.Store.Contact(ctx, guild.ID)
	switch {
	case err != nil:
		return chat.Posted{}, err
	case contact.PlayerID == "":
		return chat.Posted{}, leftOut("nobody set the posts up")
	case post.Attempt > post.Refused+1 && !nonceKnown(env, post): // a message that is lost is better than two
		return chat.Posted{}, leftOut("whether it arrived is not known")
	}
	s := chat.SpeechIn(contact.Language)
	failure, err := failureOn(ctx, env, s, guild, post.Date)
	if err != nil {
		return chat.Posted{}, err
	}
	body := chat.Join("\n", failure, s.Say("schedule.told", locale.Args{"Channel": chat.Channel(contact.ChannelID), "Schedule": chat.Mention("schedule")}))
	return chat.Posted{}, poster.Tell(ctx, contact.PlayerID, post.Nonce(), chat.Reply{Screen: chat.Screen{Body: body}}.Limited(s))
}

// failureOn says why the daily of a date is not in the channel.
func failureOn(ctx context.Context, env *handler.Env, s chat.Speech, guild daily.Guild, date calendar.Date) (chat.Text, error) {
	post, err := env.Store.Post(ctx, guild.ID, date)
	switch {
	case errors.Is(err, postgres.ErrNotFound):
		shortages, err := env.Store.Shortages(ctx, guild)
		if text := NotPosted(s, guild, date, shortages); text != nil || err != nil {
			return text, err
		}
		return nil, leftOut("there are puzzles by now")
	case err == nil && post.State == daily.PostPosted:
		err = leftOut("the daily has arrived")
	}
	return Failure(s, post, s.PostFailure(chat.FailureOf(post.Reason))), err
}

// Failure says that a daily is not in its channel, and whether it still may be.
func Failure(s chat.Speech, p daily.Post, reason chat.Text) chat.Text {
	key := "schedule.failed"
	if p.State == daily.PostDue {
		key = "schedule.refused"
	}
	return s.Say(key, locale.Args{
		"Day": s.Day(p.Date), "Reason": reason, "Schedule": chat.Asking("schedule", chat.Chosen("post", "now")), "Channel": chat.Channel(p.ChannelID),
	})
}
