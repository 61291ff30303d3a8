package main

import (
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/gridkeeper/gridkeeper"

// allowed is who may import whom: the table of docs/architecture.md. A package that is not there may import nothing
// of ours. This is policy: it is not to be changed to make a build pass. The program itself, "cmd/gridkeeper", may
// import anything.
type allowed struct {
	imports map[string][]string
	pure    []string // those that see the standard library only
}

func readAllowed(t *testing.T) allowed {
	t.Helper()
	table := allowed{imports: map[string][]string{}}
	for line := range strings.SplitSeq(architecture(t), "\n") {
		cells := strings.Split(line, "|")
		if len(cells) != 5 || strings.TrimSpace(cells[1]) == "package" || strings.Contains(line, "---") {
			continue
		}
		var imports []string
		if text := strings.TrimSpace(cells[2]); text != "nothing" && text != "anything" {
			imports = strings.Split(text, ", ")
		}
		for name := range strings.SplitSeq(strings.TrimSpace(cells[1]), ", ") {
			table.imports[name] = imports
			if strings.TrimSpace(cells[3]) == "standard library only" {
				table.pure = append(table.pure, name)
			}
		}
	}
	if len(table.imports) < 50 || len(table.pure) < 10 {
		t.Fatalf("%d packages in the table of docs/architecture.md: this test no longer reads it", len(table.imports))
	}
	return table
}

func architecture(t *testing.T) string {
	t.Helper()
	page, err := os.ReadFile("../../docs/architecture.md")
	must(t, err)
	return string(page)
}

// fences lists the packages in which a module from outside may be seen; none: only in tests.
var fences = map[string][]string{
	"github.com/bwmarrin/discordgo":    {"bot/discord", "bot/discord/gateway", "bot/discord/interact", "bot/discord/draw"},
	"github.com/jackc/pgx/v5":          {"archive", "archive/library", "archive/importing", "archive/search", "archive/daily", "archive/games", "archive/people", "archive/sharding", "archive/postgres", "archive/postgres/connection", "archive/jobs", "archive/archivetest", "migrations"},
	"github.com/pressly/goose/v3":      {"migrations"},
	"github.com/riverqueue/river":      {"archive/jobs", "migrations"},
	"github.com/nicksnyder/go-i18n/v2": {"locale"},
	"golang.org/x/text":                {"locale", "archive/format"},
	"golang.org/x/oauth2":              {"bot/web"},
	"golang.org/x/time":                {"bot/web"},
	"github.com/klauspost/compress":    {"archive/format", "bot/picture"},
	"github.com/ulikunitz/xz":          {"archive/format"},
	"github.com/dsnet/compress":        {"archive/format"},
	"golang.org/x/image":               {"bot/picture", "cmd/lab/fit", "cmd/gridkeeper/booklet"},
	"github.com/go-fonts":              {"bot/picture", "cmd/lab/fit", "cmd/gridkeeper/booklet"},
	"github.com/prometheus":            {"bot/metrics", "cmd/gridkeeper/monitor"},
	"github.com/spf13/cobra":           {"cmd/gridkeeper", "cmd/gridkeeper/input", "cmd/gridkeeper/database", "cmd/gridkeeper/curate", "cmd/gridkeeper/engine", "cmd/gridkeeper/lab", "cmd/gridkeeper/operate", "cmd/gridkeeper/booklet"},
	"github.com/spf13/viper":           {"cmd/gridkeeper/config"},
	"github.com/schollz/progressbar":   {"cmd/gridkeeper/output"},
	"codeberg.org/go-pdf/fpdf":         {"cmd/gridkeeper/booklet"},
	"github.com/chromedp":              {},
	"github.com/evanw/esbuild":         {},
}

// The imports are read from the source: a test that asked the go command in a child
// process would be cached, and stay green after a violation.
func TestImportDirection(t *testing.T) {
	table, imports := readAllowed(t), readImports(t)
	for name, all := range imports {
		for _, imported := range all {
			if why := table.forbids(name, imported); why != "" {
				t.Errorf("%s imports %s: %s", name, imported, why)
			}
		}
	}
	for name, others := range table.imports {
		if _, exists := imports[name]; !exists {
			t.Errorf("the table names %s, but there is no such package", name)
		}
		for _, other := range others {
			if !slices.Contains(imports[name], module+"/"+other) {
				t.Errorf("the table allows %s to import %s, which it does not: tighten its row", name, other)
			}
		}
	}
}

// A package of more files than a screen lists is several: a reader no longer guesses where something is.
func TestPackagesAreSmall(t *testing.T) {
	const most = 45
	files := map[string]int{}
	for _, s := range readSources(t) {
		if files[s.pkg]++; files[s.pkg] == most+1 {
			t.Errorf("%s has more than %d files: find the packages in it", s.pkg, most)
		}
	}
}

// The page says what each package of the table is for.
func TestRoomsAreDocumented(t *testing.T) {
	for name := range readAllowed(t).imports {
		forTests := strings.HasSuffix(name, "test")
		if !forTests && !regexp.MustCompile(`(?m)^`+name+`/ `).MatchString(architecture(t)) {
			t.Errorf("docs/architecture.md does not name %s", name)
		}
	}
}

func TestForbidden(t *testing.T) {
	table := readAllowed(t)
	for _, c := range []struct {
		name, imported string
		ok             bool
	}{
		{"sudoku", "strings", true},
		{"sudoku", module + "/solver", false},
		{"solver", module + "/sudoku", true},
		{"solver", "github.com/jackc/pgx/v5", false},
		{"bot", "github.com/bwmarrin/discordgo", false},
		{"bot/discord", "github.com/bwmarrin/discordgo", true},
		{"bot", "github.com/jackc/pgx/v5/pgconn", false},
		{"archive", "github.com/jackc/pgx/v5/pgxpool", true},
		{"somewhere", module + "/sudoku", false},
		{"cmd/gridkeeper", module + "/bot", true},
		{"cmd/gridkeeper/engine", module + "/archive", false},
		{"cmd/gridkeeper", "github.com/chromedp/chromedp", false},
		{"bot/web/board", "github.com/evanw/esbuild/pkg/api", false},
	} {
		if why := table.forbids(c.name, c.imported); (why == "") != c.ok {
			t.Errorf("%s imports %s: %q, want allowed %t", c.name, c.imported, why, c.ok)
		}
	}
}

// forbids says why a package may not import something, "" if it may.
func (a allowed) forbids(name, imported string) string {
	for fenced, in := range fences {
		if len(in) == 0 && isBelow(imported, fenced) {
			return "only tests may import it"
		}
	}
	if name == "cmd/gridkeeper" {
		return ""
	}
	if ours, ok := strings.CutPrefix(imported, module+"/"); ok {
		if !slices.Contains(a.imports[name], ours) {
			return "the table does not allow it"
		}
		return ""
	}
	outside := strings.Contains(strings.Split(imported, "/")[0], ".")
	if outside && slices.Contains(a.pure, name) {
		return "this package sees the standard library only"
	}
	for fenced, in := range fences {
		if isBelow(imported, fenced) && !slices.Contains(in, name) {
			return "fenced to " + strings.Join(in, ", ")
		}
	}
	return ""
}

// isBelow reports whether a package is a module, or one of its packages.
func isBelow(imported, module string) bool {
	return imported == module || strings.HasPrefix(imported, module+"/")
}

// readImports returns what the files of every package import, tests left out.
func readImports(t *testing.T) map[string][]string {
	imports := map[string][]string{}
	for _, s := range slices.Concat(readSources(t), readTests(t)) {
		if strings.HasSuffix(s.set.Position(s.file.Pos()).Filename, "_test.go") {
			continue
		}
		for _, spec := range s.file.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			must(t, err)
			imports[s.pkg] = append(imports[s.pkg], imported)
		}
	}
	return imports
}
