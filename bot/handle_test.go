package bot

import (
	"context"
	"fmt"
	"io"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

var (
	ann     = games.Player{ID: "1", Name: "Ann"}
	english = locale.Match("en")
	words   = chat.SpeechIn("en")
)

func parse(text string) sudoku.Grid {
	g, err := sudoku.Parse(text)
	if err != nil {
		panic(err)
	}
	return g
}

const (
	moler = sudokutest.Moler
	mini  = "1.....3..2.....4"
)

// request is a command in the guild 7.
func request(p games.Player, command string, options map[string]string) chat.Request {
	return chat.Request{Player: p, Place: chat.Place{GuildID: "7"}, Action: chat.Ask{Command: command, Options: options}}
}

// press is a press of a button in the guild 7.
func press(p games.Player, b chat.Button) chat.Request {
	return chat.Request{Player: p, Place: chat.Place{GuildID: "7"}, Action: b.Press}
}

// ask sends a command whose options are given as "name=value".
func ask(t testing.TB, b *Bot, p games.Player, command string, options ...string) chat.Reply {
	t.Helper()
	return send(t, b, request(p, command, given(options)))
}

// given reads options that are given as "name=value".
func given(options []string) map[string]string {
	all := map[string]string{}
	for _, option := range options {
		name, value, _ := strings.Cut(option, "=")
		all[name] = value
	}
	return all
}

// managing is a command of Ann in the guild 7, which she manages.
func managing(command string, options ...string) chat.Request {
	r := request(ann, command, given(options))
	r.Rights.ManageGuild = true
	return r
}

// send hands the bot a request, whose answer must be fit to send.
func send(t testing.TB, b *Bot, r chat.Request) chat.Reply {
	t.Helper()
	reply := b.Handle(t.Context(), r)
	if problem := problemOf(reply); problem != "" {
		t.Fatalf("%v: %s", r.Action, problem)
	}
	return reply
}

// What a command changed before it refuses is taken back, and the same request again gets the refusal and is not done.
func TestRefusalsTakeBack(t *testing.T) {
	s := newStore(t)
	b := s.bot()
	r := request(ann, "schedule", nil)
	r.ID = "a request"
	done := 0
	for range 2 {
		reply, err := once(t.Context(), b.env, queryOf(t.Context(), b.env, r), chat.Failure, func(ctx context.Context) (chat.Reply, error) {
			done++
			guild := s.guild("7")
			guild.ChannelID = "another"
			check(t, s.SaveGuild(ctx, guild))
			return chat.Reply{}, chat.Refuse("refusal.meet-alone", nil)
		})
		if err != nil || !reply.Failed || textOf(reply) != words.Text("refusal.meet-alone", nil) {
			t.Errorf("%q, %v", textOf(reply), err)
		}
	}
	if got := s.guild("7").ChannelID; got != "" || done != 1 {
		t.Errorf("the channel is %q after it was refused %d times", got, done)
	}
}

func textOf(r chat.Reply) string { return r.Screen.Body.String() }

func titleOf(r chat.Reply) string { return r.Screen.Title.String() }

// public is what others than the player learn.
func public(r chat.Reply) string {
	var lines []string
	for _, n := range r.Notices {
		lines = append(lines, n.Body.String())
	}
	return strings.Join(lines, "\n")
}

// problemOf says what networks would refuse, and what may not be seen by all.
func problemOf(r chat.Reply) string {
	switch {
	case strings.TrimSpace(textOf(r)) == "":
		return "an empty text"
	case utf8.RuneCountInString(textOf(r)) > chat.MaxText || utf8.RuneCountInString(titleOf(r)) > chat.MaxTitle || utf8.RuneCountInString(public(r)) > chat.MaxText:
		return "too long"
	case !utf8.ValidString(textOf(r) + titleOf(r) + public(r)):
		return "not UTF-8"
	case strings.ContainsAny(textOf(r)+titleOf(r)+public(r), "\ue000"+"\ue001"):
		return "a token in the text"
	case len(r.Screen.Rows) > 5:
		return "too many rows of buttons"
	case r.Screen.Board != nil && !r.Private && !strings.HasPrefix(r.Tracks, "party "):
		return "a board for everybody"
	case (r.Screen.Board == nil && r.Screen.Chart == nil) != (r.Screen.Alt == ""):
		return "a board without words, or words without a board"
	case r.Failed && !r.Private:
		return "an error for everybody"
	}
	pressed := map[chat.Press]bool{}
	for _, row := range r.Screen.Rows {
		for _, b := range row {
			if b.Link == "" && pressed[b.Press] {
				return fmt.Sprintf("two buttons for %+v", b.Press)
			}
			pressed[b.Press] = true
			if b.Label == "" || utf8.RuneCountInString(b.Label) > chat.MaxLabel || len(row) > 5 {
				return fmt.Sprintf("a button labelled %q", b.Label)
			}
		}
	}
	return ""
}

func wants(t testing.TB, reply chat.Reply, text string) {
	t.Helper()
	if !strings.Contains(textOf(reply), text) {
		t.Errorf("got %q, want %q in it", textOf(reply), text)
	}
}

// Whatever is asked, in whatever order, the answer is fit to send, and no clue changes.
func TestHandleAnything(t *testing.T) {
	store := newStore(t)
	b := store.bot()
	round := 0
	rapid.Check(t, func(t *rapid.T) {
		round++
		alone := func(r chat.Request) chat.Request { // in a guild and for players of this round
			r.Place.GuildID = fmt.Sprint("guild ", round)
			r.Player.ID = fmt.Sprint(round, " ", r.Player.ID)
			return r
		}
		for _, id := range []string{"1", "2"} {
			shape := rapid.SampledFrom(sudoku.Shapes).Draw(t, "shape")
			b.Handle(t.Context(), alone(request(games.Player{ID: id}, "daily", map[string]string{"shape": shape.String()})))
		}
		for range rapid.IntRange(4, 12).Draw(t, "requests") {
			r := alone(anyRequest(t))
			if problem := problemOf(b.Handle(t.Context(), r)); problem != "" {
				t.Fatalf("%+v: %s", r, problem)
			}
		}
	})
	for _, id := range archivetest.Read[int64](t, store.url, "select id from game") {
		g, err := store.Game(t.Context(), id)
		check(t, err)
		if !g.Grid.Extends(g.Clues) {
			t.Errorf("game %d changed a clue: %s", id, g.Grid)
		}
	}
}

// anyRequest draws requests, most of them with options that the command has.
func anyRequest(t *rapid.T) chat.Request {
	values := []string{"", "1", "3", "5", "hidden", "x-wing", "shidoku", "sudoku", "on", "off", "09:00", "24:61", "Europe/Berlin",
		"today", "current", moler, mini, strings.Repeat("9", 81), "2026-03-05", "2011-12-30", "r1c1=5", "r1c1=?15", "457 -E4", "?", "all", "9am", "noon", "Berlin", "UTC+2", "EST", "yesterday", "#1", "2/3", "easy", "Fiendish"}
	for _, text := range []string{moler, mini} {
		solution, _ := solver.Solve(parse(text))
		values = append(values, solution.String(), rowMoves(solution))
	}
	value := rapid.OneOf(rapid.SampledFrom(values), rapid.String(), rapid.StringMatching(`[1-9][1-9][1-9]( [1-9]{3}){0,5}`),
		rapid.StringMatching(`(r[1-9]c[1-9]=\??[1-9] ){1,4}`), rapid.StringMatching(`[1-4]{16}`))
	command := rapid.SampledFrom(append(Commands(english), chat.Command{}, chat.Command{Name: "nonsense"})).Draw(t, "command")
	options := map[string]string{}
	for _, o := range append(command.Options, chat.Option{Name: "nonsense"}) {
		if rapid.IntRange(0, 4).Draw(t, "given") < 2 && o.Name != "nonsense" || o.Required || rapid.IntRange(0, 20).Draw(t, "wild") == 20 {
			options[o.Name] = value.Draw(t, o.Name)
		}
		if len(o.Choices) > 0 && rapid.Bool().Draw(t, "chosen") {
			options[o.Name] = rapid.SampledFrom(o.Choices).Draw(t, o.Name)
		}
	}
	player := games.Player{ID: rapid.SampledFrom([]string{"1", "2"}).Draw(t, "player"), Name: rapid.String().Draw(t, "name")}
	r := request(player, command.Name, options)
	r.Rights.ManageGuild = rapid.Bool().Draw(t, "admin")
	if rapid.Bool().Draw(t, "attached") {
		file := &chat.Attachment{Name: "f.txt", Open: func(context.Context) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(moler)), nil }}
		r.Action = chat.Ask{Command: command.Name, Options: options, File: file}
	}
	if rapid.IntRange(0, 3).Draw(t, "button") == 0 {
		r.Action = chat.Press{
			Verb:     rapid.SampledFrom([]chat.Verb{chat.OpenDaily, chat.ShowResults, chat.MoreHint, chat.ShareResult, chat.StartPractice, chat.ShowStep, "", "nonsense"}).Draw(t, "verb"),
			Argument: rapid.OneOf(value, rapid.SampledFrom([]string{"2", "9", "2026-03-05/hidden/sudoku", "2026-03-05/x/y", "//"})).Draw(t, "argument"),
			GameID:   rapid.Int64Range(0, 3).Draw(t, "game"), Revision: rapid.IntRange(0, 9).Draw(t, "revision"),
		}
	}
	if rapid.IntRange(0, 9).Draw(t, "about") == 0 {
		r.Action = chat.About{Command: rapid.SampledFrom([]string{rateMessage, "", "nonsense"}).Draw(t, "key"), Text: value.Draw(t, "message")}
	}
	return r
}

