package discordtest

import (
	"bytes"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"testing"
	"time"
)

// NewKey returns a pair of keys to sign interactions with, the public one as it is set.
func NewKey(t testing.TB) (public string, private ed25519.PrivateKey) {
	t.Helper()
	key, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	return hex.EncodeToString(key), private
}

// PostInteractions has interactions posted to an endpoint of the bot from now on, signed with a
// key, in place of events on the gateway.
func (s *Server) PostInteractions(url string, key ed25519.PrivateKey) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.endpoint = func(event []byte) {
		status, answer, err := post(url, key, time.Now(), event)
		s.mu.Lock()
		defer s.mu.Unlock()
		if err != nil || status != http.StatusAccepted || len(answer) > 0 {
			s.problem("a posted interaction is answered with %d, %q, %v: want 202 and no body", status, answer, err)
		}
	}
}

// Post posts a body that is signed with a key at a time, and returns the status of the answer.
func Post(url string, key ed25519.PrivateKey, at time.Time, body []byte) (status int, err error) {
	status, _, err = post(url, key, at, body)
	return status, err
}

func post(url string, key ed25519.PrivateKey, at time.Time, body []byte) (status int, answer []byte, err error) {
	req, err := http.NewRequest(http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	timestamp := strconv.FormatInt(at.Unix(), 10)
	req.Header.Set("X-Signature-Timestamp", timestamp)
	req.Header.Set("X-Signature-Ed25519", hex.EncodeToString(ed25519.Sign(key, append([]byte(timestamp), body...))))
	req.Close = true
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, nil, err
	}
	defer resp.Body.Close()
	answer, err = io.ReadAll(resp.Body)
	return resp.StatusCode, answer, err
}

// deliver brings an interaction to the bot. The caller holds the lock.
func (s *Server) deliver(event map[string]any) {
	if s.endpoint == nil {
		guildID, _ := event["guild_id"].(string)
		s.dispatch(guildID, "INTERACTION_CREATE", event)
		return
	}
	raw, err := json.Marshal(event)
	if err != nil {
		panic(err) // of our own making
	}
	for range 1 + btoi(s.gateway.duplicate) {
		go s.endpoint(raw)
	}
}
