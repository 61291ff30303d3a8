package bot

import (
	"context"
	"strings"

	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/locale"
)

func helpCommand() handler.Handler {
	return handler.Handler{
		Name:    "help",
		Options: []chat.Option{{Name: "command", Kind: chat.CommandOption}},
		Example: []chat.Given{{Name: "command", Value: "move"}}, Answer: help,
	}
}

func help(_ context.Context, env *handler.Env, q handler.Query) (chat.Reply, error) {
	name := strings.TrimPrefix(strings.TrimSpace(q.Option("command")), "/")
	if name == "" {
		return chat.Private(q.Text("title.help", nil), overview(q.Speech, q.Rights)), nil
	}
	h, ok := findCalled(q.Speech, name)
	if !ok {
		return chat.Reply{}, unknown(q.Speech, name)
	}
	return chat.Private("/"+q.CommandLabel(h.Name), explained(q.Speech, in(h, h.Name, q.Speech))), nil
}

// overview lists the commands that a player may use, one a line. The commands of a board, which are buttons below it too, and
// of admins are only named, so that the list fits on the screen of a phone.
func overview(s chat.Speech, rights chat.Rights) chat.Text {
	var lines []chat.Text
	var onBoard, managing chat.Text
	for _, h := range handlers() {
		name := chat.Text{s.InWords(chat.Mention(h.Name))}
		switch {
		case h.Prepare.Has(handler.Admin):
			managing = s.Enumerated(managing, name)
		case h.Prepare.Has(handler.OnBoard):
			onBoard = s.Enumerated(onBoard, name)
		default:
			lines = append(lines, s.Say("help.line", locale.Args{"Command": chat.Mention(h.Name), "Description": in(h, h.Name, s).Description}))
		}
	}
	lines = append(lines, s.Say("help.board", locale.Args{"Commands": onBoard}))
	if rights.ManageGuild {
		lines = append(lines, s.Say("help.managing", locale.Args{"Commands": managing}))
	}
	return chat.Join("\n", append(lines, s.Say("help.more", locale.Args{"Help": chat.Mention("help")}))...)
}

// explained is the help of one command.
func explained(s chat.Speech, c chat.Command) chat.Text {
	lines := []chat.Text{s.Say("help.summary", locale.Args{"Description": c.Description}), chat.Plain(c.Details)}
	if c.Admin {
		lines = append(lines, s.Say("help.admin", nil))
	}
	for _, o := range c.Options {
		key := "help.option"
		if o.Required {
			key = "help.required-option"
		}
		choices := ""
		if len(o.Choices) > 0 && !saysAll(o.Description, o.Labels) {
			choices = s.Text("help.choices", locale.Args{"Choices": s.Commas(o.Labels)})
		}
		lines = append(lines, s.Say(key, locale.Args{"Name": o.Label, "Description": o.Description, "Choices": choices}))
	}
	if c.Alias != "" {
		lines = append(lines, s.Say("help.alias", locale.Args{"Command": chat.Mention(c.Alias)}))
	}
	return chat.Join("\n", append(lines, s.Say("help.example", locale.Args{"Example": chat.Text{c.Example}}))...)
}

// saysAll reports whether a sentence contains all of some words.
func saysAll(sentence string, words []string) bool {
	for _, word := range words {
		before, after, found := strings.Cut(strings.ToLower(sentence), strings.ToLower(word))
		if !found || chat.Joined(before, word) || chat.Joined(word, after) {
			return false
		}
	}
	return true
}
