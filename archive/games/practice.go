package games

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// maxLookedThrough is how many puzzles of a tier a practice looks through for one that needs the
// technique. Most are passed over by their rating: a thousand take a quarter of a second of a busy
// machine, for a naked quad. Of the ladder each is climbed, at some 6 ms: where none of the 366 of the
// starter collection needs the technique, as Sue de Coq, that takes 2.3 s of a processor.
const maxLookedThrough = 500

// NoPracticeError is the error of a technique for which no puzzle was found.
type NoPracticeError struct {
	Technique     logic.Technique
	LookedThrough int  // puzzles; a second call goes on behind them, unless they are all
	All           bool // there are no others that might need it
	Chosen        bool // the guild has chosen collections, and these were looked through
}

func (e *NoPracticeError) Error() string {
	return fmt.Sprintf("none of %d puzzles needs the technique %q", e.LookedThrough, e.Technique)
}

// StartPractice starts a game in the middle of a puzzle of a shape, at the board that needs a technique. It is one that is
// solved without guessing, unless that is the technique, from the same collections as [Store.StartGame]'s. It is not
// one that the guild has as a daily of today or later, nor one that the player is playing. The same comes again only
// after all others that were looked through. If none is found, the error is a [*NoPracticeError].
func (s *Store) StartPractice(ctx context.Context, player Player, guild daily.Guild, shape sudoku.Shape, t logic.Technique) (g Game, err error) {
	none := &NoPracticeError{Technique: t, All: true}
	err = AsPlayer(ctx, s.db, player, func(tx pgx.Tx) error {
		from, err := library.ChoiceOf(ctx, tx, guild.ID)
		none.Chosen = from.Chosen
		if err != nil || len(from.Collections) == 0 {
			return err
		}
		search := practiceSearch{tx: tx, from: from, player: player, guild: guild, shape: shape, technique: t, not: library.Avoid{GuildID: guild.ID, From: guild.Today(s.db.Now())}}
		for _, tier := range tiersWith(shape, t) {
			found, err := search.in(ctx, tier)
			if err != nil {
				return err
			}
			none.LookedThrough += search.looked
			none.All = none.All && search.looked < maxLookedThrough
			if found != nil {
				g, err = s.open(ctx, tx, *found)
				return err
			}
		}
		return nil // what was looked through is kept
	})
	if err == nil && g.ID == 0 {
		err = none
	}
	return g, postgres.Annotate(err, "start a practice of %q", t)
}

// tiersWith returns the tiers whose puzzles may need a technique, and no guesses after it.
func tiersWith(shape sudoku.Shape, t logic.Technique) []logic.Tier {
	switch {
	case !library.HasTiers(shape):
		return []logic.Tier{0}
	case t.Tier() == logic.TierGuessing:
		return []logic.Tier{logic.TierGuessing}
	}
	var tiers []logic.Tier
	for _, tier := range logic.Tiers {
		if t.Tier() != 0 && t.Tier() <= tier && tier < logic.TierGuessing {
			tiers = append(tiers, tier)
		}
	}
	return tiers
}

// practiceSearch looks for a puzzle to practise a technique with.
type practiceSearch struct {
	tx        pgx.Tx
	from      library.Choice
	player    Player
	guild     daily.Guild
	shape     sudoku.Shape
	technique logic.Technique
	not       library.Avoid
	looked    int // puzzles of the last tier
}

// PracticeOwner is the owner of a player's rotation for a technique.
func PracticeOwner(t logic.Technique, playerID string) string {
	return "practice " + string(t) + " " + playerID
}

// in returns a game that is not stored yet, nil if no puzzle of a tier was found. Each player goes round in a
// rotation for each technique, which counts puzzles that were looked through as had.
func (p *practiceSearch) in(ctx context.Context, tier logic.Tier) (*Game, error) {
	r := library.Rotation{Owner: PracticeOwner(p.technique, p.player.ID), Shape: p.shape, Tier: tier}
	at, err := r.Lock(ctx, p.tx, p.from)
	if err != nil {
		return nil, err
	}
	p.looked = 0
	start := at.Rnd
	for _, part := range [][2]int64{{start, library.LastPlace}, {library.BeforeAll, start}} {
		candidates, err := p.candidates(ctx, tier, part[0], part[1], maxLookedThrough-p.looked)
		if err != nil {
			return nil, err
		}
		for _, c := range candidates {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			p.looked++
			at.Rnd = c.Rnd
			if g, ok := p.try(c); ok {
				return p.take(ctx, r, at, c, g)
			}
		}
	}
	return nil, r.MoveTo(ctx, p.tx, p.from, at)
}

// candidate is a puzzle that may need a technique.
type candidate struct {
	library.Drawn
	clues sudoku.Grid
}

func (c *candidate) fields() postgres.Fields {
	return postgres.Tags(&c.Drawn).And(postgres.Fields{"clues": postgres.Grid(&c.clues)})
}

// candidates returns the puzzles of a tier whose places in the order are between two.
func (p *practiceSearch) candidates(ctx context.Context, tier logic.Tier, after, upTo int64, most int) ([]candidate, error) {
	return postgres.ReadAll(ctx, p.tx, (*candidate).fields, `
		select distinct on (e.rnd, e.puzzle) e.import, e.position, e.puzzle, e.rnd, (
			select clues from entered_puzzle p where p.import = e.import and p.position = e.position
		) as clues
		from unnest(@collections::integer[]) c(id) cross join lateral (
			select e.import, e.position, e.puzzle, e.rnd from entry e
			where shelf(e.collection, e.slot) = shelf(c.id, @slot) and e.rnd > @after::bigint and e.rnd <= @up_to::bigint
			  and not exists (select from daily a where a.guild in (@guild, '`+library.GlobalGuild+`') and a.puzzle = e.puzzle and a.date >= @from offset 0)
			  and e.puzzle <> all (array(select puzzle from game where player = @player and finished is null and practice = ''))
			order by e.rnd limit @most
		) e
		order by e.rnd, e.puzzle, e.import, e.position limit @most`,
		pgx.NamedArgs{
			"collections": p.from.Collections, "slot": library.Slot(p.shape, tier), "after": after, "up_to": upTo,
			"guild": p.not.GuildID, "from": p.not.From, "player": p.player.ID, "most": most,
		})
}

// try returns the game on a puzzle, if it needs the technique. A rating takes less time than the way
// there.
func (p *practiceSearch) try(c candidate) (Game, bool) {
	if r, err := rating.Rate(c.clues); !p.technique.OnLadder() && (err != nil || !r.Needs.Has(p.technique)) {
		return Game{}, false
	}
	transform := p.guild.Display(p.shape)
	start, ok := play.NewPractice(transform.Apply(c.clues), p.technique)
	return Game{Game: start, Transform: transform, Practice: p.technique}, ok
}

// take completes a game and moves the rotation on. The puzzle counts as had for [Store.StartGame].
func (p *practiceSearch) take(ctx context.Context, r library.Rotation, at library.Position, c candidate, g Game) (*Game, error) {
	puzzle, err := library.ReadEntered(ctx, p.tx, c.EntryID)
	if err != nil {
		return nil, err
	}
	g.Player, g.GuildID, g.Puzzle, g.Shape, g.Tier = p.player, p.guild.ID, puzzle, p.shape, puzzle.Tier
	if err := r.MoveTo(ctx, p.tx, p.from, at); err != nil {
		return nil, err
	}
	return &g, library.PlayerRotation(p.player.ID, g.Shape, g.Tier).NoteDrawn(ctx, p.tx, puzzle.ID)
}
