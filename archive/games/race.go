package games

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

// Race is several players of a guild on the same puzzle, each on a board of their own. One of them opens it, for all in the
// guild or as a challenge to one Opponent. It runs as soon as it has a puzzle, and it ends by itself.
//
//	            for all                         challenge
//	begins      when the first player joins     when the opponent accepts
//	players     up to MaxRacers, who joined     the opener and the opponent
//	lasts       RaceLife                        ChallengeLife
//	giving up   leaves it                       ends it: the other player wins
//
// All its times but those of its games are by the database's clock. Its table is called duel.
type Race struct {
	ID                 int64
	GuildID, ChannelID string
	MessageID          string // of the public message; "": not known yet
	Opener, Opponent   Player // without an opponent, anyone can join
	Language           string // of the public message, as a BCP 47 tag
	Shape              sudoku.Shape
	Tier               logic.Tier  // as asked for; 0: any
	Rated              bool        // its games count for ratings
	Pasted             sudoku.Grid // the clues of a puzzle that the opener pasted, for a race for all that is not rated; zero: the puzzle is drawn
	Closed             bool        // [InvitationLife] is over
	State              RaceState
	ByOpponent         bool // the opponent gave up, and not the opener
	Asked              time.Time
	Begun              time.Time // zero: it has no puzzle yet
	Ended              time.Time // zero: it is open
	Standing           int64     // of [daily.RaceStanding]
}

// RaceState is how far a race is.
type RaceState string

// The states of races. One that is invited or running is open; the others are how it ended.
const (
	RaceInvited   RaceState = "invited"
	RaceRunning   RaceState = "running"
	RaceDeclined  RaceState = "declined"  // by the opponent
	RaceCancelled RaceState = "cancelled" // by the opener, before it ran
	RaceExpired   RaceState = "expired"   // nobody joined or accepted within [InvitationLife], or all have left
	RaceSolved    RaceState = "solved"    // by all
	RaceGivenUp   RaceState = "given-up"  // by one of two
	RaceOutOfTime RaceState = "out-of-time"
)

// Limits of races.
const (
	// InvitationLife is how long a race can be joined, and a challenge accepted.
	InvitationLife = daily.InvitationLife
	// RaceLife is how long a race for all runs at most.
	RaceLife = 2 * time.Hour
	// ChallengeLife is how long a challenge that was accepted runs at most: its players need not play at the same time.
	ChallengeLife = 24 * time.Hour
	// MaxRacers is how many players a race may have.
	MaxRacers = 10

	maxInvited  = 3 // challenges of one player that wait for an answer
	maxDeclined = 2 // challenges of one player to another in a day that were not accepted
	aDay        = 24 * time.Hour
)

// Callers branch on these with [errors.Is].
var (
	ErrNoChallenges = errors.New("this player accepts no challenges")
	ErrManyInvited  = errors.New("this player has challenged too many others, or one too often")
	ErrNotOpen      = errors.New("it is no longer open for that")
	ErrRaceClosed   = errors.New("this race can no longer be joined")
	ErrHad          = errors.New("this player has had the puzzle")
)

// OpenRaceError is the error of a race for all whose opener has an open one, or of a challenge between two players who do.
type OpenRaceError struct{ Race Race }

func (e *OpenRaceError) Error() string { return fmt.Sprintf("race %d is open", e.Race.ID) }

// IsOpen reports whether a race is not over.
func (r Race) IsOpen() bool { return r.State == RaceInvited || r.State == RaceRunning }

// IsChallenge reports whether a race is for its opener and one opponent only.
func (r Race) IsChallenge() bool { return r.Opponent.ID != "" }

// IsPasted reports whether a race is on a puzzle that its opener pasted.
func (r Race) IsPasted() bool { return r.Pasted != sudoku.Grid{} }

// IsFor reports whether a player may take part in a race, as long as it is open.
func (r Race) IsFor(playerID string) bool {
	return !r.IsChallenge() || playerID == r.Opener.ID || playerID == r.Opponent.ID
}

// JoinUntil is when a race can no longer be joined, or a challenge accepted.
func (r Race) JoinUntil() time.Time { return r.Asked.Add(InvitationLife) }

