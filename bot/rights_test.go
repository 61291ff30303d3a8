package bot

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/archive/people"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Who may ask what. A command or a control that is not named here fails the tests below: add its
// line, with what it needs to be understood.
const (
	everyone = "everyone" // for themselves: the answer is about the one who asks, and so is what changes
	admins   = "admins"   // of the guild where it is asked
)

var commandRights = map[string]struct {
	who     string
	options map[string]string // with which it is understood; "GAME" is Ann's game, "DATE" its date
}{
	"daily":       {everyone, nil},
	"play":        {everyone, nil},
	"move":        {everyone, map[string]string{"moves": "r1c1=9"}},
	"board":       {everyone, nil},
	"undo":        {everyone, nil},
	"hint":        {everyone, nil},
	"check":       {everyone, nil},
	"submit":      {everyone, map[string]string{"answer": solutionOfMoler}},
	"share":       {everyone, nil},
	"difficulty":  {everyone, map[string]string{"puzzle": "today"}},
	"leaderboard": {everyone, nil},
	"streak":      {everyone, nil},
	"technique":   {everyone, nil},
	"practice":    {everyone, map[string]string{"technique": "x-wing"}},
	"duel":        {everyone, map[string]string{"answer": "accept"}},
	"race":        {everyone, nil},
	"together":    {everyone, map[string]string{"answer": "close"}},
	"stats":       {everyone, nil},
	"profile":     {everyone, map[string]string{"show": "sessions", "which": "all"}},
	"privacy":     {everyone, map[string]string{"action": "delete", "confirm": "yes"}},
	"help":        {everyone, nil},
	"settings":    {everyone, map[string]string{"name": "hidden"}},
	"import":      {admins, map[string]string{"collection": "theirs"}},
	"collections": {admins, map[string]string{"choose": "Test"}},
	"setup":       {admins, map[string]string{"page": "days"}},
	"schedule":    {admins, map[string]string{"channel": "66", "time": "06:06"}},
	"search":      {admins, map[string]string{"tier": "easy", "save": "theirs"}},
	"moderate":    {admins, map[string]string{"remove": "GAME", "date": "DATE"}},
	"vote":        {everyone, map[string]string{"liked": "yes"}},
	"contribute":  {everyone, map[string]string{"puzzle": newspaper}},
	"submissions": {admins, map[string]string{"take": "any"}},
}

// verbArguments has an argument for each verb with which it is understood. All are for everyone: what a
// button does is about the player who presses it.
var verbArguments = map[chat.Verb]string{
	chat.OpenDaily:     "DATE/guessing/sudoku",
	chat.ShowResults:   "DATE",
	chat.MoreHint:      "4",
	chat.ShareResult:   "",
	chat.CopyResult:    "",
	chat.StartPractice: "x-wing",
	chat.PlayFound:     moler,
	chat.GiveUpPasted:  "",
	chat.Challenge:     "",
	chat.RaceOn:        "",
	chat.PartyOn:       "",
	chat.ShowStep:      "1",
	chat.AcceptRace:    "DUEL",
	chat.DeclineRace:   "DUEL",
	chat.CancelRace:    "DUEL",
	chat.PlayRace:      "DUEL",
	chat.GiveUpRace:    "DUEL",
	chat.StartParty:    "x-wing",
	chat.JoinParty:     "PARTY",
	chat.CloseParty:    "PARTY",
	chat.ConfirmImport: "1",
	chat.CancelImport:  "1",
	chat.DeleteData:    "NOW",
	chat.ShowData:      "hide",
	chat.RemindMe:      "",
	chat.StopReminder:  "1",
	chat.TurnTo:        "x",
	chat.Write:         "r1c1=9",
	chat.TakeBack:      "",
	chat.CheckBoard:    "",
	chat.HandIn:        "",
	chat.GoBack:        "",
	chat.OpenInBrowser: "",
	chat.EndSession:    "1",
	chat.ShowPart:      "research=on",
	chat.OpenBoard:     "text",
	chat.TypeMoves:     "",
	chat.EditGrid:      "",
	chat.ChangeSetting: "name=hidden",
	chat.SetUp:         "main",
	chat.SetUpForm:     "",
	chat.TestPost:      "",
	chat.Vote:          "liked=yes",

	chat.ShowSubmission:    "1",
	chat.AcceptSubmission:  "1",
	chat.DeclineSubmission: "1",
}

type caller struct {
	name   string
	place  chat.Place
	rights chat.Rights
}

