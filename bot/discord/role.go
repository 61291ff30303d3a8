package discord

import (
	"context"
	"net/http"

	"github.com/bwmarrin/discordgo"

	"github.com/gridkeeper/gridkeeper/bot/chat"
)

// CheckRole implements [chat.Channels]. A role can be pinged by everyone where it says so, else by
// those who have the permission to mention all roles.
func (p poster) CheckRole(ctx context.Context, guildID, channelID, roleID string) error {
	switch {
	case !p.Serves(guildID) || !p.Serves(roleID):
		return &chat.RoleError{Problem: chat.NoRole} // Discord has no such id, so it need not be asked
	case roleID == guildID:
		return &chat.RoleError{Problem: chat.EveryoneRole}
	}
	s, err := p.surveyGuild(ctx, guildID)
	if err != nil {
		return err
	}
	role := roleOf(s.guild, roleID)
	if role == nil {
		return &chat.RoleError{Problem: chat.NoRole}
	}
	if role.Mentionable {
		return nil
	}
	if p.Serves(channelID) { // what is wrong with the channel, CheckChannel says
		_ = p.surveyChannel(ctx, channelID, &s)
	}
	if s.permissions()&discordgo.PermissionMentionEveryone == 0 {
		return &chat.RoleError{Problem: chat.NotMentionableRole}
	}
	return nil
}

func roleOf(guild discordgo.Guild, id string) *discordgo.Role {
	for _, r := range guild.Roles {
		if r.ID == id {
			return r
		}
	}
	return nil
}

// withRole is a post that pings its role where that is still there: of one that was deleted, Discord
// would show the ruins of a mention.
func (p poster) withRole(ctx context.Context, guildID string, r chat.Reply) chat.Reply {
	var guild discordgo.Guild
	if r.Ping == "" || p.client.Call(ctx, http.MethodGet, "/guilds/"+guildID, nil, nil, &guild) != nil {
		return r
	}
	if r.Ping == guildID || roleOf(guild, r.Ping) == nil {
		r.Ping = ""
	}
	return r
}
