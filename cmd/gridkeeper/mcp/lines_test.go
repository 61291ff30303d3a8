package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/config"
)

// FuzzLines feeds bytes to the server after a handshake. Whatever they are, it ends with its input and without an error, and its
// output is messages, a line each.
func FuzzLines(f *testing.F) {
	const handshake = `{"jsonrpc":"2.0","id":"h","method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"f","version":"1"}}}` + "\n"
	for _, seed := range []string{
		"", "\n\n", "{}", "[]", "null", "7\n8", "{\"jsonrpc\":\"2.0\"",
		`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"x"}}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"solve","arguments":{"puzzle":"1.....3..2.....4"}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"hint","arguments":{"puzzle":"1.....3..2.....4","level":2,"language":"de"}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"generate","arguments":{"count":2,"tier":5,"needs":["x-wing"]}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"_meta":{"progressToken":{}},"name":"solve","arguments":{}}}` + "\n" + `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`,
		`{"jsonrpc":"2.0","id":1,"method":"logging/setLevel","params":{"level":"debug"}}`,
		`{"jsonrpc":"2.0","id":null,"method":"ping"}`, `{"jsonrpc":"2.0","id":1.5,"method":"ping"}`,
		`{"jsonrpc":"2.0","id":"h","error":{"code":"x"}}`, `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":[]}}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		s := newServer("test", config.Config{}, io.Discard)
		s.limit = 50 * time.Millisecond
		var out bytes.Buffer
		if err := s.serve(t.Context(), io.MultiReader(strings.NewReader(handshake), bytes.NewReader(input)), &out); err != nil {
			t.Error(err)
		}
		lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
		for _, line := range lines {
			var message struct{ JSONRPC string }
			if err := json.Unmarshal([]byte(line), &message); err != nil || message.JSONRPC != "2.0" {
				t.Errorf("%.200q is not a message", line)
			}
		}
		if !strings.Contains(lines[0], `"id":"h"`) && !strings.Contains(out.String(), `"id":"h","result"`) {
			t.Errorf("the handshake has no answer: %.200s", out.String())
		}
	})
}

// A tool whose work ends with its process, or with a panic, answers with an error all the same.
func TestRun(t *testing.T) {
	var log bytes.Buffer
	s := newServer("test", config.Config{}, &log)
	s.limit = 10 * time.Millisecond
	_, err := run(t.Context(), s, s.turns, func(ctx context.Context) (int, error) { panic("a fault") })
	if err == nil || !strings.Contains(err.Error(), "a defect of gridkeeper") || !strings.Contains(log.String(), "a fault") {
		t.Errorf("%v, log %s", err, log.String())
	}
	release := make(chan struct{})
	for range cap(s.turns) {
		_, err = run(t.Context(), s, s.turns, func(context.Context) (int, error) { <-release; return 1, nil })
		if err == nil || !strings.Contains(err.Error(), "took longer than 10ms") {
			t.Error(err)
		}
	}
	if _, err = run(t.Context(), s, s.turns, func(context.Context) (int, error) { return 1, nil }); err == nil || !strings.Contains(err.Error(), "other calls took all of 10ms") {
		t.Errorf("a call without a turn: %v", err)
	}
	close(release)
	s.limit = time.Minute
	if n, err := run(t.Context(), s, s.turns, func(context.Context) (int, error) { return 1, nil }); n != 1 || err != nil {
		t.Error(n, err)
	}
}
