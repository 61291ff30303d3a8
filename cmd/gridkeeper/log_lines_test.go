package main

import (
	"go/ast"
	"slices"
	"strings"
	"testing"
)

// ofNoRequest are the files on the way of a request with lines that belong to none, and why.
var ofNoRequest = map[string]string{
	"bot/logs/":                        "the log itself",
	"bot/discord/rest/invalid.go":      "the calls of ten minutes together",
	"bot/discord/interact/dispatch.go": "a panic that no answer has caught",
	"bot/discord/interact/receive.go":  "what could not be read as an interaction",
	"bot/discord/interact/endpoint.go": "what was posted and is none",
	"bot/web/site/site.go":             "a proxy, reported once, and the end of the process",
	"bot/web/live/hub.go":              "what is sent to pages that are open",
}

// On the way of a request each line of the log has its id, which is in the context.
func TestLinesHaveTheRequest(t *testing.T) {
	bare := []string{"Debug", "Info", "Warn", "Error"}
	used := map[string]bool{}
	for _, s := range readSources(t) {
		if s.pkg != "bot" && !strings.HasPrefix(s.pkg, "bot/") || s.pkg == "bot/discord" || s.pkg == "bot/discord/gateway" {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			call, ok := n.(*ast.SelectorExpr)
			if !ok || !isLog(call.X) {
				return true
			}
			if slices.Contains(bare, call.Sel.Name) {
				if file, allowed := clockAllowed(s.at(n), ofNoRequest); allowed {
					used[file] = true
				} else {
					t.Errorf("%s: use %sContext, so that the line has the request's id", s.at(n), call.Sel.Name)
				}
			}
			return true
		})
	}
	for file := range ofNoRequest {
		if !used[file] {
			t.Errorf("%s need not be listed", file)
		}
	}
}

// isLog reports whether an expression is a log, by its name.
func isLog(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name == "log"
	case *ast.SelectorExpr:
		return e.Sel.Name == "Log" || e.Sel.Name == "log"
	}
	return false
}
