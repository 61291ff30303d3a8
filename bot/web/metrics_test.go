package web

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus/testutil"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/logs"
	"github.com/gridkeeper/gridkeeper/metrics"
)

// What is asked on a page is counted as the command that it is, and lines about it have its id.
func TestPagesAreWatched(t *testing.T) {
	s := &site{t: t, url: puzzles.URL(t)}
	s.store = s.open(s.url)
	m := metrics.New()
	var log bytes.Buffer
	s.serve("127.0.0.1:0", func(c *Config) { c.Metrics, c.Log = m, slog.New(logs.New(slog.NewTextHandler(&log, nil))) })
	game := s.play(ann)
	b := s.signedIn(ann)
	b.send(gamePath(game, "moves"), moves("a", 0, solution(t, b.state(game))[0]))
	families, err := m.Gather()
	must(t, err)
	for _, f := range families {
		if f.GetName() == "gridkeeper_answer_duration_seconds" && strings.Contains(f.Metric[0].String(), `"move"`) && strings.Contains(f.Metric[0].String(), `"browser"`) {
			families = nil
		}
	}
	if families != nil || testutil.CollectAndCount(m, "gridkeeper_answer_duration_seconds") != 1 {
		t.Errorf("a move is not counted: %v", families)
	}

	archivetest.Exec(t, s.url, `alter table game rename to gone`)
	b.get(fmt.Sprintf("/games/%d", game))
	if line := log.String(); !strings.Contains(line, `msg="web: a page failed"`) || !strings.Contains(line, `request="page `) {
		t.Errorf("the log: %s", line)
	}
}