// Whatever is typed into whatever option, there are as many suggestions as networks take, of the right
// length, and nothing is changed or kept.
func TestSuggestAnything(t *testing.T) {
	store := newStore(t)
	b := store.bot()
	rapid.Check(t, func(t *rapid.T) {
		command := rapid.SampledFrom(append(Commands(english), chat.Command{Name: "nonsense"})).Draw(t, "command")
		option := rapid.SampledFrom(append(command.Options, chat.Option{Name: "nonsense"})).Draw(t, "option")
		typed := rapid.OneOf(rapid.String(), rapid.StringMatching(`[a-z#0-9+,/ -]{0,6}`)).Draw(t, "typed")
		r := request(ann, command.Name, nil)
		r.Rights.ManageGuild = true
		r.Action = chat.Suggest{Command: command.Name, Option: option.Name, Typed: typed}
		reply := b.Handle(t.Context(), r)
		if len(reply.Suggestions) > chat.MaxSuggestions {
			t.Fatalf("%d suggestions", len(reply.Suggestions))
		}
		for _, s := range reply.Suggestions {
			label, value := utf8.RuneCountInString(s.Label), utf8.RuneCountInString(s.Value)
			if label < 1 || label > chat.MaxSuggestion || value < 1 || value > chat.MaxSuggestion || !option.Suggests() {
				t.Fatalf("suggests %+v", s)
			}
		}
	})
	if n := store.count("request") + store.count("game") + store.count("guild"); n > 0 {
		t.Errorf("%d rows are kept", n)
	}
}

