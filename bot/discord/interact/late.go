package interact

import (
	"context"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"

	"github.com/gridkeeper/gridkeeper/bot/chat"
)

const (
	progressEvery = 4 * time.Second // Discord takes five edits of a message in five seconds
	progressIn    = 2 * time.Second // what shows progress holds the work up
)

// showProgress puts a text where the answer of a slow command will be, now and then. That it fails
// does not matter: the answer will come.
func (x *exchange) showProgress(body chat.Text) {
	select {
	case <-x.settled:
	default:
		return // Discord shows no message yet that it could stand in
	}
	public := x.Message != nil && x.Message.Flags&discordgo.MessageFlagsEphemeral == 0
	if !x.deferred || public || time.Since(x.shown) < progressEvery {
		return
	}
	x.shown = time.Now()
	ctx, cancel := context.WithTimeout(x.ctx, progressIn)
	defer cancel()
	m := x.desk.Render.Message(chat.Reply{Screen: chat.Screen{Body: body}, Private: true}, "")
	m.Flags = 0
	if err := x.desk.Client.Call(ctx, http.MethodPatch, x.webhook()+"/messages/@original", m, m.Files, nil); err != nil {
		x.desk.Log.DebugContext(x.ctx, "discord: progress was not shown", "asked", asked(x.request), "error", err)
	}
}

// tell sends the player an answer that was ready only after Discord stopped taking it.
func (x *exchange) tell(r chat.Reply) error {
	ctx, cancel := context.WithTimeout(x.desk.life, time.Minute)
	defer cancel()
	words := chat.Reply{Screen: chat.Screen{Title: r.Screen.Title, Body: r.Screen.Body}}
	return x.desk.Tell(ctx, x.request.Player.ID, x.ID, words)
}
