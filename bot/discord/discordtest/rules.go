package discordtest

import (
	"fmt"
	"regexp"
	"slices"
	"unicode/utf8"
)

// Limits of Discord's documentation that its machine-readable description does not
// state, or states too widely.
const (
	maxContent     = 2000
	maxEmbeds      = 10
	maxEmbedTotal  = 6000
	maxRows        = 5
	maxInRow       = 5
	maxComponents  = 40 // of components V2, nested ones included
	maxCustomID    = 100
	maxLabel       = 80
	maxAltText     = 1024
	maxFile        = 10 << 20
	maxOptions     = 25
	maxChoices     = 25
	maxCommandText = 8000
	maxNonce       = 25
	maxFollowUps   = 5 // where only a user has installed the bot
)

// breaches collects what is wrong with a body.
type breaches []string

func (b *breaches) add(wrong bool, format string, args ...any) {
	if wrong {
		*b = append(*b, fmt.Sprintf(format, args...))
	}
}

func (b *breaches) atMost(limit int, text, what string) {
	n := utf8.RuneCountInString(text)
	b.add(n > limit, "%s has %d characters: at most %d", what, n, limit)
}

// messageBreaches returns what is wrong with a message; old is the message that it
// changes, nil for a new one.
func messageBreaches(data []byte, files map[string]upload, old *Message) []string {
	var p payload
	var b breaches
	if err := strict(data, &p); err != nil {
		return []string{err.Error()}
	}
	b.add(p.AllowedMentions == nil, "allowed_mentions is missing: a name could ping people")
	b.add(p.AllowedMentions != nil && len(p.AllowedMentions.Parse) > 0, "allowed_mentions parses %v: anyone could be pinged", p.AllowedMentions)
	b.add(len(p.nonce()) > maxNonce, "nonce %q: at most %d characters", p.nonce(), maxNonce)
	b.add(p.EnforceNonce && p.nonce() == "", "enforce_nonce without a nonce")
	if p.Content != nil {
		b.atMost(maxContent, *p.Content, "content")
	}
	if p.Embeds != nil {
		b.embeds(*p.Embeds)
	}
	if p.Components != nil {
		b.components(*p.Components, p.Flags&flagComponentsV2 != 0)
	}
	if p.Flags&flagComponentsV2 != 0 {
		b.add(p.Content != nil && *p.Content != "" || p.Embeds != nil && len(*p.Embeds) > 0, "content or embeds beside components V2")
	}
	b.files(p, files, old)
	b.add(p.empty(files, old), "the message is empty")
	return b
}

// empty reports whether nothing can be seen.
func (p payload) empty(files map[string]upload, old *Message) bool {
	var kept Message
	if old != nil {
		kept = *old
	}
	content, embeds, components, attached := kept.Content, len(kept.Embeds), len(kept.Components), len(kept.Attachments)
	if p.Content != nil {
		content = *p.Content
	}
	if p.Embeds != nil {
		embeds = len(*p.Embeds)
	}
	if p.Components != nil {
		components = len(*p.Components)
	}
	if p.Attachments != nil {
		attached = len(*p.Attachments)
	}
	return content == "" && embeds+components+attached+len(files) == 0
}

func (b *breaches) files(p payload, files map[string]upload, old *Message) {
	for number, f := range files {
		b.add(len(f.data) == 0, "file %s is empty", number)
		b.add(len(f.data) > maxFile, "file %s has %d bytes: at most %d", number, len(f.data), maxFile)
	}
	if p.Attachments == nil {
		return
	}
	for _, a := range *p.Attachments {
		_, uploaded := files[a.id()]
		kept := false
		if old != nil {
			for _, o := range old.Attachments {
				kept = kept || o.ID == a.id()
			}
		}
		b.add(!uploaded && !kept, "attachment %q is neither uploaded nor there already", a.id())
		b.atMost(maxAltText, a.Description, "alt text")
	}
}

func (b *breaches) embeds(embeds []Embed) {
	b.add(len(embeds) > maxEmbeds, "%d embeds: at most %d", len(embeds), maxEmbeds)
	total := 0
	count := func(limit int, text, what string) {
		b.atMost(limit, text, what)
		total += utf8.RuneCountInString(text)
	}
	for _, e := range embeds {
		count(256, e.Title, "embed title")
		count(4096, e.Description, "embed description")
		b.add(len(e.Fields) > 25, "%d embed fields: at most 25", len(e.Fields))
		for _, f := range e.Fields {
			b.add(f.Name == "" || f.Value == "", "embed field %q without name or value", f.Name)
			count(256, f.Name, "embed field name")
			count(1024, f.Value, "embed field value")
		}
		if e.Footer != nil {
			count(2048, e.Footer.Text, "embed footer")
		}
		if e.Author != nil {
			count(256, e.Author.Name, "embed author")
		}
	}
	b.add(total > maxEmbedTotal, "embeds have %d characters in all: at most %d", total, maxEmbedTotal)
}

