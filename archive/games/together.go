package games

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

// Party is players of a guild who solve one board together, in a channel of its own: a thread, if the network has
// threads. The board is a [Game] without a player, on which every participant may play; see [Store.PartyGame].
// [Store.StartParty] starts it, and it ends by itself. Its times are those of the database's clock.
type Party struct {
	ID        int64
	GuildID   string
	ChannelID string        // where it was asked for
	MessageID string        // the invitation there; "": there is none, or it is not known yet
	ThreadID  string        // the channel of the board; "": not opened yet
	BoardID   string        // the message with the board; "": not known yet
	Starter   Player        // zero: was deleted
	Language  string        // of what is posted, as a BCP 47 tag
	Date      calendar.Date // of the daily; zero: another puzzle
	Number    int           // of the daily
	State     PartyState
	Active    time.Time    // when anyone last did something
	Joined    int          // participants
	Shape     sudoku.Shape // of the board

	Pasted sudoku.Grid // of a wish for [Store.StartParty]: the clues of a puzzle that the starter pasted
}

// PartyState is how far a party is.
type PartyState string

// The states of parties. An open one may be played on; the others are how it ended.
const (
	PartyOpen   PartyState = "open"
	PartySolved PartyState = "solved"
	PartyClosed PartyState = "closed" // by the starter, or by an admin
	PartyIdle   PartyState = "idle"   // for [PartyLife]
)

// PartyStates lists the states of parties, first the open one.
var PartyStates = []PartyState{PartyOpen, PartySolved, PartyClosed, PartyIdle}

// PartyLife is how long a party lasts in which nobody does anything.
const PartyLife = 24 * time.Hour

// IsDaily reports whether a party solves a daily.
func (p Party) IsDaily() bool { return !p.Date.IsZero() }

// Until is when an open party ends by itself if nobody does anything.
func (p Party) Until() time.Time { return p.Active.Add(PartyLife) }

// OpenPartyError is the error of a party of a player, or in a thread, that has one already.
type OpenPartyError struct{ Party Party }

func (e *OpenPartyError) Error() string { return fmt.Sprintf("party %d is open", e.Party.ID) }

// Turn is a change that a participant made to the board of a party.
type Turn struct {
	Player Player // zero: was deleted
	Kind   play.EventKind
	Text   string // as typed
}

func (t *Turn) fields() postgres.Fields {
	return postgres.Fields{"player": &t.Player.ID, "name": &t.Player.Name, "kind": &t.Kind, "text": &t.Text}
}

const partyColumns = `a.id, a.guild, a.channel, a.message, a.thread, a.board, coalesce(a.starter, '') as starter, coalesce(y.name, '') as starter_name,
	a.language, a.date, coalesce(a.number, 0) as number, a.state, a.active, (select count(*) from participant t where t.party = a.id) as joined,
	coalesce((select g.shape from game g where g.party = a.id), 0) as shape`

const partyTables = ` from party a left join player y on y.id = a.starter `

func (p *Party) fields() postgres.Fields {
	return postgres.Fields{
		"id": &p.ID, "guild": &p.GuildID, "channel": &p.ChannelID, "message": &p.MessageID, "thread": &p.ThreadID, "board": &p.BoardID,
		"starter": &p.Starter.ID, "starter_name": &p.Starter.Name, "language": &p.Language, "date": &p.Date, "number": &p.Number, "state": &p.State,
		"active": &p.Active, "joined": &p.Joined, "shape": &p.Shape,
	}
}

// readParty returns the party that a condition on the party a finds.
func readParty(ctx context.Context, db postgres.Querier, condition string, args ...any) (Party, error) {
	return postgres.ReadOne(ctx, db, (*Party).fields, `select `+partyColumns+partyTables+condition, args...)
}

// Party returns a party, or [postgres.ErrNotFound].
func (s *Store) Party(ctx context.Context, id int64) (Party, error) {
	p, err := readParty(ctx, s.db, `where a.id = $1`, id)
	return p, postgres.Annotate(err, "party %d", id)
}

// PartyIn returns the open party whose board is in a channel of a guild, or [postgres.ErrNotFound].
func (s *Store) PartyIn(ctx context.Context, guildID, channelID string) (Party, error) {
	p, err := readParty(ctx, s.db, `where a.thread = $2 and a.thread <> '' and a.guild = $1 and a.state = 'open'`, guildID, channelID)
	return p, postgres.Annotate(err, "the party in a channel")
}

