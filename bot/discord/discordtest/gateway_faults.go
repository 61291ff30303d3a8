package discordtest

import (
	"encoding/json"
	"time"

	"github.com/gorilla/websocket"
)

// Reconnect asks the bot to connect again (Op 7), as Discord does some times a day.
func (s *Server) Reconnect() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, n := range s.connected() {
		n.socket.send(packet{Op: opReconnect})
	}
}

// ReconnectAtHello answers the next connections with Op 7 in place of everything else.
func (s *Server) ReconnectAtHello(times int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gateway.helloOp7 = times
}

// InvalidateSession ends the bot's sessions (Op 9).
func (s *Server) InvalidateSession() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, n := range s.connected() {
		n.socket.invalid()
	}
	clear(s.gateway.sessions)
}

// InterruptSession has the bot resume its sessions (Op 9 with true).
func (s *Server) InterruptSession() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, n := range s.connected() {
		n.socket.send(packet{Op: opInvalidSession, Data: json.RawMessage("true")})
		n.socket = nil
	}
}

// CloseWith closes the connections with a close code, in the middle of what they do. Whether the sessions can be
// resumed, and the bot may come again at all, depends on the code.
func (s *Server) CloseWith(code int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, n := range s.connected() {
		_ = n.socket.conn.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""), time.Now().Add(time.Minute))
		n.socket = nil
	}
	s.closed(code)
	s.notify()
}

// ResetToken gives the bot another token, as its owner does: its connections are closed, and the old token is refused from now on.
func (s *Server) ResetToken(token string) {
	s.CloseWith(CloseAuthenticationFailed)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Token, s.gateway.ended = token, 0 // the bot may come again with the new one
}

// closed notes that connections were closed with a code. The caller holds the lock.
func (s *Server) closed(code int) {
	if endsSession(code) {
		clear(s.gateway.sessions)
	}
	if forGood(code) {
		s.gateway.ended = code
	}
}

// LoseGateway has the gateway go away that has the sessions: they can be resumed nowhere.
func (s *Server) LoseGateway() {
	s.resumed.Listener.Close()
	s.Drop()
}

// Drop cuts the connections without a close code.
func (s *Server) Drop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, n := range s.connected() {
		_ = n.socket.conn.NetConn().Close()
		n.socket = nil
	}
	s.notify()
}

// RefuseIdentify closes the next connection that identifies itself with a close code.
func (s *Server) RefuseIdentify(code int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gateway.refuse = code
}

// RefuseEarly refuses the next connection that identifies itself as one that comes too early (Op 9).
func (s *Server) RefuseEarly() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gateway.refuseEarly = true
}

// RefuseResume cuts the connections, and closes every one that resumes its session with a
// close code.
func (s *Server) RefuseResume(code int) {
	s.mu.Lock()
	for _, n := range s.gateway.sessions {
		n.refuse = code
	}
	s.mu.Unlock()
	s.Drop()
}

// Mute leaves the present connections open and sends nothing more over them, not even
// acknowledgements of heartbeats. The next connection is not muted.
func (s *Server) Mute() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, n := range s.connected() {
		n.socket.mute = true
	}
}

// DuplicateEvents delivers every event twice from now on; [Server.Redeliver] does so with one interaction.
func (s *Server) DuplicateEvents() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gateway.duplicate = true
}
