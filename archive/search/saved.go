package search

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Saved is a search with a name. It is the operator's, for all guilds to use, or a guild's; no
// owner has two of one name.
type Saved struct {
	ID      int64     `db:"id"`
	GuildID string    `db:"guild"` // whose it is; "": the operator's
	Name    string    `db:"name"`
	By      string    `db:"by"` // who saved it, for people
	Made    time.Time `db:"made"`
	Search  Search    `db:"wishes"`
}

const savedColumns = `id, coalesce(guild, '') as guild, name, by, made, wishes::text as wishes`

// Scan reads a search that was saved. It rejects one of a newer program with wishes that this one does not know.
func (s *Search) Scan(column any) error {
	text, _ := column.(string)
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(s); err != nil {
		return fmt.Errorf("a saved search cannot be read: %w", err)
	}
	return nil
}

// MaxName is how long the name of a saved search may be, in characters.
const MaxName = 80

// ErrName is the error of a name that a saved search cannot have.
var ErrName = fmt.Errorf("want 1 to %d characters of text that is not the name or the number of a tier", MaxName)

// CheckName returns an error that wraps [ErrName] if a saved search cannot have a name.
// A schedule has either a tier or a search for a weekday, so none can have the name of a tier.
func CheckName(name string) error {
	_, tier := logic.ParseTier(name)
	if name == "" || utf8.RuneCountInString(name) > MaxName || strings.TrimSpace(name) != name || tier == nil || name != postgres.PlainText(name) ||
		strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsGraphic(r) }) {
		return fmt.Errorf("name of a search %s: %w", sudoku.Excerpt(name), ErrName)
	}
	return nil
}

// SaveSearch saves a search under its name. It replaces a search of that name of the same owner, also in the
// schedules that use it; replaced reports that.
func (s *Store) SaveSearch(ctx context.Context, saved Saved) (kept Saved, replaced bool, err error) {
	if err := CheckName(saved.Name); err != nil {
		return Saved{}, false, err
	}
	if err := saved.Search.Check(); err != nil {
		return Saved{}, false, err
	}
	wishes, err := json.Marshal(saved.Search)
	if err != nil {
		return Saved{}, false, err
	}
	err = s.db.Transact(ctx, func(tx pgx.Tx) error {
		old, err := readSaved(ctx, tx, saved.GuildID, saved.Name)
		if replaced = err == nil; err != nil && !errors.Is(err, pgx.ErrNoRows) {
			return err
		}
		kept, err = postgres.ReadOne(ctx, tx, postgres.Tags[Saved], `
			insert into search (guild, name, wishes, by, rated) values (nullif($1, ''), $2, $3::text::jsonb, $4, $5)
			on conflict (guild, name) do update set wishes = excluded.wishes, by = excluded.by, made = now(), rated = excluded.rated
			returning `+savedColumns, saved.GuildID, saved.Name, string(wishes), postgres.PlainText(saved.By), rating.Version)
		if err != nil || !replaced {
			return err
		}
		return postgres.ExecAll(ctx, tx,
			[]string{`delete from search_found where search = $1`, `delete from search_progress where search = $1`}, old.ID)
	})
	return kept, replaced, postgres.Annotate(err, "save the search %q", saved.Name)
}

// SavedByID returns the saved search of an id, or [pgx.ErrNoRows].
func SavedByID(ctx context.Context, db postgres.Querier, id int64) (Saved, error) {
	return postgres.ReadOne(ctx, db, postgres.Tags[Saved], `select `+savedColumns+` from search where id = $1`, id)
}

// readSaved returns a saved search of an owner.
func readSaved(ctx context.Context, db postgres.Querier, guildID, name string) (Saved, error) {
	return postgres.ReadOne(ctx, db, postgres.Tags[Saved], `
		select `+savedColumns+` from search where guild is not distinct from nullif($1, '') and name = $2`, guildID, name)
}

// Saved returns the saved search of a name that a guild may use: its own, else the operator's.
// For guild "" it is the operator's. The error for an unknown one wraps [postgres.ErrNotFound].
func (s *Store) SavedSearch(ctx context.Context, guildID, name string) (Saved, error) {
	saved, err := readSaved(ctx, s.db, guildID, name)
	if errors.Is(err, pgx.ErrNoRows) && guildID != "" {
		saved, err = readSaved(ctx, s.db, "", name)
	}
	return saved, postgres.Annotate(err, "saved search %q", name)
}

// SavedSearches returns the saved searches that a guild may use, its own first, then by name.
func (s *Store) SavedSearches(ctx context.Context, guildID string) ([]Saved, error) {
	all, err := postgres.ReadAll(ctx, s.db, postgres.Tags[Saved], `
		select `+savedColumns+` from search where guild is null or guild = $1 order by guild is null, name`, guildID)
	return all, postgres.Annotate(err, "list the saved searches")
}

// AllSavedSearches returns the saved searches of everyone, for the operator: the operator's own first, then those of
// the guilds, by name.
func (s *Store) AllSavedSearches(ctx context.Context) ([]Saved, error) {
	all, err := postgres.ReadAll(ctx, s.db, postgres.Tags[Saved], `select `+savedColumns+` from search order by search.guild nulls first, name`)
	return all, postgres.Annotate(err, "list the saved searches")
}

// DeleteSearch deletes a saved search of a guild, "" for the operator's. Weekdays of schedules that
// use it have their tier again; days is how many there are. The error for an unknown search wraps
// [postgres.ErrNotFound].
func (s *Store) DeleteSearch(ctx context.Context, guildID, name string) (days int, err error) {
	err = s.db.Transact(ctx, func(tx pgx.Tx) error {
		saved, err := readSaved(ctx, tx, guildID, name)
		if err != nil {
			return err
		}
		err = tx.QueryRow(ctx, `
			with changed as (
				update guild g set searches = array_replace(searches, $1, 0)
				from (select id, searches as was from guild where $1 = any(searches) for update) b where b.id = g.id
				returning was
			)
			select coalesce(sum(cardinality(array_positions(was, $1))), 0) from changed`, saved.ID).Scan(&days)
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `delete from search where id = $1`, saved.ID)
		return err
	})
	return days, postgres.Annotate(err, "delete the search %q", name)
}
