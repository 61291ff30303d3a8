package discord

import (
	"context"
	"net/http"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"

	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/discord/draw"
	"github.com/gridkeeper/gridkeeper/bot/discord/interact"
	"github.com/gridkeeper/gridkeeper/bot/discord/rest"
)

// CheckChannel implements [chat.Channels]. Discord has no call for a bot's permissions in a channel: the
// app_permissions of an interaction cover the channels chosen there (see informed), but a schedule
// is also checked later. So they are computed here from Discord's current state: the guild with its
// roles, the bot as its member, and the overwrites of the channel.
func (p poster) CheckChannel(ctx context.Context, guildID, channelID string) error {
	if !p.Serves(guildID) || !p.Serves(channelID) {
		return &chat.ChannelError{Problem: chat.NoChannel} // Discord has no such id, so it need not be asked
	}
	s, err := p.survey(ctx, guildID, channelID)
	if err != nil {
		return err
	}
	if e := s.problem(time.Now()); e != nil {
		return e
	}
	return nil
}

// informed is a poster with the channels that an interaction described.
type informed struct {
	poster
	named map[string]interact.Channel
}

// CheckChannel implements [chat.Channels]. It makes no call if the known permissions of a channel suffice and nothing else
// could be wrong; otherwise Discord's answers show the problem.
func (p informed) CheckChannel(ctx context.Context, guildID, channelID string) error {
	c, known := p.named[channelID]
	s := survey{channel: channel{Channel: discordgo.Channel{Type: c.Type, Flags: c.Flags}}}
	decides := kindProblem(c.Type) == "" && !s.channel.IsThread() && c.Flags&discordgo.ChannelFlagRequireTag == 0
	if known && c.May != nil && decides && missing(*c.May, s.needs()) == nil {
		return nil
	}
	return p.poster.CheckChannel(ctx, guildID, channelID)
}

// survey holds all that decides whether the bot can post in a channel.
type survey struct {
	guild   discordgo.Guild
	bot     discordgo.Member
	botID   string
	channel channel
	parent  channel // of a thread; of any other channel the channel itself
}

// channel adds a field that discordgo reads from another place than Discord documents.
type channel struct {
	discordgo.Channel
	Joined *discordgo.ThreadMember `json:"member"` // nil: the bot is not in this thread
}

// survey asks Discord. Its error is a [*chat.ChannelError] if the answers show a problem.
func (p poster) survey(ctx context.Context, guildID, channelID string) (s survey, err error) {
	if s, err = p.surveyGuild(ctx, guildID); err != nil {
		return s, err
	}
	return s, p.surveyChannel(ctx, channelID, &s)
}

// surveyGuild asks about the guild alone.
func (p poster) surveyGuild(ctx context.Context, guildID string) (s survey, err error) {
	s.botID = p.botID
	if err := p.get(ctx, "/guilds/"+guildID, &s.guild); err != nil {
		return s, orProblem(err, chat.NotInGuild, 50001, 10004)
	}
	if err := p.get(ctx, "/guilds/"+guildID+"/members/"+p.botID, &s.bot); err != nil {
		return s, orProblem(err, chat.NotInGuild, 50001, 10004, 10007)
	}
	return s, nil
}

// surveyChannel asks about a channel, and that of a thread.
func (p poster) surveyChannel(ctx context.Context, channelID string, s *survey) error {
	if err := p.getChannel(ctx, channelID, &s.channel); err != nil {
		return err
	}
	if s.parent = s.channel; !s.channel.IsThread() {
		return nil
	}
	s.parent = channel{}
	return p.getChannel(ctx, s.channel.ParentID, &s.parent)
}

func (p poster) get(ctx context.Context, path string, into any) error {
	return rest.Retry(ctx, func() error { return p.client.Call(ctx, http.MethodGet, path, nil, nil, into) })
}

func (p poster) getChannel(ctx context.Context, id string, into *channel) error {
	err := orProblem(p.get(ctx, "/channels/"+id, into), chat.NoChannel, 10003)
	if rest.StatusOf(err) == http.StatusForbidden && rest.CodeOf(err) != 0 {
		return &chat.ChannelError{Problem: chat.HiddenChannel, Missing: []chat.Permission{chat.ViewChannel}}
	}
	return err
}

// orProblem returns the problem if the error has one of Discord's codes, or else the error. Discord sends
// these with 403 or 404; the same status without one of the codes has another meaning.
func orProblem(err error, problem chat.ChannelProblem, codes ...int) error {
	if slices.Contains(codes, rest.CodeOf(err)) {
		return &chat.ChannelError{Problem: problem}
	}
	return err
}

// problem returns the reason why the bot cannot post, or nil.
func (s survey) problem(now time.Time) *chat.ChannelError {
	if s.channel.GuildID != s.guild.ID {
		return &chat.ChannelError{Problem: chat.OtherGuild}
	}
	if kind := kindProblem(s.channel.Type); kind != "" {
		return &chat.ChannelError{Problem: kind}
	}
	may := s.permissions()
	admin := may&discordgo.PermissionAdministrator != 0
	if until := s.bot.CommunicationDisabledUntil; until != nil && until.After(now) && !admin {
		return &chat.ChannelError{Problem: chat.TimedOut, Until: *until}
	}
	if e := missing(may, s.needs()); e != nil {
		return e
	}
	switch {
	case s.channel.Flags&discordgo.ChannelFlagRequireTag != 0 && len(tagsFor(s.channel)) == 0:
		return &chat.ChannelError{Problem: chat.ForumTags}
	case may&discordgo.PermissionManageThreads != 0:
		return nil
	case s.channel.ThreadMetadata != nil && s.channel.ThreadMetadata.Locked: // archived alone is fine: a message opens it again
		return &chat.ChannelError{Problem: chat.LockedThread}
	case s.channel.Type == discordgo.ChannelTypeGuildPrivateThread && s.channel.Joined == nil:
		return &chat.ChannelError{Problem: chat.OutsideOfThread}
	}
	return nil
}

