package bot

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/gridkeeper/gridkeeper/explain"
	"github.com/gridkeeper/gridkeeper/locale"
)

// In no language does the list of commands, or what is said about one, have to be cut.
func TestHelpFits(t *testing.T) {
	for _, l := range locale.Languages() {
		s := speech{explain.In(l)}
		texts := map[string]string{"all": s.overview(Rights{ManageGuild: true}).String()}
		for _, c := range Commands(l) {
			texts[c.Name] = s.explained(c).String()
		}
		for name, text := range texts {
			if length := utf8.RuneCountInString(text); length > MaxText {
				t.Errorf("%s: the help of %s has %d characters, the most is %d:\n%s", l.Tag(), name, length, MaxText, text)
			}
		}
		if !strings.Contains(texts["all"], "/"+s.commandLabel("setup")) {
			t.Errorf("%s: the list of commands lacks those for admins", l.Tag())
		}
	}
}
