package main

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/gridkeeper/gridkeeper"

// allowed is who may import whom: the table of docs/imports.md. A package that is not there may import nothing of
// ours. This is policy: it is not to be changed to make a build pass. The program itself, "cmd/gridkeeper", may import
// anything.
type allowed struct {
	imports map[string][]string
	outside map[string][]string // the fenced modules of a package, by their names in modules
	pure    []string            // packages that see the standard library only
}

// modules are the fenced modules by their names in the table. Tests alone import the rest of them.
var modules = map[string]string{
	"discordgo":          "github.com/bwmarrin/discordgo",
	"pgx":                "github.com/jackc/pgx/v5",
	"goose":              "github.com/pressly/goose/v3",
	"river":              "github.com/riverqueue/river",
	"go-i18n":            "github.com/nicksnyder/go-i18n/v2",
	"mcp":                "github.com/modelcontextprotocol/go-sdk",
	"x/text":             "golang.org/x/text",
	"x/oauth2":           "golang.org/x/oauth2",
	"x/time":             "golang.org/x/time",
	"x/image":            "golang.org/x/image",
	"klauspost/compress": "github.com/klauspost/compress",
	"dsnet/compress":     "github.com/dsnet/compress",
	"xz":                 "github.com/ulikunitz/xz",
	"parquet-go":         "github.com/parquet-go/parquet-go",
	"go-spdx":            "github.com/github/go-spdx",
	"go-fonts":           "github.com/go-fonts",
	"prometheus":         "github.com/prometheus",
	"cobra":              "github.com/spf13/cobra",
	"viper":              "github.com/spf13/viper",
	"progressbar":        "github.com/schollz/progressbar",
	"fpdf":               "codeberg.org/go-pdf/fpdf",
	"chromedp":           "github.com/chromedp",
	"esbuild":            "github.com/evanw/esbuild",
	"huma":               "github.com/danielgtaylor/huma/v2",
}

func readAllowed(t *testing.T) allowed {
	t.Helper()
	page, err := os.ReadFile("../../docs/imports.md")
	must(t, err)
	table := allowed{imports: map[string][]string{}, outside: map[string][]string{}}
	for line := range strings.SplitSeq(string(page), "\n") {
		cells := strings.Split(line, "|")
		if len(cells) != 6 || strings.TrimSpace(cells[1]) == "package" || strings.Contains(line, "---") {
			continue
		}
		name, purpose, imports, outside := strings.TrimSpace(cells[1]), strings.TrimSpace(cells[2]), strings.TrimSpace(cells[3]), strings.TrimSpace(cells[4])
		if purpose == "" {
			t.Errorf("docs/imports.md gives no purpose of %s", name)
		}
		table.imports[name] = nil
		if imports != "nothing" && imports != "anything" {
			table.imports[name] = strings.Split(imports, ", ")
		}
		switch outside {
		case "":
		case "standard library only":
			table.pure = append(table.pure, name)
		default:
			for module := range strings.SplitSeq(outside, ", ") {
				if modules[module] == "" {
					t.Errorf("docs/imports.md fences %s to %s, but there is no such module", module, name)
				}
				table.outside[name] = append(table.outside[name], modules[module])
			}
		}
	}
	if len(table.imports) < 50 || len(table.pure) < 10 || len(table.outside) < 10 {
		t.Fatalf("%d packages in the table of docs/imports.md: this test no longer reads it", len(table.imports))
	}
	return table
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
		for _, fenced := range table.outside[name] {
			if !slices.ContainsFunc(imports[name], func(imported string) bool { return isBelow(imported, fenced) }) {
				t.Errorf("the table allows %s to import %s, which it does not: tighten its row", name, fenced)
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

// forbids returns the reason why a package may not import another, "" if it may.
func (a allowed) forbids(name, imported string) string {
	if ours, ok := strings.CutPrefix(imported, module+"/"); ok {
		if name != "cmd/gridkeeper" && !slices.Contains(a.imports[name], ours) {
			return "the table does not allow it"
		}
		return ""
	}
	if strings.Contains(strings.Split(imported, "/")[0], ".") && slices.Contains(a.pure, name) {
		return "this package sees the standard library only"
	}
	for _, fenced := range modules {
		if isBelow(imported, fenced) && !slices.Contains(a.outside[name], fenced) {
			return "the table does not fence it to this package"
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
