package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/gridkeeper/gridkeeper"

// rooms says who may import whom (see docs/architecture.md). A room not named here may
// import nothing of ours. This is policy: it is not to be changed to make a build pass.
// The program itself, "cmd/gridkeeper", may import anything.
var rooms = map[string][]string{
	"sudoku":                      {},
	"sudoku/sudokutest":           {"sudoku"},
	"canon":                       {"sudoku"},
	"solver":                      {"sudoku"},
	"solver/logic":                {"sudoku", "solver"},
	"solver/classic":              {"sudoku", "solver"},
	"solver/unavoidable":          {"sudoku", "solver"},
	"rating":                      {"sudoku", "solver", "solver/logic"},
	"rating/depth":                {"sudoku", "solver", "rating"},
	"lab/fit":                     {"sudoku", "solver", "solver/logic", "rating"},
	"lab/benchtable":              {},
	"lab/doctables":               {},
	"lab/provetable":              {},
	"packaging":                   {},
	"play":                        {"sudoku", "solver", "solver/logic"},
	"calendar":                    {},
	"calendar/calendartest":       {},
	"locale":                      {},
	"logs":                        {},
	"metrics":                     {},
	"explain":                     {"sudoku", "solver", "solver/logic", "solver/unavoidable", "rating", "play", "locale"},
	"criteria":                    {"sudoku", "solver/logic", "rating"},
	"generator":                   {"sudoku", "canon", "solver", "solver/logic", "solver/unavoidable", "rating", "criteria"},
	"migrations":                  {},
	"archive":                     {"archive/library", "archive/daily", "archive/games", "archive/people", "archive/sharding", "archive/postgres"},
	"archive/daily":               {"sudoku", "solver/logic", "calendar", "archive/library", "archive/postgres"},
	"archive/games":               {"sudoku", "canon", "solver/logic", "rating", "play", "calendar", "archive/format", "archive/library", "archive/daily", "archive/postgres"},
	"archive/people":              {"sudoku", "solver/logic", "archive/library", "archive/games", "archive/postgres"},
	"archive/sharding":            {"archive/postgres"},
	"archive/library":             {"sudoku", "canon", "solver", "solver/logic", "solver/unavoidable", "rating", "criteria", "calendar", "archive/format", "archive/postgres"},
	"archive/postgres":            {"sudoku", "canon", "migrations", "archive/postgres/connection"},
	"archive/postgres/connection": {},
	"archive/format":              {"sudoku"},
	"archive/postgres/localpg":    {"archive/postgres/connection"},
	"archive/jobs":                {"sudoku", "canon", "solver", "solver/logic", "rating", "generator", "archive", "archive/library", "archive/postgres", "archive/postgres/connection", "migrations"},
	"archive/starter":             {},
	"archive/archivetest":         {"sudoku", "sudoku/sudokutest", "solver", "solver/logic", "rating", "play", "archive", "archive/daily", "archive/games", "archive/library", "archive/postgres", "archive/postgres/localpg", "calendar/calendartest"},
	"bot/chat":                    {"sudoku", "solver/logic", "play", "explain", "locale", "calendar", "archive/daily", "archive/games", "archive/library", "bot/picture"},
	"bot/handler":                 {"sudoku", "solver/logic", "locale", "calendar", "archive", "archive/daily", "archive/games", "archive/postgres", "bot/chat", "metrics"},
	"bot/screen":                  {"sudoku", "solver/logic", "play", "locale", "archive/games", "archive/postgres", "bot/chat", "bot/handler", "bot/picture"},
	"bot/outbox":                  {"sudoku", "play", "locale", "calendar", "archive/daily", "archive/games", "archive/people", "archive/library", "archive/postgres", "bot/chat", "bot/handler", "bot/screen", "bot/picture", "metrics"},
	"bot/meet":                    {"sudoku", "solver/logic", "locale", "calendar", "archive/daily", "archive/games", "archive/people", "archive/postgres", "bot/chat", "bot/handler", "bot/screen", "bot/outbox"},
	"bot/player":                  {"sudoku", "solver/logic", "solver/unavoidable", "rating", "play", "locale", "calendar", "archive/daily", "archive/games", "archive/people", "archive/library", "archive/postgres", "bot/chat", "bot/handler", "bot/screen", "bot/outbox", "bot/meet", "bot/picture"},
	"bot/admin":                   {"sudoku", "solver/logic", "criteria", "explain", "locale", "calendar", "archive/daily", "archive/games", "archive/people", "archive/library", "archive/postgres", "bot/chat", "bot/handler", "bot/screen", "bot/outbox", "bot/picture"},
	"bot":                         {"sudoku", "solver/logic", "explain", "locale", "calendar", "archive", "archive/daily", "archive/games", "archive/library", "archive/postgres", "bot/chat", "bot/handler", "bot/screen", "bot/outbox", "bot/meet", "bot/player", "bot/admin", "bot/picture", "logs"},
	"bot/chat/chattest":           {"sudoku/sudokutest", "locale", "bot/chat"},
	"bot/picture":                 {"sudoku", "solver/logic"},
	"bot/discord":                 {"locale", "archive/daily", "bot", "bot/chat", "bot/discord/rest", "bot/discord/gateway", "bot/discord/interact", "bot/discord/draw", "metrics"},
	"bot/discord/draw":            {"bot/chat", "bot/picture", "bot/discord/rest"},
	"bot/discord/gateway":         {"archive/sharding", "bot/discord/rest", "metrics"},
	"bot/discord/interact":        {"locale", "archive/games", "archive/people", "bot", "bot/chat", "bot/discord/rest", "bot/discord/draw", "logs", "metrics"},
	"bot/discord/rest":            {"metrics"},
	"bot/discord/discordtest":     {},
	"bot/terminal":                {"sudoku", "solver", "play", "locale", "archive/games", "bot", "bot/chat", "bot/picture"},
	"bot/web":                     {"sudoku", "solver/logic", "play", "explain", "locale", "calendar", "archive", "archive/daily", "archive/games", "archive/people", "archive/library", "archive/postgres", "bot", "bot/chat", "bot/picture", "bot/web/board", "logs", "metrics"},
	"bot/web/axetest":             {},
	"bot/web/board":               {"sudoku", "locale"},
	"cmd/gridkeeper/output":       {"explain", "locale", "archive/format"},
	"cmd/gridkeeper/input":        {"sudoku", "locale", "archive/format", "cmd/gridkeeper/output"},
	"cmd/gridkeeper/config":       {"archive/jobs", "bot/discord", "bot/discord/gateway", "bot/web"},
	"cmd/gridkeeper/monitor":      {"archive", "archive/jobs", "metrics"},
	"cmd/gridkeeper/database":     {"archive", "archive/library", "archive/format", "archive/postgres", "archive/postgres/localpg", "cmd/gridkeeper/config", "cmd/gridkeeper/input", "cmd/gridkeeper/output"},
	"cmd/gridkeeper/engine":       {"sudoku", "canon", "solver", "solver/logic", "solver/classic", "solver/unavoidable", "rating", "rating/depth", "criteria", "generator", "play", "explain", "archive/format", "bot/picture", "cmd/gridkeeper/input", "cmd/gridkeeper/output"},
	"cmd/gridkeeper/classic":      {"sudoku", "solver", "solver/logic", "solver/classic", "bot/picture", "cmd/gridkeeper/input", "cmd/gridkeeper/output"},
	"cmd/gridkeeper/recombine":    {"sudoku", "canon", "solver", "generator", "archive", "archive/postgres", "cmd/gridkeeper/database", "cmd/gridkeeper/input", "cmd/gridkeeper/output"},
	"cmd/gridkeeper/booklet":      {"sudoku", "solver", "rating", "locale", "archive", "cmd/gridkeeper/database", "cmd/gridkeeper/input", "cmd/gridkeeper/output"},
}

