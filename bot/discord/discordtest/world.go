package discordtest

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"time"
)

// ManageGuild is the permission bit of those who may change a guild.
const ManageGuild = 1 << 5

// User is a user of the bot.
type User struct {
	ID, Name    string
	GlobalName  string            // of the account, shown instead of Name where not empty
	Nick        string            // in the guild
	Permissions int64             // in the guild
	Roles       []string          // in the guild, besides that of @everyone
	Locale      string            // "en-US" where empty
	Bot         bool              // a bot, named as an option
	Outside     bool              // not in the guild, named as an option
	Guilds      map[string]string // names of the servers that they are on, by id, for those who sign in on a page
	Installed   bool              // by this user for themselves, and not in the guild
}

type guild struct {
	id, name string
	owner    string
	channels []*channel
	roles    []*role // that of @everyone is the first
	botRoles []string
	timeout  time.Time // of the bot
	system   string    // the channel for messages of Discord's own
	locale   string
	joined   time.Time             // when it took the bot; zero: long ago
	granted  map[commandRight]bool // what its admins have set under Integrations
}

type channel struct {
	id, name   string
	guild      string // "" in direct messages
	kind       int
	parent     string // of a thread
	recipient  string // of direct messages that the bot has opened
	messages   []*Message
	overwrites []overwrite
	locked     bool // a thread
	joined     bool // the bot is in this thread

	owner      string // who made this thread
	archived   bool
	strict     bool      // no message opens it
	archivedAt time.Time // when it was last
	applied    []string  // tags of this thread
	tags       []Tag     // of a forum
	needsTag   bool      // of each post
}

// AddGuild adds a guild with the bot in it and returns its id.
func (s *Server) AddGuild(name string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.addGuild(s.newID(), name)
}

func (s *Server) addGuild(id, name string) string {
	s.dispatch(id, "GUILD_CREATE", s.guildEvent(s.newGuild(id, name)))
	return id
}

func (s *Server) newGuild(id, name string) *guild {
	g := &guild{id: id, name: name, owner: s.newID()}
	g.roles = []*role{{id: g.id, permissions: usualPermissions}}
	s.guilds = append(s.guilds, g)
	return g
}

// AddChannel adds a text channel to a guild and returns its id. With the guild "" it is a
// user's direct messages with the bot.
func (s *Server) AddChannel(guildID, name string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	ch := &channel{id: s.newID(), name: name, guild: guildID}
	if guildID == "" {
		ch.kind = directMessages
	}
	i := slices.IndexFunc(s.guilds, func(g *guild) bool { return g.id == guildID })
	if i < 0 {
		i = len(s.guilds)
		s.guilds = append(s.guilds, &guild{})
	}
	s.guilds[i].channels = append(s.guilds[i].channels, ch)
	return ch.id
}

// context says where an interaction is from: a guild, the user's direct messages with the bot, or those with others.
func (ch *channel) context() int {
	switch {
	case ch.guild != "":
		return 0
	case ch.kind == groupMessages:
		return 2
	}
	return 1
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

// HideHistory takes from everyone the right to read a channel's history: Discord then answers
// with an empty list.
func (s *Server) HideHistory(channelID string) {
	s.Overwrite(channelID, s.GuildOf(channelID), 0, ReadMessageHistory)
}

// guild returns a guild, nil for an unknown id. The caller holds the lock.
func (s *Server) guild(id string) *guild {
	i := slices.IndexFunc(s.guilds, func(g *guild) bool { return id != "" && g.id == id })
	if i < 0 {
		return nil
	}
	return s.guilds[i]
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
	e := map[string]any{"id": ch.id, "type": ch.kind, "last_message_id": nil}
	if ch.guild != "" {
		overwrites := []any{}
		for _, o := range ch.overwrites {
			overwrites = append(overwrites, o.event())
		}
		e["name"], e["guild_id"], e["permission_overwrites"] = ch.name, ch.guild, overwrites
	}
	if ch.isThread() {
		e["parent_id"], e["permission_overwrites"] = ch.parent, []any{}
		e["thread_metadata"] = map[string]any{
			"archived": ch.archived, "locked": ch.locked, "auto_archive_duration": 1440, "archive_timestamp": ch.archivedAt.UTC().Format(time.RFC3339Nano),
		}
		e["owner_id"] = ch.owner
		if ch.joined {
			e["member"] = map[string]any{"id": ch.id, "join_timestamp": "2020-01-01T00:00:00Z", "flags": 0}
		}
	}
	if ch.kind == Forum {
		tags := []any{}
		for _, t := range ch.tags {
			tags = append(tags, map[string]any{"id": t.ID, "name": t.Name, "moderated": t.Moderated, "emoji_id": nil, "emoji_name": nil})
		}
		e["available_tags"], e["flags"] = tags, btoi(ch.needsTag)<<4
	}
	if n := len(ch.messages); n > 0 {
		e["last_message_id"] = ch.messages[n-1].ID
	}
	return e
}

// getMe is who has a token: the bot, or a player who signed in.
func (s *Server) getMe(c *call) answer {
	if u, ok := s.oauth.bearer(c.Request); ok {
		return answer{http.StatusOK, map[string]any{"id": u.ID, "username": u.Name, "global_name": nil}}
	}
	if c.Header.Get("Authorization") != "Bot "+s.Token {
		return refuse(http.StatusUnauthorized, 0, "401: Unauthorized")
	}
	return answer{http.StatusOK, s.bot()}
}

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
	g := s.guild(c.PathValue("guild_id"))
	if g == nil {
		return refuse(http.StatusNotFound, 10004, "Unknown Guild")
	}
	return answer{http.StatusOK, s.guildObject(g)}
}

func (s *Server) guildObject(g *guild) map[string]any {
	roles := []any{}
	for _, r := range g.roles {
		roles = append(roles, r.event())
	}
	return map[string]any{"id": g.id, "name": g.name, "owner_id": g.owner, "roles": roles,
		"system_channel_id": nullable(g.system), "preferred_locale": cmp.Or(g.locale, "en-US")}
}

func (s *Server) getChannel(c *call) answer {
	ch, refused := s.usable(c.PathValue("channel_id"))
	if ch == nil {
		return refused
	}
	return answer{http.StatusOK, ch.event()}
}

// usable returns a channel that the bot can see, or nil and the refusal of any other.
func (s *Server) usable(id string) (*channel, answer) {
	if s.left[id] {
		return nil, refuse(http.StatusForbidden, 50001, "Missing Access")
	}
	ch := s.channel(id)
	if ch == nil {
		return nil, unknownChannel()
	}
	if a, hidden := s.hides(ch); hidden {
		return nil, a
	}
	return ch, answer{}
}

func unknownChannel() answer { return refuse(http.StatusNotFound, 10003, "Unknown Channel") }
