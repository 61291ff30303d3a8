package games

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Duel is two players of a guild on the same puzzle, each on a board of their own: one asks, the
// other accepts. [Store.Challenge] starts it, and it ends by itself. A duel without an opponent is a race, which
// others join; see [Store.OpenRace]. All its times are those of the database's clock, but those of the games.
type Duel struct {
	ID                   int64
	GuildID, ChannelID   string
	MessageID            string // of the public message; "": not known yet
	Challenger, Opponent Player
	Language             string // of the public message, as a BCP 47 tag
	Shape                sudoku.Shape
	Tier                 logic.Tier // as asked for; 0: any
	Rated                bool       // of a race: its games count for ratings
	Closed               bool       // of a race: nobody can join it any longer
	State                DuelState
	ByOpponent           bool // of DuelGivenUp: who gave up
	Asked                time.Time
	Accepted             time.Time // zero: not accepted
	Ended                time.Time // zero: it is open
	Standing             int64     // of [daily.DuelStanding]
}

// DuelState is how far a duel is.
type DuelState string

// The states of duels. One that is invited or running is open; the others are how it ended.
const (
	DuelInvited   DuelState = "invited"
	DuelRunning   DuelState = "running"
	DuelDeclined  DuelState = "declined"
	DuelCancelled DuelState = "cancelled" // by the challenger, before it was accepted
	DuelExpired   DuelState = "expired"   // the opponent did not answer within [InvitationLife]
	DuelSolved    DuelState = "solved"    // by both
	DuelGivenUp   DuelState = "given-up"
	DuelOutOfTime DuelState = "out-of-time" // at least one had not solved it after [DuelLife]
)

// DuelStates lists the states of duels.
var DuelStates = []DuelState{
	DuelInvited, DuelRunning, DuelDeclined, DuelCancelled, DuelExpired, DuelSolved, DuelGivenUp, DuelOutOfTime,
}

const (
	// InvitationLife is how long an invitation to a duel can be accepted.
	InvitationLife = daily.InvitationLife
	// DuelLife is how long an accepted duel lasts at most.
	DuelLife = 24 * time.Hour

	maxInvited  = 3 // invitations of one challenger that wait for an answer
	maxDeclined = 2 // invitations of one player to another in a day that were not accepted
	aDay        = 24 * time.Hour
)

// Callers branch on these with [errors.Is].
var (
	ErrNoDuels     = errors.New("this player wants no duels")
	ErrManyInvited = errors.New("this player has asked too many others, or one too often")
	ErrNotOpen     = errors.New("it is no longer open for that")
)

// OpenDuelError is the error of an invitation between two players who have an open duel already.
type OpenDuelError struct{ Duel Duel }

func (e *OpenDuelError) Error() string {
	return fmt.Sprintf("duel %d of these two players is open", e.Duel.ID)
}

// IsOpen reports whether a duel is not over.
func (d Duel) IsOpen() bool { return d.State == DuelInvited || d.State == DuelRunning }

// Until is when an open duel ends by itself: the invitation, or the duel once it is accepted.
func (d Duel) Until() time.Time {
	if d.Accepted.IsZero() {
		return d.Asked.Add(InvitationLife)
	}
	if d.IsRace() {
		return d.Accepted.Add(RaceLife)
	}
	return d.Accepted.Add(DuelLife)
}

// Has reports whether a player is one of the two.
func (d Duel) Has(playerID string) bool {
	return playerID != "" && (playerID == d.Challenger.ID || playerID == d.Opponent.ID)
}

// duelColumns are the columns of a duel d, of its players c and o.
var duelColumns = `d.id, d.guild, d.channel, d.message, d.challenger, c.name as challenger_name, d.opponent, coalesce(o.name, '') as opponent_name,
	d.language, d.shape, d.tier, d.rated, ` + isLate + ` as closed, d.state, d.by_opponent, d.asked, d.accepted, d.ended, ` + daily.DuelStanding + ` as standing`

const duelTables = ` from duel d join player c on c.id = d.challenger left join player o on o.id = d.opponent `

func (d *Duel) fields() postgres.Fields {
	return postgres.Fields{
		"id": &d.ID, "guild": &d.GuildID, "channel": &d.ChannelID, "message": &d.MessageID,
		"challenger": &d.Challenger.ID, "challenger_name": &d.Challenger.Name, "opponent": &d.Opponent.ID, "opponent_name": &d.Opponent.Name,
		"language": &d.Language, "shape": &d.Shape, "tier": &d.Tier, "rated": &d.Rated, "closed": &d.Closed, "state": &d.State, "by_opponent": &d.ByOpponent,
		"asked": &d.Asked, "accepted": postgres.Time(&d.Accepted), "ended": postgres.Time(&d.Ended), "standing": &d.Standing,
	}
}

// readDuels returns the duels that a condition on the duel d finds.
func readDuels(ctx context.Context, db postgres.Querier, condition string, args ...any) ([]Duel, error) {
	return postgres.ReadAll(ctx, db, (*Duel).fields, `select `+duelColumns+duelTables+condition, args...)
}

