package sudokutest

import (
	"math/rand/v2"
	"os"
	"strconv"
	"sync/atomic"
	"testing"
)

// Prove skips a test unless GRIDTEST_PROVE is set, as "make prove" does. Such tests take
// minutes to hours; they are called TestProve… and log how much they checked and how many
// differences they found.
func Prove(t testing.TB) {
	t.Helper()
	if !Proving() {
		t.Skip("a long check: set GRIDTEST_PROVE=1")
	}
}

// Proving reports whether the long checks are to be made.
func Proving() bool { return os.Getenv("GRIDTEST_PROVE") != "" }

// rounds is how often [Rounds] does what goes wrong by chance, unless GRIDTEST_PROVE is a number
// above 1.
const rounds = 50

// Rounds does a round of a test of [Prove] many times, some of them at once, and logs a line that "make
// prove" shows in its table: how often, and how many of them failed. A round that is skipped does not
// count. Each has random numbers of its own, the same ones every time.
func Rounds(t *testing.T, name string, round func(t *testing.T, r *rand.Rand)) {
	t.Helper()
	n, err := strconv.Atoi(os.Getenv("GRIDTEST_PROVE"))
	if err != nil || n <= 1 {
		n = rounds
	}
	var runs, wrong atomic.Int64
	t.Run("rounds", func(t *testing.T) {
		for i := range n {
			t.Run("", func(t *testing.T) {
				t.Parallel()
				t.Cleanup(func() { count(t, &runs, &wrong) }) // after the cleanups of the round
				round(t, rand.New(rand.NewPCG(uint64(i), 2)))
			})
		}
	})
	Proved(t, name, int(runs.Load()), int(wrong.Load()))
}

func count(t *testing.T, runs, wrong *atomic.Int64) {
	if !t.Skipped() {
		runs.Add(1)
	}
	if t.Failed() {
		wrong.Add(1)
	}
}

// Proved logs how much a test of [Prove] did and how much of it went wrong, for the table. A run that did
// nothing of it is not valid.
func Proved(t testing.TB, name string, runs, wrong int) {
	t.Helper()
	t.Logf("proved: %s: %d runs, %d wrong", name, runs, wrong)
	if runs == 0 {
		t.Errorf("%s was not tried: this run is not valid", name)
	}
}

// Reached logs how often a test of [Prove] came to each of the branches that it is about, for the table. A
// run that missed one is not valid.
func Reached[T ~string](t testing.TB, counts map[T]int, branches ...T) {
	t.Helper()
	for _, branch := range branches {
		t.Logf("reached: %s: %d times", branch, counts[branch])
		if counts[branch] == 0 {
			t.Errorf("%s was never reached: this run is not valid", branch)
		}
	}
}
