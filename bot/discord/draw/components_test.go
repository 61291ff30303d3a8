package draw

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
	"pgregory.net/rapid"

	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func TestCustomID(t *testing.T) {
	for _, c := range []struct {
		press  chat.Press
		marker string
		want   string
	}{
		{chat.Press{Verb: chat.MoreHint, Argument: "2", GameID: 12, Revision: 7}, "", "g:12:hint:2:7"},
		{chat.Press{Verb: chat.ShowResults}, "", "g:0:results::0"},
		{chat.Press{Verb: chat.TurnTo, GameID: 12, Revision: 7, View: "b5p"}, "", "g:12:turn::7:b5p"},
		{chat.Press{Verb: chat.OpenDaily, Argument: "2026-11-21/x-wing/sudoku"}, "daily:7:2026-11-21",
			"g:0:daily:2026-11-21%2Fx-wing%2Fsudoku:0#daily:7:2026-11-21"},
	} {
		got := customID(c.press, c.marker)
		if got != c.want || MarkerOf(got) != c.marker || ParseCustomID(got) != c.press {
			t.Errorf("customID(%+v, %q) = %q, of which %+v and marker %q are read, want %q",
				c.press, c.marker, got, ParseCustomID(got), MarkerOf(got), c.want)
		}
	}
}

// The longest ids that the archive and Discord make leave a post's button room for its marker.
func TestCustomIDHasRoomForAMarker(t *testing.T) {
	press := chat.Press{Verb: chat.OpenDaily, Argument: "2026-11-21/singletons/shidoku"}
	if id := customID(press, "daily:12345678901234567890:2026-11-21"); len(id) > maxCustomID {
		t.Errorf("%q has %d characters", id, len(id))
	}
}

// A whole grid fits into the button that plays it.
func TestCustomIDHasRoomForAGrid(t *testing.T) {
	press := chat.Press{Verb: chat.PlayFound, Argument: strings.Repeat("1.", 40) + "9"}
	if id := customID(press, ""); len(id) > maxCustomID || ParseCustomID(id) != press {
		t.Errorf("%q has %d characters, and is read as %+v", id, len(id), ParseCustomID(id))
	}
}

func TestCustomIDComesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		press := chat.Press{
			Verb: chat.Verb(rapid.String().Draw(t, "verb")), Argument: rapid.String().Draw(t, "argument"),
			GameID: rapid.Int64().Draw(t, "game"), Revision: rapid.Int().Draw(t, "revision"), View: rapid.String().Draw(t, "view"),
		}
		marker := rapid.StringMatching(`[a-z0-9:/-]*`).Draw(t, "marker")
		id := customID(press, marker)
		if got := ParseCustomID(id); got != press || MarkerOf(id) != marker {
			t.Fatalf("%q: %+v and %q came back from %+v and %q", id, got, MarkerOf(id), press, marker)
		}
	})
}

// Messages of the version before buttons named their games are still in the channels.
func TestOldCustomID(t *testing.T) {
	for id, want := range map[string]chat.Ask{
		"daily?date=2026-01-31&shape=sudoku&tier=x-wing#daily:7:2026-01-31": {
			Command: "daily", Options: map[string]string{"date": "2026-01-31", "shape": "sudoku", "tier": "x-wing"},
		},
		"leaderboard?date=2026-01-31": {Command: "leaderboard", Options: map[string]string{"date": "2026-01-31"}},
		"leaderboard":                 {Command: "leaderboard", Options: map[string]string{}},
		"hint":                        {Command: "hint", Options: map[string]string{}},
	} {
		if got := ParseCustomID(id); !reflect.DeepEqual(got, want) {
			t.Errorf("ParseCustomID(%q) = %+v, want %+v", id, got, want)
		}
	}
	if got := MarkerOf("daily?date=2026-01-31&shape=sudoku&tier=x-wing#daily:7:2026-01-31"); got != "daily:7:2026-01-31" {
		t.Errorf("marker %q", got)
	}
}

func TestForeignCustomID(t *testing.T) {
	for _, id := range []string{
		"", "?a=b", "#marker", "%zz", "daily?%zz", "import", "submit?answer=123", "g", "g:1:hint:2", "g:1:hint:2:3:4:5", "g:1:turn::3:%zz", "g:x:hint:2:3",
		"g:1:hint:2:", "g:1:hint:%zz:3", "g:1:%zz:2:3", "g:99999999999999999999:hint:2:3", "h:1:hint:2:3",
	} {
		if got := ParseCustomID(id); got != (chat.Press{}) {
			t.Errorf("ParseCustomID(%q) = %+v", id, got)
		}
	}
}

