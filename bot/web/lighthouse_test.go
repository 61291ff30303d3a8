package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// The first page and a board reach these scores of Lighthouse, on a phone and at a desk. Nothing else should run beside it.
//
//	make lighthouse
func TestLighthouse(t *testing.T) {
	program := os.Getenv("GRIDTEST_LIGHTHOUSE")
	if program == "" {
		t.Skip("GRIDTEST_LIGHTHOUSE is not set: no Lighthouse")
	}
	s := newSite(t)
	visitor := s.signedIn(ann)
	headers, err := json.Marshal(map[string]string{"Cookie": s.CookieName() + "=" + cookieOf(visitor)})
	must(t, err)
	reply := s.chat(ann, ask("play", "shape", "sudoku"))
	for name, path := range map[string]string{"home": "/", "board": fmt.Sprintf("/games/%d", reply.Screen.GameID)} {
		visitor.get(path).want(http.StatusOK)
		for _, device := range []string{"phone", "desk"} {
			t.Run(name+"-"+device, func(t *testing.T) {
				report := filepath.Join(t.TempDir(), "report.json")
				arguments := []string{program, s.base + path, "--output=json", "--output-path=" + report, "--quiet",
					"--only-categories=performance,accessibility,best-practices,seo", "--extra-headers=" + string(headers),
					"--chrome-flags=--headless --no-sandbox --disable-dev-shm-usage"}
				if device == "desk" {
					arguments = append(arguments, "--preset=desktop")
				}
				if out, err := exec.CommandContext(t.Context(), "node", arguments...).CombinedOutput(); err != nil {
					t.Fatalf("%v\n%s", err, out)
				}
				checkReport(t, report)
			})
		}
	}
}

// checkReport compares the scores of a report with what is wanted, and lists the audits that cost points.
func checkReport(t *testing.T, file string) {
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
	for name, least := range map[string]float64{"performance": 0.95, "accessibility": 0.95, "best-practices": 0.95, "seo": 0.9} {
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
