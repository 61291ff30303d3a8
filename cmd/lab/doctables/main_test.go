package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// What a quick command makes is what the page has.
func TestPages(t *testing.T) {
	if testing.Short() {
		t.Skip("make check runs the commands of the pages")
	}
	m := maker{root: "../../..", outputs: map[string]string{}}
	tested := 0
	for path, lines := range pages(t) {
		found, err := blocks(lines)
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		for _, b := range found {
			if b.how != "tested" || m.missing(b) {
				continue
			}
			made, err := m.make(b, lines[b.from])
			if err != nil {
				t.Fatalf("%s: %v", path, err)
			}
			if has := lines[b.from:b.to]; !slices.Equal(made, has) {
				t.Errorf("%s: %s prints\n%s\nand the page has\n%s\n'make docs' writes it anew",
					path, b.command, strings.Join(made, "\n"), strings.Join(has, "\n"))
			}
			tested++
		}
	}
	if tested == 0 {
		t.Error("no page has a block that is tested")
	}
}

// A table of figures has a command.
func TestFiguresHaveACommand(t *testing.T) {
	for path, lines := range pages(t) {
		found, err := blocks(lines)
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		for i, line := range lines {
			begins := isRow(line) && (i == 0 || !isRow(lines[i-1]))
			if begins && figures(lines[i:]) && !slices.ContainsFunc(found, func(b block) bool { return b.from == i }) {
				t.Errorf("%s:%d: no command above this table says where its figures are from", path, i+1)
			}
		}
	}
}

// figures reports whether most cells of a table, but for its head and its first column, begin with a digit.
func figures(lines []string) bool {
	digits, cells := 0, 0
	for i, line := range lines {
		if !isRow(line) {
			break
		}
		if i < 2 {
			continue
		}
		for _, cell := range strings.Split(strings.Trim(line, "|"), "|")[1:] {
			cell = strings.Trim(cell, " *")
			cells++
			if cell != "" && '0' <= cell[0] && cell[0] <= '9' {
				digits++
			}
		}
	}
	return 2*digits > cells
}

func TestRewrite(t *testing.T) {
	page := filepath.Join(t.TempDir(), "page.md")
	write(t, page, `Before.

<!-- made by: printf 'other\n    x_test.go:3: | a | b |\n| 1 | 2 |\n| 3 | 4 |\nafter\n' -->

| a | b |
| old | old |

<!-- made by: echo all of it -->
`+"```\nold\n```"+`

<!-- made with missing.txt by: false -->
| c |
| stays |

<!-- measured by: false -->
| d |
| stays |
`)
	m := maker{root: ".", outputs: map[string]string{}}
	var notes strings.Builder
	if err := m.rewrite(page, &notes); err != nil {
		t.Fatal(err)
	}
	text, _ := os.ReadFile(page)
	for _, want := range []string{"\n\n| a | b |\n| 1 | 2 |\n| 3 | 4 |\n\n", "```\nall of it\n```", "| c |\n| stays |", "| d |\n| stays |"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	if !strings.Contains(notes.String(), "no missing.txt") {
		t.Errorf("notes %q do not name the missing file", notes.String())
	}
}

func TestRewriteRefuses(t *testing.T) {
	for _, text := range []string{"<!-- made by: true -->\nno table\n", "<!-- made by: echo other -->\n| a |\n", "<!-- made by: exit 3 -->\n| a |\n"} {
		page := filepath.Join(t.TempDir(), "page.md")
		write(t, page, text)
		m := maker{root: ".", outputs: map[string]string{}}
		if err := m.rewrite(page, t.Output()); err == nil {
			t.Errorf("%q: no error", text)
		}
		if after, _ := os.ReadFile(page); string(after) != text {
			t.Errorf("%q became %q", text, after)
		}
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// pages returns the lines of all pages.
func pages(t *testing.T) map[string][]string {
	t.Helper()
	paths, err := filepath.Glob("../../../docs/*.md")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no pages: %v", err)
	}
	lines := map[string][]string{}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		lines[path] = strings.Split(string(text), "\n")
	}
	return lines
}
