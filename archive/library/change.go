package library

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
)

// Change is a note of a change to the archive and its author. It stays when its subject goes.
type Change struct {
	At      time.Time    `db:"at"`
	By      string       `db:"by"`    // for people: "command line", or a player's name and id
	GuildID string       `db:"guild"` // whose; "": the operator's
	Action  ChangeAction `db:"action"`
	Subject string       `db:"subject"` // the name of a collection or a guild
	Detail  string       `db:"detail"`  // for people
}

// ChangeAction is the kind of a change. The values are stored in the database.
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

	AcceptedSubmission ChangeAction = "accept submission"
	DeclinedSubmission ChangeAction = "decline submission"
)

// Changes returns the latest changes, the newest first, at most that many.
func (s *Store) Changes(ctx context.Context, most int) ([]Change, error) {
	all, err := postgres.ReadAll(ctx, s.db, postgres.Tags[Change], `
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

// NoteChange notes a change now. Methods that make changes do so themselves, in their transaction.
func (s *Store) NoteChange(ctx context.Context, c Change) error {
	return postgres.Annotate(Note(ctx, s.db, c), "note a change")
}

// Note notes a change in the transaction that makes it.
func Note(ctx context.Context, db postgres.Querier, c Change) error {
	_, err := db.Exec(ctx, `insert into audit (by, guild, action, subject, detail) values ($1, $2, $3, $4, $5)`,
		postgres.PlainText(c.By), c.GuildID, c.Action, postgres.PlainText(c.Subject), postgres.PlainText(c.Detail))
	return err
}

// ErrNameTaken is the error of a name that another collection of the same owner has.
var ErrNameTaken = errors.New("there is a collection of this name")

// changeCollection changes the collection of a guild, "" for the operator's, in a transaction that
// notes who did it. The error for an unknown one wraps [postgres.ErrNotFound].
func (s *Store) changeCollection(ctx context.Context, note Change, change func(tx pgx.Tx, id int64) error) error {
	err := s.db.Transact(ctx, func(tx pgx.Tx) error {
		id := int64(0)
		err := tx.QueryRow(ctx, `
			select id from collection where guild is not distinct from nullif($1, '') and name = $2 for update`,
			note.GuildID, note.Subject).Scan(&id)
		if errors.Is(err, pgx.ErrNoRows) {
			return UnknownCollection(note.GuildID, note.Subject)
		}
		if err != nil {
			return err
		}
		if err := change(tx, id); err != nil {
			return err
		}
		return Note(ctx, tx, note)
	})
	if postgres.Violates(err, "collection_guild_name_key") {
		err = ErrNameTaken
	}
	return postgres.Annotate(err, "collection %q", note.Subject)
}

// ShareCollection lets all guilds use a collection of a guild, "" for the operator's, or only its
// own. Dailies and games that were made with it stay. The error for an unknown collection wraps
// [postgres.ErrNotFound].
func (s *Store) ShareCollection(ctx context.Context, guildID, name string, shared bool, by string) error {
	note := Change{By: by, GuildID: guildID, Action: SharedCollection, Subject: name, Detail: "with all guilds"}
	if !shared {
		note.Detail = "no longer"
	}
	return s.changeCollection(ctx, note, func(tx pgx.Tx, id int64) error {
		_, err := tx.Exec(ctx, `update collection set shared = $2 where id = $1`, id, shared)
		return err
	})
}

// RenameCollection gives a collection another name. If its owner has another of that name, the error
// wraps [ErrNameTaken]; for a bad name it is a [*NameError].
func (s *Store) RenameCollection(ctx context.Context, guildID, name, newName, by string) error {
	newName, err := ValidName(newName)
	if err != nil {
		return err
	}
	note := Change{By: by, GuildID: guildID, Action: RenamedCollection, Subject: name, Detail: "to " + newName}
	return s.changeCollection(ctx, note, func(tx pgx.Tx, id int64) error {
		_, err := tx.Exec(ctx, `update collection set name = $2 where id = $1`, id, newName)
		return err
	})
}

// GiveCollection gives a collection to another guild, or with "" to the operator. It stays shared or not, and stays
// chosen.
func (s *Store) GiveCollection(ctx context.Context, guildID, name, newGuildID, by string) error {
	note := Change{By: by, GuildID: guildID, Action: GaveCollection, Subject: name, Detail: "to the operator"}
	if newGuildID != "" {
		note.Detail = "to guild " + newGuildID
	}
	return s.changeCollection(ctx, note, func(tx pgx.Tx, id int64) error {
		_, err := tx.Exec(ctx, `update collection set guild = nullif($2, '') where id = $1`, id, newGuildID)
		return err
	})
}

// DescribeCollection stores the origin of a collection.
func (s *Store) DescribeCollection(ctx context.Context, guildID, name string, o Origin, by string) error {
	o = o.Plain()
	if err := o.Check(); err != nil {
		return err
	}
	note := Change{
		By: by, GuildID: guildID, Action: DescribedOrigin, Subject: name,
		Detail: fmt.Sprintf("source %q, licence %q, author %q, date %q", o.Source, o.Licence, o.Author, o.Published),
	}
	return s.changeCollection(ctx, note, func(tx pgx.Tx, id int64) error {
		_, err := tx.Exec(ctx, `
			update collection set source = $2, licence = $3, author = $4, published = $5 where id = $1`,
			id, o.Source, o.Licence, o.Author, o.Published)
		return err
	})
}
