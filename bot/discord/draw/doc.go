// Package draw writes what the bot replies as Discord's messages.
//
//	r := draw.Renderer{CommandIDs: ids}
//	m := r.Message(reply, "") // sent as JSON, with m.Files beside it
//
// The bot's texts become Discord's markup (text.go), within the limits of a message (message.go).
// A button carries what it asks for in its custom_id, which [ParseCustomID] reads when it is
// pressed (button.go). A form carries it too (form.go).
package draw
