package interact

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"

	"github.com/bwmarrin/discordgo"
)

// mostNested is how deep readable looks: deeper than what Discord nests.
const mostNested = 16

// received is an interaction, with what discordgo leaves out.
type received struct {
	*discordgo.Interaction
	channels map[string]Channel
}

// Channel is what Discord says in an interaction of a channel that its user names.
type Channel struct {
	Type  discordgo.ChannelType  `json:"type"`
	Flags discordgo.ChannelFlags `json:"flags"`
	May   *int64                 `json:"app_permissions,string"` // of the bot there; nil: not said, as before July 2026
}

// decode reads an interaction as Discord sends it.
func decode(raw []byte) (r received, err error) {
	if r.Interaction, err = decodeKnown(raw); err == nil && bytes.Contains(raw, []byte(`"channels"`)) {
		var named struct {
			Data struct {
				Resolved struct {
					Channels map[string]Channel `json:"channels"`
				} `json:"resolved"`
			} `json:"data"`
		}
		_ = json.Unmarshal(raw, &named) // what cannot be read is asked for
		r.channels = named.Data.Resolved.Channels
	}
	return r, err
}

// decodeKnown reads of an interaction what discordgo knows. discordgo gives all of it up for one part that it does
// not expect, such as a component of a kind that is newer than itself in the message that a command is used
// on, and the user would wait for an answer in vain. So what it cannot read is left out, and the rest is
// kept.
func decodeKnown(raw []byte) (*discordgo.Interaction, error) {
	i, err := decodeWhole(raw)
	if err == nil {
		return i, nil
	}
	raw = withoutLabels(raw)
	left := readable(raw, mostNested, func(raw json.RawMessage) bool {
		_, err := decodeWhole(raw)
		return err == nil
	})
	if left == nil {
		return nil, err
	}
	return decodeWhole(left)
}

// withoutLabels puts the fields of a form that was sent into rows, as Discord had them before it had labels, which discordgo does
// not know. Anything else is returned unchanged.
func withoutLabels(raw []byte) []byte {
	const aRow, aLabel = 1, 18
	var event, data map[string]json.RawMessage
	var components []json.RawMessage
	if json.Unmarshal(raw, &event) != nil || json.Unmarshal(event["data"], &data) != nil || json.Unmarshal(data["components"], &components) != nil {
		return raw
	}
	for n, c := range components {
		var label struct {
			Type      int             `json:"type"`
			Component json.RawMessage `json:"component"`
		}
		if json.Unmarshal(c, &label) != nil || label.Type != aLabel || label.Component == nil {
			continue
		}
		row := map[string]any{"type": aRow, "components": []json.RawMessage{label.Component}}
		components[n], _ = json.Marshal(row) // of valid parts
	}
	data["components"], _ = json.Marshal(components)
	event["data"], _ = json.Marshal(data)
	rows, _ := json.Marshal(event)
	return rows
}

// decodeWhole reads an interaction that may lack data, but has no other fault.
func decodeWhole(raw []byte) (*discordgo.Interaction, error) {
	if i := new(discordgo.Interaction); json.Unmarshal(raw, i) == nil && i.ID != "" {
		return i, nil
	}
	fields := map[string]json.RawMessage{}
	if err := json.Unmarshal(raw, &fields); err != nil {
		return nil, err
	}
	if fields == nil {
		return nil, errors.New("it is null")
	}
	if fields["data"] == nil {
		fields["data"] = json.RawMessage("{}")
	}
	raw, err := json.Marshal(fields)
	if err != nil {
		return nil, err
	}
	i := &discordgo.Interaction{}
	return i, json.Unmarshal(raw, i)
}

// readable returns what is left of a value without the parts that do not fit, nil for nothing.
func readable(value json.RawMessage, depth int, fits func(json.RawMessage) bool) json.RawMessage {
	if fits(value) {
		return value
	}
	if depth == 0 {
		return nil
	}
	var left any
	var list []json.RawMessage
	var object map[string]json.RawMessage
	switch {
	case json.Unmarshal(value, &list) == nil && list != nil:
		left = readableItems(list, depth, fits)
	case json.Unmarshal(value, &object) == nil && object != nil:
		left = readableFields(object, depth, fits)
	default:
		return nil
	}
	if raw, err := json.Marshal(left); err == nil && fits(raw) {
		return raw
	}
	return nil
}

func readableItems(list []json.RawMessage, depth int, fits func(json.RawMessage) bool) []json.RawMessage {
	kept := []json.RawMessage{}
	for _, item := range list {
		item = readable(item, depth-1, func(v json.RawMessage) bool { return fitsAs([]json.RawMessage{v}, fits) })
		if item != nil {
			kept = append(kept, item)
		}
	}
	return kept
}

// readableFields looks at each field by itself, beside the type, which says what the others may be.
func readableFields(object map[string]json.RawMessage, depth int, fits func(json.RawMessage) bool) map[string]json.RawMessage {
	kept := map[string]json.RawMessage{}
	if kind := object["type"]; kind != nil && fitsAs(map[string]json.RawMessage{"type": kind}, fits) {
		kept["type"] = kind
	}
	beside := maps.Clone(kept)
	for name, value := range object {
		value = readable(value, depth-1, func(v json.RawMessage) bool {
			one := maps.Clone(beside)
			one[name] = v
			return fitsAs(one, fits)
		})
		if value != nil {
			kept[name] = value
		}
	}
	return kept
}

func fitsAs(value any, fits func(json.RawMessage) bool) bool {
	raw, err := json.Marshal(value)
	return err == nil && fits(raw)
}