// Numbers belong to dates, and a player makes no daily of a date before the first.
func TestPastDailies(t *testing.T) {
	store := newStore(t) // Thursday 5 March 2026, 10:00 UTC
	b := store.bot()
	reply := ask(t, b, ann, "daily", "date=2026-03-04")
	if wants(t, reply, "there is no daily of 2026-03-04: the first here is the one of 2026-03-05"); !reply.Failed || store.count("guild") != 0 {
		t.Errorf("%+v, %d guilds", reply, store.count("guild"))
	}
	ask(t, b, ann, "daily")
	store.set(store.clock.now.AddDate(0, 0, 3))
	for date, want := range map[string]string{"2026-03-08": "Daily #4", "2026-03-06": "Daily #2", "2026-03-05": "Daily #1"} {
		if reply := ask(t, b, ann, "daily", "date="+date, "tier=1"); !strings.HasPrefix(titleOf(reply), want) {
			t.Errorf("%s: %s, want %s", date, titleOf(reply), want)
		}
	}
	wants(t, ask(t, b, ann, "daily", "date=2026-03-04"), "there is no daily of 2026-03-04")
}

// A request that was not for the player is refused; a panic and a broken archive are
// answered; none of them says what broke.
func TestRefusals(t *testing.T) {
	store, proxy := newStoreFar(t)
	b := store.bot()
	for _, want := range []struct {
		command, option, text string
	}{
		{"dayly", "", `unknown command "dayly": /help lists them`},
		{"board", "", "you have no game here yet: /daily or /play starts one"},
		{"move", "moves=r1c1=5", "no game here yet"},
		{"undo", "", "no game here yet"},
		{"hint", "", "no game here yet"},
		{"check", "", "no game here yet"},
		{"submit", "", "no game here yet"},
		{"share", "", "no game here yet"},
		{"difficulty", "puzzle=current", "no game here yet"},
		{"move", "", "/move needs its moves"},
		{"board", "moves=1", `/board has no option "moves"`},
		{"import", "", "/import is only for admins"},
		{"schedule", "zone=UTC", "/schedule is only for admins"},
		{"daily", "tier=harder", `unknown difficulty "harder": use easy, medium, hard, expert, fiendish, or 1-5`},
		{"daily", "shape=Round", `unknown shape "Round": use sudoku, shidoku or 6x6`},
		{"daily", "shape=round", `unknown shape "round": use sudoku, shidoku or 6x6`},
		{"daily", "date=tomorrow", "2026-03-06 is not out yet"},
		{"daily", "date=someday", `"someday" is not a day`},
		{"daily", "date=2026-03-06", "not out yet"},
		{"daily", "date=2025-03-06", "too long ago"},
		{"play", "tier=x-wing", "no puzzle of this kind"},
		{"leaderboard", "period=day", `period cannot be "day": use week, month, year, all`},
		{"difficulty", "puzzle=123", "3 characters: 81 are needed"},
		{"difficulty", "puzzle=" + strings.Repeat(".", 81), "a sudoku needs 17 or more"},
		{"technique", "name=magic", `unknown technique "magic"`},
		{"help", "command=magic", `unknown command "magic"`},
	} {
		var options []string
		if want.option != "" {
			options = append(options, want.option)
		}
		reply := ask(t, b, ann, want.command, options...)
		if wants(t, reply, want.text); !reply.Failed {
			t.Errorf("/%s %s: not marked as failed", want.command, want.option)
		}
	}
	proxy.Close()
	for _, c := range Commands(english) {
		if reply := ask(t, b, ann, c.Name); strings.Contains(textOf(reply), ".s.PGSQL") || strings.Contains(textOf(reply), "SQLSTATE") {
			t.Errorf("/%s shows %q", c.Name, textOf(reply))
		}
	}
	wants(t, ask(t, b, ann, "daily"), "the archive cannot be reached right now")
	wants(t, ask(t, New(nil, Config{}), ann, "daily"), "it is our mistake")
}

