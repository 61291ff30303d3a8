package discordtest

// hiddenName is the name under which the gateway reports a channel that the bot may not view.
const hiddenName = "___hidden___"

// flagObfuscated marks such a channel.
const flagObfuscated = 1 << 17

// sees reports whether the bot may view a channel.
func (s *Server) sees(ch *channel) bool {
	return ch.guild == "" || s.allows(s.guild(ch.guild), ch, ViewChannel)
}

// channelEvent is a channel as the gateway reports it: of one that the bot may not view only the id, the type and the
// position are true. (Discord's documentation, Channel, Obfuscated Channels)
func (s *Server) channelEvent(ch *channel) map[string]any {
	if s.sees(ch) {
		return ch.event()
	}
	return map[string]any{
		"id": ch.id, "type": ch.kind, "position": 0, "guild_id": ch.guild, "name": hiddenName, "flags": flagObfuscated,
		"topic": nil, "parent_id": nil, "last_message_id": nil, "permission_overwrites": []any{overwrite{id: ch.guild, deny: ViewChannel}.event()},
	}
}

// changing makes a change to a guild after which the bot may view other channels, and reports those. The caller holds the lock.
func (s *Server) changing(g *guild, change func()) {
	before := map[*channel]bool{}
	for _, ch := range g.channels {
		before[ch] = s.sees(ch)
	}
	change()
	for _, ch := range g.channels {
		if s.sees(ch) != before[ch] && !ch.isThread() {
			s.dispatch(g.id, "CHANNEL_UPDATE", s.channelEvent(ch))
		}
	}
}
