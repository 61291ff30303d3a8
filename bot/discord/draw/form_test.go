package draw

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

var typing = chat.Press{Verb: chat.TypeMoves, GameID: 12, Revision: 7, View: "b5"}

// A form is drawn with all that a field says, and comes back with its press and what was typed.
func TestForm(t *testing.T) {
	form, ok := NewForm(chat.Form{Title: "Daily #3", Press: typing, Fields: []chat.Field{
		{Name: "moves", Label: "Moves", Example: "r4c5=7", Lines: true, Most: 4000},
		{Name: "note", Label: "Note", Value: "x", Most: 10},
	}})
	if !ok {
		t.Fatal("a form does not fit")
	}
	body, err := json.Marshal(form)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`"custom_id":"g:12:type::7:b5"`, `"title":"Daily #3"`, `{"type":18,"label":"Moves","component":{"type":4,"custom_id":"moves",`, `"placeholder":"r4c5=7"`, `"style":2`, `"required":true`,
		`"value":"x"`, `"style":1`, `"max_length":4000`, `"max_length":10`,
	} {
		if !strings.Contains(string(body), want) {
			t.Errorf("no %s in %s", want, body)
		}
	}
	var sent discordgo.ModalSubmitInteractionData
	if err := json.Unmarshal([]byte(`{"custom_id":"g:12:type::7:b5","components":[
		{"type":1,"components":[{"type":4,"custom_id":"moves","value":"457\n131"}]},{"type":1,"components":[]}]}`), &sent); err != nil {
		t.Fatal(err)
	}
	if got, want := ParseForm(sent), (chat.Fill{Press: typing, Fields: map[string]string{"moves": "457\n131"}}); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v came back, want %+v", got, want)
	}
}

// A form that cannot be sent is left out.
func TestFormDoesNotFit(t *testing.T) {
	long := typing
	long.Argument = strings.Repeat("x", 100)
	field := []chat.Field{{Name: "a", Label: "A", Most: 1}}
	for _, f := range []chat.Form{{Title: "no fields", Press: typing}, {Title: "long", Press: long, Fields: field}} {
		if _, ok := NewForm(f); ok {
			t.Errorf("%s is sent", f.Title)
		}
	}
}

// The looks of buttons: the first is the main one only where nothing else is said.
func TestLooks(t *testing.T) {
	for _, c := range []struct {
		looks []chat.Look
		want  []discordgo.ButtonStyle
	}{
		{[]chat.Look{chat.AutoLook, chat.AutoLook}, []discordgo.ButtonStyle{discordgo.PrimaryButton, discordgo.SecondaryButton}},
		{[]chat.Look{chat.QuietLook, chat.MainLook}, []discordgo.ButtonStyle{discordgo.SecondaryButton, discordgo.PrimaryButton}},
		{[]chat.Look{chat.OnLook, chat.AutoLook}, []discordgo.ButtonStyle{discordgo.SuccessButton, discordgo.SecondaryButton}},
	} {
		var row []chat.Button
		for i, look := range c.looks {
			row = append(row, chat.Button{Label: "x", Look: look, Disabled: i == 1, Press: chat.Press{Verb: "v", Revision: i}})
		}
		for i, component := range rows([][]chat.Button{row}, "")[0].(discordgo.ActionsRow).Components {
			if b := component.(discordgo.Button); b.Style != c.want[i] || b.Disabled != (i == 1) {
				t.Errorf("%v: button %d is %+v", c.looks, i, b)
			}
		}
	}
}

// A board as text has no picture, and takes away the one before.
func TestBoardAsText(t *testing.T) {
	g := sudoku.Empty(sudoku.Shidoku)
	reply := chat.Reply{Private: true, Screen: chat.Screen{
		Body: chat.Plain("12 cells to go"), Board: &picture.Diagram{Clues: g, Grid: g}, Alt: "empty",
		Rows: [][]chat.Button{{{Label: "Box 1", Press: typing}}},
	}}
	if m := ids.Message(reply, ""); m.Content == "" || len(m.Files) != 1 {
		t.Errorf("a message: %+v", m)
	}
	reply.Screen.AsText = true
	text := ids.Message(reply, "")
	if body, _ := json.Marshal(text); len(text.Files) > 0 || !strings.Contains(text.Content, "```") || !strings.Contains(string(body), `"attachments":[]`) {
		t.Errorf("as text: %s", body)
	}
}
