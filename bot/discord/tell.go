package discord

import (
	"context"
	"net/http"

	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/discord/rest"
)

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
	err := rest.Retry(ctx, func() error { return p.client.Call(ctx, http.MethodPost, "/users/@me/channels", to, nil, &direct) })
	if err != nil {
		return postError("", err)
	}
	m := p.render.Message(r, "")
	m.Nonce, m.EnforceNonce = nonce, true
	return postError(direct.ID, rest.Retry(ctx, func() error {
		return p.client.Call(ctx, http.MethodPost, "/channels/"+direct.ID+"/messages", m, nil, nil)
	}))
}
