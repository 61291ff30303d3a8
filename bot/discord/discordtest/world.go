package discordtest

import (
	"fmt"
	"net/http"
	"slices"
)

// ManageGuild is the permission bit of those who may change a guild.
const ManageGuild = 1 << 5

// User is a user of the bot.
type User struct {
	ID, Name    string
	GlobalName  string // of the account, shown instead of Name where not empty
	Nick        string // in the guild
	Permissions int64  // in the guild
	Locale      string // "en-US" where empty
	Installed   bool   // by this user for themselves, and not in the guild
}

type guild struct {
	id, name string
	channels []*channel
}

type channel struct {
	id, name   string
	guild      string // "" in direct messages
	messages   []*Message
	unreadable bool
}

// AddGuild adds a guild with the bot in it and returns its id.
func (s *Server) AddGuild(name string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.addGuild(s.newID(), name)
}

func (s *Server) addGuild(id, name string) string {
	g := &guild{id: id, name: name}
	s.guilds = append(s.guilds, g)
	s.dispatch(id, "GUILD_CREATE", s.guildEvent(g))
	return id
}

// AddChannel adds a text channel to a guild and returns its id. With the guild "" it is a
// user's direct messages with the bot.
func (s *Server) AddChannel(guildID, name string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	ch := &channel{id: s.newID(), name: name, guild: guildID}
	i := slices.IndexFunc(s.guilds, func(g *guild) bool { return g.id == guildID })
	if i < 0 {
		i = len(s.guilds)
		s.guilds = append(s.guilds, &guild{})
	}
	s.guilds[i].channels = append(s.guilds[i].channels, ch)
	return ch.id
}

// GuildOf returns the id of the guild that a channel belongs to, "" for direct messages.
func (s *Server) GuildOf(channelID string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if ch := s.channel(channelID); ch != nil {
		return ch.guild
	}
	return ""
}

// HideHistory takes from the bot the right to read a channel's history: Discord then
// answers with an empty list.
func (s *Server) HideHistory(channelID string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if ch := s.channel(channelID); ch != nil {
		ch.unreadable = true
	}
}

// channel returns a channel, nil for an unknown id. The caller holds the lock.
func (s *Server) channel(id string) *channel {
	for _, g := range s.guilds {
		for _, ch := range g.channels {
			if ch.id == id {
				return ch
			}
		}
	}
	return nil
}

func (s *Server) bot() map[string]any {
	return map[string]any{
		"id": s.BotID, "username": "gridkeeper", "discriminator": "0", "global_name": nil,
		"avatar": nil, "bot": true, "verified": true, "flags": 0,
	}
}

func (u User) event() map[string]any {
	return map[string]any{
		"id": u.ID, "username": u.Name, "discriminator": "0", "global_name": nullable(u.GlobalName), "avatar": nil, "public_flags": 0,
	}
}

func (ch *channel) event() map[string]any {
	e := map[string]any{"id": ch.id, "name": ch.name, "type": 0, "guild_id": ch.guild, "last_message_id": nil}
	if ch.guild == "" {
		e = map[string]any{"id": ch.id, "type": 1, "last_message_id": nil}
	}
	if n := len(ch.messages); n > 0 {
		e["last_message_id"] = ch.messages[n-1].ID
	}
	return e
}

func (s *Server) getMe(*call) answer { return answer{http.StatusOK, s.bot()} }

func (s *Server) getApplication(*call) answer {
	types := map[string]any{}
	for _, kind := range s.integrationTypes() {
		types[fmt.Sprint(kind)] = map[string]any{}
	}
	return answer{http.StatusOK, map[string]any{
		"id": s.AppID, "name": "gridkeeper", "description": "", "flags": 0, "bot": s.bot(), "integration_types_config": types,
	}}
}

// integrationTypes lists how the application can be installed: in guilds (0), by users (1).
func (s *Server) integrationTypes() []int { return []int{0, 1}[:1+btoi(s.UserInstall)] }

func (s *Server) getGuild(c *call) answer {
	for _, g := range s.guilds {
		if g.id != "" && g.id == c.PathValue("guild_id") {
			return answer{http.StatusOK, map[string]any{"id": g.id, "name": g.name}}
		}
	}
	return refuse(http.StatusNotFound, 10004, "Unknown Guild")
}

func (s *Server) getChannel(c *call) answer {
	ch := s.channel(c.PathValue("channel_id"))
	if ch == nil {
		return unknownChannel()
	}
	return answer{http.StatusOK, ch.event()}
}

func unknownChannel() answer { return refuse(http.StatusNotFound, 10003, "Unknown Channel") }
