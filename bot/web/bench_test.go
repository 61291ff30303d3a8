package web

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/archive/people"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/archive/postgres/localpg"
	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/bot/web/site"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// serveVariable has a test process serve the database that it names, for another that measures it.
const serveVariable = "GRIDTEST_SERVE_WEB"

// serveAndWait serves until standard input ends.
func serveAndWait(url string) int {
	ctx, cancel := context.WithCancel(context.Background())
	store, err := archive.Open(ctx, url)
	if err != nil {
		panic(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	base := "http://" + listener.Addr().String()
	s, err := New(Config{Config: site.Config{Store: store, Bot: bot.New(store, bot.Config{}), URL: base}})
	if err != nil {
		panic(err)
	}
	unlimited := site.NewLimiter(1e6, 1e6)
	s.Limits = site.Limits{Address: unlimited, Link: unlimited, Player: unlimited, Rating: unlimited}
	fmt.Println(base)
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		cancel()
	}()
	if err := s.Serve(ctx, listener); err != nil {
		panic(err)
	}
	return 0
}

// served is a server in a process of its own, on a database that writes to the disk before it says so.
type served struct {
	testing.TB
	store *archive.Store
	base  string
	pid   int
}

func newServed(b testing.TB) served {
	b.Helper()
	dir, err := os.MkdirTemp("", "gridkeeper-web-bench-")
	must(b, err)
	b.Cleanup(func() { must(b, os.RemoveAll(dir)) })
	must(b, os.Chmod(dir, 0o755)) // PostgreSQL does not run as root
	server, err := localpg.Start(b.Context(), localpg.Options{Dir: filepath.Join(dir, "pg")})
	must(b, err)
	b.Cleanup(func() { must(b, server.Stop()) })
	must(b, postgres.Migrate(b.Context(), server.URL()))
	store, err := archive.Open(b.Context(), server.URL())
	must(b, err)
	b.Cleanup(store.Close)
	_, err = store.ImportFile(b.Context(), importing.Options{Collection: "Test"}, strings.NewReader(mini))
	must(b, err)

	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), serveVariable+"="+server.URL())
	child.Stderr = os.Stderr
	in, err := child.StdinPipe()
	must(b, err)
	out, err := child.StdoutPipe()
	must(b, err)
	must(b, child.Start())
	b.Cleanup(func() { must(b, in.Close()); must(b, child.Wait()) })
	base, err := bufio.NewReader(out).ReadString('\n')
	must(b, err)
	return served{b, store, strings.TrimSpace(base), child.Process.Pid}
}

// player starts a game and a session, and returns the game, a cell of it to play in and the session's cookie.
func (s served) player(i int) (game int64, cell, cookie string) {
	s.Helper()
	p := games.Player{ID: fmt.Sprint(2e17 + i), Name: "Ann"}
	g, err := s.store.StartGame(s.Context(), p, daily.NewGuild(guild), sudoku.Shidoku, 0)
	must(s, err)
	token, err := s.store.AddSession(s.Context(), people.Link{Player: p, GuildID: guild}, "")
	must(s, err)
	for _, c := range g.Shape.Cells() {
		if g.Clues.At(c) == 0 {
			cell = c.String()
		}
	}
	return g.ID, cell, "gridkeeper-" + s.base[strings.LastIndex(s.base, ":")+1:] + "=" + token
}

// memory returns what of the server's memory is in use, in MB.
func (s served) memory() float64 {
	s.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.pid))
	if err != nil {
		s.Skip("the system does not say how much memory a process has")
	}
	_, after, _ := strings.Cut(string(text), "VmRSS:")
	kilobytes, err := strconv.Atoi(strings.Fields(after)[0])
	must(s, err)
	return float64(kilobytes) / 1024
}

// BenchmarkMoves sends 200 moves a second of 40 players, whether the ones before are answered or not, for
// 10 seconds, to a database that writes them to the disk. Two seconds before that do not count: the
// files of the database were made a moment ago, and its first commits wait until the disk has them.
func BenchmarkMoves(b *testing.B) {
	const players, perSecond, seconds, before = 40, 200, 10, 2
	s := newServed(b)
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: players}}
	type board struct {
		address, cell, cookie string
		turn                  sync.Mutex // a player's own moves are in order
		revision              int
	}
	boards := make([]*board, players)
	for i := range boards {
		game, cell, cookie := s.player(i)
		boards[i] = &board{address: s.base + gamePath(game, "moves"), cell: cell, cookie: cookie}
	}
	var mu sync.Mutex
	var took []time.Duration
	for b.Loop() {
		var all sync.WaitGroup
		tick := time.NewTicker(time.Second / perSecond)
		for i := range perSecond * (before + seconds) {
			<-tick.C
			due := time.Now()
			board := boards[i%players]
			all.Go(func() {
				board.turn.Lock()
				defer board.turn.Unlock()
				body := fmt.Sprintf(`{"id":"%d","revision":%d,"moves":["%s=?%d"]}`, board.revision, board.revision, board.cell, board.revision%4+1)
				r, err := http.NewRequest(http.MethodPost, board.address, strings.NewReader(body))
				if err != nil {
					panic(err)
				}
				r.Header.Set("Content-Type", "application/json")
				r.Header.Set("Cookie", board.cookie)
				answer, err := client.Do(r)
				if err != nil {
					panic(err)
				}
				text, _ := io.ReadAll(answer.Body)
				answer.Body.Close()
				if answer.StatusCode != http.StatusOK {
					panic(fmt.Sprintf("%s: %s", answer.Status, text))
				}
				board.revision++
				mu.Lock()
				defer mu.Unlock()
				if i >= perSecond*before {
					took = append(took, time.Since(due))
				}
			})
		}
		tick.Stop()
		all.Wait()
	}
	slices.Sort(took)
	at := func(share float64) float64 { return took[int(float64(len(took)-1)*share)].Seconds() * 1000 }
	b.ReportMetric(at(0.5), "p50-ms")
	b.ReportMetric(at(0.99), "p99-ms")
	b.ReportMetric(at(1), "max-ms")
}

// BenchmarkOpenBoards opens 1,000 boards as streams of events, and says how much memory the server has
// with them, and by how much that grew.
func BenchmarkOpenBoards(b *testing.B) {
	const boards, perPlayer = 1000, 10
	s := newServed(b)
	before := s.memory()
	for b.Loop() {
		var open []net.Conn
		for i := range boards / perPlayer {
			game, _, cookie := s.player(i)
			for range perPlayer {
				c, err := net.Dial("tcp", strings.TrimPrefix(s.base, "http://"))
				must(b, err)
				fmt.Fprintf(c, "GET %s HTTP/1.1\r\nHost: %s\r\nCookie: %s\r\n\r\n", gamePath(game, "events"), strings.TrimPrefix(s.base, "http://"), cookie)
				open = append(open, c)
			}
		}
		for _, c := range open {
			in := bufio.NewReader(c)
			for line := ""; !strings.HasPrefix(line, "data: "); {
				var err error
				line, err = in.ReadString('\n')
				must(b, err)
			}
		}
		b.ReportMetric(s.memory(), "MB")
		b.ReportMetric(s.memory()-before, "more-MB")
		for _, c := range open {
			must(b, c.Close())
		}
	}
}
