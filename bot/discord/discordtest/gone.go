package discordtest

import "slices"

// RemoveBot takes the bot out of a guild.
func (s *Server) RemoveBot(guildID string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, ch := range s.guild(guildID).channels {
		s.left[ch.id] = true
	}
	s.guilds = slices.DeleteFunc(s.guilds, func(g *guild) bool { return g.id == guildID })
	s.dispatch(guildID, "GUILD_DELETE", map[string]any{"id": guildID})
}

// Rejoin lets a guild of before have the bot again, with nothing else.
func (s *Server) Rejoin(guildID string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.addGuild(guildID, "again")
}

// Outage makes a guild unavailable, as when Discord's own servers fail.
func (s *Server) Outage(guildID string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.dispatch(guildID, "GUILD_DELETE", map[string]any{"id": guildID, "unavailable": true})
}

// DeleteChannel deletes a channel of a guild.
func (s *Server) DeleteChannel(channelID string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, g := range s.guilds {
		i := slices.IndexFunc(g.channels, func(ch *channel) bool { return ch.id == channelID })
		if i < 0 {
			continue
		}
		kind, event := "CHANNEL_DELETE", s.channelEvent(g.channels[i])
		if g.channels[i].isThread() {
			kind = "THREAD_DELETE"
		}
		g.channels = slices.Delete(g.channels, i, i+1)
		s.dispatch(g.id, kind, event)
	}
}
