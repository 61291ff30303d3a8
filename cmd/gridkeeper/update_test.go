package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// Two processes of the last release are updated one after the other while they are played on: every command is
// answered, every solved game kept, every daily posted, and none of it twice. That no answer takes over three
// seconds is a matter of the machine, too: make prove looks at that.
func TestUpdate(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the last release, and runs it for half a minute")
	}
	old := released(t)
	for _, shards := range []int{1, 2} {
		t.Run(fmt.Sprint("shards ", shards), func(t *testing.T) {
			t.Parallel()
			updateWhilePlayed(t, old, shards, 8)
		})
	}
}

func TestProveUpdate(t *testing.T) {
	sudokutest.Prove(t)
	old := released(t)
	for _, shards := range []int{1, 2} {
		t.Run(fmt.Sprint("shards ", shards), func(t *testing.T) { updateWhilePlayed(t, old, shards, 16) })
	}
}

// updateWhilePlayed does what the section "Updates" of docs/operating.md says, command by command, and takes the update back by it.
func updateWhilePlayed(t *testing.T, old string, shards, players int) {
	t.Helper()
	page := codeBlocks(t, "../../docs/operating.md", "## Updates")
	migrate, replace, _ := strings.Cut(page[0], "\n")
	u := newUpdate(t, old, shards)
	u.run(u.old, "migrate")
	first, second := u.serve(u.old), u.serve(u.old)
	u.awaitDivided(2)
	end := u.play(players)
	u.during("before")
	u.shell(migrate)
	u.during("the old programs on the new schema")
	u.stop(first, syscall.SIGTERM)
	u.during("one old program")
	third := u.replaced(replace)
	u.during("an old and a new program")
	u.stop(second, syscall.SIGHUP)
	u.during("one new program")
	fourth := u.replaced(replace)
	u.awaitDivided(2)
	u.during("two new programs")
	u.stop(third, syscall.SIGHUP)
	u.during("the last new program")
	end()
	u.awaitPosts()
	u.stop(fourth, syscall.SIGTERM)
	u.check()

	u.shell(page[3])
	back := u.serve(u.old)
	u.awaitDivided(1)
	if text := played(u.stand, u.channels[0]); !strings.Contains(text, "Shidoku") {
		t.Errorf("on the release before, the answer to /play is %q", text)
	}
	u.stop(back, syscall.SIGTERM)
}

// slowest is how long an answer may take: Discord takes none that comes later.
const slowest = 3 * time.Second

// busy is how long the slowest answer of a phase takes on a machine that has too much other work to tell whether an
// update is why one is missing.
const busy = 2 * time.Second

// Discord lets a process connect to one shard after the other, so that one which stops waits for longer the more it
// has to hand over.
func TestHandOver(t *testing.T) {
	if testing.Short() {
		t.Skip("connects to six shards, one after the other")
	}
	t.Parallel()
	u := newUpdate(t, "", 6)
	u.run("gridkeeper", "migrate")
	first, second := u.serve("gridkeeper"), u.serve("gridkeeper")
	u.awaitDivided(2)
	end := u.play(6)
	u.during("two processes")
	u.stop(first, syscall.SIGTERM)
	u.during("one process")
	end()
	u.awaitPosts()
	u.stop(second, syscall.SIGTERM)
	u.check()
}

// update is a stand-in of Discord and a database for programs of two releases, and what players did on them.
type update struct {
	t        *testing.T
	stand    *discordtest.Server
	database string
	old      string   // the program of the last release
	channels []string // where it is played, one of each shard
	due      []string // where a daily is due
	metrics  string   // where the process that is started next says how it is
	started  []running

	phase atomic.Value // what is going on, in words
	mu    sync.Mutex
	plays []turn
}

// turn is a command of a player.
type turn struct {
	*discordtest.Call
	phase, command string
	took           time.Duration // until its answer was complete, 0 if it was not
	solves         string        // the player that it makes solve their daily, "" if it does not
}

func newUpdate(t *testing.T, old string, shards int) *update {
	t.Helper()
	u := &update{t: t, old: old, metrics: "off", stand: discordtest.Start(t), database: archivetest.BareURL(t)}
	u.stand.Shards, u.stand.OldForms = shards, true
	if !sudokutest.Proving() {
		u.stand.Deadline = time.Minute // Discord's three seconds are short on a busy machine
	}
	for shard := range shards {
		u.channels = append(u.channels, u.stand.AddChannel(u.stand.AddGuildTo(shard, shards, "Players"), "play"))
	}
	u.phase.Store("the start")
	return u
}

