package bot

import (
	"context"
	"strings"

	"github.com/gridkeeper/gridkeeper/locale"
)

func helpCommand() handler {
	return handler{
		name:    "help",
		options: []Option{{Name: "command", Kind: CommandOption}},
		example: []Given{{Name: "command", Value: "move"}}, answer: (*Bot).help,
	}
}

func (b *Bot) help(_ context.Context, q query) (Reply, error) {
	name := strings.TrimPrefix(strings.TrimSpace(q.option("command")), "/")
	if name == "" {
		return private(q.Text("title.help", nil), q.overview(q.Rights)), nil
	}
	h, ok := q.findCalled(name)
	if !ok {
		return Reply{}, refuse("refusal.unknown-command", locale.Args{"Name": quoted(name), "Help": command("help")})
	}
	return private("/"+q.commandLabel(h.name), q.explained(h.in(q.speech))), nil
}

// overview lists the commands that a player may use, one a line. Those of admins are only named, as
// there is no room for the summaries of all.
func (s speech) overview(rights Rights) Text {
	var lines []Text
	var managing Text
	for _, h := range handlers() {
		if c := h.in(s); c.Admin {
			managing = s.enumerated(managing, Text{s.inWords(command(c.Name))})
		} else {
			lines = append(lines, s.Say("help.line", locale.Args{"Command": command(c.Name), "Description": c.Description}))
		}
	}
	if rights.ManageGuild {
		lines = append(lines, s.Say("help.managing", locale.Args{"Commands": managing}))
	}
	return join("\n", append(lines, s.Say("help.more", locale.Args{"Help": command("help")}))...)
}

// explained says all about a command.
func (s speech) explained(c Command) Text {
	lines := []Text{s.Say("help.summary", locale.Args{"Description": c.Description}), Plain(c.Details)}
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
			choices = s.Text("help.choices", locale.Args{"Choices": s.commas(o.Labels)})
		}
		lines = append(lines, s.Say(key, locale.Args{"Name": o.Label, "Description": o.Description, "Choices": choices}))
	}
	return join("\n", append(lines, s.Say("help.example", locale.Args{"Example": Text{c.Example}}))...)
}

// saysAll reports whether a sentence has all of some words.
func saysAll(sentence string, words []string) bool {
	for _, word := range words {
		before, after, found := strings.Cut(strings.ToLower(sentence), strings.ToLower(word))
		if !found || joined(before, word) || joined(word, after) {
			return false
		}
	}
	return true
}
