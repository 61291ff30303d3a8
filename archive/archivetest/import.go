package archivetest

import (
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/library"
)

// Import imports lines into a collection of the operator's.
func Import(t testing.TB, s *archive.Store, collection string, lines ...string) library.Report {
	t.Helper()
	return importAs(t, s, library.ImportOptions{Collection: collection, File: "lines", By: "test"}, lines)
}

// ImportFor imports lines into a collection of a guild.
func ImportFor(t testing.TB, s *archive.Store, guild, collection string, lines ...string) library.Report {
	t.Helper()
	return importAs(t, s, library.ImportOptions{GuildID: guild, Collection: collection, By: "Ann (1)"}, lines)
}

func importAs(t testing.TB, s *archive.Store, o library.ImportOptions, lines []string) library.Report {
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
