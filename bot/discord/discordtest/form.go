package discordtest

import (
	"encoding/json"
	"fmt"
	"testing"
	"unicode/utf8"
)

// Limits of forms, which Discord calls modals.
const (
	maxFormTitle   = 45 // and of a label
	maxInputs      = 5
	maxInput       = 4000
	maxPlaceholder = 100

	componentInput = 4
	componentLabel = 18
)

// Form is a form that the bot has answered with.
type Form struct {
	CustomID   string     `json:"custom_id"`
	Title      string     `json:"title"`
	Components []formPart `json:"components"`
}

// formPart is a label with its field, or as Discord took it before, a row with one that has its label itself.
type formPart struct {
	Type        int     `json:"type"`
	ID          int     `json:"id,omitempty"`
	Label       string  `json:"label,omitempty"`
	Description string  `json:"description,omitempty"`
	Component   *Input  `json:"component,omitempty"`
	Components  []Input `json:"components,omitempty"`
}

// Input is a field for text, with the label that it is in. Where Required was not sent, Discord takes it for true.
type Input struct {
	Type        int    `json:"type"`
	ID          int    `json:"id,omitempty"`
	CustomID    string `json:"custom_id"`
	Label       string `json:"label"`
	Style       int    `json:"style"`
	Placeholder string `json:"placeholder"`
	Value       string `json:"value"`
	Required    *bool  `json:"required"`
	MinLength   *int   `json:"min_length"`
	MaxLength   *int   `json:"max_length"`
}

// Inputs returns the fields in order.
func (f Form) Inputs() (all []Input) {
	for _, part := range f.Components {
		if part.Component != nil {
			in := *part.Component
			in.Label = part.Label
			all = append(all, in)
		}
		all = append(all, part.Components...)
	}
	return all
}

// breaches returns what is wrong with a form. Rows are deprecated, and taken from old releases only.
func (f Form) breaches(old bool) []string {
	var b breaches
	b.add(f.Title == "", "a form without a title")
	b.atMost(maxFormTitle, f.Title, "form title")
	b.add(f.CustomID == "", "a form without a custom_id")
	b.atMost(maxCustomID, f.CustomID, "custom_id of a form")
	b.add(len(f.Components) < 1 || len(f.Components) > maxInputs, "%d fields in a form: 1 to %d", len(f.Components), maxInputs)
	ids := map[string]bool{}
	for _, part := range f.Components {
		if old && part.Type == componentRow {
			b.add(len(part.Components) != 1 || part.Component != nil, "%d components in a row of a form: 1", len(part.Components))
			continue
		}
		b.add(part.Type != componentLabel, "component of type %d in a form outside of a label", part.Type)
		b.add(part.Component == nil || len(part.Components) > 0, "a label of a form without a component, or with several")
		b.add(part.Component != nil && part.Component.Label != "", "field %q with a label of its own in a label", part.Label)
		b.atMost(maxPlaceholder, part.Description, "description of a label")
	}
	for _, in := range f.Inputs() {
		b.add(ids[in.CustomID], "field %q twice", in.CustomID)
		ids[in.CustomID] = true
		b.input(in)
	}
	return b
}

func (b *breaches) input(in Input) {
	most := maxInput
	if in.MaxLength != nil {
		most = *in.MaxLength
	}
	b.add(in.Type != componentInput, "component of type %d in a form", in.Type)
	b.add(in.CustomID == "", "a field without a custom_id")
	b.atMost(maxCustomID, in.CustomID, "custom_id of a field")
	b.add(in.Label == "", "field %q without a label", in.CustomID)
	b.atMost(maxFormTitle, in.Label, "label of a field")
	b.add(in.Style != 1 && in.Style != 2, "field %q of style %d: 1 or 2", in.CustomID, in.Style)
	b.atMost(maxPlaceholder, in.Placeholder, "placeholder")
	b.add(most < 1 || most > maxInput, "field %q takes %d characters: 1 to %d", in.CustomID, most, maxInput)
	b.add(in.MinLength != nil && (*in.MinLength < 0 || *in.MinLength > most), "field %q wants more characters than it takes", in.CustomID)
	b.atMost(min(most, maxInput), in.Value, "value of a field")
}

// takeForm keeps the form that answers an interaction, and returns what is wrong with it.
func (c *Call) takeForm(data json.RawMessage) []string {
	if c.kind == kindForm {
		return []string{"a form answers a form"}
	}
	var f Form
	if err := strict(data, &f); err != nil {
		return []string{err.Error()}
	}
	if b := f.breaches(c.server.OldForms); len(b) > 0 {
		return b
	}
	c.form = &f
	return nil
}

// Form waits for the form that answers a call.
func (c *Call) Form(t testing.TB) Form {
	t.Helper()
	c.server.await(t, "a form in answer to interaction "+c.ID, func() bool { return c.form != nil })
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	return *c.form
}

// Fill sends the form that answered a call, with texts for its fields; a field without one is sent
// as it is. A user can neither leave a required field empty nor type more than it takes.
func (c *Call) Fill(t testing.TB, u User, texts map[string]string) *Call {
	t.Helper()
	form := c.Form(t)
	parts := []any{}
	for n, in := range form.Inputs() {
		text, given := texts[in.CustomID]
		if !given {
			text = in.Value
		}
		if problem := in.refuses(text); problem != "" {
			t.Fatalf("field %q %s", in.CustomID, problem)
		}
		input := map[string]any{"type": componentInput, "id": 2*n + 2, "custom_id": in.CustomID, "value": text}
		part := map[string]any{"type": componentLabel, "id": 2*n + 1, "component": input}
		if form.Components[n].Type == componentRow {
			part = map[string]any{"type": componentRow, "id": 2*n + 1, "components": []any{input}}
		}
		parts = append(parts, part)
	}
	return c.server.SendForm(u, c, map[string]any{"custom_id": form.CustomID, "components": parts})
}

// SendForm sends any data as a form that answered a call.
func (s *Server) SendForm(u User, opened *Call, data any) *Call {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.interact(u, opened.channelID, kindForm, data, opened.pressed)
}

// refuses says why Discord does not let a user send a text, "" where it does.
func (in Input) refuses(text string) string {
	n := utf8.RuneCountInString(text)
	switch {
	case n == 0 && (in.Required == nil || *in.Required):
		return "is required"
	case in.MinLength != nil && n < *in.MinLength && n > 0:
		return fmt.Sprintf("wants %d characters", *in.MinLength)
	case n > maxInput || in.MaxLength != nil && n > *in.MaxLength:
		return "takes fewer characters"
	}
	return ""
}