// Until is when an open race ends by itself.
func (r Race) Until() time.Time {
	switch {
	case r.Begun.IsZero():
		return r.JoinUntil()
	case r.IsChallenge():
		return r.Begun.Add(ChallengeLife)
	}
	return r.Begun.Add(RaceLife)
}

// raceColumns are the columns of a race d, with its opener c and its opponent o.
var raceColumns = `d.id, d.guild, d.channel, d.message, d.challenger, c.name as challenger_name, d.opponent, coalesce(o.name, '') as opponent_name,
	d.language, d.shape, d.tier, d.rated, d.clues, ` + isLate + ` as closed, d.state, d.by_opponent, d.asked, d.accepted, d.ended, ` + daily.RaceStanding + ` as standing`

const raceTables = ` from duel d join player c on c.id = d.challenger left join player o on o.id = d.opponent `

func (r *Race) fields() postgres.Fields {
	return postgres.Fields{
		"id": &r.ID, "guild": &r.GuildID, "channel": &r.ChannelID, "message": &r.MessageID,
		"challenger": &r.Opener.ID, "challenger_name": &r.Opener.Name, "opponent": &r.Opponent.ID, "opponent_name": &r.Opponent.Name,
		"language": &r.Language, "shape": &r.Shape, "tier": &r.Tier, "rated": &r.Rated, "clues": postgres.Optional(postgres.Grid(&r.Pasted)), "closed": &r.Closed, "state": &r.State, "by_opponent": &r.ByOpponent,
		"asked": &r.Asked, "accepted": postgres.Time(&r.Begun), "ended": postgres.Time(&r.Ended), "standing": &r.Standing,
	}
}

// readRaces returns the races that a condition on the race d finds.
func readRaces(ctx context.Context, db postgres.Querier, condition string, args ...any) ([]Race, error) {
	return postgres.ReadAll(ctx, db, (*Race).fields, `select `+raceColumns+raceTables+condition, args...)
}

func readRace(ctx context.Context, db postgres.Querier, id int64) (Race, error) {
	return postgres.ReadOne(ctx, db, (*Race).fields, `select `+raceColumns+raceTables+`where d.id = $1`, id)
}

// Race returns a race, or [postgres.ErrNotFound].
func (s *Store) Race(ctx context.Context, id int64) (Race, error) {
	r, err := readRace(ctx, s.db, id)
	return r, postgres.Annotate(err, "race %d", id)
}

// OpenRaces returns the races of a guild that anyone can join, the newest first.
func (s *Store) OpenRaces(ctx context.Context, guildID string) ([]Race, error) {
	open, err := readRaces(ctx, s.db, `
		where d.guild = $1 and d.ended is null and d.opponent = '' and not `+isLate+` order by d.asked desc, d.id desc`, guildID)
	return open, postgres.Annotate(err, "the races of a guild")
}

// OpenRacesOf returns the open races of a guild that a player has opened, joined or been challenged to, the newest first;
// challenges come before the others.
func (s *Store) OpenRacesOf(ctx context.Context, playerID, guildID string) ([]Race, error) {
	open, err := readRaces(ctx, s.db, `
		where d.guild = $1 and d.ended is null and not `+isStale+`
			and ($2 in (d.challenger, d.opponent) or exists (select from game g where g.duel = d.id and g.player = $2))
		order by d.opponent = '', d.asked desc, d.id desc`,
		guildID, playerID)
	return open, postgres.Annotate(err, "the races of a player")
}

