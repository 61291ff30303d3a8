package discordtest

import (
	"slices"
	"time"
)

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

// localeOf is the language of a guild. The caller holds the lock.
func (s *Server) localeOf(guildID string) string {
	i := slices.IndexFunc(s.guilds, func(g *guild) bool { return g.id == guildID })
	if i < 0 || s.guilds[i].locale == "" {
		return "en-US"
	}
	return s.guilds[i].locale
}
