package discordtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
)

// command is an application command as the bot sends it and as Discord lists it.
type command struct {
	ID                       string            `json:"id,omitempty"`
	ApplicationID            string            `json:"application_id,omitempty"`
	Version                  string            `json:"version,omitempty"`
	Type                     int               `json:"type"`
	Name                     string            `json:"name"`
	NameLocalizations        map[string]string `json:"name_localizations"`
	Description              string            `json:"description"`
	DescriptionLocalizations map[string]string `json:"description_localizations"`
	Options                  []option          `json:"options,omitempty"`
	DefaultMemberPermissions *permissions      `json:"default_member_permissions"`
	DMPermission             *bool             `json:"dm_permission,omitempty"`
	Contexts                 []int             `json:"contexts"`
	IntegrationTypes         []int             `json:"integration_types"`
	NSFW                     bool              `json:"nsfw"`
	Handler                  int               `json:"handler,omitempty"` // of an entry point
}

// entryPoint is the command that opens an application's Activity.
const entryPoint = 4

// option is what a command takes. Discord leaves out what is false or empty.
type option struct {
	Type                     int               `json:"type"`
	Name                     string            `json:"name"`
	NameLocalizations        map[string]string `json:"name_localizations,omitempty"`
	Description              string            `json:"description"`
	DescriptionLocalizations map[string]string `json:"description_localizations,omitempty"`
	Required                 bool              `json:"required,omitempty"`
	Autocomplete             bool              `json:"autocomplete,omitempty"`
	Choices                  []choice          `json:"choices,omitempty"`
	Options                  []option          `json:"options,omitempty"`
	ChannelTypes             []int             `json:"channel_types,omitempty"`
	MinValue                 *float64          `json:"min_value,omitempty"`
	MaxValue                 *float64          `json:"max_value,omitempty"`
	MinLength                *int              `json:"min_length,omitempty"`
	MaxLength                *int              `json:"max_length,omitempty"`
}

type choice struct {
	Name              string            `json:"name"`
	NameLocalizations map[string]string `json:"name_localizations,omitempty"`
	Value             any               `json:"value"`
}

// permissions is a set of bits, sent as text or as a number and listed as text.
type permissions string

// UnmarshalJSON reads "32" and 32.
func (p *permissions) UnmarshalJSON(data []byte) error {
	var n json.Number
	if err := json.Unmarshal(data, &n); err != nil {
		return fmt.Errorf("permissions %s: want a number", data)
	}
	*p = permissions(n)
	return nil
}

// Commands returns the ids of the bot's commands by name, without the entry point of [Server.EnableActivities].
func (s *Server) Commands() map[string]string {
	s.mu.Lock()
	defer s.mu.Unlock()
	ids := map[string]string{}
	for _, c := range s.commands {
		if c.Type != entryPoint {
			ids[c.Name] = c.ID
		}
	}
	return ids
}

// EnableActivities adds the command with which Discord opens the application's Activity. From then on no list of
// commands is taken that lacks it.
func (s *Server) EnableActivities() {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := command{Type: entryPoint, Name: "launch", NameLocalizations: map[string]string{"de": "starten"}, Contexts: []int{0, 1, 2}, Handler: 2}
	c.complete(s)
	s.commands = append(s.commands, c)
}

// EntryPoint returns the command of [Server.EnableActivities] as Discord lists it, nil where there is none.
func (s *Server) EntryPoint() (listed json.RawMessage) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := slices.IndexFunc(s.commands, command.isEntryPoint); i >= 0 {
		c := s.commands[i]
		c.Version = "" // a new one whenever the command is sent
		listed, _ = json.Marshal(c)
	}
	return listed
}

func (c command) isEntryPoint() bool { return c.Type == entryPoint }

func (s *Server) getCommands(c *call) answer {
	if c.PathValue("application_id") != s.AppID {
		return refuse(http.StatusForbidden, 20012, "You are not authorized to perform this action on this application")
	}
	listed := slices.Clone(orEmpty(s.commands))
	if c.URL.Query().Get("with_localizations") != "true" {
		for i := range listed {
			listed[i] = listed[i].withoutLocalizations()
		}
	}
	return answer{http.StatusOK, listed}
}

// withoutLocalizations returns the command as Discord lists it where nobody asks for translations.
func (c command) withoutLocalizations() command {
	c.NameLocalizations, c.DescriptionLocalizations = nil, nil
	c.Options = slices.Clone(c.Options)
	for i, o := range c.Options {
		o.NameLocalizations, o.DescriptionLocalizations = nil, nil
		o.Choices = slices.Clone(o.Choices)
		for n := range o.Choices {
			o.Choices[n].NameLocalizations = nil
		}
		c.Options[i] = o
	}
	return c
}

func (s *Server) putCommands(c *call) answer {
	if c.PathValue("application_id") != s.AppID {
		return refuse(http.StatusForbidden, 20012, "You are not authorized to perform this action on this application")
	}
	var commands []command
	if err := strict(c.body.JSON, &commands); err != nil {
		return s.invalid(c, []string{err.Error()})
	}
	if slices.ContainsFunc(s.commands, command.isEntryPoint) && !slices.ContainsFunc(commands, command.isEntryPoint) {
		return refuse(http.StatusBadRequest, 50240, "You cannot remove this app's Entry Point command in a bulk update operation. "+
			"Please include the Entry Point command in your update request or delete it separately.")
	}
	if b := commandBreaches(commands); len(b) > 0 {
		return s.invalid(c, b)
	}
	for i := range commands {
		commands[i].complete(s)
	}
	s.commands = commands
	s.notify()
	return answer{http.StatusOK, orEmpty(s.commands)}
}

// complete adds what Discord adds.
func (c *command) complete(s *Server) {
	c.Type = max(c.Type, 1)
	c.ID = s.newID()
	if i := slices.IndexFunc(s.commands, func(old command) bool { return old.Type == c.Type && old.Name == c.Name }); i >= 0 {
		c.ID = s.commands[i].ID // a command that is registered again keeps its id
	}
	c.ApplicationID, c.Version = s.AppID, s.newID()
	if c.IntegrationTypes == nil {
		c.IntegrationTypes = s.integrationTypes()
	}
}
