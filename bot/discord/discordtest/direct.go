package discordtest

import (
	"net/http"
	"slices"
)

// AddGroup adds messages of a group of users, where the bot is not and one of them brings it as their own. It
// returns the id of the channel.
func (s *Server) AddGroup() string { return s.AddChannelOf("", "", groupMessages) }

// RefuseDirectMessages has a user take no direct messages from now on.
func (s *Server) RefuseDirectMessages(userID string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.deaf[userID] = true
}

// DirectMessages returns the messages that the bot has sent to a user, oldest first.
func (s *Server) DirectMessages(userID string) []Message {
	s.mu.Lock()
	ch := s.direct(userID)
	s.mu.Unlock()
	if ch == nil {
		return nil
	}
	return s.Messages(ch.id)
}

// direct returns the channel of the direct messages that the bot has opened with a user, nil for
// none. The caller holds the lock.
func (s *Server) direct(userID string) *channel {
	for _, g := range s.guilds {
		i := slices.IndexFunc(g.channels, func(ch *channel) bool { return ch.recipient == userID })
		if i >= 0 {
			return g.channels[i]
		}
	}
	return nil
}

// postDirect opens direct messages with a user; there is one channel for each. Discord does so too
// where the user takes none, and refuses the messages.
func (s *Server) postDirect(c *call) answer {
	var to struct {
		RecipientID string `json:"recipient_id"`
	}
	if err := strict(c.body.JSON, &to); err != nil || to.RecipientID == "" {
		return s.invalid(c, []string{"direct messages need a recipient_id"})
	}
	ch := s.direct(to.RecipientID)
	if ch == nil {
		ch = &channel{id: s.newID(), kind: directMessages, recipient: to.RecipientID}
		s.guilds = append(s.guilds, &guild{channels: []*channel{ch}})
	}
	return answer{http.StatusOK, ch.event()}
}
