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

// CheckChannel implements [chat.Channels]. Discord computes no permissions for a bot that asks: the
// app_permissions of an interaction are those of the channel that is chosen there (see informed), and a schedule
// is also checked later. So they are computed here from what Discord has now: the guild with its
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

// informed is a poster that knows what Discord said of some channels in an interaction.
type informed struct {
	poster
	named map[string]interact.Channel
}

// CheckChannel implements [chat.Channels]. Nothing is asked where the permissions of a channel are known, suffice, and decide alone;
// else Discord's answers say what is wrong.
func (p informed) CheckChannel(ctx context.Context, guildID, channelID string) error {
	c, known := p.named[channelID]
	s := survey{channel: channel{Channel: discordgo.Channel{Type: c.Type, Flags: c.Flags}}}
	decides := kindProblem(c.Type) == "" && !s.channel.IsThread() && c.Flags&discordgo.ChannelFlagRequireTag == 0
	if known && c.May != nil && decides && missing(*c.May, s.needs()) == nil {
		return nil
	}
	return p.poster.CheckChannel(ctx, guildID, channelID)
}

// survey is what decides whether the bot can post in a channel.
type survey struct {
	guild   discordgo.Guild
	bot     discordgo.Member
	botID   string
	channel channel
	parent  channel // of a thread; of any other channel the channel itself
}

// channel has what discordgo reads from another field than Discord's documentation says.
type channel struct {
	discordgo.Channel
	Joined *discordgo.ThreadMember `json:"member"` // nil: the bot is not in this thread
}

// survey asks Discord. Its error is a [*bot.ChannelError] where the answers say enough.
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

// orProblem returns the problem that some of Discord's codes stand for, or the error. Discord says
// it with 403 or 404; the same status without one of the codes says something else.
func orProblem(err error, problem chat.ChannelProblem, codes ...int) error {
	if slices.Contains(codes, rest.CodeOf(err)) {
		return &chat.ChannelError{Problem: problem}
	}
	return err
}

// problem returns what keeps the bot from posting, nil for nothing.
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
	if s.channel.Flags&discordgo.ChannelFlagRequireTag != 0 && len(tagsFor(s.channel)) == 0 {
		return &chat.ChannelError{Problem: chat.ForumTags}
	}
	if problem := s.threadProblem(may); problem != "" {
		return &chat.ChannelError{Problem: problem}
	}
	return nil
}

// kindProblem says what is wrong with posting in channels of a type.
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

// needs are the permissions for a post. It has no embed, as it is much shorter than the content of a message may
// be, so Embed Links is not needed.
func (s survey) needs() map[chat.Permission]int64 {
	needs := map[chat.Permission]int64{
		chat.ViewChannel: discordgo.PermissionViewChannel, chat.AttachFiles: discordgo.PermissionAttachFiles,
		chat.ReadMessageHistory: discordgo.PermissionReadMessageHistory, chat.SendMessages: discordgo.PermissionSendMessages,
	}
	switch {
	case s.channel.Type == discordgo.ChannelTypeGuildForum: // where Discord calls it so
		delete(needs, chat.SendMessages)
		needs[chat.CreatePosts] = discordgo.PermissionSendMessages
	case s.channel.IsThread(): // where Send Messages has no effect
		delete(needs, chat.SendMessages)
		needs[chat.SendMessagesInThreads] = discordgo.PermissionSendMessagesInThreads
	}
	return needs
}

// missing names the permissions that the bot lacks, nil for none.
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

// threadProblem says what is wrong with a thread. One that is archived is fine: a message opens it
// again.
func (s survey) threadProblem(may int64) chat.ChannelProblem {
	switch {
	case may&discordgo.PermissionManageThreads != 0:
		return ""
	case s.channel.ThreadMetadata != nil && s.channel.ThreadMetadata.Locked:
		return chat.LockedThread
	case s.channel.Type == discordgo.ChannelTypeGuildPrivateThread && s.channel.Joined == nil:
		return chat.OutsideOfThread
	}
	return ""
}

// permissions computes what the bot may do in the channel, in the order in which Discord applies
// roles and overwrites. (Discord's documentation, Permissions, Permission Overwrites; threads have
// those of their parent.)
func (s survey) permissions() int64 {
	const all = int64(^uint64(0) >> 1)
	if s.guild.OwnerID == s.botID {
		return all
	}
	has := func(role string) bool { return role == s.guild.ID || slices.Contains(s.bot.Roles, role) } // that of @everyone has the guild's id
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
		may = overwritten(may, s.parent.PermissionOverwrites, applies)
	}
	return may
}

// overwritten applies some of the overwrites of a channel: of one kind, what any of them allows is
// allowed.
func overwritten(may int64, all []*discordgo.PermissionOverwrite, applies func(*discordgo.PermissionOverwrite) bool) int64 {
	var allow, deny int64
	for _, o := range all {
		if applies(o) {
			allow, deny = allow|o.Allow, deny|o.Deny
		}
	}
	return may&^deny | allow
}

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
