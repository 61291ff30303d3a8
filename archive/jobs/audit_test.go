package jobs

import (
	"slices"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
)

// auditNow does an audit, and returns it with what it finds.
func auditNow(t *testing.T, store *archive.Store, url string) (Progress, []string) {
	t.Helper()
	added, err := AddAudit(t.Context(), store, "test")
	must(t, err)
	again, err := AddAudit(t.Context(), store, "test")
	must(t, err)
	if !added.New || again.New || again.ID != added.ID {
		t.Errorf("added are %+v and %+v", added, again)
	}
	workToEnd(t, store, url)
	p, err := Find(t.Context(), store, added.ID)
	must(t, err)
	found, err := Findings(t.Context(), store, added.ID, 100)
	must(t, err)
	return p, found
}

// An audit of a sound archive finds nothing, and one of an archive with damage all of it.
func TestAudit(t *testing.T) {
	t.Parallel()
	url := archivetest.URL(t)
	store := archivetest.Open(t, url)
	addEcho(t, store, 60, 20)
	workToEnd(t, store, url)
	p, found := auditNow(t, store, url)
	if p.State != Finished || p.Counts["lines checked"] != 60 || p.Counts["puzzles checked"] == 0 || p.Counts["damaged"] != 0 || len(found) > 0 {
		t.Errorf("of a sound archive, the audit is %+v, and finds %q", p, found)
	}

	for _, damage := range []struct{ statement, finding string }{
		{`update puzzle set key = gen_random_uuid() where id = 1`, "puzzle 1: its key is "},
		{`update puzzle set clues = '\x00' where id = 2`, "puzzle 2: its clues cannot be read: "},
		{`update puzzle set clues = set_byte(clues, length(clues) - 1, get_byte(clues, length(clues) - 1) # 1) where id = 3`, "puzzle 3: "},
		{`update puzzle set tier = tier % 5 + 1 where id = 4`, "puzzle 4: it is rated tier "},
		{`update puzzle set position = 99 where id = 5`, "puzzle 5: the line that it names is not there"},
		{
			`update entry set grid = (select clues from puzzle where id = 6) where position = (select max(position) from entry where puzzle = 7)`, " is not an isomorph of its puzzle"},
		{`update import set duplicates = duplicates + 1, done = done + 1, total = total + 1`, "import 1 counts "},
		{`update collection_count set puzzles = puzzles + 1`, "collection 1 counts "},
		{`update puzzle_count set puzzles = puzzles + 1`, "the archive counts "},
	} {
		execute(t, store, damage.statement)
		_, found := auditNow(t, store, url)
		if !slices.ContainsFunc(found, func(text string) bool { return strings.Contains(text, damage.finding) }) {
			t.Errorf("after %s the audit finds %q, want %q", damage.statement, found, damage.finding)
		}
	}
	p, found = auditNow(t, store, url)
	if p.Counts["damaged"] != int64(len(found)) || len(found) < 8 {
		t.Errorf("%d rows count as damaged, and the audit finds %q", p.Counts["damaged"], found)
	}
}

// An empty archive can be audited too.
func TestAuditOfNothing(t *testing.T) {
	t.Parallel()
	url := archivetest.URL(t)
	store := archivetest.Open(t, url)
	if p, found := auditNow(t, store, url); p.State != Finished || p.Counts["damaged"] != 0 || len(found) > 0 {
		t.Errorf("the audit is %+v, and finds %q", p, found)
	}
}
