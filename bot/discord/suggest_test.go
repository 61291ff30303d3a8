package discord

import (
	"context"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
)

// What is typed reaches the bot, and its suggestions the user.
func TestSuggestions(t *testing.T) {
	srv, channel := standIn(t)
	var asked chat.Suggest
	answerWith(t, srv, quick(srv), func(_ context.Context, r chat.Request) chat.Reply {
		asked = r.Action.(chat.Suggest)
		return chat.Reply{Suggestions: []chat.Suggestion{{Label: "Berlin, Germany", Value: "Europe/Berlin"}, {Label: "Bermuda", Value: "Atlantic/Bermuda"}}}
	})
	call := srv.Type(admin, channel, "schedule", "zone", "berl", discordtest.Option{Name: "time", Value: "9am"})
	choices := call.Choices(t)
	if asked.Command != "schedule" || asked.Option != "zone" || asked.Typed != "berl" || asked.Options["time"] != "9am" || len(asked.Options) != 1 {
		t.Errorf("asked %+v", asked)
	}
	if len(choices) != 2 || choices[0].Name != "Berlin, Germany" || choices[0].Value != "Europe/Berlin" || choices[1].Value != "Atlantic/Bermuda" {
		t.Errorf("choices %v", choices)
	}
}

// A bot that is slow or panics leaves the user without suggestions: autocomplete cannot be deferred,
// and nothing else may be answered.
func TestNoSuggestions(t *testing.T) {
	srv, channel := standIn(t)
	config := quick(srv)
	config.DeferAfter = 10 * time.Millisecond
	answerWith(t, srv, config, func(_ context.Context, r chat.Request) chat.Reply {
		switch r.Action.(chat.Suggest).Typed {
		case "panic":
			panic("in suggestions")
		case "slow":
			time.Sleep(200 * time.Millisecond)
			return chat.Reply{Suggestions: []chat.Suggestion{{Label: "late", Value: "late"}}}
		}
		return chat.Reply{}
	})
	for typed, want := range map[string]int{"panic": 0, "": 0, "slow": 1} {
		if choices := srv.Type(ann, channel, "daily", "date", typed).Choices(t); len(choices) != want {
			t.Errorf("%q: %v, want %d", typed, choices, want)
		}
	}
}

// A command on a message brings the message's text, and that of its embeds.
func TestMessageCommand(t *testing.T) {
	srv, channel := standIn(t)
	var asked chat.About
	answerWith(t, srv, quick(srv), func(_ context.Context, r chat.Request) chat.Reply {
		asked = r.Action.(chat.About)
		return saying("rated")
	})
	message := discordtest.Message{ID: "77", ChannelID: channel, Content: "Look:", Embeds: []discordtest.Embed{{Title: "A puzzle", Description: "53..7"}}}
	if got := srv.About(ann, message, "Rate this puzzle").Answer(t).Text(); got != "rated" {
		t.Errorf("answered %q", got)
	}
	if asked.Command != "rate" || asked.Text != "Look:\n\nA puzzle\n\n53..7" {
		t.Errorf("asked %+v", asked)
	}
	srv.About(ann, message, "Another command").Answer(t)
	if asked.Command != "" {
		t.Errorf("asked %+v", asked)
	}
}
