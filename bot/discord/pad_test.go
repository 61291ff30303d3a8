package discord

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// hand is a player on Discord, with the board in front.
type hand struct {
	t       *testing.T
	srv     *discordtest.Server
	store   *archive.Store
	user    discordtest.User
	channel string
	board   discordtest.Message
	taps    int
	stop    func() // the bot
}

// startHand connects the bot, on an archive with one puzzle.
func startHand(t *testing.T) *hand {
	t.Helper()
	srv, channel := standIn(t)
	store := archivetest.New(t)
	for _, puzzle := range []string{fishy, "1.....3..2.....4"} {
		if _, err := store.ImportFile(t.Context(), importing.Options{Collection: "test"}, strings.NewReader(puzzle)); err != nil {
			t.Fatal(err)
		}
	}
	h := &hand{t: t, srv: srv, store: store, user: ann, channel: channel}
	h.start()
	return h
}

// start starts the bot, again where it has stopped, else a second process that gets all that the first gets.
func (h *hand) start() {
	config := quick(h.srv)
	config.Store, config.Shards.All = h.store, true
	b := bot.New(h.store, bot.Config{Log: logTo(h.t)})
	h.stop = connect(h.t, h.srv, func(ctx context.Context) error { return Serve(ctx, config, b, logTo(h.t)) })
}

// ask sends a command, whose answer is the board from now on.
func (h *hand) ask(command string, options map[string]string) discordtest.Message {
	h.t.Helper()
	h.board = h.srv.Slash(h.user, h.channel, command, options).Answer(h.t)
	return h.board
}

// label completes the beginning of a button's label.
func (h *hand) label(beginning string) string {
	h.t.Helper()
	label, ok := h.find(beginning)
	if !ok {
		h.t.Fatalf("no button %q below %q", beginning, h.board.Text())
	}
	return label
}

func (h *hand) find(beginning string) (label string, ok bool) {
	for _, b := range h.board.Buttons() {
		rest, found := strings.CutPrefix(b.Label, beginning)
		if found && (rest == "" || strings.ContainsAny(rest[:1], " =?:")) {
			return b.Label, true
		}
	}
	return "", false
}

// tap presses a button, which changes the board where it stands.
func (h *hand) tap(beginning string) discordtest.Message {
	h.t.Helper()
	h.taps++
	call := h.srv.Press(h.t, h.user, h.board, h.label(beginning))
	answer := call.Answer(h.t)
	if !call.Updated() || answer.ID != h.board.ID {
		h.t.Fatalf("%s: a new message: %q", beginning, answer.Text())
	}
	h.board = answer
	return answer
}

func (h *hand) game() games.Game {
	h.t.Helper()
	guild := cmp.Or(h.srv.GuildOf(h.channel), "dm:"+h.user.ID)
	g, err := h.store.CurrentGame(h.t.Context(), h.user.ID, guild)
	if err != nil {
		h.t.Fatal(err)
	}
	return g
}

// cellFirst has the pad ask for the cell first.
func (h *hand) cellFirst() {
	h.t.Helper()
	h.tap("More")
	h.tap("Cell first: off")
}

// put taps a box and a cell, with a digit chosen before.
func (h *hand) put(c sudoku.Cell) {
	h.t.Helper()
	if _, ok := h.find(c.String()); !ok { // the only empty cell of a box takes the digit at once
		h.tap(fmt.Sprint("Box ", sudoku.Sudoku.Box(c)+1))
	}
	h.tap(c.String())
}

// bodyOf returns the newest first answer that was sent.
func (h *hand) bodyOf() (body struct {
	Type int
	Data map[string]json.RawMessage
}, sent discordtest.Request) {
	h.t.Helper()
	all := h.srv.Requests(toCallback)
	sent = all[len(all)-1]
	if err := json.Unmarshal(sent.Body, &body); err != nil {
		h.t.Fatal(err)
	}
	return body, sent
}

