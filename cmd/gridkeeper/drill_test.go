package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// The section "Backups" of docs/operating.md, followed command by command: the real program plays on a server whose
// changes pgBackRest archives, the server is killed and its data removed, and a second is restored; then again, and all
// that was archived is. 'make drill' shows what was lost and how long each step took.
func TestDrill(t *testing.T) {
	if testing.Short() {
		t.Skip("left to make check and make drill")
	}
	d := newDrill(t)
	page := codeBlocks(t, "../../docs/operating.md", "## Backups")
	d.write(d.config, page[0])
	d.write(filepath.Join(d.server.dir, "conf.d", "backup.conf"), page[1])
	d.write(filepath.Join(d.server.dir, "postgresql.conf"), "include_dir = 'conf.d'")
	d.do(page[2])
	d.serve()
	d.play()
	d.do(page[3])
	atBackup := d.count()
	sudokutest.Eventually(t, "players to be answered 300 times after the backup", func() bool { return d.count() >= atBackup+300 })
	target, before, kept := d.pause()
	sudokutest.Eventually(t, "players to be answered 100 times after the target", func() bool { return d.count() >= before+100 })
	server := connect(t, d.server.url())
	var segment string
	must(t, server.QueryRow(t.Context(), `select pg_walfile_name(pg_current_wal_lsn())`).Scan(&segment))
	server.await(`select last_archived_wal >= '` + segment + `' from pg_stat_archiver`)
	d.time("kill -9 PostgreSQL, remove its data", d.die)
	d.paths["2026-11-23 14:00:00+00"] = target
	d.do(page[4])

	different := d.different(kept)
	there, after := d.requests(d.answered[:before]), d.requests(d.answered[before:])
	if there != before || after != 0 {
		t.Errorf("%d of %d answers before the target are there, and %d after it", there, before, after)
	}
	if text := played(d.stand, d.channel); !strings.Contains(text, "Shidoku") {
		t.Errorf("after all that, the answer to /play is %q", text)
	}
	var size string
	must(t, connect(t, d.server.url()).QueryRow(t.Context(), `select pg_size_pretty(pg_database_size(current_database()))`).Scan(&size))
	t.Logf("restored to %s, a database of %s\n%s\ntables that are not as they were: %d of %d\nanswers up to the target: %d, lost: %d\nanswers after it, which the target leaves out: %d",
		target, size, strings.Join(d.steps, "\n"), different, len(kept), before, before-there, len(d.answered)-before)

	again := d.count()
	d.play()
	sudokutest.Eventually(t, "players to be answered 100 times after the first restore", func() bool { return d.count() >= again+100 })
	d.finish()
	d.stopBot() // so that nothing is written while tables are read
	kept = d.tables()
	must(t, connect(t, d.server.url()).QueryRow(t.Context(), `select pg_walfile_name(pg_switch_wal())`).Scan(&segment))
	connect(t, d.server.url()).await(`select last_archived_wal >= '` + segment + `' from pg_stat_archiver`)
	d.die()
	d.steps = nil
	d.do(toTarget.ReplaceAllString(page[4], ""))
	different, answered := d.different(kept), d.answered[again:]
	if there = d.requests(answered); there != len(answered) {
		t.Errorf("%d of %d answers are there", there, len(answered))
	}
	t.Logf("restored again, all that was archived\n%s\ntables that are not as they were: %d of %d\nanswers: %d, lost: %d",
		strings.Join(d.steps, "\n"), different, len(kept), len(answered), len(answered)-there)
	d.stopBot()
}

// toTarget is what the page leaves out to restore all.
var toTarget = regexp.MustCompile(` --type=time --target="[^"]*" --target-action=promote`)

// drill is a machine with a server, a bot and its players.
type drill struct {
	*testing.T
	server   *faultServer
	database string // its address, if it is not the server's own
	stand    *discordtest.Server
	channel  string
	config   string            // of pgBackRest
	owner    syscall.Stat_t    // of the server's files
	paths    map[string]string // of the page, and what they are here
	steps    []string          // how long they took

	stopBot  func()
	playing  sync.RWMutex // held by players who wait for an answer
	players  sync.WaitGroup
	over     atomic.Bool
	mutex    sync.Mutex
	answered []string // requests, in the order of their answers
}

