package discord

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// What is posted is answered as what comes over the gateway, and posted twice it is done once.
func TestPostedInteractions(t *testing.T) {
	t.Parallel()
	srv, channel := standIn(t)
	_, store := newArchive(t)
	public, private := discordtest.NewKey(t)
	config := quick(srv)
	config.HTTPListen, config.PublicKey = sudokutest.FreeAddress(t), public
	b := bot.New(store, bot.Config{Log: logTo(t)})
	s := newService(config.withDefaults(), logTo(t), b.Handle)
	s.round = func(context.Context) error { return nil }
	sudokutest.InBackground(t, s.serve)
	srv.AwaitReady(t)
	srv.PostInteractions("http://"+config.HTTPListen, private)
	srv.DuplicateEvents()
	wantBoard(t, srv.Slash(ann, channel, "play", nil).Answer(t), true)
	for level := 1; level <= 2; level++ {
		call := srv.Slash(ann, channel, "hint", nil)
		if got, want := call.Answer(t).Text(), fmt.Sprintf("level %d of 4", level); !strings.Contains(got, want) {
			t.Errorf("got %q, want %s", got, want)
		}
	}
	if tries := len(srv.Requests(toCallback)); tries != 3 {
		t.Errorf("%d tries to answer three interactions", tries)
	}
}

// Settings that cannot be used end the bot with an error that names them.
func TestEndpointSettings(t *testing.T) {
	srv, _ := standIn(t)
	public, _ := discordtest.NewKey(t)
	for want, c := range map[string]Config{
		"discord.public_key is \"hush\"":  {HTTPListen: "127.0.0.1:0", PublicKey: "hush"},
		"discord.public_key is \"\"":      {HTTPListen: "127.0.0.1:0"},
		"discord.http_listen \"nowhere\"": {HTTPListen: "nowhere", PublicKey: public},
	} {
		config := quick(srv)
		config.HTTPListen, config.PublicKey = c.HTTPListen, c.PublicKey
		err := Serve(t.Context(), config, bot.New(nil, bot.Config{}), logTo(t))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want an error with %q", err, want)
		}
	}
}
