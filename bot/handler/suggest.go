package handler

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/gridkeeper/gridkeeper/bot/chat"
)

// LimitedSuggestions leaves out what a network would refuse: a label is cut, a value cannot be.
func LimitedSuggestions(all []chat.Suggestion) []chat.Suggestion {
	var kept []chat.Suggestion
	for _, s := range all {
		s.Label = chat.Cut(s.Label, chat.MaxSuggestion)
		fits := s.Label != "" && s.Value != "" && utf8.RuneCountInString(s.Value) <= chat.MaxSuggestion
		if fits && !slices.ContainsFunc(kept, func(k chat.Suggestion) bool { return k.Value == s.Value }) {
			kept = append(kept, s)
		}
	}
	return kept[:min(len(kept), chat.MaxSuggestions)]
}

// Matching returns those suggestions whose words begin as typed, or have it within: the better
// matches first, else in their order.
func Matching(all []chat.Suggestion, typed string) []chat.Suggestion {
	var begin, word, within []chat.Suggestion
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