// An admin's right is checked with every request, a button's too.
func TestAdmin(t *testing.T) {
	store := newStore(t)
	b := store.bot()
	ask(t, b, ann, "schedule", "channel=here")
	if store.guild("7").ChannelID != "" {
		t.Error("a player changed the schedule")
	}
}

// A request that arrives again, even at the same time, changes nothing.
func TestSameRequestTwice(t *testing.T) {
	store := newStore(t)
	b := store.bot()
	ask(t, b, ann, "daily")
	const requests = 100
	for i := range requests {
		r := request(ann, "check", nil)
		r.ID = fmt.Sprint("request ", i)
		var replies [3]chat.Reply
		var wait sync.WaitGroup
		for n := range replies {
			wait.Go(func() { replies[n] = b.Handle(t.Context(), r) })
		}
		wait.Wait()
		for _, reply := range replies[1:] {
			if !reflect.DeepEqual(reply, replies[0]) {
				t.Fatalf("the same request got %+v and %+v", replies[0], reply)
			}
		}
	}
	if got := store.game(0).Checks; got != requests {
		t.Errorf("%d checks, want %d", got, requests)
	}
}

// Two devices of one player at the same time lose no move.
func TestMovesAtTheSameTime(t *testing.T) {
	store := newStore(t)
	b := store.bot()
	ask(t, b, ann, "daily")
	var wait sync.WaitGroup
	for _, move := range []string{"111", "131", "141"} {
		wait.Go(func() {
			b.Handle(t.Context(), request(ann, "move", map[string]string{"moves": move}))
		})
	}
	wait.Wait()
	if got := store.game(0).Grid.Len() - store.game(0).Clues.Len(); got != 3 {
		t.Errorf("%d moves stand, want 3", got)
	}
}