// callers are all kinds of people who may ask, from Bob's side: Ann plays in guild 7, and so does
// Bob there, where he may be an admin.
var callers = []caller{
	{"a member", chat.Place{GuildID: "7", ChannelID: "42"}, chat.Rights{}},
	{"a member who may use the commands", chat.Place{GuildID: "7", ChannelID: "42"}, chat.Rights{Command: true}},
	{"an admin", chat.Place{GuildID: "7", ChannelID: "42"}, chat.Rights{ManageGuild: true}},
	{"an admin of another guild", chat.Place{GuildID: "8", ChannelID: "43"}, chat.Rights{ManageGuild: true}},
	{"in direct messages, or where only the user installed the bot", chat.Place{GuildID: people.PrivateGuild("2"), ChannelID: "44", Private: true}, chat.Rights{}},
}

// asking returns those callers whom make test has time for.
func asking() (some []caller) {
	for i, c := range callers {
		if !testing.Short() || i%3 == 0 { // a member, and the admin of another guild
			some = append(some, c)
		}
	}
	return some
}

var bob = games.Player{ID: "2", Name: "Bob"}

// company is a bot on a real archive, with guilds 7 and 8, that have a collection each of their own,
// and a solved and an open game of Ann's in guild 7.
type company struct {
	*Bot
	store  *archive.Store
	clock  *clock
	solved games.Game
	open   games.Game
	duel   games.Race  // of Ann and another
	party  games.Party // that Ann started, which Bob may join
}

func newCompany(t *testing.T) company {
	t.Helper()
	return newCompanyAt(t, archivetest.URL(t))
}

func newCompanyAt(t *testing.T, url string) company {
	t.Helper()
	c := &clock{time.Date(2026, 3, 5, 10, 0, 0, 0, time.UTC)}
	_, store := realBotAt(t, c, url)
	x := company{Bot: New(store, Config{Now: c.Now, Ledger: ticking{store, c}}), store: store, clock: c}
	for _, guildID := range []string{"7", "8"} {
		_, err := store.ImportFile(t.Context(), importing.Options{GuildID: guildID, Collection: "of " + guildID}, strings.NewReader(fishy))
		check(t, err)
		g := daily.NewGuild(guildID)
		g.ChannelID = "channel of " + guildID
		check(t, store.SaveGuild(t.Context(), g))
	}
	ask(t, x.Bot, ann, "daily", "tier=guessing")
	ask(t, x.Bot, ann, "move", "moves=r1c1=9")
	ask(t, x.Bot, ann, "submit", "answer="+solutionOfMoler)
	x.solved = x.current(t)
	ask(t, x.Bot, ann, "play", "tier=x-wing")
	ask(t, x.Bot, ann, "move", "moves=r1c1=?19")
	x.open = x.current(t)
	var err error
	x.duel, err = store.OpenRace(t.Context(), games.Race{GuildID: "7", ChannelID: "42", Opener: ann, Opponent: games.Player{ID: "61"}})
	check(t, err)
	x.party, err = store.StartParty(t.Context(), games.Party{GuildID: "7", ChannelID: "42", ThreadID: "42", Starter: ann}, daily.NewGuild("7"), daily.Daily{}, 0)
	check(t, err)
	return x
}

func (x company) current(t *testing.T) games.Game {
	t.Helper()
	g, err := x.store.CurrentGame(t.Context(), ann.ID, "7")
	check(t, err)
	return g
}

// anns is all that is Ann's, and guilds what belongs to a guild and not to Bob.
func (x company) anns(t *testing.T) []any {
	t.Helper()
	solved, err := x.store.Game(t.Context(), x.solved.ID)
	check(t, err)
	open, err := x.store.Game(t.Context(), x.open.ID)
	check(t, err)
	choices, err := x.store.Choices(t.Context(), ann.ID)
	check(t, err)
	counts, err := x.store.CountPlayerData(t.Context(), ann.ID)
	check(t, err)
	delete(counts, "request") // what others ask may name her
	duel, err := x.store.Race(t.Context(), x.duel.ID)
	check(t, err)
	board, err := x.store.PartyGame(t.Context(), x.party.ID)
	check(t, err)
	return []any{solved, open, x.current(t), choices, counts, duel, board}
}

func (x company) guild(t *testing.T, id string) []any {
	t.Helper()
	g, err := x.store.Guild(t.Context(), id)
	check(t, err)
	offers, lost, err := x.store.Offers(t.Context(), id)
	check(t, err)
	contact, err := x.store.Contact(t.Context(), id)
	check(t, err)
	if contact.PlayerID == bob.ID {
		contact = daily.Contact{} // which is his own
	}
	results, err := x.store.AllDailyResults(t.Context(), id, x.solved.Date, ann.ID)
	check(t, err)
	var apart []string
	for _, r := range results {
		if r.Player.ID == ann.ID {
			apart = append(apart, fmt.Sprint(r.GameID, r.Apart))
		}
	}
	g.First = calendar.Date{} // which the first daily sets
	return []any{g, offers, lost, contact, apart}
}