// kindProblem returns why nothing can be posted in channels of a type, "" if it can.
func kindProblem(kind discordgo.ChannelType) chat.ChannelProblem {
	if slices.Contains(draw.Postable, kind) {
		return ""
	}
	switch kind {
	case discordgo.ChannelTypeGuildMedia:
		return chat.MediaChannel
	case discordgo.ChannelTypeGuildVoice, discordgo.ChannelTypeGuildStageVoice:
		return chat.VoiceChannel
	}
	return chat.OtherChannel
}

// needs returns the permissions that a post requires. Its text is much shorter than the content of a message may
// be, so it has no embed and does not require Embed Links.
func (s survey) needs() map[chat.Permission]int64 {
	needs := map[chat.Permission]int64{
		chat.ViewChannel: discordgo.PermissionViewChannel, chat.AttachFiles: discordgo.PermissionAttachFiles,
		chat.ReadMessageHistory: discordgo.PermissionReadMessageHistory, chat.SendMessages: discordgo.PermissionSendMessages,
	}
	switch {
	case s.channel.Type == discordgo.ChannelTypeGuildForum: // Discord's name for the permission there
		delete(needs, chat.SendMessages)
		needs[chat.CreatePosts] = discordgo.PermissionSendMessages
	case s.channel.IsThread(): // Send Messages has no effect there
		delete(needs, chat.SendMessages)
		needs[chat.SendMessagesInThreads] = discordgo.PermissionSendMessagesInThreads
	}
	return needs
}

// missing names the permissions that the bot lacks, or returns nil.
func missing(may int64, needs map[chat.Permission]int64) *chat.ChannelError {
	var lacks []chat.Permission
	for _, p := range chat.Permissions {
		if may&needs[p] != needs[p] {
			lacks = append(lacks, p)
		}
	}
	if len(lacks) == 0 {
		return nil
	}
	return &chat.ChannelError{Problem: chat.MissingPermissions, Missing: lacks}
}

// permissions computes the bot's permissions in the channel, in the order in which Discord applies
// roles and overwrites (Discord's documentation, Permissions, Permission Overwrites). A thread has
// the overwrites of its parent.
func (s survey) permissions() int64 {
	const all = int64(^uint64(0) >> 1)
	if s.guild.OwnerID == s.botID {
		return all
	}
	has := func(role string) bool { return role == s.guild.ID || slices.Contains(s.bot.Roles, role) } // @everyone has the guild's id
	var may int64
	for _, role := range s.guild.Roles {
		if has(role.ID) {
			may |= role.Permissions
		}
	}
	if may&discordgo.PermissionAdministrator != 0 {
		return all
	}
	for _, applies := range []func(*discordgo.PermissionOverwrite) bool{
		func(o *discordgo.PermissionOverwrite) bool { return o.ID == s.guild.ID },
		func(o *discordgo.PermissionOverwrite) bool {
			return o.Type == discordgo.PermissionOverwriteTypeRole && o.ID != s.guild.ID && has(o.ID)
		},
		func(o *discordgo.PermissionOverwrite) bool {
			return o.Type == discordgo.PermissionOverwriteTypeMember && o.ID == s.botID
		},
	} {
		var allow, deny int64 // an overwrite that allows wins over others of its kind
		for _, o := range s.parent.PermissionOverwrites {
			if applies(o) {
				allow, deny = allow|o.Allow, deny|o.Deny
			}
		}
		may = may&^deny | allow
	}
	return may
}

// CheckRole implements [chat.Channels]. A mentionable role can be pinged by everyone, another only
// with the permission to mention all roles.
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
	if p.Serves(channelID) { // CheckChannel reports its problems
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

// CheckThread implements [chat.Threads]. If the channel is a thread it asks about nothing else: an
// answer there needs no permission.
func (p poster) CheckThread(ctx context.Context, guildID, channelID string) (isThread bool, err error) {
	if !p.Serves(guildID) || !p.Serves(channelID) {
		return false, &chat.ChannelError{Problem: chat.NoChannel}
	}
	s, err := p.survey(ctx, guildID, channelID)
	if err != nil {
		return false, err
	}
	if s.channel.IsThread() {
		return true, nil
	}
	if t := s.channel.Type; t != discordgo.ChannelTypeGuildText && t != discordgo.ChannelTypeGuildNews {
		return false, &chat.ChannelError{Problem: chat.NoThreads}
	}
	e := s.problem(time.Now())
	if e == nil || e.Problem == chat.MissingPermissions { // a thread with a board in it needs others
		e = missing(s.permissions(), map[chat.Permission]int64{
			chat.ViewChannel: discordgo.PermissionViewChannel, chat.CreatePublicThreads: discordgo.PermissionCreatePublicThreads,
			chat.SendMessagesInThreads: discordgo.PermissionSendMessagesInThreads, chat.AttachFiles: discordgo.PermissionAttachFiles,
		})
	}
	if e != nil {
		return false, e
	}
	return false, nil
}
