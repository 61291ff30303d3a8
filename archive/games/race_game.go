package games

import (
	"context"
	"errors"
	"math/rand/v2"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/solver/logic"
)

// AcceptRace begins a challenge for its opponent. Both players get the same puzzle, shown alike, so that they can talk about
// it afterwards. It is new to both if there is such a puzzle, comes from the guild's collections, and is not a daily of
// today or later. For tier 0 it is of the easiest tier that has one.
//
// [ErrNotOpen] means that the challenge has ended or was to another player, [*library.NoPuzzleError] that there is no
// puzzle; then it stays open.
func (s *Store) AcceptRace(ctx context.Context, id int64, opponent Player, guild daily.Guild) (r Race, err error) {
	if r, err = s.Race(ctx, id); err != nil {
		return r, err
	}
	open := false
	err = s.db.Transact(ctx, func(tx pgx.Tx) error {
		// The opener's rotation must not be written after they were deleted.
		if err := s.LockPlayer(ctx, r.Opener.ID); err != nil {
			return err
		}
		if !r.IsChallenge() || r.Opponent.ID != opponent.ID {
			return nil
		}
		if err := savePlayer(ctx, tx, opponent); err != nil { // before the race is locked, as where its games begin
			return err
		}
		if r, err = lockRace(ctx, tx, id); err != nil {
			return err
		}
		if open = r.State == RaceInvited; !open {
			return nil
		}
		puzzle, err := s.drawForTwo(ctx, tx, r, guild)
		if err != nil {
			return err
		}
		for _, p := range []Player{r.Opener, r.Opponent} {
			if err := library.PlayerRotation(p.ID, r.Shape, puzzle.Tier).NoteDrawn(ctx, tx, puzzle.ID); err != nil {
				return err
			}
		}
		r, err = r.begin(ctx, tx, puzzle, guild)
		return err
	})
	if err == nil && !open {
		err = ErrNotOpen
	}
	return r, postgres.Annotate(err, "accept race %d", id)
}

// begin has a race run on a puzzle, which is zero for a pasted one.
func (r Race) begin(ctx context.Context, tx pgx.Tx, puzzle library.Puzzle, guild daily.Guild) (Race, error) {
	_, err := tx.Exec(ctx, `
		update duel set state = 'running', accepted = clock_timestamp(), import = $2, position = $3, transform = $4 where id = $1`,
		r.ID, postgres.OrNull(puzzle.Entry.ImportID), postgres.OrNull(puzzle.Entry.Position), guild.Display(r.Shape).String())
	if err != nil {
		return r, err
	}
	return readRace(ctx, tx, r.ID)
}

// drawForTwo draws a puzzle that is new to both players of a challenge, else the next one of its opener.
func (s *Store) drawForTwo(ctx context.Context, tx pgx.Tx, r Race, guild daily.Guild) (library.Puzzle, error) {
	if err := library.HoldTiers(ctx, tx); err != nil {
		return library.Puzzle{}, err
	}
	from, err := library.ChoiceOf(ctx, tx, guild.ID)
	if err != nil {
		return library.Puzzle{}, err
	}
	tiers := []logic.Tier{r.Tier}
	if r.Tier == 0 && library.HasTiers(r.Shape) {
		tiers = logic.Tiers
	}
	for _, tier := range tiers {
		next, err := newToBoth(ctx, tx, from, r, tier, library.Avoid{GuildID: guild.ID, From: guild.Today(s.db.Now())})
		if err == nil {
			return library.ReadEntered(ctx, tx, next.EntryID)
		}
		if !errors.Is(err, pgx.ErrNoRows) {
			return library.Puzzle{}, err
		}
	}
	for _, tier := range tiers {
		var puzzle library.Puzzle
		puzzle, err = s.drawOwn(ctx, tx, library.PlayerRotation(r.Opener.ID, r.Shape, tier), from, guild)
		if err == nil || !errors.Is(err, library.ErrNoPuzzle) {
			return puzzle, err
		}
	}
	return library.Puzzle{}, err
}

// newToBoth seeks a puzzle that is new to both players of a challenge, from anywhere in the shuffled order on. See
// [rotation.next] for its "offset 0".
func newToBoth(ctx context.Context, tx pgx.Tx, from library.Choice, r Race, tier logic.Tier, not library.Avoid) (next library.Drawn, err error) {
	owners := []string{library.PlayerRotation(r.Opener.ID, r.Shape, tier).Owner, library.PlayerRotation(r.Opponent.ID, r.Shape, tier).Owner}
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
			from.Collections, library.Slot(r.Shape, tier), start, owners, not.GuildID, not.From)
		if !errors.Is(err, pgx.ErrNoRows) {
			break
		}
	}
	return next, err
}

