package chat

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

// kindsThatSuggest are the kinds of options that the bot completes.
var kindsThatSuggest = map[Kind]bool{
	TechniqueOption: true, TierOption: true, DayOption: true, ZoneOption: true, DateOption: true, CollectionsOption: true, OwnCollectionOption: true,
	SearchOption: true, OwnSearchOption: true,
}