// A whole daily is solved by the pad alone, in one message, with two taps a digit. The picture and its alt
// text show what is chosen.
func TestPadSolvesADaily(t *testing.T) {
	t.Parallel()
	h := startHand(t)
	h.ask("daily", map[string]string{"tier": "x-wing"})
	first, solution := h.board.ID, solutionOf(t, fishy)
	h.tap("1")
	picture := h.board.Attachments[0].ID
	h.tap("Box 1")
	if body, _ := h.bodyOf(); body.Type != 7 || h.board.Attachments[0].ID == picture || !strings.Contains(h.board.Attachments[0].Description, "Selected: box 1.") {
		t.Errorf("choosing a box sends %v, and shows %v", body, h.board.Attachments)
	}
	h.tap("Back")
	h.taps = 0
	open := strings.Count(fishy, ".")
	for d := byte('1'); d <= '9'; d++ { // the pad goes on to the next by itself
		for i, c := range sudoku.Sudoku.Cells() {
			if fishy[i] != '.' || solution[i] != d {
				continue
			}
			if h.put(c); len(h.board.Attachments) != 1 || h.board.Attachments[0].ID == picture {
				t.Fatalf("%s: the picture is the one before", c)
			}
			picture = h.board.Attachments[0].ID
		}
	}
	if h.taps != 2*open-9 {
		t.Errorf("%d digits took %d taps", open, h.taps)
	}
	if !strings.Contains(h.board.Text(), "Correct!") || h.board.ID != first || h.game().Finished.IsZero() {
		t.Errorf("at the end: %q", h.board.Text())
	}
	h.label("Share")
}

// The same with nothing but text: commands, the board as text, no picture.
func TestTextSolvesADaily(t *testing.T) {
	t.Parallel()
	h := startHand(t)
	h.ask("daily", map[string]string{"tier": "x-wing"})
	text := h.ask("board", map[string]string{"look": "text"})
	if len(text.Attachments) != 0 || !strings.Contains(text.Content, "```") {
		t.Errorf("the board as text: %q with %d pictures", text.Content, len(text.Attachments))
	}
	solution := solutionOf(t, fishy)
	for row := range 9 {
		h.ask("move", map[string]string{"moves": fmt.Sprintf("r%d=%s", row+1, solution[9*row:9*row+9])})
	}
	if !strings.Contains(h.board.Text(), "Correct!") {
		t.Errorf("at the end: %q", h.board.Text())
	}
}

// There is one board: a command's answer takes the place of the message before, a button and a form
// change the message that they are of.
func TestOneBoard(t *testing.T) {
	t.Parallel()
	h := startHand(t)
	first := h.srv.Slash(h.user, h.channel, "play", nil)
	h.board = first.Answer(t)
	h.tap("More")
	h.tap("Candidates")
	move := h.srv.Slash(h.user, h.channel, "move", map[string]string{"moves": "?"})
	h.board = move.Answer(t)
	eventually(t, "the first board to go", func() bool { return len(h.srv.Replies(first)) == 0 })
	h.tap("More")
	opened := h.srv.Press(t, h.user, h.board, "Type moves")
	sent := opened.Fill(t, h.user, map[string]string{"moves": "r1c1=?12\nr1c2=?3"})
	if answer := sent.Answer(t); !sent.Updated() || answer.ID != h.board.ID {
		t.Errorf("a form is answered with another message: %q", answer.Text())
	}
	lesson := h.srv.Slash(h.user, h.channel, "technique", map[string]string{"name": "x-wing"})
	lesson.Answer(t)
	help := h.srv.Slash(h.user, h.channel, "help", nil)
	help.Answer(t)
	if len(h.srv.Replies(move)) != 1 {
		t.Error("the board was replaced by a message without a game")
	}
	h.board = h.srv.Replies(move)[0]
	h.ask("submit", map[string]string{"answer": solutionOf(t, fishy)})
	eventually(t, "the board before the answer to go", func() bool { return len(h.srv.Replies(move)) == 0 })
	won := h.board
	h.ask("play", nil)
	time.Sleep(100 * time.Millisecond)
	if h.srv.Press(t, h.user, won, "Leaderboard").Answer(t); len(h.srv.Replies(lesson)) != 1 {
		t.Error("a lesson is gone")
	}
}

// A board whose token has expired stays, and is replaced: the game goes on, and the old
// buttons show the newest board.
func TestBoardAfterItsToken(t *testing.T) {
	t.Parallel()
	h := startHand(t)
	first := h.srv.Slash(h.user, h.channel, "play", nil)
	h.board = first.Answer(t)
	h.tap("2")
	h.tap("Box 1")
	first.Expire()
	old := h.board
	h.ask("move", map[string]string{"moves": "r1c1=?28"})
	h.board = old
	h.tap("r1c1")
	if !strings.Contains(h.board.Text(), "cells to go") || h.game().Revision != 1 {
		t.Errorf("an old button shows %q at revision %d", h.board.Text(), h.game().Revision)
	}
	h.tap("Box 1")
	if h.tap("r1c1"); h.game().Grid.At(0) != 2 {
		t.Error("the old message does not go on")
	}
}

