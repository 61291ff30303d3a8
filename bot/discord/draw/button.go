package draw

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"github.com/gridkeeper/gridkeeper/bot/chat"
)

// Limits of Discord for the buttons of a message.
const (
	maxCustomID = 100
	maxRows     = 5
	maxInRow    = 5
	maxLink     = 512
)

// customID writes a press of a button as its custom_id: "g:", then game, verb, argument, revision
// and view, if there is one, such as "g:12:hint:2:7" or "g:12:turn::7:b5"; and after "#" the marker
// that names a post, if there is one.
func customID(p chat.Press, marker string) string {
	id := fmt.Sprintf("g:%d:%s:%s:%d", p.GameID, url.QueryEscape(string(p.Verb)), url.QueryEscape(p.Argument), p.Revision)
	if p.View != "" {
		id += ":" + url.QueryEscape(p.View)
	}
	if marker != "" {
		id += "#" + marker
	}
	return id
}

// ParseCustomID reads what this version and earlier ones wrote. For anything else it returns a
// press without a verb, which the bot answers.
func ParseCustomID(id string) chat.Action {
	id, _, _ = strings.Cut(id, "#")
	parts := strings.Split(id, ":")
	if len(parts) == 5 {
		parts = append(parts, "") // no view
	}
	if len(parts) != 6 || parts[0] != "g" {
		return parseOldCustomID(id)
	}
	verb, verbErr := url.QueryUnescape(parts[2])
	argument, argumentErr := url.QueryUnescape(parts[3])
	game, gameErr := strconv.ParseInt(parts[1], 10, 64)
	revision, revisionErr := strconv.Atoi(parts[4])
	view, viewErr := url.QueryUnescape(parts[5])
	if errors.Join(verbErr, argumentErr, gameErr, revisionErr, viewErr) != nil {
		return chat.Press{}
	}
	return chat.Press{Verb: chat.Verb(verb), Argument: argument, GameID: game, Revision: revision, View: view}
}

// parseOldCustomID reads the custom_ids of before buttons named their game: a command and its
// options, such as "daily?date=2026-01-31&shape=sudoku&tier=hidden". Posts of dailies keep such
// buttons for ever.
func parseOldCustomID(id string) chat.Action {
	command, query, _ := strings.Cut(id, "?")
	values, err := url.ParseQuery(query)
	if err != nil || !slices.Contains([]string{"daily", "leaderboard", "hint"}, command) {
		return chat.Press{}
	}
	options := map[string]string{}
	for name := range values {
		options[name] = values.Get(name)
	}
	return chat.Ask{Command: command, Options: options}
}

// MarkerOf returns the marker in a custom_id, "" if there is none.
func MarkerOf(customID string) string {
	_, marker, _ := strings.Cut(customID, "#")
	return marker
}

// RevisionOf returns the newest revision that the buttons of a message name, 0 if none does.
func RevisionOf(rows []discordgo.MessageComponent) (revision int) {
	for _, row := range rows {
		var buttons []discordgo.MessageComponent
		switch r := row.(type) {
		case discordgo.ActionsRow:
			buttons = r.Components
		case *discordgo.ActionsRow: // as it is decoded
			buttons = r.Components
		}
		for _, c := range buttons {
			var id string
			switch b := c.(type) {
			case discordgo.Button:
				id = b.CustomID
			case *discordgo.Button:
				id = b.CustomID
			}
			if press, ok := ParseCustomID(id).(chat.Press); ok {
				revision = max(revision, press.Revision)
			}
		}
	}
	return revision
}

// rows lays buttons out; the first one of all is the main one, if its look is left to us. The first
// that has room for it carries the marker. What would make Discord refuse the whole message is left out: buttons
// without a label, with a custom_id that is too long or there twice, after the fifth in a row,
// and rows after the fifth.
func rows(buttons [][]chat.Button, marker string) []discordgo.MessageComponent {
	list := []discordgo.MessageComponent{}
	first := true
	seen := map[string]bool{}
	for _, row := range buttons[:min(len(buttons), maxRows)] {
		components := []discordgo.MessageComponent{}
		for _, b := range row {
			id := customID(b.Press, "")
			if b.Link != "" {
				id = b.Link
			}
			if b.Label == "" || len(id) > most(b) || seen[id] || len(components) == maxInRow {
				continue
			}
			seen[id] = true
			if b.Link != "" {
				components = append(components, discordgo.Button{Label: chat.Cut(b.Label, chat.MaxLabel), Style: discordgo.LinkButton, URL: b.Link})
				continue
			}
			if marked := customID(b.Press, marker); len(marked) <= maxCustomID {
				id, marker = marked, ""
			}
			components = append(components, discordgo.Button{
				Label: chat.Cut(b.Label, chat.MaxLabel), Style: styleOf(b.Look, first), CustomID: id, Disabled: b.Disabled,
			})
			first = false
		}
		if len(components) > 0 {
			list = append(list, discordgo.ActionsRow{Components: components})
		}
	}
	return list
}

// most is how long the custom_id of a button may be, or its address.
func most(b chat.Button) int {
	if b.Link != "" {
		return maxLink
	}
	return maxCustomID
}

func styleOf(look chat.Look, first bool) discordgo.ButtonStyle {
	switch {
	case look == chat.OnLook:
		return discordgo.SuccessButton
	case look == chat.MainLook || look == chat.AutoLook && first:
		return discordgo.PrimaryButton
	}
	return discordgo.SecondaryButton
}
