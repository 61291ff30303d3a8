package discordtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"time"
)

func (s *Server) postCallback(c *call) answer {
	i := s.interactions[c.PathValue("interaction_token")]
	if i == nil || i.ID != c.PathValue("interaction_id") {
		return unknownInteraction()
	}
	if i.first != 0 {
		return refuse(http.StatusBadRequest, 40060, "Interaction has already been acknowledged.")
	}
	if time.Since(i.sent) > s.Deadline {
		return unknownInteraction()
	}
	var sent struct {
		Type int             `json:"type"`
		Data json.RawMessage `json:"data"`
	}
	if err := strict(c.body.JSON, &sent); err != nil {
		return s.invalid(c, []string{err.Error()})
	}
	if refused, ok := s.firstAnswer(c, i, sent.Type, sent.Data); !ok {
		return refused
	}
	i.first = sent.Type
	s.notify()
	return answer{http.StatusNoContent, nil}
}

func unknownInteraction() answer {
	return refuse(http.StatusNotFound, 10062, "Unknown interaction")
}

// firstAnswer does what the first answer to an interaction says.
func (s *Server) firstAnswer(c *call, i *Call, kind int, data json.RawMessage) (refused answer, ok bool) {
	if i.pressed == nil && (kind == answerUpdate || kind == answerDeferredUpdate) {
		return s.invalid(c, []string{"an update answers a command: it has no message to update"}), false
	}
	if (i.kind == kindSuggest) != (kind == answerSuggest) {
		return s.invalid(c, []string{fmt.Sprintf("answer of type %d to an interaction of type %d", kind, i.kind)}), false
	}
	switch kind {
	case answerForm:
		if b := i.takeForm(data); len(b) > 0 {
			return s.invalid(c, b), false
		}
	case answerSuggest:
		if b := i.takeChoices(data); len(b) > 0 {
			return s.invalid(c, b), false
		}
	case answerMessage:
		p, refused, ok := s.payload(c, data, nil)
		if !ok {
			return refused, false
		}
		i.original = s.reply(i, p, c.body.files)
	case answerDeferred:
		var p payload
		if len(data) > 0 {
			if err := strict(data, &p); err != nil {
				return s.invalid(c, []string{err.Error()}), false
			}
		}
		i.ephemeral = p.Flags&flagEphemeral != 0
	case answerDeferredUpdate:
		i.original = i.pressed
	case answerUpdate:
		p, refused, ok := s.payload(c, data, i.pressed)
		if !ok {
			return refused, false
		}
		i.original = i.pressed
		s.change(i, i.pressed, p, c.body.files)
	default:
		return s.invalid(c, []string{fmt.Sprintf("answer of type %d: the stand-in knows 4, 5, 6, 7, 8, 9", kind)}), false
	}
	return answer{}, true
}

// reply makes a new message that answers an interaction; one that all may see is in the
// channel too.
func (s *Server) reply(i *Call, p payload, files map[string]upload) *Message {
	m := &Message{ID: s.newID(), ChannelID: i.channelID, Ephemeral: p.Flags&flagEphemeral != 0 || i.hushed, At: time.Now(), answers: i}
	s.apply(m, p, files)
	if ch := s.channel(i.channelID); ch != nil && !m.Ephemeral {
		ch.messages = append(ch.messages, m)
	}
	i.replies = append(i.replies, m)
	return m
}

// change edits a message in answer to an interaction. It stays as private as it is.
func (s *Server) change(i *Call, m *Message, p payload, files map[string]upload) {
	s.apply(m, p, files)
	m.Edited++
	m.editedAt = time.Now()
	if !slices.Contains(i.replies, m) {
		i.replies = append(i.replies, m)
	}
}

// answered returns the interaction that a webhook call belongs to.
func (s *Server) answered(c *call) (i *Call, refused answer, ok bool) {
	i = s.interactions[c.PathValue("webhook_token")]
	switch {
	case i == nil || i.first == 0 || c.PathValue("webhook_id") != s.AppID:
		return nil, refuse(http.StatusNotFound, 10015, "Unknown Webhook"), false
	case time.Since(i.sent) > s.TokenLife:
		return nil, refuse(http.StatusUnauthorized, 50027, "Invalid Webhook Token"), false
	}
	return i, answer{}, true
}