// The bot is started again in the middle of a digit.
func TestRestartOnThePad(t *testing.T) {
	t.Parallel()
	h := startHand(t)
	h.ask("play", nil)
	h.cellFirst()
	h.tap("Pencil: off")
	h.tap("Box 1")
	h.tap("r1c1")
	h.stop()
	h.start()
	h.tap("Mark 2")
	h.tap("Mark 8")
	if got := h.game().Marks[0].String(); got != "28" {
		t.Errorf("marks %q", got)
	}
}

// Every press comes to two processes, twice to each, and counts once.
func TestPressesCountOnce(t *testing.T) {
	t.Parallel()
	h := startHand(t)
	h.start()
	h.srv.DuplicateEvents()
	h.ask("play", nil)
	h.cellFirst()
	h.tap("Pencil: off")
	h.tap("Box 1")
	h.tap("r1c1")
	for range 4 {
		h.tap("Mark 2")
		h.tap("Unmark 2")
	}
	time.Sleep(200 * time.Millisecond)
	if g := h.game(); g.Revision != 8 || g.Marks[0] != 0 {
		t.Errorf("8 presses make revision %d, marks %q", g.Revision, g.Marks[0])
	}
}

// In direct messages the board is an ordinary message, and there is one.
func TestPadInDirectMessages(t *testing.T) {
	t.Parallel()
	h := startHand(t)
	h.channel = h.srv.AddChannel("", "direct messages")
	h.ask("play", nil)
	if h.board.Ephemeral {
		t.Error("the board is hidden from nobody")
	}
	h.tap("2")
	h.put(0)
	h.ask("move", map[string]string{"moves": "r1c2=8"})
	eventually(t, "the board before to go", func() bool { return len(h.srv.Messages(h.channel)) == 1 })
	h.tap("Undo")
	if g := h.game(); g.Grid.At(0) != 2 || g.Grid.At(1) != 0 {
		t.Errorf("the grid is %s", g.Grid)
	}
}

// A form asks for moves, and for the grid as text; a text that is wrong is named, and changes
// nothing.
func TestFormsOnDiscord(t *testing.T) {
	t.Parallel()
	h := startHand(t)
	h.ask("play", nil)
	h.tap("More")
	opened := h.srv.Press(t, h.user, h.board, "Type moves")
	wrong := opened.Fill(t, h.user, map[string]string{"moves": "r1c1=2 r1c3=1"}).Answer(t)
	if !strings.Contains(wrong.Text(), "r1c3=1") || !wrong.Ephemeral || h.game().Revision != 0 {
		t.Errorf("a wrong move: %q at revision %d", wrong.Text(), h.game().Revision)
	}
	edit := h.srv.Press(t, h.user, h.board, "Edit as text")
	in := edit.Form(t).Inputs()[0]
	if strings.ReplaceAll(in.Value, "\n", "") != fishy || in.Required == nil || !*in.Required || in.Style != 2 {
		t.Errorf("the form of the grid: %+v", in)
	}
	answer := edit.Fill(t, h.user, map[string]string{"grid": "2" + in.Value[1:]}).Answer(t)
	if h.game().Grid.At(0) != 2 || answer.ID != h.board.ID {
		t.Errorf("after an edit: %q", answer.Text())
	}
	for _, data := range []any{
		map[string]any{"custom_id": "g:1:edit::1", "components": []any{}},
		map[string]any{"custom_id": "x", "components": []any{}},
		map[string]any{"custom_id": "g:9:type::1:zz", "components": []any{map[string]any{"type": 1, "components": []any{
			map[string]any{"type": 4, "custom_id": "moves", "value": "r1c2=8"}}}}},
	} {
		if got := h.srv.SendForm(h.user, edit, data).Answer(t); h.game().Revision != 1 || !got.Ephemeral {
			t.Errorf("%v: %q", data, got.Text())
		}
	}
}

