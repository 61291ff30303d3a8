package discordtest

import (
	"net/http"
	"slices"
	"strconv"
	"time"
)

// patchMessage changes a message of the bot's in a channel, that of an interaction too. Changing one's own
// message needs no other permission than to see the channel. In a thread that is archived nothing can be changed.
func (s *Server) patchMessage(c *call) answer {
	ch, hidden := s.usable(c.PathValue("channel_id"))
	if ch == nil {
		return hidden
	}
	if ch.archived {
		return refuse(http.StatusBadRequest, 50083, "Thread is archived")
	}
	i := slices.IndexFunc(ch.messages, func(m *Message) bool { return m.ID == c.PathValue("message_id") })
	if i < 0 {
		return unknownMessage()
	}
	m := ch.messages[i]
	if madeAt(m.ID).Before(time.Now().Add(-time.Hour)) && !s.limiter.takesOldEdit(ch.id, s.now()) {
		return tooManyOldEdits()
	}
	p, refused, ok := s.payload(c, c.body.JSON, m)
	if !ok {
		return refused
	}
	s.apply(m, p, c.body.files)
	m.Edited++
	m.editedAt = time.Now()
	s.notify()
	return answer{http.StatusOK, s.messageEvent(m)}
}

// OldMessage puts a message of the bot's into a channel as if it had been sent some time ago, and returns its id.
func (s *Server) OldMessage(channelID string, age time.Duration) (id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	ch := s.channel(channelID)
	id = strconv.FormatUint(firstID(time.Now().Add(-age))+uint64(len(ch.messages)), 10)
	ch.messages = append(ch.messages, &Message{ID: id, ChannelID: channelID, At: time.Now().Add(-age)})
	return id
}

// DeleteMessage has a moderator delete a message.
func (s *Server) DeleteMessage(channelID, messageID string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	ch := s.channel(channelID)
	ch.messages = slices.DeleteFunc(ch.messages, func(m *Message) bool { return m.ID == messageID })
}

// named adds the user of an option to what Discord resolves of a command: as a member too, if in the guild.
func (o Option) named(resolved map[string]any) {
	user := o.User.event()
	user["bot"] = o.User.Bot
	resolved["users"] = map[string]any{o.User.ID: user}
	if !o.User.Outside {
		resolved["members"] = map[string]any{o.User.ID: map[string]any{
			"nick": nullable(o.User.Nick), "roles": []any{}, "permissions": "0", "joined_at": "2020-01-01T00:00:00Z", "pending": false,
		}}
	}
}
