package archivetest

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/archive/library"
)

// Import imports lines into a collection of the operator's.
func Import(t testing.TB, s *archive.Store, collection string, lines ...string) importing.Report {
	t.Helper()
	return importAs(t, s, importing.Options{Collection: collection, File: "lines", By: "test"}, lines)
}

// ImportFor imports lines into a collection of a guild.
func ImportFor(t testing.TB, s *archive.Store, guild, collection string, lines ...string) importing.Report {
	t.Helper()
	return importAs(t, s, importing.Options{GuildID: guild, Collection: collection, By: "Ann (1)"}, lines)
}

func importAs(t testing.TB, s *archive.Store, o importing.Options, lines []string) importing.Report {
	t.Helper()
	report, err := s.ImportFile(t.Context(), o, strings.NewReader(strings.Join(lines, "\n")))
	must(t, err)
	return report
}

// Export returns the clues of a collection as they were imported.
func Export(t testing.TB, s *archive.Store, collection string) (lines []string) {
	t.Helper()
	for e, err := range s.Export(t.Context(), "", collection) {
		must(t, err)
		lines = append(lines, e.Text)
	}
	return lines
}

// Choose has a guild choose collections by their names.
func Choose(t testing.TB, s *archive.Store, guild string, names ...string) {
	t.Helper()
	offers, _, err := s.Offers(t.Context(), guild)
	must(t, err)
	var ids []int64
	for _, name := range names {
		for _, o := range offers {
			if o.Name == name {
				ids = append(ids, o.ID)
				break
			}
		}
	}
	if len(ids) != len(names) {
		t.Fatalf("guild %s may choose %+v, not %v", guild, offers, names)
	}
	must(t, s.Choose(t.Context(), daily.NewGuild(guild), ids...))
}

// File returns a file of lines.
func File(lines ...string) io.Reader { return strings.NewReader(strings.Join(lines, "\n")) }

// Counts is what a report counts: read, new, duplicates, rejected.
func Counts(r importing.Report) string {
	return fmt.Sprintf("%d read: %d new, %d duplicates, %d rejected", r.Read, r.New, r.Duplicates, r.Rejected)
}

// WantCounts ends a test unless a report counts what it should.
func WantCounts(t testing.TB, r importing.Report, want string) {
	t.Helper()
	if got := Counts(r); got != want {
		t.Fatalf("the report counts %s, want %s", got, want)
	}
}

// TierCountsOf returns the counts of an archive that has one collection.
func TierCountsOf(t testing.TB, stats library.Stats) (s library.TierCounts) {
	t.Helper()
	for _, c := range stats.Tiers {
		s[library.Slot(c.Shape, c.Tier)] += c.Puzzles
	}
	return s
}

// WantIs ends a test unless an error is the one wanted.
func WantIs(t testing.TB, err, target error) {
	t.Helper()
	if !errors.Is(err, target) {
		t.Fatalf("the error is %v, want %v", err, target)
	}
}
