package handler

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/gridkeeper/gridkeeper/bot/chat"
)

// Of suggestions, what would make Discord refuse all of them is left out.
func TestLimitedSuggestions(t *testing.T) {
	all := []chat.Suggestion{
		{Label: "no value"}, {Value: "no label"}, {Label: "too long", Value: strings.Repeat("x", 101)},
		{Label: "zero", Value: "0"}, {Label: "zero again", Value: "0"}, {Label: "longest", Value: strings.Repeat("é", 100)},
	}
	for i := range 30 {
		all = append(all, chat.Suggestion{Label: strings.Repeat("é", 90+i), Value: fmt.Sprint(i)})
	}
	kept := LimitedSuggestions(all)
	if len(kept) != 25 || kept[0].Label != "zero" || kept[1].Label != "longest" || kept[2].Value != "1" || kept[24].Value != "23" {
		t.Errorf("kept %v", kept)
	}
	for _, s := range kept {
		if utf8.RuneCountInString(s.Label) > 100 {
			t.Errorf("%d characters: %s", utf8.RuneCountInString(s.Label), s.Label)
		}
	}
}