func newDrill(t *testing.T) *drill {
	pgbackrest := archivetest.Program(t, "pgbackrest")
	dir := archivetest.Dir(t)
	repo := filepath.Join(dir, "repo")
	d := &drill{T: t, server: &faultServer{}, stand: discordtest.Start(t), config: filepath.Join(dir, "pgbackrest.conf"), stopBot: func() {}}
	d.stand.Deadline = time.Minute // Discord's three seconds are short on a busy machine
	d.channel = d.stand.AddChannel(d.stand.AddGuild("Puzzlers"), "daily")
	d.server.dir, d.server.program = copyArchive(t, dir)
	must(t, syscall.Stat(d.server.dir, &d.owner))
	owner := fmt.Sprintf("-o %d -g %d ", d.owner.Uid, d.owner.Gid)
	command(t, "sh", "-c", "install -d "+owner+repo+" "+d.server.dir+"/conf.d")
	d.paths = map[string]string{"/var/lib/postgresql/15/main": d.server.dir, "/var/lib/pgbackrest": repo, "-o postgres -g postgres ": owner}
	for name, value := range map[string]string{
		"PATH":            filepath.Dir(pgbackrest) + ":" + filepath.Dir(d.server.program) + ":" + os.Getenv("PATH"),
		"LD_LIBRARY_PATH": archivetest.Libraries(), "PGBACKREST_CONFIG": d.config, "PGBACKREST_LOCK_PATH": repo, "PGBACKREST_LOG_LEVEL_FILE": "off",
		// A private server has its socket in its data, and another user.
		"PGHOST": d.server.dir, "PGUSER": "gridkeeper", "PGDATABASE": "postgres",
		"PGBACKREST_PG1_SOCKET_PATH": d.server.dir, "PGBACKREST_PG1_USER": "gridkeeper",
		"GRIDKEEPER_DATABASE_URL": d.server.url(), "GRIDKEEPER_DISCORD_TOKEN": d.stand.Token, "GRIDKEEPER_DISCORD_API_BASE_URL": d.stand.URL,
	} {
		t.Setenv(name, value)
	}
	t.Cleanup(func() {
		d.leave()
		d.stopBot()
	})
	return d
}

// here returns what the page says with the paths of this drill.
func (d *drill) here(text string) string {
	for _, path := range slices.Sorted(maps.Keys(d.paths)) {
		text = strings.ReplaceAll(text, path, d.paths[path])
	}
	return text
}

func (d *drill) write(path, text string) {
	d.Helper()
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err == nil {
		_, err = io.WriteString(file, d.here(text)+"\n")
	}
	must(d, err)
}

// time does a step and notes how long it took.
func (d *drill) time(step string, do func()) {
	began := time.Now()
	do()
	d.steps = append(d.steps, fmt.Sprintf("%6.1f s  %s", time.Since(began).Seconds(), step))
}

// do does commands of the page: those of systemd with the server and the bot of this drill.
func (d *drill) do(lines string) {
	d.Helper()
	for line := range strings.SplitSeq(lines, "\n") {
		d.time(line, func() {
			switch line {
			case "systemctl restart postgresql", "systemctl start postgresql":
				d.server.start(d.T)
			case "systemctl stop gridkeeper":
				d.stopBot()
			case "systemctl start gridkeeper":
				d.serve()
			case "systemctl stop postgresql": // which was killed, or not started yet
			default:
				d.shell(d.here(line))
			}
		})
	}
}

// shell does a command as whom the page says: the server's user, or root.
func (d *drill) shell(line string) {
	d.Helper()
	if words := strings.Fields(line); words[0] == "gridkeeper" {
		if code, out := runs(d.T, words[1:]...); code != 0 {
			d.Fatalf("%s: %s", line, out)
		}
		return
	}
	const asServer = "sudo -u postgres "
	c := exec.Command("sh", "-c", strings.ReplaceAll(line, asServer, ""))
	c.Dir = "/"
	c.Stdin = strings.NewReader("secret\nsecret\n") // for createuser, which asks twice, and a terminal if there is one
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if strings.Contains(line, asServer) && os.Geteuid() == 0 {
		c.SysProcAttr.Credential = &syscall.Credential{Uid: d.owner.Uid, Gid: d.owner.Gid}
	}
	if out, err := c.CombinedOutput(); err != nil {
		d.Fatalf("%s: %v: %s; the server: %s", line, err, out, d.server.log(d.T))
	}
}

// serve runs the bot until it is stopped.
func (d *drill) serve() {
	ctx, stop := context.WithCancel(context.Background())
	exit := make(chan int, 1)
	go func() {
		exit <- run(ctx, []string{"serve", "--metrics-listen", "off"}, strings.NewReader(""), io.Discard, io.Discard)
	}()
	d.stopBot = sync.OnceFunc(func() {
		stop()
		if code := <-exit; code != 0 {
			d.Errorf("serve ended with exit code %d", code)
		}
	})
	d.stand.AwaitReady(d.T)
}

