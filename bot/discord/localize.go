package discord

import (
	"maps"
	"slices"

	"github.com/bwmarrin/discordgo"

	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/locale"
)

// translation is what users of one of Discord's locales read.
type translation struct {
	locale   discordgo.Locale
	commands []chat.Command
	messages []chat.MessageCommand
}

// translations returns the words of each of Discord's locales that there is a catalogue for. English
// is what Discord shows otherwise.
func translations() (all []translation) {
	english := locale.Languages()[0]
	for _, l := range slices.Sorted(maps.Keys(discordgo.Locales)) {
		if words := locale.Match(string(l)); words.Tag() != english.Tag() {
			all = append(all, translation{l, bot.Commands(words), bot.MessageCommands(words)})
		}
	}
	return all
}

// localize adds the names and descriptions of each of Discord's locales to commands.
func localize(slash []*discordgo.ApplicationCommand, messages []chat.MessageCommand) {
	for _, t := range translations() {
		for _, c := range slash {
			if i := slices.IndexFunc(t.commands, func(b chat.Command) bool { return b.Name == c.Name }); i >= 0 && c.Description != "" {
				t.localizeSlash(c, t.commands[i])
			}
			if i := slices.IndexFunc(messages, func(m chat.MessageCommand) bool { return m.Name == c.Name }); i >= 0 {
				in(&c.NameLocalizations, t.locale, t.nameOf(messages[i].Key))
			}
		}
	}
}

// nameOf returns what a command on messages is called.
func (t translation) nameOf(key string) string {
	for _, m := range t.messages {
		if m.Key == key {
			return m.Name
		}
	}
	return ""
}

func (t translation) localizeSlash(c *discordgo.ApplicationCommand, words chat.Command) {
	in(&c.NameLocalizations, t.locale, words.Label)
	in(&c.DescriptionLocalizations, t.locale, words.Description)
	for _, o := range c.Options {
		i := slices.IndexFunc(words.Options, func(b chat.Option) bool { return b.Name == o.Name })
		if i < 0 {
			continue
		}
		t.localizeOption(o, words.Options[i])
	}
}

func (t translation) localizeOption(o *discordgo.ApplicationCommandOption, words chat.Option) {
	put(&o.NameLocalizations, t.locale, words.Label)
	put(&o.DescriptionLocalizations, t.locale, words.Description)
	for _, choice := range o.Choices {
		if n := slices.Index(words.Choices, choice.Value.(string)); n >= 0 {
			put(&choice.NameLocalizations, t.locale, words.Labels[n])
		}
	}
}

// in puts a text into localizations that may not be there yet.
func in(localizations **map[discordgo.Locale]string, l discordgo.Locale, text string) {
	if *localizations == nil {
		*localizations = &map[discordgo.Locale]string{}
	}
	put(*localizations, l, text)
}

func put(localizations *map[discordgo.Locale]string, l discordgo.Locale, text string) {
	if *localizations == nil {
		*localizations = map[discordgo.Locale]string{}
	}
	(*localizations)[l] = text
}