// named returns the message that a webhook call names, nil for an unknown id.
func (c *Call) named(id string) *Message {
	if id == "@original" {
		return c.original
	}
	at := slices.IndexFunc(c.replies, func(m *Message) bool { return m.ID == id })
	if at < 0 {
		return nil
	}
	return c.replies[at]
}

// forget takes a message that was deleted out of the answers to an interaction.
func (c *Call) forget(m *Message) {
	c.replies = slices.DeleteFunc(c.replies, func(r *Message) bool { return r == m })
	if c.original == m {
		c.original, c.withdrawn = nil, true
	}
}

// waiting reports whether the bot asked for time and has shown nothing yet.
func (c *Call) waiting() bool { return c.first == answerDeferred && c.original == nil && !c.withdrawn }

func (s *Server) getAnswer(c *call) answer {
	i, refused, ok := s.answered(c)
	if !ok {
		return refused
	}
	id := c.PathValue("message_id")
	if m := i.named(id); m != nil {
		return answer{http.StatusOK, s.messageEvent(m)}
	}
	if id != "@original" || !i.waiting() {
		return unknownMessage()
	}
	thinking := s.messageEvent(&Message{ID: i.ID, ChannelID: i.channelID, Ephemeral: i.ephemeral, At: i.sent})
	thinking["flags"] = thinking["flags"].(int) | flagLoading
	return answer{http.StatusOK, thinking}
}

func unknownMessage() answer { return refuse(http.StatusNotFound, 10008, "Unknown Message") }

func (s *Server) patchAnswer(c *call) answer {
	i, refused, ok := s.answered(c)
	if !ok {
		return refused
	}
	m := i.named(c.PathValue("message_id"))
	if m == nil && !i.waiting() {
		return unknownMessage()
	}
	p, refused, ok := s.payload(c, c.body.JSON, m)
	if !ok {
		return refused
	}
	if m == nil {
		i.original = s.complete(i, p, c.body.files)
	} else {
		s.change(i, m, p, c.body.files)
	}
	s.notify()
	return answer{http.StatusOK, s.messageEvent(i.named(c.PathValue("message_id")))}
}

// complete turns a deferred answer into a message. Who may see it was fixed when it was
// deferred.
func (s *Server) complete(i *Call, p payload, files map[string]upload) *Message {
	p.Flags &^= flagEphemeral
	if i.ephemeral {
		p.Flags |= flagEphemeral
	}
	return s.reply(i, p, files)
}

// postFollowUp adds a message; while a deferred answer is awaited it becomes that answer.
func (s *Server) postFollowUp(c *call) answer {
	i, refused, ok := s.answered(c)
	if !ok {
		return refused
	}
	p, refused, ok := s.payload(c, c.body.JSON, nil)
	if !ok {
		return refused
	}
	if i.followUps++; i.installed && i.followUps > maxFollowUps {
		return s.invalid(c, []string{fmt.Sprintf("more than %d follow-ups of a bot that is not in the guild", maxFollowUps)})
	}
	var m *Message
	if i.waiting() {
		m = s.complete(i, p, c.body.files)
		i.original = m
	} else {
		m = s.reply(i, p, c.body.files)
	}
	s.notify()
	return answer{http.StatusOK, s.messageEvent(m)}
}

func (s *Server) deleteAnswer(c *call) answer {
	i, refused, ok := s.answered(c)
	if !ok {
		return refused
	}
	m := i.named(c.PathValue("message_id"))
	switch {
	case m == nil && i.waiting():
		i.withdrawn = true
	case m == nil:
		return unknownMessage()
	default:
		for _, other := range s.interactions { // those whose answer changed it
			other.forget(m)
		}
		if ch := s.channel(m.ChannelID); ch != nil {
			ch.messages = slices.DeleteFunc(ch.messages, func(r *Message) bool { return r == m })
		}
	}
	s.notify()
	return answer{http.StatusNoContent, nil}
}