// A board that the last move completes is finished as if handed in; nothing that others
// may see has a digit of it.
func TestSolvedByMove(t *testing.T) {
	for _, shape := range sudoku.Shapes {
		store := newStoreOf(t, sixPuzzles)
		b := store.bot()
		ask(t, b, ann, "daily", "shape="+shape.String())
		store.wait(192 * time.Second)
		reply := solves(t, b, store.Store, ann)
		wants(t, reply, "Correct!")
		wants(t, reply, "in 3:12")
		wants(t, reply, "You are the first here to solve it.")
		if !reply.Private || public(reply) != "" {
			t.Errorf("private %t, public %q", reply.Private, public(reply))
		}
		for _, command := range []string{"move", "hint", "check", "submit", "undo"} {
			options := []string{}
			if command == "move" {
				options = append(options, "moves=111")
			}
			reply := ask(t, b, ann, command, options...)
			changes := command == "move" || command == "undo"
			if reply.Failed != changes || !strings.Contains(strings.ToLower(textOf(reply)), "you solved daily") {
				t.Errorf("/%s on a finished game: failed %t, %s", command, reply.Failed, textOf(reply))
			}
		}
		wants(t, ask(t, b, ann, "board"), "You solved daily")
		board := ask(t, b, ann, "leaderboard", "shape="+shape.String())
		if wants(t, board, "1st: Ann 3:12"); !board.Private || len(board.Notices) > 0 {
			t.Errorf("the leaderboard is public: %+v", board)
		}
	}
}

// At midnight an open game stays what it is: its answer counts for its own day, and the
// button below leads there.
func TestSolvedAfterMidnight(t *testing.T) {
	store := newStore(t)
	b := store.bot()
	store.set(time.Date(2026, 3, 5, 23, 59, 0, 0, time.UTC))
	ask(t, b, ann, "daily")
	store.wait(2 * time.Minute)
	reply := solves(t, b, store.Store, ann)
	wants(t, reply, "You solved daily #1 (Medium) in 2:00, late. It is listed below the results of its day, without a rank.")
	wants(t, b.Handle(t.Context(), press(ann, reply.Screen.Rows[0][0])), "without a rank: Ann 2:00, late")
	wants(t, ask(t, b, ann, "leaderboard"), "Fri 6 Mar 2026: nobody has solved the daily sudoku yet.")
}

