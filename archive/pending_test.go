package archive_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
)

// A file waits for an hour for the guild that it is of, and gives way to the player's next one.
func TestPending(t *testing.T) {
	url := archivetest.URL(t)
	s := archivetest.Open(t, url)
	p := importing.Pending{GuildID: "A", PlayerID: "ann", Collection: "best", File: "x.txt", Content: []byte("\x00\xffx")}
	id, err := s.AddPending(t.Context(), p)
	must(t, err)
	p.ID = id
	_, err = s.BeginPending(t.Context(), "B", id)
	wantIs(t, err, postgres.ErrNotFound)
	wantIs(t, s.CancelPending(t.Context(), "B", id), postgres.ErrNotFound)
	for range 2 {
		got, err := s.BeginPending(t.Context(), "A", id)
		must(t, err)
		if diff := cmp.Diff(p, got); diff != "" {
			t.Error(diff)
		}
		wantIs(t, s.CancelPending(t.Context(), "A", id), importing.ErrBegun)
	}
	must(t, s.DropPending(t.Context(), "B", id))
	next, err := s.AddPending(t.Context(), p)
	must(t, err)
	_, err = s.BeginPending(t.Context(), "A", id)
	wantIs(t, err, postgres.ErrNotFound)
	must(t, s.CancelPending(t.Context(), "A", next))
	wantIs(t, s.CancelPending(t.Context(), "A", next), postgres.ErrNotFound)
	next, err = s.AddPending(t.Context(), p)
	must(t, err)
	archivetest.Exec(t, url, `update pending_import set at = at - interval '61 minutes'`)
	_, err = s.BeginPending(t.Context(), "A", next)
	wantIs(t, err, postgres.ErrNotFound)
	if testing.Short() {
		t.Log("make check fills the table with half a gigabyte")
		return
	}
	archivetest.Exec(t, url, `
		insert into pending_import (guild, player, collection, file, content) select 'A', '1', '', '', decode(repeat('00', 128 << 20), 'hex');
		insert into pending_import (guild, player, collection, file, content)
			select 'A', n::text, '', '', content from pending_import, generate_series(2, 4) n where player = '1'`) // as it is packed
	_, err = s.AddPending(t.Context(), p)
	wantIs(t, err, importing.ErrManyPending)
}
