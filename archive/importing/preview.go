package importing

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

// A dry run examines the lines as an import does, and only looks the puzzles up. It remembers the
// keys of the file, about 60 MB for a million puzzles.

// trial is a dry run under way.
type trial struct {
	importer
	db     postgres.Querier
	lines  map[canon.Key]int // of the first line of each puzzle
	counts map[string]int    // of rejected lines, by the kind of the reason
}

// tryImport reports the result that an import of the source would have.
func (s *Store) tryImport(ctx context.Context, o Options, source *source) (Report, error) {
	t := trial{
		importer: importer{options: o, source: source}, db: s.db,
		lines: map[canon.Key]int{}, counts: map[string]int{},
	}
	t.report = Report{Collection: o.Collection, Total: source.count, DryRun: true, Known: wellKnown[source.origin.contents]}
	done := 0
	err := s.db.QueryRow(ctx, `
		select i.id, i.done from import i join collection c on c.id = i.collection
		where c.guild is not distinct from nullif($1, '') and c.name = $2 and i.digest = $3`,
		o.GuildID, o.Collection, source.digest[:]).Scan(&t.report.ImportID, &done)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return t.report, err
	}
	t.report.Repeated = err == nil && done == source.count
	if err := t.run(ctx); err != nil {
		return t.report, err
	}
	for _, reason := range slices.Sorted(maps.Keys(t.counts)) {
		t.report.Reasons = append(t.report.Reasons, countOf(reason, t.counts[reason]))
	}
	t.report.Reasons = byFrequency(t.report.Reasons)
	return t.report, nil
}

// run is [importer.run] without keeping anything.
func (t *trial) run(ctx context.Context) error {
	t.progress()
	next, stop := iter.Pull2(t.source.all(t.options.Rejected != nil))
	defer stop()
	all := newBatches(next, t.source.count, 0, 0, cmp.Or(t.options.Batch, batchSize))
	for {
		b, err := all.take()
		if b == nil || err != nil {
			return err
		}
		each(ctx, len(b.entries), func(n int) { b.entries[n].examine() })
		if ctx.Err() != nil {
			return ctx.Err()
		}
		t.giveReasons(b.entries)
		if err := t.look(ctx, b.entries); err != nil {
			return err
		}
		t.progress()
	}
}

// look counts the entries of a batch.
func (t *trial) look(ctx context.Context, entries []prepared) error {
	known, err := t.known(ctx, entries)
	if err != nil {
		return err
	}
	for _, e := range entries {
		t.report.Read++
		if e.why != nil {
			t.report.Rejected++
			t.counts[string(KindOf(e.why))]++
			if len(t.report.Rejects) < shown {
				t.report.Rejects = append(t.report.Rejects, e.reject())
			}
			continue
		}
		line, inFile := t.lines[e.key]
		if !inFile {
			t.lines[e.key] = e.Line
			t.report.Tiers[library.Slot(e.Grid.Shape(), e.rating.Tier)]++
		}
		found, inArchive := known[e.key]
		switch {
		case !inFile && !inArchive:
			t.report.New++
			continue
		case inFile:
			t.report.InFile++
		}
		if inArchive {
			line = 0
		}
		d := Duplicate{e.Line, found.ID, line, found.Collection, strings.ToValidUTF8(e.Text, "\ufffd")}
		t.report.Duplicates++
		if len(t.report.DuplicateOf) < shown {
			t.report.DuplicateOf = append(t.report.DuplicateOf, d)
		}
		if t.options.Duplicated != nil {
			t.options.Duplicated(d)
		}
	}
	return nil
}

// hadPuzzle is a puzzle that the owner of the collection has, and the collection that brought it.
type hadPuzzle struct {
	ID         int64
	Collection string
}

// known returns the puzzles of a batch that the owner has already.
func (t *trial) known(ctx context.Context, entries []prepared) (map[canon.Key]hadPuzzle, error) {
	keys := make([][16]byte, 0, len(entries))
	for _, e := range entries {
		if e.why == nil {
			keys = append(keys, e.key)
		}
	}
	rows, _ := t.db.Query(ctx, `
		select k.key, p.id, case when $2 = '' or b.shared or b.guild = $2 then b.name else '' end as collection
		from (select distinct key from unnest($1::uuid[]) k (key)) k
		cross join lateral (select id, import, shape, tier, rnd from puzzle p where p.key = k.key offset 0) p
		cross join lateral (select b.* from import i join collection b on b.id = i.collection where i.id = p.import offset 0) b
		where $2 = '' or exists (
			select from (`+visibleTo+`) v cross join lateral (
				select from entry e where shelf(e.collection, e.slot) = shelf(v.id::integer, slot_of(p.shape, p.tier))
				  and e.rnd = p.rnd and e.puzzle = p.id offset 0
			) e
		)`, keys, t.options.GuildID)
	known := map[canon.Key]hadPuzzle{}
	key, h := canon.Key{}, hadPuzzle{}
	_, err := pgx.ForEachRow(rows, []any{postgres.Key(&key), &h.ID, &h.Collection}, func() error {
		known[key] = h
		return nil
	})
	return known, err
}

