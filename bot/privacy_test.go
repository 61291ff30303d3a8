package bot

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/archive/people"
	"github.com/gridkeeper/gridkeeper/archive/search"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

var check = sudokutest.Must

// personal are the columns that say who a player is, by id or by name. impersonal are all others
// that could. Whoever adds a column of text, bytes or JSON says here which it is; one that says who
// a player is needs its line in archive/people/privacy.go and its place in docs/privacy.md, and what fills
// it belongs into [fillAll].
var personal = []string{
	"audit.by", "choice.guild", "cooldown.player", "daily.guild", "drawn.owner", "duel.challenger", "duel.opponent", "game.guild", "game.player", "guild.id", "guild.set_up_by", "import.by",
	"outbox.guild", "participant.player", "party.starter", "pattern_puzzle.player", "pending_import.player", "player.id", "player.name", "rated_game.player", "reminder.player", "request.answer", "rotation.owner",
	"search.by", "settings.player", "strength.player", "submission.credit", "submission.player", "turn.player", "vote.player", "web_link.guild", "web_link.player", "web_session.guild", "web_session.player",
}

// The reasons for the others: ids of guilds, channels, messages and requests; what puzzles, files and
// their authors are called; names of processes and machines, and the work that an operator gives them; grids. What a player typed is in event.text, which is
// deleted with the game.
var impersonal = []string{
	"audit.action", "audit.detail", "audit.guild", "audit.subject",
	"chunk.counts", "chunk.input", "chunk.machine",
	"collection.author", "collection.guild", "collection.licence", "collection.name", "collection.published", "collection.source",
	"cooldown.guild", "daily.transform", "departure.guild",
	"duel.channel", "duel.clues", "duel.guild", "duel.language", "duel.message", "duel.state", "duel.transform",
	"entry.author", "entry.comment", "entry.grid", "entry.name", "entry.text",
	"event.grid", "event.kind", "event.marks", "event.request", "event.text",
	"game.apart", "game.clues", "game.grid", "game.marks", "game.practice", "game.start_grid", "game.start_marks", "game.transform",
	"gateway_identify.owner", "gateway_process.id", "gateway_slot.process",
	"guild.at", "guild.channel", "guild.days_off", "guild.games_channel", "guild.language", "guild.ping", "guild.searches", "guild.set_up_in", "guild.set_up_language", "guild.shapes", "guild.six_by_six", "guild.submissions", "guild.tiers", "guild.zone",
	"import.digest", "import.request", "import.source",
	"finding.text",
	"machine.id", "note.cells",
	"outbox.beside", "outbox.channel", "outbox.kind", "outbox.language", "outbox.message", "outbox.owner", "outbox.reason", "outbox.state", "outbox.target", "outbox.thread",
	"party.board", "party.channel", "party.guild", "party.language", "party.message", "party.state", "party.thread",
	"pattern_puzzle.ed", "pattern_puzzle.ep", "pattern_puzzle.er", "pattern_puzzle.grid", "pattern_puzzle.guild", "pattern_round.grid", "pattern_round.guild",
	"pending_import.collection", "pending_import.content", "pending_import.file", "pending_import.guild",
	"puzzle.clues", "puzzle.hardest", "rating.value", "rating_program.name", "rating_program.version",
	"reject.kind", "reject.reason", "reject.text", "reject_reason.reason",
	"reminder.at", "reminder.guild", "reminder.language", "reminder.zone", "request.id", "rotation.collections",
	"search.guild", "search.name", "search.wishes", "settings.theme",
	"submission.clues", "submission.guild", "submission.language", "submission.name", "submission.reason", "submission.state",
	"web_link.hash", "web_link.language", "web_session.browser", "web_session.hash", "web_session.language",
	"work.args", "work.by", "work.collection", "work.identity", "work.kind", "work.title",
}

// zoe is a player whose id and name stand nowhere by chance.
var zoe = games.Player{ID: "771234567890123456", Name: "Zoe Quillfeather"}

// solutionOfMoler is the answer of the puzzle of [realBot].
const solutionOfMoler = "925631847618574293374982561749826135852413976163795482287359614491267358536148729"

