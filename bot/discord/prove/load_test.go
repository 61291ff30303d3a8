package prove

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"text/tabwriter"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
)

// loadVariable has guilds, players, commands a second and seconds of a load, and of how many seconds each brings a fault, as
// "make load" sets it.
const loadVariable = "GRIDTEST_LOAD"

// load is a program under load: guilds whose dailies are all due when it starts, and players who ask for so much a
// second, whether they were answered before or not.
type load struct {
	*world
	guilds, players, rate, seconds, faultEvery int

	program  *exec.Cmd
	log      string         // its file
	samples  []sample       // one before each fault, and one at the end
	channels []string       // of the guilds
	turns    map[string]int // how often each player has asked
	sent     map[string]time.Time
	api      apiLoad
}

// TestLoad prints a page about the real program, bin/gridkeeper, under load. It is a measurement: it fails only if the
// program ends.
func TestLoad(t *testing.T) {
	l := load{turns: map[string]int{}, sent: map[string]time.Time{}}
	if n, _ := fmt.Sscan(os.Getenv(loadVariable), &l.guilds, &l.players, &l.rate, &l.seconds, &l.faultEvery); n < 5 {
		t.Skip("a measurement: make load runs it")
	}
	l.world = newWorld(t)
	l.srv.Deadline = 3 * time.Second // which is Discord's
	l.srv.Shards = 1 + l.guilds/2000
	archivetest.Import(t, l.store, "more", archivetest.Puzzles(1000, 1)...)
	for range l.guilds {
		l.channels = append(l.channels, l.schedule(t))
	}
	_, _ = fmt.Sscan(os.Getenv(apiVariable), &l.api.rate)
	l.start(t)
	before := l.usage(t)
	began := time.Now()
	end := l.troubled(t)
	readers := l.api.begin(l.seconds)
	l.play()
	readers.Wait()
	end()
	took := answerTimes(l.srv, l.sent)
	lasted := time.Since(began)
	l.awaitPosts(t)
	l.samples = append(l.samples, l.sample())
	l.print(t, took, lasted, before, l.usage(t))
}

func (l *load) start(t *testing.T) {
	t.Helper()
	program, err := filepath.Abs("../../../bin/gridkeeper")
	check(t, err)
	l.program = exec.Command(program, "serve")
	l.program.Env = append(os.Environ(), "GRIDKEEPER_DATABASE_URL="+l.database, "GRIDKEEPER_DISCORD_TOKEN="+l.srv.Token, "GRIDKEEPER_DISCORD_API_BASE_URL="+l.srv.URL, "GRIDKEEPER_METRICS_LISTEN=127.0.0.1:0", "GRIDKEEPER_DATABASE_POOLER="+archivetest.PoolerURL(l.database))
	if l.api.rate > 0 {
		l.program.Env = append(l.program.Env, l.api.settings(t, l.store)...)
	}
	l.log = filepath.Join(t.TempDir(), "log")
	log, err := os.Create(l.log)
	check(t, err)
	l.program.Stderr = log
	check(t, l.program.Start())
	t.Cleanup(func() {
		_ = l.program.Process.Kill()
		_ = l.program.Wait()
	})
	l.srv.AwaitShards(t, l.srv.Shards)
}

// play lets players ask at a steady rate, each in a guild of their own choice. Who asks for the first time opens a board.
func (l *load) play() {
	random := rand.New(rand.NewPCG(1, 1))
	every := time.NewTicker(time.Second / time.Duration(l.rate))
	defer every.Stop()
	for range l.rate * l.seconds {
		now := <-every.C
		n := random.IntN(l.players)
		u := discordtest.User{ID: fmt.Sprint(300000000000000000 + n), Name: "player"}
		channel := l.channels[n%len(l.channels)]
		l.turns[u.ID]++
		if l.turns[u.ID] == 1 {
			l.sent[l.srv.Slash(u, channel, "play", nil).ID] = now
			continue
		}
		l.sent[ask(l.srv, u, channel, l.turns[u.ID]).ID] = now
	}
}

func (l *load) awaitPosts(t *testing.T) {
	t.Helper()
	limit := time.Minute + time.Duration(l.guilds/20)*time.Second // Discord takes 50 a second
	await(limit, func() bool { return len(l.srv.Requests(toChannel)) >= l.guilds })
}

// usage is what a load has cost until now.
type usage struct {
	program, database, stand time.Duration // of the processor
	wal                      int
}

func (l *load) usage(t *testing.T) (u usage) {
	t.Helper()
	u.program = processor(fmt.Sprint(l.program.Process.Pid)).own
	u.stand = processor("self").own
	u.wal = l.number(t, `select (pg_current_wal_lsn() - '0/0')::bigint`)
	for _, p := range l.servers(t) {
		u.database += p.own + p.children
	}
	return u
}

