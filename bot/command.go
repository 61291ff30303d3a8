package bot

import (
	"context"
	"maps"
	"slices"

	"github.com/gridkeeper/gridkeeper/explain"
	"github.com/gridkeeper/gridkeeper/locale"
)

// Command describes one thing the bot can be asked, in a language.
type Command struct {
	Name        string // by which the program knows it
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
}

// Kind is what an option takes.
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
	SessionOption Kind = "session" // the number of a session, or all
)

// handler is a command without its words, and the method that answers it.
type handler struct {
	name    string
	options []Option
	admin   bool
	slow    bool
	example []Given
	board   bool // it shows the player's board, or that of a party: query.party
	writes  bool // it changes the archive, in one transaction that remembers the request
	threads bool // it asks the network first whether a thread can be opened: query.site
	checks  bool // it asks the network first: query.checked
	answer  func(*Bot, context.Context, query) (Reply, error)
	play    func(*Bot, context.Context, query) (done, error) // of a game, in place of answer
	asks    bool                                             // about a game, so that a finished one is not an error
	buttons []button                                         // that it answers
	of      string                                           // the command that it belongs to: itself, or that of its button
}

// handlers lists what the bot can be asked, in the order of /help. To add a command, write a
// file with its handler, name it here, and give it words under "command" in the catalogues.
func handlers() []handler {
	all := []handler{
		dailyCommand(), playCommand(), moveCommand(), boardCommand(), undoCommand(),
		hintCommand(), checkCommand(), submitCommand(), shareCommand(), difficultyCommand(),
		leaderboardCommand(), streakCommand(), recordsCommand(), summaryCommand(), techniqueCommand(), practiceCommand(), stepsCommand(),
		duelCommand(), togetherCommand(),
		importCommand(), collectionsCommand(), setupCommand(), scheduleCommand(), searchCommand(), statsCommand(), moderateCommand(),
		settingsCommand(), privacyCommand(), researchCommand(), openCommand(), sessionsCommand(), helpCommand(),
	}
	for i := range all {
		all[i].of = all[i].name
	}
	return all
}

// find returns the handler of a command.
func find(name string) (h handler, ok bool) {
	all := handlers()
	i := slices.IndexFunc(all, func(h handler) bool { return h.name == name })
	if i < 0 {
		return handler{}, false
	}
	return all[i], true
}

// Commands lists what the bot can be asked, in the words of a language.
func Commands(l locale.Language) []Command {
	var commands []Command
	for _, h := range handlers() {
		commands = append(commands, h.in(speech{explain.In(l)}))
	}
	return commands
}

// in returns the command in words.
func (h handler) in(s speech) Command {
	c := Command{
		Name: h.name, Label: s.commandLabel(h.name), Description: s.Text("command."+h.name+".summary", nil),
		Details: s.Text("command."+h.name+".details", nil), Admin: h.admin, Slow: h.slow, Example: s.inWords(h.sample()),
	}
	for _, o := range h.options {
		o.Description = s.Text("command."+h.name+".option."+o.Name, nil)
		o.Label, o.Labels = s.optionLabel(o.Name), s.labels(o)
		c.Options = append(c.Options, o)
	}
	return c
}

// sample is the command as it may be asked. At a prompt the name of its first option can be left
// out.
func (h handler) sample() Part {
	given := slices.Clone(h.example)
	for i, g := range given {
		given[i].Kind = h.options[slices.IndexFunc(h.options, func(o Option) bool { return o.Name == g.Name })].Kind
	}
	p := asking(h.name, given...)
	if len(h.example) == 1 && h.example[0].Name == h.options[0].Name {
		p.Text = "/" + h.name + " " + h.example[0].Value
	}
	return p
}

// accepts rejects unknown options and missing required ones.
func (h handler) accepts(q query) error {
	for _, name := range slices.Sorted(maps.Keys(q.Options)) {
		if !slices.ContainsFunc(h.options, func(o Option) bool { return o.Name == name }) {
			return refuse("refusal.unknown-option", locale.Args{"Command": command(h.name), "Option": quoted(name)})
		}
	}
	for _, o := range h.options {
		missing := q.option(o.Name) == ""
		if o.Kind == FileOption {
			missing = q.File == nil
		}
		if o.Required && missing {
			return refuse("refusal.missing-option", locale.Args{
				"Command": command(h.name), "Option": q.optionLabel(o.Name),
				"Description": q.Text("command."+h.name+".option."+o.Name, nil), "Example": h.sample(),
			})
		}
	}
	return nil
}