// PartyStartedBy returns the open party that a player has started in a guild, or [postgres.ErrNotFound].
func (s *Store) PartyStartedBy(ctx context.Context, guildID, playerID string) (Party, error) {
	p, err := readParty(ctx, s.db, `where a.guild = $1 and a.starter = $2 and a.state = 'open'`, guildID, playerID)
	return p, postgres.Annotate(err, "the party that a player started")
}

// StartParty starts a party and its board: on a daily, or if that is zero on a puzzle that the starter has not had, of
// the shape of the wish and a tier; 0 is the easiest that there is. That is never a daily of today: all would see it before they solve their
// own. The starter is its first participant. wish has the guild, the channel and the starter, and the thread where
// the board is to be there. A player has one open party in a guild, and a thread has one: else the error is an
// [*OpenPartyError]. A pasted puzzle, which the wish has, may have the errors of [Store.StartPasted].
func (s *Store) StartParty(ctx context.Context, wish Party, guild daily.Guild, daily daily.Daily, tier logic.Tier) (p Party, err error) {
	if wish.Pasted != (sudoku.Grid{}) {
		if err := s.MayStartPasted(ctx, wish.Starter.ID, guild, wish.Pasted); err != nil {
			return p, err
		}
	}
	err = AsPlayer(ctx, s.db, wish.Starter, func(tx pgx.Tx) error {
		if err := endIdle(ctx, tx, `guild = $1`, guild.ID); err != nil {
			return err
		}
		if p, err = insertParty(ctx, tx, wish, daily); err != nil {
			return err
		}
		g := Game{GuildID: guild.ID, Puzzle: daily.Puzzle, Transform: daily.Transform, Shape: daily.Shape, Tier: daily.Tier, Party: p.ID}
		if wish.Pasted != (sudoku.Grid{}) {
			g = g.onPasted(play.NewBoard(wish.Pasted))
		} else if daily.Date.IsZero() {
			if g.Puzzle, err = s.drawForParty(ctx, tx, wish.Starter, guild, wish.Shape, tier); err != nil {
				return err
			}
			g.Transform, g.Shape, g.Tier = guild.Display(wish.Shape), wish.Shape, g.Puzzle.Tier
		}
		if _, err := s.open(ctx, tx, g); err != nil {
			return err
		}
		p.Shape = g.Shape
		return s.join(ctx, tx, p.ID, wish.Starter)
	})
	p.Joined = 1
	return p, postgres.Annotate(err, "start a party")
}

func insertParty(ctx context.Context, tx pgx.Tx, wish Party, daily daily.Daily) (Party, error) {
	row := pgx.NamedArgs{"guild": wish.GuildID, "channel": wish.ChannelID, "thread": wish.ThreadID, "starter": wish.Starter.ID,
		"language": postgres.PlainText(wish.Language), "date": daily.Date}
	if !daily.Date.IsZero() {
		row["number"] = daily.Number
	}
	if wish.Pasted != (sudoku.Grid{}) {
		row["key"] = [16]byte(canon.KeyOf(wish.Pasted))
	}
	var id int64
	err := tx.QueryRow(ctx, postgres.Insert("party", row)+` on conflict do nothing returning id`, row).Scan(&id)
	if errors.Is(err, pgx.ErrNoRows) {
		open, err := readParty(ctx, tx, `
			where a.state = 'open' and (a.guild = $1 and a.starter = $2 or a.thread = $3 and a.thread <> '') order by a.thread = $3 desc limit 1`,
			wish.GuildID, wish.Starter.ID, wish.ThreadID)
		if errors.Is(err, pgx.ErrNoRows) {
			err = postgres.ErrStale // it has just ended
		}
		if err != nil {
			return Party{}, err
		}
		return Party{}, &OpenPartyError{open}
	}
	if err != nil {
		return Party{}, err
	}
	return readParty(ctx, tx, `where a.id = $1`, id)
}

// drawForParty draws a puzzle that the starter has not had. It counts as had by the guild, which is not to get it as
// a daily.
func (s *Store) drawForParty(ctx context.Context, tx pgx.Tx, starter Player, guild daily.Guild, shape sudoku.Shape, tier logic.Tier) (p library.Puzzle, err error) {
	from, err := library.ChoiceOf(ctx, tx, guild.ID)
	if err != nil {
		return p, err
	}
	tiers := []logic.Tier{tier}
	if tier == 0 && library.HasTiers(shape) {
		tiers = logic.Tiers
	}
	for _, tier := range tiers {
		p, err = s.drawNotToday(ctx, tx, library.PlayerRotation(starter.ID, shape, tier), from, guild)
		if err == nil {
			return p, library.GuildRotation(guild.ID, shape, tier).NoteDrawn(ctx, tx, p.ID)
		}
		if !errors.Is(err, library.ErrNoPuzzle) {
			break
		}
	}
	return p, err
}

