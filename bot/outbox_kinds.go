package bot

import (
	"context"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
)

// kind says how posts of a kind are made, and what else changes by them.
type kind struct {
	// unwanted returns a [leftOut] for a post that is not to be made any more; nil: all are.
	unwanted func(*Bot, context.Context, archive.Guild, archive.Post) error
	// reply is the message that is sent, with the marker.
	reply func(*Bot, context.Context, archive.Guild, archive.Post) (Reply, error)
	// send makes what is no new message, or more than one: nothing that does harm when it is repeated.
	send func(*Bot, context.Context, Poster, archive.Guild, archive.Post) (Posted, error)
	// refused says what becomes of a post whose channel is gone or closed. Where it is nil and once is not set, it
	// is tried again every hour, as long as that can change.
	refused func(*Bot, context.Context, Poster, archive.Post, GoneError) error
	once    bool
	// settled notes elsewhere in the archive that a post was made, or was given up.
	settled func(*Bot, context.Context, archive.Post, outcome) error
}

// kinds are all that the outbox may have.
var kinds = map[archive.PostKind]kind{
	archive.DailyPost:      {unwanted: (*Bot).dailyUnwanted, reply: (*Bot).dailyReply, refused: (*Bot).dailyRefused},
	archive.ThreadOfDay:    {unwanted: (*Bot).followUpUnwanted, send: (*Bot).openThread},
	archive.DaySummary:     {unwanted: (*Bot).followUpUnwanted, reply: (*Bot).summaryReply},
	archive.WeekBoard:      {unwanted: (*Bot).followUpUnwanted, reply: (*Bot).weekOver},
	archive.MonthBoard:     {unwanted: (*Bot).followUpUnwanted, reply: (*Bot).monthOver},
	archive.ResultOfGame:   {unwanted: (*Bot).noticeUnwanted, reply: (*Bot).noticeReply},
	archive.SharedResult:   {unwanted: (*Bot).noticeUnwanted, reply: (*Bot).noticeReply, settled: (*Bot).resultShared},
	archive.EndOfDuel:      {unwanted: (*Bot).noticeUnwanted, reply: (*Bot).noticeReply},
	archive.DuelMessage:    {send: edited((*Bot).duelStands), once: true, settled: (*Bot).duelShown},
	archive.DeletedDuel:    {unwanted: dayOld, send: edited((*Bot).duelDeleted), once: true},
	archive.PartyBoard:     {send: (*Bot).openBoard, once: true, settled: (*Bot).boardOpened},
	archive.PartyEnd:       {send: (*Bot).endParty, once: true, settled: (*Bot).partyShown},
	archive.Greeting:       {unwanted: dayOld, reply: (*Bot).greeting, once: true},
	archive.FailureMessage: {unwanted: dayOld, send: (*Bot).tellContact, once: true},
}

// edited changes a message that is there.
func edited(reply func(*Bot, context.Context, archive.Guild, archive.Post) (Reply, error)) func(*Bot, context.Context, Poster, archive.Guild, archive.Post) (Posted, error) {
	return func(b *Bot, ctx context.Context, poster Poster, guild archive.Guild, post archive.Post) (Posted, error) {
		r, err := reply(b, ctx, guild, post)
		if err == nil {
			err = poster.Edit(ctx, post.ChannelID, post.Target, r)
		}
		return Posted{MessageID: post.Target}, err
	}
}

// dayOld leaves out what has waited for a day.
func dayOld(_ *Bot, _ context.Context, _ archive.Guild, post archive.Post) error {
	if post.Tried.Sub(post.Added) > 24*time.Hour {
		return leftOut("it is too late by now")
	}
	return nil
}
