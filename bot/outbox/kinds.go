package outbox

import (
	"context"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
)

// kind says how posts of a kind are made, and what else changes by them.
type kind struct {
	// unwanted returns a [leftOut] for a post that should no longer be made; nil: all should.
	unwanted func(context.Context, *handler.Env, daily.Guild, daily.Post) error
	// reply is the message that is sent, with the marker.
	reply func(context.Context, *handler.Env, daily.Guild, daily.Post) (chat.Reply, error)
	// send makes what is not one new message. It must do no harm when it is repeated.
	send func(context.Context, *handler.Env, chat.Poster, daily.Guild, daily.Post) (chat.Posted, error)
	// refused says what becomes of a post whose channel is gone or closed. Where it is nil and once is not set, it
	// is tried again every hour, as long as that can change.
	refused func(context.Context, *handler.Env, chat.Poster, daily.Post, chat.GoneError) error
	once    bool
	// settled notes elsewhere in the archive that a post was made, or was given up.
	settled func(context.Context, *handler.Env, daily.Post, outcome) error
}

// kinds are all that the outbox may have.
var kinds = map[daily.PostKind]kind{
	daily.DailyPost:      {unwanted: dailyUnwanted, reply: dailyReply, refused: dailyRefused},
	daily.ThreadOfDay:    {unwanted: followUpUnwanted, send: openThread},
	daily.DaySummary:     {unwanted: followUpUnwanted, reply: summaryReply},
	daily.WeekBoard:      {unwanted: followUpUnwanted, reply: weekOver},
	daily.MonthBoard:     {unwanted: followUpUnwanted, reply: monthOver},
	daily.ResultOfGame:   {unwanted: noticeUnwanted, reply: noticeReply},
	daily.SharedResult:   {unwanted: noticeUnwanted, reply: noticeReply, settled: resultShared},
	daily.EndOfDuel:      {unwanted: noticeUnwanted, reply: noticeReply},
	daily.DuelMessage:    {send: edited(duelStands), once: true, settled: duelShown},
	daily.DeletedDuel:    {unwanted: dayOld, send: edited(duelDeleted), once: true},
	daily.PartyBoard:     {send: openBoard, once: true, settled: boardOpened},
	daily.PartyEnd:       {send: endParty, once: true, settled: partyShown},
	daily.Greeting:       {unwanted: dayOld, reply: greeting, once: true},
	daily.FailureMessage: {unwanted: dayOld, send: tellContact, once: true},
}

// edited changes a message that is there.
func edited(reply func(context.Context, *handler.Env, daily.Guild, daily.Post) (chat.Reply, error)) func(context.Context, *handler.Env, chat.Poster, daily.Guild, daily.Post) (chat.Posted, error) {
	return func(ctx context.Context, env *handler.Env, poster chat.Poster, guild daily.Guild, post daily.Post) (chat.Posted, error) {
		r, err := reply(ctx, env, guild, post)
		if err == nil {
			err = poster.Edit(ctx, post.ChannelID, post.Target, r)
		}
		return chat.Posted{MessageID: post.Target}, err
	}
}

// dayOld leaves out what has waited for a day.
func dayOld(_ context.Context, _ *handler.Env, _ daily.Guild, post daily.Post) error {
	if post.Tried.Sub(post.Added) > 24*time.Hour {
		return leftOut("it is too late by now")
	}
	return nil
}
