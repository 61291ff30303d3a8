package interact

import (
	"context"
	"fmt"
	"time"

	"github.com/bwmarrin/discordgo"

	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/discord/draw"
	"github.com/gridkeeper/gridkeeper/bot/metrics"
	"github.com/gridkeeper/gridkeeper/locale"
)

// suggestOf reads what a user has typed so far into an option.
func suggestOf(data discordgo.ApplicationCommandInteractionData) chat.Action {
	s := chat.Suggest{Command: data.Name, Options: map[string]string{}}
	for _, o := range data.Options {
		text := fmt.Sprint(o.Value)
		if o.Focused {
			s.Option, s.Typed = o.Name, text
			continue
		}
		s.Options[o.Name] = text
	}
	return s
}

// commandOf reads a command: one that was typed, or one on a message.
func (d *Desk) commandOf(ctx context.Context, data discordgo.ApplicationCommandInteractionData) chat.Action {
	if data.CommandType != discordgo.MessageApplicationCommand {
		return chat.Ask{Command: data.Name, Options: optionsOf(data), File: d.attachmentOf(ctx, data), Players: playersOf(data)}
	}
	about := chat.About{}
	for _, c := range bot.MessageCommands(locale.Match()) { // as they are registered
		if c.Name == data.Name {
			about.Command = c.Key
		}
	}
	if data.Resolved != nil {
		about.Text = textOf(data.Resolved.Messages[data.TargetID])
	}
	return about
}

// suggest answers autocomplete. Such an answer cannot be deferred, and comes too late after a while: the user types on and asks
// again.
func (x *exchange) suggest(handle func(context.Context, chat.Request) chat.Reply) {
	defer x.end()
	ctx, cancel := context.WithDeadline(x.work, x.asked.Add(x.desk.tooLate()))
	defer cancel()
	reply := x.desk.suggestSafely(ctx, x.request, handle)
	if err := x.first(ctx, discordgo.InteractionApplicationCommandAutocompleteResult, draw.Suggestions(reply.Suggestions), nil); err != nil {
		x.desk.Log.DebugContext(x.ctx, "discord: suggestions were lost", "command", x.request.Action.(chat.Suggest).Command,
			"after", time.Since(x.asked), "error", err)
		x.desk.Metrics.Interaction(metrics.Lost)
		return
	}
	x.desk.Metrics.Answer(bot.CommandOf(x.request.Action), x.lane, x.outcome, time.Since(x.asked))
}

// suggestSafely asks the bot for suggestions; where it panics there are none.
func (d *Desk) suggestSafely(ctx context.Context, request chat.Request, handle func(context.Context, chat.Request) chat.Reply) (reply chat.Reply) {
	defer func() {
		if p := recover(); p != nil {
			d.Log.ErrorContext(ctx, "discord: panic in suggestions", "panic", p)
		}
	}()
	return handle(ctx, request)
}