// fill puts what a test knows in the place of its names.
func (x company) fill(text string) string {
	return strings.NewReplacer("GAME", strconv.FormatInt(x.solved.ID, 10), "DATE", x.solved.Date.String(),
		"DUEL", strconv.FormatInt(x.duel.ID, 10), "PARTY", strconv.FormatInt(x.party.ID, 10), "NOW", strconv.FormatInt(x.clock.now.Unix(), 10)).Replace(text)
}

func same(t *testing.T, what string, before, after []any) {
	t.Helper()
	if diff := cmp.Diff(before, after, cmpopts.EquateComparable(games.Game{}, sudoku.Grid{})); diff != "" {
		t.Errorf("%s changed:\n%s", what, diff)
	}
}

// adminsOnly says that something is for admins only.
const adminsOnly = "only for admins"

// Every command does what its caller may, and nothing elsewhere.
func TestCommandRights(t *testing.T) {
	for _, c := range asking() {
		x := newCompany(t)
		for _, h := range handlers() {
			allowed, known := commandRights[h.Name]
			if !known {
				t.Errorf("who may ask /%s? Add it to commandRights", h.Name)
				continue
			}
			what := "/" + h.Name + " by " + c.name
			options := map[string]string{}
			for name, value := range allowed.options {
				options[name] = x.fill(value)
			}
			before, seven, eight := x.anns(t), x.guild(t, "7"), x.guild(t, "8")
			reply := x.Handle(t.Context(), chat.Request{Player: bob, Place: c.place, Rights: c.rights, Action: chat.Ask{
				Command: h.Name, Options: options, File: &chat.Attachment{Name: "f.txt", Open: func(context.Context) (io.ReadCloser, error) {
					return io.NopCloser(strings.NewReader(mini)), nil
				}},
			}})
			mayNot := allowed.who == admins && c.rights == chat.Rights{}
			if got := strings.Contains(textOf(reply), adminsOnly); got != mayNot {
				t.Errorf("%s: refused %v, want %v: %s", what, got, mayNot, textOf(reply))
			}
			if allowed.who == everyone || mayNot || c.place.GuildID != "7" {
				same(t, what+": guild 7", seven, x.guild(t, "7"))
			}
			if allowed.who == everyone || mayNot || c.place.GuildID != "8" {
				same(t, what+": guild 8", eight, x.guild(t, "8"))
			}
			same(t, what+": what is Ann's", before, x.anns(t))
			x.wantHidden(t, what, reply)
		}
	}
}

// wantHidden checks that a reply does not show Ann's open board, whose marks are hers alone.
func (x company) wantHidden(t *testing.T, what string, reply chat.Reply) {
	t.Helper()
	if b := reply.Screen.Board; b != nil && b.Grid == x.open.Grid && b.Marks == x.open.Marks {
		t.Errorf("%s shows Ann's board", what)
	}
}

// The controls of admins are for those to whom the network lets us show them, on that screen, for an hour and
// while they have the same roles, and for no others: a custom_id can be copied.
func TestControlsOfAdmins(t *testing.T) {
	x := newCompany(t)
	inSeven, inEight := chat.Place{GuildID: "7", ChannelID: "42"}, chat.Place{GuildID: "8", ChannelID: "43"}
	open := func(id, command string) {
		t.Helper()
		reply := x.Handle(t.Context(), chat.Request{
			ID: id, Player: bob, Place: inSeven, Buttons: true, Rights: chat.Rights{Command: true, Standing: "helper"}, Action: chat.Ask{Command: command},
		})
		if reply.Failed {
			t.Fatalf("/%s: %s", command, textOf(reply))
		}
	}
	opened := x.clock.now
	open("1", "setup")
	open("2", "schedule")
	open("3", "help")
	press, helper := chat.Press{Verb: chat.SetUp, Argument: "rules?sealed=on"}, chat.Rights{Standing: "helper"}
	for what, c := range map[string]struct {
		player games.Player
		place  chat.Place
		screen string
		rights chat.Rights
		after  time.Duration
		may    bool
	}{
		"the screen":                     {bob, inSeven, "1", helper, 0, true},
		"within an hour":                 {bob, inSeven, "1", helper, 59 * time.Minute, true},
		"after an hour":                  {bob, inSeven, "1", helper, time.Hour, false},
		"with other roles":               {bob, inSeven, "1", chat.Rights{Standing: "member"}, 0, false},
		"by another member":              {ann, inSeven, "1", helper, 0, false},
		"by an admin":                    {ann, inSeven, "1", chat.Rights{ManageGuild: true}, time.Hour, true},
		"in another guild":               {bob, inEight, "1", helper, 0, false},
		"on another command's answer":    {bob, inSeven, "2", helper, 0, false},
		"on an answer for everyone":      {bob, inSeven, "3", helper, 0, false},
		"on a message of unknown origin": {bob, inSeven, "", helper, 0, false},
		"on a screen that never was":     {bob, inSeven, "9", chat.Rights{Command: true, Standing: "helper"}, 0, false},
	} {
		for _, action := range []chat.Action{press, chat.Press{Verb: chat.SetUpForm}, chat.Fill{Press: chat.Press{Verb: chat.SetUpForm}, Fields: map[string]string{"time": "9:00", "zone": "UTC"}}} {
			x.clock.now = opened.Add(c.after)
			reply := x.Handle(t.Context(), chat.Request{Player: c.player, Place: c.place, Screen: c.screen, Rights: c.rights, Buttons: true, Action: action})
			if reply.Failed == c.may || reply.Failed && !strings.Contains(textOf(reply), adminsOnly) {
				t.Errorf("%s, %T: %s", what, action, textOf(reply))
			}
		}
	}
}

