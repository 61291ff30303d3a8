package discordtest

import (
	"fmt"
	"net/http"
	"slices"
	"time"
)

// Permissions of the bot, by their bits.
const (
	Administrator         = 1 << 3
	ViewChannel           = 1 << 10
	SendMessages          = 1 << 11
	EmbedLinks            = 1 << 14
	MentionEveryone       = 1 << 17
	AttachFiles           = 1 << 15
	ReadMessageHistory    = 1 << 16
	ManageThreads         = 1 << 34
	SendMessagesInThreads = 1 << 38
	UseExternalApps       = 1 << 50

	// usualPermissions are those of @everyone in a new guild, as far as they are known here.
	usualPermissions = ViewChannel | SendMessages | EmbedLinks | AttachFiles | ReadMessageHistory | SendMessagesInThreads | CreatePublicThreads
	allPermissions   = 1<<53 - 1
)

// Types of channels.
const (
	TextChannel         = 0
	directMessages      = 1
	VoiceChannel        = 2
	groupMessages       = 3
	Category            = 4
	AnnouncementChannel = 5
	AnnouncementThread  = 10
	PublicThread        = 11
	PrivateThread       = 12
	StageChannel        = 13
	Forum               = 15
	Media               = 16
)

// role is a role of a guild; that of @everyone has the guild's id.
type role struct {
	id          string
	permissions int64
	mentionable bool // by everyone
}

// overwrite is what a channel allows and denies to a role or a user.
type overwrite struct {
	id          string
	user        bool
	allow, deny int64
}

// AddRole adds a role to a guild and returns its id.
func (s *Server) AddRole(guildID string, permissions int64) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := &role{id: s.newID(), permissions: permissions}
	g := s.guild(guildID)
	g.roles = append(g.roles, r)
	s.dispatch(g.id, "GUILD_ROLE_CREATE", map[string]any{"guild_id": g.id, "role": r.event()})
	return r.id
}

// SetRole changes what a role allows; the role of @everyone has the guild's id.
func (s *Server) SetRole(guildID, roleID string, permissions int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := s.guild(guildID)
	for _, r := range g.roles {
		if r.id == roleID {
			s.changing(g, func() { r.permissions = permissions })
			s.dispatch(g.id, "GUILD_ROLE_UPDATE", map[string]any{"guild_id": g.id, "role": r.event()})
		}
	}
}

// Mentionable has everyone be able to mention a role.
func (s *Server) Mentionable(guildID, roleID string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	roleOf(s.guild(guildID), roleID).mentionable = true
}

// DeleteRole deletes a role of a guild.
func (s *Server) DeleteRole(guildID, roleID string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := s.guild(guildID)
	g.roles = slices.DeleteFunc(g.roles, func(r *role) bool { return r.id == roleID })
	s.dispatch(g.id, "GUILD_ROLE_DELETE", map[string]any{"guild_id": g.id, "role_id": roleID})
}

// roleOf returns a role of a guild, nil for an unknown one.
func roleOf(g *guild, id string) *role {
	for _, r := range g.roles {
		if r.id == id {
			return r
		}
	}
	return nil
}

// SetBot gives the bot other roles in a guild, and a timeout until a time, the zero time for none.
// Discord sends the event to bots without the intent for members too.
func (s *Server) SetBot(guildID string, timeout time.Time, roleIDs ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := s.guild(guildID)
	s.changing(g, func() { g.botRoles, g.timeout = roleIDs, timeout })
	event := s.botMember(g)
	event["guild_id"] = g.id
	s.dispatch(g.id, "GUILD_MEMBER_UPDATE", event)
}

// SetOwner makes a user the owner of a guild.
func (s *Server) SetOwner(guildID, userID string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := s.guild(guildID)
	g.owner = userID
	s.dispatch(g.id, "GUILD_UPDATE", s.guildObject(g))
}

// Overwrite sets what a channel allows and denies to a role, or to the bot if the id is its own.
func (s *Server) Overwrite(channelID, id string, allow, deny int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	ch := s.channel(channelID)
	ch.overwrites = slices.DeleteFunc(ch.overwrites, func(o overwrite) bool { return o.id == id })
	ch.overwrites = append(ch.overwrites, overwrite{id, id == s.BotID, allow, deny})
	s.dispatch(ch.guild, "CHANNEL_UPDATE", s.channelEvent(ch))
}

// AddChannelOf adds a channel of a type to a guild and returns its id.
func (s *Server) AddChannelOf(guildID, name string, kind int) string {
	id := s.AddChannel(guildID, name)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.channel(id).kind = kind
	return id
}

// AddThread adds a thread of a type to a channel and returns its id. The bot is not in it.
func (s *Server) AddThread(channelID, name string, kind int) string {
	id := s.AddChannelOf(s.GuildOf(channelID), name, kind)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.channel(id).parent = channelID
	return id
}

// LockThread locks or unlocks a thread.
func (s *Server) LockThread(id string, locked bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	ch := s.channel(id)
	ch.locked = locked
	s.dispatch(ch.guild, "THREAD_UPDATE", ch.event())
}