// A result is public when its player shares it, once, whatever was played since, or when the
// guild wants to hear of all.
func TestShare(t *testing.T) {
	store := newStore(t)
	b := store.bot()
	solve := func(p games.Player) (reply chat.Reply) { // row by row
		for row := range strings.SplitSeq(rowMoves(store.answer(p)), "\n") {
			store.wait(48 * time.Second)
			reply = ask(t, b, p, "move", "moves="+row)
		}
		return reply
	}
	wants(t, ask(t, b, ann, "share"), "no game here yet")
	ask(t, b, ann, "daily", "shape=shidoku")
	wants(t, ask(t, b, ann, "share"), "not finished")
	share := solve(ann).Screen.Rows[0][1]
	ask(t, b, ann, "play", "shape=shidoku")
	bob := games.Player{ID: "2", Name: "Bob"}
	if reply := b.Handle(t.Context(), press(bob, share)); !reply.Failed || public(reply) != "" {
		t.Errorf("another player shares %q", public(reply))
	}
	copying := share
	copying.Press.Verb = chat.CopyResult
	for range 2 { // it shares nothing
		reply := b.Handle(t.Context(), press(ann, copying))
		if textOf(reply) != "Gridkeeper Shidoku #1 · Easy · 3:12\n🟩🟩\n🟩🟩" || !reply.Private || public(reply) != "" {
			t.Errorf("to be copied: %+v", reply)
		}
	}
	reply := b.Handle(t.Context(), press(ann, share))
	if wants(t, reply, "Shared with everyone here."); !reply.Private || public(reply) != "Ann · Gridkeeper Shidoku #1 · Easy · 3:12\n🟩🟩\n🟩🟩" {
		t.Errorf("shared: %+v", reply)
	}
	if reply := b.Handle(t.Context(), press(ann, share)); public(reply) != "" {
		t.Errorf("shared again: %+v", reply)
	}
	if err := b.NotShared(t.Context(), reply.Notices[0].Shares); err != nil { // the network did not take it
		t.Error(err)
	}
	if reply := b.Handle(t.Context(), press(ann, share)); public(reply) == "" {
		t.Errorf("it cannot be shared again: %+v", reply)
	}
	solve(ann)
	if reply := ask(t, b, ann, "share"); public(reply) != "Ann · Gridkeeper Shidoku · Easy · 3:12\n🟩🟩\n🟩🟩" {
		t.Errorf("the command shares %q", public(reply))
	}

	wants(t, schedules(t, b, "announce-results=on"), "Solved games are announced")
	ask(t, b, bob, "daily", "shape=shidoku")
	reply = solve(bob)
	if public(reply) != "Bob solved daily shidoku #1 (Easy) in 3:12." || buttonsOf(reply) != "Leaderboard, Show the steps, Liked it" {
		t.Errorf("announced: %+v", reply)
	}
	if reply := ask(t, b, bob, "share"); public(reply) != "" {
		t.Errorf("shared what was announced: %+v", reply)
	}

	eve := games.Player{ID: "3", Name: "Eve"}
	ask(t, b, eve, "daily", "shape=shidoku")
	wants(t, ask(t, b, eve, "share", "date=2026-03-05"), "you have not solved the daily of Thu 5 Mar 2026")
	handedIn := ask(t, b, eve, "submit", "answer="+store.answer(eve).String()).Screen.GameID
	for game, p := range map[int64]games.Player{copying.Press.GameID: ann, handedIn: eve} {
		copying.Press.GameID = game
		if text := textOf(b.Handle(t.Context(), press(p, copying))); strings.Contains(text, " · joint 1st of 2\n") != (p == ann) || strings.Contains(text, "1st") != (p == ann) {
			t.Errorf("of two with a rank %s has %s", p.Name, text)
		}
	}
}

// A player who shares one result after the other is asked to wait, and that does not count as shared.
func TestSharesAreCounted(t *testing.T) {
	store := newStore(t)
	b := store.bot()
	shared := 0
	for range 10 {
		ask(t, b, ann, "play", "shape=shidoku")
		ask(t, b, ann, "submit", "answer="+store.answer(ann).String())
		if reply := ask(t, b, ann, "share"); reply.Failed {
			wants(t, reply, "you have posted enough here for now: try again in")
			break
		}
		wants(t, ask(t, b, ann, "share"), "you have shared") // which costs nothing
		shared++
	}
	if shared != 6 {
		t.Errorf("%d results at once, want 6", shared)
	}
	store.wait(time.Minute)
	if reply := ask(t, b, ann, "share"); reply.Failed {
		t.Errorf("a minute later: %s", textOf(reply))
	}
}

// An answer that is pasted in has no rank, a wrong one is a check, and the result says what help
// there was.
func TestHandedIn(t *testing.T) {
	store := newStore(t)
	b := store.bot()
	ask(t, b, ann, "daily")
	solution := store.answer(ann)
	ask(t, b, ann, "hint")
	ask(t, b, ann, "hint")
	wants(t, ask(t, b, ann, "submit"), "Not yet")
	store.wait(3 * time.Minute)
	wants(t, ask(t, b, ann, "submit", "answer="+solution.String()), "You submitted daily #1 (Medium) after 3:00, 1 hint to level 2, 1 check. Most of its digits were not placed")
	wants(t, ask(t, b, ann, "leaderboard"), "submitted: Ann after 3:00, 1 hint to level 2, 1 check")
}

// A full board says what to do with it, a right one too that could not be finished because
// the archive was away.
func TestFullBoard(t *testing.T) {
	store := newStore(t)
	b := store.bot()
	ask(t, b, ann, "daily", "shape=shidoku")
	game, solution := store.game(0), store.answer(ann)
	full := play.Event{Kind: play.Moved, Text: rowMoves(solution), Board: play.Board{Clues: game.Clues, Grid: solution}}
	_, err := store.Record(t.Context(), game, full)
	check(t, err)
	for _, command := range []string{"board", "check", "daily"} {
		options := []string{}
		if command == "daily" {
			options = append(options, "shape=shidoku")
		}
		wants(t, ask(t, b, ann, command, options...), "every cell is filled: /submit ends the game")
	}
	wants(t, ask(t, b, ann, "submit"), "Correct!")
}

