package terminal_test

import (
	"bytes"
	"context"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/bot/terminal"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

var must = sudokutest.Must

var update = flag.Bool("update", false, "rewrite the golden files")

func TestMain(m *testing.M) { archivetest.Main(m) }

// clock advances by half a minute with every line that is read, not with real time.
type clock struct {
	io.Reader
	now time.Time
}

func (c *clock) Now() time.Time { return c.now }

func (c *clock) Read(p []byte) (int, error) {
	n, err := iotest.OneByteReader(c.Reader).Read(p)
	if n == 1 && p[0] == '\n' {
		c.now = c.now.Add(30 * time.Second)
	}
	return n, err
}

// puzzles are one of each tier, in their order.
var puzzles = []string{
	".4....9....1..62.568..231.......45...1.....3..2..6.......5..892..2..1.4..3..9....",
	"......465...73.9....1...2...........3.51....67..29.5.3..9.5....2.....37...7.4...1",
	"31..........7..6.556...4.79..2.6..........58..7.3...92...6.3.............84..9..1",
	".5..8..34.3476..9..................5.8.13...97...9.2..8..6.3.7............2..9...",
	"4..51..2.87........2....1.4.5..4.2.......7.16..9..3.....7..1.3.9..2......8....6..",
}

// newBot returns a bot on an archive of its own, which holds the puzzles.
func newBot(t *testing.T, c *clock) *bot.Bot {
	store := archivetest.New(t).WithClock(c.Now)
	file := strings.NewReader(strings.Join(puzzles, "\n"))
	if _, err := store.ImportFile(t.Context(), importing.Options{Collection: "Session"}, file); err != nil {
		t.Fatal(err)
	}
	return bot.New(store, bot.Config{Now: c.Now})
}

func run(t *testing.T, b *bot.Bot, c *clock, script string, o terminal.Options) (out, errs string, failed bool) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	c.Reader = strings.NewReader(script)
	o.In, o.Out, o.Err = c, &stdout, &stderr
	failed, err := terminal.Run(t.Context(), b, o)
	must(t, err)
	return stdout.String(), stderr.String(), failed
}

// A whole day of one player, on a real database, as typed and as answered.
func TestSession(t *testing.T) {
	script, err := os.ReadFile(filepath.Join("testdata", "session.txt"))
	must(t, err)
	c := &clock{now: time.Date(2026, 3, 5, 10, 0, 0, 0, time.UTC)}
	b := newBot(t, c)
	ann := terminal.Options{Player: games.Player{ID: "ann", Name: "Ann"}, Admin: true}
	var transcript strings.Builder
	for line := range strings.Lines(string(script)) {
		out, errs, _ := run(t, b, c, line, ann)
		if errs != "" {
			errs = "! " + errs
		}
		transcript.WriteString("> " + line + out + errs + "\n")
	}
	golden := filepath.Join("testdata", "session.golden")
	if *update {
		must(t, os.WriteFile(golden, []byte(transcript.String()), 0o666))
	}
	want, err := os.ReadFile(golden)
	must(t, err)
	if got := transcript.String(); got != string(want) {
		t.Errorf("the transcript differs from %s (-update rewrites it):\n%s", golden, firstDifference(got, string(want)))
	}
}

// A puzzle is played as it is pasted: a line, behind /play or alone, a drawing of several lines, a file.
func TestPaste(t *testing.T) {
	c := &clock{now: time.Date(2026, 3, 5, 10, 0, 0, 0, time.UTC)}
	b := newBot(t, c)
	const line = "000000340360000080000070000500008004600209750009605000040500000102000403900000001"
	file := filepath.Join(t.TempDir(), "a puzzle.txt")
	must(t, os.WriteFile(file, []byte("today's\n"+line), 0o666))
	rows, groups, frame := "", "", ""
	for i := 0; i < 81; i += 9 {
		row := line[i : i+9]
		rows += row + "\n"
		groups += row[:3] + " " + row[3:6] + " " + row[6:] + "\n"
		if i%27 == 0 {
			frame += "+-------+-------+-------+\n"
		}
		frame += "| " + strings.Join(strings.Split(row[:3], ""), " ") + " | " + strings.Join(strings.Split(row[3:6], ""), " ") + " | " + strings.Join(strings.Split(row[6:], ""), " ") + " |\n"
	}
	for name, script := range map[string]string{
		"/play": "/play " + line, "a name": "play puzzle=" + line, "alone": line, "rows": rows, "groups": groups, "a frame": frame + "\nboard",
		"a fence": "/play ```\n" + frame + "```", "a file": `play file="` + file + `"`, "groups in a line": strings.ReplaceAll(groups, "\n", " "),
	} {
		for ending, more := range map[string]string{"the end": "", "a move": "\nr1c1=2"} {
			out, errs, failed := run(t, b, c, script+more, terminal.Options{Player: games.Player{ID: name + ending}})
			if failed || !strings.Contains(out, "A pasted sudoku · Medium") || more != "" && !strings.Contains(out, "55 cells to go") {
				t.Errorf("%s, then %s: %s%s", name, ending, out, errs)
			}
		}
	}
	const six = "540000000200200000004001310640006030"
	rows, frame = "", "+-------+-------+\n"
	for i := 0; i < 36; i += 6 {
		row := six[i : i+6]
		rows += row + "\n"
		frame += "| " + strings.Join(strings.Split(row[:3], ""), " ") + " | " + strings.Join(strings.Split(row[3:], ""), " ") + " |\n"
		if i%12 == 6 {
			frame += "+-------+-------+\n"
		}
	}
	for name, script := range map[string]string{"six": "/play " + six, "six alone": six, "six rows": rows, "six in a frame": frame} {
		out, errs, failed := run(t, b, c, script+"\nA4 6\n152\n", terminal.Options{Player: games.Player{ID: name}})
		if failed || !strings.Contains(out, "A pasted 6×6 · Easy") || !strings.Contains(out, "22 cells to go") {
			t.Errorf("%s: %s%s", name, out, errs)
		}
	}
	// A row that stays alone is answered, and so are moves that are digits alone.
	out, errs, _ := run(t, b, c, "53..7....\n\nboard\n"+line+"\n112\n", terminal.Options{Player: games.Player{ID: "row"}})
	if !strings.Contains(errs, "line 1: ") || !strings.Contains(out, "55 cells to go") {
		t.Errorf("a lone row: %s%s", out, errs)
	}
}

