package admin

import (
	"context"
	"errors"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/archive/search"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Saved searches: /search keeps, lists and deletes them, and the weekdays of a schedule use them.

// saveSearch keeps a search for the schedule.
func saveSearch(ctx context.Context, env *handler.Env, q handler.Query, name string, wanted search.Search) (chat.Text, error) {
	_, notTier := q.ParseTier(name)
	if search.CheckName(name) != nil || notTier == nil || q.IsDayOff(name) {
		return nil, chat.Refuse("refusal.search-name", locale.Args{"Text": chat.Quoted(name)})
	}
	saved, _, err := env.Store.SaveSearch(ctx, search.Saved{
		GuildID: q.Place.GuildID, Name: name, By: by(q), Search: wanted,
	})
	if err != nil {
		return nil, err
	}
	left, _, err := env.Store.FillSearch(ctx, q.Place.GuildID, saved, search.SaveSteps)
	if err != nil {
		return nil, err
	}
	kept := q.Say("search.kept", locale.Args{"Name": chat.Typed(name), "Schedule": chat.Asking("schedule", chat.Given{Name: "tuesday", Value: name, Kind: chat.DayOption})})
	if left == 0 {
		kept = chat.Join("\n", kept, q.Say("search.no-daily", nil))
	}
	guild, err := env.Store.Guild(ctx, q.Place.GuildID)
	if err == nil && guild.Rules.Global {
		kept = chat.Join("\n", kept, q.Say("search.global", locale.Args{"Schedule": chat.Asking("schedule", chat.Chosen("global", "off"))}))
	}
	return kept, err
}

// savedSearch returns the search of a name that the guild may use. One that no search can have is not
// looked up.
func savedSearch(ctx context.Context, env *handler.Env, q handler.Query, name string) (search.Saved, error) {
	if name = strings.TrimSpace(name); search.CheckName(name) != nil {
		return search.Saved{}, postgres.ErrNotFound
	}
	return env.Store.SavedSearch(ctx, q.Place.GuildID, name)
}

func deleteSearch(ctx context.Context, env *handler.Env, q handler.Query, name string) (chat.Reply, error) {
	if len(q.Options) > 1 {
		return chat.Reply{}, chat.Refuse("refusal.delete-alone", locale.Args{"Delete": chat.Asking("search", chat.Given{Name: "delete", Value: name, Kind: chat.OwnSearchOption})})
	}
	days, err := 0, error(postgres.ErrNotFound)
	if name = strings.TrimSpace(name); search.CheckName(name) == nil {
		days, err = env.Store.DeleteSearch(ctx, q.Place.GuildID, name)
	}
	if errors.Is(err, postgres.ErrNotFound) {
		return chat.Reply{}, chat.Refuse("refusal.no-own-search", locale.Args{"Name": chat.Quoted(name), "Search": chat.Mention("search")})
	}
	body := q.Say("search.deleted", locale.Args{"Name": chat.Typed(name)})
	if days > 0 {
		body = chat.Join("\n", body, q.Say("search.days-free", locale.Args{"Schedule": chat.Mention("schedule")}))
	}
	return chat.Private(q.Text("title.search", nil), body), err
}

// listSearches names the saved searches.
func listSearches(ctx context.Context, env *handler.Env, q handler.Query) (chat.Reply, error) {
	all, err := env.Store.SavedSearches(ctx, q.Place.GuildID)
	if err != nil {
		return chat.Reply{}, err
	}
	lines := []chat.Text{q.Say("search.none-saved", nil)}
	if len(all) > 0 {
		lines[0] = q.Say("search.saved", nil)
	}
	const most = 20
	for _, s := range all[:min(len(all), most)] {
		key := "search.shared"
		if s.GuildID != "" {
			key = "search.own"
		}
		lines = append(lines, q.Say(key, locale.Args{"Name": chat.Typed(s.Name)}))
	}
	if more := len(all) - most; more > 0 {
		lines = append(lines, q.SayCount("list.more", more, nil))
	}
	return chat.Private(q.Text("title.search", nil), chat.Join("\n", lines...)), nil
}

// weekdaySearches returns the saved searches that are given for weekdays instead of a tier.
func weekdaySearches(ctx context.Context, env *handler.Env, q handler.Query) (map[string]search.Saved, error) {
	found := map[string]search.Saved{}
	for _, day := range chat.Weekdays() {
		option := optionOf(day)
		name := strings.TrimSpace(q.Option(option))
		if name == "" || q.IsDayOff(name) {
			continue
		}
		saved, err := savedSearch(ctx, env, q, name) // which may have the word for a tier as its name
		_, _, noTier := kindOfDay(q, name)
		switch {
		case errors.Is(err, postgres.ErrNotFound) && noTier == nil:
			continue
		case errors.Is(err, postgres.ErrNotFound):
			return nil, chat.Refuse("refusal.weekday", locale.Args{"Option": q.OptionLabel(option), "Text": chat.Quoted(name), "Search": chat.Mention("search")})
		case err != nil:
			return nil, err
		case saved.Search.Shaped && saved.Search.Shape != sudoku.Sudoku:
			return nil, chat.Refuse("refusal.search-shape", locale.Args{"Name": chat.Quoted(name), "Shape": q.Shape(saved.Search.Shape)})
		}
		found[option] = saved
	}
	return found, nil
}

// searchNames returns the names of the saved searches of a schedule, by their ids.
func searchNames(ctx context.Context, env *handler.Env, guild daily.Guild) (map[int64]string, error) {
	names := map[int64]string{}
	if guild.Searches == [7]int64{} {
		return names, nil
	}
	all, err := env.Store.SavedSearches(ctx, guild.ID)
	for _, s := range all {
		names[s.ID] = s.Name
	}
	return names, err
}

// noSuchPuzzle refuses a search of which it is known that it cannot find anything.
func noSuchPuzzle(s chat.Speech, err error) error {
	return chat.Refuse("refusal.search", locale.Args{"Reason": s.NoSuchPuzzle(err)})
}
