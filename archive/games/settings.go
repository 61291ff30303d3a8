package games

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
)

// Settings are how a player wants boards to look, and what others see of the player. The zero value is
// how it is for a player who has chosen nothing.
type Settings struct {
	Theme        string // of pictures: "dark", "light" or "contrast"; "": dark
	AsText       bool   // boards as text, without a picture
	MarkMistakes bool   // wrong digits are marked at once; else /check counts them
	Letters      bool   // coordinates such as E4 beside the picture; else those of r4c5
	HideTimer    bool   // no time is shown while a game is played
	AltMarks     bool   // the board in words has the marks too
	Hidden       bool   // leaderboards and results show no name
	RefuseDuels  bool   // nobody can invite the player to a duel
	Worldwide    bool   // boards over all guilds show the name, unless Hidden
}

// settingsColumns are the columns of the settings that a query joins under the name t, which may find
// none.
const settingsColumns = `coalesce(t.theme, '') as theme, coalesce(t.as_text, false) as as_text,
	coalesce(t.mark_mistakes, false) as mark_mistakes, coalesce(t.letters, false) as letters,
	coalesce(t.hide_timer, false) as hide_timer, coalesce(t.alt_marks, false) as alt_marks, coalesce(t.hidden, false) as hidden,
	coalesce(t.refuse_duels, false) as refuse_duels, coalesce(t.worldwide, false) as worldwide`

func (s *Settings) fields() postgres.Fields {
	return postgres.Fields{
		"theme": &s.Theme, "as_text": &s.AsText, "mark_mistakes": &s.MarkMistakes, "letters": &s.Letters,
		"hide_timer": &s.HideTimer, "alt_marks": &s.AltMarks, "hidden": &s.Hidden, "refuse_duels": &s.RefuseDuels, "worldwide": &s.Worldwide,
	}
}

// Settings returns a player's settings, the zero value for a player who has chosen nothing. A [Game]
// has those of its player.
func (s *Store) Settings(ctx context.Context, playerID string) (Settings, error) {
	settings, err := postgres.ReadOne(ctx, s.db, (*Settings).fields, `select `+settingsColumns+` from settings t where player = $1`, playerID)
	if errors.Is(err, pgx.ErrNoRows) {
		return Settings{}, nil
	}
	return settings, postgres.Annotate(err, "the settings")
}

// SaveSettings keeps a player's settings, all of them.
func (s *Store) SaveSettings(ctx context.Context, player Player, settings Settings) error {
	err := s.db.Transact(ctx, func(tx pgx.Tx) error {
		if err := SavePlayer(ctx, tx, player); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `
			insert into settings (player, theme, as_text, mark_mistakes, letters, hide_timer, alt_marks, hidden, refuse_duels, worldwide)
			values ($1, coalesce(nullif($2, ''), 'dark'), $3, $4, $5, $6, $7, $8, $9, $10)
			on conflict (player) do update
			set (theme, as_text, mark_mistakes, letters, hide_timer, alt_marks, hidden, refuse_duels, worldwide) =
			    (excluded.theme, excluded.as_text, excluded.mark_mistakes, excluded.letters, excluded.hide_timer, excluded.alt_marks, excluded.hidden,
			     excluded.refuse_duels, excluded.worldwide)`,
			player.ID, settings.Theme, settings.AsText, settings.MarkMistakes, settings.Letters, settings.HideTimer,
			settings.AltMarks, settings.Hidden, settings.RefuseDuels, settings.Worldwide)
		return err
	})
	return postgres.Annotate(err, "save the settings")
}
