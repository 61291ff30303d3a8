package interact

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"

	"github.com/bwmarrin/discordgo"
)

// mostNested is how deep readable looks: deeper than Discord nests values.
const mostNested = 16

// received is an interaction with the channels that it names, which discordgo does not read in full.
type received struct {
	*discordgo.Interaction
	channels map[string]Channel
}

// Channel is an interaction's description of a channel that its user names.
type Channel struct {
	Type  discordgo.ChannelType  `json:"type"`
	Flags discordgo.ChannelFlags `json:"flags"`
	May   *int64                 `json:"app_permissions,string"` // of the bot there; nil: missing, as before July 2026
}

// decode reads an interaction as Discord sends it.
//
// discordgo gives it all up for one unexpected part, such as a component of a newer
// kind in the message that a command is used on. The user would wait for an answer in vain.
// So the parts that it cannot read are left out, and the rest is kept.
func decode(raw []byte) (r received, err error) {
	if r.Interaction, err = decodeWhole(raw); err != nil {
		known := readable(withoutLabels(raw), mostNested, func(raw json.RawMessage) bool {
			_, err := decodeWhole(raw)
			return err == nil
		})
		if known == nil {
			return received{}, err
		}
		if r.Interaction, err = decodeWhole(known); err != nil {
			return r, err
		}
	}
	if bytes.Contains(raw, []byte(`"channels"`)) {
		var named struct {
			Data struct {
				Resolved struct {
					Channels map[string]Channel `json:"channels"`
				} `json:"resolved"`
			} `json:"data"`
		}
		_ = json.Unmarshal(raw, &named) // the permissions of an unreadable channel are computed
		r.channels = named.Data.Resolved.Channels
	}
	return r, nil
}

// withoutLabels moves the fields of a submitted form from labels, which discordgo does not know, into rows, Discord's
// former layout. Anything else is returned unchanged.
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
		components[n], _ = json.Marshal(row) // its parts are valid
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

// readable returns a value without the parts that do not fit, or nil if nothing is left.
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
		kept := []json.RawMessage{}
		for _, item := range list {
			item = readable(item, depth-1, func(v json.RawMessage) bool { return fitsAs([]json.RawMessage{v}, fits) })
			if item != nil {
				kept = append(kept, item)
			}
		}
		left = kept
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

// readableFields tests each field on its own, together with the type, on which the meaning of the others depends.
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
