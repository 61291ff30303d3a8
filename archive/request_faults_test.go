package archive_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// A commit whose answer is lost: the database is asked what became of it.
func TestCommitIsLost(t *testing.T) {
	url, stores := two(t)
	p := archivetest.NewProxy(t, url)
	s := archivetest.Open(t, p.URL)

	p.Next(archivetest.LostAfter)
	wantAnswer(t, s, "kept", "1")
	wantChecks(t, stores[0], 1)

	p.Next(archivetest.LostBefore)
	_, err := s.Once(t.Context(), "not kept", checkOnce(s))
	wantIs(t, err, postgres.ErrUnavailable)
	if errors.Is(err, postgres.ErrUnknownOutcome) {
		t.Errorf("the error is %v, and it is known that nothing was kept", err)
	}
	wantChecks(t, stores[0], 1)
	wantAnswer(t, s, "not kept", "2")

	p.Next(archivetest.LostAfter)
	_, err = s.Once(t.Context(), "", checkOnce(s)) // nothing to ask for
	wantIs(t, err, postgres.ErrUnknownOutcome)

	p.Next(archivetest.LostAndClosed)
	_, err = s.Once(t.Context(), "unknown", checkOnce(s))
	wantIs(t, err, postgres.ErrUnknownOutcome)
	if errors.Is(err, postgres.ErrUnavailable) || !strings.Contains(err.Error(), "not known whether the change was kept") {
		t.Errorf("the error is %q", err)
	}
	wantAnswer(t, stores[0], "unknown", "4")
}

// A commit that is not answered, without a word about the connection, is given up after a while. It was not
// kept, and that is known.
func TestCommitIsLostSilently(t *testing.T) {
	t.Parallel()
	url, stores := two(t)
	p := archivetest.NewProxy(t, url)
	s := archivetest.Open(t, p.URL)
	p.Next(archivetest.LostSilently)
	_, err := s.Once(t.Context(), "click", checkOnce(s))
	wantIs(t, err, postgres.ErrUnavailable)
	if errors.Is(err, postgres.ErrUnknownOutcome) || !strings.Contains(err.Error(), "the connection to the database was lost") {
		t.Errorf("the error is %v", err)
	}
	wantChecks(t, stores[0], 0)
	wantAnswer(t, s, "click", "1")
	p.Cut() // or the store waits for the old connection to end
}

// A database that cannot be reached is not any other error, and the other way round.
func TestUnavailable(t *testing.T) {
	url, stores := two(t)
	p := archivetest.NewProxy(t, url)
	s := archivetest.Open(t, p.URL)
	wantAnswer(t, s, "", "1")
	archivetest.Exec(t, url, `
		create function full_disk() returns trigger language plpgsql as $$
		begin raise exception 'No space left on device' using errcode = '53100'; end $$;
		create trigger full_disk before insert on event execute function full_disk()`)
	_, err := s.Once(t.Context(), "", checkOnce(s))
	if err == nil || errors.Is(err, postgres.ErrUnavailable) {
		t.Errorf("the error of a full disk is %v", err)
	}
	p.Close()
	for i := range 3 { // a connection that broke, then none
		_, err = s.Once(t.Context(), "click", checkOnce(s))
		if !errors.Is(err, postgres.ErrUnavailable) || errors.Is(err, postgres.ErrUnknownOutcome) {
			t.Errorf("request %d: the error is %v", i, err)
		}
		_, err := s.Guild(t.Context(), "42")
		wantIs(t, err, postgres.ErrUnavailable)
	}
	_, err = s.ImportFile(t.Context(), importing.Options{Collection: "more"}, file(archivetest.Royle))
	wantIs(t, err, postgres.ErrUnavailable)
	wantChecks(t, stores[0], 1)
}

// requestVariable makes the test binary be a process that does a request on the database it
// names, and says how far it is.
const requestVariable = "GRIDTEST_REQUEST_CHILD"

func requestAndWait(url string) int {
	store, err := archive.Open(context.Background(), url)
	if err != nil {
		fmt.Println(err)
		return 1
	}
	fmt.Println("opened")
	answer, err := store.Once(context.Background(), "click", func(ctx context.Context) ([]byte, error) {
		answer, err := checkOnce(store)(ctx)
		fmt.Println("worked", string(answer), err)
		return answer, err
	})
	fmt.Println("answered", string(answer), err)
	select {}
}

// killRequest starts a process that does the request "click" and kills it, kill -9, a while
// after it printed a line.
func killRequest(t *testing.T, url, line string, after time.Duration) {
	t.Helper()
	child := exec.Command(must1(os.Executable()))
	child.Env = append(os.Environ(), requestVariable+"="+url)
	output, err := child.StdoutPipe()
	must(t, err)
	must(t, child.Start())
	lines := bufio.NewScanner(output)
	for lines.Scan() && !strings.HasPrefix(lines.Text(), line) {
		continue
	}
	time.Sleep(after)
	must(t, child.Process.Kill())
	_ = child.Wait() // it was killed
}

// A process that is killed in the work, around the commit or after it: the next one does the
// work, or finds the answer. Never both, never neither.
func TestRequestKilled(t *testing.T) {
	url, stores := two(t)
	for i, c := range []struct {
		line  string
		after time.Duration
	}{
		{"worked", 0}, {"worked", 200 * time.Microsecond}, {"worked", 500 * time.Microsecond}, {"worked", time.Millisecond}, {"answered", 0},
	} {
		archivetest.Exec(t, url, `delete from request; update event set request = null`)
		killRequest(t, url, c.line, c.after)
		wantAnswer(t, stores[0], "click", fmt.Sprint(i+1))
		wantChecks(t, stores[1], i+1)
	}
}

// Two hundred requests killed at any moment, before and after their commit however slow the machine is: each is done
// once when it comes again.
func TestProveRequestsKilled(t *testing.T) {
	sudokutest.Prove(t)
	url, stores := two(t)
	r := rand.New(rand.NewPCG(3, 3))
	answered := 0
	for i := range 200 {
		archivetest.Exec(t, url, `delete from request; update event set request = null`)
		line := []string{"opened", "worked", "answered"}[r.IntN(3)]
		killRequest(t, url, line, time.Duration(r.IntN(15_000))*time.Microsecond)
		before := current(t, stores[1]).Checks
		wantAnswer(t, stores[0], "click", fmt.Sprint(i+1))
		wantChecks(t, stores[1], i+1)
		answered += before - i // 1 if it was killed after the commit
	}
	sudokutest.Proved(t, "request killed", 200, 0)
	sudokutest.Reached(t, map[string]int{"killed before its commit": 200 - answered, "killed after it": answered}, "killed before its commit", "killed after it")
}