// fillAll does as a player all that leaves something about them, in every way that the bot has.
func fillAll(t *testing.T, b *Bot, store *archive.Store, url string, p games.Player) {
	t.Helper()
	alone := chat.Place{GuildID: people.PrivateGuild(p.ID), Private: true}
	for i, r := range []chat.Request{
		{Action: chat.Ask{Command: "daily", Options: map[string]string{"tier": "guessing"}}},
		{Action: chat.Ask{Command: "hint"}},
		{Action: chat.Ask{Command: "move", Options: map[string]string{"moves": "r1c1=9"}}},
		{Action: chat.Ask{Command: "submit", Options: map[string]string{"answer": solutionOfMoler}}},
		{Action: chat.Ask{Command: "share"}},
		{Action: chat.Ask{Command: "practice", Options: map[string]string{"technique": "x-wing"}}},
		{Action: chat.Ask{Command: "play", Options: map[string]string{"tier": "guessing"}}},
		{Action: chat.Ask{Command: "move", Options: map[string]string{"moves": "r1c1=?57"}}},
		{Action: chat.Ask{Command: "schedule", Options: map[string]string{"channel": "42", "time": "09:00"}}},
		{Action: chat.Ask{Command: "collections", Options: map[string]string{"choose": "Test"}}},
		{Action: chat.Ask{Command: "import", File: &chat.Attachment{Name: "mine.txt", Open: func(context.Context) (io.ReadCloser, error) {
			return io.NopCloser(strings.NewReader(mini)), nil
		}}}},
		{Action: chat.Ask{Command: "moderate", Options: map[string]string{"remove": "1"}}},
		{Action: chat.Ask{Command: "submissions", Options: map[string]string{"take": "any"}}},
		{Action: chat.Ask{Command: "contribute", Options: map[string]string{"puzzle": handedInBy(p).String(), "credit": "yes"}}},
		{Action: chat.Ask{Command: "privacy", Options: map[string]string{"action": "hide"}}},
		{Action: chat.Ask{Command: "profile", Options: map[string]string{"show": "research", "which": "on"}}},
		{Place: alone, Action: chat.Ask{Command: "daily", Options: map[string]string{"tier": "guessing"}}},
		{Place: alone, Action: chat.Ask{Command: "submit", Options: map[string]string{"answer": solutionOfMoler}}},
	} {
		r.Player, r.ID, r.Rights.ManageGuild = p, "filled "+p.ID[:3]+" "+string(rune('a'+i)), true
		if r.Place == (chat.Place{}) {
			r.Place = chat.Place{GuildID: "7", ChannelID: "42"}
		}
		if reply := b.Handle(t.Context(), r); reply.Failed {
			t.Fatalf("%+v: %s", r.Action, textOf(reply))
		}
	}
	handed, err := store.SubmissionsOf(t.Context(), p.ID, "7", 1)
	check(t, err)
	_, err = store.Accept(t.Context(), "7", handed[0].ID, people.Signature(p.Name, p.ID))
	check(t, err)
	// What the bot does not do yet of itself, and may: posts and choices of direct messages, a search
	// that is saved, and a file that waits to be confirmed.
	// In the browser: a session by a link, another link, and notes.
	link := people.Link{Player: p, GuildID: alone.GuildID}
	for range 2 {
		token, err := store.AddLink(t.Context(), link)
		check(t, err)
		_, _, err = store.UseLink(t.Context(), token, "Firefox")
		check(t, err)
	}
	game, err := store.CurrentGame(t.Context(), p.ID, "7")
	check(t, err)
	_, err = store.SaveNotes(t.Context(), game, games.Notes{"r1c1": json.RawMessage(`{"corner":"12"}`)})
	check(t, err)
	_, err = store.AddNotice(t.Context(), game.ID, daily.SharedResult)
	check(t, err)
	guild, err := store.Guild(t.Context(), alone.GuildID)
	check(t, err)
	d, err := store.Daily(t.Context(), guild, guild.Today(b.env.Config.Now()), sudoku.Sudoku, 5)
	check(t, err)
	check(t, store.AddPost(t.Context(), d, "44"))
	check(t, store.AddFollowUp(t.Context(), guild.ID, daily.WeekLeaders, d.Date, "44"))
	check(t, store.Choose(t.Context(), guild, 1))
	_, err = store.SaveReminder(t.Context(), p, games.Reminder{GuildID: "7", At: "20:00", Zone: "UTC", Due: b.env.Config.Now()})
	check(t, err)
	meeting(t, store, p)
	archivetest.Exec(t, url, `insert into vote (player, key, liked, too_hard, at) select '`+p.ID+`', key, true, false, now() from puzzle limit 1`)
	_, _, err = store.SaveSearch(t.Context(), search.Saved{GuildID: "7", Name: "nice", By: people.Signature(p.Name, p.ID)})
	check(t, err)
	archivetest.Exec(t, url, `insert into strength values ('`+p.ID+`', '2026-03-04', 1600, 200, 0.06, 1);
		insert into rated_game values ((select max(id) from game where player = '`+p.ID+`'), '2026-03-04', '`+p.ID+`', 1, 0.6, 1500, 350)`)
	archivetest.Exec(t, url, `
		with round as (insert into pattern_round (guild, grid) select '7', clues from puzzle limit 1 returning id)
		insert into pattern_puzzle (guild, key, round, player, grid, er, ep, ed)
		select '7', p.key, round.id, '`+p.ID+`', p.clues, '1.2', '1.2', '1.2' from round, puzzle p
		where not exists (select from pattern_puzzle where key = p.key) order by p.id limit 1`) // as older programs did
	archivetest.Exec(t, url, `insert into pending_import (guild, player, collection, file, content)
		values ('7', '`+p.ID+`', 'mine', 'mine.txt', '`+mini+`')`)
}

