package discord

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/bot"
)

const (
	postIn   = 15 * time.Second // an attempt to post; well below the lease of a post
	pages    = 5                // of the history that are searched for a marker
	pageSize = 100              // messages, the most that Discord gives at once
)

// poster posts the dailies. It is a [bot.Poster].
type poster struct {
	client *client
	botID  string
	render func() renderer
}

// posted is what is read of a message in a channel.
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

// Serves implements [bot.Poster]. Discord's guilds have numbers; the archive may hold
// others, such as the terminal's.
func (p poster) Serves(guildID string) bool {
	_, err := strconv.ParseUint(guildID, 10, 64)
	return err == nil
}

// Post implements [bot.Poster].
func (p poster) Post(ctx context.Context, channel string, post archive.Post, r bot.Reply) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, postIn)
	defer cancel()
	m := p.render().message(r, post.Marker)
	m.Nonce, m.EnforceNonce = post.Nonce, true
	if !m.marked(post.Marker) {
		return "", bot.GoneError{Reason: fmt.Sprintf("no button of the post has room for the marker %q", post.Marker)}
	}
	var answer posted
	err := p.client.call(ctx, http.MethodPost, "/channels/"+channel+"/messages", m, m.files, &answer)
	return answer.ID, postError(channel, err)
}

// Find implements [bot.Poster].
func (p poster) Find(ctx context.Context, channel, marker string) (string, bool, error) {
	ctx, cancel := context.WithTimeout(ctx, postIn)
	defer cancel()
	before := ""
	for page := range pages {
		var history []posted
		path := fmt.Sprintf("/channels/%s/messages?limit=%d%s", channel, pageSize, before)
		if err := p.client.call(ctx, http.MethodGet, path, nil, nil, &history); err != nil {
			return "", false, postError(channel, err)
		}
		for _, m := range history {
			if m.Author.ID == p.botID && m.marked(marker) {
				return m.ID, true, nil
			}
		}
		if page == 0 && len(history) == 0 {
			return "", false, p.checkEmpty(ctx, channel)
		}
		if len(history) < pageSize {
			break
		}
		before = "&before=" + history[len(history)-1].ID
	}
	return "", false, nil
}

// checkEmpty tells an empty channel from one whose history the bot may not read: Discord
// answers both with no messages.
func (p poster) checkEmpty(ctx context.Context, channel string) error {
	var c struct {
		LastMessageID string `json:"last_message_id"`
	}
	if err := p.client.call(ctx, http.MethodGet, "/channels/"+channel, nil, nil, &c); err != nil {
		return postError(channel, err)
	}
	if c.LastMessageID != "" {
		return bot.GoneError{Reason: fmt.Sprintf("the history of channel %s is closed: allow the bot Read Message History", channel)}
	}
	return nil
}

// marked reports whether a message carries a marker.
func (m posted) marked(marker string) bool {
	for _, row := range m.Components {
		for _, c := range row.Components {
			if markerOf(c.CustomID) == marker {
				return true
			}
		}
	}
	return false
}

// postError says in the bot's words why a channel could not be used.
func postError(channel string, err error) error {
	r, ok := errors.AsType[*refusal](err)
	switch {
	case !ok:
		return err
	case r.Status == http.StatusTooManyRequests:
		return bot.RateLimitedError{After: r.RetryAfter}
	case r.Status == http.StatusForbidden && r.Code != 0:
		return bot.GoneError{Reason: fmt.Sprintf("%s in channel %s: allow the bot to view it, to send messages and to attach files", r.Message, channel)}
	case r.Status == http.StatusNotFound && r.Code != 0:
		return bot.GoneError{Reason: fmt.Sprintf("%s %s: choose another with /schedule", r.Message, channel)}
	case r.Status == http.StatusBadRequest && r.Code != 0:
		// Such as a channel that takes no messages; the same again would be refused again.
		return bot.GoneError{Reason: fmt.Sprintf("channel %s: %v", channel, r)}
	}
	return err
}
