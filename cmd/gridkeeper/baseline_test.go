package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/solver"
)

const (
	schema56 = "6478e85e92f192b56ce6e83292d84231785b7d29" // a program with the schema before the baseline
	schema58 = "fcf8ee59d2b7634e191c4367503a980cac35d9f5" // the last program with the migrations up to it
)

// An archive of schema 56 is refused and left as it is. The program that the refusal names brings it to the baseline, and
// games, dailies and imports go on with this one.
func TestFromBeforeTheBaseline(t *testing.T) {
	if testing.Short() {
		t.Skip("builds two older programs")
	}
	a := aged{t, archivetest.BareURL(t), t.TempDir()}
	first, last := built(t, schema56), built(t, schema58)
	a.run(first, "", "migrate")
	a.run(first, "/daily\n/hint\n", "chat", "--as", "ann") // with the starter collection
	a.run(first, a.solution()+"/play shape:shidoku\n/hint\n", "chat", "--as", "ann")
	a.run(first, "", "import", a.file("lines.txt", strings.Join(append(archivetest.Puzzles(3, 1), archivetest.Shidoku(1)...), "\n")), "--collection", "mine")
	seen := a.looks(first)
	before := a.dump("--data-only")

	for _, args := range [][]string{{"stats"}, {"chat", "--as", "ann"}, {"migrate"}, {"migrate", "down", "--to", "58", "--yes"}, {"doctor"}, {"work", "--until-done"}} {
		out, err := a.command("gridkeeper", "/board\n", args...).CombinedOutput()
		if text := string(out); err == nil || !strings.Contains(text, "the database has schema 56") || !strings.Contains(text, schema58) {
			t.Errorf("%q on an archive of schema 56: %v: %s", args, err, text)
		}
	}
	if diff := cmp.Diff(before, a.dump("--data-only")); diff != "" {
		t.Errorf("the refused archive was changed:\n%s", diff)
	}

	a.run(last, "", "migrate")
	a.run("gridkeeper", "", "migrate")
	if diff := cmp.Diff(seen, a.looks("gridkeeper")); diff != "" {
		t.Errorf("this program shows (+) and the old one showed (-):\n%s", diff)
	}
	if out := a.run("gridkeeper", "/hint\n/daily\n", "chat", "--as", "ann"); !strings.Contains(out, "Hint, level") {
		t.Errorf("the game of before does not go on: %s", out)
	}
	again := a.run("gridkeeper", "", "import", "--json", filepath.Join(a.folder, "lines.txt"), "--collection", "mine")
	if !strings.Contains(again, `"repeated": true`) {
		t.Errorf("a file of before is imported again: %s", again)
	}

	fresh := aged{t, archivetest.BareURL(t), ""}
	fresh.run("gridkeeper", "", "migrate")
	if diff := cmp.Diff(fresh.dump("--schema-only"), a.dump("--schema-only")); diff != "" {
		t.Errorf("the schema differs from that of a new archive (-):\n%s", diff)
	}
}

// aged is an archive of which programs of several ages know the address.
type aged struct {
	t        *testing.T
	database string
	folder   string
}

func (a aged) file(name, text string) string {
	a.t.Helper()
	path := filepath.Join(a.folder, name)
	must(a.t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

func (a aged) command(program, input string, args ...string) *exec.Cmd {
	cmd := exec.Command(program, args...)
	cmd.Env = append(os.Environ(), "GRIDKEEPER_DATABASE_URL="+a.database)
	cmd.Stdin = strings.NewReader(input)
	return cmd
}

// run returns the standard output of a program that must succeed.
func (a aged) run(program, input string, args ...string) string {
	a.t.Helper()
	cmd := a.command(program, input, args...)
	var faults strings.Builder
	cmd.Stderr = &faults
	out, err := cmd.Output()
	if err != nil {
		a.t.Fatalf("%s %q: %v: %s%s", filepath.Base(program), args, err, out, faults.String())
	}
	return string(out)
}

// solution returns the moves that solve the only game.
func (a aged) solution() (moves string) {
	a.t.Helper()
	g, err := postgres.UnpackGrid(archivetest.Read[[]byte](a.t, a.database, `select grid from game`)[0])
	must(a.t, err)
	solution, err := solver.Solve(g)
	must(a.t, err)
	for _, c := range g.Shape().Cells() {
		if g.At(c) == 0 {
			moves += "/move " + archivetest.Move(c, solution) + "\n"
		}
	}
	return moves
}

var clock = regexp.MustCompile(`\d+:\d\d`)

// onDisk is the size of the database, which grows by itself.
var onDisk = regexp.MustCompile(`(?m)^on disk .*\n`)

// columnOfSix is the column of 6×6 in the list of collections, which the old programs do not know.
var columnOfSix = regexp.MustCompile(`(?m)(?:6x6  |0    )(imported by|gridkeeper|command line)$`)

// looks returns the archive as a program shows it. The old ones numbered the columns of a Shidoku.
func (a aged) looks(program string) map[string]string {
	a.t.Helper()
	board := a.run(program, "/board\n/streak\n/leaderboard\n", "chat", "--as", "ann")
	return map[string]string{
		"stats":       onDisk.ReplaceAllString(a.run(program, "", "stats"), ""),
		"collections": columnOfSix.ReplaceAllString(a.run(program, "", "collection"), "$1"),
		"export":      a.run(program, "", "export", "mine"),
		"games":       strings.Replace(clock.ReplaceAllString(board, "time"), "    1 2   3 4\n", "    A B   C D\n", 1),
	}
}

// dump returns the archive as pg_dump writes it, without the names of its restrictions, which are random.
func (a aged) dump(part string) string {
	a.t.Helper()
	return regexp.MustCompile(`(?m)^\\(un)?restrict .*$`).ReplaceAllString(a.run("pg_dump", "", part, "--no-owner", a.database), "")
}
