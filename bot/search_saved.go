package bot

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/criteria"
	"github.com/gridkeeper/gridkeeper/explain"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Saved searches: /search keeps, lists and deletes them, and the weekdays of a schedule use them.

// saveSearch keeps a search for the schedule.
func (b *Bot) saveSearch(ctx context.Context, q query, name string, wanted library.Search) (Text, error) {
	if library.CheckSearchName(name) != nil || meansTierOrOff(name) {
		return nil, refuse("refusal.search-name", locale.Args{"Text": quoted(name)})
	}
	saved, _, err := b.store.SaveSearch(ctx, library.SavedSearch{
		GuildID: q.Place.GuildID, Name: name, By: q.by(), Search: wanted,
	})
	if err != nil {
		return nil, err
	}
	left, _, err := b.store.FillSearch(ctx, q.Place.GuildID, saved, library.SaveSteps)
	if err != nil {
		return nil, err
	}
	kept := q.Say("search.kept", locale.Args{"Name": typed(name), "Schedule": asking("schedule", Given{"tuesday", name, DayOption})})
	if left == 0 {
		kept = join("\n", kept, q.Say("search.no-daily", nil))
	}
	guild, err := b.store.Guild(ctx, q.Place.GuildID)
	if err == nil && guild.Rules.Global {
		kept = join("\n", kept, q.Say("search.global", locale.Args{"Schedule": asking("schedule", chosen("global", "off"))}))
	}
	return kept, err
}

// meansTierOrOff reports whether a name means something else than a search on a weekday of the schedule, in
// any language.
func meansTierOrOff(name string) bool {
	if _, err := speechIn("").ParseTier(name); err == nil {
		return true
	}
	return slices.ContainsFunc(locale.Languages(), func(l locale.Language) bool { return speech{explain.In(l)}.isDayOff(name) })
}

// savedSearch returns the search of a name that the guild may use. One that no search can have is not
// looked up.
func (b *Bot) savedSearch(ctx context.Context, q query, name string) (library.SavedSearch, error) {
	if name = strings.TrimSpace(name); library.CheckSearchName(name) != nil {
		return library.SavedSearch{}, postgres.ErrNotFound
	}
	return b.store.SavedSearch(ctx, q.Place.GuildID, name)
}

func (b *Bot) deleteSearch(ctx context.Context, q query, name string) (Reply, error) {
	days, err := 0, error(postgres.ErrNotFound)
	if name = strings.TrimSpace(name); library.CheckSearchName(name) == nil {
		days, err = b.store.DeleteSearch(ctx, q.Place.GuildID, name)
	}
	if errors.Is(err, postgres.ErrNotFound) {
		return Reply{}, refuse("refusal.no-own-search", locale.Args{"Name": quoted(name), "Search": command("search")})
	}
	body := q.Say("search.deleted", locale.Args{"Name": typed(name)})
	if days > 0 {
		body = join("\n", body, q.Say("search.days-free", locale.Args{"Schedule": command("schedule")}))
	}
	return private(q.Text("title.search", nil), body), err
}

// listSearches names the saved searches.
func (b *Bot) listSearches(ctx context.Context, q query) (Reply, error) {
	all, err := b.store.SavedSearches(ctx, q.Place.GuildID)
	if err != nil {
		return Reply{}, err
	}
	lines := []Text{q.Say("search.none-saved", nil)}
	if len(all) > 0 {
		lines[0] = q.Say("search.saved", nil)
	}
	const most = 20
	for _, s := range all[:min(len(all), most)] {
		key := "search.shared"
		if s.GuildID != "" {
			key = "search.own"
		}
		lines = append(lines, q.Say(key, locale.Args{"Name": typed(s.Name)}))
	}
	if more := len(all) - most; more > 0 {
		lines = append(lines, q.SayCount("list.more", more, nil))
	}
	return private(q.Text("title.search", nil), join("\n", lines...)), nil
}

// weekdaySearches returns the saved searches that are given for weekdays instead of a tier.
func (b *Bot) weekdaySearches(ctx context.Context, q query) (map[string]library.SavedSearch, error) {
	found := map[string]library.SavedSearch{}
	for _, day := range weekdays() {
		option := optionOf(day)
		name := strings.TrimSpace(q.option(option))
		if name == "" || q.isDayOff(name) {
			continue
		}
		saved, err := b.savedSearch(ctx, q, name) // which may have the word for a tier as its name
		_, noTier := q.ParseTier(name)
		switch {
		case errors.Is(err, postgres.ErrNotFound) && noTier == nil:
			continue
		case errors.Is(err, postgres.ErrNotFound):
			return nil, refuse("refusal.weekday", locale.Args{"Option": q.optionLabel(option), "Text": quoted(name), "Search": command("search")})
		case err != nil:
			return nil, err
		case saved.Search.Shaped && saved.Search.Shape != sudoku.Sudoku:
			return nil, refuse("refusal.search-shape", locale.Args{"Name": quoted(name)})
		}
		found[option] = saved
	}
	return found, nil
}

// searchNames returns the names of the saved searches of a schedule, by their ids.
func (b *Bot) searchNames(ctx context.Context, guild daily.Guild) (map[int64]string, error) {
	names := map[int64]string{}
	if guild.Searches == [7]int64{} {
		return names, nil
	}
	all, err := b.store.SavedSearches(ctx, guild.ID)
	for _, s := range all {
		names[s.ID] = s.Name
	}
	return names, err
}

// noSuchPuzzle refuses a search of which it is known that it cannot find anything.
func (s speech) noSuchPuzzle(err error) error {
	return refuse("refusal.search", locale.Args{"Reason": s.searchReason(err)})
}

// searchReason says why a search cannot find anything.
func (s speech) searchReason(err error) string {
	var search *library.SearchError
	var conflict *criteria.ConflictError
	switch {
	case errors.As(err, &search):
		from, to := search.From, search.To
		if search.Reason == library.NoScore {
			from, to = from/60, to/60 // players write minutes
		}
		return s.Text("search.reason."+string(search.Reason), locale.Args{"From": from, "To": to})
	case errors.As(err, &conflict):
		return s.Text("search.reason."+string(conflict.Reason), locale.Args{
			"Needs": s.listed(conflict.Needs), "Only": s.listed(conflict.Only),
			"Tier": s.Difficulty(conflict.Tier), "Bound": s.Difficulty(conflict.Bound),
		})
	}
	return err.Error()
}

// listed lists techniques by name.
func (s speech) listed(all []logic.Technique) string {
	var names []string
	for _, t := range all {
		names = append(names, s.Technique(t))
	}
	return s.List(names)
}
