package prove

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/generator"
)

// apiVariable has how many requests of the API a second there are beside the players of a load, as "make load API=100" sets it.
const apiVariable = "GRIDTEST_LOAD_API"

// apiLoad asks the API for the daily, for puzzles by their text and for ratings, and once a second for a search.
type apiLoad struct {
	rate    int // a second; 0: none
	base    string
	puzzles []string // of different solutions: those of the world share one, so most of them are in play

	mu       sync.Mutex
	took     map[string][]time.Duration // by operation
	statuses map[int]int
}

// settings are those of a program that serves the API here. The archive gets the puzzles to ask for.
func (l *apiLoad) settings(t *testing.T, store *archive.Store) []string {
	t.Helper()
	for g := range generator.Puzzles(generator.Options{Seed: 1}) {
		if l.puzzles = append(l.puzzles, g.String()); len(l.puzzles) == 300 {
			break
		}
	}
	archivetest.Import(t, store, "asked for", l.puzzles...)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	check(t, err)
	defer listener.Close() // the program listens at a port that was free
	l.base = "http://" + listener.Addr().String()
	return []string{
		"GRIDKEEPER_WEB_LISTEN=" + listener.Addr().String(), "GRIDKEEPER_WEB_URL=" + l.base, "GRIDKEEPER_WEB_OPEN=true",
		"GRIDKEEPER_WEB_PROXIES=127.0.0.1", // readers come from many addresses
	}
}

// begin asks for some seconds, whether there was an answer before or not.
func (l *apiLoad) begin(seconds int) *sync.WaitGroup {
	readers := new(sync.WaitGroup)
	if l.rate == 0 {
		return readers
	}
	l.took, l.statuses = map[string][]time.Duration{}, map[int]int{}
	client := &http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 200}}
	readers.Go(func() {
		every := time.NewTicker(time.Second / time.Duration(l.rate))
		defer every.Stop()
		for i := range l.rate * seconds {
			<-every.C
			puzzle := url.QueryEscape(l.puzzles[i*7%len(l.puzzles)])
			operation, path := "rate", "rate?puzzle="+puzzle
			switch {
			case i%l.rate == 0:
				operation, path = "search", fmt.Sprintf("search?tier=%d&limit=20", 1+i/l.rate%5)
			case i%3 == 0:
				operation, path = "daily", "daily"
			case i%3 == 1:
				operation, path = "puzzle", "puzzles/"+puzzle
			}
			readers.Go(func() { l.ask(client, operation, path, i) })
		}
	})
	return readers
}

func (l *apiLoad) ask(client *http.Client, operation, path string, i int) {
	request, err := http.NewRequest(http.MethodGet, l.base+"/api/v1/"+path, nil)
	if err != nil {
		panic(err) // of an address of ours
	}
	request.Header.Set("X-Forwarded-For", fmt.Sprintf("10.0.%d.%d", i/250%250, i%250))
	began, status := time.Now(), 0
	if answer, err := client.Do(request); err == nil {
		status = answer.StatusCode
		_, _ = io.Copy(io.Discard, answer.Body)
		_ = answer.Body.Close()
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.took[operation] = append(l.took[operation], time.Since(began))
	l.statuses[status]++
}

func (l *apiLoad) String() string {
	var parts []string
	for operation, took := range l.took {
		slices.Sort(took)
		at := func(percent int) time.Duration { return took[(len(took)-1)*percent/100].Round(100 * time.Microsecond) }
		parts = append(parts, fmt.Sprintf("%s %d: p50 %s, p99 %s", operation, len(took), at(50), at(99)))
	}
	slices.Sort(parts)
	return fmt.Sprintf("%d a second; %s; statuses %v", l.rate, strings.Join(parts, "; "), l.statuses)
}
