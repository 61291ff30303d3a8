package chat

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/locale"
)

// Poster is the chat network as the outbox needs it.
//
// Its [Channels] have details about a channel that refused a post.
//
// Its methods return [RateLimitedError] when the network asks to wait, [GoneError] when a channel or message
// does not exist or is closed to the bot, and [UnsentError] when nothing was done for another reason. With any other
// error from Post the message may have arrived or not; the others can be repeated.
type Poster interface {
	Channels
	// Serves reports whether a guild of the archive belongs to this network. Others, such
	// as the terminal's, may have a schedule too, and nothing is posted there.
	Serves(guildID string) bool
	// Post sends a message that carries the post's marker in a place that Find reads, and asks the network to drop it if it
	// has one with its nonce already. A network that has no nonces in a channel returns an [UnsureError] if the message may
	// have arrived.
	Post(ctx context.Context, channelID string, post daily.Post, r Reply) (Posted, error)
	// Find looks for the bot's own message with the post's marker among all that were sent since post.FirstTried. If it
	// cannot read all of them, it returns [GoneError].
	Find(ctx context.Context, channelID string, post daily.Post) (at Posted, found bool, err error)
	// Edit makes a message of the bot's read as a reply.
	Edit(ctx context.Context, channelID, messageID string, r Reply) error
	// OpenThread opens a thread below a message, or finds the one that it has, and returns its id, which
	// takes messages as a channel does.
	OpenThread(ctx context.Context, channelID, messageID, title string) (threadID string, err error)
	// Tell sends a player a message that nobody else reads, once for a nonce. A player who takes none
	// is [GoneError].
	Tell(ctx context.Context, playerID, nonce string, r Reply) error
}

// Posted is where a post is.
type Posted struct {
	MessageID string
	ThreadID  string // of the forum, where the message is the first of it; else ""
}

// MessageOf names a message that is posted.
func MessageOf(p daily.Post, words string) Part {
	return Part{Kind: MessagePart, Text: words, ID: p.MessageID, In: [2]string{p.GuildID, cmp.Or(p.ThreadID, p.ChannelID)}}
}

// UnsureError is the error of a message that may have arrived, in a channel without nonces: after so
// long, it would be there to be found.
type UnsureError struct {
	After time.Duration
	Err   error
}

func (e UnsureError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e UnsureError) Unwrap() error { return e.Err }

// RateLimitedError is the error of a network that asks to wait.
type RateLimitedError struct{ After time.Duration }

func (e RateLimitedError) Error() string { return fmt.Sprintf("rate limited for %s", e.After) }

// UnsentError is the error of a message that has surely not arrived, for a reason other than its channel: for example, the
// network refuses the bot. It may be tried again after a while.
type UnsentError struct {
	After time.Duration
	Err   error
}

func (e UnsentError) Error() string { return e.Err.Error() }

func (e UnsentError) Unwrap() error { return e.Err }

// GoneError is the error of a channel that was deleted, or is closed to the bot. The post is tried
// again every hour and when permissions change, until the next daily is due.
type GoneError struct {
	Reason  PostFailure
	NoNonce bool // of Find: nothing but the search keeps a second message away
}

func (e GoneError) Error() string { return "channel gone: " + e.Reason.String() }

// Sender is a network that sends a message to a channel, once for a nonce as far as it can.
type Sender interface {
	Send(ctx context.Context, channelID, nonce string, r Reply) (messageID string, err error)
}

// Channels checks channels and roles for /schedule, on the network of the request.
type Channels interface {
	// CheckChannel finds out whether a daily could be posted in a channel of a guild now. Its error is a [*ChannelError] if
	// it could not, and another if the check fails.
	CheckChannel(ctx context.Context, guildID, channelID string) error
	// CheckRole finds out whether a post in a channel, "" for any, can ping a role of the guild. Its error is a [*RoleError]
	// if it cannot, and another if the check fails.
	CheckRole(ctx context.Context, guildID, channelID, roleID string) error
	Sender
}

// ChannelError is the reason why no daily can be posted in a channel.
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

// ChannelProblem is the end of the key of a message that explains the problem and the way to fix it.
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

// Problem explains why no daily can be posted in a channel, and the way to fix it.
func (s Speech) Problem(e *ChannelError) Text {
	var missing []string
	for _, p := range e.Missing {
		missing = append(missing, s.Text("permission."+string(p), nil))
	}
	return s.Say("channel-problem."+string(e.Problem), locale.Args{"Missing": s.List(missing), "Until": s.Instant(e.Until.UTC())})
}

// Channel names a channel within a sentence.
func Channel(id string) Part { return Part{Kind: ChannelPart, ID: id, Text: id} }

// RoleError is the reason why a post cannot ping a role.
type RoleError struct{ Problem RoleProblem }

func (e *RoleError) Error() string { return "no post can ping the role: " + string(e.Problem) }

// RoleProblem is the end of the key of a message that explains the problem and the way to fix it.
type RoleProblem string

// The problems of roles.
const (
	NoRole             RoleProblem = "no-role"         // it was deleted, or is another guild's
	EveryoneRole       RoleProblem = "everyone"        // all members have it, and most of them do not play
	NotMentionableRole RoleProblem = "not-mentionable" // a post shows its name, and notifies nobody
)

// RoleProblems lists all of them.
var RoleProblems = []RoleProblem{NoRole, EveryoneRole, NotMentionableRole}

// Role names a role within a sentence, and pings nobody.
func Role(id string) Part { return Part{Kind: RolePart, ID: id, Text: id} }

// RoleText explains the problem of a role, and the way to fix it.
func (s Speech) RoleText(id string, problem RoleProblem) Text {
	return s.Say("role-problem."+string(problem), locale.Args{"Role": Role(id)})
}

// RefuseRole is the refusal of a role that cannot be pinged.
func (s Speech) RefuseRole(id string, problem RoleProblem) error {
	return Refuse("refusal.role-unfit", locale.Args{"Problem": s.RoleText(id, problem)})
}

// Threads checks threads for /together, on networks that have them.
type Threads interface {
	// CheckThread finds out whether a channel of a guild is a thread, and if not, whether the bot can open a thread in it,
	// with a board. The error is a [*ChannelError] if it cannot, and another if the check fails.
	CheckThread(ctx context.Context, guildID, channelID string) (isThread bool, err error)
}
