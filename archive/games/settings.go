package games

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/solver/logic"
)

// Settings are a player's wishes for the look of boards, and for what others see. The zero value is the default.
type Settings struct {
	Theme        string // of pages and pictures: "dark", "light" or "contrast"; "": the theme of the device, and dark in a chat
	AsText       bool   // boards as text, without a picture
	MarkMistakes bool   // wrong digits are marked at once; else /check counts them
	Letters      bool   // coordinates such as E4 beside the picture; else those of r4c5
	HideTimer    bool   // no time is shown while a game is played
	AltMarks     bool   // the board in words has the marks too
	Hidden       bool   // leaderboards and results show no name
	RefuseDuels  bool   // nobody can challenge the player
	Worldwide    bool   // boards over all guilds show the name, unless Hidden
	HideRating   bool   // nobody sees the player's rating; it is computed all the same
	NoUniqueness bool   // hints and steps do without the techniques of [logic.Uniqueness]
}

func (s *Settings) fields() postgres.Fields {
	return postgres.Fields{
		"theme": &s.Theme, "as_text": &s.AsText, "mark_mistakes": &s.MarkMistakes, "letters": &s.Letters,
		"hide_timer": &s.HideTimer, "alt_marks": &s.AltMarks, "hidden": &s.Hidden, "refuse_duels": &s.RefuseDuels, "worldwide": &s.Worldwide,
		"hide_rating": &s.HideRating, "no_uniqueness": &s.NoUniqueness,
	}
}

// settingsColumns are the columns of the settings that a query joins under the name t, which may find none.
var settingsColumns = func() string {
	var columns []string
	for name, field := range new(Settings).fields() {
		none := `false`
		if _, text := field.(*string); text {
			none = `''`
		}
		columns = append(columns, `coalesce(t.`+name+`, `+none+`) as `+name)
	}
	slices.Sort(columns)
	return strings.Join(columns, `, `)
}()

// Without returns the techniques that the player's hints and steps do without.
func (s Settings) Without() []logic.Technique {
	if s.NoUniqueness {
		return logic.Uniqueness
	}
	return nil
}

// Settings returns a player's settings, the zero value for a player who has chosen nothing. A [Game] has the settings
// of its player.
func (s *Store) Settings(ctx context.Context, playerID string) (Settings, error) {
	settings, err := readSettings(ctx, s.db, playerID)
	return settings, postgres.Annotate(err, "the settings")
}

// SettingsToChange returns a player's settings, which nobody else changes until the request of the context ends.
func (s *Store) SettingsToChange(ctx context.Context, player Player) (settings Settings, err error) {
	err = AsPlayer(ctx, s.db, player, func(tx pgx.Tx) error { // which locks the player's row
		settings, err = readSettings(ctx, tx, player.ID)
		return err
	})
	return settings, postgres.Annotate(err, "the settings")
}

func readSettings(ctx context.Context, db postgres.Querier, playerID string) (Settings, error) {
	settings, err := postgres.ReadOne(ctx, db, (*Settings).fields, `select `+settingsColumns+` from settings t where player = $1`, playerID)
	if errors.Is(err, pgx.ErrNoRows) {
		return Settings{}, nil
	}
	return settings, err
}

// ShowNames is the statement that has the posts changed that may name the player $1, if it changes whether they are
// hidden: to $2.
var ShowNames = daily.ShowSolvers(`g.player = $1 and $2 <> coalesce((select hidden from settings where player = $1), false)`)

// SaveSettings keeps a player's settings, all of them.
func (s *Store) SaveSettings(ctx context.Context, player Player, settings Settings) error {
	err := AsPlayer(ctx, s.db, player, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, ShowNames, player.ID, settings.Hidden); err != nil {
			return err
		}
		row := settings.fields().And(postgres.Fields{"player": &player.ID})
		_, err := tx.Exec(ctx, postgres.Insert("settings", row)+` on conflict (player) do update set `+row.Excluded("player"), row.Values())
		return err
	})
	return postgres.Annotate(err, "save the settings")
}

// pace is how much may be posted in public: some at once, then one each time so much has passed.
type pace struct {
	burst int
	every time.Duration
}

var (
	pacePlayer = pace{6, time.Minute}
	paceGuild  = pace{20, 10 * time.Second}
)

// OftenError is the error of a player, or of a guild, that has posted as much as it may.
type OftenError struct {
	Until time.Time // when it may again
	Guild bool
}

func (e *OftenError) Error() string {
	return fmt.Sprintf("too much was posted lately: want it after %s", e.Until.Format(time.RFC3339))
}

// CountPost counts a player's next public post in a guild, as so many messages or a part of one, or returns an
// [*OftenError]. It is a token bucket of the player and one of the guild. They are in the database, since a player's
// requests go to any of the processes; a bucket is the one time when it will be full again.
func (s *Store) CountPost(ctx context.Context, guildID, playerID string, messages float64, now time.Time) error {
	err := s.db.Transact(ctx, func(tx pgx.Tx) error {
		// The player's first: a refused player takes nothing from others.
		if err := pacePlayer.take(ctx, tx, guildID, playerID, messages, now); err != nil {
			return err
		}
		if err := paceGuild.take(ctx, tx, guildID, "", messages, now); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `
			delete from cooldown where (guild, player) in
				(select guild, player from cooldown where until < $1 order by until limit 20 for update skip locked)`, now)
		return err
	})
	return postgres.Annotate(err, "count a post")
}

func (p pace) take(ctx context.Context, tx pgx.Tx, guildID, playerID string, messages float64, now time.Time) error {
	cost, room := time.Duration(messages*float64(p.every)), time.Duration(p.burst)*p.every
	tag, err := tx.Exec(ctx, `
		insert into cooldown as c values ($1, $2, $3::timestamptz + $4::interval)
		on conflict (guild, player) do update set until = greatest(c.until, $3) + $4::interval
		where greatest(c.until, $3) + $4::interval <= $3 + $5::interval`, guildID, playerID, now, cost, room)
	if err != nil || tag.RowsAffected() == 1 {
		return err
	}
	var until time.Time
	err = tx.QueryRow(ctx, `select until from cooldown where guild = $1 and player = $2`, guildID, playerID).Scan(&until)
	if errors.Is(err, pgx.ErrNoRows) {
		return postgres.ErrStale // it has just been deleted
	}
	if err != nil {
		return err
	}
	return &OftenError{Until: until.Add(cost - room), Guild: playerID == ""}
}
