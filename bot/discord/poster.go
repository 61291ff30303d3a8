package discord

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/discord/draw"
	"github.com/gridkeeper/gridkeeper/bot/discord/rest"
)

const (
	postIn   = 15 * time.Second // the limit of an attempt to post; well below the lease of a post
	maxPages = 60               // of the history that are searched for a post: as many as fit into postIn
	pageSize = 100              // messages, the most that Discord gives at once

	// clockSkew is the largest assumed difference between the clocks of Discord and of the database.
	clockSkew = 5 * time.Minute
)

// poster sends and edits the messages that are no answers to a request.
type poster struct {
	client *rest.Client
	botID  string
	render draw.Renderer
}

var (
	_ chat.Poster  = poster{}
	_ chat.Threads = poster{}
)

// posted holds the fields that are read of a message in a channel.
type posted struct {
	ID     string `json:"id"`
	Author struct {
		ID string `json:"id"`
	} `json:"author"`
	Components []struct {
		Components []struct {
			CustomID string `json:"custom_id"`
		} `json:"components"`
	} `json:"components"`
}

// Serves implements [chat.Poster]. The archive may hold guilds that are not Discord's, such as
// the terminal's.
func (p poster) Serves(guildID string) bool { return draw.IsID(guildID) }

// Post implements [chat.Poster].
func (p poster) Post(ctx context.Context, channelID string, post daily.Post, r chat.Reply) (chat.Posted, error) {
	ctx, cancel := context.WithTimeout(ctx, postIn)
	defer cancel()
	// A mention of a role that was deleted would show as garbage.
	var guild discordgo.Guild
	if r.Ping != "" && p.client.Call(ctx, http.MethodGet, "/guilds/"+post.GuildID, nil, nil, &guild) == nil &&
		(r.Ping == post.GuildID || roleOf(guild, r.Ping) == nil) {
		r.Ping = ""
	}
	m := p.render.Message(r, post.Marker())
	if !m.Marked(post.Marker()) {
		return chat.Posted{}, chat.GoneError{Reason: chat.PostFailure{Problem: chat.NotTaken, Said: fmt.Sprintf("no button has room for %q", post.Marker())}}
	}
	id, err := p.send(ctx, p.client.Call, channelID, post.Nonce(), m)
	if rest.CodeOf(err) == codeNoMessages {
		return p.postThread(ctx, channelID, post.Marker(), r)
	}
	return chat.Posted{MessageID: id}, postError(channelID, err)
}

// Send implements [chat.Sender]. In a forum, which has no nonces, it makes a thread.
func (p poster) Send(ctx context.Context, channelID, nonce string, r chat.Reply) (messageID string, err error) {
	ctx, cancel := context.WithTimeout(ctx, postIn)
	defer cancel()
	id, err := p.send(ctx, p.client.Repeat, channelID, nonce, p.render.Message(r, ""))
	if rest.CodeOf(err) == codeNoMessages {
		made, err := p.postThread(ctx, channelID, "", r)
		return made.MessageID, err
	}
	return id, postError(channelID, err)
}

// codeArchived is Discord's answer to a change in an archived thread, which has to be opened first. Most
// new messages open such a thread.
const codeArchived = 50083

// caller is [rest.Client.Call] or [rest.Client.Repeat].
type caller func(ctx context.Context, method, path string, body any, files []rest.File, answer any) error

// call makes a call about the messages of a channel, and first opens an archived thread.
func (p poster) call(ctx context.Context, by caller, method, channelID, below string, body any, files []rest.File, answer any) error {
	call := func() error {
		return by(ctx, method, "/channels/"+channelID+"/messages"+below, body, files, answer)
	}
	err := call()
	if rest.CodeOf(err) == codeArchived {
		open := struct {
			Archived bool `json:"archived"`
		}{}
		if err = p.client.Call(ctx, http.MethodPatch, "/channels/"+channelID, open, nil, nil); err == nil {
			err = call()
		}
	}
	return err
}