// visibleTo is [Visible] for guild $2.
const visibleTo = `
	select id from collection where shared
	union select id from collection where guild = $2`

// Pending is a file whose preview a player has seen, until they confirm it. It is in the database, since another
// process may take the confirmation, or this one after a restart. It is there as a whole, since its address in a chat
// network expires.
type Pending struct {
	ID         int64  `db:"id"`
	GuildID    string `db:"guild"`
	PlayerID   string `db:"player"`
	Collection string `db:"collection"` // as it was asked for; "": named after File
	File       string `db:"file"`
	Content    []byte `db:"content"` // as it was sent, packed or not
}

const (
	pendingFor = `interval '1 hour'`
	maxPending = 512 << 20 // bytes of all of them
)

// ErrManyPending is the error of a file that does not fit beside the other pending files.
var ErrManyPending = errors.New("too many files wait for a confirmation: try again later")

// ErrBegun is the error for a file that can no longer be cancelled.
var ErrBegun = errors.New("its import has begun")

// AddPending keeps a file for an hour and returns its number. A player has one in a guild: an earlier one is dropped.
// The error wraps [ErrManyPending] if too many are pending.
func (s *Store) AddPending(ctx context.Context, p Pending) (id int64, err error) {
	err = s.db.Transact(ctx, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `
			delete from pending_import where at < clock_timestamp() - `+pendingFor+` or (guild, player) = ($1, $2)`, p.GuildID, p.PlayerID)
		if err != nil {
			return err
		}
		bytes := 0
		if err := tx.QueryRow(ctx, `select coalesce(sum(length(content)), 0) from pending_import`).Scan(&bytes); err != nil {
			return err
		}
		if bytes+len(p.Content) > maxPending {
			return ErrManyPending
		}
		return tx.QueryRow(ctx, `
			insert into pending_import (guild, player, collection, file, content) values ($1, $2, $3, $4, $5)
			on conflict (guild, player) do update set
				id = default, at = excluded.at, collection = excluded.collection, file = excluded.file, content = excluded.content
			returning id`, p.GuildID, p.PlayerID, postgres.PlainText(p.Collection), postgres.PlainText(p.File), p.Content).Scan(&id)
	})
	return id, postgres.Annotate(err, "keep the file of player %q", p.PlayerID)
}

// BeginPending returns a pending file of a guild for its import. From then on [Store.CancelPending] rejects it, in
// every process. It can begin again, and the import continues. The error for a file that is not pending wraps
// [postgres.ErrNotFound].
func (s *Store) BeginPending(ctx context.Context, guildID string, id int64) (Pending, error) {
	p, err := postgres.ReadOne(ctx, s.db, postgres.Tags[Pending], `
		update pending_import set begun = coalesce(begun, clock_timestamp())
		where guild = $1 and id = $2 and at > clock_timestamp() - `+pendingFor+`
		returning id, guild, player, collection, file, content`, guildID, id)
	return p, postgres.Annotate(err, "file %d", id)
}

// WaitingImport returns the pending file of a player in a guild, without its content. Without one the error wraps
// [postgres.ErrNotFound].
func (s *Store) WaitingImport(ctx context.Context, guildID, playerID string) (Pending, error) {
	p, err := postgres.ReadOne(ctx, s.db, postgres.Tags[Pending], `
		select id, guild, player, collection, file, ''::bytea as content from pending_import
		where (guild, player) = ($1, $2) and at > clock_timestamp() - `+pendingFor, guildID, playerID)
	return p, postgres.Annotate(err, "the file of player %q", playerID)
}

// CancelPending forgets a pending file, of which nothing was imported. The error wraps [ErrBegun] if its import has
// begun, and [postgres.ErrNotFound] if it is not pending.
func (s *Store) CancelPending(ctx context.Context, guildID string, id int64) error {
	done, err := s.db.Exec(ctx, `delete from pending_import where guild = $1 and id = $2 and begun is null`, guildID, id)
	if err == nil && done.RowsAffected() == 0 {
		begun := false
		err = s.db.QueryRow(ctx, `
			select exists (select from pending_import where guild = $1 and id = $2 and at > clock_timestamp() - `+pendingFor+`)`, guildID, id).Scan(&begun)
		if err == nil {
			err = postgres.ErrNotFound
		}
		if begun {
			err = ErrBegun
		}
	}
	return postgres.Annotate(err, "cancel file %d", id)
}

// DropPending forgets a file that was imported.
func (s *Store) DropPending(ctx context.Context, guildID string, id int64) error {
	_, err := s.db.Exec(ctx, `delete from pending_import where guild = $1 and id = $2`, guildID, id)
	return postgres.Annotate(err, "forget file %d", id)
}