func firstDifference(got, want string) string {
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return "got  " + a[i] + "\nwant " + b[i]
		}
	}
	return "one ends where the other goes on"
}

// A script goes on after a failure, and reports it at the end; what was done is kept for the
// next run.
func TestScript(t *testing.T) {
	c := &clock{now: time.Date(2026, 3, 5, 10, 0, 0, 0, time.UTC)}
	b := newBot(t, c)
	ann := terminal.Options{Player: games.Player{ID: "ann", Name: "Ann"}}
	long := strings.Repeat("9", 10_000_000)
	script := "# a comment\n\n/daily\n/mvoe 123\n/submit " + long + "\n\x00\xff\xfe\nundo now\n/schedule zone=UTC\n/check\n/quit\n/nothing after it\n"
	out, errs, failed := run(t, b, c, script, ann)
	if !failed || !strings.Contains(out, "1 | ") || !strings.Contains(out, "No mistakes") || strings.Contains(out, "\x1b") {
		t.Errorf("failed %t, out:\n%s", failed, out)
	}
	for i, want := range []string{
		`line 4: unknown command "mvoe": did you mean /move?`,
		`line 5: a line of 10000009 bytes is too long for a command: the limit is 1048576`,
		`line 6: unknown command`,
		`line 7: /undo takes no options, but was given "now"`,
		`line 8: /schedule is only for admins: start with --admin`,
	} {
		if lines := strings.Split(errs, "\n"); len(lines) != 6 || !strings.HasPrefix(lines[i], want) {
			t.Errorf("got errors\n%s\nwant %s", errs, want)
		}
	}
	out, _, failed = run(t, b, c, "board", ann)
	if failed || !strings.Contains(out, "56 cells to go.") {
		t.Errorf("the next run: failed %t\n%s", failed, out)
	}
	coloured := ann
	coloured.Colour = true
	if out, _, _ = run(t, b, c, "/board\n", coloured); !strings.Contains(out, "\x1b[1m") {
		t.Errorf("no colours: %q", out)
	}
	if out, _, _ = run(t, b, c, "/settings timer=hidden\n", coloured); !strings.Contains(out, "Saved: Hide time.\n\n\x1b[1mBoards\x1b[0m\nLike the device (/settings look=dark") {
		t.Errorf("no headings: %q", out)
	}
}

// A grid of several lines stands between fences. One that nothing closes ends with the script.
func TestFences(t *testing.T) {
	c := &clock{now: time.Date(2026, 3, 5, 10, 0, 0, 0, time.UTC)}
	b := newBot(t, c)
	ann := terminal.Options{Player: games.Player{ID: "ann", Name: "Ann"}}
	const rows = "1...\n..3.\n.2..\n...4\n"
	for _, script := range []string{"/difficulty ```\n" + rows + "```\n/mvoe\n", "/difficulty ```txt\nMine:\n" + rows + "```\n/mvoe", "/difficulty puzzle=```" + rows + "```\n/mvoe", "/difficulty ```\n" + rows} {
		out, errs, _ := run(t, b, c, script, ann)
		if !strings.Contains(out, "Easy") || strings.Count(errs, "line") != strings.Count(script, "mvoe") {
			t.Errorf("%q: %s\n%s", script, out, errs)
		}
	}
	if _, errs, _ := run(t, b, c, "/difficulty ```\n"+rows+"```\n/mvoe\n", ann); !strings.HasPrefix(errs, "line 7: unknown command") {
		t.Errorf("the line after it: %s", errs)
	}
}

// A run ends when its context does, though a line may never come.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	reader, writer := io.Pipe()
	defer writer.Close()
	time.AfterFunc(20*time.Millisecond, cancel)
	if _, err := terminal.Run(ctx, bot.New(nil, bot.Config{}), terminal.Options{In: reader, Out: io.Discard, Err: io.Discard}); err == nil {
		t.Error("a cancelled script ends without an error")
	}
}
