package web

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// The first page and a board, of players and of visitors, reach these scores of Lighthouse on a phone and at a desk. The
// pages of players are closed to search engines. Nothing else should run beside it.
//
//	make lighthouse
func TestLighthouse(t *testing.T) {
	program := os.Getenv("GRIDTEST_LIGHTHOUSE")
	if program == "" {
		t.Skip("GRIDTEST_LIGHTHOUSE is not set: no Lighthouse")
	}
	s, _ := openSite(t)
	s.stop()
	s.serve("127.0.0.1:0", func(c *Config) { c.Index = true })
	player := s.signedIn(ann)
	headers, err := json.Marshal(map[string]string{"Cookie": s.CookieName() + "=" + cookieOf(player)})
	must(t, err)
	game := s.chat(ann, ask("play", "shape", "sudoku")).Screen.GameID
	for _, page := range []struct {
		name, path string
		visitor    bool
	}{{"home", "/", false}, {"board", fmt.Sprintf("/games/%d", game), false}, {"visitor-home", "/", true}, {"visitor-board", "/daily", true}} {
		for _, device := range []string{"phone", "desk"} {
			t.Run(page.name+"-"+device, func(t *testing.T) {
				report := filepath.Join(t.TempDir(), "report.json")
				arguments := []string{program, s.base + page.path, "--output=json", "--output-path=" + report, "--quiet",
					"--only-categories=performance,accessibility,best-practices,seo", "--chrome-flags=--headless --no-sandbox --disable-dev-shm-usage"}
				least := map[string]float64{"performance": 0.95, "accessibility": 0.95, "best-practices": 0.95}
				if page.visitor {
					least["seo"] = 0.9
				} else {
					arguments = append(arguments, "--extra-headers="+string(headers))
				}
				if device == "desk" {
					arguments = append(arguments, "--preset=desktop")
				}
				if out, err := exec.CommandContext(t.Context(), "node", arguments...).CombinedOutput(); err != nil {
					t.Fatalf("%v\n%s", err, out)
				}
				checkReport(t, report, least)
			})
		}
	}
}

// checkReport compares the scores of a report with what is wanted, and lists the audits that cost points.
func checkReport(t *testing.T, file string, scores map[string]float64) {
	t.Helper()
	text, err := os.ReadFile(file)
	must(t, err)
	var report struct {
		Categories map[string]struct {
			Score     float64
			AuditRefs []struct {
				ID     string
				Weight float64
			}
		}
		Audits map[string]struct {
			Score               *float64
			Title, DisplayValue string
		}
	}
	must(t, json.Unmarshal(text, &report))
	for name, least := range scores {
		category := report.Categories[name]
		t.Logf("%s: %.0f", name, 100*category.Score)
		for _, ref := range category.AuditRefs {
			if audit := report.Audits[ref.ID]; ref.Weight > 0 && audit.Score != nil && *audit.Score < 1 {
				t.Logf("  %.2f %s %s", *audit.Score, audit.Title, audit.DisplayValue)
			}
		}
		if category.Score < least {
			t.Errorf("%s has %.0f points, want %.0f", name, 100*category.Score, 100*least)
		}
	}
}
