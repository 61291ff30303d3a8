package main

import (
	"go/ast"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// silent lists the packages that hold no text for people: it is in the catalogues of locale.
var silent = []string{
	"sudoku", "sudoku/canon", "solver", "solver/logic", "solver/classic", "solver/unavoidable", "rating", "rating/criteria", "generator", "play",
	"explain", "locale", "bot", "bot/chat", "bot/handler", "bot/screen", "bot/outbox", "bot/meet", "bot/player", "bot/admin", "bot/picture", "bot/discord", "bot/discord/draw", "bot/terminal", "bot/web/board",
}

// notForPeople lists the calls whose text only developers and operators read. Errors are among
// them: package explain puts those that a player causes into words.
var notForPeople = []string{
	"errors.New", "fmt.Errorf", "panic", "regexp.MustCompile", "cancelled",
	"log.Info", "log.Warn", "log.Error", "log.InfoContext", "log.WarnContext", "Log.InfoContext", "Log.WarnContext", "Log.ErrorContext", "Log.Log", "Header.Set",
}

// twoWords is where one word of a sentence ends and the next begins.
var twoWords = regexp.MustCompile(`\pL[,;:.!?)"]*\s+["(]?\pL`)

func TestTextIsInCatalogues(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range readSources(t) {
		seen[s.pkg] = true
		if !slices.Contains(silent, s.pkg) {
			continue
		}
		for _, found := range textIn(s) {
			t.Errorf("%s: text outside of the catalogues in locale", found)
		}
	}
	for _, room := range silent {
		if !seen[room] {
			t.Errorf("the list names %s, but there is no such room", room)
		}
	}
}

func TestTextIn(t *testing.T) {
	for code, want := range map[string]int{
		`func f() Reply { return Reply{Text: "You solved it"} }`:                                      1,
		`func f() string { return fmt.Sprintf("%s is wrong.", cell) }`:                                1,
		"const help = `Take a digit,\nand look`":                                                      1,
		`func f() string { return "only place in " + house }`:                                         1,
		`var names = []string{"naked-pair", "r4c5=7 r1c1=?37", "%d %s"}`:                              0,
		`func f() error { return fmt.Errorf("no such pkg: %w", err) }`:                                0,
		`func f() error { return &sudoku.NameError{Known: "one of them"} }`:                           0,
		`func (e Lost) Error() string { return fmt.Sprintf("lost by %s", e.who) }`:                    0,
		`func f() { b.Log.ErrorContext(ctx, "a command failed", "command", fmt.Sprint("so", "it")) }`: 0,
		"type T struct { A int `json:\"a\" db:\"b\"` }":                                               0,
	} {
		if got := textIn(parseSource(t, code)); len(got) != want {
			t.Errorf("%s: %q, want %d", code, got, want)
		}
	}
}

// textIn returns the strings of a file that look like text for people, and where they are.
func textIn(s source) []string {
	var found []string
	ast.Inspect(s.file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			return !slices.Contains(notForPeople, called(n)) && !isError(n.Fun)
		case *ast.FuncDecl:
			return n.Recv == nil || n.Name.Name != "Error"
		case *ast.CompositeLit:
			return !isError(n.Type)
		case *ast.Field:
			return n.Tag == nil
		case *ast.BasicLit:
			text, ok := literal(n)
			isCommand := strings.HasPrefix(text, "/") // what a player types: "/play hidden"
			if ok && twoWords.MatchString(text) && !isCommand {
				found = append(found, s.at(n)+": "+n.Value)
			}
		}
		return true
	})
	return found
}

// isError reports whether a type is that of an error, by its name.
func isError(of ast.Expr) bool {
	switch of := of.(type) {
	case *ast.Ident:
		return strings.HasSuffix(of.Name, "Error")
	case *ast.SelectorExpr:
		return isError(of.Sel)
	}
	return false
}