// handedInBy is a puzzle that a player hands in, another for each.
func handedInBy(p games.Player) sudoku.Grid {
	return parse(archivetest.Puzzles(1, uint64(p.ID[0]))[0])
}

// meeting has a player challenge another and be challenged, and play on a board with others.
func meeting(t *testing.T, store *archive.Store, p games.Player) {
	t.Helper()
	for _, two := range [][2]games.Player{{p, {ID: "61"}}, {{ID: "62", Name: "Dan"}, p}} {
		_, err := store.OpenRace(t.Context(), games.Race{GuildID: "7", ChannelID: "42", Opener: two[0], Opponent: two[1], Tier: 5})
		check(t, err)
	}
	party, err := store.StartParty(t.Context(), games.Party{GuildID: "7", ChannelID: "42", ThreadID: "of " + p.ID[:1], Starter: p},
		daily.NewGuild("7"), daily.Daily{}, 4)
	check(t, err)
	game, err := store.PartyGame(t.Context(), party.ID)
	check(t, err)
	game.By = p
	_, err = store.Record(t.Context(), game, play.Event{Kind: play.Checked, Text: "check", Board: game.Board})
	check(t, err)
}

// kept is a bot on a real archive in which Zoe and Ann have left something everywhere.
func kept(t *testing.T) (b *Bot, store *archive.Store, url string, c *clock) {
	c = &clock{time.Date(2026, 3, 5, 10, 0, 0, 0, time.UTC)}
	url = archivetest.URL(t)
	store = archivetest.Open(t, url).WithClock(c.Now)
	_, err := store.ImportFile(t.Context(), importing.Options{Collection: "Test"}, strings.NewReader(moler+"\n"+fishy))
	check(t, err)
	b = New(store, Config{Now: c.Now, Ledger: ticking{store, c}})
	fillAll(t, b, store, url, zoe)
	return b, store, url, c
}

// ticking is a ledger where each request takes a minute, so that nothing is too quick.
type ticking struct {
	*archive.Store
	clock *clock
}

func (s ticking) OnceBy(ctx context.Context, id, playerID string, work func(context.Context) ([]byte, error)) ([]byte, error) {
	s.clock.now = s.clock.now.Add(10 * time.Minute)
	return s.Store.OnceBy(ctx, id, playerID, work)
}

// Every column that could say who a player is, is known to be one or not to be.
func TestColumnsAreKnown(t *testing.T) {
	url := archivetest.URL(t)
	all := archivetest.WordyColumns(t, url)
	for _, name := range all {
		if slices.Contains(personal, name) == slices.Contains(impersonal, name) {
			t.Errorf("%s: say in privacy_test.go whether it says who a player is", name)
		}
	}
	for _, name := range slices.Concat(personal, impersonal) {
		if !slices.Contains(all, name) {
			t.Errorf("there is no column %s", name)
		}
	}
	tables := people.PersonalTables()
	page, err := os.ReadFile("../docs/privacy.md")
	check(t, err)
	for _, name := range personal {
		table, _, _ := strings.Cut(name, ".")
		if !slices.Contains(tables, table) {
			t.Errorf("%s says who a player is, and archive/people/privacy.go does not know the table", name)
		}
		if !strings.Contains(string(page), "`"+table+"`") {
			t.Errorf("docs/privacy.md does not name the table %s", table)
		}
	}
}

