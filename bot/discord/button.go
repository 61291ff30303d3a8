package discord

import (
	"net/url"
	"strings"

	"github.com/bwmarrin/discordgo"

	"github.com/gridkeeper/gridkeeper/bot"
)

// Limits of Discord for the buttons of a message.
const (
	maxCustomID = 100
	maxRows     = 5
	maxInRow    = 5
)

// customID writes a command and its options as a button's custom_id, such as
// "hint?level=2", and behind "#" the marker that names a post, if there is one.
func customID(b bot.Button, marker string) string {
	id := url.PathEscape(b.Command)
	if len(b.Options) > 0 {
		values := url.Values{}
		for name, value := range b.Options {
			values.Set(name, value)
		}
		id += "?" + values.Encode()
	}
	if marker != "" {
		id += "#" + marker
	}
	return id
}

// parseCustomID reads what customID wrote. It reports false for anything else.
func parseCustomID(id string) (command string, options map[string]string, ok bool) {
	id, _, _ = strings.Cut(id, "#")
	path, query, _ := strings.Cut(id, "?")
	command, err := url.PathUnescape(path)
	if err != nil || command == "" {
		return "", nil, false
	}
	values, err := url.ParseQuery(query)
	if err != nil {
		return "", nil, false
	}
	options = map[string]string{}
	for name := range values {
		options[name] = values.Get(name)
	}
	return command, options, true
}

// markerOf returns the marker in a custom_id, "" if there is none.
func markerOf(customID string) string {
	_, marker, _ := strings.Cut(customID, "#")
	return marker
}

// rows lays buttons out, five in a row; the first one is the main one. The first that has
// room for it carries the marker. What would make Discord refuse the whole message is left
// out: a custom_id that is too long or there twice, and more than 25 buttons.
func rows(buttons []bot.Button, marker string) []discordgo.MessageComponent {
	list := []discordgo.MessageComponent{}
	row := discordgo.ActionsRow{}
	style := discordgo.PrimaryButton
	seen := map[string]bool{}
	for _, b := range buttons {
		id := customID(b, marker)
		if len(id) <= maxCustomID {
			marker = ""
		} else {
			id = customID(b, "")
		}
		if len(id) > maxCustomID || seen[id] || len(list) == maxRows {
			continue
		}
		seen[id] = true
		row.Components = append(row.Components, discordgo.Button{Label: cut(b.Label, bot.MaxLabel), Style: style, CustomID: id})
		style = discordgo.SecondaryButton
		if len(row.Components) == maxInRow {
			list, row = append(list, row), discordgo.ActionsRow{}
		}
	}
	if len(row.Components) > 0 {
		list = append(list, row)
	}
	return list
}
