package library_test

import (
	"bytes"
	"errors"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
)

// Files that an old archive has are known again, and collections come out as they did.
func TestOldImports(t *testing.T) {
	url := archivetest.BareURL(t)
	archivetest.Exec(t, url, string(must1(os.ReadFile("../testdata/schema-4.sql"))))
	must(t, postgres.Migrate(t.Context(), url))
	x := archivetest.Open(t, url)
	mine := must1(os.ReadFile(filepath.Join("testdata", "mine.txt")))
	report, err := x.ImportFile(t.Context(), library.ImportOptions{File: "mine.txt"}, strings.NewReader(string(mine)))
	must(t, err)
	if wantCounts(t, report, "3 read: 0 new, 3 duplicates, 0 rejected"); !report.Repeated {
		t.Error("a file is not known again")
	}
	report, err = library.ImportEntries(x.Library, t.Context(), library.ImportOptions{File: "mixed.txt"}, oldEntries("mixed.txt"))
	must(t, err)
	if wantCounts(t, report, "4 read: 0 new, 3 duplicates, 1 rejected"); !report.Repeated {
		t.Error("a file with a rejected line is not known again")
	}
	for e, err := range x.Export(t.Context(), "", "mine") {
		must(t, err)
		if line := strings.TrimSpace(e.Name + " " + e.Text); !strings.Contains(string(mine), line+"\n") {
			t.Errorf("%q is exported", line)
		}
	}
	collections, err := x.Collections(t.Context())
	must(t, err)
	if len(collections) != 3 {
		t.Errorf("the collections are %+v", collections)
	}
}

// oldEntries reads a file of testdata, and rejects in the words of the first release.
func oldEntries(name string) iter.Seq[format.Entry] {
	return func(yield func(format.Entry) bool) {
		for e := range format.Read(bytes.NewReader(must1(os.ReadFile(filepath.Join("testdata", name))))) {
			if e.Err != nil {
				e.Err = errors.New(`"hello": character 1 is 'h': want a digit, or one of 0 . * _ - x X for an empty cell`)
			}
			if !yield(e) {
				return
			}
		}
	}
}