// Of a player who left something everywhere, nothing is left after /privacy delete, in no column of
// no table; and an export had all of it.
func TestNothingIsLeft(t *testing.T) {
	b, store, url, c := kept(t)
	found := map[string]bool{}
	for _, text := range []string{zoe.ID, zoe.Name} {
		for _, name := range archivetest.Holding(t, url, text) {
			found[name] = true
		}
	}
	for _, name := range personal {
		if !found[name] {
			t.Errorf("%s holds nothing of the player: the test has to fill it", name)
		}
		delete(found, name)
	}
	if !found["entry.author"] {
		t.Error("no accepted puzzle has the player as its author: the test has to accept one")
	}
	delete(found, "entry.author") // exported as the credit of the submission
	for name := range found {
		t.Errorf("%s holds something of the player, and is not among the personal columns", name)
	}
	reply := b.Handle(t.Context(), request(zoe, "privacy", map[string]string{"action": "export"}))
	var exported map[string][]map[string]any
	check(t, json.Unmarshal(reply.File.Data, &exported))
	for _, table := range people.PersonalTables() {
		if len(exported[table]) == 0 {
			t.Errorf("the export has nothing of %s", table)
		}
	}
	if len(exported["event"]) < 4 || exported["game"][0]["grid"] == nil || strings.Contains(string(reply.File.Data), `"grid":"\\x`) {
		t.Errorf("the export cannot be read: %.2000s", reply.File.Data)
	}

	delete1 := b.Handle(t.Context(), request(zoe, "privacy", map[string]string{"action": "delete"}))
	wants(t, delete1, "4 games")
	wants(t, delete1, "answers of the last day")
	c.now = c.now.Add(14 * time.Minute)
	r := press(zoe, deleting(t, delete1))
	r.ID = "the deletion"
	for range 2 {
		wants(t, b.Handle(t.Context(), r), "Everything about you is deleted")
	}
	for _, text := range []string{zoe.ID, zoe.Name, "Quillfeather", "r1c1=9"} { // and what she typed
		if left := archivetest.Holding(t, url, text); len(left) > 0 {
			t.Errorf("%q is left in %v", text, left)
		}
	}
	wants(t, b.Handle(t.Context(), request(zoe, "privacy", nil)), "Nothing is kept about you")
	counts, err := store.CountPlayerData(t.Context(), zoe.ID)
	if err != nil || len(counts) > 0 {
		t.Errorf("%v, %v", counts, err)
	}
}

// A result stays on the board of its daily without the name, and takes no rank from others. A
// request that is repeated after the deletion brings nothing back.
func TestFormerPlayer(t *testing.T) {
	c := &clock{time.Date(2026, 3, 5, 10, 0, 0, 0, time.UTC)}
	real, store := realBot(t, c)
	b := New(store, Config{Now: c.Now, Lease: real.env.Config.Lease, Ledger: ticking{store, c}})
	var requests []chat.Request
	guild := daily.NewGuild("7")
	guild.Tiers = [7]logic.Tier{5, 5, 5, 5, 5, 5, 5}
	check(t, store.SaveGuild(t.Context(), guild))
	for _, p := range []games.Player{zoe, ann} {
		for i, r := range []chat.Request{
			request(p, "daily", map[string]string{"tier": "guessing"}),
			request(p, "move", map[string]string{"moves": "r1c1=9"}),
			request(p, "submit", map[string]string{"answer": solutionOfMoler}),
			request(p, "play", map[string]string{"tier": "guessing"}),
		} {
			r.ID = p.ID + string(rune('a'+i))
			if reply := b.Handle(t.Context(), r); reply.Failed {
				t.Fatalf("%+v: %s", r.Action, textOf(reply))
			}
			if i == 1 {
				game, err := store.CurrentGame(t.Context(), p.ID, "7")
				check(t, err)
				c.now = c.now.Add(5 * time.Minute)
				archivetest.SolveButOne(t, store, game)
				c.now = c.now.Add(-5 * time.Minute)
			}
			if p == zoe {
				requests = append(requests, r)
			}
		}
	}
	streak := textOf(ask(t, b, ann, "streak"))
	check(t, store.DeletePlayer(t.Context(), zoe.ID))
	for _, r := range requests {
		if reply := b.Handle(t.Context(), r); !reply.Failed {
			t.Errorf("%+v is done again: %s", r.Action, textOf(reply))
		}
	}
	counts, err := store.CountPlayerData(t.Context(), zoe.ID)
	if err != nil || len(counts) > 0 {
		t.Errorf("came back: %v, %v", counts, err)
	}
	board := ask(t, b, ann, "leaderboard")
	wants(t, board, "joint 1st: a former player 20:00")
	wants(t, board, "joint 1st: Ann 20:00")
	wants(t, board, "1st: Ann: 1 solved")
	if strings.Contains(textOf(board), "former player: 1 solved") {
		t.Errorf("a former player stands among those who solved most: %s", textOf(board))
	}
	if again := textOf(ask(t, b, ann, "streak")); again != streak {
		t.Errorf("the streak of another was %q, and is %q", streak, again)
	}
	if reply := b.Handle(t.Context(), request(zoe, "board", nil)); !reply.Failed {
		t.Errorf("the game of before is there: %s", textOf(reply))
	}
	daily := b.Handle(t.Context(), request(zoe, "daily", map[string]string{"tier": "guessing"}))
	if daily.Failed || strings.Contains(textOf(daily), "You solved") {
		t.Errorf("the daily remembers the player: %s", textOf(daily))
	}
}

