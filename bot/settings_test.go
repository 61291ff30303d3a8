package bot

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/look"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/bot/player"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Each setting is changed by its select, whose message then shows what is chosen, and is kept for the player alone.
func TestSettingsSelects(t *testing.T) {
	store := newStore(t)
	b := store.bot()
	changed := map[games.Settings]string{{}: "nothing"}
	for i, s := range player.Settings() {
		ann := games.Player{ID: fmt.Sprint(i), Name: "Ann"}
		shown := ask(t, b, ann, "settings")
		if n := len(shown.Screen.Selects); n > 5 || len(shown.Screen.Rows) > 0 {
			t.Fatalf("%d selects and %d rows", n, len(shown.Screen.Rows))
		}
		last := s.Option + "=" + s.Values[len(s.Values)-1]
		chosen, which := chosenIn(t, shown, s.Option)
		if slices.Contains(chosen, last) {
			t.Errorf("%s is chosen from the start", last)
		}
		want := []string{last}
		if s.On != "" { // the others of its group stay as they are
			want = slices.DeleteFunc(slices.Clone(chosen), func(c string) bool { return strings.HasPrefix(c, s.Option+"=") })
			if last == s.Option+"="+s.On {
				want = append(want, last)
			}
		}
		p := shown.Screen.Selects[which].Press
		p.Chosen = strings.Join(want, ",")
		r := request(ann, "", nil)
		r.Action, r.Buttons = p, true
		reply := b.Handle(t.Context(), r)
		now, _ := chosenIn(t, reply, s.Option)
		slices.Sort(now)
		slices.Sort(want)
		if !slices.Equal(now, want) || !reply.Private || !reply.InPlace {
			t.Errorf("%s: %q are chosen, want %q; in place: %t", last, now, want, reply.InPlace)
		}
		wants(t, reply, "Saved: "+words.Text("settings.button."+strings.ReplaceAll(last, "=", "."), nil)+".")
		kept, err := store.Settings(t.Context(), ann.ID)
		check(t, err)
		if other, twice := changed[kept]; twice {
			t.Errorf("%s changes what %s does", s.Option, other)
		}
		changed[kept] = s.Option
		if n := store.count("settings"); n != i+1 {
			t.Errorf("settings of %d players", n)
		}
	}
}

// chosenIn returns the values that are chosen in the select of a setting, and its place. Each option explains itself.
func chosenIn(t *testing.T, r chat.Reply, option string) (chosen []string, which int) {
	t.Helper()
	for i, s := range r.Screen.Selects {
		for _, o := range s.Options {
			if o.Label == "" || o.About == "" || utf8.RuneCountInString(o.About) > 100 {
				t.Errorf("option %+v", o)
			}
		}
		if !slices.Contains(strings.Split(s.Press.Argument, ","), option) {
			continue
		}
		return strings.FieldsFunc(s.Chosen, func(r rune) bool { return r == ',' }), i
	}
	t.Fatalf("no select for %s", option)
	return nil, 0
}

// A button of a message from before the selects changes its setting, and nothing else.
func TestOldSettingsButton(t *testing.T) {
	store := newStore(t)
	b := store.bot()
	ask(t, b, ann, "settings", "timer=hidden")
	reply := b.Handle(t.Context(), press(ann, chat.Button{Press: chat.Press{Verb: chat.ChangeSetting, Argument: "mistakes=at-once"}}))
	wants(t, reply, "Saved: Mark mistakes at once.")
	kept, err := store.Settings(t.Context(), ann.ID)
	if check(t, err); kept != (games.Settings{MarkMistakes: true, HideTimer: true}) {
		t.Errorf("kept %+v", kept)
	}
}

// Without selects, each setting is followed by the commands for its other values.
func TestSettingsWithoutSelects(t *testing.T) {
	reply := ask(t, newStore(t).bot(), ann, "settings")
	for _, line := range []string{
		"Boards\nLike the device (/settings look=dark, /settings look=light, /settings look=contrast)\nPicture board (/settings board=text)",
		"Play\nCount mistakes on check (/settings mistakes=at-once)", "Show my name (/settings name=hidden, /settings name=everywhere)",
	} {
		wants(t, reply, line)
	}
}

// Options set several things at once, and what is asked wrongly changes nothing.
func TestSettingsOptions(t *testing.T) {
	store := newStore(t)
	b := store.bot()
	ask(t, b, ann, "settings", "look=contrast", "coordinates=E4")
	want := games.Settings{Theme: "contrast", Letters: true}
	kept := func() games.Settings {
		s, err := store.Settings(t.Context(), ann.ID)
		check(t, err)
		return s
	}
	if got := kept(); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	reply := b.Handle(t.Context(), request(ann, "settings", map[string]string{"look": "light", "timer": "never"}))
	if !reply.Failed || !strings.Contains(reply.Screen.Body.String(), `"never"`) || kept() != want {
		t.Errorf("%s; kept %+v", reply.Screen.Body, kept())
	}
}