// StartRaceGame returns a player's game of a race, which begins with the first call: the puzzle cannot be seen before, so each
// player's time counts from then. A race for all begins with the first of these games. [ErrNotOpen] means that the player
// has no game and the race is over, or is a challenge that does not run or is to others; [ErrRaceClosed] and [ErrHad] that the player cannot
// join. On a pasted puzzle the errors of [Store.MayStartPasted] are possible too.
func (s *Store) StartRaceGame(ctx context.Context, id int64, player Player) (g Game, err error) {
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
		r, err := lockRace(ctx, tx, id)
		if err != nil {
			return err
		}
		if r.State == RaceInvited && !r.IsChallenge() {
			guild, err := daily.ReadGuild(ctx, tx, r.GuildID)
			if err != nil {
				return err
			}
			var puzzle library.Puzzle
			if r.IsPasted() {
				err = s.spoils(ctx, tx, player.ID, guild, r.Pasted)
			} else {
				puzzle, err = s.drawForParty(ctx, tx, player, guild, r.Shape, r.Tier)
			}
			if err != nil {
				return err
			}
			if r, err = r.begin(ctx, tx, puzzle, guild); err != nil {
				return err
			}
		}
		if r.State != RaceRunning || !r.IsFor(player.ID) {
			return nil
		}
		g = Game{Player: player, GuildID: r.GuildID, Race: r.ID, Shape: r.Shape}
		if r.IsPasted() {
			if err := s.joinPasted(ctx, tx, r, player); err != nil {
				return err
			}
			g, err = s.open(ctx, tx, g.onPasted(play.NewBoard(r.Pasted)))
			if err == nil {
				err = joinRace(ctx, tx, r, g)
			}
			return err
		}
		var entry library.EntryID
		err = tx.QueryRow(ctx, `select import, position, transform from duel where id = $1`, r.ID).Scan(
			&entry.ImportID, &entry.Position, postgres.Transform(&g.Transform))
		if err != nil {
			return err
		}
		if g.Puzzle, err = library.ReadEntered(ctx, tx, entry); err != nil {
			return err
		}
		g.Tier = g.Puzzle.Tier
		if g, err = s.open(ctx, tx, g); err == nil && !r.IsChallenge() {
			err = joinRace(ctx, tx, r, g)
		}
		return err
	})
	if err == nil && g.ID == 0 {
		err = ErrNotOpen
	}
	return g, postgres.Annotate(err, "play race %d", id)
}

// joinRace refuses a game that was just begun in a race for all, if its player cannot join, and otherwise counts the puzzle as
// had by the player.
func joinRace(ctx context.Context, tx pgx.Tx, r Race, g Game) error {
	var full, had bool
	err := tx.QueryRow(ctx, `
		select (select count(*) from game where duel = $1) > $2, $4 > 0 and exists (select from game where player = $3 and puzzle = $4 and id <> $5)`,
		r.ID, MaxRacers, g.Player.ID, g.Puzzle.ID, g.ID).Scan(&full, &had)
	switch {
	case err != nil:
		return err
	case full || r.Closed:
		return ErrRaceClosed
	case had:
		return ErrHad
	}
	if g.Pasted {
		return nil
	}
	return library.PlayerRotation(g.Player.ID, g.Shape, g.Tier).NoteDrawn(ctx, tx, g.Puzzle.ID)
}

// RaceGames returns the games of a race, in the order in which they were begun. Each is looked up by itself: together, the
// database may read all entries.
func (s *Store) RaceGames(ctx context.Context, id int64) (games []Game, err error) {
	all, err := postgres.ReadColumn[int64](ctx, s.db, `select id from game where duel = $1 order by id`, id)
	for _, game := range all {
		g, readErr := readGame(ctx, s.db, `where g.id = $1`, game)
		games, err = append(games, g), errors.Join(err, readErr)
	}
	return games, postgres.Annotate(err, "the games of race %d", id)
}

// LeaveRace gives up for a player. A challenge ends by that; the unfinished game in a race for all becomes one of the player's
// own. [ErrNotOpen] means that there is nothing to give up.
func (s *Store) LeaveRace(ctx context.Context, r Race, playerID string) (Race, error) {
	if r.IsChallenge() {
		return s.EndRace(ctx, r.ID, RaceGivenUp, playerID == r.Opponent.ID)
	}
	tag, err := s.db.Exec(ctx, `update game set duel = null where duel = $1 and player = $2 and finished is null`, r.ID, playerID)
	if err == nil && tag.RowsAffected() == 0 {
		err = ErrNotOpen
	}
	if err != nil {
		return r, postgres.Annotate(err, "leave race %d", r.ID)
	}
	return s.Race(ctx, r.ID)
}

// SetRaceMessage notes which public message shows a race. A newer one takes the place of an older one.
func (s *Store) SetRaceMessage(ctx context.Context, id int64, channelID, messageID string) error {
	_, err := s.db.Exec(ctx, `
		update duel set channel = $2, message = $3 where id = $1 and (channel, message) <> ($2, $3)`, id, channelID, messageID)
	return postgres.Annotate(err, "note the message of race %d", id)
}

// RaceShown notes a message as [Store.SetRaceMessage] does, and which [Race.Standing] it shows. It is changed once the race
// has another, or after an edit that is under way: the message may have been changed before the answer arrived that it shows now.
func (s *Store) RaceShown(ctx context.Context, id int64, channelID, messageID string, standing int64) error {
	if err := s.SetRaceMessage(ctx, id, channelID, messageID); err != nil {
		return err
	}
	_, err := s.db.Exec(ctx, `
		insert into outbox as o (guild, kind, rank, number, channel, target, version, state, tried)
		select guild, $2, $3, id, channel, message, $4, 'done', clock_timestamp() from duel where id = $1
		on conflict (guild, kind, date, number) do update set
			version = excluded.version, channel = excluded.channel, target = excluded.target,
			tried = case when o.owner is null then excluded.tried else o.tried end,
			state = case when o.owner is null and (o.state <> 'failed' or o.target <> excluded.target) then 'done' else o.state end`,
		id, daily.RaceMessage, daily.RankEdit, standing)
	return postgres.Annotate(err, "note what the message of race %d shows", id)
}

// LoseRaceMessage notes that a message of a race is gone, or closed to the bot.
func (s *Store) LoseRaceMessage(ctx context.Context, id int64, messageID string) error {
	_, err := s.db.Exec(ctx, `update duel set message = '' where id = $1 and message = $2`, id, messageID)
	return postgres.Annotate(err, "note that the message of race %d is gone", id)
}
