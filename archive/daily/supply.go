package daily

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/solver/logic"
)

// Unused counts the sudoku of a tier, or of a saved search, that a guild has not had yet.
type Unused struct {
	Tier   logic.Tier // 0: of a saved search
	Search string     // its name
	Left   int
	More   bool // of a saved search: it is a lower limit
	Days   int  // of the next 30, on which the schedule asks for one
}

// Dry reports whether a schedule has to repeat puzzles within 30 days.
func (u Unused) Dry() bool { return u.Days > 0 && u.Left < u.Days && !u.More }

// exactUnused is up to how many puzzles of a tier are counted one by one.
const exactUnused = 2_000

// Unused counts what a guild has left of each tier in the collections that it has chosen, and of each
// saved search of its schedule.
func (s *Store) Unused(ctx context.Context, guild Guild) ([]Unused, error) {
	db := s.db
	from, err := library.ChoiceOf(ctx, db, guild.ID)
	if err != nil {
		return nil, postgres.Annotate(err, "the collections of guild %q", guild.ID)
	}
	var all []Unused
	for _, tier := range logic.Tiers {
		u, err := unusedOf(ctx, db, guild.ID, from, tier)
		if err != nil {
			return nil, postgres.Annotate(err, "count what guild %q has left", guild.ID)
		}
		u.Days = s.daysOf(guild, func(day time.Weekday) bool { return guild.Searches[day] == 0 && guild.Tiers[day] == tier })
		all = append(all, u)
	}
	for _, id := range slices.Compact(slices.Sorted(slices.Values(guild.Searches[:]))) {
		saved, err := postgres.ReadOne(ctx, db, (*library.SavedSearch).Fields, `select `+library.SavedColumns+` from search where id = $1`, id)
		if errors.Is(err, pgx.ErrNoRows) { // 0 too
			continue
		}
		u := Unused{Search: saved.Name, Days: s.daysOf(guild, func(day time.Weekday) bool { return guild.Searches[day] == id })}
		if err == nil {
			var complete bool
			u.Left, complete, err = library.New(s.db).SearchLeft(ctx, guild.ID, saved)
			u.More = !complete || u.Left >= library.MostLeft
		}
		if err != nil {
			return nil, postgres.Annotate(err, "count what guild %q has left", guild.ID)
		}
		all = append(all, u)
	}
	return all, nil
}

// daysOf counts the next 30 days of a guild that are as asked: none where its dailies are the global ones, which are not of
// its collections.
func (s *Store) daysOf(guild Guild, asked func(time.Weekday) bool) (days int) {
	if !guild.Scheduled || guild.Rules.Global {
		return 0
	}
	today := guild.Today(s.db.Now())
	for n := range 30 {
		if date := today.AddDays(n + 1); asked(date.Weekday()) && guild.PostedOn(date) {
			days++
		}
	}
	return days
}

// unusedOf counts one by one where there are few, and else takes what the guild has had from the sum.
func unusedOf(ctx context.Context, db postgres.Querier, guildID string, from library.Choice, tier logic.Tier) (u Unused, err error) {
	sum := 0
	err = db.QueryRow(ctx, `
		select coalesce(sum(puzzles), 0) from collection_count
		where collection = any($1::integer[]) and slot = $2 and puzzles > 0`, from.Collections, tier).Scan(&sum)
	if err != nil {
		return u, err
	}
	u = Unused{Tier: tier}
	if sum > exactUnused {
		had := 0
		err = db.QueryRow(ctx, `
			select count(*) from drawn d cross join lateral (select tier from puzzle p where p.id = d.puzzle and p.shape = 0 offset 0) p
			where d.owner = $1 and p.tier = $2`, library.GuildRotation(guildID, 0, tier).Owner, tier).Scan(&had)
		u.Left = max(0, sum-had)
		return u, err
	}
	err = db.QueryRow(ctx, `
		select count(distinct e.puzzle) from unnest($1::integer[]) c(id) cross join lateral (
			select e.puzzle from entry e where shelf(e.collection, e.slot) = shelf(c.id, $2::integer) and e.slot is not null
			  and not exists (select from drawn d where d.owner = $3 and d.puzzle = e.puzzle offset 0) offset 0
		) e`, from.Collections, tier, library.GuildRotation(guildID, 0, tier).Owner).Scan(&u.Left)
	return u, err
}
