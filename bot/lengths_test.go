package bot

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/explain"
	"github.com/gridkeeper/gridkeeper/locale"
)

// In no language does the list of commands, or what is said about one, have to be cut.
func TestHelpFits(t *testing.T) {
	for _, l := range locale.Languages() {
		s := chat.Speech{Words: explain.In(l)}
		texts := map[string]string{"all": overview(s, chat.Rights{ManageGuild: true}).String()}
		for _, c := range Commands(l) {
			texts[c.Name] = explained(s, c).String()
		}
		for name, text := range texts {
			if length := utf8.RuneCountInString(text); length > chat.MaxText {
				t.Errorf("%s: the help of %s has %d characters, the most is %d:\n%s", l.Tag(), name, length, chat.MaxText, text)
			}
		}
		if !strings.Contains(texts["all"], "/"+s.CommandLabel("setup")) {
			t.Errorf("%s: the list of commands lacks those for admins", l.Tag())
		}
	}
}