func readDuel(ctx context.Context, db postgres.Querier, id int64) (Duel, error) {
	return postgres.ReadOne(ctx, db, (*Duel).fields, `select `+duelColumns+duelTables+`where d.id = $1`, id)
}

// Challenge invites a player to a duel. Its errors are [ErrNoDuels], [ErrManyInvited], and
// [*OpenDuelError] where the two have an open duel in the guild, whoever asked.
func (s *Store) Challenge(ctx context.Context, wish Duel) (d Duel, err error) {
	err = AsPlayer(ctx, s.db, wish.Challenger, func(tx pgx.Tx) error {
		// Two invitations of one player are counted one after the other.
		if _, err := tx.Exec(ctx, `select from player where id = $1 for no key update`, wish.Challenger.ID); err != nil {
			return err
		}
		if err := endStale(ctx, tx, `d.guild = $1 and d.challenger in ($2, $3) and d.opponent in ($2, $3)`,
			wish.GuildID, wish.Challenger.ID, wish.Opponent.ID); err != nil {
			return err
		}
		if err := mayChallenge(ctx, tx, wish); err != nil {
			return err
		}
		d, err = insertDuel(ctx, tx, wish)
		return err
	})
	return d, postgres.Annotate(err, "invite to a duel")
}

// MayChallenge returns the error with which [Store.Challenge] would refuse now.
func (s *Store) MayChallenge(ctx context.Context, wish Duel) error {
	err := mayChallenge(ctx, s.db, wish)
	if err == nil {
		var open []Duel
		open, err = readDuels(ctx, s.db, ofTheTwo+` and not `+isStale, wish.GuildID, wish.Challenger.ID, wish.Opponent.ID)
		if len(open) > 0 {
			err = &OpenDuelError{open[0]}
		}
	}
	return postgres.Annotate(err, "whether a duel can be asked for")
}

// ofTheTwo is the condition for an open duel d of two players in a guild, whoever asked.
const ofTheTwo = `where d.guild = $1 and d.ended is null and d.challenger in ($2, $3) and d.opponent in ($2, $3)`

// mayChallenge keeps players from being pestered.
func mayChallenge(ctx context.Context, db postgres.Querier, wish Duel) error {
	var refused bool
	var waiting, declined int
	err := db.QueryRow(ctx, `
		select exists (select from settings where player = $2 and refuse_duels),
		       (select count(*) from duel where challenger = $1 and opponent <> '' and state = 'invited' and asked > clock_timestamp() - $3::interval),
		       (select count(*) from duel where challenger = $1 and opponent = $2 and accepted is null and asked > clock_timestamp() - $4::interval
		            and ended is not null)`,
		wish.Challenger.ID, wish.Opponent.ID, InvitationLife, aDay).Scan(&refused, &waiting, &declined)
	switch {
	case err != nil:
		return err
	case refused:
		return ErrNoDuels
	case waiting >= maxInvited || declined >= maxDeclined:
		return ErrManyInvited
	}
	return nil
}

func insertDuel(ctx context.Context, tx pgx.Tx, wish Duel) (d Duel, err error) {
	var id int64
	err = tx.QueryRow(ctx, `
		insert into duel (guild, channel, challenger, opponent, shape, tier, language, rated) values ($1, $2, $3, $4, $5, $6, $7, $8)
		on conflict do nothing returning id`,
		wish.GuildID, wish.ChannelID, wish.Challenger.ID, wish.Opponent.ID, wish.Shape, wish.Tier, postgres.PlainText(wish.Language), wish.Rated).Scan(&id)
	if errors.Is(err, pgx.ErrNoRows) {
		open, err := readDuels(ctx, tx, ofTheTwo,
			wish.GuildID, wish.Challenger.ID, wish.Opponent.ID)
		if err != nil || len(open) == 0 {
			return d, errors.Join(err, postgres.ErrStale) // it has just ended
		}
		return d, &OpenDuelError{open[0]}
	}
	if err != nil {
		return d, err
	}
	return readDuel(ctx, tx, id)
}

// Duel returns a duel, or [postgres.ErrNotFound].
func (s *Store) Duel(ctx context.Context, id int64) (Duel, error) {
	d, err := readDuel(ctx, s.db, id)
	return d, postgres.Annotate(err, "duel %d", id)
}

// OpenDuels returns the open duels of a player in a guild, the newest first, and after them the races that the player has
// opened or joined: what is typed about a duel is not meant for a race.
func (s *Store) OpenDuels(ctx context.Context, playerID, guildID string) ([]Duel, error) {
	open, err := readDuels(ctx, s.db, `
		where d.guild = $1 and d.ended is null and not `+isStale+`
			and ($2 in (d.challenger, d.opponent) or exists (select from game g where g.duel = d.id and g.player = $2))
		order by d.opponent = '', d.asked desc, d.id desc`,
		guildID, playerID)
	return open, postgres.Annotate(err, "the duels of a player")
}