// fences says in which rooms a module from outside may be seen; none: in tests alone.
var fences = map[string][]string{
	"github.com/bwmarrin/discordgo":    {"bot/discord", "bot/discord/gateway", "bot/discord/interact", "bot/discord/draw"},
	"github.com/jackc/pgx/v5":          {"archive", "archive/library", "archive/daily", "archive/games", "archive/people", "archive/sharding", "archive/postgres", "archive/postgres/connection", "archive/jobs", "archive/archivetest", "migrations"},
	"github.com/pressly/goose/v3":      {"migrations"},
	"github.com/riverqueue/river":      {"archive/jobs", "migrations"},
	"github.com/nicksnyder/go-i18n/v2": {"locale"},
	"golang.org/x/text":                {"locale", "archive/format"},
	"golang.org/x/oauth2":              {"bot/web"},
	"golang.org/x/time":                {"bot/web"},
	"github.com/klauspost/compress":    {"archive/format", "bot/picture"},
	"github.com/ulikunitz/xz":          {"archive/format"},
	"github.com/dsnet/compress":        {"archive/format"},
	"golang.org/x/image":               {"bot/picture", "lab/fit", "cmd/gridkeeper/booklet"},
	"github.com/go-fonts":              {"bot/picture", "lab/fit", "cmd/gridkeeper/booklet"},
	"github.com/prometheus":            {"metrics", "cmd/gridkeeper/monitor"},
	"github.com/spf13/cobra":           {"cmd/gridkeeper", "cmd/gridkeeper/input", "cmd/gridkeeper/database", "cmd/gridkeeper/engine", "cmd/gridkeeper/classic", "cmd/gridkeeper/recombine", "cmd/gridkeeper/booklet"},
	"github.com/spf13/viper":           {"cmd/gridkeeper/config"},
	"github.com/schollz/progressbar":   {"cmd/gridkeeper/output"},
	"codeberg.org/go-pdf/fpdf":         {"cmd/gridkeeper/booklet"},
	"github.com/chromedp":              {},
	"github.com/evanw/esbuild":         {},
}

