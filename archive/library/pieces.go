package library

import (
	"bufio"
	"compress/flate"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
)

// A large file can be imported by many machines. One that has the file reads it and cuts it into pieces,
// which are texts; any machine prepares a piece, which is nearly all of the work, and keeps it in a
// transaction. The pieces may come in any order, and end as the same import as [Store.ImportFile] makes of
// the file: every line has its place. Only which of several isomorphs in it counts as the new one is then
// a matter of which came first.

// MaxShared is how many lines a file has at most that is cut into pieces: they are in memory, and then in
// the database, with about 40 bytes a line.
const MaxShared = 10_000_000

// Pieces are those of a file.
type Pieces struct {
	Pieces []string
	Shared
}

// Shared is an import that machines share. It becomes JSON.
type Shared struct {
	Collection string `json:"collection"` // the operator's
	File       string `json:"file"`       // its name, for people
	By         string `json:"by"`         // who asks, for people
	Total      int    `json:"total"`      // lines
	Digest     string `json:"digest"`     // of the file, hexadecimal
	Origin     Origin `json:"origin"`     // what the file says of where its puzzles are from
	Source     string `json:"source"`     // the identity of the import until it is complete, so that no one goes on with it at its count of lines
}

// ReadPieces reads a file of puzzles in any format of package format, and cuts it into pieces of so many
// lines. Of the options, Collection, File and By count.
func ReadPieces(ctx context.Context, o ImportOptions, r io.Reader, length int) (Pieces, error) {
	name, err := o.collection()
	if err != nil {
		return Pieces{}, err
	}
	file := &reader{Reader: r}
	source, err := newSource(ctx, format.Read(file), true)
	if err != nil {
		return Pieces{}, fmt.Errorf("read the file: %w", err)
	}
	defer func() { _ = source.close() }() // a scratch file
	switch {
	case file.failed != nil:
		return Pieces{}, fmt.Errorf("read the file: %w", file.failed)
	case source.count > MaxShared:
		return Pieces{}, fmt.Errorf("%d lines: want %d at most: split the file, or import it from here with 'gridkeeper import'", source.count, MaxShared)
	}
	all, err := source.cut(ctx, length)
	under := sha256.Sum256([]byte("shared " + name + "\x00" + string(source.digest[:])))
	return Pieces{all, Shared{
		Collection: name, File: postgres.PlainText(o.file()), By: postgres.PlainText(o.By), Total: source.count,
		Origin: source.origin.known().plain(), Digest: hex.EncodeToString(source.digest[:]), Source: hex.EncodeToString(under[:]),
	}}, err
}

// cut returns the entries in pieces.
func (s *source) cut(ctx context.Context, length int) (all []string, err error) {
	var records []byte
	count, inPiece := 0, 0
	for e, err := range s.all() {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return nil, err
		}
		if inPiece == 0 {
			records = binary.AppendUvarint(records[:0], uint64(count+1))
		}
		if e.Err != nil {
			e.Text = e.Text[:min(len(e.Text), maxRejectText)] // the rest is not kept
		}
		records = appendRest(appendRecord(records, e), e)
		if count, inPiece = count+1, inPiece+1; inPiece == length || count == s.count {
			all, inPiece = append(all, packPiece(records)), 0
		}
	}
	return all, nil
}

// packPiece compresses the position of the first entry and the entries, and makes it a text.
func packPiece(records []byte) string {
	var packed strings.Builder
	text := base64.NewEncoder(base64.StdEncoding, &packed)
	out, err := flate.NewWriter(text, flate.DefaultCompression)
	if err == nil {
		_, err = out.Write(records)
	}
	if err := errors.Join(err, out.Close(), text.Close()); err != nil {
		panic(err) // a Builder takes everything
	}
	return packed.String()
}

// Piece is a piece of a file, rated and with keys, ready to be kept.
type Piece struct{ entries []prepared }

// PreparePiece rates the puzzles of a piece and finds their keys, on all processors.
func PreparePiece(ctx context.Context, text string) (Piece, error) {
	in := bufio.NewReader(flate.NewReader(base64.NewDecoder(base64.StdEncoding, strings.NewReader(text))))
	first, err := binary.ReadUvarint(in)
	if err != nil {
		return Piece{}, fmt.Errorf("read a piece of a file: %w", err)
	}
	var p Piece
	for position := int(first); ; position++ {
		if _, err := in.Peek(1); err == io.EOF {
			break
		}
		e, _, err := decode(in)
		if err != nil {
			return Piece{}, fmt.Errorf("read a piece of a file: %w", err)
		}
		p.entries = append(p.entries, prepared{Entry: e, position: position})
	}
	each(ctx, len(p.entries), func(n int) { p.entries[n].examine() })
	return p, ctx.Err()
}

