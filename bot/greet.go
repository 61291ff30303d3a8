package bot

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/locale"
)

// Sender is a network that sends a message to a channel, once for a nonce as far as it can.
type Sender interface {
	Send(ctx context.Context, channelID, nonce string, r Reply) (messageID string, err error)
}

// send sends a message, and again when the network has asked to wait: what it limits, it does not send.
// It gives up when that takes longer than [checkIn].
func send(ctx context.Context, network Sender, channelID, nonce string, r Reply) (messageID string, err error) {
	ctx, cancel := context.WithTimeout(ctx, checkIn)
	defer cancel()
	for {
		messageID, err = network.Send(ctx, channelID, nonce, r)
		var limited RateLimitedError
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
func (b *Bot) Greet(ctx context.Context, guildID, channelID, language string) error {
	return b.store.AddGreeting(ctx, guildID, channelID, language)
}

// greeting is the one short message to a guild that took the bot.
func (b *Bot) greeting(_ context.Context, _ daily.Guild, post daily.Post) (Reply, error) {
	s := speechIn(post.Language)
	reply := Reply{Quiet: true, Screen: Screen{Body: s.Say("greeting.body", locale.Args{"Daily": command("daily"), "Setup": command("setup")})}}
	reply.Screen.Rows = buttons(Button{Label: s.Text("greeting.set-up", nil), Press: Press{Verb: SetUp, Argument: mainPage}})
	return reply.limited(s), nil
}

// nonceOf is the same for the same words, in 24 characters.
func nonceOf(words ...string) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%q", words))
	return fmt.Sprintf("%x", sum[:12])
}
