package discordtest

import (
	"slices"
	"testing"
)

// Selects returns the selects of a message in order.
func (m Message) Selects() (all []Component) {
	for c := range walk(m.Components) {
		if c.isSelect() {
			all = append(all, c)
		}
	}
	return all
}

func (c Component) isSelect() bool {
	return c.Type == componentSelect || c.Type == componentRoleSelect || c.Type == componentChannelSelect
}

// Choose chooses in a select of a message, found by its placeholder: an option, a channel or a role by
// its id, several options, or "" for nothing.
func (s *Server) Choose(t testing.TB, u User, m Message, placeholder string, values ...string) *Call {
	t.Helper()
	for _, c := range m.Selects() {
		if c.Placeholder != placeholder {
			continue
		}
		if c.MaxValues != nil && len(values) > *c.MaxValues || c.MaxValues == nil && len(values) > 1 {
			t.Fatalf("%q are too many for %q", values, placeholder)
		}
		for _, value := range values {
			if what := s.cannotChoose(c, value); what != "" {
				t.Fatalf("%q cannot be chosen in %q: %s", value, placeholder, what)
			}
		}
		return s.ChooseID(u, m, c, values...)
	}
	t.Fatalf("no select %q in the message %q", placeholder, m.Text())
	return nil
}

// ChooseID is [Server.Choose] for anything, whether a select offers it or not.
func (s *Server) ChooseID(u User, m Message, c Component, values ...string) *Call {
	s.mu.Lock()
	defer s.mu.Unlock()
	chosen := slices.DeleteFunc(slices.Clone(values), func(value string) bool { return value == "" })
	data := map[string]any{"custom_id": c.CustomID, "component_type": c.Type, "values": append([]string{}, chosen...)}
	for _, value := range chosen {
		if ch := s.channel(value); ch != nil && c.Type == componentChannelSelect {
			data["resolved"] = map[string]any{"channels": map[string]any{value: s.partial(ch)}}
		}
	}
	return s.interact(u, m.ChannelID, kindPress, data, s.find(m))
}

// cannotChoose says why Discord does not offer something, "" where it does.
func (s *Server) cannotChoose(c Component, value string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case value == "":
		if c.MinValues == nil || *c.MinValues > 0 {
			return "something has to be chosen"
		}
	case c.Type == componentChannelSelect:
		if ch := s.channel(value); ch == nil || len(c.Channels) > 0 && !slices.Contains(c.Channels, ch.kind) {
			return "it offers no such channel"
		}
	case c.Type == componentSelect:
		if !slices.ContainsFunc(c.Options, func(o SelectOption) bool { return o.Value == value }) {
			return "it has no such option"
		}
	}
	return ""
}

// selectMenu notes what is wrong with a select.
func (b *breaches) selectMenu(c Component) {
	b.add(c.CustomID == "", "a select without custom_id")
	b.atMost(150, c.Placeholder, "placeholder")
	b.add(c.Type == componentSelect && len(c.Options) == 0, "select %q without options", c.CustomID)
	values := map[string]bool{}
	chosen := 0
	for _, o := range c.Options {
		b.add(o.Label == "" || o.Value == "", "option %q of a select without label or value", o.Value)
		b.atMost(100, o.Label, "label of an option")
		b.atMost(100, o.Value, "value of an option")
		b.atMost(100, o.Description, "description of an option")
		b.add(values[o.Value], "value %q of a select twice", o.Value)
		values[o.Value] = true
		chosen += btoi(o.Default)
	}
	most := 1
	if c.MaxValues != nil {
		most = *c.MaxValues
	}
	b.add(c.Type == componentSelect && most > len(c.Options), "%d may be chosen of %d options in select %q", most, len(c.Options), c.CustomID)
	b.add(c.MinValues != nil && *c.MinValues > most, "more at least than the %d at most in select %q", most, c.CustomID)
	b.add(chosen+len(c.Defaults) > most, "%d chosen in select %q: at most %d", chosen+len(c.Defaults), c.CustomID, most)
}