// released builds the program of the commit that the file RELEASED names.
func released(t *testing.T) (program string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../..", "RELEASED"))
	must(t, err)
	return built(t, strings.TrimSpace(string(text)))
}

// built builds the program of a commit, once for all runs. It skips the test in a clone that does not have the commit.
func built(t *testing.T, commit string) (program string) {
	t.Helper()
	const root = "../.."
	if out, err := exec.Command("git", "-C", root, "cat-file", "-e", commit+"^{commit}").CombinedOutput(); err != nil {
		t.Skipf("the commit %s is not in this clone (%s): git fetch --unshallow brings it", commit, strings.TrimSpace(string(out)))
	}
	program, err := filepath.Abs(filepath.Join(root, "bin", "released", commit))
	must(t, err)
	if _, err := os.Stat(program); err == nil {
		return program
	}
	must(t, os.MkdirAll(filepath.Dir(program), 0o755))
	build := exec.Command("sh", "-ec", `git -C "$1" archive "$2" | tar -x -C "$3"; cd "$3"; go build -o "$4.new" ./cmd/gridkeeper; mv "$4.new" "$4"`,
		"sh", root, commit, t.TempDir(), program)
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("building the program of %s: %v: %s", commit, err, out)
	}
	return program
}

func (u *update) command(program string, args ...string) *exec.Cmd {
	cmd := exec.Command(program, args...)
	cmd.Env = append(os.Environ(), "GRIDKEEPER_DATABASE_URL="+u.database, "GRIDKEEPER_DISCORD_TOKEN="+u.stand.Token, "GRIDKEEPER_DISCORD_API_BASE_URL="+u.stand.URL, "GRIDKEEPER_LOG_LEVEL=debug")
	if program != u.old { // which rejects a setting that it does not know
		cmd.Env = append(cmd.Env, "GRIDKEEPER_METRICS_LISTEN="+u.metrics)
	}
	return cmd
}

// shell does commands of the page, with the metrics of the process that was started last.
func (u *update) shell(commands string) {
	u.t.Helper()
	u.run("sh", "-c", commands)
}

// replaced starts a process of this program as the page's line does, of which the part for systemd is done here.
func (u *update) replaced(line string) running {
	u.t.Helper()
	const restart = "systemctl restart gridkeeper; "
	if !strings.HasPrefix(line, restart) {
		u.t.Fatalf("docs/operating.md replaces a process by %q", line)
	}
	u.metrics = sudokutest.FreeAddress(u.t)
	b := u.serve("gridkeeper")
	u.shell(strings.TrimPrefix(line, restart))
	return b
}

func (u *update) run(program string, args ...string) {
	u.t.Helper()
	if out, err := u.command(program, args...).CombinedOutput(); err != nil {
		u.t.Fatalf("%s %q: %v: %s", filepath.Base(program), args, err, out)
	}
}

// running is a process.
type running struct {
	*exec.Cmd
	log *strings.Builder // whole when the process has ended
}

// serve starts a process.
func (u *update) serve(program string) running {
	u.t.Helper()
	b := running{u.command(program, "serve"), new(strings.Builder)}
	b.Stderr = b.log
	if err := b.Start(); err != nil {
		u.t.Fatal(err)
	}
	u.started = append(u.started, b)
	u.t.Cleanup(func() {
		_ = b.Process.Kill()
		_ = b.Wait()
		if u.t.Failed() {
			u.t.Logf("the log of %s:\n%s", filepath.Base(program), b.log)
		}
	})
	return b
}

// stop ends a process as an operator does, while others answer.
func (u *update) stop(b running, signal os.Signal) {
	u.t.Helper()
	if err := b.Process.Signal(signal); err != nil {
		u.t.Fatal(err)
	}
	if err := b.Wait(); err != nil {
		u.t.Errorf("after a signal %s the bot ends with %v", signal, err)
	}
}

// awaitDivided waits until so many processes share the shards, and are connected.
func (u *update) awaitDivided(processes int) {
	u.t.Helper()
	u.stand.Await(u.t, fmt.Sprintf("%d processes to share the shards", processes), func() bool {
		n := archivetest.Read[int](u.t, u.database, `select count(distinct process) from gateway_slot having bool_and(ready) and count(*) >= $1`, len(u.channels))
		return len(n) == 1 && n[0] == processes
	})
}

// during lets players play for a while, and has guilds want dailies.
func (u *update) during(phase string) {
	u.t.Helper()
	u.phase.Store(phase)
	for range 10 {
		u.schedule()
	}
}

