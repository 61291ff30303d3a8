package discordtest

import (
	"encoding/json"
	"net/http"
	"slices"
	"unicode/utf8"
)

// CreatePublicThreads lets the bot open threads.
const CreatePublicThreads = 1 << 35

// postThreadBelow opens a thread below a message, which has the id of the message. A second one is refused.
func (s *Server) postThreadBelow(c *call) answer {
	ch, hidden := s.usable(c.PathValue("channel_id"))
	if ch == nil {
		return hidden
	}
	id := c.PathValue("message_id")
	var body struct{ Name string }
	switch err := json.Unmarshal(c.body.JSON, &body); {
	case err != nil || body.Name == "" || utf8.RuneCountInString(body.Name) > 100:
		return s.invalid(c, []string{"the name of a thread has 1 to 100 characters"})
	case ch.kind != TextChannel && ch.kind != AnnouncementChannel:
		return refuse(http.StatusBadRequest, 50024, "Cannot execute action on this channel type")
	case s.permissions(ch)&CreatePublicThreads == 0:
		return refuse(http.StatusForbidden, 50013, "Missing Permissions")
	case !slices.ContainsFunc(ch.messages, func(m *Message) bool { return m.ID == id }):
		return refuse(http.StatusNotFound, 10008, "Unknown Message")
	case s.channel(id) != nil:
		return refuse(http.StatusBadRequest, 160004, "A thread has already been created for this message")
	}
	thread := &channel{id: id, name: body.Name, guild: ch.guild, kind: PublicThread, parent: ch.id, owner: s.BotID, joined: true}
	g := s.guild(ch.guild)
	g.channels = append(g.channels, thread)
	s.dispatch(g.id, "THREAD_CREATE", thread.event())
	s.notify()
	return answer{http.StatusCreated, thread.event()}
}