// No control, as it is or forged, does anything with the games of others, nor in other guilds.
func TestControlRights(t *testing.T) {
	for _, c := range asking() {
		x := newCompany(t)
		before, seven, eight := x.anns(t), x.guild(t, "7"), x.guild(t, "8")
		for _, verb := range verbs(t) {
			for i, p := range x.forged(t, verb) {
				what := fmt.Sprintf("%.200q by %s", fmt.Sprint(p), c.name)
				r := chat.Request{Player: bob, Place: c.place, Rights: c.rights, Action: p}
				if i%2 == 1 { // as a form, of whatever control
					r.Action = chat.Fill{Press: p, Fields: map[string]string{"moves": "r1c1=9", "grid": solutionOfMoler}}
				}
				reply := x.Handle(t.Context(), r)
				if strings.Contains(textOf(reply), "our mistake") {
					t.Errorf("%s: %s", what, textOf(reply))
				}
				if strings.Contains(public(reply), ann.Name) {
					t.Errorf("%s says in public: %s", what, public(reply))
				}
				x.wantHidden(t, what, reply)
			}
			what := fmt.Sprintf("%s by %s", verb, c.name)
			same(t, what+": what is Ann's", before, x.anns(t))
			same(t, what+": guild 7", seven, x.guild(t, "7"))
			same(t, what+": guild 8", eight, x.guild(t, "8"))
		}
	}
	if reply := newStore(t).bot().Handle(t.Context(), chat.Request{Player: bob, Action: chat.Press{Verb: "schedule"}}); !reply.Failed {
		t.Errorf("an unknown control: %s", textOf(reply))
	}
}

// forged returns presses of a control of all games, and with arguments that no reply has.
func (x company) forged(t *testing.T, verb chat.Verb) (all []chat.Press) {
	t.Helper()
	argument, known := verbArguments[verb]
	if !known {
		t.Errorf("what is the argument of %q? Add it to verbArguments", verb)
	}
	for _, g := range []games.Game{{}, x.solved, x.open, {ID: -1}, {ID: 1 << 62}} {
		for _, revision := range []int{g.Revision, -1, 1 << 40} {
			p := chat.Press{Verb: verb, Argument: x.fill(argument), GameID: g.ID}
			p.Revision = revision
			all = append(all, p)
		}
	}
	for _, argument := range []string{"", "x", "-1", "/", "//", "99999999999999999999", "2026-02-30", strings.Repeat("9", 500), "\x00"} {
		all = append(all, chat.Press{Verb: verb, Argument: argument, GameID: x.open.ID, Revision: x.open.Revision})
	}
	return all
}

// verbs returns all constants of the type Verb, from the source.
func verbs(t *testing.T) (all []chat.Verb) {
	t.Helper()
	names, err := filepath.Glob("chat/*.go")
	check(t, err)
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		check(t, err)
		ast.Inspect(file, func(n ast.Node) bool {
			spec, ok := n.(*ast.ValueSpec)
			if !ok {
				return true
			}
			if of, ok := spec.Type.(*ast.Ident); ok && of.Name == "Verb" {
				for _, value := range spec.Values {
					text, err := strconv.Unquote(value.(*ast.BasicLit).Value)
					check(t, err)
					all = append(all, chat.Verb(text))
				}
			}
			return true
		})
	}
	if len(all) < 5 {
		t.Fatalf("only %d verbs are found in the source", len(all))
	}
	return all
}

// What networks show as for admins is what is for admins.
func TestAdminCommands(t *testing.T) {
	for _, c := range Commands(locale.Match("en")) {
		if want := commandRights[c.Name].who == admins; c.Admin != want {
			t.Errorf("/%s: admin %t, want %t", c.Name, c.Admin, want)
		}
	}
}
