package discordtest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"
)

// Tag is a tag of a forum.
type Tag struct {
	ID, Name  string
	Moderated bool // only moderators may set it
}

// RequireTag has each post of a forum need one of its tags from now on, and returns those, with ids.
func (s *Server) RequireTag(forumID string, tags ...Tag) []Tag {
	s.mu.Lock()
	defer s.mu.Unlock()
	forum := s.channel(forumID)
	for i := range tags {
		tags[i].ID = s.newID()
	}
	forum.needsTag, forum.tags = true, tags
	return tags
}

// Thread is a thread of a forum, or of another channel.
type Thread struct {
	ID, Name string
	Tags     []string
	Archived bool
}

// Threads returns the threads of a channel, oldest first.
func (s *Server) Threads(channelID string) (list []Thread) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, ch := range s.threadsOf(func(ch *channel) bool { return ch.parent == channelID }) {
		list = append(list, Thread{ch.id, ch.name, ch.applied, ch.archived})
	}
	return list
}

// AwaitThread waits until a channel has so many threads, and returns the last.
func (s *Server) AwaitThread(t testing.TB, channelID string, threads int) Thread {
	t.Helper()
	s.Await(t, fmt.Sprint(threads, " threads"), func() bool { return len(s.Threads(channelID)) >= threads })
	return s.Threads(channelID)[threads-1]
}

// Archive archives a thread. With strict, a message does not open it: Discord's documentation leaves
// open for whom it does.
func (s *Server) Archive(threadID string, strict bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	ch := s.channel(threadID)
	ch.archived, ch.strict, ch.archivedAt = true, strict, time.Now()
	s.dispatch(ch.guild, "THREAD_UPDATE", ch.event())
}

// threadsOf returns the threads of all guilds that are wanted, in the order of their ids. The caller holds the lock.
func (s *Server) threadsOf(wanted func(*channel) bool) (list []*channel) {
	for _, g := range s.guilds {
		for _, ch := range g.channels {
			if ch.isThread() && wanted(ch) {
				list = append(list, ch)
			}
		}
	}
	slices.SortFunc(list, func(a, b *channel) int { return cmp.Or(cmp.Compare(len(a.id), len(b.id)), cmp.Compare(a.id, b.id)) })
	return list
}

// postThread makes a post in a forum: a thread, and its first message with the same id.
func (s *Server) postThread(c *call) answer {
	forum, hidden := s.usable(c.PathValue("channel_id"))
	if forum == nil {
		return hidden
	}
	var sent struct {
		Name    string          `json:"name"`
		Tags    []string        `json:"applied_tags"`
		Message json.RawMessage `json:"message"`
	}
	if err := strict(c.body.JSON, &sent); err != nil {
		return s.invalid(c, []string{err.Error()})
	}
	if forum.kind != Forum {
		return refuse(http.StatusBadRequest, 50024, "Cannot execute action on this channel type")
	}
	p, refused, ok := s.payload(c, sent.Message, nil)
	if !ok {
		return refused
	}
	var b breaches
	b.add(sent.Name == "", "a thread without a name")
	b.atMost(100, sent.Name, "name of a thread")
	b.add(p.Nonce != nil || p.EnforceNonce, "the first message of a thread has no nonce")
	b.add(p.Flags&flagEphemeral != 0, "a message in a channel cannot be private: only an answer can")
	if len(b) > 0 {
		return s.invalid(c, b)
	}
	if a, forbidden := s.forbidsThread(forum, sent.Tags, c.body.files); forbidden {
		return a
	}
	ch := &channel{
		id: s.newID(), name: sent.Name, guild: forum.guild, kind: PublicThread, parent: forum.id, owner: s.BotID, joined: true, applied: sent.Tags,
	}
	m := &Message{ID: ch.id, ChannelID: ch.id, At: time.Now()}
	s.apply(m, p, c.body.files)
	ch.messages = append(ch.messages, m)
	g := s.guild(forum.guild)
	g.channels = append(g.channels, ch)
	event := ch.event()
	event["newly_created"] = true
	s.dispatch(g.id, "THREAD_CREATE", event)
	s.notify()
	made := ch.event()
	made["message"] = s.messageEvent(m)
	return answer{http.StatusCreated, made}
}

