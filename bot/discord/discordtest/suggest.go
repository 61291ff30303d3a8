package discordtest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"testing"
	"unicode/utf8"
)

// Choice is what autocomplete shows, and what the option is given then.
type Choice struct{ Name, Value string }

// Type sends what a user has typed so far into an option of a command, with the options given
// before, and returns at once.
func (s *Server) Type(u User, channelID, name, option, typed string, given ...Option) *Call {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := []any{}
	for _, o := range given {
		list = append(list, map[string]any{"name": o.Name, "type": 3, "value": o.Value})
	}
	list = append(list, map[string]any{"name": option, "type": 3, "value": typed, "focused": true})
	s.mustOffer(u, channelID, name)
	data := map[string]any{"id": cmp.Or(s.commandID(name), "1"), "name": name, "type": 1, "options": list}
	return s.interact(u, channelID, kindSuggest, data, nil)
}

// Choices waits for the answer to [Server.Type].
func (c *Call) Choices(t testing.TB) []Choice {
	t.Helper()
	c.server.await(t, "suggestions for interaction "+c.ID, func() bool { return c.first == answerSuggest })
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	return c.choices
}

// takeChoices reads the answer to autocomplete, and returns what is wrong with it.
func (c *Call) takeChoices(data json.RawMessage) []string {
	var sent struct {
		Choices *[]choice `json:"choices"`
	}
	if err := strict(data, &sent); err != nil {
		return []string{err.Error()}
	}
	var b breaches
	b.add(sent.Choices == nil, "no list of choices")
	if sent.Choices == nil {
		return b
	}
	b.add(len(*sent.Choices) > maxChoices, "%d choices: at most %d", len(*sent.Choices), maxChoices)
	c.choices = []Choice{}
	for _, one := range *sent.Choices {
		value := fmt.Sprint(one.Value)
		for what, text := range map[string]string{"name": one.Name, "value": value} {
			n := utf8.RuneCountInString(text)
			b.add(n < 1 || n > 100, "the %s of choice %q has %d characters: 1 to 100", what, one.Name, n)
		}
		c.choices = append(c.choices, Choice{one.Name, value})
	}
	return b
}

// About uses a command on a message, and returns at once.
func (s *Server) About(u User, m Message, name string) *Call {
	s.mu.Lock()
	defer s.mu.Unlock()
	data := map[string]any{
		"id": cmp.Or(s.commandID(name), "1"), "name": name, "type": messageCommand, "target_id": m.ID,
		"resolved": map[string]any{"messages": map[string]any{m.ID: s.messageEvent(&m)}},
	}
	return s.interact(u, m.ChannelID, kindCommand, data, nil)
}
