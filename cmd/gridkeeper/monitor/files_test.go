package monitor

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/bot/metrics"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

var must = sudokutest.Must

// What Prometheus and Grafana are given.
const (
	folder    = "../../../packaging/monitoring"
	rules     = folder + "/alerts.yml"
	ruleTests = folder + "/alerts.test.yml"
	dashboard = folder + "/dashboard.json"
	page      = "../../../docs/operating.md"
)

// alert is one of the rules.
type alert struct {
	Alert, Expr, For    string
	Labels, Annotations map[string]string
}

func readAlerts(t *testing.T) []alert {
	t.Helper()
	var file struct {
		Groups []struct {
			Name  string
			Rules []alert
		}
	}
	must(t, yaml.Unmarshal(read(t, rules), &file))
	return file.Groups[0].Rules
}

// panelExpressions are those of the dashboard, with an interval in place of Grafana's.
func panelExpressions(t *testing.T) (all []string) {
	t.Helper()
	var file struct {
		Panels []struct {
			Targets []struct{ Expr string }
		}
	}
	must(t, json.Unmarshal(read(t, dashboard), &file))
	for _, p := range file.Panels {
		for _, target := range p.Targets {
			all = append(all, strings.ReplaceAll(target.Expr, "$__rate_interval", "5m"))
		}
	}
	return all
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	must(t, err)
	return text
}

// served returns all numbers that a process serves, with the values that their labels can have, as far as the
// program lists them.
func served(t *testing.T) map[string]map[string][]string {
	t.Helper()
	c := watching(archivetest.New(t))
	c.register()
	m := c.Metrics
	for _, lane := range []string{metrics.Quick, metrics.Slow, metrics.Suggestions} {
		m.Answer("play", lane, metrics.Answered, time.Second)
		m.Waiting(lane, func() int { return 0 })
	}
	for _, outcome := range []string{metrics.Posted, metrics.Limited, metrics.Refused, metrics.Failed, metrics.LeftOut, metrics.Unsure} {
		m.Post("daily", outcome)
	}
	for _, scope := range []string{"user", "shared", "global", ""} {
		m.RateLimit(scope)
	}
	for _, status := range []int{0, 200, 401, 403, 429, 500} {
		m.Call("GET /users/@me", status, time.Second)
	}
	m.Round(nil)
	m.Round(errors.New("no database"))
	m.Shard(0, 1)
	families, err := m.Gather()
	must(t, err)
	all := map[string]map[string][]string{}
	for _, f := range families {
		labels := map[string][]string{"job": nil, "instance": nil}
		for _, one := range f.Metric {
			for _, l := range one.Label {
				labels[l.GetName()] = append(labels[l.GetName()], l.GetValue())
			}
			if one.Histogram != nil {
				all[f.GetName()+"_bucket"], all[f.GetName()+"_count"] = labels, labels
				labels["le"] = nil
			}
		}
		all[f.GetName()] = labels
	}
	return all
}

var (
	selector = regexp.MustCompile(`\b((?:gridkeeper|process|go)_[a-z_]+)(?:\{([^}]*)\})?`)
	matcher  = regexp.MustCompile(`(\w+)(=~|!=|=)"([^"]*)"`)
)

// What the rules and the dashboard ask for exists in what the program serves: names, labels, and values.
func TestNamesExist(t *testing.T) {
	names := served(t)
	expressions := panelExpressions(t)
	for _, a := range readAlerts(t) {
		expressions = append(expressions, a.Expr)
	}
	if len(expressions) < 50 {
		t.Fatalf("%d expressions were found", len(expressions))
	}
	for _, expression := range expressions {
		for _, found := range selector.FindAllStringSubmatch(expression, -1) {
			labels, known := names[found[1]]
			if !known {
				t.Errorf("%s: there is no %s", expression, found[1])
				continue
			}
			for _, m := range matcher.FindAllStringSubmatch(found[2], -1) {
				values, known := labels[m[1]]
				if !known {
					t.Errorf("%s: %s has no label %s", expression, found[1], m[1])
				}
				for _, value := range strings.Split(m[3], "|") {
					if len(values) > 0 && !slices.Contains(values, strings.ReplaceAll(value, "5..", "500")) {
						t.Errorf("%s: %s is never %q", expression, m[1], value)
					}
				}
			}
		}
	}
}