// send sends a message. For some minutes Discord drops a second one with the same nonce: Repeat relies on that. Posts are also
// looked for before they are sent again.
func (p poster) send(ctx context.Context, by caller, channelID, nonce string, m draw.Message) (id string, err error) {
	var answer posted
	m.Nonce, m.EnforceNonce = nonce, nonce != ""
	err = p.call(ctx, by, http.MethodPost, channelID, "", m, m.Files, &answer)
	return answer.ID, err
}

// Find implements [chat.Poster]. It reads forward from the first attempt, so that a post made
// then is on the first page, however many messages followed.
func (p poster) Find(ctx context.Context, channelID string, post daily.Post) (at chat.Posted, found bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, postIn)
	defer cancel()
	var c channel
	if err := p.client.Call(ctx, http.MethodGet, "/channels/"+channelID, nil, nil, &c); err != nil {
		return at, false, postError(channelID, err)
	}
	if c.Type == discordgo.ChannelTypeGuildForum {
		at, found, err = p.findThread(ctx, c, post)
		if gone, ok := errors.AsType[chat.GoneError](err); ok {
			gone.NoNonce = true
			err = gone
		}
		return at, found, err
	}
	at.MessageID, found, err = p.findMessage(ctx, channelID, post)
	return at, found, err
}

func (p poster) findMessage(ctx context.Context, channelID string, post daily.Post) (string, bool, error) {
	after := snowflakeAt(post.FirstTried.Add(-clockSkew))
	for range maxPages {
		history, err := p.history(ctx, channelID, fmt.Sprintf("limit=%d&after=%s", pageSize, after))
		if err != nil {
			return "", false, err
		}
		for _, m := range history {
			if m.Author.ID == p.botID && m.marked(post.Marker()) {
				return m.ID, true, nil
			}
			after = newest(after, m.ID)
		}
		switch {
		case len(history) == 0:
			return "", false, p.checkEmpty(ctx, channelID, after)
		case len(history) < pageSize:
			return "", false, nil
		}
	}
	return "", false, goneError(chat.HistoryLong, channelID, "")
}

// history returns a page of the messages of a channel.
func (p poster) history(ctx context.Context, channelID, query string) (page []posted, err error) {
	err = p.client.Call(ctx, http.MethodGet, "/channels/"+channelID+"/messages?"+query, nil, nil, &page)
	return page, postError(channelID, err)
}

// snowflakeAt returns an id older than any that Discord makes from a time on. For times
// before its first it returns "0".
func snowflakeAt(t time.Time) string {
	const epoch = 1420070400000 // the first millisecond of 2015
	return strconv.FormatInt(max(t.UnixMilli()-epoch, 0)<<22, 10)
}

// newest returns the newer of two ids.
func newest(a, b string) string {
	if len(a) > len(b) || len(a) == len(b) && a > b {
		return a
	}
	return b
}

// checkEmpty returns an error unless a channel has really had no message after an id: Discord
// also answers with no messages if the bot may not read the history.
func (p poster) checkEmpty(ctx context.Context, channelID, after string) error {
	last, err := p.history(ctx, channelID, "limit=1")
	if err != nil {
		return err
	}
	if len(last) > 0 {
		if newest(after, last[0].ID) == after {
			return nil
		}
		// Written just now, or hidden until just now: the next attempt will see.
		return fmt.Errorf("the history of channel %s has changed while it was searched", channelID)
	}
	var c struct {
		LastMessageID string `json:"last_message_id"`
	}
	if err := p.client.Call(ctx, http.MethodGet, "/channels/"+channelID, nil, nil, &c); err != nil {
		return postError(channelID, err)
	}
	if c.LastMessageID != "" {
		return goneError(chat.HistoryClosed, channelID, "")
	}
	return nil
}

// marked reports whether a message carries a marker.
func (m posted) marked(marker string) bool {
	for _, row := range m.Components {
		for _, c := range row.Components {
			if draw.MarkerOf(c.CustomID) == marker {
				return true
			}
		}
	}
	return false
}