// servers are the processes of the database: the first of them, and its children, those that ended included.
func (l *load) servers(t *testing.T) (all []process) {
	t.Helper()
	session := processor(fmt.Sprint(l.number(t, `select pid from pg_stat_activity where backend_type = 'checkpointer'`)))
	entries, err := filepath.Glob("/proc/[0-9]*")
	check(t, err)
	for _, entry := range entries {
		p := processor(filepath.Base(entry))
		if p.pid == session.parent {
			all = append(all, p)
		} else if p.parent == session.parent && session.parent > 1 {
			p.children = 0
			all = append(all, p)
		}
	}
	return all
}

// process is what the system says of one.
type process struct {
	pid, parent   int
	own, children time.Duration // of the processor; children: of those that ended
}

// processor reads what a process has used. It is zero for one that has ended.
func processor(pid string) (p process) {
	text, _ := os.ReadFile("/proc/" + pid + "/stat")
	_, rest, _ := strings.Cut(string(text), ") ")
	fields := strings.Fields(rest)
	if len(fields) < 15 {
		return p
	}
	number := func(i int) int { n, _ := strconv.Atoi(fields[i]); return n }
	const tick = 10 * time.Millisecond // on every Linux
	p.pid, _ = strconv.Atoi(pid)
	p.parent = number(1)
	p.own = time.Duration(number(11)+number(12)) * tick
	p.children = time.Duration(number(13)+number(14)) * tick
	return p
}

// memory reads a line of what a process has, in MB.
func (l *load) memory(line string) int {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", l.program.Process.Pid))
	_, rest, _ := strings.Cut(string(text), line+":")
	kilobytes := 0
	_, _ = fmt.Sscan(rest, &kilobytes)
	return kilobytes >> 10
}

// print writes the page.
func (l *load) print(t *testing.T, took []time.Duration, lasted time.Duration, before, after usage) {
	t.Helper()
	slices.Sort(took)
	at := func(percent int) time.Duration {
		if len(took) == 0 {
			return 0
		}
		return took[(len(took)-1)*percent/100].Round(100 * time.Microsecond)
	}
	last := time.Duration(0)
	posts := slices.DeleteFunc(l.srv.Requests(toChannel), func(r discordtest.Request) bool { return r.Status != http.StatusOK })
	for _, r := range posts {
		last = max(last, r.At.Sub(posts[0].At))
	}
	var page strings.Builder
	w := tabwriter.NewWriter(&page, 0, 0, 3, ' ', 0)
	line := func(what, format string, args ...any) {
		fmt.Fprintf(w, "%s\t"+format+"\n", append([]any{what}, args...)...)
	}
	line("machine", "%d cores, load average %s", runtime.NumCPU(), loadAverage())
	line("offered", "%d commands in %s, %.0f a second, by %d of %d players", len(l.sent), lasted.Round(time.Second), float64(len(l.sent))/lasted.Seconds(), len(l.turns), l.players)
	line("first answer", "p50 %s, p90 %s, p99 %s, slowest %s", at(50), at(90), at(99), at(100))
	line("not answered", "%d", len(l.sent)-len(took))
	if l.api.rate > 0 {
		line("API", "%s", l.api.String())
	}
	line("dailies", "%d of %d guilds, all due at once, the last after %s", len(posts), l.guilds, last.Round(time.Second))
	line("memory", "%d MB, at most %d MB", l.memory("VmRSS"), l.memory("VmHWM"))
	if l.faultEvery > 0 {
		line("memory, goroutines", "before each fault, and at the end: %v", l.samples)
	} else {
		line("goroutines", "%d at the end", l.samples[0].goroutines)
	}
	line("connections", "%d", l.number(t, `select count(*) from pg_stat_activity where datname = current_database()`)-1)
	for _, table := range []string{"request", "game", "event", "outbox"} {
		line("rows of "+table, "%d, %d kB", l.number(t, "select count(*) from "+table), l.number(t, "select pg_total_relation_size('"+table+"') / 1024"))
	}
	line("WAL", "%d kB, %.1f a command", (after.wal-before.wal)>>10, float64(after.wal-before.wal)/1024/float64(len(l.sent)))
	cost := func(process string, used time.Duration) {
		line("processor, "+process, "%s, %.2f ms a command, %.2f cores", used.Round(100*time.Millisecond), 1000*used.Seconds()/float64(len(l.sent)), used.Seconds()/lasted.Seconds())
	}
	cost("program", after.program-before.program)
	cost("database", after.database-before.database)
	cost("stand-in and players", after.stand-before.stand)
	w.Flush()
	t.Logf("\n%s", page.String())
	if err := l.program.Process.Signal(syscall.Signal(0)); err != nil {
		t.Error("the program has ended")
	}
}

func loadAverage() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	return strings.Join(strings.Fields(string(text))[:3], " ")
}
