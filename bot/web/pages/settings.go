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
	Saved  bool
	Groups []settingGroup
}

// settingGroup is a part of the form, with a heading and a sentence.
type settingGroup struct {
	Title, Words string
	Settings     []settingField
}

// settingField is a setting: a select, or a switch if it is one of two values.
type settingField struct {
	formSelect
	Note    string
	On, Off string // values of a switch; "": it is a select
	IsOn    bool
}

// settingGroups lists the settings by subject. A switch names the value that it stands for.
var settingGroups = []struct {
	name     string
	settings [][2]string
}{
	{"looks", [][2]string{{"look"}, {"language"}}},
	{"playing", [][2]string{{"timer", "shown"}, {"mistakes", "at-once"}, {"hints", "all"}}},
	{"others", [][2]string{{"name"}, {"duels", "on"}, {"rating", "shown"}}},
	{"chat", [][2]string{{"board", "text"}, {"alt-text", "with-marks"}, {"coordinates"}}},
}

// showSettings shows the settings of the player and the language of this browser, as a form. Each language is in its
// own words.
func (v visit) showSettings() error {
	settings, err := v.Store.Settings(v.Context(), v.Session.Player.ID)
	if err != nil {
		return err
	}
	chosen, options := bot.Chosen(settings), v.command("settings").Options
	p := settingsPage{Saved: v.R.URL.Query().Has("saved")}
	for _, g := range settingGroups {
		group := settingGroup{Title: v.Text("page.settings."+g.name, nil), Words: v.Text("page.settings."+g.name+"-words", nil)}
		for _, one := range g.settings {
			name, on := one[0], one[1]
			if name == "language" {
				group.Settings = append(group.Settings, settingField{formSelect: v.languages(), Note: v.Text("page.settings.language-note", nil)})
				continue
			}
			field := settingField{formSelect: formSelect{Name: name, Label: v.Text("page.settings."+name, nil)}, Note: v.Text("page.settings."+name+"-note", nil)}
			i := slices.IndexFunc(options, func(o chat.Option) bool { return o.Name == name })
			for _, value := range options[i].Choices {
				switch {
				case on == "":
					label := v.Text("page.settings."+name+"-"+value, nil)
					field.Options = append(field.Options, formOption{value, label, value == chosen[name]})
				case value != on:
					field.On, field.Off, field.IsOn = on, value, chosen[name] == on
				}
			}
			group.Settings = append(group.Settings, field)
		}
		p.Groups = append(p.Groups, group)
	}
	return v.Render(http.StatusOK, templates, site.View{
		Template: "settings.html", Title: v.Text("page.settings.title", nil), Body: p, Script: "save.js",
	})
}

// languages is the choice of this browser's language.
func (v visit) languages() formSelect {
	s := formSelect{Name: "language", Label: v.Text("page.settings.language", nil)}
	s.Options = append(s.Options, formOption{"", v.Text("page.settings.language-auto", nil), v.Session.Language == ""})
	for _, l := range locale.Languages() {
		chosen := v.Session.Language != "" && l.Tag() == v.Tag()
		s.Options = append(s.Options, formOption{l.Tag(), chat.LanguageName(l.Tag()), chosen})
	}
	return s
}

// saveSettings saves the settings of a form, as /settings does, and the language of this browser. A switch sends its
// value for off first, and then that for on if it is on.
func (v visit) saveSettings() error {
	if err := v.ReadForm(); err != nil {
		return err
	}
	ask := chat.Ask{Command: "settings", Options: map[string]string{}}
	for _, option := range v.command("settings").Options {
		if values := v.R.PostForm[option.Name]; len(values) > 0 && values[len(values)-1] != "" {
			ask.Options[option.Name] = values[len(values)-1]
		}
	}
	language, hasLanguage := v.R.PostForm.Get("language"), v.R.PostForm.Has("language")
	isKnown := func(l locale.Language) bool { return l.Tag() == language }
	if language != "" && !slices.ContainsFunc(locale.Languages(), isKnown) {
		return site.ErrBadRequest
	}
	reply := v.Bot.Handle(v.Context(), v.Request(ask))
	if reply.Failed {
		return v.ShowProblem(http.StatusUnprocessableEntity, v.Words(reply.Screen.Body))
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
