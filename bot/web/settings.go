package web

import (
	"net/http"
	"slices"

	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/locale"
)

// settingsPage is the body of the page of settings.
type settingsPage struct {
	Saved   bool
	Choices []formSelect
}

// showSettings shows how everything is set, as a form.
func (v *visit) showSettings() error {
	settings, err := v.Store.Settings(v.ctx(), v.session.Player.ID)
	if err != nil {
		return err
	}
	p := settingsPage{Saved: v.r.URL.Query().Has("saved"), Choices: []formSelect{v.languages()}}
	chosen := bot.Chosen(settings)
	for _, option := range v.settingsOptions() {
		s := formSelect{Name: option.Name, Label: option.Label + ": " + option.Description}
		for _, value := range option.Choices {
			label := v.Text("settings.button."+option.Name+"."+value, nil)
			s.Options = append(s.Options, formOption{value, label, value == chosen[option.Name]})
		}
		p.Choices = append(p.Choices, s)
	}
	return v.render(http.StatusOK, "settings.html", v.Text("page.settings.title", nil), p)
}

// settingsOptions are what the command settings can be given.
func (v *visit) settingsOptions() []chat.Option { return v.command("settings").Options }

// command is a command of the bot in the visitor's language.
func (v *visit) command(name string) chat.Command {
	all := bot.Commands(v.Language)
	i := slices.IndexFunc(all, func(c chat.Command) bool { return c.Name == name })
	return all[i]
}

// languages is the select of the browser's language here. Each is in its own words.
func (v *visit) languages() formSelect {
	s := formSelect{Name: "language", Label: v.Text("page.settings.language", nil)}
	s.Options = append(s.Options, formOption{"", v.Text("page.settings.language-auto", nil), v.session.Language == ""})
	for _, l := range locale.Languages() {
		known := v.session.Language != "" && l.Tag() == v.Tag()
		s.Options = append(s.Options, formOption{l.Tag(), chat.LanguageName(l.Tag()), known})
	}
	return s
}

// saveSettings changes what the form says, as /settings does, and the language of this browser.
func (v *visit) saveSettings() error {
	if err := v.readForm(); err != nil {
		return err
	}
	ask := chat.Ask{Command: "settings", Options: map[string]string{}}
	for _, option := range v.settingsOptions() {
		if value := v.r.PostForm.Get(option.Name); value != "" {
			ask.Options[option.Name] = value
		}
	}
	language := v.r.PostForm.Get("language")
	if v.r.PostForm.Has("language") && !isLanguage(language) {
		return errBadRequest
	}
	reply := v.Bot.Handle(v.ctx(), v.asking(ask))
	if reply.Failed {
		return v.showProblem(http.StatusUnprocessableEntity, reply.Screen.Body.String())
	}
	if v.r.PostForm.Has("language") && language != v.session.Language {
		if err := v.Store.SaveSessionLanguage(v.ctx(), v.session.ID, language); err != nil {
			return err
		}
	}
	v.keepTheme("") // so that what was saved is seen in this browser too
	return v.redirect("settings?saved")
}

// isLanguage reports whether there is a catalogue of a language; "" is that of the browser.
func isLanguage(tag string) bool {
	return tag == "" || slices.ContainsFunc(locale.Languages(), func(l locale.Language) bool { return l.Tag() == tag })
}