// forbidsThread returns the refusal of a post that the bot may not make in a forum.
func (s *Server) forbidsThread(forum *channel, tags []string, files map[string]upload) (answer, bool) {
	may, needs := s.permissions(forum), int64(SendMessages)
	if len(files) > 0 {
		needs |= AttachFiles
	}
	known := func(id string) bool {
		return slices.ContainsFunc(forum.tags, func(t Tag) bool { return t.ID == id && (!t.Moderated || may&ManageThreads != 0) })
	}
	switch {
	case may&needs != needs:
		return refuse(http.StatusForbidden, 50013, "Missing Permissions"), true
	case forum.needsTag && len(tags) == 0:
		return refuse(http.StatusBadRequest, 40067, "A tag is required to create a forum post in this channel"), true
	case slices.ContainsFunc(tags, func(id string) bool { return !known(id) }):
		return refuse(http.StatusBadRequest, 50035, "Invalid Form Body: applied_tags"), true
	}
	return answer{}, false
}

func (s *Server) getActiveThreads(c *call) answer {
	id := c.PathValue("guild_id")
	if s.guild(id) == nil {
		return refuse(http.StatusNotFound, 10004, "Unknown Guild")
	}
	return s.threadList(s.threadsOf(func(ch *channel) bool { return ch.guild == id && !ch.archived }), false)
}

// getArchivedThreads lists those that were archived last first, a page at a time.
func (s *Server) getArchivedThreads(c *call) answer {
	ch, hidden := s.usable(c.PathValue("channel_id"))
	if ch == nil {
		return hidden
	}
	if s.permissions(ch)&ReadMessageHistory == 0 {
		return refuse(http.StatusForbidden, 50013, "Missing Permissions")
	}
	before, err := time.Parse(time.RFC3339Nano, c.FormValue("before"))
	if c.FormValue("before") == "" {
		before, err = time.Now().Add(time.Hour), nil
	}
	if err != nil {
		return refuse(http.StatusBadRequest, 50035, "Invalid Form Body: before")
	}
	list := s.threadsOf(func(t *channel) bool { return t.parent == ch.id && t.archived && t.archivedAt.Before(before) })
	slices.SortStableFunc(list, func(a, b *channel) int { return b.archivedAt.Compare(a.archivedAt) })
	const page = 2 // so that few threads are many pages
	return s.threadList(list[:min(page, len(list))], len(list) > page)
}

func (s *Server) threadList(list []*channel, more bool) answer {
	threads := []any{}
	for _, ch := range list {
		threads = append(threads, ch.event())
	}
	return answer{http.StatusOK, map[string]any{"threads": threads, "members": []any{}, "has_more": more}}
}

func (s *Server) getMessage(c *call) answer {
	ch, hidden := s.usable(c.PathValue("channel_id"))
	if ch == nil {
		return hidden
	}
	if s.permissions(ch)&ReadMessageHistory == 0 {
		return refuse(http.StatusForbidden, 50013, "Missing Permissions")
	}
	for _, m := range ch.messages {
		if m.ID == c.PathValue("message_id") {
			return answer{http.StatusOK, s.messageEvent(m)}
		}
	}
	return refuse(http.StatusNotFound, 10008, "Unknown Message")
}

// patchChannel opens a thread again, which is all that the bot changes of a channel.
func (s *Server) patchChannel(c *call) answer {
	ch, hidden := s.usable(c.PathValue("channel_id"))
	if ch == nil {
		return hidden
	}
	var sent struct {
		Archived *bool `json:"archived"`
	}
	if err := strict(c.body.JSON, &sent); err != nil || sent.Archived == nil || !ch.isThread() {
		return s.invalid(c, []string{"want archived, of a thread"})
	}
	may := s.permissions(ch)
	if may&SendMessagesInThreads == 0 || ch.locked && may&ManageThreads == 0 {
		return refuse(http.StatusForbidden, 50013, "Missing Permissions")
	}
	ch.archived = *sent.Archived
	return answer{http.StatusOK, ch.event()}
}