// play has players play one daily after another until end is called.
func (u *update) play(players int) (end func()) {
	var all sync.WaitGroup
	ctx, stop := context.WithCancel(context.Background())
	for i := range players {
		all.Go(func() {
			for n := 0; ctx.Err() == nil; n++ {
				u.solve(discordtest.User{ID: fmt.Sprint(200000000000000000 + 1000*i + n), Name: "player"}, u.channels[i%len(u.channels)])
			}
		})
	}
	return func() {
		stop()
		all.Wait()
	}
}

// solve has a player solve the daily, some cells at a time.
func (u *update) solve(player discordtest.User, channel string) {
	const turns = 6
	text := ""
	if u.ask(player, channel, "", "daily") != "" {
		text = u.ask(player, channel, "", "board", discordtest.Option{Name: "look", Value: "text"})
	}
	if text == "" {
		return // not answered, which is looked at later
	}
	clues, solution, err := solved(text)
	if err != nil {
		u.t.Errorf("the board %q: %v", text, err)
		return
	}
	var moves []string
	for _, c := range sudoku.Sudoku.Cells() {
		if clues.At(c) == 0 {
			moves = append(moves, archivetest.Move(c, solution))
		}
	}
	for n := range turns {
		solves := ""
		if n == turns-1 {
			solves = player.ID
		}
		if u.ask(player, channel, solves, "move", discordtest.Option{Name: "moves", Value: strings.Join(moves[n*len(moves)/turns:(n+1)*len(moves)/turns], " ")}) == "" {
			return
		}
	}
}

// solved reads the board of a message in text, and solves it.
func solved(text string) (clues, solution sudoku.Grid, err error) {
	_, block, _ := strings.Cut(text, "```\n")
	block, _, _ = strings.Cut(block, "```")
	if clues, err = sudoku.Parse(block); err == nil {
		solution, err = solver.Solve(clues)
	}
	return clues, solution, err
}

// schedule has a new guild want a daily that is due: its first is the next one, which comes a day too early.
func (u *update) schedule() {
	u.t.Helper()
	shards := len(u.channels)
	guild := u.stand.AddGuildTo(len(u.due)%shards, shards, "Puzzlers")
	channel := u.stand.AddChannel(guild, "daily")
	admin := discordtest.User{ID: "100000000000001000", Name: "admin", Permissions: discordtest.ManageGuild}
	if u.ask(admin, u.stand.AddChannel(guild, "admins"), "", "schedule",
		discordtest.Option{Name: "time", Value: "00:00"}, discordtest.Option{Name: "channel", Value: channel, Channel: true}) == "" {
		return
	}
	archivetest.Exec(u.t, u.database, `update guild set since = since - 1 where id = '`+guild+`'`)
	u.due = append(u.due, channel)
}

// ask sends a command and waits for its answer, and then for as long as a person needs to read it.
func (u *update) ask(user discordtest.User, channel, solves, command string, options ...discordtest.Option) (text string) {
	began := time.Now()
	p := turn{Call: u.stand.SlashWith(user, channel, command, options...), phase: u.phase.Load().(string), command: command, solves: solves}
	for !p.Answered() && time.Since(began) < u.stand.Deadline+10*time.Second {
		time.Sleep(10 * time.Millisecond)
	}
	if replies := u.stand.Replies(p.Call); len(replies) > 0 {
		p.took, text = time.Since(began), replies[0].Text()
	}
	u.mu.Lock()
	u.plays = append(u.plays, p)
	u.mu.Unlock()
	time.Sleep(200 * time.Millisecond)
	return text
}

// An update imports the puzzles of the Patterns Game, once.
func TestMigrateImportsPatterns(t *testing.T) {
	url := archivetest.URL(t)
	archivetest.Exec(t, url, fmt.Sprintf(`
		with round as (insert into pattern_round (guild, grid) values ('42', '\x%[1]x') returning id)
		insert into pattern_puzzle (guild, key, round, grid, er, ep, ed, submitted)
		select '42', gen_random_uuid(), id, '\x%[1]x', '-', '-', '-', now() - interval '1 day' from round`,
		postgres.PackGrid(sudokutest.Parse(t, archivetest.Mini))))
	for range 2 {
		wantRun(t, gridkeeper(t, atURL(url), "migrate"))
	}
	imported := archivetest.Read[string](t, url, `select c.guild || ' ' || c.name from entry e join collection c on c.id = e.collection`)
	if len(imported) != 1 || imported[0] != "42 "+games.PatternsGame {
		t.Errorf("imported are %q", imported)
	}
}
