package bot

import (
	"slices"
	"strings"
	"unicode"

	"github.com/gridkeeper/gridkeeper/explain"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// The program knows commands, options and choices by their English names, which are also what
// networks send. What follows writes them as players read and type them in their language.

// commandLabel is what players call a command: "hint", "tipp".
func (s speech) commandLabel(name string) string { return s.Text("command."+name+".name", nil) }

// optionLabel is what players call an option: "tier", "schwierigkeit".
func (s speech) optionLabel(name string) string { return s.Text("option."+name, nil) }

// labels returns the choices of an option as people read them, nil for an option without choices.
func (s speech) labels(o Option) []string {
	var labels []string
	for _, choice := range o.Choices {
		labels = append(labels, s.choiceLabel(o, choice))
	}
	return labels
}

// choiceLabel is one choice as people read it: a tier as in lists; a language as it calls itself; what has a digit, such as a level
// or r4c5, is written alike in all languages.
func (s speech) choiceLabel(o Option, choice string) string {
	if t, err := logic.ParseTier(choice); o.Kind == TierOption && err == nil {
		return s.tierLabel(t)
	}
	if o.Kind == LanguageOption {
		return languageName(choice)
	}
	if strings.ContainsFunc(choice, unicode.IsDigit) {
		return choice
	}
	return s.Text("choice."+choice, nil)
}

// refuseChoice says that an option is none of its choices, and which there are.
func (s speech) refuseChoice(o Option, text string) error {
	return refuse("refusal.setting", locale.Args{
		"Option": s.optionLabel(o.Name), "Text": quoted(text), "Values": s.commas(s.labels(o)),
	})
}

// refuseGiven says that an option of a command was given none of its choices, and which there are.
func (q query) refuseGiven(name string) error {
	o, _ := q.optionCalled(q.handler.options, name)
	return q.refuseChoice(o, q.option(name))
}

// called reports whether players may mean the command by a name, in this language or in English.
func (s speech) called(h handler, name string) bool {
	return strings.EqualFold(name, h.name) || strings.EqualFold(name, s.commandLabel(h.name))
}

// findCalled returns the handler of a command that a player has typed.
func (s speech) findCalled(name string) (h handler, ok bool) {
	if h, ok = find(strings.ToLower(name)); ok {
		return h, true
	}
	all := handlers()
	i := slices.IndexFunc(all, func(h handler) bool { return s.called(h, name) })
	if i < 0 {
		return handler{}, false
	}
	return all[i], true
}

// understood returns what is asked by the names that the program knows, where the player gave those
// of their language. What means nothing stays as it is.
func (s speech) understood(a Ask) Ask {
	h, ok := s.findCalled(a.Command)
	if !ok {
		return a
	}
	given := a.Options
	a.Command, a.Options = h.name, map[string]string{}
	for name, value := range given {
		if o, ok := s.optionCalled(h.options, name); ok {
			name, value = o.Name, s.choiceCalled(o, value)
		}
		a.Options[name] = value
	}
	return a
}

// optionCalled returns which of the options of a command a player has typed.
func (s speech) optionCalled(options []Option, name string) (Option, bool) {
	for _, o := range options {
		if name == o.Name {
			return o, true
		}
	}
	i := slices.IndexFunc(options, func(o Option) bool { return strings.EqualFold(name, s.optionLabel(o.Name)) })
	if i < 0 {
		return Option{}, false
	}
	return options[i], true
}

// choiceCalled returns the choice that a player has typed; what is none stays as it is.
func (s speech) choiceCalled(o Option, text string) string {
	switch {
	case slices.Contains(o.Choices, text):
		return text
	case o.Kind == DayOption && strings.EqualFold(strings.TrimSpace(text), s.Text("choice.off", nil)):
		return dayOff
	case o.Kind == SessionOption && strings.EqualFold(strings.TrimSpace(text), s.Text("choice.all", nil)):
		return allSessions
	}
	for i, label := range s.labels(o) {
		if strings.EqualFold(strings.TrimSpace(text), label) {
			return o.Choices[i]
		}
	}
	return text
}

// Is reports whether players call the option so, in the language of its labels or in English.
func (o Option) Is(name string) bool {
	return strings.EqualFold(name, o.Name) || strings.EqualFold(name, o.Label)
}

// Is reports whether players call the command so, in the language of its labels or in English.
func (c Command) Is(name string) bool {
	return strings.EqualFold(name, c.Name) || strings.EqualFold(name, c.Label)
}

// inWords writes a command within a sentence as players of the language type it; other parts stay as
// they are.
func (s speech) inWords(p Part) Part {
	switch p.Kind {
	case CommandPart:
		p.Text = "/" + s.commandLabel(p.ID)
	case AskPart:
		given := p.Given
		_, text, _ := strings.Cut(p.Text, " ")
		unnamed := len(given) == 1 && !strings.HasPrefix(text, given[0].Name+"=")
		p.Given, p.Text = nil, "/"+s.commandLabel(p.ID)
		for _, g := range given {
			g = s.givenInWords(g)
			p.Given = append(p.Given, g)
			if unnamed {
				p.Text += " " + g.Value
			} else {
				p.Text += " " + g.Name + "=" + g.Value
			}
		}
	}
	return p
}

// givenInWords writes an option with what it is given as players of the language do.
func (s speech) givenInWords(g Given) Given {
	g.Name = s.optionLabel(g.Name)
	tier, err := logic.ParseTier(g.Value)
	switch {
	case (g.Kind == TierOption || g.Kind == DayOption) && err == nil:
		g.Value = strings.ToLower(s.Difficulty(tier))
	case g.Kind == DayOption && s.isDayOff(g.Value):
		g.Value = s.Text("choice.off", nil)
	case g.Kind == SessionOption && g.Value == allSessions:
		g.Value = s.Text("choice.all", nil)
	case g.Kind == TechniqueOption && slices.Contains(logic.Techniques, logic.Technique(g.Value)):
		g.Value = s.TypedTechnique(logic.Technique(g.Value))
	case g.Kind == ChoiceOption || g.Kind == TierOption:
		g.Value = s.choiceLabel(Option{Kind: g.Kind}, g.Value)
	case g.Kind == CommandOption:
		g.Value = s.commandLabel(g.Value)
	case (g.Kind == ChannelOption || g.Kind == RoleOption) && g.Value == anyName:
		g.Value = s.Text("word.name", nil)
	}
	return g
}

// anyName stands for a name in an example.
const anyName = "NAME"

// Takes reports whether a word is clearly meant for the option, whatever else it could be given.
func (o Option) Takes(l locale.Language, word string) bool {
	s, word := speech{explain.In(l)}, sudoku.Narrow(word)
	switch o.Kind {
	case TierOption:
		if _, err := s.ParseTier(word); err == nil {
			return true
		}
	case DateOption:
		return s.isDay(word)
	case ClockOption:
		_, ok := parseClock(word)
		return ok && strings.Trim(word, "0123456789") != ""
	case TechniqueOption:
		_, err := s.ParseTechnique(word)
		return err == nil
	}
	return slices.Contains(o.Choices, s.choiceCalled(o, word))
}

// inASCII are the options that are read sign by sign: moves, grids, numbers, times. Others may be
// names, which are kept as they were given.
var inASCII = []string{
	"moves", "answer", "puzzle", gridField, "level", "number", "end",
	"date", timeField, "tier", "minutes", "clues", "freezes",
}

// narrowed returns the options with full-width signs as ASCII in those that are read sign by sign:
// the keyboards of East Asia write "ｒ４ｃ５＝７" as readily as "r4c5=7".
func narrowed(options map[string]string) map[string]string {
	narrow := map[string]string{}
	for name, value := range options {
		if slices.Contains(inASCII, name) {
			value = sudoku.Narrow(value)
		}
		narrow[name] = value
	}
	return narrow
}