// The page says of each alert what it means, where its link leads; a test of the rules has it fire.
func TestAlertsAreExplained(t *testing.T) {
	text, tests := string(read(t, page)), string(read(t, ruleTests))
	known := map[string]bool{}
	for _, a := range readAlerts(t) {
		known[a.Alert] = true
		if !strings.Contains(text, "\n#### "+a.Alert+"\n") || !strings.HasSuffix(a.Annotations["runbook_url"], "/docs/operating.md#"+strings.ToLower(a.Alert)) {
			t.Errorf("%s: docs/operating.md has no heading of that name, or the link leads elsewhere: %s", a.Alert, a.Annotations["runbook_url"])
		}
		if !strings.Contains(tests, "  - name: "+a.Alert+"\n") || !strings.Contains(tests, "{alertname: "+a.Alert+",") {
			t.Errorf("%s does not fire in a test, or is not looked for when all is well", a.Alert)
		}
		if s := a.Labels["severity"]; s != "critical" && s != "warning" || a.Annotations["summary"] == "" {
			t.Errorf("%s: severity %q, summary %q", a.Alert, s, a.Annotations["summary"])
		}
	}
	for _, heading := range regexp.MustCompile(`(?m)^#### (Gridkeeper\w+)$`).FindAllStringSubmatch(text, -1) {
		if !known[heading[1]] {
			t.Errorf("docs/operating.md explains %s, which is not a rule", heading[1])
		}
	}
}

// Prometheus's own tool finds the rules right, has each alert fire, and finds no fault with the names served and with the
// expressions of the dashboard.
func TestPromtool(t *testing.T) {
	if testing.Short() {
		t.Skip("left to make check")
	}
	program, err := exec.LookPath("promtool")
	if err != nil {
		if program, err = filepath.Abs("../../../bin/promtool"); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := os.Stat(program); err != nil {
		t.Skip("no promtool here: make check fetches it")
	}
	promtool := func(input string, args ...string) {
		t.Helper()
		tool := exec.CommandContext(t.Context(), program, args...)
		tool.Stdin = strings.NewReader(input)
		if out, err := tool.CombinedOutput(); err != nil {
			t.Errorf("promtool %s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
	config, shown := filepath.Join(t.TempDir(), "prometheus.yml"), regexp.MustCompile(`(?m)^    rule_files:.*\n(^    .*\n)+`).Find(read(t, page))
	if shown == nil {
		t.Error("docs/operating.md does not say how Prometheus is configured")
	}
	must(t, os.WriteFile(config, shown, 0o666)) // with the rules beside it, as the page says
	must(t, os.WriteFile(filepath.Join(filepath.Dir(config), filepath.Base(rules)), read(t, rules), 0o666))
	promtool("", "check", "config", config)
	promtool("", "check", "rules", rules)
	promtool("", "test", "rules", ruleTests)
	c := watching(archivetest.New(t))
	c.register()
	c.Metrics.Answer("play", metrics.Quick, metrics.Answered, time.Second)
	promtool(ask(t, c.handler(t.Context()), "/metrics").Body.String(), "check", "metrics")

	panels := "groups:\n- name: panels\n  rules:\n"
	for n, expression := range panelExpressions(t) {
		panels += fmt.Sprintf("  - record: panel:%d\n    expr: %q\n", n, expression)
	}
	file := filepath.Join(t.TempDir(), "panels.yml")
	must(t, os.WriteFile(file, []byte(panels), 0o666))
	promtool("", "check", "rules", file)
}
