package discord

import (
	"context"
	"net/http"

	"github.com/gridkeeper/gridkeeper/bot/discord/rest"
)

// archiveAfter is how many minutes without a message archive a thread. One that comes later opens it
// again.
const archiveAfter = 1440

// codeHasThread is what Discord answers for a message that has a thread.
const codeHasThread = 160004

// OpenThread implements [chat.Poster]. A message has at most one thread, which has the id of the
// message (Discord's documentation, Start Thread from Message); a second is refused with codeHasThread. So this
// can be called again after an answer that was lost, and from several processes.
func (p poster) OpenThread(ctx context.Context, channelID, messageID, title string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, postIn)
	defer cancel()
	body := struct {
		Name    string `json:"name"`
		Archive int    `json:"auto_archive_duration"`
	}{threadName(title), archiveAfter}
	err := p.client.Call(ctx, http.MethodPost, "/channels/"+channelID+"/messages/"+messageID+"/threads", body, nil, nil)
	if err != nil {
		found, asked := p.isThreadOf(ctx, channelID, messageID)
		switch {
		case found:
			err = nil
		case asked != nil && rest.CodeOf(err) == codeHasThread: // whose it is will be known later
			err = asked
		}
	}
	return messageID, postError(channelID, err)
}

// isThreadOf reports whether an id is that of a thread of a channel, which was opened before.
func (p poster) isThreadOf(ctx context.Context, channelID, id string) (bool, error) {
	var thread struct {
		ParentID string `json:"parent_id"`
	}
	err := p.client.Call(ctx, http.MethodGet, "/channels/"+id, nil, nil, &thread)
	return err == nil && thread.ParentID == channelID, err
}