// What is under way when its player is deleted is waited for and deleted too; what comes after it
// begins anew. In two processes at once it is the same.
func TestDeletedWhilePlaying(t *testing.T) {
	b, store, url, c := kept(t)
	for round := range 5 {
		var all sync.WaitGroup
		failed := make(chan string, 100)
		for player := range 3 {
			all.Go(func() {
				for i := range 8 {
					r := request(zoe, "move", map[string]string{"moves": "r1c1=9"})
					r.ID = strings.Join([]string{"during", string(rune('a' + round)), string(rune('a' + player)), string(rune('a' + i))}, " ")
					reply := New(store, Config{Now: c.Now}).Handle(context.Background(), r)
					if strings.Contains(textOf(reply), "our mistake") {
						failed <- textOf(reply)
					}
				}
			})
		}
		for range 2 {
			all.Go(func() {
				if err := store.DeletePlayer(context.Background(), zoe.ID); err != nil {
					failed <- err.Error()
				}
			})
		}
		all.Wait()
		close(failed)
		for text := range failed {
			t.Error(text)
		}
		// Moves after the deletion were refused, since there was no game: their answers name her.
		check(t, store.DeletePlayer(t.Context(), zoe.ID))
		if left := archivetest.Holding(t, url, zoe.ID); len(left) > 0 {
			t.Errorf("left in %v", left)
		}
		b.Handle(t.Context(), request(zoe, "daily", map[string]string{"tier": "guessing"}))
	}
}

// An answer that is not kept yet when its player is deleted is waited for.
func TestDeletionWaits(t *testing.T) {
	_, store, url, _ := kept(t)
	under, goOn, deleted := make(chan bool), make(chan bool), make(chan error, 1)
	answered := make(chan error, 1)
	go func() {
		_, err := store.OnceBy(context.Background(), "slow", zoe.ID, func(context.Context) ([]byte, error) {
			close(under)
			<-goOn
			return []byte(`{"PlayerID":"` + zoe.ID + `"}`), nil
		})
		answered <- err
	}()
	<-under
	go func() { deleted <- store.DeletePlayer(context.Background(), zoe.ID) }()
	select {
	case err := <-deleted:
		t.Fatalf("it did not wait: %v", err)
	case <-time.After(200 * time.Millisecond):
	}
	close(goOn)
	check(t, errors.Join(<-answered, <-deleted))
	if left := archivetest.Holding(t, url, zoe.ID); len(left) > 0 {
		t.Errorf("left in %v", left)
	}
}

