// Package submissions keeps the puzzles that members of a guild hand in, the votes of players on puzzles, and the
// collection of those that they like best.
//
//	s, err := store.Submit(ctx, player, guild, submissions.Wish{Clues: clues}, now)
//	s, err = store.Accept(ctx, guildID, s.ID, by)
//
// The promises:
//
//   - A guild takes puzzles only if its admins want it: at most [MaxWaiting] wait, and [MaxOpen] of a player.
//   - An accepted puzzle is a line of the guild's collection, kept as that of any import.
//   - A puzzle counts as known only if the guild can see it, in its own collections or in shared ones. All others count as new,
//     even if another guild has them or another member has handed them in.
package submissions

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

// Store keeps submissions and votes in a database. It is safe for concurrent use.
type Store struct{ db *postgres.DB }

// New returns a store on a database.
func New(db *postgres.DB) *Store { return &Store{db} }

// Collection is the name of the collection of a guild with the accepted puzzles.
const Collection = "Submissions"

// Limits of what waits for a decision.
const (
	MaxOpen    = 5   // puzzles of a player, in a guild
	MaxWaiting = 100 // puzzles of a guild
)

// keptDeclined is how long a declined puzzle is kept, at least, for its player to read why.
const keptDeclined = 90 * 24 * time.Hour

// Callers branch on these with [errors.Is].
var (
	ErrNotTaken = errors.New("the guild takes no puzzles of its members")
	ErrHidden   = errors.New("the player hides their name")
	ErrManyOpen = errors.New("too many puzzles of the player wait for a decision")
	ErrWaiting  = errors.New("too many puzzles of the guild wait for a decision")
	ErrShape    = errors.New("puzzles of this shape are not taken")
	ErrKnown    = errors.New("the guild has this puzzle already")
	ErrOwn      = errors.New("the player has handed in this puzzle already")
	ErrDecided  = errors.New("this submission was decided already")
)

// NotMinimalError is the error of a puzzle with a clue that can go, for a guild that wants minimal ones.
type NotMinimalError struct{ Clue sudoku.Candidate }

func (e *NotMinimalError) Error() string {
	return fmt.Sprintf("the clue %s=%d can go: there is one solution without it too", e.Clue.Cell, e.Clue.Digit)
}

// State is how far a submission is. The values are stored in the database.
type State string

const (
	Open     State = "open"
	Accepted State = "accepted"
	Declined State = "declined"
)

// Wish is a puzzle as a player hands it in.
type Wish struct {
	Clues    sudoku.Grid
	Name     string // of the puzzle; may be empty
	Credit   string // the name that it is to have as its author; "": none
	Language string // the player's, as BCP 47 tags
}

// Submission is a puzzle that was handed in.
type Submission struct {
	ID      int64
	GuildID string
	Player  games.Player
	Wish
	Key       canon.Key
	Submitted time.Time
	State     State
	Decided   time.Time // zero while it is open
	Reason    string    // why it was declined
	Entry     library.EntryID
}

func (s *Submission) fields() postgres.Fields {
	return postgres.Fields{
		"id": &s.ID, "guild": &s.GuildID, "player": &s.Player.ID, "player_name": &s.Player.Name, "clues": postgres.Grid(&s.Clues),
		"key": postgres.Key(&s.Key), "name": &s.Name, "credit": &s.Credit, "language": &s.Language, "submitted": &s.Submitted,
		"state": &s.State, "decided": postgres.Time(&s.Decided), "reason": &s.Reason, "import": &s.Entry.ImportID, "position": &s.Entry.Position,
	}
}

const selectSubmission = `
	select s.id, s.guild, s.player, y.name as player_name, s.clues, s.key, s.name, s.credit, s.language, s.submitted, s.state, s.decided, s.reason,
		coalesce(s.import, 0) as import, coalesce(s.position, 0) as position
	from submission s join player y on y.id = s.player `

