package games

import (
	"context"
	"errors"
	"math/rand/v2"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// AcceptDuel begins a duel for the player who was invited: both players get the same puzzle, shown alike, so
// that they can talk about it afterwards. Neither has had it, as long as there is such a puzzle. It comes from
// the guild's collections and is not one of its dailies of today or later. For tier 0 it is of the easiest tier
// that has one.
//
// [ErrNotOpen] means that the invitation has ended or was for another player, [*library.NoPuzzleError] that there is no
// puzzle; then the invitation stays open.
func (s *Store) AcceptDuel(ctx context.Context, id int64, opponent Player, guild daily.Guild) (d Duel, err error) {
	if d, err = s.Duel(ctx, id); err != nil {
		return d, err
	}
	open := false
	err = s.db.Transact(ctx, func(tx pgx.Tx) error {
		// What is noted about the challenger must not come after they were deleted.
		if err := s.LockPlayer(ctx, d.Challenger.ID); err != nil {
			return err
		}
		if d.Opponent.ID != opponent.ID {
			return nil
		}
		if err := savePlayer(ctx, tx, opponent); err != nil { // before the duel is locked, as where its games begin
			return err
		}
		if d, err = lockDuel(ctx, tx, id); err != nil {
			return err
		}
		if open = d.State == DuelInvited; !open {
			return nil
		}
		if err := s.deal(ctx, tx, d, guild); err != nil {
			return err
		}
		d, err = readDuel(ctx, tx, id)
		return err
	})
	if err == nil && !open {
		err = ErrNotOpen
	}
	return d, postgres.Annotate(err, "accept duel %d", id)
}

// deal chooses the puzzle of a duel that is accepted.
func (s *Store) deal(ctx context.Context, tx pgx.Tx, d Duel, guild daily.Guild) error {
	puzzle, err := s.drawForTwo(ctx, tx, d, guild)
	if err != nil {
		return err
	}
	for _, p := range []Player{d.Challenger, d.Opponent} {
		if err := library.PlayerRotation(p.ID, d.Shape, puzzle.Tier).NoteDrawn(ctx, tx, puzzle.ID); err != nil {
			return err
		}
	}
	return d.start(ctx, tx, puzzle, guild)
}

// start has a duel run on a puzzle.
func (d Duel) start(ctx context.Context, tx pgx.Tx, puzzle library.Puzzle, guild daily.Guild) error {
	_, err := tx.Exec(ctx, `
		update duel set state = 'running', accepted = clock_timestamp(), import = $2, position = $3, transform = $4 where id = $1`,
		d.ID, puzzle.Entry.ImportID, puzzle.Entry.Position, guild.Display(d.Shape).String())
	return err
}

// drawForTwo draws a puzzle that neither player has had, else the next one of the challenger.
func (s *Store) drawForTwo(ctx context.Context, tx pgx.Tx, d Duel, guild daily.Guild) (library.Puzzle, error) {
	if err := library.HoldTiers(ctx, tx); err != nil {
		return library.Puzzle{}, err
	}
	from, err := library.ChoiceOf(ctx, tx, guild.ID)
	if err != nil {
		return library.Puzzle{}, err
	}
	tiers := []logic.Tier{d.Tier}
	if d.Tier == 0 && d.Shape == sudoku.Sudoku {
		tiers = logic.Tiers
	}
	for _, tier := range tiers {
		next, err := newToBoth(ctx, tx, from, d, tier, library.Avoid{GuildID: guild.ID, From: guild.Today(s.db.Now())})
		if err == nil {
			return library.ReadEntered(ctx, tx, next.EntryID)
		}
		if !errors.Is(err, pgx.ErrNoRows) {
			return library.Puzzle{}, err
		}
	}
	for _, tier := range tiers {
		var puzzle library.Puzzle
		puzzle, err = s.drawOwn(ctx, tx, library.PlayerRotation(d.Challenger.ID, d.Shape, tier), from, guild)
		if err == nil || !errors.Is(err, library.ErrNoPuzzle) {
			return puzzle, err
		}
	}
	return library.Puzzle{}, err
}

// newToBoth seeks a puzzle that neither player of a duel has had, from anywhere in the shuffled order
// on. See [rotation.next] for its "offset 0".
func newToBoth(ctx context.Context, tx pgx.Tx, from library.Choice, d Duel, tier logic.Tier, not library.Avoid) (next library.Drawn, err error) {
	owners := []string{library.PlayerRotation(d.Challenger.ID, d.Shape, tier).Owner, library.PlayerRotation(d.Opponent.ID, d.Shape, tier).Owner}
	for _, start := range []int64{rand.Int64N(library.LastPlace-library.BeforeAll) + library.BeforeAll, library.BeforeAll} {
		next, err = postgres.ReadOne(ctx, tx, postgres.Tags[library.Drawn], `
			select e.import, e.position, e.puzzle, e.rnd
			from unnest($1::integer[]) c(id) cross join lateral (
				select e.import, e.position, e.puzzle, e.rnd from entry e
				where shelf(e.collection, e.slot) = shelf(c.id, $2) and e.rnd > $3::bigint
				  and not exists (select from drawn d where d.owner = any($4::text[]) and d.puzzle = e.puzzle offset 0)
				  and not exists (select from daily a where a.guild in ($5, '`+library.GlobalGuild+`') and a.puzzle = e.puzzle and a.date >= $6 offset 0)
				order by e.rnd limit 1
			) e
			order by e.rnd, e.puzzle, e.import, e.position limit 1`,
			from.Collections, library.Slot(d.Shape, tier), start, owners, not.GuildID, not.From)
		if !errors.Is(err, pgx.ErrNoRows) {
			break
		}
	}
	return next, err
}

// StartDuelGame returns a player's game of a duel, which begins with the first call: the puzzle cannot
// be seen before, so each player's time counts from then. [ErrNotOpen] means that the
// duel has ended and the player had not begun, or that it is not accepted; [ErrRaceClosed] and [ErrHad] that the player
// cannot join a race.
func (s *Store) StartDuelGame(ctx context.Context, id int64, player Player) (g Game, err error) {
	err = AsPlayer(ctx, s.db, player, func(tx pgx.Tx) error {
		var game int64
		err := tx.QueryRow(ctx, `
			update game set opened = nextval('game_opened') where duel = $1 and player = $2 returning id`, id, player.ID).Scan(&game)
		if err == nil {
			g, err = readGame(ctx, tx, `where g.id = $1`, game)
			return err
		}
		if !errors.Is(err, pgx.ErrNoRows) {
			return err
		}
		d, err := lockDuel(ctx, tx, id)
		if err != nil {
			return err
		}
		if d.IsRace() && d.State == DuelInvited {
			if d, err = s.beginRace(ctx, tx, d, player); err != nil {
				return err
			}
		}
		if d.State != DuelRunning {
			return nil
		}
		if g, err = s.beginDuelGame(ctx, tx, d, player); err == nil && d.IsRace() {
			err = joinRace(ctx, tx, d, g)
		}
		return err
	})
	if err == nil && g.ID == 0 {
		err = ErrNotOpen
	}
	return g, postgres.Annotate(err, "play duel %d", id)
}

// beginDuelGame makes a player's game of a duel that is running.
func (s *Store) beginDuelGame(ctx context.Context, tx pgx.Tx, d Duel, player Player) (Game, error) {
	g := Game{Player: player, GuildID: d.GuildID, Duel: d.ID, Shape: d.Shape}
	var entry library.EntryID
	err := tx.QueryRow(ctx, `select import, position, transform from duel where id = $1`, d.ID).Scan(
		&entry.ImportID, &entry.Position, postgres.Transform(&g.Transform))
	if err != nil {
		return g, err
	}
	if g.Puzzle, err = library.ReadEntered(ctx, tx, entry); err != nil {
		return g, err
	}
	g.Tier = g.Puzzle.Tier
	return s.open(ctx, tx, g)
}

// SetDuelMessage notes which public message shows a duel. A newer one takes the place of an older one.
func (s *Store) SetDuelMessage(ctx context.Context, id int64, channelID, messageID string) error {
	_, err := s.db.Exec(ctx, `
		update duel set channel = $2, message = $3 where id = $1 and (channel, message) <> ($2, $3)`, id, channelID, messageID)
	return postgres.Annotate(err, "note the message of duel %d", id)
}

// DuelShown notes a message as [Store.SetDuelMessage] does, and which [Duel.Standing] it shows. It is changed once the duel
// has another, or after an edit that is under way: the message may have been changed before the answer arrived that it shows now.
func (s *Store) DuelShown(ctx context.Context, id int64, channelID, messageID string, standing int64) error {
	if err := s.SetDuelMessage(ctx, id, channelID, messageID); err != nil {
		return err
	}
	_, err := s.db.Exec(ctx, `
		insert into outbox as o (guild, kind, rank, number, channel, target, version, state, tried)
		select guild, $2, $3, id, channel, message, $4, 'done', clock_timestamp() from duel where id = $1
		on conflict (guild, kind, date, number) do update set
			version = excluded.version, channel = excluded.channel, target = excluded.target,
			tried = case when o.owner is null then excluded.tried else o.tried end,
			state = case when o.owner is null and (o.state <> 'failed' or o.target <> excluded.target) then 'done' else o.state end`,
		id, daily.DuelMessage, daily.RankEdit, standing)
	return postgres.Annotate(err, "note what the message of duel %d shows", id)
}

// LoseDuelMessage notes that a message of a duel is gone, or closed to the bot.
func (s *Store) LoseDuelMessage(ctx context.Context, id int64, messageID string) error {
	_, err := s.db.Exec(ctx, `update duel set message = '' where id = $1 and message = $2`, id, messageID)
	return postgres.Annotate(err, "note that the message of duel %d is gone", id)
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
