package discord

import (
	"context"
	"io"
	"reflect"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
)

func TestRequest(t *testing.T) {
	t.Parallel()
	srv, channel := standIn(t)
	requests := make(chan chat.Request, 1)
	config := quick(srv)
	config.MaxImport = 100
	answerWith(t, srv, config, func(_ context.Context, r chat.Request) chat.Reply {
		requests <- r
		reply := saying(readAttachment(r))
		reply.Screen.Rows = [][]chat.Button{{{Label: "More", Press: chat.Press{Verb: chat.MoreHint, Argument: "2", GameID: 12, Revision: 7}}}}
		return reply
	})

	answer := srv.Slash(ann, channel, "move", map[string]string{"moves": "r4c5=7"}).Answer(t)
	r := <-requests
	want := chat.Request{
		ID: r.ID, Language: "en-US,en-US", Player: games.Player{ID: ann.ID, Name: "Ann"},
		Place: chat.Place{GuildID: srv.GuildOf(channel), ChannelID: channel, Language: "en-US"}, Rights: chat.Rights{Command: true, Standing: r.Rights.Standing},
		Action: chat.Ask{Command: "move", Options: map[string]string{"moves": "r4c5=7"}, Players: map[string]chat.Person{}},
	}
	if !r.Buttons || r.Progress == nil || r.Target == nil || r.Target.Command() != "move" {
		t.Errorf("%+v has no buttons, no progress, or another target", r)
	}
	r.Buttons, r.Progress, r.Target = false, nil, nil
	if !reflect.DeepEqual(r, want) || r.ID == "" {
		t.Errorf("got %+v\nwant %+v", r, want)
	}

	german := ann
	german.Locale = "de"
	srv.Press(t, german, answer, "More").Answer(t)
	r = <-requests
	if press := (chat.Press{Verb: chat.MoreHint, Argument: "2", GameID: 12, Revision: 7}); r.Action != press || r.Language != "de,en-US" {
		t.Errorf("%+v, want %+v", r, press)
	}

	srv.SlashWith(admin, channel, "schedule", discordtest.Option{Name: "channel", Value: channel, Channel: true}).Answer(t)
	if r := <-requests; !r.Rights.ManageGuild || r.Action.(chat.Ask).Options["channel"] != channel || r.Player.Name != "ada" {
		t.Errorf("%+v", r)
	}

	directly := srv.AddChannel("", "direct messages")
	srv.Slash(admin, directly, "daily", nil).Answer(t)
	if r := <-requests; r.Rights.ManageGuild || r.Place != (chat.Place{GuildID: "dm:" + admin.ID, ChannelID: directly, Private: true}) {
		t.Errorf("%+v", r)
	}

	own := admin
	own.Installed = true // in a guild that has not asked for the bot
	srv.Slash(own, channel, "daily", nil).Answer(t)
	if r := <-requests; r.Rights.ManageGuild || r.Place != (chat.Place{GuildID: "dm:" + own.ID, ChannelID: channel, Private: true}) {
		t.Errorf("%+v", r)
	}

	file := discordtest.Option{Name: "file", Value: "puzzles.txt", File: []byte("twelve lines")}
	if got := srv.SlashWith(admin, channel, "import", file).Answer(t).Content; got != "puzzles.txt: twelve lines" {
		t.Errorf("read %q", got)
	}
	<-requests
	file.File = make([]byte, 101)
	if got := srv.SlashWith(admin, channel, "import", file).Answer(t).Content; !strings.Contains(got, "is larger") {
		t.Errorf("a file that is too large: %q", got)
	}
}

// readAttachment returns the name and the content of a request's file, or why it cannot.
func readAttachment(r chat.Request) string {
	ask, _ := r.Action.(chat.Ask)
	if ask.File == nil {
		return "nothing attached"
	}
	f, err := ask.File.Open(context.Background())
	if err != nil {
		return err.Error()
	}
	defer f.Close()
	data, err := io.ReadAll(f)
	if err != nil {
		return err.Error()
	}
	return ask.File.Name + ": " + string(data)
}
