package draw

import (
	"unicode/utf8"

	"github.com/gridkeeper/gridkeeper/bot/chat"
)

// Limits of Discord for autocomplete.
const (
	maxChoices = 25
	maxChoice  = 100 // characters of a name, and of a value
)

// Choices are what Discord shows while an option is typed.
type Choices struct {
	Choices []choice `json:"choices"`
}

type choice struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Suggestions draws suggestions. What would make Discord refuse all of them is left out.
func Suggestions(suggestions []chat.Suggestion) Choices {
	list := []choice{}
	for _, s := range suggestions {
		tooLong := utf8.RuneCountInString(s.Value) > maxChoice
		if s.Label == "" || s.Value == "" || tooLong || len(list) == maxChoices {
			continue
		}
		list = append(list, choice{Name: cut(s.Label, maxChoice), Value: s.Value})
	}
	return Choices{Choices: list}
}
