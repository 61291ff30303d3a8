package archive_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// Two hundred requests killed at any moment: each is done once when it comes again.
func TestProveRequestsKilled(t *testing.T) {
	sudokutest.Prove(t)
	url, stores := two(t)
	r := rand.New(rand.NewPCG(3, 3))
	answered := 0
	for i := range 200 {
		archivetest.Exec(t, url, `delete from request; update event set request = null`)
		killRequest(t, url, "opened", time.Duration(r.IntN(15_000))*time.Microsecond)
		before := current(t, stores[1]).Checks
		wantAnswer(t, stores[0], "click", fmt.Sprint(i+1))
		wantChecks(t, stores[1], i+1)
		answered += before - i // 1 if it was killed after the commit
	}
	t.Logf("200 requests killed, %d of them after the commit: 0 lost, 0 twice", answered)
	sudokutest.Proved(t, "request killed", 200, 0)
}