// OpenRace opens a race. Its errors are [*OpenRaceError]; for a challenge, [ErrNoChallenges] and [ErrManyInvited]. A pasted
// puzzle brings its shape and tier with it, and may have the errors of [Store.StartPasted].
func (s *Store) OpenRace(ctx context.Context, wish Race) (r Race, err error) {
	if wish.IsPasted() {
		rated, err := rating.Rate(wish.Pasted)
		if err != nil {
			return r, err
		}
		guild, err := daily.ReadGuild(ctx, s.db, wish.GuildID)
		if err == nil {
			err = s.spoils(ctx, s.db, wish.Opener.ID, guild, wish.Pasted)
		}
		if err != nil {
			return r, postgres.Annotate(err, "open a race")
		}
		wish.Shape, wish.Tier, wish.Rated = wish.Pasted.Shape(), rated.Tier, false
	}
	err = AsPlayer(ctx, s.db, wish.Opener, func(tx pgx.Tx) error {
		// Two challenges of one player are counted one after the other.
		if _, err := tx.Exec(ctx, `select from player where id = $1 for no key update`, wish.Opener.ID); err != nil {
			return err
		}
		if err := endStale(ctx, tx, likeIt, wish.GuildID, wish.Opener.ID, wish.Opponent.ID); err != nil {
			return err
		}
		if err := mayChallenge(ctx, tx, wish); err != nil {
			return err
		}
		var clues, key any
		if wish.IsPasted() {
			clues, key = postgres.PackGrid(wish.Pasted), [16]byte(canon.KeyOf(wish.Pasted))
		}
		var id int64
		err := tx.QueryRow(ctx, `
			insert into duel (guild, channel, challenger, opponent, shape, tier, language, rated, clues, key) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
			on conflict do nothing returning id`,
			wish.GuildID, wish.ChannelID, wish.Opener.ID, wish.Opponent.ID, wish.Shape, wish.Tier, postgres.PlainText(wish.Language), wish.Rated, clues, key).Scan(&id)
		if errors.Is(err, pgx.ErrNoRows) {
			open, err := readRaces(ctx, tx, `where d.ended is null and `+likeIt, wish.GuildID, wish.Opener.ID, wish.Opponent.ID)
			if err != nil || len(open) == 0 {
				return errors.Join(err, postgres.ErrStale) // it has just ended
			}
			return &OpenRaceError{open[0]}
		}
		if err == nil {
			r, err = readRace(ctx, tx, id)
		}
		return err
	})
	return r, postgres.Annotate(err, "open a race")
}

// MayOpenRace returns the error with which [Store.OpenRace] would refuse now.
func (s *Store) MayOpenRace(ctx context.Context, wish Race) error {
	err := mayChallenge(ctx, s.db, wish)
	if err == nil {
		var open []Race
		open, err = readRaces(ctx, s.db, `where d.ended is null and not `+isStale+` and `+likeIt, wish.GuildID, wish.Opener.ID, wish.Opponent.ID)
		if len(open) > 0 {
			err = &OpenRaceError{open[0]}
		}
	}
	if err == nil && wish.IsPasted() {
		guild, err := daily.ReadGuild(ctx, s.db, wish.GuildID)
		if err != nil {
			return err
		}
		return s.MayStartPasted(ctx, wish.Opener.ID, guild, wish.Pasted)
	}
	return postgres.Annotate(err, "whether a race can be opened")
}

// likeIt is the condition for a race d of a guild to have the same opener and opponent, in either order. There is one open race of them, by
// a unique index: without an opponent, one race for all of each opener.
const likeIt = `d.guild = $1 and d.challenger in ($2, $3) and d.opponent in ($2, $3)`

// mayChallenge keeps players from being pestered.
func mayChallenge(ctx context.Context, db postgres.Querier, wish Race) error {
	if !wish.IsChallenge() {
		return nil
	}
	var refused bool
	var waiting, declined int
	err := db.QueryRow(ctx, `
		select exists (select from settings where player = $2 and refuse_duels),
		       (select count(*) from duel where challenger = $1 and opponent <> '' and state = 'invited' and asked > clock_timestamp() - $3::interval),
		       (select count(*) from duel where challenger = $1 and opponent = $2 and accepted is null and asked > clock_timestamp() - $4::interval
		            and ended is not null)`,
		wish.Opener.ID, wish.Opponent.ID, InvitationLife, aDay).Scan(&refused, &waiting, &declined)
	switch {
	case err != nil:
		return err
	case refused:
		return ErrNoChallenges
	case waiting >= maxInvited || declined >= maxDeclined:
		return ErrManyInvited
	}
	return nil
}