// DuelGames returns the games of a duel, in the order in which they were begun: none or one of each player. Each is
// looked up by itself: together, the database may read all entries.
func (s *Store) DuelGames(ctx context.Context, id int64) (games []Game, err error) {
	all, err := postgres.ReadColumn[int64](ctx, s.db, `select id from game where duel = $1 order by id`, id)
	for _, game := range all {
		g, readErr := readGame(ctx, s.db, `where g.id = $1`, game)
		games, err = append(games, g), errors.Join(err, readErr)
	}
	return games, postgres.Annotate(err, "the games of duel %d", id)
}

// lockDuel returns a duel as it is stored, and makes others that want to change it wait. A lock on a
// game comes before it.
func lockDuel(ctx context.Context, tx pgx.Tx, id int64) (Duel, error) {
	if _, err := tx.Exec(ctx, `select from duel where id = $1 for no key update`, id); err != nil {
		return Duel{}, err
	}
	if err := endStale(ctx, tx, `d.id = $1`, id); err != nil {
		return Duel{}, err
	}
	return readDuel(ctx, tx, id)
}

// EndDuel ends a duel before its time: from invited to declined or cancelled, from running to given
// up. Who may do so is up to the caller. [ErrNotOpen] means that it was in another state.
func (s *Store) EndDuel(ctx context.Context, id int64, to DuelState, byOpponent bool) (d Duel, err error) {
	from := DuelInvited
	if to == DuelGivenUp {
		from = DuelRunning
	}
	err = s.db.Transact(ctx, func(tx pgx.Tx) error {
		if d, err = lockDuel(ctx, tx, id); err != nil {
			return err
		}
		if d.State != from {
			return nil // what is stale has ended all the same
		}
		_, err := tx.Exec(ctx, `update duel set state = $2, by_opponent = $3, ended = clock_timestamp() where id = $1`,
			id, string(to), byOpponent && to == DuelGivenUp)
		if err == nil {
			d, err = readDuel(ctx, tx, id)
		}
		return err
	})
	if err == nil && d.State != to {
		err = ErrNotOpen
	}
	return d, postgres.Annotate(err, "end duel %d", id)
}

// SettleDuel ends a duel that both have solved, or a race that all have, and returns it as it is then.
func (s *Store) SettleDuel(ctx context.Context, id int64) (d Duel, err error) {
	err = s.db.Transact(ctx, func(tx pgx.Tx) error {
		if d, err = lockDuel(ctx, tx, id); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `
			update duel set state = 'solved', ended = clock_timestamp()
			where id = $1 and state = 'running' and opponent <> '' and (select count(*) from game where duel = $1 and finished is not null) = 2`, id)
		if err == nil {
			d, err = readDuel(ctx, tx, id)
		}
		return err
	})
	return d, postgres.Annotate(err, "settle duel %d", id)
}

// isStale is the condition for a duel d to have run out of time, or for a race that nobody can join any longer to be
// solved by all. By "ended is null" PostgreSQL finds the few that are open in an index, however many are over.
var isStale = fmt.Sprintf(`(d.ended is null and (d.state = 'invited' and %[1]s
	or d.state = 'running' and d.accepted <= clock_timestamp() - case when d.opponent = '' then interval '%[3]d seconds' else interval '%[2]d seconds' end
	or d.state = 'running' and d.opponent = '' and %[1]s and not %[4]s))`,
	isLate, int(DuelLife.Seconds()), int(RaceLife.Seconds()), racing)

// isLate is the condition for it to be too late to accept an invitation to a duel d, or to join a race.
var isLate = fmt.Sprintf(`d.asked <= clock_timestamp() - interval '%d seconds'`, int(InvitationLife.Seconds()))

// racing is the condition for a game of a duel d to be unfinished.
const racing = `exists (select from game g where g.duel = d.id and g.finished is null)`

// endStale ends those of some duels that have run out of time. A race that all have left has expired.
func endStale(ctx context.Context, db postgres.Querier, which string, args ...any) error {
	_, err := db.Exec(ctx, `
		update duel d set ended = clock_timestamp(), state = case
			when d.state = 'invited' or d.opponent = '' and not exists (select from game g where g.duel = d.id) then 'expired'
			when d.opponent = '' and not `+racing+` then 'solved'
			else 'out-of-time' end
		where `+isStale+` and `+which, args...)
	return err
}

// EndStaleDuels ends the duels that have run out of time. It deletes invitations that were not accepted two days
// after they were made, when they no longer count against their challenger, and forgets the messages of duels
// that have been over for a day: those stay as they are.
func (s *Store) EndStaleDuels(ctx context.Context) error {
	if err := endStale(ctx, s.db, `true`); err != nil {
		return postgres.Annotate(err, "end duels")
	}
	_, err := s.db.Exec(ctx, `
		delete from duel where accepted is null and ended is not null and asked < clock_timestamp() - 2 * $1::interval`, aDay)
	if err != nil {
		return postgres.Annotate(err, "forget invitations")
	}
	_, err = s.db.Exec(ctx, `update duel set message = '' where message <> '' and ended < clock_timestamp() - $1::interval`, aDay)
	return postgres.Annotate(err, "forget the messages of duels")
}
