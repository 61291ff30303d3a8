package bot

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// deeds are a request of every command and every control that a company's players can make.
func deeds(x company) map[string]chat.Request {
	all := map[string]chat.Request{}
	for name, allowed := range commandRights {
		options := map[string]string{}
		for option, value := range allowed.options {
			options[option] = x.fill(value)
		}
		if name == "play" { // or it draws a tier
			options = map[string]string{"tier": "x-wing"}
		}
		file := &chat.Attachment{Name: "f.txt", Open: func(context.Context) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(mini)), nil }}
		all["the command "+name] = chat.Request{Action: chat.Ask{Command: name, Options: options, File: file}}
	}
	for verb, argument := range verbArguments {
		game := x.open
		if slices.Contains([]chat.Verb{chat.ShareResult, chat.CopyResult, chat.ShowStep}, verb) {
			game = x.solved
		}
		press := chat.Press{Verb: verb, Argument: x.fill(argument), GameID: game.ID, Revision: game.Revision}
		all["the button "+string(verb)] = chat.Request{Action: press}
		if _, b, ok := findButton(verb); ok && b.Sent != nil {
			fields := map[string]string{"moves": "r1c1=9", "grid": solutionOfMoler, "time": "8:00", "zone": "Europe/Berlin"}
			all["the form "+string(verb)] = chat.Request{Action: chat.Fill{Press: press, Fields: fields}}
		}
	}
	setUp := chat.Press{Verb: chat.SetUp, Argument: "rules?sealed=on"}
	all["the button setup, which changes something"] = chat.Request{Action: setUp}
	for name, r := range all {
		r.ID, r.Player, r.Place = "the request", ann, chat.Place{GuildID: "7", ChannelID: "41"}
		r.Rights.ManageGuild, r.Buttons = true, true
		switch press, _ := r.Action.(chat.Press); {
		case name == "the command duel", press.Verb == chat.AcceptRace, press.Verb == chat.DeclineRace:
			r.Player = games.Player{ID: "61"}
		case press.Verb == chat.JoinParty:
			r.Player = bob
		}
		all[name] = r
	}
	for _, name := range []string{"move", "hint", "together"} {
		r := all["the command "+name]
		r.Place.ChannelID = x.party.ThreadID
		all["the command "+name+" on a board of several"] = r
	}
	return all
}

// unavailable is what a player reads who may try again.
const unavailable = "the archive cannot be reached right now"

// stage is an archive that is copied for every time that something is lost.
type stage struct {
	*archivetest.Template
	company
	answers map[string]int // how often each kind of answer was given
}

// The kinds of answers where a message is lost.
const (
	asIfNothing = "answered as if nothing was lost"
	tryAgain    = "answered that it can be tried again"
	notKnown    = "answered that it is not known"
)

func newStage(t *testing.T) *stage {
	s := &stage{answers: map[string]int{}}
	s.Template = &archivetest.Template{Fill: func(_ context.Context, url string) error {
		s.company = newCompanyAt(t, url)
		archivetest.Exec(t, url, `insert into pending_import (guild, player, collection, file, content) values ('7', '1', 'mine', 'mine.txt', '`+mini+`')`)
		return nil
	}}
	s.URL(t)
	return s
}

// open returns a bot on a copy of the archive, and what stands between them.
func (s *stage) open(t *testing.T) (b *Bot, url string, p *archivetest.Proxy) {
	url = s.URL(t)
	p = archivetest.NewProxy(t, url)
	now := func() time.Time { return s.clock.now }
	return New(archivetest.Open(t, p.URL).WithClock(now), Config{Now: now, WebURL: "https://sudoku.example.org"}), url, p
}

// outcome is what a request comes to when all goes well: what is kept, as far as that does not differ from
// time to time, and the answer.
type outcome struct {
	before, kept map[string][]string
	reply        chat.Reply
	sameWords    bool
}

// later has an archive give out numbers as if it had been in use for longer, so that those do not count.
const later = `do $$ declare s record; begin
	for s in select format('%I.%I', schemaname, sequencename) as name, coalesce(last_value, 0) + 1000 as next from pg_sequences loop
		perform setval(s.name::regclass, s.next);
	end loop;
end $$`

func (s *stage) outcome(t *testing.T, r chat.Request) (o outcome) {
	for i := range 3 {
		b, url, _ := s.open(t)
		o.before = archivetest.Contents(t, url)
		if i > 0 {
			archivetest.Exec(t, url, later)
		}
		reply := b.Handle(t.Context(), r)
		kept := archivetest.Contents(t, url)
		if i == 0 {
			o.kept, o.reply, o.sameWords = kept, reply, true
			continue
		}
		o.sameWords = o.sameWords && wordsOf(reply) == wordsOf(o.reply)
		maps.DeleteFunc(o.kept, func(name string, values []string) bool {
			// A link is kept with no answer, so that nobody finds it: whoever asks again gets another one.
			return !slices.Equal(values, kept[name]) || strings.HasPrefix(name, "web_link.")
		})
	}
	return o
}

// once reports whether a request is kept with its answer. Of one that is not, half may be done, which is completed when
// it comes again.
func (o outcome) once() bool { return len(o.kept["request."]) > len(o.before["request."]) }

func wordsOf(r chat.Reply) string {
	return strings.Join([]string{titleOf(r), textOf(r), buttonsOf(r), public(r), fmt.Sprint(r.Failed)}, "\n")
}