// PieceCounts say what a piece brought. Lines are New, Duplicates or Rejected.
type PieceCounts struct{ Lines, New, Duplicates, Rejected int }

// KeepPiece keeps a piece in a transaction of the caller's, see [Store.Transact], which has to make sure
// that each is kept once. The last one completes the import, or takes it back with its collection if it
// brought no puzzle. The piece stays as it is, so that it can be kept in another transaction if this one
// fails.
func KeepPiece(ctx context.Context, tx pgx.Tx, s Shared, p Piece) (n PieceCounts, err error) {
	i := importer{Conn: tx.Conn(), options: ImportOptions{Collection: s.Collection}}
	if err := i.beginShared(ctx, tx, s); err != nil {
		return n, err
	}
	whole := batch{entries: slices.Clone(p.entries)}
	accepted, rejected := whole.sorted()
	puzzles, err := i.keepPuzzles(ctx, tx, accepted, nil)
	if err != nil {
		return n, err
	}
	fresh, err := i.keepEntries(ctx, tx, accepted, puzzles)
	if err != nil {
		return n, err
	}
	if err := i.keepRejected(ctx, tx, rejected); err != nil {
		return n, err
	}
	if i.report.Read == 0 {
		if err := i.describeOrigin(ctx, s.Origin); err != nil {
			return n, err
		}
	}
	n = PieceCounts{len(p.entries), fresh, len(accepted) - fresh, len(rejected)}
	if err := i.countShared(ctx, tx, s, n); err != nil {
		return n, err
	}
	return n, i.discardEmpty(ctx, tx)
}

// beginShared finds or makes the import, and holds its row. Its collection may have another name or owner
// than when the first piece was kept.
func (i *importer) beginShared(ctx context.Context, tx pgx.Tx, s Shared) error {
	err := i.findShared(ctx, tx, s)
	if !errors.Is(err, pgx.ErrNoRows) {
		return err
	}
	if err := i.findCollection(ctx); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `
		insert into import (collection, digest, source, by, total) values ($1, decode($2, 'hex'), $3, $4, $5)
		on conflict (collection, digest) do nothing`, i.collection, s.Source, s.File, s.By, s.Total)
	if err != nil {
		return err
	}
	return i.findShared(ctx, tx, s)
}

func (i *importer) findShared(ctx context.Context, tx pgx.Tx, s Shared) error {
	return tx.QueryRow(ctx, `select id, collection, done, rejected from import where digest = decode($1, 'hex') for update`, s.Source).
		Scan(&i.report.ImportID, &i.collection, &i.report.Read, &i.report.Rejected)
}

// countShared counts a piece. An import that is complete gets the identity of its file, unless the same
// file came into the collection another way meanwhile.
func (i *importer) countShared(ctx context.Context, tx pgx.Tx, s Shared, n PieceCounts) error {
	_, err := tx.Exec(ctx, `
		update import i set done = done + $2, fresh = fresh + $3, duplicates = duplicates + $4, rejected = rejected + $5,
		    finished = case when done + $2 = total then now() end,
		    digest = case when done + $2 = total
		        and not exists (select from import where collection = i.collection and digest = decode($6, 'hex')) then decode($6, 'hex') else digest end
		where id = $1`, i.report.ImportID, n.Lines, n.New, n.Duplicates, n.Rejected, s.Digest)
	return err
}

// FindShared returns the import that has brought a file, or a part of it, into its collection; 0 if none has.
func FindShared(ctx context.Context, tx pgx.Tx, s Shared) (importID int64, err error) {
	err = tx.QueryRow(ctx, `
		select coalesce(min(i.id), 0) from import i join collection c on c.id = i.collection
		where c.guild is null and c.name = $1 and i.digest = decode($2, 'hex') or i.digest = decode($3, 'hex')`, s.Collection, s.Digest, s.Source).Scan(&importID)
	return importID, postgres.Annotate(err, "look for the file in collection %q", s.Collection)
}

// CountShared returns how many lines of a file that machines share are in the archive while it is not
// complete, and how many of them are puzzles.
func CountShared(ctx context.Context, tx pgx.Tx, s Shared) (lines, puzzles int, err error) {
	err = tx.QueryRow(ctx, `
		select coalesce(sum(done), 0), coalesce(sum(fresh + duplicates), 0) from import where digest = decode($1, 'hex')`, s.Source).
		Scan(&lines, &puzzles)
	return lines, puzzles, postgres.Annotate(err, "count the lines of %q", s.File)
}
