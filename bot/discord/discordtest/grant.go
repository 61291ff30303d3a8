package discordtest

import (
	"fmt"
	"slices"
	"strconv"
)

// commandRight is a setting of a guild for a command, under Integrations: of a role, a user, or with the id of the
// guild of @everyone.
type commandRight struct{ command, to string }

// Grant sets who may use a command in a guild, as its admins do under Integrations.
func (s *Server) Grant(guildID, command, to string, allowed bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := s.guild(guildID)
	if g.granted == nil {
		g.granted = map[commandRight]bool{}
	}
	g.granted[commandRight{command, to}] = allowed
}

// Offers reports whether Discord offers a command to a user in a channel: where the command says it can be used, and
// there to admins always, else by what the guild's admins have set for the user, their roles and everyone, in this
// order, else by the command's default_member_permissions.
func (s *Server) Offers(u User, channelID, command string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.offers(u, channelID, command)
}

func (s *Server) offers(u User, channelID, name string) bool {
	ch := s.channel(channelID)
	i := slices.IndexFunc(s.commands, func(c command) bool { return c.Name == name })
	if ch == nil || i < 0 {
		return true
	}
	installed := btoi(u.Installed || ch.kind == groupMessages)
	if c := s.commands[i]; !slices.Contains(c.Contexts, ch.context()) || !slices.Contains(c.IntegrationTypes, installed) {
		return false
	}
	if ch.guild == "" || u.Installed {
		return true
	}
	g := s.guild(ch.guild)
	if u.Permissions&Administrator != 0 || g.owner == u.ID {
		return true
	}
	for _, ids := range [][]string{{u.ID}, u.Roles, {g.id}} {
		var yes, no bool
		for _, id := range ids {
			allowed, set := g.granted[commandRight{name, id}]
			yes, no = yes || set && allowed, no || set && !allowed
		}
		if yes || no {
			return yes
		}
	}
	needed := s.commands[i].DefaultMemberPermissions
	if needed == nil {
		return true
	}
	bits, err := strconv.ParseInt(string(*needed), 10, 64)
	return err == nil && bits != 0 && u.Permissions&bits == bits
}

// mustOffer panics where a test uses a command that Discord does not offer. The caller holds the lock.
func (s *Server) mustOffer(u User, channelID, command string) {
	if !s.offers(u, channelID, command) {
		panic(fmt.Sprintf("Discord does not offer /%s to %s: see Grant, or use Forge", command, u.Name))
	}
}
