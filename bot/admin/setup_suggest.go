package admin

import (
	"context"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/logic"
)

// zoneOf is where most people live who speak a language of Discord's. English of the United States is missing, as
// guilds have it that never chose one.
var zoneOf = map[string]string{
	"bg": "Europe/Sofia", "cs": "Europe/Prague", "da": "Europe/Copenhagen", "de": "Europe/Berlin", "el": "Europe/Athens",
	"en-GB": "Europe/London", "es-ES": "Europe/Madrid", "fi": "Europe/Helsinki", "fr": "Europe/Paris", "hi": "Asia/Kolkata",
	"hr": "Europe/Zagreb", "hu": "Europe/Budapest", "id": "Asia/Jakarta", "it": "Europe/Rome", "ja": "Asia/Tokyo",
	"ko": "Asia/Seoul", "lt": "Europe/Vilnius", "nl": "Europe/Amsterdam", "no": "Europe/Oslo", "pl": "Europe/Warsaw",
	"pt-BR": "America/Sao_Paulo", "ro": "Europe/Bucharest", "ru": "Europe/Moscow", "sv-SE": "Europe/Stockholm",
	"th": "Asia/Bangkok", "tr": "Europe/Istanbul", "uk": "Europe/Kyiv", "vi": "Asia/Ho_Chi_Minh", "zh-CN": "Asia/Shanghai",
	"zh-TW": "Asia/Taipei",
}

// suggested returns what the screen of /setup suggests to a guild for which nothing was chosen yet, so that one press
// starts its posts: the channel where /setup was asked, and a zone and a language by that of the guild. A change on the
// screen keeps the rest of it.
func suggested(q handler.Query, guild daily.Guild) (_ daily.Guild, isNew bool) {
	unset := daily.NewGuild(guild.ID)
	unset.First = guild.First
	onScreen := q.Command == "setup" || q.Command == setupScreen || q.Command == setupForm
	if guild != unset || !onScreen || !q.Buttons || q.Place.ChannelID == "" || q.Place.Private {
		return guild, false
	}
	guild.ChannelID = q.Place.ChannelID
	if zone, ok := zoneOf[q.Place.Language]; ok {
		guild.Zone = zone
	}
	if tag := locale.Match(q.Place.Language).Tag(); tag != "en" {
		guild.Language = tag
	}
	return guild, true
}

// suggestion says what is suggested, and shows what a post looks like.
func suggestion(ctx context.Context, env *handler.Env, q handler.Query, guild daily.Guild) (chat.Reply, error) {
	s, err := handler.ScheduleOf(guild)
	if err != nil {
		return chat.Reply{}, err
	}
	coming := s.NextPosted(s.Newest(env.Config.Now()), 1)
	spoken := chat.SpeechIn(guild.Language).Text("language.name", nil)
	body := q.Say("setup.suggested", locale.Args{
		"Channel": chat.Channel(guild.ChannelID), "Clock": guild.At, "Zone": guild.Zone, "Language": spoken,
		"Due": q.Instant(coming[0].Due), "Start": q.Text("setup.posts-on", nil),
	})
	if problem := q.Checked.Problem(guild.ChannelID); problem != nil {
		body = chat.Join("\n", body, q.Say("schedule.problem", locale.Args{"Problem": q.Speech.Problem(problem)}))
	}
	missing, err := shortages(ctx, env, q, guild)
	body = chat.Join("\n", append([]chat.Text{body}, missing...)...)
	example, _, _ := logic.Techniques[0].Example()
	return q.WithBoard(chat.Private(q.Text("title.setup", nil), body), picture.Diagram{Clues: example.Grid, Grid: example.Grid}), err
}
