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
	"bot/handler/handler.go":        "where none is handed in",
	"bot/logs":                      "times of the log itself",
	"bot/discord/":                  "Discord's own times, and how long its answers take",
	"bot/web/site/visit.go":         "how long answers take",
	"bot/web/live/stream.go":        "deadlines of connections",
	"bot/web/webhook/webhook.go":    "receivers compare when a message was signed with their own clocks",
	"bot/web/site/limit.go":         "rates of requests",
}

func TestOneClock(t *testing.T) {
	used := map[string]bool{}
	for _, s := range readSources(t) {
		if s.pkg != "archive" && s.pkg != "bot" && !strings.HasPrefix(s.pkg, "archive/") && !strings.HasPrefix(s.pkg, "bot/") {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			if f, ok := n.(*ast.SelectorExpr); ok && readsClock(f) {
				if file, allowed := clockAllowed(s.at(n), ownClocks); allowed {
					used[file] = true
				} else {
					t.Errorf("%s reads the machine's clock: take the one that is handed in", s.at(n))
				}
			}
			return true
		})
	}
	wantUsed(t, ownClocks, used)
}

func wantUsed(t *testing.T, files map[string]string, used map[string]bool) {
	t.Helper()
	for file, why := range files {
		if !used[file] {
			t.Errorf("%s reads no clock: it need not be allowed (%s)", file, why)
		}
	}
}

// testClocks are the tests that read what the machine's clock says, and why that cannot make them fail at another
// hour. All other tests own their clock. A time that is only compared with another, such as a deadline or when a
// wait began, says nothing of the hour.
var testClocks = map[string]string{
	"archive/history_test.go":               "measures when calls begin and end",
	"archive/together_test.go":              "is 40 days before the database's time",
	"bot/discord/discordtest/":              "is Discord's own clock",
	"bot/discord/forum_test.go":             "counts the days from Discord's clock",
	"bot/discord/interact/clock_test.go":    "is what Discord's clock is compared with",
	"bot/discord/interact/endpoint_test.go": "is what Discord's clock is compared with",
	"bot/discord/poster_test.go":            "is when a message of Discord was sent",
	"bot/discord/prove/":                    "is of processes that are killed: what is due was so a minute ago, whatever the date",
	"bot/discord/serve_test.go":             "what is due was so a minute ago, whatever the date",
	"bot/discord/tell_test.go":              "is a date in a week",
	"sudoku/sudokutest/cpu_other.go":        "measures how long something takes",
}

func TestClocksOfTests(t *testing.T) {
	used := map[string]bool{}
	for _, s := range readTests(t) {
		for _, d := range s.file.Decls {
			for _, now := range hoursRead(d) {
				if file, allowed := clockAllowed(s.at(now), testClocks); allowed {
					used[file] = true
				} else {
					t.Errorf("%s reads the machine's clock: have the test set the time", s.at(now))
				}
			}
		}
	}
	wantUsed(t, testClocks, used)
}

// hoursRead finds what reads the hour or the day in a function or a variable: each time.Now that is not only
// compared. In a bubble of synctest the time is the test's own.
func hoursRead(d ast.Decl) (all []ast.Node) {
	compared := map[ast.Node]bool{} // calls of time.Now
	held := map[string]ast.Node{}   // variables that hold one
	bubble := false
	ast.Inspect(d, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if owner, ok := n.X.(*ast.Ident); ok && owner.Name == "synctest" {
				bubble = true
			}
			if comparisons[n.Sel.Name] {
				compared[n.X] = true
			}
		case *ast.CallExpr:
			if to, ok := n.Fun.(*ast.SelectorExpr); ok && comparisons[to.Sel.Name] {
				for _, argument := range n.Args {
					compared[argument] = true
				}
			}
		case *ast.AssignStmt:
			for i, value := range n.Rhs {
				if name, ok := n.Lhs[min(i, len(n.Lhs)-1)].(*ast.Ident); ok && isNow(value) {
					held[name.Name], compared[value] = value, true
				}
			}
		}
		return true
	})
	if bubble {
		return nil
	}
	ast.Inspect(d, func(n ast.Node) bool {
		if e, ok := n.(ast.Expr); ok && isNow(e) {
			if !compared[n] {
				all = append(all, n)
			}
			return false
		}
		if assigned, ok := n.(*ast.AssignStmt); ok {
			for _, name := range assigned.Lhs {
				compared[name] = true
			}
		}
		if name, ok := n.(*ast.Ident); ok && held[name.Name] != nil && !compared[n] {
			all = append(all, held[name.Name])
			delete(held, name.Name)
		}
		return true
	})
	return all
}

// comparisons are what takes two times, or a time and how long, or a deadline.
var comparisons = map[string]bool{
	"Since": true, "Until": true, "Add": true, "Sub": true, "Before": true, "After": true, "WithDeadline": true, "SetReadDeadline": true,
}

// isNow reports whether an expression is the call of time.Now, or a function that is it.
func isNow(e ast.Expr) bool {
	if call, ok := e.(*ast.CallExpr); ok {
		e = call.Fun
	}
	f, ok := e.(*ast.SelectorExpr)
	return ok && readsClock(f) && f.Sel.Name == "Now"
}

// readsClock reports whether a selector is time.Now, or what reads it.
func readsClock(f *ast.SelectorExpr) bool {
	owner, ok := f.X.(*ast.Ident)
	return ok && owner.Name == "time" && (f.Sel.Name == "Now" || f.Sel.Name == "Since" || f.Sel.Name == "Until")
}

func clockAllowed(at string, files map[string]string) (file string, ok bool) {
	for file := range files {
		if strings.HasPrefix(strings.TrimPrefix(at, "../../"), file) {
			return file, true
		}
	}
	return "", false
}
