package discordtest

import "net/http"

// store keeps a file that somebody attached and returns its id. The caller holds the lock.
func (s *Server) store(name string, data []byte) string {
	id := s.newID()
	s.files[id] = Attachment{ID: id, Name: name, Data: data}
	return id
}

// getAttachment serves what somebody attached.
func (s *Server) getAttachment(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	a, ok := s.files[r.PathValue("id")]
	s.mu.Unlock()
	if !ok {
		http.NotFound(w, r)
		return
	}
	_, _ = w.Write(a.Data)
}