func (b *breaches) components(list []Component, v2 bool) {
	if !v2 {
		b.add(len(list) > maxRows, "%d rows: at most %d", len(list), maxRows)
		for _, c := range list {
			b.add(c.Type != componentRow, "component of type %d outside of a row", c.Type)
		}
	}
	count, ids := 0, map[string]bool{}
	for c := range walk(list) {
		count++
		if c.CustomID != "" {
			b.add(ids[c.CustomID], "custom_id %q twice", c.CustomID)
			ids[c.CustomID] = true
		}
		b.atMost(maxCustomID, c.CustomID, "custom_id")
		b.atMost(maxLabel, c.Label, "button label")
		b.add(len(c.Options) > maxOptions, "%d options of a select: at most %d", len(c.Options), maxOptions)
		switch c.Type {
		case componentRow:
			b.add(len(c.Components) == 0, "a row without components")
			b.add(len(c.Components) > maxInRow, "%d components in a row: at most %d", len(c.Components), maxInRow)
			b.add(len(c.Components) > 1 && slices.ContainsFunc(c.Components, Component.isSelect), "a select that shares its row")
		case componentButton:
			b.button(c)
		case componentSelect, componentRoleSelect, componentChannelSelect:
			b.selectMenu(c)
		}
	}
	b.add(v2 && count > maxComponents, "%d components: at most %d", count, maxComponents)
}

func (b *breaches) button(c Component) {
	switch c.Style {
	case buttonLink:
		b.add(c.URL == "" || c.CustomID != "", "link button %q wants a url and no custom_id", c.Label)
	case buttonPremium:
		b.add(c.SKU == "", "premium button without sku_id")
	default:
		b.add(c.CustomID == "" || c.URL != "", "button %q wants a custom_id and no url", c.Label)
		b.add(c.Label == "" && c.Emoji == nil, "button %q without label", c.CustomID)
	}
}

// commandName is the rule for names of commands and options, up to 32 characters. Discord takes letters of
// other alphabets too, where they have no capitals. In the expression, {1,32} would take 2 MB at every start.
var commandName = regexp.MustCompile(`^[-_'\p{Ll}\p{Lm}\p{Lo}\p{N}]+$`)

// commandBreaches returns what is wrong with the set of commands.
func commandBreaches(commands []command) []string {
	var b breaches
	names, entryPoints := map[string]bool{}, 0
	b.add(len(commands) > 100, "%d commands: at most 100", len(commands))
	for _, c := range commands {
		id := fmt.Sprint(c.Type, c.Name)
		b.add(names[id], "command %q twice", c.Name)
		names[id] = true
		b.add(c.Handler != 0 && c.Type != entryPoint, "command %q with a handler, which is for entry points", c.Name)
		switch c.Type {
		case entryPoint:
			entryPoints++
			b.add(entryPoints > 1, "%q is a second entry point", c.Name)
			b.add(c.Handler != 1 && c.Handler != 2, "entry point %q with handler %d: 1 or 2", c.Name, c.Handler)
			continue
		case messageCommand:
			b.messageCommand(c)
			continue
		}
		b.named(c.Name, c.Description, "command")
		b.options(c)
		b.add(c.length() > maxCommandText, "command %q has %d characters in all: at most %d", c.Name, c.length(), maxCommandText)
	}
	b.localized(commands)
	return b
}

func (b *breaches) named(name, description, what string) {
	b.add(!commandName.MatchString(name) || utf8.RuneCountInString(name) > 32, "%s name %q: 1-32 lower-case letters, digits, - and _", what, name)
	b.add(description == "", "%s %q has no description", what, name)
	b.atMost(100, description, what+" description")
}

// messageCommand is a command on messages; its name may have capitals and blanks.
const messageCommand = 3

func (b *breaches) messageCommand(c command) {
	n := utf8.RuneCountInString(c.Name)
	b.add(n < 1 || n > 32, "command %q has %d characters: 1 to 32", c.Name, n)
	b.add(c.Description != "" || len(c.Options) > 0, "command %q on messages with a description or options", c.Name)
}

func (b *breaches) options(c command) {
	b.add(len(c.Options) > maxOptions, "command %q has %d options: at most %d", c.Name, len(c.Options), maxOptions)
	names, optional := map[string]bool{}, false
	for _, o := range c.Options {
		b.add(names[o.Name], "option %q of %q twice", o.Name, c.Name)
		names[o.Name] = true
		b.named(o.Name, o.Description, "option of "+c.Name)
		b.add(o.Required && optional, "option %q of %q is required but stands after an optional one", o.Name, c.Name)
		optional = optional || !o.Required
		b.add(len(o.Choices) > maxChoices, "option %q of %q has %d choices: at most %d", o.Name, c.Name, len(o.Choices), maxChoices)
		b.add(o.Autocomplete && len(o.Choices) > 0, "option %q of %q has choices and autocomplete", o.Name, c.Name)
		for _, choice := range o.Choices {
			b.add(choice.Name == "", "a choice of option %q of %q has no name", o.Name, c.Name)
			b.atMost(100, choice.Name, "choice name")
			b.atMost(100, fmt.Sprint(choice.Value), "choice value")
		}
	}
}
