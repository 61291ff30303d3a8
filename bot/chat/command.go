package chat

// Command describes one thing the bot can be asked, in a language.
type Command struct {
	Name        string // by which the program knows it
	Alias       string // another name, of a command of its own in the list; "": none
	Label       string // what players call it: lower case, without blanks
	Description string // one line of at most 100 characters
	Details     string // for /help NAME
	Options     []Option
	Admin       bool // for those who manage the guild
	Slow        bool // may take minutes: nothing else should have to wait for it
	Example     Part // an AskPart
}

// Option describes one option of a command. Required ones come first.
type Option struct {
	Name        string // by which the program knows it
	Label       string // what players call it: lower case, without blanks
	Description string // one line of at most 100 characters
	Required    bool
	Kind        Kind
	Choices     []string // what it may be, where that is a short list
	Labels      []string // of the Choices, as people read and type them
	Narrow      bool     // read sign by sign, such as moves and numbers: full-width signs count as ASCII
}

// IsNarrow reports whether full-width signs in the option count as ASCII: the keyboards of East Asia write "ｒ４ｃ５＝７" as readily
// as "r4c5=7". Other options may be names, which are kept as they are given.
func (o Option) IsNarrow() bool {
	return o.Narrow || o.Kind == TierOption || o.Kind == DateOption || o.Kind == ClockOption
}

// Kind is the kind of value of an option.
type Kind string

const (
	TextOption    Kind = "text"
	ChoiceOption  Kind = "choice"
	FileOption    Kind = "file"
	ChannelOption Kind = "channel"
	RoleOption    Kind = "role"

	TierOption      Kind = "tier"      // by number or name
	TechniqueOption Kind = "technique" // by name
	DateOption      Kind = "date"      // of a daily, or its number
	ClockOption     Kind = "clock"     // a time of the day
	ZoneOption      Kind = "zone"      // a time zone
	PlayerOption    Kind = "player"    // another player; see [Ask]
	DayOption       Kind = "day"       // what the schedule has on a weekday: a tier, a saved search, or off
	LanguageOption  Kind = "language"  // of a catalogue

	CollectionsOption   Kind = "collections"    // names, with commas between them
	OwnCollectionOption Kind = "own-collection" // the guild's, or a new one

	SearchOption    Kind = "search"     // the name of a saved one
	OwnSearchOption Kind = "own-search" // the guild's

	CommandOption Kind = "command" // the name of a command
)
