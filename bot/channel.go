package bot

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/locale"
)

// Channels is what /schedule asks of the network that a request came from.
type Channels interface {
	// CheckChannel finds out whether a daily could be posted in a channel of a guild now. Its error
	// is a [*ChannelError] where it could not, and another where that cannot be found out.
	CheckChannel(ctx context.Context, guildID, channelID string) error
	// CheckRole finds out whether a post in a channel, "" for any, can ping a role of the guild. Its
	// error is a [*RoleError] where it cannot, and another where that cannot be found out.
	CheckRole(ctx context.Context, guildID, channelID, roleID string) error
	Sender
}

// ChannelError says why no daily can be posted in a channel.
type ChannelError struct {
	Problem ChannelProblem
	Missing []Permission // of MissingPermissions and HiddenChannel, at least one
	Until   time.Time    // of TimedOut
}

func (e *ChannelError) Error() string {
	text := string(e.Problem)
	for _, p := range e.Missing {
		text += " " + string(p)
	}
	if !e.Until.IsZero() {
		text += " until " + e.Until.Format(time.RFC3339)
	}
	return "no daily can be posted there: " + text
}

// ChannelProblem is the end of the key of a message that says what the problem is and what to do.
type ChannelProblem string

// The problems of channels.
const (
	NotInGuild         ChannelProblem = "not-in-guild" // the bot has left
	NoChannel          ChannelProblem = "no-channel"   // it was deleted
	OtherGuild         ChannelProblem = "other-guild"  // it belongs to another
	MediaChannel       ChannelProblem = "media"        // a forum for pictures
	ForumTags          ChannelProblem = "forum-tags"   // each post needs a tag, and there is none that the bot may use
	NoThreads          ChannelProblem = "no-threads"   // cannot be opened there
	VoiceChannel       ChannelProblem = "voice"
	OtherChannel       ChannelProblem = "other-kind" // such as a category
	HiddenChannel      ChannelProblem = "hidden"     // so that nothing more is known of it
	LockedThread       ChannelProblem = "locked-thread"
	OutsideOfThread    ChannelProblem = "outside-of-thread" // a private one, to which the bot was not added
	TimedOut           ChannelProblem = "timed-out"         // a moderator has silenced the bot
	MissingPermissions ChannelProblem = "permissions"
)

// ChannelProblems lists all of them.
var ChannelProblems = []ChannelProblem{
	NotInGuild, NoChannel, OtherGuild, MediaChannel, ForumTags, NoThreads, VoiceChannel, OtherChannel, HiddenChannel, LockedThread, OutsideOfThread,
	TimedOut, MissingPermissions,
}

// Permission is the end of the key of the name under which admins know a permission.
type Permission string

// The permissions that a daily needs, and a board that is solved together.
const (
	ViewChannel           Permission = "view-channel"
	SendMessages          Permission = "send-messages"
	CreatePosts           Permission = "create-posts" // in a forum
	SendMessagesInThreads Permission = "send-messages-in-threads"
	CreatePublicThreads   Permission = "create-public-threads" // of boards for all
	AttachFiles           Permission = "attach-files"          // the picture of the board
	ReadMessageHistory    Permission = "read-message-history"  // whether it was posted already
)

// Permissions lists all of them, in the order in which they are named.
var Permissions = []Permission{ViewChannel, SendMessages, CreatePosts, CreatePublicThreads, SendMessagesInThreads, AttachFiles, ReadMessageHistory}

// problem says why no daily can be posted in a channel, and what to do.
func (s speech) problem(e *ChannelError) Text {
	var missing []string
	for _, p := range e.Missing {
		missing = append(missing, s.Text("permission."+string(p), nil))
	}
	return s.Say("channel-problem."+string(e.Problem), locale.Args{"Missing": s.List(missing), "Until": s.instant(e.Until.UTC())})
}

func channelPart(id string) Part { return Part{Kind: ChannelPart, ID: id, Text: id} }

const (
	// checkIn is how long a network may take to check a channel.
	checkIn = 10 * time.Second
	// maxChecks is how many channels are checked for /schedule at a time: an admin who asks again
	// and again while the network is slow holds up the players of no other guild.
	maxChecks = 4
)

