package main

import (
	"io"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/importing"
)

// An import that was taken back in part still has its rejected lines, and says how many they are.
func TestShowImportTakenBackInPart(t *testing.T) {
	url := archivetest.URL(t)
	s := archivetest.Open(t, url)
	_, err := s.ImportFile(t.Context(), importing.Options{Collection: "mixed"}, strings.NewReader(archivetest.Mini+strings.Repeat("\nnonsense", 25)))
	if err == nil {
		err = s.Transact(t.Context(), func(tx pgx.Tx) error { // as a revert does that ends after its first part
			_, err := tx.Exec(t.Context(), `update import set done = 1, rejected = 0, rejects_to = 26, finished = null`)
			return err
		})
	}
	must(t, err)
	var out strings.Builder
	run(t.Context(), []string{"import", "show", "1", "--database-url", url}, strings.NewReader(""), &out, io.Discard)
	if text := out.String(); !strings.Contains(text, "… and 5 more rejected") {
		t.Errorf("it says:\n%s", text)
	}
}