// pure rooms see the standard library only.
var pure = []string{"sudoku", "canon", "solver", "solver/logic", "solver/classic", "solver/unavoidable", "rating", "criteria", "generator", "play", "calendar"}

// The imports are read from the source: a test that asked the go command in a child
// process would be cached, and stay green after a violation.
func TestImportDirection(t *testing.T) {
	imports := readImports(t, "../..")
	for room, all := range imports {
		for _, imported := range all {
			if why := forbidden(room, imported); why != "" {
				t.Errorf("%s imports %s: %s", room, imported, why)
			}
		}
	}
	for room, allowed := range rooms {
		if _, exists := imports[room]; !exists {
			t.Errorf("the table names %s, but there is no such room", room)
		}
		for _, other := range allowed {
			if !slices.Contains(imports[room], module+"/"+other) {
				t.Errorf("the table allows %s to import %s, which it does not: tighten its row", room, other)
			}
		}
	}
}

// A package of more files than a screen lists is several: a reader no longer guesses where something is.
func TestPackagesAreSmall(t *testing.T) {
	const most = 45
	files := map[string]int{}
	for _, s := range readSources(t) {
		if files[s.room]++; files[s.room] == most+1 {
			t.Errorf("%s has more than %d files: find the packages in it", s.room, most)
		}
	}
}

// The page that explains the table names the same rooms.
func TestRoomsAreDocumented(t *testing.T) {
	page, err := os.ReadFile("../../docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	for room := range rooms {
		forTests := strings.HasSuffix(room, "test")
		if !forTests && !regexp.MustCompile(`(?m)^`+room+`/ `).Match(page) {
			t.Errorf("docs/architecture.md does not name %s", room)
		}
	}
}

func TestForbidden(t *testing.T) {
	for _, c := range []struct {
		room, imported string
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
		if why := forbidden(c.room, c.imported); (why == "") != c.ok {
			t.Errorf("%s imports %s: %q, want allowed %t", c.room, c.imported, why, c.ok)
		}
	}
}

// forbidden says why a room may not import something, "" if it may.
func forbidden(room, imported string) string {
	for fenced, allowed := range fences {
		if len(allowed) == 0 && isBelow(imported, fenced) {
			return "tests alone may import it"
		}
	}
	if room == "cmd/gridkeeper" {
		return ""
	}
	if ours, ok := strings.CutPrefix(imported, module+"/"); ok {
		if !slices.Contains(rooms[room], ours) {
			return "the table does not allow it"
		}
		return ""
	}
	outside := strings.Contains(strings.Split(imported, "/")[0], ".")
	if outside && slices.Contains(pure, room) {
		return "this room sees the standard library only"
	}
	for fenced, allowed := range fences {
		if isBelow(imported, fenced) && !slices.Contains(allowed, room) {
			return "fenced to " + strings.Join(allowed, ", ")
		}
	}
	return ""
}

// isBelow reports whether a package is a module, or one of its packages.
func isBelow(imported, module string) bool {
	return imported == module || strings.HasPrefix(imported, module+"/")
}

// readImports returns what the files of every room import, tests left out.
func readImports(t *testing.T, root string) map[string][]string {
	imports := map[string][]string{}
	err := filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && strings.HasPrefix(entry.Name(), ".") && file != root {
			return fs.SkipDir
		}
		if !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return nil
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		room := path.Dir(filepath.ToSlash(relative))
		for _, spec := range parsed.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			imports[room] = append(imports[room], imported)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return imports
}