var errTooManyChecks = errors.New("too many channels are being checked")

// checked is what a network says of the channel and the role of a schedule, "" for none.
type checked struct {
	channelID, roleID string
	err, roleErr      error
	threads           *ChannelError // what keeps the bot from opening threads below its posts
}

// checkSchedule has the network check the channel and the role of a schedule that are set up or shown.
// It comes before the transaction, which must be short, and what it finds is part of the answer in it.
func (b *Bot) checkSchedule(ctx context.Context, q query) (*checked, error) {
	if q.Channels == nil {
		return nil, nil
	}
	guild, err := b.store.Guild(ctx, q.Place.GuildID)
	if err != nil {
		return nil, err
	}
	c := &checked{channelID: q.channelToCheck(guild), roleID: q.roleToCheck(guild)}
	threads := q.threadsToCheck(guild)
	if c.channelID == "" && c.roleID == "" && threads == "" {
		return nil, nil
	}
	c.err, c.roleErr = errTooManyChecks, errTooManyChecks
	b.atMostChecks(func() {
		c.err, c.roleErr = nil, nil
		if c.channelID != "" {
			c.err = b.checkChannel(ctx, q.Channels, guild.ID, c.channelID)
		}
		if c.roleID != "" {
			c.roleErr = b.checkRole(ctx, q.Channels, guild.ID, cmp.Or(c.channelID, guild.ChannelID), c.roleID)
		}
		if threads != "" && c.err == nil { // else that says more
			c.threads = b.checkThreads(ctx, q.Channels, guild.ID, threads)
		}
	})
	return c, nil
}

// atMostChecks calls a function that asks a network, unless as many are asking as may.
func (b *Bot) atMostChecks(ask func()) {
	select {
	case b.checking <- struct{}{}:
		defer func() { <-b.checking }()
		ask()
	default:
	}
}

// channelToCheck returns the channel that a request sets up or shows, "" for none.
func (q query) channelToCheck(guild daily.Guild) string {
	shows := !q.changesSchedule() && (guild.Scheduled || q.onSetup(mainPage))
	if q.setsUpPosts() {
		return cmp.Or(q.option("channel"), guild.ChannelID)
	}
	if shows {
		return guild.ChannelID
	}
	return ""
}

// threadsToCheck returns the channel of posts that have threads or are to get them, "" for none.
func (q query) threadsToCheck(guild daily.Guild) string {
	wanted := q.option("thread") == "on" || q.option("thread") == "" && !guild.Rules.Threads.IsZero()
	if asks := !q.changesSchedule() || q.option("thread") != "" || q.setsUpPosts(); !wanted || !asks {
		return ""
	}
	return cmp.Or(q.option("channel"), guild.ChannelID)
}

// checkThreads asks a network whether posts in a channel can have threads. In a forum each post is one.
// Where the permissions cannot be found out, nothing is reported: a thread is tried all the same.
func (b *Bot) checkThreads(ctx context.Context, network Channels, guildID, channelID string) (unfit *ChannelError) {
	asked, ok := network.(Threads)
	if !ok {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, checkIn)
	defer cancel()
	isThread, err := asked.CheckThread(ctx, guildID, channelID)
	switch {
	case err == nil && isThread:
		return &ChannelError{Problem: NoThreads}
	case !errors.As(err, &unfit) || unfit.Problem == NoThreads:
		return nil
	}
	return unfit
}

// threadProblem says why posts get no threads, nil where nothing is known against it.
func (q query) threadProblem() Text {
	switch {
	case q.checked == nil || q.checked.threads == nil:
		return nil
	case q.checked.threads.Problem == NoThreads:
		return q.Say("schedule.thread-in-thread", nil)
	}
	return q.Say("schedule.thread-problem", locale.Args{"Problem": q.speech.problem(q.checked.threads)})
}

// roleToCheck returns the role that a request sets up or shows, "" for none.
func (q query) roleToCheck(guild daily.Guild) string {
	if role := q.option("role"); role != "" || q.changesSchedule() {
		return role
	}
	return guild.Ping
}

