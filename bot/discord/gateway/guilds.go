package gateway

import (
	"time"

	"github.com/bwmarrin/discordgo"
)

// newFor is how long a guild counts as new after it added the bot, for a process that was not running then. A guild
// that has had the bot for longer is not greeted, even if the archive has no record of it.
const newFor = 7 * 24 * time.Hour

// watchGuilds reports changes in guilds.
//
// The bot's permissions in a channel change with the overwrites of the channel, with roles, with
// the owner of the guild, and with the bot's own roles and timeout. GUILD_MEMBER_UPDATE belongs to
// an intent that the bot does not have, but Discord sends that of the bot itself to every bot
// (Discord's documentation, Gateway, Caveats).
func (g *Config) watchGuilds(d *discordgo.Session) {
	// When a session begins, Discord lists the guilds that have the bot, and then sends a GUILD_CREATE for each that is
	// available. It sends one for another guild when it adds the bot. Events come one after another.
	present := map[string]bool{}
	d.AddHandler(func(_ *discordgo.Session, e *discordgo.Ready) {
		var listed []string
		for _, guild := range e.Guilds {
			present[guild.ID] = true
			listed = append(listed, guild.ID)
		}
		if g.Listed != nil {
			g.Listed(d.ShardID, d.ShardCount, listed)
		}
	})
	d.AddHandler(func(_ *discordgo.Session, e *discordgo.ChannelDelete) { g.channelGone(e.Channel) })
	d.AddHandler(func(_ *discordgo.Session, e *discordgo.ThreadDelete) { g.channelGone(e.Channel) })
	d.AddHandler(func(_ *discordgo.Session, e *discordgo.GuildDelete) {
		if e.Guild != nil && !e.Unavailable { // else it is an outage
			delete(present, e.ID)
			g.Gone(e.ID, "")
		}
	})
	d.AddHandler(func(_ *discordgo.Session, e *discordgo.GuildCreate) {
		if e.Guild == nil || e.Unavailable {
			return
		}
		isNew := !present[e.ID] || time.Since(e.JoinedAt) < newFor // a guild reported twice is greeted once
		if isNew && g.Added != nil {
			g.Added(e.ID, e.SystemChannelID, e.PreferredLocale)
		}
		present[e.ID] = true
		g.Joined(e.ID)
	})
	d.AddHandler(func(_ *discordgo.Session, e *discordgo.GuildUpdate) {
		if e.Guild != nil {
			g.changed(e.ID)
		}
	})
	d.AddHandler(func(_ *discordgo.Session, e *discordgo.GuildRoleUpdate) {
		if e.GuildRole != nil {
			g.changed(e.GuildID)
		}
	})
	d.AddHandler(func(_ *discordgo.Session, e *discordgo.GuildRoleDelete) { g.changed(e.GuildID) })
	d.AddHandler(func(_ *discordgo.Session, e *discordgo.GuildMemberUpdate) {
		if e.Member != nil {
			g.changed(e.GuildID)
		}
	})
	d.AddHandler(func(_ *discordgo.Session, e *discordgo.ChannelUpdate) { g.channelChanged(e.Channel) })
	d.AddHandler(func(_ *discordgo.Session, e *discordgo.ThreadUpdate) { g.channelChanged(e.Channel) })
	d.AddHandler(func(_ *discordgo.Session, e *discordgo.ThreadCreate) {
		if !e.NewlyCreated { // the bot was added to it
			g.channelChanged(e.Channel)
		}
	})
	// Sent when the bot gains access to a channel with threads.
	d.AddHandler(func(_ *discordgo.Session, e *discordgo.ThreadListSync) { g.changed(e.GuildID) })
}

// The parts of events are nil if discordgo could not decode them.

func (g *Config) channelGone(c *discordgo.Channel) {
	if c != nil && c.GuildID != "" {
		g.Gone(c.GuildID, c.ID)
	}
}

func (g *Config) channelChanged(c *discordgo.Channel) {
	if c != nil {
		g.changed(c.GuildID)
	}
}

func (g *Config) changed(guildID string) {
	if guildID != "" {
		g.Changed(guildID)
	}
}