// Others had the same daily, and nobody the same puzzle of one's own.
func TestSolvedAlone(t *testing.T) {
	store := newStore(t)
	b := store.bot()
	ask(t, b, ann, "play", "shape=shidoku")
	reply := ask(t, b, ann, "submit", "answer="+store.answer(ann).String())
	if textOf(reply) != "Correct! You solved shidoku 1 in 0:00." || public(reply) != "" {
		t.Errorf("private %q, public %q", textOf(reply), public(reply))
	}
	if reply := ask(t, b, ann, "board"); textOf(reply) != "You solved shidoku 1 in 0:00. /play starts a puzzle of your own." {
		t.Errorf("afterwards %q", textOf(reply))
	}
}

// rowMoves writes a grid as moves, a row each.
func rowMoves(g sudoku.Grid) string {
	var moves []string
	side := g.Shape().Side()
	text := g.String()
	for row := range side {
		moves = append(moves, fmt.Sprintf("r%d=%s", row+1, text[row*side:(row+1)*side]))
	}
	return strings.Join(moves, "\n")
}

// A name cannot break out of its line.
func TestNames(t *testing.T) {
	for name, want := range map[string]string{
		"Ann": "Ann", "": "a player", " \n\t": "a player", "A\nB\x1b[31m": "A B [31m", strings.Repeat("é", 90): strings.Repeat("é", 31) + "…",
	} {
		if got := words.PlayerPart(games.Player{ID: "1", Name: name}); got.Text != want || got.ID != "1" || got.Kind != chat.PlayerPart {
			t.Errorf("%q is %+v, want %q", name, got, want)
		}
	}
}

// The difficulty of any puzzle: tier, what it needs, and the certificate in one sentence.
func TestDifficulty(t *testing.T) {
	store := newStore(t)
	b := store.bot()
	today := ask(t, b, ann, "difficulty")
	if again := ask(t, b, ann, "difficulty", "puzzle=today"); titleOf(again) != "Difficulty of daily #1 of Thu 5 Mar 2026" || textOf(again) != textOf(today) {
		t.Errorf("without a game: %+v, today: %+v", today, again)
	}
	ask(t, b, ann, "play", "shape=shidoku")
	current := ask(t, b, ann, "difficulty", "puzzle=Current")
	if again := ask(t, b, ann, "difficulty"); textOf(again) != textOf(current) || titleOf(again) != "Difficulty of shidoku 1" {
		t.Errorf("with a game: %+v, current: %+v", again, current)
	}
	for _, pasted := range []string{thursday, picture.Text(picture.Diagram{Grid: parse(thursday)}, false)} {
		reply := ask(t, b, ann, "difficulty", "puzzle="+pasted)
		if textOf(reply) != textOf(today) || !reply.Private {
			t.Errorf("pasted: %+v, want as today's: %s", reply, textOf(today))
		}
	}
	for _, part := range []string{"Fiendish · Skyscraper · about 16 minutes", "Beyond Expert it needs 2 × Skyscraper, counted in rounds", "All techniques up to tier 4 (x-wing) leave 29 cells open",
		"Class B2: trying one digit at a time is enough. Each contradiction takes up to 2 steps."} {
		wants(t, ask(t, b, ann, "difficulty", "puzzle="+moler), part)
	}
	wants(t, ask(t, b, ann, "difficulty", "puzzle=..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97.."),
		"Class B2B: it takes trials within trials, of up to 2 steps each.")
	const rectangle = "..7.2...........8..4....567...1.....2.....9..51.9.8..3....4..15..42.....9..6....8"
	wants(t, ask(t, b, ann, "difficulty", "puzzle="+rectangle), "it needs 1 × XY-Wing, 1 × Unique Rectangle 1, counted")
	ask(t, b, ann, "settings", "hints=no-uniqueness")
	wants(t, ask(t, b, ann, "difficulty", "puzzle="+rectangle), "it needs 1 × XY-Wing, 1 × WXYZ-Wing, 1 × XY-Chain, counted")
	wants(t, today, "Medium · Hidden Single · about ")
	wants(t, current, "Easy · Naked Single · about 40 seconds")
}

