package discord

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/bwmarrin/discordgo"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/discord/draw"
	"github.com/gridkeeper/gridkeeper/bot/discord/rest"
)

// A forum takes no messages, only threads that begin with one. Discord knows no nonce for those, so
// that the search alone keeps a second one away: after an attempt that may have arrived the post
// rests for forumRest, in which Discord carries out or drops what it was sent, and shows the thread.
// Where not all threads can be seen, nothing is sent at all.

const (
	codeNoMessages = 50008           // a channel that takes no messages
	forumRest      = 2 * time.Minute // Discord's own proxies give a call up after 100 s
	maxThreadName  = 100             // characters
)

// newThread is a post of a forum as it is sent.
type newThread struct {
	Name    string       `json:"name"`
	Tags    []string     `json:"applied_tags"`
	Message draw.Message `json:"message"`
}

// postThread makes a post in a forum. Its name is the title of the message, which needs none then.
func (p poster) postThread(ctx context.Context, channelID, marker string, r chat.Reply) (chat.Posted, error) {
	var forum channel
	if err := p.client.Call(ctx, http.MethodGet, "/channels/"+channelID, nil, nil, &forum); err != nil {
		return chat.Posted{}, postError(channelID, err)
	}
	if forum.Type != discordgo.ChannelTypeGuildForum {
		return chat.Posted{}, goneError(chat.NoMessages, channelID, "")
	}
	thread := newThread{Name: chat.Cut(r.Screen.Title.String(), maxThreadName), Tags: tagsFor(forum)}
	r.Screen.Title = nil
	thread.Message = p.render.Message(r, marker)
	var made struct {
		ID string `json:"id"` // its first message has the same
	}
	err := p.client.Call(ctx, http.MethodPost, "/channels/"+channelID+"/threads", thread, thread.Message.Files, &made)
	if rest.MayHaveArrived(err) {
		return chat.Posted{}, chat.UnsureError{After: forumRest, Err: err}
	}
	return chat.Posted{MessageID: made.ID, ThreadID: made.ID}, postError(channelID, err)
}

// tagsFor returns a tag for a post of a forum that asks for one: the first that needs no moderator.
func tagsFor(forum channel) []string {
	if forum.Flags&discordgo.ChannelFlagRequireTag == 0 {
		return []string{}
	}
	for _, tag := range forum.AvailableTags {
		if !tag.Moderated {
			return []string{tag.ID}
		}
	}
	return []string{} // CheckChannel has said so
}

// findThread looks for a post in a forum, among its threads that are open and those that are archived:
// those that the bot has made since the first attempt.
func (p poster) findThread(ctx context.Context, forum channel, post daily.Post) (at chat.Posted, found bool, err error) {
	oldest := snowflakeAt(post.FirstTried.Add(-clockSkew))
	at, found, err = p.searchThreads(ctx, forum, post, oldest)
	if gone, ok := errors.AsType[chat.GoneError](err); ok {
		gone.NoNonce = true
		err = gone
	}
	return at, found, err
}

func (p poster) searchThreads(ctx context.Context, forum channel, post daily.Post, oldest string) (at chat.Posted, found bool, err error) {
	open, _, err := p.threads(ctx, forum.ID, "/guilds/"+forum.GuildID+"/threads/active")
	if err == nil {
		at, found, err = p.among(ctx, open, forum, post, oldest)
	}
	if found || err != nil {
		return at, found, err
	}
	before := ""
	for range maxPages { // those that were archived last come first
		archived, more, err := p.threads(ctx, forum.ID, fmt.Sprintf("/channels/%s/threads/archived/public?limit=%d%s", forum.ID, pageSize, before))
		if err == nil {
			at, found, err = p.among(ctx, archived, forum, post, oldest)
		}
		if found || err != nil || !more || len(archived) == 0 {
			return at, found, err
		}
		last := archivedAt(archived[len(archived)-1])
		if last.Before(post.FirstTried.Add(-clockSkew)) {
			return at, false, nil
		}
		before = "&before=" + url.QueryEscape(last.Format(time.RFC3339Nano))
	}
	return at, false, goneError(chat.HistoryLong, forum.ID, "")
}

// among looks for a post among threads of a guild.
func (p poster) among(ctx context.Context, threads []channel, forum channel, post daily.Post, oldest string) (at chat.Posted, found bool, err error) {
	for _, t := range threads {
		if t.ParentID != forum.ID || t.OwnerID != p.botID || newest(t.ID, oldest) == oldest {
			continue
		}
		if found, err := p.beginsWith(ctx, t.ID, post.Marker()); found || err != nil {
			return chat.Posted{MessageID: t.ID, ThreadID: t.ID}, found, err
		}
	}
	return at, false, nil
}

// threads returns a list of threads, and whether there are more.
func (p poster) threads(ctx context.Context, forumID, path string) (threads []channel, more bool, err error) {
	var list struct {
		Threads []channel `json:"threads"`
		More    bool      `json:"has_more"`
	}
	err = p.client.Call(ctx, http.MethodGet, path, nil, nil, &list)
	return list.Threads, list.More, postError(forumID, err)
}

func archivedAt(thread channel) time.Time {
	if thread.ThreadMetadata == nil {
		return time.Time{}
	}
	return thread.ThreadMetadata.ArchiveTimestamp
}

// beginsWith reports whether the first message of a thread carries a marker.
func (p poster) beginsWith(ctx context.Context, threadID, marker string) (bool, error) {
	var first posted
	err := p.client.Call(ctx, http.MethodGet, "/channels/"+threadID+"/messages/"+threadID, nil, nil, &first)
	if rest.StatusOf(err) == http.StatusNotFound && rest.CodeOf(err) != 0 {
		return false, nil // deleted
	}
	return first.marked(marker), postError(threadID, err)
}

// archiveAfter is how many minutes without a message archive a thread. One that comes later opens it
// again.
const archiveAfter = 1440

// codeHasThread is what Discord answers for a message that has a thread.
const codeHasThread = 160004

// OpenThread implements [chat.Poster]. A message has at most one thread, which has the id of the
// message (Discord's documentation, Start Thread from Message); a second is refused with codeHasThread. So this
// can be called again after an answer that was lost, and from several processes.
func (p poster) OpenThread(ctx context.Context, channelID, messageID, title string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, postIn)
	defer cancel()
	body := struct {
		Name    string `json:"name"`
		Archive int    `json:"auto_archive_duration"`
	}{chat.Cut(title, maxThreadName), archiveAfter}
	err := p.client.Repeat(ctx, http.MethodPost, "/channels/"+channelID+"/messages/"+messageID+"/threads", body, nil, nil)
	if err != nil {
		found, asked := p.isThreadOf(ctx, channelID, messageID)
		switch {
		case found:
			err = nil
		case asked != nil && rest.CodeOf(err) == codeHasThread: // whose it is will be known later
			err = asked
		}
	}
	return messageID, postError(channelID, err)
}

// isThreadOf reports whether an id is that of a thread of a channel, which was opened before.
func (p poster) isThreadOf(ctx context.Context, channelID, id string) (bool, error) {
	var thread struct {
		ParentID string `json:"parent_id"`
	}
	err := p.client.Call(ctx, http.MethodGet, "/channels/"+id, nil, nil, &thread)
	return err == nil && thread.ParentID == channelID, err
}