// Submit hands in a puzzle. The errors are those above, a [*NotMinimalError], and for a grid without exactly one solution
// that of [rating.Rate] as it is, so that unavoidable.Reason can explain it.
func (s *Store) Submit(ctx context.Context, player games.Player, guild daily.Guild, w Wish) (Submission, error) {
	if err := check(guild, w.Clues); err != nil {
		return Submission{}, err
	}
	n := Submission{GuildID: guild.ID, Player: player, Wish: w, Key: canon.KeyOf(w.Clues), Submitted: s.db.Now(), State: Open}
	n.Name, n.Credit, n.Language = postgres.PlainText(w.Name), postgres.PlainText(w.Credit), postgres.PlainText(w.Language)
	err := games.AsPlayer(ctx, s.db, player, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, lockGuild, waitingLock, guild.ID); err != nil {
			return err
		}
		var hidden, own bool
		var open, waiting int
		err := tx.QueryRow(ctx, `
			select exists (select from settings where player = $1 and hidden),
				exists (select from submission where player = $1 and guild = $2 and key = $3 and state = 'open'),
				(select count(*) from submission where player = $1 and guild = $2 and state = 'open'),
				(select count(*) from submission where guild = $2 and state = 'open')`,
			player.ID, guild.ID, [16]byte(n.Key)).Scan(&hidden, &own, &open, &waiting)
		switch {
		case err != nil:
			return err
		case hidden:
			return ErrHidden
		case own:
			return ErrOwn
		case open >= MaxOpen:
			return ErrManyOpen
		case waiting >= MaxWaiting:
			return ErrWaiting
		}
		if err := refuseKnown(ctx, tx, guild.ID, n.Key); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `delete from submission where player = $1 and guild = $2 and state = 'declined' and decided < $3`,
			player.ID, guild.ID, n.Submitted.Add(-keptDeclined))
		if err != nil {
			return err
		}
		return tx.QueryRow(ctx, `
			insert into submission (guild, player, clues, key, name, credit, language, submitted)
			values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`, guild.ID, player.ID, postgres.PackGrid(n.Clues), [16]byte(n.Key),
			n.Name, n.Credit, n.Language, n.Submitted).Scan(&n.ID)
	})
	return n, postgres.Annotate(err, "hand in a puzzle in guild %q", guild.ID)
}

// Submissions of a guild are added and decided one after the other.
const (
	waitingLock = 0x7375_626d
	lockGuild   = `select pg_advisory_xact_lock($1, hashtext($2))`
)

// check returns why a guild does not take a puzzle, whichever it is.
func check(guild daily.Guild, clues sudoku.Grid) error {
	if guild.Submissions == "" {
		return ErrNotTaken
	}
	if !library.HasTiers(clues.Shape()) {
		return ErrShape
	}
	if _, err := rating.Rate(clues); err != nil {
		return err
	}
	if guild.Submissions != daily.MinimalSubmissions {
		return nil
	}
	for c := range clues.Filled().All() {
		if n, err := solver.Count(clues.With(c, 0), 2); err == nil && n == 1 {
			return &NotMinimalError{sudoku.Candidate{Cell: c, Digit: clues.At(c)}}
		}
	}
	return nil
}

// refuseKnown returns [ErrKnown] if a collection that the guild sees has the puzzle.
func refuseKnown(ctx context.Context, db postgres.Querier, guildID string, key canon.Key) error {
	var known bool
	err := db.QueryRow(ctx, `
		with p as materialized (select id, rnd, slot_of(shape, tier) as slot from puzzle where key = $2)
		select exists (select from p cross join (`+library.Visible+`) c cross join lateral (
			select from entry e where shelf(e.collection, e.slot) = shelf(c.id::integer, p.slot) and e.rnd = p.rnd and e.puzzle = p.id offset 0
		) e)`, guildID, [16]byte(key)).Scan(&known)
	if err == nil && known {
		err = ErrKnown
	}
	return err
}