// checkRole asks a network about a role.
func (b *Bot) checkRole(ctx context.Context, network Channels, guildID, channelID, roleID string) error {
	ctx, cancel := context.WithTimeout(ctx, checkIn)
	defer cancel()
	err := network.CheckRole(ctx, guildID, channelID, roleID)
	if err != nil && !errors.As(err, new(*RoleError)) {
		b.config.Log.Warn("a role cannot be checked", "guild", guildID, "role", roleID, "error", err)
	}
	return err
}

// checkChannel asks a network about a channel.
func (b *Bot) checkChannel(ctx context.Context, network Channels, guildID, channelID string) error {
	ctx, cancel := context.WithTimeout(ctx, checkIn)
	defer cancel()
	err := network.CheckChannel(ctx, guildID, channelID)
	if err != nil && !errors.As(err, new(*ChannelError)) {
		b.config.Log.Warn("a channel cannot be checked", "guild", guildID, "channel", channelID, "error", err)
	}
	return err
}

// setsUpPosts reports whether a request starts the posts, moves them, or has one made.
func (q query) setsUpPosts() bool {
	posts := strings.ToLower(q.option("posts"))
	return posts != "off" && (q.option("channel") != "" || posts == "on" || q.option("post") != "")
}

// problem returns what was found wrong with a channel, nil for nothing.
func (c *checked) problem(channelID string) *ChannelError {
	var unfit *ChannelError
	if c == nil || c.channelID != channelID || !errors.As(c.err, &unfit) {
		return nil
	}
	return unfit
}

// accept refuses a schedule whose channel was found unfit, or could not be checked.
func (c *checked) accept(s speech, channelID string) error {
	unfit := c.problem(channelID)
	switch {
	case c == nil || c.channelID == "" || c.channelID == channelID && c.err == nil:
		return nil
	case c.channelID != channelID: // set by another admin at the same moment
		return refuse("refusal.schedule-changed", locale.Args{"Schedule": command("schedule")})
	case unfit != nil:
		return refuse("refusal.channel-unfit", locale.Args{"Channel": channelPart(channelID), "Problem": s.problem(unfit)})
	}
	return refuse("refusal.channel-unchecked", locale.Args{"Channel": channelPart(channelID)})
}

// RoleError says why a post cannot ping a role.
type RoleError struct{ Problem RoleProblem }

func (e *RoleError) Error() string { return "no post can ping the role: " + string(e.Problem) }

// RoleProblem is the end of the key of a message that says what the problem is and what to do.
type RoleProblem string

// The problems of roles.
const (
	NoRole             RoleProblem = "no-role"         // it was deleted, or is another guild's
	EveryoneRole       RoleProblem = "everyone"        // all members have it, and most of them do not play
	NotMentionableRole RoleProblem = "not-mentionable" // a post shows its name, and notifies nobody
)

// RoleProblems lists all of them.
var RoleProblems = []RoleProblem{NoRole, EveryoneRole, NotMentionableRole}

func rolePart(id string) Part { return Part{Kind: RolePart, ID: id, Text: id} }

// roleText says what is wrong with a role, and what to do.
func (s speech) roleText(id string, problem RoleProblem) Text {
	return s.Say("role-problem."+string(problem), locale.Args{"Role": rolePart(id)})
}

func (s speech) refuseRole(id string, problem RoleProblem) error {
	return refuse("refusal.role-unfit", locale.Args{"Problem": s.roleText(id, problem)})
}

// roleProblem returns what was found wrong with a role, nil for nothing.
func (c *checked) roleProblem(roleID string) *RoleError {
	var unfit *RoleError
	if c == nil || roleID == "" || c.roleID != roleID || !errors.As(c.roleErr, &unfit) {
		return nil
	}
	return unfit
}

// acceptRole refuses a role that cannot be pinged, or could not be checked. One that the bot may not
// mention yet is kept, as an admin can allow that later.
func (c *checked) acceptRole(s speech, roleID string) error {
	unfit := c.roleProblem(roleID)
	switch {
	case c == nil || c.roleID == roleID && c.roleErr == nil || unfit != nil && unfit.Problem == NotMentionableRole:
		return nil
	case unfit != nil:
		return s.refuseRole(roleID, unfit.Problem)
	}
	return refuse("refusal.role-unchecked", locale.Args{"Role": rolePart(roleID)})
}