// play has players play, each a move after the answer to the last.
func (d *drill) play() {
	d.over.Store(false)
	for i := range 8 {
		u := discordtest.User{ID: fmt.Sprint(100000000000004000 + i), Name: fmt.Sprint("player", i)}
		d.players.Go(func() {
			for turn := 0; !d.over.Load(); turn++ {
				d.playing.RLock()
				if !d.over.Load() {
					d.ask(u, turn)
				}
				d.playing.RUnlock()
			}
		})
	}
}

// ask waits for the answer to what a player does in turn, or for the end. On a busy machine the bot may leave a command alone,
// because it is too old when it comes: then the player asks the next.
func (d *drill) ask(u discordtest.User, turn int) {
	name, options := "play", map[string]string{"shape": "shidoku"}
	if turn > 0 {
		name, options = "move", map[string]string{"moves": fmt.Sprintf("r%dc%d=%d", 1+turn%4, 1+turn/4%4, 1+turn/16%4)}
	}
	end := time.Now().Add(d.stand.Deadline)
	for call := d.stand.Slash(u, d.channel, name, options); !d.over.Load() && time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if call.Answered() {
			d.mutex.Lock()
			defer d.mutex.Unlock()
			d.answered = append(d.answered, call.ID)
			return
		}
	}
}

func (d *drill) count() int {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	return len(d.answered)
}

// pause lets all questions be answered, and returns the second that ends then, and what is kept at it. Players go on
// in the next second.
func (d *drill) pause() (target string, answered int, kept map[string]string) {
	d.playing.Lock()
	defer d.playing.Unlock()
	server := connect(d.T, d.server.url())
	err := server.QueryRow(d.Context(), `select date_trunc('second', clock_timestamp() + interval '1 s')::text`).Scan(&target)
	must(d, err)
	server.await(`select clock_timestamp() > '` + target + `'`)
	return target, d.count(), d.tables()
}

// tables returns for each table how many rows it has, and a hash of them. Which process runs which shard goes on
// while nobody plays.
func (d *drill) tables() map[string]string {
	server := connect(d.T, cmp.Or(d.database, d.server.url()))
	rows, err := server.Query(d.Context(), `
		select oid::regclass::text from pg_class
		where relkind = 'r' and relnamespace in ('public'::regnamespace, 'river'::regnamespace) and relname !~ '^gateway'`)
	must(d, err)
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	must(d, err)
	all := map[string]string{}
	for _, name := range names {
		var hash string
		err := server.QueryRow(d.Context(), `select count(*) || ' rows, ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') from `+name+` t`).Scan(&hash)
		must(d, err)
		all[name] = hash
	}
	return all
}

// requests counts those of the answered requests that the database has.
func (d *drill) requests(answered []string) (n int) {
	err := connect(d.T, d.server.url()).QueryRow(d.Context(), `select count(*) from request where id = any($1)`, answered).Scan(&n)
	must(d, err)
	return n
}

// finish lets all questions be answered, and no player ask another.
func (d *drill) finish() {
	d.playing.Lock()
	d.over.Store(true)
	d.playing.Unlock()
	d.players.Wait()
}

// leave has players go away, whether they are answered or not.
func (d *drill) leave() {
	d.over.Store(true)
	d.players.Wait()
}

// different returns how many tables are not as they were.
func (d *drill) different(kept map[string]string) (n int) {
	restored := d.tables()
	for name, want := range kept {
		if restored[name] != want {
			n++
			d.Errorf("%s: restored %s, want %s", name, restored[name], want)
		}
	}
	return n
}

// die kills the server and removes its data, while all play.
func (d *drill) die() {
	d.server.signal(d.T, syscall.SIGKILL)
	<-d.server.ended
	d.leave()
	command(d.T, "rm", "-r", d.server.dir)
}

// codeBlocks returns the code of a section of a page, as the blocks between its paragraphs.
func codeBlocks(t *testing.T, path, heading string) (blocks []string) {
	t.Helper()
	page, err := os.ReadFile(path)
	must(t, err)
	_, section, found := strings.Cut(string(page), "\n"+heading+"\n")
	if !found {
		t.Fatalf("%s has no section %q", path, heading)
	}
	section, _, _ = strings.Cut(section, "\n## ")
	const code = "\n    "
	for paragraph := range strings.SplitSeq(strings.TrimPrefix(section, "\n"), "\n\n") {
		if lines, ok := strings.CutPrefix("\n"+paragraph, code); ok {
			blocks = append(blocks, strings.ReplaceAll(lines, code, "\n"))
		}
	}
	return blocks
}

// runs runs a command and returns what it printed.
func runs(t *testing.T, args ...string) (code int, out string) {
	t.Helper()
	var all strings.Builder
	code = run(t.Context(), args, strings.NewReader(""), &all, &all)
	return code, all.String()
}
