package chat

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/gridkeeper/gridkeeper/explain"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// The program knows commands, options and choices by their English names, which networks send too. Labels are their names in
// a language, as players read and type them.

// CommandLabel is the name of a command in the language: "hint", "tipp".
func (s Speech) CommandLabel(name string) string { return s.Text("command."+name+".name", nil) }

// OptionLabel is the name of an option in the language: "tier", "schwierigkeit".
func (s Speech) OptionLabel(name string) string { return s.Text("option."+name, nil) }

// Labels returns the choices of an option as people read them, nil for an option without choices.
func (s Speech) Labels(o Option) []string {
	var labels []string
	for _, choice := range o.Choices {
		labels = append(labels, s.choiceLabel(o, choice))
	}
	return labels
}

// choiceLabel is the label of a choice: a tier as in lists; a language by its own name; a choice with a digit, such as a
// level or r4c5, is the same in all languages.
func (s Speech) choiceLabel(o Option, choice string) string {
	if t, err := logic.ParseTier(choice); o.Kind == TierOption && err == nil {
		return s.TierLabel(t)
	}
	if o.Kind == LanguageOption {
		return LanguageName(choice)
	}
	if strings.ContainsFunc(choice, unicode.IsDigit) {
		return choice
	}
	return s.Text("choice."+choice, nil)
}

// OptionCalled returns which of the options of a command a player has typed.
func (s Speech) OptionCalled(options []Option, name string) (Option, bool) {
	for _, o := range options {
		if name == o.Name {
			return o, true
		}
	}
	i := slices.IndexFunc(options, func(o Option) bool { return strings.EqualFold(name, s.OptionLabel(o.Name)) })
	if i < 0 {
		return Option{}, false
	}
	return options[i], true
}

// ChoiceCalled returns the choice that a player has typed, in this language, in English or in any other; other text is
// returned unchanged.
func (s Speech) ChoiceCalled(o Option, text string) string {
	typed := strings.ReplaceAll(strings.TrimSpace(text), "×", "x") // as in 6×6
	called := func(names []string) int {
		return slices.IndexFunc(names, func(name string) bool { return strings.EqualFold(name, typed) })
	}
	if o.Kind == DayOption && s.IsDayOff(typed) {
		return OffDay
	}
	i := called(s.Labels(o))
	if slices.Contains(o.Choices, text) || i < 0 {
		i = called(o.Choices)
	}
	for _, l := range locale.Languages() {
		if i < 0 {
			i = called(Speech{explain.In(l)}.Labels(o))
		}
	}
	if i < 0 {
		return text
	}
	return o.Choices[i]
}

// Is reports whether players call the option so, in the language of its labels or in English.
func (o Option) Is(name string) bool {
	return strings.EqualFold(name, o.Name) || strings.EqualFold(name, o.Label)
}

// Is reports whether players call the command so, in the language of its labels or in English.
func (c Command) Is(name string) bool {
	return strings.EqualFold(name, c.Name) || strings.EqualFold(name, c.Label)
}

// InWords writes a command within a sentence as players of the language type it; other parts stay as
// they are.
func (s Speech) InWords(p Part) Part {
	switch p.Kind {
	case CommandPart:
		p.Text = "/" + s.CommandLabel(p.ID)
	case AskPart:
		given := p.Given
		_, text, _ := strings.Cut(p.Text, " ")
		unnamed := len(given) == 1 && !strings.HasPrefix(text, given[0].Name+"=")
		p.Given, p.Text = nil, "/"+s.CommandLabel(p.ID)
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

// givenInWords writes an option with its value as players of the language do.
func (s Speech) givenInWords(g Given) Given {
	g.Name = s.OptionLabel(g.Name)
	tier, err := logic.ParseTier(g.Value)
	switch {
	case (g.Kind == TierOption || g.Kind == DayOption) && err == nil:
		g.Value = strings.ToLower(s.Difficulty(tier))
	case g.Kind == DayOption && s.IsDayOff(g.Value):
		g.Value = s.Text("choice.off", nil)
	case g.Kind == TechniqueOption && slices.Contains(logic.Techniques, logic.Technique(g.Value)):
		g.Value = s.TypedTechnique(logic.Technique(g.Value))
	case g.Kind == ChoiceOption || g.Kind == TierOption:
		g.Value = s.choiceLabel(Option{Kind: g.Kind}, g.Value)
	case g.Kind == CommandOption:
		g.Value = s.CommandLabel(g.Value)
	case (g.Kind == ChannelOption || g.Kind == RoleOption) && g.Value == AnyName:
		g.Value = s.Text("word.name", nil)
	}
	return g
}

// AnyName stands for a name in an example.
const AnyName = "NAME"

// Takes reports whether a word is clearly meant for the option.
func (o Option) Takes(l locale.Language, word string) bool {
	s, word := Speech{explain.In(l)}, sudoku.Narrow(word)
	switch o.Kind {
	case TierOption:
		if _, err := s.ParseTier(word); err == nil {
			return true
		}
	case DateOption:
		return s.isDay(word)
	case ClockOption:
		_, ok := ParseClock(word)
		return ok && strings.Trim(word, "0123456789") != ""
	case TechniqueOption:
		_, err := s.ParseTechnique(word)
		return err == nil
	}
	return slices.Contains(o.Choices, s.ChoiceCalled(o, word))
}

// OffDay is the value of a weekday without a post.
const OffDay = "off"

// LanguageName is the own name of a language: its tag, as long as its catalogue is a copy of the English one, since choices
// have to differ.
func LanguageName(tag string) string {
	name := SpeechIn(tag).Text("language.name", nil)
	if tag != "en" && name == SpeechIn("en").Text("language.name", nil) {
		return tag
	}
	return name
}

// AllSessions ends all sessions.
const AllSessions = "all"

// Resembles reports whether two words differ by one letter, or by two if they are long.
func Resembles(a, b string) bool {
	x, y := utf8.RuneCountInString(a), utf8.RuneCountInString(b)
	most := 1 + min(x, y)/6
	return max(x, y)-min(x, y) <= most && Distance(a, b) <= most
}

// Distance is by how many letters two words differ, an exchange of neighbours counting as one: the optimal string alignment
// distance of F. J. Damerau, "A technique for computer detection and correction of spelling errors", 1964.
func Distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	rows := [3][]int{}
	for i := range rows {
		rows[i] = make([]int, len(y)+1)
	}
	for j := range rows[1] {
		rows[1][j] = j
	}
	for i := 1; i <= len(x); i++ {
		before, last, now := rows[(i-1)%3], rows[i%3], rows[(i+1)%3]
		now[0] = i
		for j := 1; j <= len(y); j++ {
			differs := 1
			if x[i-1] == y[j-1] {
				differs = 0
			}
			now[j] = min(last[j]+1, now[j-1]+1, last[j-1]+differs)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				now[j] = min(now[j], before[j-2]+1)
			}
		}
	}
	return rows[(len(x)+1)%3][len(y)]
}
