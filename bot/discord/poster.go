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
	postIn   = 15 * time.Second // how long an attempt to post may take; well below the lease of a post
	maxPages = 60               // of the history that are searched for a post: what fits into postIn
	pageSize = 100              // messages, the most that Discord gives at once

	// clockSkew is how far the clocks of Discord and of the database may be apart.
	clockSkew = 5 * time.Minute
)

// poster makes what the bot posts without being asked.
type poster struct {
	client *rest.Client
	botID  string
	render draw.Renderer
}

var _ chat.Poster = poster{}

// posted is a message of a channel, as far as it is read.
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
	r = p.withRole(ctx, post.GuildID, r)
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

// codeArchived is what Discord answers to a change in a thread that is archived, which has to be opened first. Most
// new messages open such a thread.
const codeArchived = 50083

// caller is [rest.Client.Call] or [rest.Client.Repeat].
type caller func(ctx context.Context, method, path string, body any, files []rest.File, answer any) error

// call makes a call about the messages of a channel, and opens the thread that it is for.
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

// send sends a message, of which Discord drops a second one with the same nonce for some minutes. Repeat relies on that; what is
// looked for before it is sent again need not.
func (p poster) send(ctx context.Context, by caller, channelID, nonce string, m draw.Message) (id string, err error) {
	var answer posted
	m.Nonce, m.EnforceNonce = nonce, nonce != ""
	err = p.call(ctx, by, http.MethodPost, channelID, "", m, m.Files, &answer)
	return answer.ID, err
}

// Find implements [chat.Poster]. It reads on from the first attempt, so that a post that was made
// then is on the first page, however much was said since.
func (p poster) Find(ctx context.Context, channelID string, post daily.Post) (at chat.Posted, found bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, postIn)
	defer cancel()
	var c channel
	if err := p.client.Call(ctx, http.MethodGet, "/channels/"+channelID, nil, nil, &c); err != nil {
		return at, false, postError(channelID, err)
	}
	if c.Type == discordgo.ChannelTypeGuildForum {
		return p.findThread(ctx, c, post)
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

// snowflakeAt returns an id that is older than all that Discord makes from a time on. For times
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
// answers with no messages too where the bot may not read the history.
func (p poster) checkEmpty(ctx context.Context, channelID, after string) error {
	last, err := p.history(ctx, channelID, "limit=1")
	if err != nil {
		return err
	}
	if len(last) > 0 {
		if newest(after, last[0].ID) == after {
			return nil
		}
		// Said just now, or hidden until just now: the next attempt will see.
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

// postError returns the error of a channel that could not be used, or with "" of a player who could not be written to, as one
// of those of a [chat.Poster].
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
	case channelID == "": // of a player: no advice about channels helps
		problem = ""
	case e.Code == codeNoMessage:
		problem = chat.MessageGone
	}
	return goneError(problem, channelID, e.Message)
}

// refusedRest is how long no attempt is made at a post that was refused for a reason that is not its channel's: a thousand of them do
// not use up what may be refused before nothing is sent.
const refusedRest = 5 * time.Minute

// codeQuarantined is what Discord answers to a bot that wrote to too many players, for days
// (https://github.com/discord/discord-api-docs/issues/2669), and directRest is how long no attempt is made then at a direct message, or
// after one that came too fast. Neither says anything of the player.
const (
	codeQuarantined = 20026
	directRest      = 10 * time.Minute
)

// codeNoMessage is what Discord answers where a message is not there, in a channel that is.
const codeNoMessage = 10008

// problems are what Discord's refusals mean, if they have a code. What was not taken, such as in a channel that takes no
// messages, would be refused again.
var problems = map[int]chat.PostProblem{
	http.StatusForbidden: chat.NoAccess, http.StatusNotFound: chat.ChannelGone, http.StatusBadRequest: chat.NotTaken,
}

func goneError(problem chat.PostProblem, channelID, said string) chat.GoneError {
	return chat.GoneError{Reason: chat.PostFailure{Problem: problem, ChannelID: channelID, Said: said}}
}

// Tell implements [chat.Poster] with a direct message. Discord drops a second message with its
// nonce, so that one whose answer was lost can be sent again. Users who take no messages from a
// server's members are refused with code 50007.
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