// AddToThread adds the bot to a thread.
func (s *Server) AddToThread(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	ch := s.channel(id)
	ch.joined = true
	s.dispatch(ch.guild, "THREAD_CREATE", ch.event())
}

// permissions computes what the bot may do in a channel: first what its roles allow, then for each
// bit what the most specific overwrite says of it.
func (s *Server) permissions(ch *channel) int64 {
	if ch.guild == "" {
		return allPermissions
	}
	g := s.guild(ch.guild)
	var may int64
	for bit := int64(1); bit <= SendMessagesInThreads; bit <<= 1 {
		if s.allows(g, ch, bit) {
			may |= bit
		}
	}
	return may
}

func (s *Server) allows(g *guild, ch *channel, bit int64) bool {
	by := func(permissions int64) bool {
		return slices.ContainsFunc(g.roles, func(r *role) bool {
			return (r.id == g.id || slices.Contains(g.botRoles, r.id)) && r.permissions&permissions != 0
		})
	}
	if g.owner == s.BotID || by(Administrator) {
		return true
	}
	if time.Now().Before(g.timeout) && bit != ViewChannel && bit != ReadMessageHistory {
		return false
	}
	holder := ch
	if parent := s.channel(ch.parent); parent != nil {
		holder = parent
	}
	allowed := by(bit)
	for _, rank := range []func(overwrite) bool{
		func(o overwrite) bool { return o.id == g.id },
		func(o overwrite) bool { return !o.user && slices.Contains(g.botRoles, o.id) },
		func(o overwrite) bool { return o.user && o.id == s.BotID },
	} {
		var yes, no bool
		for _, o := range holder.overwrites {
			yes, no = yes || rank(o) && o.allow&bit != 0, no || rank(o) && o.deny&bit != 0
		}
		allowed = yes || allowed && !no
	}
	return allowed
}

// isThread reports whether a channel is a thread.
func (ch *channel) isThread() bool { return ch.kind >= AnnouncementThread && ch.kind <= PrivateThread }

// hides returns the refusal of a channel that the bot cannot see.
func (s *Server) hides(ch *channel) (answer, bool) {
	may := s.permissions(ch)
	outside := ch.kind == PrivateThread && !ch.joined && may&ManageThreads == 0 || ch.kind == groupMessages
	if may&ViewChannel == 0 || outside {
		return refuse(http.StatusForbidden, 50001, "Missing Access"), true
	}
	return answer{}, false
}

// forbids returns the refusal of a message that the bot may not send to a channel.
func (s *Server) forbids(ch *channel, p payload, files map[string]upload) (answer, bool) {
	if a, hidden := s.hides(ch); hidden {
		return a, true
	}
	may, needs := s.permissions(ch), int64(SendMessages)
	if ch.isThread() {
		needs = SendMessagesInThreads
	}
	if len(files) > 0 {
		needs |= AttachFiles
	}
	if p.Embeds != nil && len(*p.Embeds) > 0 {
		needs |= EmbedLinks
	}
	switch {
	case s.deaf[ch.recipient]:
		return refuse(http.StatusForbidden, 50007, "Cannot send messages to this user"), true
	case ch.kind == Category || ch.kind == Forum || ch.kind == Media:
		return refuse(http.StatusBadRequest, 50008, "Cannot send messages in a non-text channel"), true
	case may&needs != needs:
		return refuse(http.StatusForbidden, 50013, "Missing Permissions"), true
	case ch.locked && may&ManageThreads == 0:
		return refuse(http.StatusForbidden, 160005, "Thread is locked"), true
	case ch.archived && ch.strict:
		return refuse(http.StatusBadRequest, 50083, "Thread is archived"), true
	}
	return answer{}, false
}

func (r *role) event() map[string]any {
	return map[string]any{"id": r.id, "name": "role " + r.id, "permissions": fmt.Sprint(r.permissions), "position": 1, "managed": false, "mentionable": r.mentionable}
}

func (o overwrite) event() map[string]any {
	return map[string]any{"id": o.id, "type": btoi(o.user), "allow": fmt.Sprint(o.allow), "deny": fmt.Sprint(o.deny)}
}

func (s *Server) botMember(g *guild) map[string]any {
	m := map[string]any{
		"user": s.bot(), "nick": nil, "roles": orEmpty(g.botRoles), "joined_at": "2020-01-01T00:00:00Z", "deaf": false, "mute": false,
		"communication_disabled_until": nil,
	}
	if !g.timeout.IsZero() {
		m["communication_disabled_until"] = g.timeout.UTC().Format(time.RFC3339)
	}
	return m
}

func (s *Server) getMember(c *call) answer {
	g := s.guild(c.PathValue("guild_id"))
	switch {
	case g == nil:
		return refuse(http.StatusNotFound, 10004, "Unknown Guild")
	case c.PathValue("user_id") != s.BotID:
		return refuse(http.StatusNotFound, 10007, "Unknown Member")
	}
	return answer{http.StatusOK, s.botMember(g)}
}
