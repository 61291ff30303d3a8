package games

import (
	"context"
	"errors"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// PartyGame returns the board of a party. Within a request others that want to change it wait until
// its end, so that participants take turns.
func (s *Store) PartyGame(ctx context.Context, id int64) (Game, error) {
	condition := `where g.party = $1`
	if s.db.InRequest(ctx) {
		condition += ` for update of g`
	}
	g, err := readGame(ctx, s.db, condition, id)
	return g, postgres.Annotate(err, "the board of party %d", id)
}

// PartyOf returns the party whose board a game is, or [postgres.ErrNotFound].
func (s *Store) PartyOf(ctx context.Context, gameID int64) (Party, error) {
	p, err := readParty(ctx, s.db, `where a.id = (select party from game where id = $1)`, gameID)
	return p, postgres.Annotate(err, "the party of game %d", gameID)
}

// noteTurn notes who makes a change to the board of a party.
func noteTurn(ctx context.Context, tx pgx.Tx, g Game) error {
	active, err := tx.Exec(ctx, `
		update party set active = clock_timestamp()
		where id = $1 and state = 'open' and exists (select from participant where party = $1 and player = $2)`, g.Party, g.By.ID)
	if err != nil {
		return err
	}
	if active.RowsAffected() == 0 {
		return ErrNotOpen
	}
	_, err = tx.Exec(ctx, `insert into turn (party, revision, player) values ($1, $2, $3)`, g.Party, g.Revision, g.By.ID)
	return err
}

// readTurn returns the last turn on the board of a party, the zero value if there was none.
func readTurn(ctx context.Context, db postgres.Querier, g Game) (Turn, error) {
	t, err := postgres.ReadOne(ctx, db, (*Turn).fields, `
		select coalesce(y.id, '') as player, coalesce(y.name, '') as name, e.kind, e.text
		from event e left join turn t on t.party = $1 and t.revision = e.revision left join player y on y.id = t.player
		where e.game = $2 and e.revision = $3`, g.Party, g.ID, g.Revision)
	if errors.Is(err, pgx.ErrNoRows) {
		err = nil
	}
	return t, err
}

// endSolvedParty ends the party of a board that is solved.
func endSolvedParty(ctx context.Context, tx pgx.Tx, g Game) error {
	if g.Party == 0 {
		return nil
	}
	_, err := tx.Exec(ctx, `update party set state = 'solved', active = clock_timestamp() where id = $1 and state = 'open'`, g.Party)
	return err
}

// knownBefore reports whether the player of a daily has joined a party that solves it too, or opened it before this
// game: in any guild, as a global daily is one puzzle in all of them. A puzzle that they pasted may have become the daily
// since.
func knownBefore(ctx context.Context, tx pgx.Tx, g Game) (known bool, err error) {
	if !g.IsDaily() {
		return false, nil
	}
	err = tx.QueryRow(ctx, `
		select exists (
			select from participant t join party a on a.id = t.party join game g on g.party = a.id
			where t.player = $1 and a.date = $2 and g.puzzle = $3
		) or exists (
			select from game where player = $1 and date = $2 and puzzle = $3 and (started, id) < ($4, $5)
		)`, g.Player.ID, g.Date, g.Puzzle.ID, g.Started, g.ID).Scan(&known)
	if err != nil || known {
		return known, err
	}
	pasted, err := readGames(ctx, tx, `where g.player = $1 and g.clues is not null and g.shape = $2`, g.Player.ID, g.Shape)
	daily := WayOf(g.Clues)
	return slices.ContainsFunc(pasted, func(p Game) bool { return WayOf(p.Clues).LeadsThrough(daily) }), err
}

// Contribution is how many digits of a board a participant placed that stand there now.
type Contribution struct {
	Player Player // zero: former players
	Digits int
}

// Contributions returns who placed how many digits on the board of a party, the most first. A digit counts for the
// player who put it there last.
func (s *Store) Contributions(ctx context.Context, g Game) ([]Contribution, error) {
	type turn struct {
		player Player
		grid   sudoku.Grid
	}
	turns, err := postgres.ReadAll(ctx, s.db, func(t *turn) postgres.Fields {
		return postgres.Fields{"player": &t.player.ID, "name": &t.player.Name, "grid": postgres.Grid(&t.grid)}
	}, `
		select coalesce(y.id, '') as player, coalesce(y.name, '') as name, e.grid
		from event e left join turn t on t.party = $1 and t.revision = e.revision left join player y on y.id = t.player
		where e.game = $2 order by e.revision`, g.Party, g.ID)
	if err != nil {
		return nil, postgres.Annotate(err, "the turns of party %d", g.Party)
	}
	var by [sudoku.MaxCells]Player
	before := g.Clues
	for _, t := range turns {
		for _, c := range g.Shape.Cells() {
			if t.grid.At(c) != before.At(c) {
				by[c] = t.player
			}
		}
		before = t.grid
	}
	return contributions(g, by[:]), nil
}

func contributions(g Game, by []Player) []Contribution {
	var all []Contribution
	for _, c := range g.Shape.Cells() {
		if g.Grid.At(c) == 0 || g.Clues.At(c) != 0 {
			continue
		}
		i := slices.IndexFunc(all, func(k Contribution) bool { return k.Player.ID == by[c].ID })
		if i < 0 {
			i, all = len(all), append(all, Contribution{Player: by[c]})
		}
		all[i].Digits++
	}
	slices.SortStableFunc(all, func(a, b Contribution) int { return b.Digits - a.Digits })
	return all
}

// SetPartyMessage notes the invitation of a party, from which its thread is opened, and whether it says that the party is over.
func (s *Store) SetPartyMessage(ctx context.Context, id int64, channelID, messageID string, over bool) error {
	_, err := s.db.Exec(ctx, `update party set message = $3 where id = $1 and channel = $2 and message = ''`, id, channelID, messageID)
	if err == nil && !over {
		err = s.endPartyAgain(ctx, id)
	}
	return postgres.Annotate(err, "note the invitation of party %d", id)
}

// SetPartyThread notes the channel of the board of a party.
func (s *Store) SetPartyThread(ctx context.Context, id int64, threadID string) error {
	_, err := s.db.Exec(ctx, `update party set thread = $2 where id = $1 and thread = ''`, id, threadID)
	return postgres.Annotate(err, "note the thread of party %d", id)
}

// SetPartyBoard notes the newest message with the board of a party, if it is in the party's channel, as [Store.SetPartyMessage] does.
func (s *Store) SetPartyBoard(ctx context.Context, id int64, channelID, messageID string, over bool) error {
	_, err := s.db.Exec(ctx, `update party set board = $3 where id = $1 and thread = $2 and board <> $3`, id, channelID, messageID)
	if err == nil && !over {
		err = s.endPartyAgain(ctx, id)
	}
	return postgres.Annotate(err, "note the board of party %d", id)
}

// endPartyAgain has the messages of a party that is over say so once more: one of them shows an answer now, which may have
// been prepared before the end. The version keeps an edit that is under way from being the last.
func (s *Store) endPartyAgain(ctx context.Context, id int64) error {
	_, err := s.db.Exec(ctx, `
		update outbox set version = version + 1, state = 'due', due_at = clock_timestamp()
		where party = $1 and kind = $2 and state <> $3`, id, daily.PartyEnd, daily.PostFailed)
	return err
}

// MarkPartyFinal notes that nothing more is to be done for a party that ended.
func (s *Store) MarkPartyFinal(ctx context.Context, id int64) error {
	_, err := s.db.Exec(ctx, `update party set final = true where id = $1 and state <> 'open'`, id)
	return postgres.Annotate(err, "note that party %d is over", id)
}