// Submissions returns the puzzles of a guild that wait for a decision, the oldest first.
func (s *Store) Submissions(ctx context.Context, guildID string) ([]Submission, error) {
	all, err := postgres.ReadAll(ctx, s.db, (*Submission).fields, selectSubmission+`where s.guild = $1 and s.state = 'open' order by s.id`, guildID)
	return all, postgres.Annotate(err, "the submissions of guild %q", guildID)
}

// Submission returns one of a guild, in any state, or [postgres.ErrNotFound].
func (s *Store) Submission(ctx context.Context, guildID string, id int64) (Submission, error) {
	found, err := postgres.ReadOne(ctx, s.db, (*Submission).fields, selectSubmission+`where s.guild = $1 and s.id = $2`, guildID, id)
	return found, postgres.Annotate(err, "submission %d", id)
}

// SubmissionsOf returns the puzzles that a player has handed in in a guild, the newest first, at most that many.
func (s *Store) SubmissionsOf(ctx context.Context, playerID, guildID string, most int) ([]Submission, error) {
	all, err := postgres.ReadAll(ctx, s.db, (*Submission).fields,
		selectSubmission+`where s.player = $1 and s.guild = $2 order by s.id desc limit $3`, playerID, guildID, most)
	return all, postgres.Annotate(err, "the submissions of a player")
}

// Accept makes a submission a line of the guild's collection [Collection], which is made with the first. by is who accepts
// it, for people. The errors are [ErrDecided], [ErrKnown] if the guild has got the puzzle since, and [postgres.ErrNotFound].
func (s *Store) Accept(ctx context.Context, guildID string, id int64, by string) (Submission, error) {
	return s.decide(ctx, guildID, id, func(tx pgx.Tx, n *Submission) error {
		if err := refuseKnown(ctx, tx, guildID, n.Key); err != nil {
			return err
		}
		made, err := importing.PrepareEntries(ctx, []format.Entry{{Grid: n.Clues, Name: n.Name, Author: n.Credit}})
		if err != nil {
			return err
		}
		number := fmt.Sprintf("submission %d", n.ID)
		// An import of its own, so that it can be taken back alone.
		n.Entry.ImportID, _, err = importing.AddMade(ctx, tx, importing.MadeBy{GuildID: guildID, Collection: Collection, Source: number, Identity: number, By: by}, made)
		n.State, n.Entry.Position = Accepted, 1
		return err
	})
}

// Decline declines a submission, for a reason that its player reads. The errors are [ErrDecided] and [postgres.ErrNotFound].
func (s *Store) Decline(ctx context.Context, guildID string, id int64, reason string) (Submission, error) {
	return s.decide(ctx, guildID, id, func(_ pgx.Tx, n *Submission) error {
		n.State, n.Reason = Declined, postgres.PlainText(reason)
		return nil
	})
}

// decide changes the state of an open submission, and puts a message to its player into the outbox.
func (s *Store) decide(ctx context.Context, guildID string, id int64, change func(pgx.Tx, *Submission) error) (n Submission, err error) {
	err = s.db.Transact(ctx, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, lockGuild, waitingLock, guildID); err != nil {
			return err
		}
		n, err = postgres.ReadOne(ctx, tx, (*Submission).fields, selectSubmission+`where s.guild = $1 and s.id = $2 for update of s`, guildID, id)
		if err == nil && n.State != Open {
			err = ErrDecided
		}
		if err == nil {
			err = change(tx, &n)
		}
		if err != nil {
			return err
		}
		n.Decided = s.db.Now()
		_, err := tx.Exec(ctx, `
			update submission set state = $2, decided = $3, reason = $4, import = nullif($5, 0), position = nullif($6, 0) where id = $1`,
			n.ID, n.State, n.Decided, n.Reason, n.Entry.ImportID, n.Entry.Position)
		if err == nil {
			_, err = tx.Exec(ctx, `insert into outbox (guild, kind, rank, number) values ($1, $2, $3, $4) on conflict do nothing`,
				guildID, daily.DecidedMessage, daily.RankReminder, n.ID)
		}
		return err
	})
	return n, postgres.Annotate(err, "decide submission %d", id)
}
