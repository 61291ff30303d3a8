package bot

import (
	"context"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/daily"
)

// kind says how posts of a kind are made, and what else changes by them.
type kind struct {
	// unwanted returns a [leftOut] for a post that should no longer be made; nil: all should.
	unwanted func(*Bot, context.Context, daily.Guild, daily.Post) error
	// reply is the message that is sent, with the marker.
	reply func(*Bot, context.Context, daily.Guild, daily.Post) (Reply, error)
	// send makes what is not one new message. It must do no harm when it is repeated.
	send func(*Bot, context.Context, Poster, daily.Guild, daily.Post) (Posted, error)
	// refused says what becomes of a post whose channel is gone or closed. Where it is nil and once is not set, it
	// is tried again every hour, as long as that can change.
	refused func(*Bot, context.Context, Poster, daily.Post, GoneError) error
	once    bool
	// settled notes elsewhere in the archive that a post was made, or was given up.
	settled func(*Bot, context.Context, daily.Post, outcome) error
}

// kinds are all that the outbox may have.
var kinds = map[daily.PostKind]kind{
	daily.DailyPost:      {unwanted: (*Bot).dailyUnwanted, reply: (*Bot).dailyReply, refused: (*Bot).dailyRefused},
	daily.ThreadOfDay:    {unwanted: (*Bot).followUpUnwanted, send: (*Bot).openThread},
	daily.DaySummary:     {unwanted: (*Bot).followUpUnwanted, reply: (*Bot).summaryReply},
	daily.WeekBoard:      {unwanted: (*Bot).followUpUnwanted, reply: (*Bot).weekOver},
	daily.MonthBoard:     {unwanted: (*Bot).followUpUnwanted, reply: (*Bot).monthOver},
	daily.ResultOfGame:   {unwanted: (*Bot).noticeUnwanted, reply: (*Bot).noticeReply},
	daily.SharedResult:   {unwanted: (*Bot).noticeUnwanted, reply: (*Bot).noticeReply, settled: (*Bot).resultShared},
	daily.EndOfDuel:      {unwanted: (*Bot).noticeUnwanted, reply: (*Bot).noticeReply},
	daily.DuelMessage:    {send: edited((*Bot).duelStands), once: true, settled: (*Bot).duelShown},
	daily.DeletedDuel:    {unwanted: dayOld, send: edited((*Bot).duelDeleted), once: true},
	daily.PartyBoard:     {send: (*Bot).openBoard, once: true, settled: (*Bot).boardOpened},
	daily.PartyEnd:       {send: (*Bot).endParty, once: true, settled: (*Bot).partyShown},
	daily.Greeting:       {unwanted: dayOld, reply: (*Bot).greeting, once: true},
	daily.FailureMessage: {unwanted: dayOld, send: (*Bot).tellContact, once: true},
}

// edited changes a message that is there.
func edited(reply func(*Bot, context.Context, daily.Guild, daily.Post) (Reply, error)) func(*Bot, context.Context, Poster, daily.Guild, daily.Post) (Posted, error) {
	return func(b *Bot, ctx context.Context, poster Poster, guild daily.Guild, post daily.Post) (Posted, error) {
		r, err := reply(b, ctx, guild, post)
		if err == nil {
			err = poster.Edit(ctx, post.ChannelID, post.Target, r)
		}
		return Posted{MessageID: post.Target}, err
	}
}

// dayOld leaves out what has waited for a day.
func dayOld(_ *Bot, _ context.Context, _ daily.Guild, post daily.Post) error {
	if post.Tried.Sub(post.Added) > 24*time.Hour {
		return leftOut("it is too late by now")
	}
	return nil
}
