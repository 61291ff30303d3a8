package bot

import (
	"context"
	"strings"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/bot/outbox"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/bot/player"
	"github.com/gridkeeper/gridkeeper/bot/screen"
	"github.com/gridkeeper/gridkeeper/calendar"
	"github.com/gridkeeper/gridkeeper/locale"
)

// What the pages in the browser say as the chat does, for networks that lay lists out themselves.

// Day writes a date: "Thu 5 Mar 2026".
func Day(language string, d calendar.Date) string { return chat.SpeechIn(language).Day(d) }

// Weekday writes a day of the week in short: "Thu".
func Weekday(language string, d time.Weekday) string { return chat.SpeechIn(language).Weekday(d) }

// Clock writes a duration as a clock shows it: "3:12", "1:03:12".
func Clock(language string, d time.Duration) string { return chat.SpeechIn(language).Elapsed(d) }

// Rank writes a rank, from 1: "2nd", "joint 2nd".
func Rank(language string, rank int, joint bool) string {
	return outbox.Place(chat.SpeechIn(language), rank, joint)
}

// Name is a player in a list of results as a viewer may see them: others who are hidden have no name.
func Name(language string, viewer, p games.Player, hidden bool) string {
	q := handler.Query{Request: chat.Request{Player: viewer}, Speech: chat.SpeechIn(language)}
	return outbox.Named(q, p, hidden).String()
}

// NameWorldwide is [Name] on a board over all guilds, where only those are named who want to be.
func NameWorldwide(language string, viewer, p games.Player, unnamed bool) string {
	q := handler.Query{Request: chat.Request{Player: viewer}, Speech: chat.SpeechIn(language)}
	return outbox.NamedWorldwide(q, p, unnamed).String()
}

// Unaided returns the results without a hint and without a check, ranked among themselves.
func Unaided(results []games.Result) []games.Result { return outbox.Unaided(results) }

// TimeOf says how long a game took, and how much of that its player was at it.
func TimeOf(language string, r games.Result) string { return screen.TimeOf(chat.SpeechIn(language), r) }

// BoardInWords says what the picture of a board shows, for players who listen.
func BoardInWords(language string, b picture.Board) string {
	return chat.SpeechIn(language).AltText(b, false)
}

// Chosen returns what a player has chosen, by the options of the command settings.
func Chosen(s games.Settings) map[string]string {
	chosen := map[string]string{}
	for _, one := range player.Settings() {
		if chosen[one.Option] = one.Get(s); chosen[one.Option] == "" {
			chosen[one.Option] = one.Values[0]
		}
	}
	return chosen
}

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
