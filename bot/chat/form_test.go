package chat

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// A form keeps within what networks take.
func TestFormLimits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := Form{Title: rapid.String().Draw(t, "title")}
		for range rapid.IntRange(1, 8).Draw(t, "fields") {
			f.Fields = append(f.Fields, Field{
				Name: "a", Label: rapid.String().Draw(t, "label"), Value: strings.Repeat("x", rapid.IntRange(0, 5000).Draw(t, "value")),
				Most: rapid.IntRange(0, 9000).Draw(t, "most"), Example: strings.Repeat("é", rapid.IntRange(0, 300).Draw(t, "example")),
			})
		}
		f = f.limited()
		if utf8.RuneCountInString(f.Title) > MaxFormTitle || len(f.Fields) > MaxFields {
			t.Fatalf("%+v", f)
		}
		for _, field := range f.Fields {
			if field.Most < 1 || field.Most > MaxField || utf8.RuneCountInString(field.Value) > field.Most ||
				utf8.RuneCountInString(field.Label) > MaxFormTitle || utf8.RuneCountInString(field.Example) > 100 {
				t.Fatalf("%+v", field)
			}
		}
	})
}
