package bot

import (
	"context"
	"fmt"
)

// ChannelGone ends the daily posts of a guild whose channel for them was deleted; with the channel
// "", those of a guild that has removed the bot. Nothing else is forgotten, so that /schedule can
// start them again.
func (b *Bot) ChannelGone(ctx context.Context, guildID, channelID string) error {
	guild, err := b.store.Guild(ctx, guildID)
	if err != nil {
		return fmt.Errorf("end the posts of guild %s: %w", guildID, err)
	}
	if !guild.Scheduled || channelID != "" && channelID != guild.ChannelID {
		return nil
	}
	guild.Scheduled = false
	if channelID != "" {
		guild.ChannelID = ""
	}
	if err := b.store.SaveGuild(ctx, guild); err != nil {
		return fmt.Errorf("end the posts of guild %s: %w", guildID, err)
	}
	b.config.Log.Info("the daily posts of a guild ended", "guild", guildID, "channel", channelID)
	return nil
}