// A lesson has a picture, and every technique has a lesson.
func TestTechnique(t *testing.T) {
	b := newStore(t).bot()
	all := ask(t, b, ann, "technique")
	for _, technique := range logic.Techniques {
		wants(t, all, words.Technique(technique))
		reply := ask(t, b, ann, "technique", "name="+words.Technique(technique))
		if reply.Failed || reply.Screen.Board == nil || len(reply.Screen.Board.Placements)+len(reply.Screen.Board.Eliminations) == 0 {
			t.Errorf("%s: %+v", technique, reply)
		}
	}
}

// The hints of the hardest puzzles, whose contradictions fill pages, fit and still say
// how to go on.
func TestLongHints(t *testing.T) {
	store := newStoreOf(t, hardest)
	b := store.bot()
	ask(t, b, ann, "play", "tier=5")
	wants(t, ask(t, b, ann, "hint", "level=2"), "Exocet")
	ask(t, b, ann, "hint", "level=4")
	for range 3 {
		reason := ask(t, b, ann, "hint", "level=3")
		if !strings.HasSuffix(textOf(reason), "/hint again does it for you.") || len(textOf(reason)) < 300 {
			t.Errorf("%d characters, ending with %q", len(textOf(reason)), textOf(reason)[max(0, len(textOf(reason))-40):])
		}
		ask(t, b, ann, "hint", "level=4")
	}
}

// A button belongs to the board that it stands below: pressed twice, it gives one more level,
// and below an older board it only shows the newest.
func TestOldButton(t *testing.T) {
	store := newStore(t)
	b := store.bot()
	ask(t, b, ann, "daily")
	more := ask(t, b, ann, "hint").Screen.Rows[0][0]
	wants(t, b.Handle(t.Context(), press(ann, more)), "Naked Single: look for")
	wants(t, b.Handle(t.Context(), press(ann, more)), "Naked Single: look for")
	if game := store.game(0); game.Hints != 1 || game.HintLevel != 2 {
		t.Errorf("%d hints, level %d", game.Hints, game.HintLevel)
	}
	ask(t, b, ann, "play")
	more.Press.Revision = 0
	wants(t, b.Handle(t.Context(), press(ann, more)), "Nightfall")
	if game := store.game(1); game.Hints != 0 {
		t.Errorf("a button of another game took %d hints", game.Hints)
	}
	reply := b.Handle(t.Context(), press(ann, chat.Button{Press: chat.Press{Verb: "explode"}}))
	if wants(t, reply, "This button no longer works."); !reply.Failed {
		t.Errorf("%+v", reply)
	}
}

// What was refused stays refused when the same request comes again, whatever happened since; an
// id that another player uses, or with another command, gets no answer of its first use.
func TestRefusedTwice(t *testing.T) {
	store := newStore(t)
	b := store.bot()
	ask(t, b, ann, "daily")
	undo := request(ann, "undo", nil)
	undo.ID = "7"
	wants(t, b.Handle(t.Context(), undo), "nothing to undo")
	ask(t, b, ann, "move", "moves=111")
	wants(t, b.Handle(t.Context(), undo), "nothing to undo")
	if game := store.game(0); game.Revision != 1 {
		t.Errorf("a request that was refused changed the game: revision %d", game.Revision)
	}
	eve := request(games.Player{ID: "eve"}, "undo", nil)
	eve.ID = "7"
	wants(t, b.Handle(t.Context(), eve), "this was already done")
	other := request(ann, "hint", nil)
	other.ID = "7"
	wants(t, b.Handle(t.Context(), other), "this was already done")
}

// A request that is cut off says so; it is not anybody's mistake.
func TestInterrupted(t *testing.T) {
	b := newStore(t).bot()
	ctx, cancel := context.WithDeadline(t.Context(), time.Now())
	defer cancel()
	wants(t, b.Handle(ctx, request(ann, "daily", nil)), "this took too long, or the bot is being restarted: nothing was changed")
}