// A button that Discord would refuse is left out, and the marker finds a place.
func TestRows(t *testing.T) {
	button := func(label, argument string) chat.Button {
		return chat.Button{Label: label, Press: chat.Press{Verb: "v", Argument: argument}}
	}
	var wide []chat.Button
	for _, label := range []string{"1", "2", "3", "4", "5", "sixth in a row"} {
		wide = append(wide, button(label, label))
	}
	list := rows([][]chat.Button{
		{button("too long", strings.Repeat("x", 100))},
		{button("no room for the marker", strings.Repeat("x", 60))},
		{button("first", "a"), button("the same", "a"), button("", "no label")},
		wide,
		{button("last", "b")},
		{button("in the sixth row", "c")},
	}, "marker-of-forty-characters-0000000000000")
	var labels []string
	for _, row := range list {
		for _, c := range row.(discordgo.ActionsRow).Components {
			b := c.(discordgo.Button)
			labels = append(labels, b.Label)
			if marked := MarkerOf(b.CustomID) != ""; marked != (b.Label == "first") {
				t.Errorf("button %q marked: %v", b.Label, marked)
			}
			if primary := b.Style == discordgo.PrimaryButton; primary != (len(labels) == 1) {
				t.Errorf("button %q has style %d", b.Label, b.Style)
			}
		}
	}
	if got, want := strings.Join(labels, ", "), "no room for the marker, first, 1, 2, 3, 4, 5, last"; got != want || len(list) != 4 {
		t.Errorf("%d rows with %s, want 4 with %s", len(list), got, want)
	}
}

// The revision of a message is the newest of its buttons, as they are sent and as they come back.
func TestRevisionOf(t *testing.T) {
	button := func(argument string, revision int) chat.Button {
		return chat.Button{Label: argument, Press: chat.Press{Verb: "v", Argument: argument, GameID: 1, Revision: revision}}
	}
	sent := rows([][]chat.Button{{button("a", 3), button("b", 7)}, {button("c", 5)}}, "marker")
	body, err := json.Marshal(map[string]any{"components": sent})
	if err != nil {
		t.Fatal(err)
	}
	var back discordgo.Message
	if err := json.Unmarshal(body, &back); err != nil {
		t.Fatal(err)
	}
	if got := RevisionOf(sent); got != 7 {
		t.Errorf("sent: %d", got)
	}
	if got := RevisionOf(back.Components); got != 7 {
		t.Errorf("back: %d", got)
	}
	if got := RevisionOf(nil); got != 0 {
		t.Errorf("no buttons: %d", got)
	}
}

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
		{[]chat.Look{chat.QuietLook, chat.DangerLook}, []discordgo.ButtonStyle{discordgo.SecondaryButton, discordgo.DangerButton}},
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

// Of a select of several, any number can be chosen, and all that are chosen come back.
func TestSelectOfSeveral(t *testing.T) {
	s := chat.Select{
		Several: true, Hint: "Switches", Chosen: "timer=shown,hints=all", Press: chat.Press{Verb: chat.ChangeSetting, Argument: "mistakes,timer,hints"},
		Options: []chat.Choice{{Label: "A", Value: "mistakes=at-once", About: strings.Repeat("é", 101)}, {Label: "B", Value: "timer=shown"}, {Label: "C", Value: "hints=all"}},
	}
	menu, ok := selectMenu(s)
	if !ok || *menu.MinValues != 0 || menu.MaxValues != 3 || menu.Options[0].Default || !menu.Options[1].Default || !menu.Options[2].Default {
		t.Errorf("drawn as %+v", menu)
	}
	if got := menu.Options[0].Description; got != strings.Repeat("é", 99)+"…" {
		t.Errorf("described as %q", got)
	}
	s.Several, s.Chosen = false, "timer=shown"
	if one, _ := selectMenu(s); *one.MinValues != 1 || one.MaxValues != 1 || !one.Options[1].Default || one.Options[2].Default {
		t.Errorf("one of them: %+v", one)
	}
	for _, values := range [][]string{nil, {"timer=shown"}, {"timer=shown", "hints=all"}} {
		want := s.Press
		want.Chosen = strings.Join(values, ",")
		if got := ParseControl(discordgo.MessageComponentInteractionData{CustomID: menu.CustomID, Values: values}); got != want {
			t.Errorf("%q come back as %+v", values, got)
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
