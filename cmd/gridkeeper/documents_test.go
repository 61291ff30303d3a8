package main

import (
	"go/ast"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// document is a page for readers.
type document struct {
	path string // from this folder
	text string
}

// documents returns the pages of the first folder and of docs.
func documents(t *testing.T) []document {
	t.Helper()
	var all []document
	for _, pattern := range []string{"../../*.md", "../../docs/*.md"} {
		paths, err := filepath.Glob(pattern)
		if err != nil || len(paths) == 0 {
			t.Fatalf("no document %s: %v", pattern, err)
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			must(t, err)
			all = append(all, document{path, string(text)})
		}
	}
	return all
}

// Links between documents, and to pictures and files, lead somewhere.
func TestLinksOfDocuments(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)#\s]+)[^)]*\)`)
	for _, d := range documents(t) {
		for _, match := range link.FindAllStringSubmatch(d.text, -1) {
			target := match[1]
			if strings.Contains(target, "://") {
				continue
			}
			if _, err := os.Stat(filepath.Join(filepath.Dir(d.path), target)); err != nil {
				t.Errorf("%s has a link to %s: %v", d.path, target, err)
			}
		}
	}
}

// The commands and flags that the documents show exist.
func TestCommandsOfDocuments(t *testing.T) {
	typed := regexp.MustCompile(`(?m)(?:^|[^=/])\bgridkeeper ([a-z][a-z-]*[^|;` + "`" + `\n<>]*)`)
	seen := 0
	for _, d := range documents(t) {
		for _, match := range typed.FindAllStringSubmatch(codeOf(d.text), -1) {
			seen++
			words := strings.Fields(strings.Split(match[1], " #")[0])
			root := newRoot()
			root.InitDefaultHelpCmd() // the library adds it only when it runs a command
			c, _, err := root.Find(words)
			if err != nil || !c.HasParent() || c.Hidden {
				t.Errorf("%s: gridkeeper %s: no command that help shows, %v", d.path, match[1], err)
				continue
			}
			flags := c.InheritedFlags()
			flags.AddFlagSet(c.Flags())
			for _, name := range flagsIn(words) {
				if flags.Lookup(name) == nil && name != "help" && name != "version" {
					t.Errorf("%s: gridkeeper %s: %s has no flag --%s", d.path, match[1], c.CommandPath(), name)
				}
			}
		}
	}
	if seen < 50 {
		t.Errorf("%d commands found: this test no longer reads the documents", seen)
	}
}

// codeOf returns what a document shows as code: lines that are indented or fenced, and `words` in a line.
func codeOf(text string) string {
	inline := regexp.MustCompile("`[^`\n]+`")
	var code []string
	fenced := false
	for line := range strings.SplitSeq(text, "\n") {
		switch {
		case strings.HasPrefix(line, "```"):
			fenced = !fenced
		case fenced || strings.HasPrefix(line, "    "):
			code = append(code, line)
		default:
			code = append(code, inline.FindAllString(line, -1)...)
		}
	}
	return strings.Join(code, "\n")
}

// flagsIn returns the names of the long flags among words.
func flagsIn(words []string) []string {
	var names []string
	for _, word := range words {
		if name, ok := strings.CutPrefix(strings.TrimLeft(word, "["), "--"); ok && name != "" {
			name, _, _ = strings.Cut(strings.TrimRight(name, "],"), "=")
			names = append(names, name)
		}
	}
	return names
}

// The targets of make that the documents name exist.
func TestTargetsOfDocuments(t *testing.T) {
	makefile, err := os.ReadFile("../../Makefile")
	must(t, err)
	var targets []string
	for _, match := range regexp.MustCompile(`(?m)^([a-z]+):`).FindAllStringSubmatch(string(makefile), -1) {
		targets = append(targets, match[1])
	}
	named := regexp.MustCompile("`make ([a-z]+)`")
	for _, d := range documents(t) {
		for _, match := range named.FindAllStringSubmatch(d.text, -1) {
			if !slices.Contains(targets, match[1]) {
				t.Errorf("%s has `make %s`, and the Makefile has no such target", d.path, match[1])
			}
		}
	}
}

// The tests that the documents name exist, and those that make test leaves out.
func TestTestsOfDocuments(t *testing.T) {
	declared := map[string]bool{}
	for _, s := range readTests(t) {
		for _, d := range s.file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				declared[f.Name.Name] = true
			}
		}
	}
	long, err := os.ReadFile("../../.ci/long")
	must(t, err)
	for _, d := range append(documents(t), document{".ci/long", string(long)}) {
		for _, name := range regexp.MustCompile(`\bTest[A-Z]\w+`).FindAllString(d.text, -1) {
			if !declared[name] {
				t.Errorf("%s names %s, and there is no such test", d.path, name)
			}
		}
	}
}
