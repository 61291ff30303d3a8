package library_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/library"
)

// A puzzle whose clues are not those of its key is noticed when an isomorph comes in, and
// nothing of that batch is kept.
func TestAudit(t *testing.T) {
	url := archivetest.URL(t)
	s := archivetest.Open(t, url)
	p := archivetest.Puzzles(3, 1)
	archivetest.Import(t, s, "good", p[0], p[1])
	archivetest.Exec(t, url, `update puzzle set clues = (select clues from puzzle where position = 2) where position = 1`)
	r := rand.New(rand.NewPCG(1, 1))
	_, err := s.ImportFile(t.Context(), library.ImportOptions{Collection: "turned"}, file(p[2], archivetest.Turned(p[0], r)))
	if want := "(" + p[1] + ") but is not an isomorph of it"; err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "again") {
		t.Fatalf("the error is %v, want it to say %q", err, want)
	}
	if got := archivetest.Export(t, s, "turned"); len(got) > 0 {
		t.Errorf("kept %v", got)
	}
	wantCounts(t, archivetest.Import(t, s, "again", archivetest.Turned(p[1], r)), "1 read: 0 new, 1 duplicates, 0 rejected")
}