// A button that deletes works for a quarter of an hour, and nothing but it or a confirmation deletes.
func TestConfirmation(t *testing.T) {
	store := newStore(t)
	b := store.bot()
	ask(t, b, ann, "daily", "tier=guessing")
	button := deleting(t, b.Handle(t.Context(), press(ann, deleting(t, ask(t, b, ann, "privacy"))))) // asks whether it is meant
	if store.count("game") != 1 || button.Press.Verb != chat.DeleteData {
		t.Fatalf("the first press deletes, or leads to %+v", button)
	}
	for _, argument := range []string{"", "x", "0", "99999999999", "-1", "9223372036854775807", "-9223372036854775808"} {
		forged := button
		forged.Press.Argument = argument
		wants(t, b.Handle(t.Context(), press(ann, forged)), "nothing was deleted")
	}
	store.wait(16 * time.Minute)
	wants(t, b.Handle(t.Context(), press(ann, button)), "nothing was deleted")
	for _, options := range [][]string{nil, {"confirm=yes"}, {"action=show", "confirm=yes"}, {"action=export", "confirm=yes"}, {"action=delete"}} {
		ask(t, b, ann, "privacy", options...)
	}
	for _, options := range [][]string{{"action=delete", "confirm=no"}, {"action=everything"}} {
		ask(t, b, ann, "privacy", options...)
	}
	if store.count("game") != 1 {
		t.Fatal("it was deleted without a confirmation")
	}
	wants(t, ask(t, b, ann, "privacy", "action=delete", "confirm=yes"), "Everything about you is deleted")
	if store.count("game") != 0 {
		t.Error("it was not deleted")
	}
}

// deleting returns the red button below a list of data, the only red one, behind the one that exports.
func deleting(t *testing.T, r chat.Reply) (red chat.Button) {
	t.Helper()
	row := r.Screen.Rows[0]
	for _, b := range row[1:] {
		if b.Look == chat.DangerLook && red.Label == "" && b.Label == "Delete everything" {
			red = b
		}
	}
	if red.Label == "" || row[0].Press != (chat.Press{Verb: chat.ShowData, Argument: "export"}) {
		t.Fatalf("below the data are %+v", row)
	}
	return red
}

// The buttons below the data hide the name and show it again, in place.
func TestPrivacyButtons(t *testing.T) {
	store := newStore(t)
	b := store.bot()
	ask(t, b, ann, "daily", "tier=guessing")
	reply := ask(t, b, ann, "privacy")
	for _, want := range []string{"others see \"a hidden player\"", "your name is shown beside your results again"} {
		reply = b.Handle(t.Context(), press(ann, reply.Screen.Rows[0][1]))
		if wants(t, reply, want); !reply.InPlace || len(reply.Screen.Rows) == 0 {
			t.Errorf("in place: %t", reply.InPlace)
		}
	}
	export := b.Handle(t.Context(), press(ann, reply.Screen.Rows[0][0]))
	if export.File == nil || export.InPlace {
		t.Errorf("the export is %+v", export)
	}
}

// Who hides is seen by themselves, and not by others; what would announce them does not.
func TestHidden(t *testing.T) {
	c := &clock{time.Date(2026, 3, 5, 10, 0, 0, 0, time.UTC)}
	real, store := realBot(t, c)
	b := New(store, Config{Now: c.Now, Lease: real.env.Config.Lease, Ledger: ticking{store, c}})
	admin := request(ann, "schedule", map[string]string{"announce-results": "on"})
	admin.Rights.ManageGuild = true
	if reply := b.Handle(t.Context(), admin); reply.Failed {
		t.Fatal(textOf(reply))
	}
	for _, p := range []games.Player{zoe, ann} {
		if p == zoe {
			wants(t, ask(t, b, zoe, "privacy", "action=hide"), "a hidden player")
		}
		ask(t, b, p, "daily", "tier=guessing")
		ask(t, b, p, "move", "moves=r1c1=9")
		reply := ask(t, b, p, "submit", "answer="+solutionOfMoler)
		if announced := public(reply) != ""; announced != (p == ann) {
			t.Errorf("%s is announced: %q", p.Name, public(reply))
		}
	}
	for _, c := range []struct {
		who    games.Player
		named  bool
		action string
	}{{ann, false, "hide"}, {zoe, true, "hide"}, {ann, true, "unhide"}, {zoe, true, "unhide"}} {
		ask(t, b, zoe, "privacy", "action="+c.action)
		board := textOf(ask(t, b, c.who, "leaderboard"))
		noted := strings.Contains(board, "only you see your name")
		if named := strings.Contains(board, zoe.Name); named != c.named || strings.Contains(board, "hidden player") == c.named || noted != (c.who == zoe && c.action == "hide") {
			t.Errorf("%s sees %q", c.who.Name, board)
		}
	}
}
