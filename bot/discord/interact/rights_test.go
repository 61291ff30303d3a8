package interact

import (
	"testing"

	"github.com/bwmarrin/discordgo"

	"github.com/gridkeeper/gridkeeper/bot/chat"
)

// Who someone is, and where, follows from what Discord says alone, with a command as with a control.
// Only those who may manage a guild that has the bot itself have rights there; without that guild, a
// player is in a place of their own. What the bot allows to whom is tested in package bot.
func TestRights(t *testing.T) {
	const (
		manage = discordgo.PermissionManageGuild
		owner  = discordgo.PermissionAdministrator
		others = discordgo.PermissionAll &^ (manage | owner)
	)
	user := &discordgo.User{ID: "1001", Username: "ann"}
	byGuild := map[discordgo.ApplicationIntegrationType]string{discordgo.ApplicationIntegrationGuildInstall: "7"}
	byUser := map[discordgo.ApplicationIntegrationType]string{discordgo.ApplicationIntegrationUserInstall: "1001"}
	byBoth := map[discordgo.ApplicationIntegrationType]string{
		discordgo.ApplicationIntegrationGuildInstall: "7", discordgo.ApplicationIntegrationUserInstall: "1001",
	}
	directly := map[discordgo.ApplicationIntegrationType]string{discordgo.ApplicationIntegrationGuildInstall: "0"}
	member := func(permissions int64) *discordgo.Member {
		return &discordgo.Member{User: user, Permissions: permissions}
	}
	for name, c := range map[string]struct {
		i       discordgo.Interaction
		guild   string
		manages bool
	}{
		"a member":                           {discordgo.Interaction{GuildID: "7", Member: member(0), AuthorizingIntegrationOwners: byGuild}, "7", false},
		"a member with every other right":    {discordgo.Interaction{GuildID: "7", Member: member(others), AuthorizingIntegrationOwners: byGuild}, "7", false},
		"who manages the guild":              {discordgo.Interaction{GuildID: "7", Member: member(manage), AuthorizingIntegrationOwners: byGuild}, "7", true},
		"an administrator":                   {discordgo.Interaction{GuildID: "7", Member: member(owner), AuthorizingIntegrationOwners: byGuild}, "7", true},
		"nothing said of the installation":   {discordgo.Interaction{GuildID: "7", Member: member(manage)}, "7", true},
		"both have installed it":             {discordgo.Interaction{GuildID: "7", Member: member(manage), AuthorizingIntegrationOwners: byBoth}, "7", true},
		"a member, both have installed it":   {discordgo.Interaction{GuildID: "7", Member: member(0), AuthorizingIntegrationOwners: byBoth}, "7", false},
		"only the user, a member":            {discordgo.Interaction{GuildID: "7", Member: member(0), AuthorizingIntegrationOwners: byUser}, "dm:1001", false},
		"only the user, an administrator":    {discordgo.Interaction{GuildID: "7", Member: member(owner), AuthorizingIntegrationOwners: byUser}, "dm:1001", false},
		"direct messages":                    {discordgo.Interaction{User: user, AuthorizingIntegrationOwners: directly}, "dm:1001", false},
		"direct messages with others":        {discordgo.Interaction{User: user, AuthorizingIntegrationOwners: byUser}, "dm:1001", false},
		"a member of nowhere":                {discordgo.Interaction{Member: member(owner)}, "dm:1001", false},
		"a member of nowhere, both say who":  {discordgo.Interaction{Member: member(owner), User: user}, "dm:1001", false},
		"a member of a guild, both say who":  {discordgo.Interaction{GuildID: "7", Member: member(0), User: &discordgo.User{ID: "1"}}, "7", false},
		"only the user, whom both say it is": {discordgo.Interaction{GuildID: "7", Member: member(manage), User: user, AuthorizingIntegrationOwners: byUser}, "dm:1001", false},
	} {
		for _, forged := range []struct {
			kind discordgo.InteractionType
			data discordgo.InteractionData
		}{
			{discordgo.InteractionApplicationCommand, discordgo.ApplicationCommandInteractionData{Name: "schedule"}},
			{discordgo.InteractionMessageComponent, discordgo.MessageComponentInteractionData{CustomID: "g:1:share::1"}},
			{discordgo.InteractionMessageComponent, discordgo.MessageComponentInteractionData{CustomID: "schedule?posts=off"}},
		} {
			i := c.i
			i.Type, i.Data = forged.kind, forged.data
			r, ok := (&Server{}).requestOf(&i)
			if !ok || r.Player.ID != "1001" || r.Place.GuildID != c.guild || r.Rights.ManageGuild != c.manages || r.Place.Private != (c.guild != "7") {
				t.Errorf("%s: %v %+v", name, ok, r)
			}
		}
	}
}

// What a guild decides over commands by is summed up: the same for the same roles in any order, another for others.
func TestStanding(t *testing.T) {
	of := func(roles ...string) string {
		i := discordgo.Interaction{
			Type: discordgo.InteractionMessageComponent, GuildID: "7", Data: discordgo.MessageComponentInteractionData{CustomID: "g:1:share::1"},
			Member: &discordgo.Member{User: &discordgo.User{ID: "1001"}, Roles: roles},
		}
		r, _ := (&Server{}).requestOf(&i)
		return r.Rights.Standing
	}
	seen := map[string]bool{}
	for _, roles := range [][]string{nil, {"1"}, {"2"}, {"12"}, {"1", "2"}} {
		if s := of(roles...); s == "" || seen[s] {
			t.Errorf("%q is like others", roles)
		} else {
			seen[s] = true
		}
	}
	if of("1", "2") != of("2", "1") {
		t.Error("the order of roles counts")
	}
}

// No custom_id is a command that changes anything for others: such commands are not among those that
// old buttons name.
func TestForgedCommands(t *testing.T) {
	for _, command := range []string{"schedule", "import", "collections", "moderate", "privacy", "profile", "submit", "move", "play", "share"} {
		i := discordgo.Interaction{
			Type: discordgo.InteractionMessageComponent, GuildID: "7",
			Member: &discordgo.Member{User: &discordgo.User{ID: "1001"}, Permissions: discordgo.PermissionAdministrator},
		}
		for _, id := range []string{command, command + "?action=delete&confirm=yes", "/" + command, "g:0:" + command + "::0", command + "#daily"} {
			i.Data = discordgo.MessageComponentInteractionData{CustomID: id}
			r, _ := (&Server{}).requestOf(&i)
			if ask, ok := r.Action.(chat.Ask); ok {
				t.Errorf("%q asks %+v", id, ask)
			}
		}
	}
}