// postError returns an error of Discord's as one of the errors of a [chat.Poster]. With the channel "" it is about a direct
// message.
func postError(channelID string, err error) error {
	if err == nil || rest.MayHaveArrived(err) { // even if a second try met a limit
		return err
	}
	if after, limited := rest.WaitOf(err); limited {
		return chat.RateLimitedError{After: after}
	}
	e, ok := errors.AsType[*rest.Error](err)
	if !ok {
		return chat.UnsentError{Err: err}
	}
	problem, refused := problems[e.Status]
	switch {
	case channelID == "" && (e.Code == discordgo.ErrCodeOpeningDirectMessagesTooFast || e.Code == codeQuarantined):
		return chat.RateLimitedError{After: directRest}
	case !refused || e.Code == 0:
		return chat.UnsentError{After: refusedRest, Err: err}
	case channelID == "": // a direct message: no advice about channels helps
		problem = ""
	case e.Code == codeNoMessage:
		problem = chat.MessageGone
	}
	return goneError(problem, channelID, e.Message)
}

// refusedRest is the pause after a post was refused for a reason that is not its channel's: a thousand of them must
// not use up the number of refusals after which nothing may be sent.
const refusedRest = 5 * time.Minute

const (
	// codeQuarantined is Discord's answer for days to a bot that wrote to too many players
	// (https://github.com/discord/discord-api-docs/issues/2669).
	codeQuarantined = 20026
	// directRest is the pause for a direct message after that, or after one that came too fast. Neither is the player's fault.
	directRest = 10 * time.Minute
)

// codeNoMessage is Discord's answer for a missing message in a channel that exists.
const codeNoMessage = 10008

// problems maps the status of Discord's refusals, if they have a code, to their meaning. A message that was not taken, such as in a
// channel that takes none, would be refused again.
var problems = map[int]chat.PostProblem{
	http.StatusForbidden: chat.NoAccess, http.StatusNotFound: chat.ChannelGone, http.StatusBadRequest: chat.NotTaken,
}

func goneError(problem chat.PostProblem, channelID, said string) chat.GoneError {
	return chat.GoneError{Reason: chat.PostFailure{Problem: problem, ChannelID: channelID, Said: said}}
}

// Edit implements [chat.Poster]. A message that answered an interaction is one of the channel like any
// other: it can be changed while the bot sees the channel, even after the interaction's token has expired.
func (p poster) Edit(ctx context.Context, channelID, messageID string, r chat.Reply) error {
	ctx, cancel := context.WithTimeout(ctx, postIn)
	defer cancel()
	if r.WordsOnly {
		edit := p.render.Edit(r)
		if edit.Content == "" { // so long that an embed would have to hold it
			return nil
		}
		return postError(channelID, p.call(ctx, p.client.Call, http.MethodPatch, channelID, "/"+messageID, edit, nil, nil))
	}
	m := p.render.Message(r, "")
	m.Flags = 0 // they stay unchanged
	return postError(channelID, p.call(ctx, p.client.Call, http.MethodPatch, channelID, "/"+messageID, m, m.Files, nil))
}

// Tell implements [chat.Poster] with a direct message. Discord drops a second message with its
// nonce, so that one whose answer was lost can be sent again. Discord refuses with code 50007 if the user takes no
// messages from a server's members.
func (p poster) Tell(ctx context.Context, playerID, nonce string, r chat.Reply) error {
	ctx, cancel := context.WithTimeout(ctx, postIn)
	defer cancel()
	to := struct {
		RecipientID string `json:"recipient_id"`
	}{playerID}
	var direct struct {
		ID string `json:"id"`
	}
	err := rest.Retry(ctx, func() error { return p.client.Repeat(ctx, http.MethodPost, "/users/@me/channels", to, nil, &direct) })
	if err != nil {
		return postError("", err)
	}
	m := p.render.Message(r, "")
	m.Files = nil
	return postError("", rest.Retry(ctx, func() error {
		_, err := p.send(ctx, p.client.Repeat, direct.ID, nonce, m)
		return err
	}))
}