// A board looks as its player has set it.
func TestBoardBySettings(t *testing.T) {
	store := newStore(t)
	b := store.bot()
	ask(t, b, ann, "play", "tier=guessing")
	ask(t, b, ann, "settings", "look=light", "board=text", "mistakes=at-once", "coordinates=E4", "timer=hidden", "alt-text=with-marks")
	ask(t, b, ann, "move", "moves=r1c3=?24")
	reply := ask(t, b, ann, "move", "moves=r2c2=6") // wrong: there is a 6 in the box
	drawn := *reply.Screen.Board
	wrong := sudoku.CellsOf(sudoku.CellAt(1, 1))
	if drawn.Theme != look.Light || !drawn.Letters || drawn.Wrong != wrong || drawn.Last != wrong || drawn.Lit != sudoku.DigitsOf(6) {
		t.Errorf("drawn as %+v", drawn)
	}
	wants(t, reply, "Marked as wrong: r2c2.") // which a board of characters cannot show
	if !reply.Screen.AsText || !strings.Contains(reply.Screen.Alt, "r1c3 2 4") {
		t.Errorf("as text: %t; %s", reply.Screen.AsText, reply.Screen.Alt)
	}
	if body := ask(t, b, ann, "board").Screen.Body.String(); strings.Contains(body, "ago") {
		t.Errorf("the time is hidden, and yet: %s", body)
	}
	play := chat.Button{Press: chat.Press{Verb: chat.OpenDaily, Argument: "2026-03-05/hidden/sudoku"}}
	if opened := b.Handle(t.Context(), press(ann, play)); !opened.Screen.AsText || opened.Failed {
		t.Errorf("the daily's button opens a picture: %s", opened.Screen.Body)
	}
	if ask(t, b, ann, "board", "look=picture").Screen.AsText {
		t.Error("a picture that was asked for is text")
	}
}

// Each level of a hint points at something in the picture.
func TestHintsPoint(t *testing.T) {
	store := newStore(t)
	b := store.bot()
	ask(t, b, ann, "play")
	for level, points := range map[string]func(picture.Diagram) bool{
		"1": func(b picture.Diagram) bool { return len(b.Houses) > 0 && b.Lit == 0 },
		"2": func(b picture.Diagram) bool { return len(b.Houses) > 0 && b.Lit != 0 && len(b.Placements) == 0 },
		"3": func(b picture.Diagram) bool { return len(b.Placements)+len(b.Eliminations) > 0 },
	} {
		if reply := ask(t, b, ann, "hint", "level="+level); !points(*reply.Screen.Board) || reply.Screen.Board.Title != "" {
			t.Errorf("level %s shows %+v", level, reply.Screen.Board)
		}
	}
}

// What is shown to the player alone looks as they have chosen, a lesson as well as a game.
func TestLessonsHaveThePlayersLook(t *testing.T) {
	store := newStore(t)
	b := store.bot()
	ask(t, b, ann, "settings", "look=contrast", "board=text", "coordinates=E4")
	s := ask(t, b, ann, "technique", "name=x-wing").Screen
	if s.Board.Theme != look.Contrast || !s.AsText || !s.Board.Letters {
		t.Errorf("theme %q, as text %v, letters %v", s.Board.Theme, s.AsText, s.Board.Letters)
	}
	if s := ask(t, b, bob, "technique", "name=x-wing").Screen; s.Board.Theme != "" || s.AsText {
		t.Errorf("one who has chosen nothing has theme %q, as text %v", s.Board.Theme, s.AsText)
	}
}

// A command changes what is kept when it is done, not what was when it began.
func TestSettingsChangedMeanwhile(t *testing.T) {
	store := newStore(t)
	b := store.bot()
	store.scheduled()
	ask(t, b, ann, "settings", "look=light")
	for _, c := range []struct {
		request   chat.Request
		meanwhile func(context.Context) error
	}{
		{request(ann, "settings", given([]string{"look=contrast"})), func(ctx context.Context) error { return store.HidePlayer(ctx, ann, true) }},
		{managing("schedule", "quiet=on"), func(ctx context.Context) error {
			_, err := store.StopPosts(ctx, "7", "")
			return err
		}},
	} {
		done := make(chan chat.Reply)
		_, err := store.Once(t.Context(), "", func(ctx context.Context) ([]byte, error) {
			err := c.meanwhile(ctx)
			go func() { done <- b.Handle(t.Context(), c.request) }()
			for waits := `pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`; store.count(waits) == 0; {
			}
			return nil, err
		})
		check(t, err)
		if reply := <-done; reply.Failed {
			t.Errorf("%s", reply.Screen.Body)
		}
	}
	if got, err := store.Settings(t.Context(), ann.ID); err != nil || got.Theme != "contrast" || !got.Hidden {
		t.Errorf("the player's are %+v, %v", got, err)
	}
	if got := store.guild("7"); !got.Quiet || got.Scheduled {
		t.Errorf("the guild's are %+v", got)
	}
}