// lockRace ends a race that is stale and returns it as it is stored. Others that want to change it wait. A lock on a
// game comes before it.
func lockRace(ctx context.Context, tx pgx.Tx, id int64) (Race, error) {
	if _, err := tx.Exec(ctx, `select from duel where id = $1 for no key update`, id); err != nil {
		return Race{}, err
	}
	if err := endStale(ctx, tx, `d.id = $1`, id); err != nil {
		return Race{}, err
	}
	return readRace(ctx, tx, id)
}

// EndRace ends a race before its time: from invited to declined or cancelled, a running challenge to given up. Who may do so
// is up to the caller. [ErrNotOpen] means that it was in another state.
func (s *Store) EndRace(ctx context.Context, id int64, to RaceState, byOpponent bool) (r Race, err error) {
	from := RaceInvited
	if to == RaceGivenUp {
		from = RaceRunning
	}
	err = s.db.Transact(ctx, func(tx pgx.Tx) error {
		if r, err = lockRace(ctx, tx, id); err != nil {
			return err
		}
		if r.State != from {
			return nil // the end of a stale race is kept all the same
		}
		_, err := tx.Exec(ctx, `update duel set state = $2, by_opponent = $3, ended = clock_timestamp() where id = $1`,
			id, string(to), byOpponent && to == RaceGivenUp)
		if err == nil {
			r, err = readRace(ctx, tx, id)
		}
		return err
	})
	if err == nil && r.State != to {
		err = ErrNotOpen
	}
	return r, postgres.Annotate(err, "end race %d", id)
}

// SettleRace ends a race that all its players have solved, and returns it as it is then.
func (s *Store) SettleRace(ctx context.Context, id int64) (r Race, err error) {
	err = s.db.Transact(ctx, func(tx pgx.Tx) error {
		r, err = lockRace(ctx, tx, id)
		return err
	})
	return r, postgres.Annotate(err, "settle race %d", id)
}

// isStale is the condition for a race d to have run out of time, or to be solved by all once nobody else can join. By
// "ended is null" PostgreSQL finds the few that are open in an index, however many are over.
var isStale = fmt.Sprintf(`(d.ended is null and (d.state = 'invited' and %[1]s
	or d.state = 'running' and d.accepted <= clock_timestamp() - case when d.opponent = '' then interval '%[2]d seconds' else interval '%[3]d seconds' end
	or d.state = 'running' and not %[4]s and case when d.opponent = '' then %[1]s else (select count(*) from game g where g.duel = d.id) = 2 end))`,
	isLate, int(RaceLife.Seconds()), int(ChallengeLife.Seconds()), racing)

// isLate is the condition for it to be too late to join a race d, or to accept it.
var isLate = fmt.Sprintf(`d.asked <= clock_timestamp() - interval '%d seconds'`, int(InvitationLife.Seconds()))

// racing is the condition for a game of a race d to be unfinished.
const racing = `exists (select from game g where g.duel = d.id and g.finished is null)`

// endStale ends the stale races among some. A challenge that only one player has solved is out of time.
func endStale(ctx context.Context, db postgres.Querier, which string, args ...any) error {
	_, err := db.Exec(ctx, `
		update duel d set ended = clock_timestamp(), state = case
			when d.state = 'invited' or d.opponent = '' and not exists (select from game g where g.duel = d.id) then 'expired'
			when not `+racing+` and (d.opponent = '' or (select count(*) from game g where g.duel = d.id) = 2) then 'solved'
			else 'out-of-time' end
		where `+isStale+` and `+which, args...)
	return err
}

// EndStaleRaces ends the races that are stale. It deletes invitations that nobody accepted two days after they were made, when they
// no longer count against their opener, and forgets the messages of races that have been over for a day: those stay as they
// are.
func (s *Store) EndStaleRaces(ctx context.Context) error {
	if err := endStale(ctx, s.db, `true`); err != nil {
		return postgres.Annotate(err, "end races")
	}
	_, err := s.db.Exec(ctx, `
		delete from duel where accepted is null and ended is not null and asked < clock_timestamp() - 2 * $1::interval`, aDay)
	if err != nil {
		return postgres.Annotate(err, "forget invitations")
	}
	_, err = s.db.Exec(ctx, `update duel set message = '' where message <> '' and ended < clock_timestamp() - $1::interval`, aDay)
	return postgres.Annotate(err, "forget the messages of races")
}
