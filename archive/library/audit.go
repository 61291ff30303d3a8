package library

import (
	"context"
	"fmt"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
)

// Change is a note of who changed what in the archive. It stays when what it is about goes.
type Change struct {
	At      time.Time
	By      string // for people: "command line", or a player's name and id
	GuildID string // whose; "": the operator's
	Action  ChangeAction
	Subject string // the name of a collection or a guild
	Detail  string // for people
}

// ChangeAction says what was done. The values are kept in the database.
type ChangeAction string

const (
	ImportedFile      ChangeAction = "import"
	RevertedImport    ChangeAction = "revert"
	DeletedCollection ChangeAction = "delete collection"
	RenamedCollection ChangeAction = "rename collection"
	GaveCollection    ChangeAction = "give collection"
	DescribedOrigin   ChangeAction = "describe collection"
	SharedCollection  ChangeAction = "share collection"
	RemovedResult     ChangeAction = "remove result"
	RestoredResult    ChangeAction = "restore result"
	ChangedSchedule   ChangeAction = "change schedule"
)

func (c *Change) fields() postgres.Fields {
	return postgres.Fields{"at": postgres.Time(&c.At), "by": &c.By, "guild": &c.GuildID, "action": &c.Action, "subject": &c.Subject, "detail": &c.Detail}
}

// Changes returns the latest changes, at most so many, the newest first.
func (s *Store) Changes(ctx context.Context, most int) ([]Change, error) {
	all, err := postgres.ReadAll(ctx, s.db, (*Change).fields, `
		select at, by, guild, action, subject, detail from audit order by id desc limit $1`, most)
	return all, postgres.Annotate(err, "list the changes")
}

// HadPuzzles reports whether the archive has a puzzle, or had one that was taken back since.
func (s *Store) HadPuzzles(ctx context.Context) (had bool, err error) {
	err = s.db.QueryRow(ctx, `select exists(select from puzzle) or exists(select from audit where action in ($1, $2))`,
		RevertedImport, DeletedCollection).Scan(&had)
	return had, postgres.Annotate(err, "look for puzzles")
}

// TakesChanges returns an error if the database or its user may only read.
func (s *Store) TakesChanges(ctx context.Context) error {
	_, err := s.db.Exec(ctx, `update puzzle set score = score where false`)
	return postgres.Annotate(err, "see whether the database takes changes")
}

// NoteImport notes that someone imported a file for a guild.
func (s *Store) NoteImport(ctx context.Context, guildID, by, file string, r Report) error {
	return postgres.Annotate(noteChange(ctx, s.db, Change{
		By: by, GuildID: guildID, Action: ImportedFile, Subject: r.Collection,
		Detail: fmt.Sprintf("import %d of %q: %d lines, %d new, %d duplicates, %d rejected", r.ImportID, file, r.Read, r.New, r.Duplicates, r.Rejected),
	}), "note import %d", r.ImportID)
}

// NoteChange notes a change now. Methods that make changes do so themselves, in their transaction.
func (s *Store) NoteChange(ctx context.Context, c Change) error {
	return postgres.Annotate(noteChange(ctx, s.db, c), "note a change")
}

// noteChange notes a change in the transaction that makes it.
func noteChange(ctx context.Context, db postgres.Querier, c Change) error {
	_, err := db.Exec(ctx, `insert into audit (by, guild, action, subject, detail) values ($1, $2, $3, $4, $5)`,
		postgres.PlainText(c.By), c.GuildID, c.Action, postgres.PlainText(c.Subject), postgres.PlainText(c.Detail))
	return err
}
