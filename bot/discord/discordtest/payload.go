package discordtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"slices"
)

// Flags and types of messages.
const (
	flagEphemeral    = 1 << 6
	flagLoading      = 1 << 7 // the bot is thinking
	flagSilent       = 1 << 12
	flagComponentsV2 = 1 << 15

	componentRow    = 1
	componentButton = 2

	componentSelect        = 3 // of options
	componentRoleSelect    = 6
	componentChannelSelect = 8

	buttonLink    = 5
	buttonPremium = 6
)

// payload is a message as the bot sends it: every field that Discord takes and we know.
// A nil pointer was not sent.
type payload struct {
	Content         *string           `json:"content"`
	Embeds          *[]Embed          `json:"embeds"`
	Components      *[]Component      `json:"components"`
	Attachments     *[]sentAttachment `json:"attachments"`
	AllowedMentions *allowedMentions  `json:"allowed_mentions"`
	Flags           int               `json:"flags"`
	Nonce           any               `json:"nonce"`
	EnforceNonce    bool              `json:"enforce_nonce"`
	TTS             bool              `json:"tts"`
}

// Embed is a framed text of a message.
type Embed struct {
	Title       string       `json:"title,omitempty"`
	Type        string       `json:"type,omitempty"`
	Description string       `json:"description,omitempty"`
	URL         string       `json:"url,omitempty"`
	Timestamp   string       `json:"timestamp,omitempty"`
	Color       int          `json:"color,omitempty"`
	Footer      *EmbedFooter `json:"footer,omitempty"`
	Image       *EmbedMedia  `json:"image,omitempty"`
	Thumbnail   *EmbedMedia  `json:"thumbnail,omitempty"`
	Author      *EmbedAuthor `json:"author,omitempty"`
	Fields      []EmbedField `json:"fields,omitempty"`
}

// EmbedFooter is the last line of an embed.
type EmbedFooter struct {
	Text    string `json:"text"`
	IconURL string `json:"icon_url,omitempty"`
}

// EmbedMedia is a picture of an embed.
type EmbedMedia struct {
	URL string `json:"url"`
}

// EmbedAuthor is the first line of an embed.
type EmbedAuthor struct {
	Name    string `json:"name"`
	URL     string `json:"url,omitempty"`
	IconURL string `json:"icon_url,omitempty"`
}

// EmbedField is a column of an embed.
type EmbedField struct {
	Name   string `json:"name"`
	Value  string `json:"value"`
	Inline bool   `json:"inline,omitempty"`
}

// Component is a button, a row of them, or any other component of a message.
type Component struct {
	Type        int             `json:"type"`
	ID          int             `json:"id,omitempty"`
	CustomID    string          `json:"custom_id,omitempty"`
	Style       int             `json:"style,omitempty"`
	Label       string          `json:"label,omitempty"`
	Disabled    bool            `json:"disabled,omitempty"`
	URL         string          `json:"url,omitempty"`
	SKU         string          `json:"sku_id,omitempty"`
	Emoji       json.RawMessage `json:"emoji,omitempty"`
	Components  []Component     `json:"components,omitempty"`
	Accessory   *Component      `json:"accessory,omitempty"`
	Options     []SelectOption  `json:"options,omitempty"`
	Placeholder string          `json:"placeholder,omitempty"`
	Defaults    []SelectDefault `json:"default_values,omitempty"`
	Channels    []int           `json:"channel_types,omitempty"`
	MinValues   *int            `json:"min_values,omitempty"`
	MaxValues   *int            `json:"max_values,omitempty"`
	Content     string          `json:"content,omitempty"`
	Items       json.RawMessage `json:"items,omitempty"`
	Media       json.RawMessage `json:"media,omitempty"`
	File        json.RawMessage `json:"file,omitempty"`
	Description string          `json:"description,omitempty"`
	Spoiler     bool            `json:"spoiler,omitempty"`
	AccentColor *int            `json:"accent_color,omitempty"`
	Divider     *bool           `json:"divider,omitempty"`
	Spacing     int             `json:"spacing,omitempty"`
}

// SelectDefault is a channel or a role that a select shows as chosen.
type SelectDefault struct {
	ID   string `json:"id"`
	Type string `json:"type"`
}

// SelectOption is one line of a select menu.
type SelectOption struct {
	Label       string          `json:"label"`
	Value       string          `json:"value"`
	Description string          `json:"description,omitempty"`
	Emoji       json.RawMessage `json:"emoji,omitempty"`
	Default     bool            `json:"default,omitempty"`
}

type sentAttachment struct {
	ID          any    `json:"id"`
	Filename    string `json:"filename"`
	Description string `json:"description"`
}

// id returns the id as text; it may be sent as a number.
func (a sentAttachment) id() string { return fmt.Sprint(a.ID) }

type allowedMentions struct {
	Parse       []string `json:"parse"`
	Roles       []string `json:"roles"`
	Users       []string `json:"users"`
	RepliedUser bool     `json:"replied_user"`
}

func (p payload) nonce() string {
	if p.Nonce == nil {
		return ""
	}
	return fmt.Sprint(p.Nonce)
}

// walk yields all components, nested ones after the one that holds them.
func walk(components []Component) iter.Seq[Component] {
	return func(yield func(Component) bool) {
		var visit func([]Component) bool
		visit = func(list []Component) bool {
			for _, c := range list {
				if !yield(c) || !visit(c.Components) {
					return false
				}
				if c.Accessory != nil && !visit([]Component{*c.Accessory}) {
					return false
				}
			}
			return true
		}
		visit(components)
	}
}

// strict reads JSON into a value and refuses fields that the value does not have.
func strict(data []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	return d.Decode(into)
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