// lose makes a request whose n-th message to the database is lost, and makes it again. It reports whether
// there is such a message.
func (s *stage) lose(t *testing.T, r chat.Request, want outcome, n int, fault archivetest.Fault) bool {
	b, url, p := s.open(t)
	p.At(n, fault)
	reply := b.Handle(t.Context(), r)
	if !p.Reached() {
		return false
	}
	if problem := problemOf(reply); problem != "" {
		t.Errorf("the answer has %s: %+v", problem, reply)
	}
	kept := archivetest.Contents(t, url)
	switch text := textOf(reply); {
	case wordsOf(reply) == wordsOf(want.reply):
		s.answers[asIfNothing]++
		want.wantKept(t, "when it was answered", kept)
	case strings.Contains(text, "the connection to the archive was lost while this was being saved"):
		s.answers[notKnown]++
		if fault != archivetest.LostAndClosed && want.once() {
			t.Error("the request was kept with its answer, and the answer says that nobody knows whether it was saved")
		}
	case strings.Contains(text, unavailable):
		s.answers[tryAgain]++
		if diff := cmp.Diff(want.before, kept); diff != "" && want.once() && Find(r.Action).Command() != "import" { // which keeps puzzles as it goes
			t.Errorf("the player is told to try again, and it was kept:\n%s", diff)
		}
	case want.sameWords:
		t.Errorf("the answer is %q", wordsOf(reply))
	}
	if fault == archivetest.LostAndClosed {
		check(t, p.Open())
	}
	for range 2 {
		again := b.Handle(t.Context(), r)
		for range 3 { // a connection that was used a moment ago is tried again as it is
			if strings.Contains(textOf(again), unavailable) {
				again = b.Handle(t.Context(), r)
			}
		}
		if want.sameWords && wordsOf(again) != wordsOf(want.reply) || again.Failed != want.reply.Failed {
			t.Errorf("again the answer is %q, want %q", wordsOf(again), wordsOf(want.reply))
		}
		want.wantKept(t, "when it came again", archivetest.Contents(t, url))
	}
	archivetest.WantConsistent(t, url)
	return true
}

func (o outcome) wantKept(t *testing.T, when string, kept map[string][]string) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(o.kept)) {
		if !slices.Equal(kept[name], o.kept[name]) {
			t.Errorf("%s, %s is %q, want %q", when, name, kept[name], o.kept[name])
		}
	}
}

// Any message of any request to the database may be lost, or its answer. The player gets an answer, which
// is true, and the same request again has the effect of one.
func TestLostMessages(t *testing.T) {
	s := newStage(t)
	s.loseEach(t, deeds(s.company)["the command settings"], archivetest.LostAfter, 6)
}

// Each way to lose them is a part of its own of make prove, since it takes long.
func TestProveMessagesLostBefore(t *testing.T) {
	proveLost(t, archivetest.LostBefore, "a message lost before the database sees it", asIfNothing, tryAgain)
}

func TestProveMessagesLostAfter(t *testing.T) {
	proveLost(t, archivetest.LostAfter, "a message lost before its answer", asIfNothing, tryAgain)
}

func TestProveMessagesLostAndClosed(t *testing.T) {
	proveLost(t, archivetest.LostAndClosed, "a message lost before its answer, and the database is away", tryAgain, notKnown)
}

func proveLost(t *testing.T, fault archivetest.Fault, name string, answers ...string) {
	t.Helper()
	sudokutest.Prove(t)
	s := newStage(t)
	all := deeds(s.company)
	runs, wrong := 0, 0
	for _, deed := range slices.Sorted(maps.Keys(all)) {
		t.Run(deed, func(t *testing.T) {
			n, bad := s.loseEach(t, all[deed], fault, 1)
			runs, wrong = runs+n, wrong+bad
		})
	}
	sudokutest.Proved(t, name, runs, wrong)
	sudokutest.Reached(t, s.answers, answers...)
}

// loseEach loses the first message of a request, then one some messages later, until there are no more.
func (s *stage) loseEach(t *testing.T, r chat.Request, fault archivetest.Fault, every int) (runs, wrong int) {
	t.Helper()
	want := s.outcome(t, r)
	for more := true; more; runs++ {
		n := 1 + runs*every
		if !t.Run(fmt.Sprint("message ", n), func(t *testing.T) { more = s.lose(t, r, want, n, fault) }) {
			wrong++
		}
	}
	return runs - 1, wrong
}

// A move costs seven messages to the database: the begin of the transaction, the id of the request with the lock of its player,
// the party whose board may be meant, the game, the event, the answer, and the commit.
func TestMessagesOfMove(t *testing.T) {
	const most = 7
	s := newStage(t)
	all := deeds(s.company)
	for _, deed := range []string{"the command move", "the button write"} {
		t.Run(deed, func(t *testing.T) {
			p := archivetest.NewProxy(t, s.URL(t))
			b := New(archivetest.Open(t, p.URL+"&pool_max_conns=1").WithClock(func() time.Time { return s.clock.now }), Config{})
			warm, r := all[deed], all[deed]
			warm.ID = "before"
			if reply := b.Handle(t.Context(), warm); reply.Failed { // prepares the statements of the connection
				t.Fatal(textOf(reply))
			}
			time.Sleep(100 * time.Millisecond) // until the change is notified
			if press, ok := r.Action.(chat.Press); ok {
				press.Revision++
				r.Action = press
			}
			committed := false
			p.At(most+1, archivetest.LostBefore)
			p.Before("commit\x00", 1, func() { committed = !p.Reached(); p.At(0, 0) })
			if reply := b.Handle(t.Context(), r); reply.Failed || !committed {
				t.Errorf("after %d messages the move is not made: %s", most, textOf(reply))
			}
		})
	}
}
