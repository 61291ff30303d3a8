package daily

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/archive/search"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Unused counts the puzzles of a shape and a tier, or of a saved search, that a guild has not had yet.
type Unused struct {
	Shape  sudoku.Shape
	Tier   logic.Tier // 0: of a saved search
	Search string     // its name
	Left   int
	More   bool // of a saved search: it is a lower limit
	None   bool // the guild has not had one either, which is a [Shortage] if the schedule asks for it
	Days   int  // of the next 30, on which the schedule asks for one
}

// Dry reports whether a schedule has to repeat puzzles within 30 days.
func (u Unused) Dry() bool { return u.Days > 0 && u.Left < u.Days && !u.More && !u.None }

// exactUnused is up to how many puzzles of a tier are counted one by one.
const exactUnused = 2_000

// Unused counts the puzzles that a guild has left of each shape and tier in the collections that it has chosen, and of
// each saved search of its schedule. Shapes without tiers are left out: there are too few for a year.
func (s *Store) Unused(ctx context.Context, guild Guild) ([]Unused, error) {
	db := s.db
	from, err := library.ChoiceOf(ctx, db, guild.ID)
	if err != nil {
		return nil, postgres.Annotate(err, "the collections of guild %q", guild.ID)
	}
	var all []Unused
	for _, kind := range library.Kinds {
		if !library.HasTiers(kind.Shape) {
			continue
		}
		u, err := unusedOf(ctx, db, guild.ID, from, kind)
		if err != nil {
			return nil, postgres.Annotate(err, "count what guild %q has left", guild.ID)
		}
		u.Days = s.daysOf(guild, func(day time.Weekday) bool {
			isPosted := guild.Shapes[day] == kind.Shape && guild.searchOn(day) == 0
			return guild.TierOn(day) == kind.Tier && (isPosted || slices.Contains(guild.BesideOn(day), kind.Shape))
		})
		all = append(all, u)
	}
	for _, id := range slices.Compact(slices.Sorted(slices.Values(guild.Searches[:]))) {
		saved, err := search.SavedByID(ctx, db, id)
		if errors.Is(err, pgx.ErrNoRows) { // 0 too
			continue
		}
		u := Unused{Search: saved.Name, Days: s.daysOf(guild, func(day time.Weekday) bool { return guild.searchOn(day) == id })}
		if err == nil {
			var complete bool
			u.Left, complete, err = search.New(s.db).SearchLeft(ctx, guild.ID, saved)
			u.More = !complete || u.Left >= search.MostLeft
		}
		if err == nil && u.Left == 0 && !u.More {
			var some bool
			some, _, err = search.New(s.db).SearchFound(ctx, guild.ID, saved)
			u.None = !some
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

// unusedOf counts one by one if there are few puzzles, and else subtracts the guild's past puzzles from the sum.
func unusedOf(ctx context.Context, db postgres.Querier, guildID string, from library.Choice, kind library.Kind) (u Unused, err error) {
	sum := 0
	err = db.QueryRow(ctx, `
		select coalesce(sum(puzzles), 0) from collection_count
		where collection = any($1::integer[]) and slot = $2 and puzzles > 0`, from.Collections, kind.Slot()).Scan(&sum)
	if err != nil {
		return u, err
	}
	u = Unused{Shape: kind.Shape, Tier: kind.Tier, None: sum == 0}
	owner := library.GuildRotation(guildID, kind.Shape, kind.Tier).Owner
	if sum > exactUnused {
		had := 0
		err = db.QueryRow(ctx, `
			select count(*) from drawn d cross join lateral (select shape, tier from puzzle p where p.id = d.puzzle offset 0) p
			where d.owner = $1 and slot_of(p.shape, p.tier) = $2`, owner, kind.Slot()).Scan(&had)
		u.Left = max(0, sum-had)
		return u, err
	}
	err = db.QueryRow(ctx, `
		select count(distinct e.puzzle) from unnest($1::integer[]) c(id) cross join lateral (
			select e.puzzle from entry e where shelf(e.collection, e.slot) = shelf(c.id, $2::integer) and e.slot is not null
			  and not exists (select from drawn d where d.owner = $3 and d.puzzle = e.puzzle offset 0) offset 0
		) e`, from.Collections, kind.Slot(), owner).Scan(&u.Left)
	return u, err
}

// Shortage is a kind of puzzle that a schedule asks for, and of which the guild's collections have none.
type Shortage struct {
	Shape  sudoku.Shape
	Days   []time.Weekday // that ask for it, from Monday on
	Search string         // the saved search of the days, which has found no puzzle; "": they have none
	Tier   logic.Tier     // that of the days; 0: of a shape without tiers
	NoPost bool           // nothing is posted on the days, as the tier has no puzzle
	Beside bool           // it would stand beside the daily, which is posted without it
	Chosen bool           // the guild has chosen its collections; others may have such puzzles
}

// Shortages returns the kinds of puzzles that the schedule of a guild asks for and that its collections do not have. Days
// without a post ask for none.
func (s *Store) Shortages(ctx context.Context, guild Guild) (all []Shortage, err error) {
	own, chosen, err := slotsOf(ctx, s.db, guild.ID)
	has, ofDays := own, chosen
	if err == nil && guild.Rules.Global {
		has, ofDays, err = slotsOf(ctx, s.db, library.GlobalGuild)
	}
	if err != nil {
		return nil, err
	}
	add := func(h Shortage, day time.Weekday) { // to the days of the same kind
		same := slices.IndexFunc(all, func(o Shortage) bool {
			return o.Shape == h.Shape && o.Tier == h.Tier && o.Search == h.Search && o.Beside == h.Beside
		})
		if same < 0 {
			same, all = len(all), append(all, h)
		}
		all[same].Days = append(all[same].Days, day)
	}
	var posting []time.Weekday
	for n := range 7 {
		if day := (time.Monday + time.Weekday(n)) % 7; !guild.Off[day] {
			posting = append(posting, day)
		}
	}
	for _, day := range posting {
		h := Shortage{Shape: guild.Shapes[day], Tier: guild.TierOn(day), Chosen: ofDays}
		h.NoPost = !slices.Contains(has, library.Slot(h.Shape, h.Tier))
		if id := guild.searchOn(day); id != 0 {
			saved, err := search.SavedByID(ctx, s.db, id)
			some, all := false, true
			if err == nil {
				some, all, err = search.New(s.db).SearchFound(ctx, guild.ID, saved)
			}
			switch {
			case err != nil && !errors.Is(err, pgx.ErrNoRows): // a search that was deleted finds none
				return nil, postgres.Annotate(err, "the search of %s in guild %q", day, guild.ID)
			case some || !all && !h.NoPost: // it may still find one
				continue
			}
			h.Search = saved.Name
		}
		if h.NoPost || h.Search != "" {
			add(h, day)
		}
	}
	for _, day := range posting {
		for _, shape := range guild.BesideOn(day) {
			slots, h := has, Shortage{Shape: shape, Tier: library.KeyTier(shape, guild.TierOn(day)), Chosen: ofDays, Beside: true}
			if !library.HasTiers(shape) { // no daily of it is global
				slots, h.Chosen = own, chosen
			}
			if !slices.Contains(slots, library.Slot(shape, h.Tier)) {
				add(h, day)
			}
		}
	}
	return all, nil
}

// slotsOf returns the slots in which a guild has puzzles.
func slotsOf(ctx context.Context, db postgres.Querier, guildID string) (slots []int, chosen bool, err error) {
	from, err := library.ChoiceOf(ctx, db, guildID)
	if err == nil {
		slots, err = postgres.ReadColumn[int](ctx, db, `
			select distinct slot from collection_count where collection = any($1::integer[]) and puzzles > 0`, from.Collections)
	}
	return slots, from.Chosen, postgres.Annotate(err, "the puzzles of guild %q", guildID)
}

// ShortGuilds are the guilds whose schedule asks for a daily of a shape and a tier of which their collections have none,
// so that there is no post on some days.
type ShortGuilds struct {
	Shape  sudoku.Shape
	Tier   logic.Tier
	All    int // those that draw from all that they may use
	Chosen int // those that have chosen their collections
}

func (g *ShortGuilds) fields() postgres.Fields {
	return postgres.Fields{"shape": &g.Shape, "tier": &g.Tier, "all": &g.All, "chosen": &g.Chosen}
}

// ShortGuilds counts them for each shape and tier, of all guilds at once. A saved search that has found a puzzle is taken for one that
// still finds some.
func (s *Store) ShortGuilds(ctx context.Context) ([]ShortGuilds, error) {
	week := NewGuild(library.GlobalGuild).Tiers
	var shapes, tiers []int16
	for _, kind := range library.Kinds {
		if library.HasTiers(kind.Shape) {
			shapes, tiers = append(shapes, int16(kind.Shape)), append(tiers, int16(kind.Tier))
		}
	}
	counts, err := postgres.ReadAll(ctx, s.db, (*ShortGuilds).fields, `
		with has as materialized (
			select c.id, c.guild, c.shared, n.slot from collection c join collection_count n on n.collection = c.id and n.puzzles > 0
		), alike as materialized ( -- most guilds have no collections, and few different weeks and choices
			select row_number() over () as id, owner, chosen, tiers, shapes, days_off, searches, count(*) as guilds
			from (
				select c.guild as owner, h.chosen, g.days_off, g.shapes, case when g.global then $2 else g.tiers end as tiers, case when not g.global then g.searches end as searches
				from (select *, case when global then $1 else id end as draws_as from guild where scheduled) g
				left join (select distinct guild from collection) c on c.guild = g.draws_as
				left join (select guild, array_agg(collection order by collection) as chosen from choice group by guild) h on h.guild = g.draws_as
			) g
			group by owner, chosen, tiers, shapes, days_off, searches
		), asks as materialized (
			select distinct a.id, a.owner, a.chosen, a.guilds, slot_of(d.shape, d.tier) as slot
			from alike a, unnest(a.days_off, a.tiers, a.shapes, a.searches) d (off, tier, shape, search)
			where not d.off and (d.shape <> 0 or coalesce(d.search, 0) = 0 or not exists (select from search_found f where f.search = d.search))
		), short as (
			select a.slot, a.guilds, a.chosen is not null as chosen from asks a
			where not exists (select from has h where h.slot = a.slot and (h.shared or h.guild = a.owner) and (a.chosen is null or h.id = any(a.chosen)))
		)
		select k.shape, k.tier, coalesce(sum(s.guilds) filter (where not s.chosen), 0) as all, coalesce(sum(s.guilds) filter (where s.chosen), 0) as chosen
		from unnest($3::smallint[], $4::smallint[]) k (shape, tier) left join short s on s.slot = slot_of(k.shape, k.tier)
		group by k.shape, k.tier order by k.shape, k.tier`, library.GlobalGuild, week[:], shapes, tiers)
	return counts, postgres.Annotate(err, "count the guilds without puzzles")
}
