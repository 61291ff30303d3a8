package discordtest

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"testing"
)

// keepSent appends the bodies that were taken to the file that GRIDTEST_SENT names: .ci/npm/builders.mjs checks them
// against the rules of another library.
func (s *Server) keepSent(t testing.TB) {
	name := os.Getenv("GRIDTEST_SENT")
	if name == "" {
		return
	}
	var lines bytes.Buffer
	for _, r := range s.Requests("") {
		if len(r.Body) == 0 || r.Status >= http.StatusBadRequest {
			continue
		}
		if err := json.NewEncoder(&lines).Encode(map[string]any{"test": t.Name(), "route": r.Route, "body": r.Body}); err != nil {
			t.Error(err)
		}
	}
	f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		t.Error(err)
		return
	}
	defer f.Close()
	if _, err := f.Write(lines.Bytes()); err != nil { // at once, for other tests write too
		t.Error(err)
	}
}
