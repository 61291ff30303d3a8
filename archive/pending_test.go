package archive_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
)

// A file waits for an hour for the guild that it is of, and gives way to the player's next one.
func TestPending(t *testing.T) {
	url := archivetest.URL(t)
	s := archivetest.Open(t, url)
	p := archive.PendingImport{GuildID: "A", PlayerID: "ann", Collection: "best", File: "x.txt", Content: []byte("\x00\xffx")}
	id, err := s.AddPending(t.Context(), p)
	must(t, err)
	p.ID = id
	got, err := s.Pending(t.Context(), "A", id)
	must(t, err)
	if diff := cmp.Diff(p, got); diff != "" {
		t.Error(diff)
	}
	_, err = s.Pending(t.Context(), "B", id)
	wantIs(t, err, archive.ErrNotFound)
	if dropped, err := s.DropPending(t.Context(), "B", id); dropped || err != nil {
		t.Errorf("another guild drops it: %v, %v", dropped, err)
	}
	next, err := s.AddPending(t.Context(), p)
	must(t, err)
	_, err = s.Pending(t.Context(), "A", id)
	wantIs(t, err, archive.ErrNotFound)
	execute(t, url, `update pending_import set at = at - interval '61 minutes'`)
	_, err = s.Pending(t.Context(), "A", next)
	wantIs(t, err, archive.ErrNotFound)
	execute(t, url, `insert into pending_import (guild, player, collection, file, content)
		select 'A', n::text, '', '', decode(repeat('00', 128 << 20), 'hex') from generate_series(1, 4) n`)
	_, err = s.AddPending(t.Context(), p)
	wantIs(t, err, archive.ErrManyPending)
}
