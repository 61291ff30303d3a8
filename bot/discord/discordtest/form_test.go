package discordtest

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

const field = `{"type":4,"custom_id":"a","style":1,"required":true}`

// formOf writes the answer that opens a form.
func formOf(title, id string, fields ...string) string {
	var labels []string
	for _, f := range fields {
		labels = append(labels, `{"type":18,"label":"A","component":`+f+`}`)
	}
	return fmt.Sprintf(`{"type":9,"data":{"custom_id":%q,"title":%q,"components":[%s]}}`, id, title, strings.Join(labels, ","))
}

func TestForms(t *testing.T) {
	s, c, channel := start(t)
	user := User{ID: "1", Name: "ann"}
	call := s.Slash(user, channel, "type", nil)
	status, _ := c.post(callback(call), formOf("Moves", "x", field, strings.Replace(field, `"a"`, `"b"`, 1)))
	wantStatus(t, status, http.StatusNoContent)
	sent := call.Fill(t, user, map[string]string{"a": "457", "b": "x"})
	status, _ = c.post(callback(sent), formOf("Again", "x", field))
	wantStatus(t, status, http.StatusBadRequest)
	status, _ = c.post(callback(sent), `{"type":4,"data":`+hello+`}`)
	wantStatus(t, status, http.StatusNoContent)
	if got := sent.Answer(t); got.Content != "hello" {
		t.Errorf("a form is answered with %q", got.Content)
	}
	if len(s.Problems()) != 1 {
		t.Errorf("problems: %q", s.Problems())
	}
}

func TestFormRules(t *testing.T) {
	edit := func(old, with string) string { return strings.Replace(field, old, with, 1) }
	labelled := func(old, with string) string { return strings.Replace(formOf("x", "x", field), old, with, 1) }
	six := []string{}
	for i := range 6 {
		six = append(six, edit(`"a"`, fmt.Sprintf(`"a%d"`, i)))
	}
	for name, form := range map[string]string{
		"no title":         formOf("", "x", field),
		"long title":       formOf(strings.Repeat("x", 46), "x", field),
		"no custom_id":     formOf("x", "", field),
		"long custom_id":   formOf("x", strings.Repeat("x", 101), field),
		"no fields":        formOf("x", "x"),
		"six fields":       formOf("x", "x", six...),
		"a field twice":    formOf("x", "x", field, field),
		"a row":            labelled(`{"type":18,"label":"A","component":`+field+`}`, `{"type":1,"components":[{"type":4,"custom_id":"a","label":"A","style":1}]}`),
		"no component":     labelled(`,"component":`+field, ""),
		"two labels":       formOf("x", "x", edit(`"style":1`, `"style":1,"label":"B"`)),
		"long description": labelled(`"label":"A"`, `"label":"A","description":"`+strings.Repeat("x", 101)+`"`),
		"a button":         formOf("x", "x", edit(`"type":4`, `"type":2`)),
		"no label":         labelled(`"A"`, `""`),
		"long label":       labelled(`"A"`, `"`+strings.Repeat("x", 46)+`"`),
		"style 3":          formOf("x", "x", edit(`"style":1`, `"style":3`)),
		"long value":       formOf("x", "x", edit(`"style":1`, `"style":1,"value":"`+strings.Repeat("x", 4001)+`"`)),
		"value over most":  formOf("x", "x", edit(`"style":1`, `"style":1,"max_length":2,"value":"xxx"`)),
		"most 4001":        formOf("x", "x", edit(`"style":1`, `"style":1,"max_length":4001`)),
		"least over most":  formOf("x", "x", edit(`"style":1`, `"style":1,"max_length":2,"min_length":3`)),
		"long placeholder": formOf("x", "x", edit(`"style":1`, `"style":1,"placeholder":"`+strings.Repeat("x", 101)+`"`)),
		"unknown field":    formOf("x", "x", edit(`"style":1`, `"style":1,"colour":1`)),
	} {
		s, c, channel := start(t)
		s.rulesAlone = true
		status, _ := c.post(callback(s.Slash(User{ID: "1", Name: "ann"}, channel, "type", nil)), form)
		if status != http.StatusBadRequest || len(s.Problems()) == 0 {
			t.Errorf("%s: status %d", name, status)
		}
	}
}

// What Discord does not let a user send cannot be sent.
func TestInputRefuses(t *testing.T) {
	yes, no, two := true, false, 2
	for _, c := range []struct {
		in   Input
		text string
		ok   bool
	}{
		{Input{}, "", false}, {Input{Required: &yes}, "", false}, {Input{Required: &no}, "", true}, {Input{}, "x", true},
		{Input{MaxLength: &two}, "xxx", false}, {Input{MinLength: &two}, "x", false}, {Input{MinLength: &two, Required: &no}, "", true},
		{Input{}, strings.Repeat("é", 4000), true}, {Input{}, strings.Repeat("x", 4001), false},
	} {
		if got := c.in.refuses(c.text); (got == "") != c.ok {
			t.Errorf("%+v, %d characters: %q", c.in, len(c.text), got)
		}
	}
}
