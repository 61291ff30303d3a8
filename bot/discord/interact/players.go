package interact

import (
	"cmp"
	"context"
	"fmt"
	"net/http"

	"github.com/bwmarrin/discordgo"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/chat"
)

// playersOf returns the users whom the options of a command name, as Discord resolved them: with a
// member for those who are in the guild.
func playersOf(data discordgo.ApplicationCommandInteractionData) map[string]chat.Person {
	players := map[string]chat.Person{}
	for _, o := range data.Options {
		if o.Type != discordgo.ApplicationCommandOptionUser || data.Resolved == nil {
			continue
		}
		user := data.Resolved.Users[fmt.Sprint(o.Value)]
		if user == nil {
			continue
		}
		_, member := data.Resolved.Members[user.ID]
		players[o.Name] = chat.Person{
			Player: games.Player{ID: user.ID, Name: cmp.Or(user.GlobalName, user.Username, user.ID)},
			Bot:    user.Bot, Absent: !member,
		}
	}
	return players
}

// track reports which message shows what a reply tracks. Where the answer is named by its token only, its
// id is asked for. Without it the message stays as it is, until one of its buttons is pressed.
func (x *exchange) track(message, tracks string) {
	if x.desk.Shown == nil {
		return
	}
	switch {
	case message == original && x.updated:
		message = x.Message.ID
	case message == original:
		var sent discordgo.Message
		if err := x.ofOriginal(x.ctx, http.MethodGet, nil, nil, &sent); err != nil {
			x.desk.Log.WarnContext(x.ctx, "discord: a message is not tracked", "asked", asked(x.request), "error", err)
			return
		}
		message = sent.ID
	}
	ctx, cancel := context.WithTimeout(x.ctx, x.desk.AnswerIn)
	defer cancel()
	if err := x.desk.Shown(ctx, tracks, x.ChannelID, message); err != nil {
		x.desk.Log.WarnContext(x.ctx, "discord: a message is not tracked", "asked", asked(x.request), "error", err)
	}
}