// A board that Discord does not delete is hidden: it has neither a picture nor buttons left.
func TestOldBoardIsHidden(t *testing.T) {
	t.Parallel()
	h := startHand(t)
	h.srv.Inject(discordtest.Fault{Route: toWithdraw, Status: 404, Code: 10008})
	first := h.srv.Slash(h.user, h.channel, "play", nil)
	first.Answer(t)
	h.srv.Slash(h.user, h.channel, "board", nil).Answer(t)
	eventually(t, "the first board to be hidden", func() bool {
		all := h.srv.Replies(first)
		return len(all) == 1 && len(all[0].Buttons()) == 0 && len(all[0].Attachments) == 0 && strings.Contains(all[0].Text(), "newer message")
	})
}

// Nobody plays on the board of another, whatever they press, and nobody sees it.
func TestForgedPresses(t *testing.T) {
	t.Parallel()
	h := startHand(t)
	h.ask("play", nil)
	h.tap("2")
	h.put(0)
	before, secret := h.game(), h.board
	bob := discordtest.User{ID: "100000000000001009", Name: "bob"}
	other := h.srv.AddChannel(h.srv.AddGuild("Others"), "daily")
	elsewhere := secret
	elsewhere.ChannelID = other
	for _, id := range []string{
		fmt.Sprintf("g:%d:write:r1c2%%3D8:%d", before.ID, before.Revision),
		fmt.Sprintf("g:%d:undo::%d", before.ID, before.Revision), fmt.Sprintf("g:%d:turn::%d:b5c5", before.ID, before.Revision),
		fmt.Sprintf("g:%d:edit::%d", before.ID, before.Revision), fmt.Sprintf("g:%d:share::0", before.ID),
		fmt.Sprintf("g:%d:hint:4:%d:b9c9d9p", before.ID, before.Revision), fmt.Sprintf("g:%d:submit::%d", before.ID, before.Revision),
	} {
		for _, m := range []discordtest.Message{secret, elsewhere} {
			got := h.srv.PressID(bob, m, id).Answer(t)
			if len(got.Attachments) > 0 && got.ID != secret.ID || !strings.Contains(got.Text(), "no game here yet") && !strings.Contains(got.Text(), "no longer works") {
				t.Errorf("%s: %q", id, got.Text())
			}
		}
	}
	for _, id := range []string{
		fmt.Sprintf("g:%d:write:r9c9%%3D99:%d:%s", before.ID, before.Revision, strings.Repeat("d", 40)),
		fmt.Sprintf("g:%d:turn::%d:%%00%%ff%%F0", before.ID, before.Revision), fmt.Sprintf("g:%d:turn::-1:b9", before.ID),
		fmt.Sprintf("g:-5:write:-r1c1:%d", before.Revision), "g:9223372036854775807:undo::9223372036854775807",
	} {
		h.srv.PressID(h.user, secret, id).Answer(t)
	}
	if g := h.game(); g.Game != before.Game {
		t.Errorf("the game changed: %+v", g.Game)
	}
}

// A 6×6 is solved by taps alone, in one message, in at most 60 of them.
func TestPadSolvesASixBySix(t *testing.T) {
	t.Parallel()
	h := startHand(t)
	const six = "54.......2..2.......4..131.64...6.3."
	if _, err := h.store.ImportFile(t.Context(), importing.Options{Collection: "test"}, strings.NewReader(six)); err != nil {
		t.Fatal(err)
	}
	h.ask("play", map[string]string{"shape": "6x6"})
	first, solution := h.board.ID, solutionOf(t, h.game().Clues.String())
	for d := byte('1'); d <= '6'; d++ {
		for i, c := range sudoku.SixBySix.Cells() {
			if solution[i] != d || h.game().Grid.At(c) != 0 {
				continue
			}
			if !strings.Contains(h.board.Text(), fmt.Sprintf("Digit %c:", d)) {
				h.tap(string(d)) // "3 (4)"; a digit with none left is chosen no more
			}
			name := string('A'+byte(c.Column())) + string('1'+byte(c.Row()))
			if _, ok := h.find(name); !ok {
				h.tap(fmt.Sprint("Box ", sudoku.SixBySix.Box(c)+1))
			}
			h.tap(name)
		}
	}
	if h.taps > 60 || !strings.Contains(h.board.Text(), "Correct!") || h.board.ID != first || h.game().Finished.IsZero() {
		t.Errorf("after %d taps: %q", h.taps, h.board.Text())
	}
	t.Logf("%d taps", h.taps)
}
