package sudokutest

import (
	"os"
	"strconv"
	"testing"
)

// Prove skips a test unless GRIDKEEPER_PROVE is set, as "make prove" does. Such tests take
// minutes to hours; they are called TestProve… and log how much they checked and how many
// differences they found.
func Prove(t testing.TB) {
	t.Helper()
	if !Proving() {
		t.Skip("a long check: set GRIDKEEPER_PROVE=1")
	}
}

// Proving reports whether the long checks are to be made.
func Proving() bool { return os.Getenv("GRIDKEEPER_PROVE") != "" }

// rounds is how often [Rounds] does what goes wrong by chance, unless GRIDKEEPER_PROVE is a number
// above 1.
const rounds = 50

// Rounds does a round of a test of [Prove] many times, and logs a line that "make prove" shows in its
// table: how often, and how many of them failed. A round that is skipped does not count.
func Rounds(t *testing.T, name string, round func(t *testing.T)) {
	t.Helper()
	n, err := strconv.Atoi(os.Getenv("GRIDKEEPER_PROVE"))
	if err != nil || n <= 1 {
		n = rounds
	}
	runs, wrong := 0, 0
	for range n {
		skipped := false
		right := t.Run("", func(t *testing.T) {
			defer func() { skipped = t.Skipped() }()
			round(t)
		})
		if !skipped {
			runs++
		}
		if !right {
			wrong++
		}
	}
	Proved(t, name, runs, wrong)
}

// Proved logs how much a test of [Prove] did and how much of it went wrong, for the table.
func Proved(t testing.TB, name string, runs, wrong int) {
	t.Helper()
	t.Logf("proved: %s: %d runs, %d wrong", name, runs, wrong)
}
