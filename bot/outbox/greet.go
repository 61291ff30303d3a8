package outbox

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/locale"
)

// Send sends a message, and again when the network has asked to wait: what it limits, it does not send.
// It gives up when that takes longer than [checkIn].
func Send(ctx context.Context, network chat.Sender, channelID, nonce string, r chat.Reply) (messageID string, err error) {
	ctx, cancel := context.WithTimeout(ctx, handler.CheckIn)
	defer cancel()
	for {
		messageID, err = network.Send(ctx, channelID, nonce, r)
		var limited chat.RateLimitedError
		if !errors.As(err, &limited) {
			return messageID, err
		}
		select {
		case <-ctx.Done():
			return "", err
		case <-time.After(limited.After):
		}
	}
}

// Greet has a guild greeted that took the bot lately, with a button for its admins; channelID is where the guild has
// such messages. That is done once, whichever processes see it join, then or later, and not where the guild is
// known. Where the bot may not write there, it writes nowhere else.
func Greet(ctx context.Context, env *handler.Env, guildID, channelID, language string) error {
	return env.Store.AddGreeting(ctx, guildID, channelID, language)
}

// greeting is the one short message to a guild that took the bot.
func greeting(_ context.Context, env *handler.Env, _ daily.Guild, post daily.Post) (chat.Reply, error) {
	s := chat.SpeechIn(post.Language)
	reply := chat.Reply{Quiet: true, Screen: chat.Screen{Body: s.Say("greeting.body", locale.Args{"Daily": chat.Mention("daily"), "Setup": chat.Mention("setup")})}}
	reply.Screen.Rows = chat.Buttons(chat.Button{Label: s.Text("greeting.set-up", nil), Press: chat.Press{Verb: chat.SetUp, Argument: chat.MainPage}})
	return reply.Limited(s), nil
}

// NonceOf is the same for the same words, in 24 characters.
func NonceOf(words ...string) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%q", words))
	return fmt.Sprintf("%x", sum[:12])
}
