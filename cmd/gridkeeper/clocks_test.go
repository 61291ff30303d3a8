package main

import (
	"go/ast"
	"strings"
	"testing"
)

// ownClocks are the files of the archive and of the bot that read the machine's clock, and why they may. All else
// takes the time from the clock that is handed in, so that tests own it and processes agree on the day.
var ownClocks = map[string]string{
	"archive/jobs/":                 "how long work took, and when a machine was last heard of",
	"archive/postgres/db.go":        "the one clock is made here",
	"archive/postgres/once.go":      "how often old requests are pruned",
	"archive/postgres/connection":   "deadlines of connections",
	"archive/postgres/localpg":      "how long to wait for a server",
	"archive/games/paces.go":        "how long an order is kept in memory",
	"archive/people/web_session.go": "how often it is noted that a session was seen",
	"bot/handler/env.go":            "where none is handed in",
	"bot/discord/":                  "Discord's own times, and how long its answers take",
	"bot/web/events.go":             "deadlines of connections",
	"bot/web/limit.go":              "rates of requests",
}

func TestOneClock(t *testing.T) {
	used := map[string]bool{}
	for _, s := range readSources(t) {
		if s.room != "calendar" && s.room != "archive" && s.room != "bot" && !strings.HasPrefix(s.room, "archive/") && !strings.HasPrefix(s.room, "bot/") {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			if f, ok := n.(*ast.SelectorExpr); ok && readsClock(f) {
				if file, allowed := clockAllowed(s.at(n)); allowed {
					used[file] = true
				} else {
					t.Errorf("%s reads the machine's clock: take the one that is handed in", s.at(n))
				}
			}
			return true
		})
	}
	for file, why := range ownClocks {
		if !used[file] {
			t.Errorf("%s reads no clock: it need not be allowed (%s)", file, why)
		}
	}
}

// readsClock reports whether a selector is time.Now, or what reads it.
func readsClock(f *ast.SelectorExpr) bool {
	owner, ok := f.X.(*ast.Ident)
	return ok && owner.Name == "time" && (f.Sel.Name == "Now" || f.Sel.Name == "Since" || f.Sel.Name == "Until")
}

func clockAllowed(at string) (file string, ok bool) {
	for file := range ownClocks {
		if strings.HasPrefix(strings.TrimPrefix(at, "../../"), file) {
			return file, true
		}
	}
	return "", false
}
