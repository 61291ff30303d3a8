package discord

import (
	"context"
	"net/http"
)

// archiveAfter is how many minutes without a message archive a thread. One that comes later opens it
// again.
const archiveAfter = 1440

// OpenThread implements [bot.ThreadOpener]. A message has at most one thread, which has the id of the
// message (Discord's documentation, Start Thread from Message); a second is refused with code 160004. So this
// can be called again after an answer that was lost, and from several processes.
func (p poster) OpenThread(ctx context.Context, channelID, messageID, title string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, postIn)
	defer cancel()
	body := struct {
		Name    string `json:"name"`
		Archive int    `json:"auto_archive_duration"`
	}{threadName(title), archiveAfter}
	err := p.client.Call(ctx, http.MethodPost, "/channels/"+channelID+"/messages/"+messageID+"/threads", body, nil, nil)
	if err != nil && p.isThreadOf(ctx, channelID, messageID) {
		err = nil
	}
	return messageID, postError(channelID, err)
}

// isThreadOf reports whether an id is that of a thread of a channel, which was opened before.
func (p poster) isThreadOf(ctx context.Context, channelID, id string) bool {
	var thread struct {
		ParentID string `json:"parent_id"`
	}
	err := p.client.Call(ctx, http.MethodGet, "/channels/"+id, nil, nil, &thread)
	return err == nil && thread.ParentID == channelID
}
