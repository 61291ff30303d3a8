package bot

import (
	"context"
	"errors"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
)

// noticeFor is how long after a game, or after it was shared, its channel still learns of it, after an outage.
const noticeFor = 24 * time.Hour

// notify announces a finished game: with the reply, in the channel where the player is. A page has no
// channel, and its process may have no connection to the chat. So from there the notice goes into the outbox,
// in the transaction of the game, and [Bot.Deliver] posts it.
func (b *Bot) notify(ctx context.Context, q query, game games.Game, kind daily.PostKind, words Text) ([]Notice, error) {
	if q.Place.Page {
		_, err := b.store.AddNotice(ctx, game.ID, kind)
		return nil, err
	}
	return []Notice{{words}}, nil
}

// postLater has [Bot.Deliver] post a result that was shared on a page, and says where it will be. Should it
// not be possible, the page says so, and offers it again.
func (b *Bot) postLater(ctx context.Context, q query, game games.Game) (done, error) {
	inThread, err := b.store.AddNotice(ctx, game.ID, daily.SharedResult)
	words := q.Say("share.posted", nil)
	if inThread {
		words = q.Say("share.posted-thread", nil)
	}
	return postedLater{game, words}, err
}

// noticeUnwanted rejects a notice that is no longer wanted, or comes too late.
func (b *Bot) noticeUnwanted(ctx context.Context, guild daily.Guild, f daily.Post) error {
	game, err := b.store.Game(ctx, f.Number)
	switch {
	case errors.Is(err, postgres.ErrNotFound) || err == nil && game.Player.ID == "":
		return leftOut("the player's data were deleted")
	case err != nil:
		return err
	case f.Kind == daily.ResultOfGame && (!guild.AnnounceResults || game.Settings.Hidden),
		f.Kind == daily.SharedResult && !guild.Scheduled:
		return leftOut("it was switched off")
	case b.config.Now().Sub(causedAt(game, f.Kind)) > noticeFor:
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
func (b *Bot) resultShared(ctx context.Context, f daily.Post, o outcome) error {
	if o.made {
		return nil
	}
	return b.store.Unshare(ctx, f.Number)
}

// noticeReply is the message of a notice. Its button is where the marker of the outbox is.
func (b *Bot) noticeReply(ctx context.Context, guild daily.Guild, f daily.Post) (Reply, error) {
	game, err := b.store.Game(ctx, f.Number)
	if err != nil {
		return Reply{}, err
	}
	s := speechOf(guild)
	q := query{Request: Request{Player: game.Player}, speech: s}
	words, err := b.noticeWords(ctx, q, game, f.Kind)
	if err != nil {
		return Reply{}, err
	}
	show := Press{Verb: ShowResults}
	if game.IsDaily() {
		show.Argument = game.Date.String()
	}
	reply := Reply{Screen: Screen{Body: words, Rows: buttons(Button{Label: s.Text("button.leaderboard", nil), Press: show, Look: QuietLook})}}
	return reply.limited(s), nil
}

func (b *Bot) noticeWords(ctx context.Context, q query, game games.Game, kind daily.PostKind) (Text, error) {
	if kind == daily.EndOfDuel {
		d, err := b.store.Duel(ctx, game.Duel)
		if err != nil {
			return nil, err
		}
		games, err := b.store.DuelGames(ctx, d.ID)
		return join("\n", speechIn(d.Language).standing(d, sidesOf(d, games))...), err
	}
	result, err := b.store.Finish(ctx, game) // again, which changes nothing
	if err != nil {
		return nil, err
	}
	if kind == daily.SharedResult {
		return b.sharedWithPicture(ctx, q, game, result)
	}
	return q.shared(game, result), nil
}
