package pages

import (
	"net/http"
	"slices"

	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/web/site"
	"github.com/gridkeeper/gridkeeper/locale"
)

// settingsPage is the body of the page of settings.
type settingsPage struct {
	Saved   bool
	Choices []formSelect
}

// showSettings shows the settings of the player and the language of this browser, as a form. Each language is in its
// own words.
func (v visit) showSettings() error {
	settings, err := v.Store.Settings(v.Context(), v.Session.Player.ID)
	if err != nil {
		return err
	}
	languages := formSelect{Name: "language", Label: v.Text("page.settings.language", nil)}
	languages.Options = append(languages.Options, formOption{"", v.Text("page.settings.language-auto", nil), v.Session.Language == ""})
	for _, l := range locale.Languages() {
		chosen := v.Session.Language != "" && l.Tag() == v.Tag()
		languages.Options = append(languages.Options, formOption{l.Tag(), chat.LanguageName(l.Tag()), chosen})
	}
	p := settingsPage{Saved: v.R.URL.Query().Has("saved"), Choices: []formSelect{languages}}
	chosen := bot.Chosen(settings)
	for _, option := range v.command("settings").Options {
		s := formSelect{Name: option.Name, Label: option.Label + ": " + option.Description}
		for _, value := range option.Choices {
			label := v.Text("settings.button."+option.Name+"."+value, nil)
			s.Options = append(s.Options, formOption{value, label, value == chosen[option.Name]})
		}
		p.Choices = append(p.Choices, s)
	}
	return v.render(http.StatusOK, "settings.html", v.Text("page.settings.title", nil), p)
}

// saveSettings saves the settings of a form, as /settings does, and the language of this browser.
func (v visit) saveSettings() error {
	if err := v.ReadForm(); err != nil {
		return err
	}
	ask := chat.Ask{Command: "settings", Options: map[string]string{}}
	for _, option := range v.command("settings").Options {
		if value := v.R.PostForm.Get(option.Name); value != "" {
			ask.Options[option.Name] = value
		}
	}
	language, hasLanguage := v.R.PostForm.Get("language"), v.R.PostForm.Has("language")
	isKnown := func(l locale.Language) bool { return l.Tag() == language }
	if language != "" && !slices.ContainsFunc(locale.Languages(), isKnown) {
		return site.ErrBadRequest
	}
	reply := v.Bot.Handle(v.Context(), v.Request(ask))
	if reply.Failed {
		return v.ShowProblem(http.StatusUnprocessableEntity, reply.Screen.Body.String())
	}
	if hasLanguage && language != v.Session.Language {
		if err := v.Store.SaveSessionLanguage(v.Context(), v.Session.ID, language); err != nil {
			return err
		}
	}
	if theme := ask.Options["look"]; theme != "" {
		v.KeepTheme(theme)
	}
	return v.Redirect("settings?saved")
}
