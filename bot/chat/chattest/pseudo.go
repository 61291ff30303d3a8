// Package chattest has a language made from English, by which tests find what the bot says in no language.
package chattest

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf8"

	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
	"go.yaml.in/yaml/v3"
)

var must = sudokutest.Must

// Pseudo is the tag of a language made from English: with Accents, brackets and padding. It has more plural
// forms than English, and no catalogue in this repository.
const Pseudo = "pl"

var (
	Accents   = strings.NewReplacer("a", "á", "e", "é", "i", "í", "o", "ó", "u", "ú", "A", "Á", "E", "É", "I", "Í", "O", "Ó", "U", "Ú")
	Templated = regexp.MustCompile(`\{\{.*?\}\}`)
)

// accented puts Accents on the text outside of placeholders.
func accented(text string) string {
	var b strings.Builder
	for {
		at := Templated.FindStringIndex(text)
		if at == nil {
			return b.String() + Accents.Replace(text)
		}
		b.WriteString(Accents.Replace(text[:at[0]]) + text[at[0]:at[1]])
		text = text[at[1]:]
	}
}

// translated makes the pseudo-language of a part of the English catalogue.
func translated(key string, value any) any {
	switch value := value.(type) {
	case map[string]any:
		if value["one"] != nil && value["other"] != nil {
			other := translated(key, value["other"])
			return map[string]any{"one": translated(key, value["one"]), "few": other, "many": other, "other": other}
		}
		all := map[string]any{}
		for name, below := range value {
			if key != ".ordinal" || name == "form-other" {
				all[name] = translated(key+"."+name, below)
			}
		}
		return all
	case string:
		return padded(key, accented(value))
	}
	return value
}

var isName = regexp.MustCompile(`^\.(command\.[a-z]+\.name|option|choice|word|message-command|month|weekday|language)\b`)

// padded makes a text 40 % longer, as far as its kind allows; names stay names.
func padded(key, text string) string {
	if isName.MatchString(key) && !strings.HasPrefix(key, ".command.") || strings.HasSuffix(key, ".name") || text == "" {
		return text
	}
	limits := map[string]int{".command.": 100, ".button.": chat.MaxLabel, ".pad.": 20, ".settings.button.": chat.MaxLabel, ".form.": chat.MaxFormTitle}
	most := 2 * chat.MaxText
	for beginning, limit := range limits {
		if strings.HasPrefix(key, beginning) && !strings.HasSuffix(key, ".details") {
			most = limit
		}
	}
	length := utf8.RuneCountInString(text)
	if room := most - length; room > 2 {
		text = "⟦" + text + strings.Repeat("·", min(room-2, length*2/5)) + "⟧"
	}
	return text
}

// SpeakPseudo adds the pseudo-language by the loader that reads all catalogues.
// It is made from the folder of the English catalogue.
func SpeakPseudo(t *testing.T, english string) locale.Language {
	t.Helper()
	files := fstest.MapFS{}
	entries, err := os.ReadDir(english)
	must(t, err)
	for _, entry := range entries {
		text, err := os.ReadFile(filepath.Join(english, entry.Name()))
		must(t, err)
		var catalogue map[string]any
		must(t, yaml.Unmarshal(text, &catalogue))
		if text, err = yaml.Marshal(translated("", catalogue)); err != nil {
			t.Fatal(err)
		}
		files[Pseudo+"/"+entry.Name()] = &fstest.MapFile{Data: text}
	}
	must(t, locale.Add(files))
	t.Cleanup(func() {
		if err := locale.Add(fstest.MapFS{}); err != nil {
			t.Error(err)
		}
	})
	return locale.Match(Pseudo)
}

var (
	englishWord = regexp.MustCompile(`[A-Za-z]*[aeiouAEIOU][A-Za-z]*`)
	notation    = regexp.MustCompile(`https?://\S*|r[\d]+c[\d]+|[A-Z][a-z]+/[A-Z][a-z_]+`)
)

// Leaked returns the English words in what a reply says, but for names and what was typed.
func Leaked(r chat.Reply) (words []string) {
	texts := []string{r.Screen.Alt}
	for _, part := range append(append(chat.Text{}, r.Screen.Title...), r.Screen.Body...) {
		if part.Kind == chat.PlainPart || part.Kind == chat.CommandPart {
			texts = append(texts, part.Text)
		}
	}
	for _, row := range r.Screen.Rows {
		for _, b := range row {
			texts = append(texts, b.Label)
		}
	}
	return EnglishIn(strings.Join(texts, "\n"))
}

// EnglishIn returns the words of a text that are English.
func EnglishIn(text string) (words []string) {
	for _, word := range englishWord.FindAllString(notation.ReplaceAllString(text, ""), -1) {
		if len(word) >= 4 {
			words = append(words, word)
		}
	}
	return words
}
