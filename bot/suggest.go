package bot

import (
	"context"
	"slices"
	"strings"

	"github.com/gridkeeper/gridkeeper/bot/admin"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// suggestionsFor finds suggestions for an option. It returns all that fit, in the order in which they
// should be shown.
func suggestionsFor(ctx context.Context, env *handler.Env, q handler.Query, kind chat.Kind, typed string) ([]chat.Suggestion, error) {
	switch kind {
	case chat.TechniqueOption:
		var list []chat.Suggestion
		for _, t := range logic.Techniques { // "X-Wing · Expert", the easiest first
			label := q.Text("suggestion.technique", locale.Args{"Technique": q.Technique(t), "Difficulty": q.Difficulty(t.Tier())})
			list = append(list, chat.Suggestion{Label: label, Value: string(t)})
		}
		return handler.Matching(list, typed), nil
	case chat.TierOption:
		return handler.Matching(tierSuggestions(q.Speech), typed), nil
	case chat.ZoneOption:
		return handler.ZoneSuggestions(q.Speech, typed, q.Now), nil
	case chat.DateOption:
		return env.DaySuggestions(ctx, q, sudoku.Narrow(typed))
	case chat.CollectionsOption, chat.OwnCollectionOption:
		return collectionSuggestions(ctx, env, q, kind, typed)
	case chat.DayOption:
		saved, err := searchSuggestions(ctx, env, q, kind)
		list := append(append(tierSuggestions(q.Speech), admin.SizeSuggestions(q.Speech)...), saved...)
		list = append(list, chat.Suggestion{Label: q.Text("suggestion.day-off", nil), Value: chat.OffDay})
		return handler.Matching(list, typed), err
	case chat.SearchOption, chat.OwnSearchOption:
		saved, err := searchSuggestions(ctx, env, q, kind)
		return handler.Matching(saved, typed), err
	}
	return nil, nil
}

// searchSuggestions lists the saved searches that the guild may use, or only its own.
func searchSuggestions(ctx context.Context, env *handler.Env, q handler.Query, kind chat.Kind) (list []chat.Suggestion, err error) {
	saved, err := env.Store.SavedSearches(ctx, q.Place.GuildID)
	for _, s := range saved {
		if s.GuildID != "" || kind != chat.OwnSearchOption {
			list = append(list, chat.Suggestion{Label: chat.OneLine(s.Name), Value: s.Name})
		}
	}
	return list, err
}

// collectionSuggestions completes the last name of a list of collections, or the name of one of the
// guild's own.
func collectionSuggestions(ctx context.Context, env *handler.Env, q handler.Query, kind chat.Kind, typed string) ([]chat.Suggestion, error) {
	shelf, err := admin.Shelf(ctx, env, q.Place.GuildID)
	if err != nil {
		return nil, err
	}
	before, last := "", typed
	if i := strings.LastIndex(typed, ","); i >= 0 && kind == chat.CollectionsOption {
		before, last = strings.TrimSpace(typed[:i])+", ", strings.TrimSpace(typed[i+1:])
	}
	var names []chat.Suggestion
	for i, o := range shelf.Offers {
		name, value := shelf.Labels[i], before+shelf.Labels[i]
		if kind == chat.OwnCollectionOption {
			name, value = o.Name, o.Name
		}
		listed := strings.Contains(", "+before, ", "+name+", ")
		if !listed && (o.Own || kind == chat.CollectionsOption) && len(handler.Matching([]chat.Suggestion{{Label: name, Value: name}}, last)) > 0 {
			names = append(names, chat.Suggestion{Label: chat.OneLine(value), Value: value})
		}
	}
	return names, nil
}

// tierSuggestions lists the tiers, the easiest first.
func tierSuggestions(s chat.Speech) (list []chat.Suggestion) {
	for _, t := range logic.Tiers {
		list = append(list, chat.Suggestion{Label: s.TierLabel(t), Value: t.String()})
	}
	return list
}

// suggest answers a [Suggest]. A player who may not use the command is shown nothing.
func suggest(ctx context.Context, env *handler.Env, q handler.Query, s chat.Suggest) (found []chat.Suggestion) {
	defer func() {
		if p := recover(); p != nil {
			env.Config.Log.ErrorContext(ctx, "suggestions panicked", "command", s.Command, "option", s.Option, "panic", p)
			found = nil
		}
	}()
	h := q.Target.(target).handler
	i := slices.IndexFunc(h.Options, func(o chat.Option) bool { return o.Name == s.Option })
	if i < 0 || !h.Options[i].Suggests() || h.Prepare.Has(handler.Admin) && !q.Rights.ManageGuild && !q.Rights.Command {
		return nil
	}
	q.Ask = q.Target.(target).ask
	found, err := suggestionsFor(ctx, env, q, h.Options[i].Kind, strings.TrimSpace(s.Typed))
	if err != nil {
		env.Config.Log.WarnContext(ctx, "suggestions failed", "command", s.Command, "option", s.Option, "error", err)
		return nil
	}
	return handler.LimitedSuggestions(found)
}
