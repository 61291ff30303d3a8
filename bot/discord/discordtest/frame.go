package discordtest

import (
	"bytes"
	"compress/zlib"
	"encoding/json"
	"errors"

	"github.com/gorilla/websocket"
)

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

// longEvent is how many bytes an event has that is compressed for a bot that asks for it.
const longEvent = 2048

// writeOne writes a frame as it stands, and anything else as JSON.
func (so *socket) writeOne(v any) error {
	f, ok := v.(frame)
	if p, event := v.(packet); event && so.compress && len(p.Data) > longEvent {
		f, ok = frame{websocket.BinaryMessage, p.compressed()}, true
	}
	if ok {
		return so.conn.WriteMessage(f.kind, f.data)
	}
	return so.conn.WriteJSON(v)
}

func (p packet) compressed() []byte {
	var b bytes.Buffer
	z := zlib.NewWriter(&b)
	if err := errors.Join(json.NewEncoder(z).Encode(p), z.Close()); err != nil {
		panic(err) // of our own making
	}
	return b.Bytes()
}
