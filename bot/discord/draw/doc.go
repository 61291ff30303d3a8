// Package draw draws the bot's replies as Discord's messages.
//
//	r := draw.Renderer{CommandIDs: ids}
//	m := r.Message(reply, "") // sent as JSON, with m.Files beside it
//
// The bot's texts become Discord's markup (text.go), within the limits of a message (message.go).
// A button, a select and a form carry their request in the custom_id, which [ParseCustomID] reads when one
// is used (components.go).
package draw
