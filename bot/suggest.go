package bot

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Limits of the suggestions of an option; chat networks have such limits.
const (
	MaxSuggestions = 25
	MaxSuggestion  = 100 // characters of a label, and of a value
)

// Suggest is what a player has typed so far into an option of a command. Its reply has
// [Reply.Suggestions] alone: nothing is changed, nothing is kept, and what cannot be completed has
// no suggestions instead of an error.
type Suggest struct {
	Command string
	Option  string            // the one that is being typed
	Typed   string            // so far
	Options map[string]string // the others, as far as they are given
}

func (Suggest) action() {}

// Suggestion is what an option may be given, and how that is shown.
type Suggestion struct{ Label, Value string }

// Suggests reports whether the bot has suggestions for the option.
func (o Option) Suggests() bool { return len(o.Choices) == 0 && kindsThatSuggest[o.Kind] }

// kindsThatSuggest are the kinds of options that [Bot.suggestionsFor] knows.
var kindsThatSuggest = map[Kind]bool{
	TechniqueOption: true, TierOption: true, DayOption: true, ZoneOption: true, DateOption: true, CollectionsOption: true, OwnCollectionOption: true,
	SearchOption: true, OwnSearchOption: true,
}

// suggestionsFor finds suggestions for an option. It returns all that fit, in the order in which they
// should be shown.
func (b *Bot) suggestionsFor(ctx context.Context, q query, kind Kind, typed string) ([]Suggestion, error) {
	switch kind {
	case TechniqueOption:
		return matching(q.techniqueSuggestions(), typed), nil
	case TierOption:
		return matching(q.tierSuggestions(), typed), nil
	case ZoneOption:
		return q.zoneSuggestions(typed, q.now), nil
	case DateOption:
		return b.daySuggestions(ctx, q, sudoku.Narrow(typed))
	case CollectionsOption, OwnCollectionOption:
		return b.collectionSuggestions(ctx, q, kind, typed)
	case DayOption:
		saved, err := b.searchSuggestions(ctx, q, kind)
		list := append(q.tierSuggestions(), saved...)
		list = append(list, Suggestion{q.Text("suggestion.day-off", nil), dayOff})
		return matching(list, typed), err
	case SearchOption, OwnSearchOption:
		saved, err := b.searchSuggestions(ctx, q, kind)
		return matching(saved, typed), err
	}
	return nil, nil
}

// searchSuggestions lists the saved searches that the guild may use, or those that are its own.
func (b *Bot) searchSuggestions(ctx context.Context, q query, kind Kind) (list []Suggestion, err error) {
	saved, err := b.store.SavedSearches(ctx, q.Place.GuildID)
	for _, s := range saved {
		if s.GuildID != "" || kind != OwnSearchOption {
			list = append(list, Suggestion{oneLine(s.Name), s.Name})
		}
	}
	return list, err
}

// techniqueSuggestions lists the techniques, the easiest first: "X-Wing · Expert".
func (s speech) techniqueSuggestions() (list []Suggestion) {
	for _, t := range logic.Techniques {
		label := s.Text("suggestion.technique", locale.Args{"Technique": s.Technique(t), "Difficulty": s.Difficulty(t.Tier())})
		list = append(list, Suggestion{label, string(t)})
	}
	return list
}

// collectionSuggestions completes the last name of a list of collections, or the name of one of the
// guild's own.
func (b *Bot) collectionSuggestions(ctx context.Context, q query, kind Kind, typed string) ([]Suggestion, error) {
	shelf, err := b.shelf(ctx, q.Place.GuildID)
	if err != nil {
		return nil, err
	}
	before, last := "", typed
	if i := strings.LastIndex(typed, ","); i >= 0 && kind == CollectionsOption {
		before, last = strings.TrimSpace(typed[:i])+", ", strings.TrimSpace(typed[i+1:])
	}
	var names []Suggestion
	for i, o := range shelf.offers {
		name, value := shelf.labels[i], before+shelf.labels[i]
		if kind == OwnCollectionOption {
			name, value = o.Name, o.Name
		}
		listed := strings.Contains(", "+before, ", "+name+", ")
		if !listed && (o.Own || kind == CollectionsOption) && len(matching([]Suggestion{{name, name}}, last)) > 0 {
			names = append(names, Suggestion{oneLine(value), value})
		}
	}
	return names, nil
}

// tierSuggestions lists the tiers, the easiest first.
func (s speech) tierSuggestions() (list []Suggestion) {
	for _, t := range logic.Tiers {
		list = append(list, Suggestion{s.tierLabel(t), t.String()})
	}
	return list
}

// suggest answers a [Suggest]. A player who may not use the command is shown nothing.
func (b *Bot) suggest(ctx context.Context, q query, s Suggest) (found []Suggestion) {
	defer func() {
		if p := recover(); p != nil {
			b.config.Log.Error("suggestions panicked", "command", s.Command, "option", s.Option, "panic", p)
			found = nil
		}
	}()
	h, known := find(s.Command)
	i := slices.IndexFunc(h.options, func(o Option) bool { return o.Name == s.Option })
	if !known || i < 0 || !h.options[i].Suggests() || h.admin && !q.Rights.ManageGuild {
		return nil
	}
	q.Ask = Ask{Command: s.Command, Options: s.Options}
	found, err := b.suggestionsFor(ctx, q, h.options[i].Kind, strings.TrimSpace(s.Typed))
	if err != nil {
		b.config.Log.Warn("suggestions failed", "command", s.Command, "option", s.Option, "error", err)
		return nil
	}
	return limitedSuggestions(found)
}

// limitedSuggestions leaves out what a network would refuse: a label is cut, a value cannot be.
func limitedSuggestions(all []Suggestion) []Suggestion {
	var kept []Suggestion
	for _, s := range all {
		s.Label = cut(s.Label, MaxSuggestion)
		fits := s.Label != "" && s.Value != "" && utf8.RuneCountInString(s.Value) <= MaxSuggestion
		if fits && !slices.ContainsFunc(kept, func(k Suggestion) bool { return k.Value == s.Value }) {
			kept = append(kept, s)
		}
	}
	return kept[:min(len(kept), MaxSuggestions)]
}

// matching returns those suggestions whose words begin as typed, or have it within: the better
// matches first, else in their order.
func matching(all []Suggestion, typed string) []Suggestion {
	var begin, word, within []Suggestion
	typed = folded(typed)
	for _, s := range all {
		label, value := folded(s.Label), folded(s.Value)
		switch {
		case strings.HasPrefix(label, typed) || strings.HasPrefix(value, typed):
			begin = append(begin, s)
		case strings.Contains(" "+label, " "+typed) || strings.Contains(" "+value, " "+typed):
			word = append(word, s)
		case strings.Contains(label, typed) || strings.Contains(value, typed):
			within = append(within, s)
		}
	}
	return slices.Concat(begin, word, within)
}

// folded is a text as it is compared with what people type: lower case, and blanks for all that
// stands between words.
func folded(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return strings.ContainsRune(" -_/.,#·", r)
	}), " ")
}
