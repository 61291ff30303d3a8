package jobs

import (
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// What a former version kept of a job, which it called a work, and what this one keeps are one import.
func TestImportOfFormerVersion(t *testing.T) {
	t.Parallel()
	url := archivetest.URL(t)
	store := archivetest.Open(t, url)
	added := addEcho(t, store, 6, 3)
	must(t, store.Transact(t.Context(), func(tx pgx.Tx) error {
		g, err := sudoku.Parse(archivetest.Mini)
		if err != nil {
			return err
		}
		made, err := importing.PrepareMade(t.Context(), []sudoku.Grid{g})
		if err == nil {
			former := importing.MadeBy{Collection: "echoes", Source: "work 1: echo", Identity: "work 1: echo"}
			_, _, err = importing.AddMade(t.Context(), tx, former, made)
		}
		return err
	}))
	workToEnd(t, store, url)
	imports, err := store.Imports(t.Context())
	must(t, err)
	if added.ID != 1 || len(imports) != 1 || imports[0].Read != 7 {
		t.Errorf("of job %d the archive has the imports %+v, want one of 7 lines", added.ID, imports)
	}
}
