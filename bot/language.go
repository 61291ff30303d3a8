package bot

import (
	"context"
	"strings"

	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/locale"
)

// speechFor is the language to answer a request in: the player's; where the bot does not speak that, the
// one that admins have chosen for the guild; else the next of the request's.
func speechFor(ctx context.Context, env *handler.Env, r chat.Request) chat.Speech {
	own, _, _ := strings.Cut(r.Language, ",")
	spoken := locale.Match(own).Tag()
	if english := locale.Match().Tag(); own == "" || r.Place.GuildID == "" || spoken != english || strings.HasPrefix(own, english) {
		return chat.SpeechIn(r.Language)
	}
	guild, err := env.Store.Guild(ctx, r.Place.GuildID)
	if err != nil || guild.Language == "" {
		return chat.SpeechIn(r.Language)
	}
	return chat.SpeechIn(guild.Language)
}