// JoinParty makes a player a participant. [ErrNotOpen] means that the party is over. It can be repeated.
func (s *Store) JoinParty(ctx context.Context, id int64, player Player) (p Party, err error) {
	err = AsPlayer(ctx, s.db, player, func(tx pgx.Tx) error {
		if err := s.join(ctx, tx, id, player); err != nil { // first, as a move locks its game before the party
			return err
		}
		tag, err := tx.Exec(ctx, `update party set active = clock_timestamp() where id = $1 and state = 'open'`, id)
		if err == nil && tag.RowsAffected() == 0 {
			err = ErrNotOpen
		}
		if err == nil {
			p, err = readParty(ctx, tx, `where a.id = $1`, id)
		}
		return err
	})
	return p, postgres.Annotate(err, "join party %d", id)
}

// join adds a participant, who counts the puzzle as had, and opens the board.
func (s *Store) join(ctx context.Context, tx pgx.Tx, id int64, player Player) error {
	_, err := tx.Exec(ctx, `insert into participant (party, player) values ($1, $2) on conflict do nothing`, id, player.ID)
	if err != nil {
		return err
	}
	var puzzle int64
	var shape sudoku.Shape
	var tier logic.Tier
	err = tx.QueryRow(ctx, `update game set opened = nextval('game_opened') where party = $1 returning puzzle, shape, tier`, id).Scan(&puzzle, &shape, &tier)
	if err != nil || puzzle == 0 { // pasted
		return err
	}
	return library.PlayerRotation(player.ID, shape, tier).NoteDrawn(ctx, tx, puzzle)
}

// IsParticipant reports whether a player has joined a party.
func (s *Store) IsParticipant(ctx context.Context, id int64, playerID string) (joined bool, err error) {
	err = s.db.QueryRow(ctx, `select exists (select from participant where party = $1 and player = $2)`, id, playerID).Scan(&joined)
	return joined, postgres.Annotate(err, "the participants of party %d", id)
}

// OpenedPartyLast reports whether a player has joined a party, and has opened no game of their own in its guild since
// someone last did.
func (s *Store) OpenedPartyLast(ctx context.Context, id int64, playerID string) (last bool, err error) {
	err = s.db.QueryRow(ctx, `
		select exists (
			select from participant t join game b on b.party = t.party
			where t.party = $1 and t.player = $2
			  and not exists (select from game g where g.player = $2 and g.guild = b.guild and g.opened > b.opened)
		)`, id, playerID).Scan(&last)
	return last, postgres.Annotate(err, "whether party %d was opened last", id)
}

// EndParty closes an open party. [ErrNotOpen] means that it had ended.
func (s *Store) EndParty(ctx context.Context, id int64) (Party, error) {
	tag, err := s.db.Exec(ctx, `update party set state = 'closed' where id = $1 and state = 'open'`, id)
	if err == nil && tag.RowsAffected() == 0 {
		err = ErrNotOpen
	}
	if err != nil {
		return Party{}, postgres.Annotate(err, "close party %d", id)
	}
	return s.Party(ctx, id)
}

// EndPartiesIn closes the open parties whose board is, or was to be, in a channel of a guild that is gone.
func (s *Store) EndPartiesIn(ctx context.Context, guildID, channelID string) error {
	_, err := s.db.Exec(ctx, `
		update party set state = 'closed'
		where guild = $1 and state = 'open' and (thread = $2 or thread = '' and channel = $2)`, guildID, channelID)
	return postgres.Annotate(err, "close the parties of a channel")
}

// EndIdleParties ends the parties in which nobody has done anything for [PartyLife].
func (s *Store) EndIdleParties(ctx context.Context) error {
	return postgres.Annotate(endIdle(ctx, s.db, `true`), "end parties")
}

func endIdle(ctx context.Context, db postgres.Querier, which string, args ...any) error {
	_, err := db.Exec(ctx, fmt.Sprintf(`
		update party set state = 'idle' where state = 'open' and active <= clock_timestamp() - interval '%d seconds' and %s`,
		int(PartyLife.Seconds()), which), args...)
	return err
}
