package discord

import (
	"context"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"

	"github.com/gridkeeper/gridkeeper/bot/chat"
)

var _ chat.Threads = poster{}

// Edit implements [chat.Poster]. A message that answered an interaction is one of the channel like any
// other: it can be changed for as long as the bot sees the channel, after the interaction's token too.
func (p poster) Edit(ctx context.Context, channelID, messageID string, r chat.Reply) error {
	ctx, cancel := context.WithTimeout(ctx, postIn)
	defer cancel()
	if r.WordsOnly {
		edit := p.render.Edit(r)
		if edit.Content == "" { // so long that an embed would have to hold it
			return nil
		}
		return postError(channelID, p.call(ctx, p.client.Call, http.MethodPatch, channelID, "/"+messageID, edit, nil, nil))
	}
	m := p.render.Message(r, "")
	m.Flags = 0 // it stays as it was
	return postError(channelID, p.call(ctx, p.client.Call, http.MethodPatch, channelID, "/"+messageID, m, m.Files, nil))
}

// CheckThread implements [chat.Threads]. It asks about the channel alone where that is a thread: an
// answer there needs no permission.
func (p poster) CheckThread(ctx context.Context, guildID, channelID string) (isThread bool, err error) {
	if !p.Serves(guildID) || !p.Serves(channelID) {
		return false, &chat.ChannelError{Problem: chat.NoChannel}
	}
	s, err := p.survey(ctx, guildID, channelID)
	if err != nil {
		return false, err
	}
	if s.channel.IsThread() {
		return true, nil
	}
	if e := s.problemOfThreads(time.Now()); e != nil {
		return false, e
	}
	return false, nil
}

// problemOfThreads returns what keeps the bot from opening a thread in the channel, and from posting a
// board there, nil for nothing.
func (s survey) problemOfThreads(now time.Time) *chat.ChannelError {
	switch s.channel.Type {
	case discordgo.ChannelTypeGuildText, discordgo.ChannelTypeGuildNews:
	default:
		return &chat.ChannelError{Problem: chat.NoThreads}
	}
	if e := s.problem(now); e != nil && e.Problem != chat.MissingPermissions {
		return e
	}
	return missing(s.permissions(), map[chat.Permission]int64{
		chat.ViewChannel: discordgo.PermissionViewChannel, chat.CreatePublicThreads: discordgo.PermissionCreatePublicThreads,
		chat.SendMessagesInThreads: discordgo.PermissionSendMessagesInThreads, chat.AttachFiles: discordgo.PermissionAttachFiles,
	})
}
