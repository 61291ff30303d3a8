package discordtest

import "time"

// Join adds a guild that takes the bot now, in a language, with a system channel.
func (s *Server) Join(name, locale string) (guildID, channelID string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := s.newGuild(s.newID(), name)
	ch := &channel{id: s.newID(), name: "general", guild: g.id}
	g.channels, g.system, g.locale, g.joined = []*channel{ch}, ch.id, locale, time.Now()
	s.dispatch(g.id, "GUILD_CREATE", s.guildEvent(g))
	return g.id, ch.id
}
