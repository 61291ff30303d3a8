package discordtest

import "github.com/gorilla/websocket"

// Event sends an event of any kind to the bot, with data of any shape.
func (s *Server) Event(kind string, data any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.dispatch("", kind, data)
}

// frame is what goes over the gateway as it stands.
type frame struct {
	kind int // websocket.TextMessage or websocket.BinaryMessage
	data []byte
}

// Frame sends a frame to the bot as it stands: text, or binary as Discord compresses packets.
func (s *Server) Frame(binary bool, data []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	kind := websocket.TextMessage
	if binary {
		kind = websocket.BinaryMessage
	}
	for _, n := range s.connected() {
		n.socket.send(frame{kind, data})
	}
}

// writeOne writes a frame as it stands, and anything else as JSON.
func (so *socket) writeOne(v any) error {
	if f, ok := v.(frame); ok {
		return so.conn.WriteMessage(f.kind, f.data)
	}
	return so.conn.WriteJSON(v)
}
