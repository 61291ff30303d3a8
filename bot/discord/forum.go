package discord

import (
	"context"
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

// A forum takes no messages, only threads that begin with one, and Discord offers no nonce for these. Only the search
// prevents a second one: after an attempt that may have arrived, the post rests for forumRest. By then Discord
// has carried out or dropped the call, and shows the thread. If not all threads can be seen, nothing is sent.

const (
	codeNoMessages = 50008           // a channel that takes no messages
	forumRest      = 2 * time.Minute // Discord's own proxies give a call up after 100 s
	maxThreadName  = 100             // characters
)

// newThread is the body of a new post in a forum.
type newThread struct {
	Name    string       `json:"name"`
	Tags    []string     `json:"applied_tags"`
	Message draw.Message `json:"message"`
}

// postThread makes a post in a forum. It is named after the title of the message, which then needs none.
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
	return []string{} // CheckChannel reports this
}

// findThread looks for a post in a forum: among the threads that the bot made since the first attempt, first the open ones, then
// the archived ones.
func (p poster) findThread(ctx context.Context, forum channel, post daily.Post) (at chat.Posted, found bool, err error) {
	oldest := snowflakeAt(post.FirstTried.Add(-clockSkew))
	open, _, err := p.threads(ctx, forum.ID, "/guilds/"+forum.GuildID+"/threads/active")
	if err == nil {
		at, found, err = p.among(ctx, open, forum, post, oldest)
	}
	if found || err != nil {
		return at, found, err
	}
	before := ""
	for range maxPages { // the latest archived come first
		archived, more, err := p.threads(ctx, forum.ID, fmt.Sprintf("/channels/%s/threads/archived/public?limit=%d%s", forum.ID, pageSize, before))
		if err == nil {
			at, found, err = p.among(ctx, archived, forum, post, oldest)
		}
		if found || err != nil || !more || len(archived) == 0 {
			return at, found, err
		}
		var last time.Time
		if meta := archived[len(archived)-1].ThreadMetadata; meta != nil {
			last = meta.ArchiveTimestamp
		}
		if last.Before(post.FirstTried.Add(-clockSkew)) {
			return at, false, nil
		}
		before = "&before=" + url.QueryEscape(last.Format(time.RFC3339Nano))
	}
	return at, false, goneError(chat.HistoryLong, forum.ID, "")
}

// among looks for a post among threads of a guild: its marker is on the first message of its thread.
func (p poster) among(ctx context.Context, threads []channel, forum channel, post daily.Post, oldest string) (at chat.Posted, found bool, err error) {
	for _, t := range threads {
		if t.ParentID != forum.ID || t.OwnerID != p.botID || newest(t.ID, oldest) == oldest {
			continue
		}
		var first posted
		err := p.client.Call(ctx, http.MethodGet, "/channels/"+t.ID+"/messages/"+t.ID, nil, nil, &first)
		if rest.StatusOf(err) == http.StatusNotFound && rest.CodeOf(err) != 0 {
			continue // deleted
		}
		if first.marked(post.Marker()) || err != nil {
			return chat.Posted{MessageID: t.ID, ThreadID: t.ID}, first.marked(post.Marker()), postError(t.ID, err)
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

// archiveAfter is after how many minutes without a message Discord archives a thread. A later message opens it
// again.
const archiveAfter = 1440

// codeHasThread is Discord's answer for a message that already has a thread.
const codeHasThread = 160004

// OpenThread implements [chat.Poster]. A message has at most one thread, which has the id of the
// message (Discord's documentation, Start Thread from Message); a second is refused with codeHasThread. So this
// can be called again after a lost answer, and from several processes.
func (p poster) OpenThread(ctx context.Context, channelID, messageID, title string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, postIn)
	defer cancel()
	body := struct {
		Name    string `json:"name"`
		Archive int    `json:"auto_archive_duration"`
	}{chat.Cut(title, maxThreadName), archiveAfter}
	err := p.client.Repeat(ctx, http.MethodPost, "/channels/"+channelID+"/messages/"+messageID+"/threads", body, nil, nil)
	if err != nil {
		var thread struct {
			ParentID string `json:"parent_id"`
		}
		asked := p.client.Call(ctx, http.MethodGet, "/channels/"+messageID, nil, nil, &thread)
		switch {
		case asked == nil && thread.ParentID == channelID: // opened before
			err = nil
		case asked != nil && rest.CodeOf(err) == codeHasThread: // a later call will find its channel
			err = asked
		}
	}
	return messageID, postError(channelID, err)
}
