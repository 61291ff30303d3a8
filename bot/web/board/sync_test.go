package board_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"

	"github.com/gridkeeper/gridkeeper/bot/web/board"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func (s *server) at(name string) sudoku.Digit {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.solution.Shape().Cells() {
		if c.String() == name {
			return s.game.Grid.At(c)
		}
	}
	return 0
}

func (p *tab) write(cell, keys string) {
	p.t.Helper()
	p.click(cell)
	p.keys(keys)
}

func (p *tab) saved() {
	p.t.Helper()
	p.eventually("everything is saved", func() bool { return p.text("#status") == "Saved" })
}

// The network goes in the middle of a solve and comes back: everything arrives, in order.
func TestOfflineInTheMiddle(t *testing.T) {
	s := serve(t, easy)
	p := open(t, s, 1280)
	p.write("r1c3", "4")
	p.saved()
	s.set(func() { s.down = true })
	s.CloseClientConnections()
	p.write("r1c4", "6")
	p.write("r1c6", "7")
	p.write("r1c6", "8")
	p.eventually("the page says what waits", func() bool { return p.text("#status") == "Offline. Unsaved moves: 3" })
	if got := p.label("r1c6"); got != "row 1 column 6, 8" {
		t.Errorf("offline, the cell is called %q", got)
	}
	p.solve()
	s.set(func() { s.down = false })
	p.solved()
	if got, want := s.stateNow().Grid, s.solution.String(); got != want {
		t.Errorf("the server has %s, want %s", got, want)
	}
}

// before has the page believe that it is some minutes ago, and without a connection: what it sent then would arrive
// with the age that it had, however late the browser itself tries again.
func (p *tab) before(minutes int) {
	p.t.Helper()
	eval[any](p, fmt.Sprintf(`window.machine ??= { now: Date.now, fetch: window.fetch };
		Date.now = () => machine.now.call(Date) - %d * 60000;
		window.fetch = %t ? () => Promise.reject(new TypeError("no connection")) : machine.fetch; 0`, minutes, minutes > 0))
}

// wantAges checks that the moves that hold these digits arrived in this order, each in an event of its own, made so
// many minutes before they were sent or a little more.
func (s *server) wantAges(t *testing.T, digits []string, minutes []int) {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	var got []string
	for _, b := range s.batches {
		if len(b.Ago) != len(b.Moves) {
			t.Fatalf("%d times for %d moves", len(b.Ago), len(b.Moves))
		}
		for i, move := range b.Moves {
			if n := len(got); n < len(digits) && strings.Contains(move, digits[n]) {
				got = append(got, move)
				if ago := b.Ago[i] / 60000; ago != int64(minutes[n]) {
					t.Errorf("%s was made %d minutes before, want %d", move, ago, minutes[n])
				}
			}
		}
	}
	if len(got) != len(digits) {
		t.Errorf("of %v arrived %v", digits, got)
	}
}

// What is played offline arrives with the time at which it was made: in its order, also where others have played
// meanwhile, and where the tab died.
func TestOfflineMovesBringTheirTimes(t *testing.T) {
	digits, minutes := []string{"r1c6=8", "r1c4=6", "r1c3=4"}, []int{30, 20, 10}
	for name, meanwhile := range map[string]func(*server, *tab){
		"nothing else": func(*server, *tab) {},
		"others play":  func(s *server, _ *tab) { s.elsewhere(t, "r9c1=3") },
		"the tab dies": func(s *server, p *tab) {
			s.set(func() { s.reloads = true })
			p.load()
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, easy)
			p := open(t, s, 1280)
			s.set(func() { s.down = true })
			s.CloseClientConnections()
			for i, digit := range digits {
				p.before(minutes[i])
				p.write(digit[:4], digit[5:])
			}
			p.before(0)
			meanwhile(s, p)
			s.set(func() { s.down = false })
			p.eventually("the moves arrive", func() bool { return s.at("r1c3") == 4 && s.at("r1c4") == 6 && s.at("r1c6") == 8 })
			s.wantAges(t, digits, minutes)
		})
	}
}

// The server does what it is sent, and its answers are lost: a retry changes nothing.
func TestLostAnswers(t *testing.T) {
	s := serve(t, easy)
	p := open(t, s, 1280)
	s.set(func() { s.deaf = true })
	p.write("r1c3", "4")
	p.eventually("the server has the digit", func() bool { return s.at("r1c3") == 4 })
	p.write("r1c4", "6")
	p.eventually("the page notices", func() bool { return strings.HasPrefix(p.text("#status"), "Offline") })
	s.set(func() { s.deaf = false })
	p.saved()
	p.eventually("the second digit arrives", func() bool { return s.at("r1c4") == 6 })
	if n := s.stateNow().Revision; n != 2 {
		t.Errorf("%d events for 2 digits", n)
	}
}

// A wish whose answer was lost is not made, and not counted, again when its button is pressed again.
func TestLostAnswersOfWishes(t *testing.T) {
	for _, name := range []string{"check", "hint", "rewind"} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, easy)
			p := open(t, s, 1280)
			p.write("r1c3", "4")
			p.write("r1c4", "6")
			p.saved()
			s.set(func() { s.deaf = true })
			p.set(name)
			p.eventually("the page says that there was no answer", func() bool { return strings.Contains(p.text("#panel"), "You have to be online") })
			s.set(func() { s.deaf = false })
			want, asked := s.stateNow().Revision+1, s.asked(name)
			p.eventually("the page has what was done", func() bool { return name != "rewind" || p.label("r1c4") == "row 1 column 4, empty" })
			p.set(name)
			p.eventually("the page asks again", func() bool { return s.asked(name) > asked })
			p.write("r1c6", "8") // is sent after the answer
			p.eventually("the digit arrives", func() bool { return s.at("r1c6") == 8 })
			if got := s.stateNow().Revision; got != want || s.at("r1c3") != 4 {
				t.Errorf("there are %d events, want %d, and r1c3 is %v", got, want, s.at("r1c3"))
			}
		})
	}
}

// After a move, a lost answer would be about an older board: the page asks again.
func TestLostAnswerAndAMove(t *testing.T) {
	s := serve(t, easy)
	p := open(t, s, 1280)
	s.set(func() { s.deaf = true })
	p.set("check")
	p.eventually("the page says that there was no answer", func() bool { return strings.Contains(p.text("#panel"), "You have to be online") })
	s.set(func() { s.deaf = false })
	p.write("r1c3", "4")
	p.saved()
	p.set("check")
	want := fmt.Sprintf("Empty cells: %d.", strings.Count(s.stateNow().Grid, "."))
	p.eventually("the page says "+want, func() bool { return strings.Contains(p.text("#panel"), want) })
}

// What is played while a wish is asked is sent after its answer: the two would take each other for another device's.
// A second wish waits as well.
func TestMovesWhileAWishIsAsked(t *testing.T) {
	s := serve(t, easy)
	p := open(t, s, 1280)
	p.write("r1c3", "4")
	p.write("r1c4", "6")
	p.write("r1c6", "8")
	p.saved()
	held := make(chan struct{})
	release := sync.OnceFunc(func() { close(held) })
	t.Cleanup(release) // before the server closes, which waits for its answers
	s.set(func() { s.held = held })
	p.set("rewind")
	p.eventually("the wish arrives", func() bool { return s.asked("rewind") > 0 })
	before := s.asked("moves")
	p.keys("z", chromedp.KeyModifiers(chromedp.ModifierCtrl))
	p.write("r1c8", "1")
	p.set("check")
	polled := s.requested("GET 1")
	eval[any](p, `fetch("/games/1"); 0`) // later than what the keys would send
	p.eventually("the page asks for the game", func() bool { return s.requested("GET 1") > polled })
	if n := s.asked("moves") - before + s.asked("check"); n > 0 {
		t.Errorf("%d requests came while a wish was asked", n)
	}
	s.set(func() { s.held = nil })
	release()
	p.eventually("the second wish is answered", func() bool { return strings.Contains(p.text("#panel"), "Empty cells") })
	p.saved()
	if got := p.text("#live"); strings.Contains(got, "elsewhere") {
		t.Errorf("the page says %q", got)
	}
	if s.at("r1c3") != 4 || s.at("r1c6") != 0 || s.at("r1c8") != 1 || s.asked("rewind") != 1 || s.asked("check") != 1 {
		t.Errorf("the server has %v, and was asked to rewind %d times and to check %d times", s.stateNow().Grid, s.asked("rewind"), s.asked("check"))
	}
}

// requested returns how often something was asked for.
func (s *server) requested(what string) (n int) {
	s.set(func() {
		for _, request := range s.requests {
			if request == what {
				n++
			}
		}
	})
	return n
}

// asked returns how often a wish arrived, or moves.
func (s *server) asked(name string) int { return s.requested("POST " + name) }

// A tab dies with moves that were never sent. The next one sends them.
func TestTabDies(t *testing.T) {
	s := serve(t, easy)
	p := open(t, s, 1280)
	s.set(func() { s.down, s.reloads = true, true })
	p.write("r1c3", "4")
	p.write("r1c4", "c26")
	p.write("r1c6", "x12")
	s.elsewhere(t, "r9c1=3")
	p.load()
	p.eventually("the moves arrive", func() bool {
		return s.at("r1c3") == 4 && s.stateNow().Marks[3] == "26" && s.stateNow().Notes["r1c6"].Corner == "12"
	})
	if got := s.at("r9c1"); got != 3 {
		t.Errorf("what the chat played is %v", got)
	}
	p.saved()
	for key := range strings.SplitSeq(eval[string](p, `Object.keys(localStorage).join(" ")`), " ") {
		if strings.HasPrefix(key, "gridkeeper.game.") {
			t.Errorf("all is sent, and %s is kept", key)
		}
	}
	p.keys("z", chromedp.KeyModifiers(chromedp.ModifierCtrl))
	p.eventually("the moves of the dead tab can be taken back", func() bool { return s.at("r1c3") == 0 })
}

// Two devices and the chat play the same game; other cells merge.
func TestTwoDevicesAndTheChat(t *testing.T) {
	s := serve(t, easy)
	phone, desk := open(t, s, 400), open(t, s, 1280)
	phone.write("r1c3", "4")
	desk.eventually("what the phone played", func() bool { return desk.label("r1c3") == "row 1 column 3, 4" })
	desk.write("r1c4", "6")
	s.elsewhere(t, "r1c6=8")
	for _, p := range []*tab{phone, desk} {
		p.eventually("all three", func() bool {
			return p.label("r1c3") == "row 1 column 3, 4" && p.label("r1c4") == "row 1 column 4, 6" && p.label("r1c6") == "row 1 column 6, 8"
		})
	}
	// Undo takes back the phone's own digit, though it is not the last.
	phone.keys("z", chromedp.KeyModifiers(chromedp.ModifierCtrl))
	phone.eventually("the phone's digit is taken back alone", func() bool { return s.at("r1c3") == 0 && s.at("r1c4") == 6 && s.at("r1c6") == 8 })
	phone.keys("y", chromedp.KeyModifiers(chromedp.ModifierCtrl))
	phone.eventually("it is there again", func() bool { return s.at("r1c3") == 4 })
	desk.eventually("the desk has it too", func() bool { return desk.label("r1c3") == "row 1 column 3, 4" })
	desk.solve()
	phone.eventually("both devices finish", func() bool { return strings.Contains(phone.text("#finish"), "Solved") })
	desk.solved()
}

// What is made again was played elsewhere meanwhile: nothing is sent, and the next undo takes that digit
// back, not the last one of the other device.
func TestRedoOfNothing(t *testing.T) {
	s := serve(t, easy)
	p := open(t, s, 1280)
	p.write("r1c3", "4")
	p.saved()
	p.keys("z", chromedp.KeyModifiers(chromedp.ModifierCtrl))
	p.eventually("the digit is taken back", func() bool { return s.at("r1c3") == 0 })
	s.elsewhere(t, "r1c3=4")
	s.elsewhere(t, "r1c4=6")
	p.eventually("what was played elsewhere", func() bool { return p.label("r1c4") == "row 1 column 4, 6" })
	p.keys("y", chromedp.KeyModifiers(chromedp.ModifierCtrl))
	p.keys("z", chromedp.KeyModifiers(chromedp.ModifierCtrl))
	p.eventually("an undo arrives", func() bool { return s.stateNow().Revision > 4 })
	if first, second := s.at("r1c3"), s.at("r1c4"); first != 0 || second != 6 {
		t.Errorf("after undo the cells have %v and %v, want an empty one and 6", first, second)
	}
}

// Two devices make corner marks in the same cell, one of them offline: the cell has the marks of both.
func TestNotesOfTwoDevices(t *testing.T) {
	s := serve(t, easy)
	phone, desk := open(t, s, 400), open(t, s, 1280)
	phone.write("r1c6", "x1")
	desk.eventually("the phone's mark", func() bool { return strings.Contains(desk.label("r1c6"), "corner marks 1") })
	s.set(func() { s.down = true })
	s.CloseClientConnections()
	phone.keys("2")
	desk.write("r1c6", "x3")
	for _, p := range []*tab{phone, desk} {
		p.eventually("the page is offline", func() bool { return strings.HasPrefix(p.text("#status"), "Offline") })
	}
	s.set(func() { s.down = false })
	for _, p := range []*tab{phone, desk} {
		p.eventually("the marks of both", func() bool { return strings.Contains(p.label("r1c6"), "corner marks 1 2 3") })
		p.saved()
	}
	if got := s.stateNow(); got.Notes["r1c6"].Corner != "123" || got.Revision != 0 {
		t.Errorf("the server has %+v", got)
	}
}

// A device takes a digit back while another one makes marks: it is taken back, not written over, so that the next undo takes back
// what was there before.
func TestUndoWhileOthersNote(t *testing.T) {
	s := serve(t, easy)
	p := open(t, s, 1280)
	p.write("r1c3", "4")
	p.write("r1c6", "x1")
	p.eventually("the mark arrives", func() bool { return s.stateNow().Noted == 1 })
	p.write("r1c6", "z8") // which takes the mark away
	p.eventually("all of it arrives", func() bool { return s.at("r1c6") == 8 && s.stateNow().Noted == 2 })
	p.saved()
	s.set(func() { s.down = true })
	s.CloseClientConnections()
	p.keys("z", chromedp.KeyModifiers(chromedp.ModifierCtrl))
	p.eventually("the page is offline", func() bool { return strings.HasPrefix(p.text("#status"), "Offline") })
	s.set(func() {
		must(t, s.move(board.Batch{Notes: board.Notes{"r1c6": {Colours: []int{2}}, "r1c4": {Corner: "2"}}}))
	})
	s.set(func() { s.down = false })
	p.eventually("the digit is taken back", func() bool { return s.at("r1c6") == 0 })
	p.saved()
	want := board.Notes{"r1c6": {Corner: "1", Colours: []int{2}}, "r1c4": {Corner: "2"}}
	if diff := cmp.Diff(want, s.stateNow().Notes); diff != "" {
		t.Errorf("notes (-want +got):\n%s", diff)
	}
	s.set(func() {
		if last := s.journal[len(s.journal)-1]; last.Kind != play.Undone {
			t.Errorf("the last event is %q", last.Kind)
		}
	})
	if got := p.label("r1c4"); got != "row 1 column 4, empty, corner marks 2" {
		t.Errorf("what the other device marked is called %q", got)
	}
}

// A state from before a mark was saved comes late: the mark stays.
func TestLateStateKeepsNotes(t *testing.T) {
	s := serve(t, easy)
	p := open(t, s, 1280)
	before := s.stateNow()
	p.write("r1c6", "x1")
	p.eventually("the mark arrives", func() bool { return s.stateNow().Noted == 1 })
	p.saved()
	eval[any](p, `new MutationObserver(([{ target }]) => (window.without ||= target.ariaLabel.endsWith("empty")))
		.observe(document.getElementById("r1c6"), { attributeFilter: ["aria-label"] }); 0`)
	s.set(func() { s.delayed = &before; s.tell() })
	p.eventually("the older state is sent", func() (sent bool) {
		s.set(func() { sent = s.delayed == nil })
		return sent
	})
	s.elsewhere(t, "r1c3=4")
	p.eventually("what comes after it", func() bool { return p.label("r1c3") == "row 1 column 3, 4" })
	if eval[bool](p, `Boolean(window.without)`) {
		t.Error("meanwhile the cell had no mark")
	}
}

// The same cell was played here, offline, and elsewhere: both are shown, and the player chooses.
func TestSameCellAsks(t *testing.T) {
	for _, c := range []struct {
		button string
		want   sudoku.Digit
	}{{"Here: 4", 4}, {"Elsewhere: 1", 1}} {
		s := serve(t, easy)
		p := open(t, s, 1280)
		s.set(func() { s.down = true })
		s.CloseClientConnections()
		p.write("r1c3", "4")
		p.write("r1c4", "6")
		p.eventually("the page is offline", func() bool { return strings.HasPrefix(p.text("#status"), "Offline") })
		s.elsewhere(t, "r1c3=1")
		s.set(func() { s.down = false })
		p.eventually("the page asks", func() bool { return strings.Contains(p.text("#panel"), c.button) })
		if got := p.text("#r1c3 .both"); got != "4 1" {
			t.Errorf("the cell shows %q", got)
		}
		if got := p.label("r1c3"); !strings.HasPrefix(got, "row 1 column 3, 4, 1, This cell was changed here and elsewhere.") {
			t.Errorf("the cell is called %q", got)
		}
		p.run(chromedp.Click("//button[text()='" + c.button + "']"))
		p.saved()
		p.eventually("the choice stands", func() bool { return s.at("r1c3") == c.want && s.at("r1c4") == 6 })
	}
}

// The server refuses what it is sent: the page says why, and shows what stands.
func TestRefused(t *testing.T) {
	s := serve(t, easy)
	p := open(t, s, 1280)
	s.set(func() { s.refusing = "the game was taken down" })
	p.write("r1c3", "4")
	p.eventually("the page says why", func() bool { return p.text("#status") == "Not saved: the game was taken down" })
	if got := p.label("r1c3"); got != "row 1 column 3, empty" {
		t.Errorf("the cell is called %q", got)
	}
	s.set(func() { s.refusing = "" })
	p.keys("4")
	p.saved()
}

// What is not the game's own refusal loses no move: neither the answers of a proxy while the server is away, nor of a browser that is
// signed in for another place by now. A refusal without a state takes its moves back from the board.
func TestAnswersOfOthers(t *testing.T) {
	for _, c := range []struct {
		status     int
		body, says string
		lost       bool
	}{
		{404, `{"problem": "This page does not exist."}`, "Not saved, because this browser is no longer signed in for this game", false},
		{404, "<h1>Not Found</h1>", "Not saved, because", false},
		{400, "<h1>Bad Request</h1>", "Offline", false},
		{421, "", "Offline", false},
		{413, `{"problem": "That is too much."}`, "Not saved: That is too much.", true},
	} {
		s := serve(t, easy)
		p := open(t, s, 1280)
		s.set(func() { s.instead = &stranger{c.status, c.body} })
		p.write("r1c3", "4")
		p.eventually("the page says why", func() bool { return strings.HasPrefix(p.text("#status"), c.says) })
		shown := "row 1 column 3, 4"
		if c.lost {
			shown = "row 1 column 3, empty"
		}
		p.eventually("the cell is "+shown, func() bool { return p.label("r1c3") == shown })
		s.set(func() { s.instead = nil })
		p.write("r1c4", "6")
		p.saved()
		if got := s.at("r1c3"); (got == 4) == c.lost || s.at("r1c4") != 6 {
			t.Errorf("%d %s: the server has %d", c.status, c.body, got)
		}
	}
}

// Two tabs of one browser keep their moves apart, and nothing is sent twice.
func TestTwoTabs(t *testing.T) {
	s := serve(t, easy)
	one := open(t, s, 1280)
	two := openAs(t, s, 1280, chromedp.WithExistingBrowserContext(chromedp.FromContext(one.ctx).BrowserContextID))
	s.set(func() { s.down = true })
	s.CloseClientConnections()
	one.write("r1c3", "4")
	two.write("r1c4", "6")
	s.set(func() { s.down = false })
	for _, p := range []*tab{one, two} {
		p.eventually("both digits", func() bool { return p.label("r1c3") == "row 1 column 3, 4" && p.label("r1c4") == "row 1 column 4, 6" })
		p.saved()
	}
	if n := s.stateNow().Revision; n != 2 {
		t.Errorf("%d events for 2 digits", n)
	}
}

// endStreams ends all streams of events, as a server does after some time. New ones are taken.
func (s *server) endStreams() {
	s.set(func() {
		close(s.endings)
		s.endings = make(chan struct{})
	})
}

func (s *server) openStreams() (n int) {
	s.set(func() { n = s.streams })
	return n
}

// A stream that ends is opened again, and brings what happened meanwhile.
func TestStreamEnds(t *testing.T) {
	s := serve(t, easy)
	p := open(t, s, 1280)
	p.eventually("a stream", func() bool { return s.openStreams() == 1 })
	for i, move := range []string{"r1c3=4", "r1c4=6", "r1c6=8"} {
		s.endStreams()
		s.elsewhere(t, move)
		p.eventually("what happened meanwhile", func() bool {
			return p.label(move[:4]) == "row 1 column "+move[3:4]+", "+move[5:] && s.openStreams() == 1
		})
		if n := s.stateNow().Revision; n != i+1 {
			t.Errorf("revision %d after %d moves", n, i+1)
		}
	}
}

// A tab that is not seen leaves its connection to others, of which a browser has six to a host; when it is
// seen again, it catches up.
func TestHiddenTab(t *testing.T) {
	s := serve(t, easy)
	p := open(t, s, 1280)
	see := func(state string) {
		eval[any](p, `Object.defineProperty(document, "visibilityState", { configurable: true, get: () => "`+state+`" }); document.dispatchEvent(new Event("visibilitychange")); 0`)
	}
	p.eventually("a stream", func() bool { return s.openStreams() == 1 })
	see("hidden")
	p.eventually("no stream", func() bool { return s.openStreams() == 0 })
	s.elsewhere(t, "r1c3=4")
	see("visible")
	p.eventually("what happened meanwhile", func() bool { return p.label("r1c3") == "row 1 column 3, 4" })
	p.eventually("a stream again", func() bool { return s.openStreams() == 1 })
}

// More waits than the server takes at once: it is sent in parts, in order.
func TestMuchWaits(t *testing.T) {
	s := serve(t, sparse)
	p := open(t, s, 1280)
	s.set(func() { s.down = true })
	s.CloseClientConnections()
	eval[any](p, `for (let i = 0; i < 201; i++) document.getElementById("automatic").click(); 0`)
	cells, digits := s.missing()
	p.write(cells[0], digits[0])
	s.set(func() { s.down = false })
	p.saved()
	if got := s.at(cells[0]); got.String() != digits[0] || s.stateNow().Revision != 202 {
		t.Errorf("the server has %v in %s and revision %d", got, cells[0], s.stateNow().Revision)
	}
	s.set(func() {
		if s.largest > board.MaxBody*2/3 {
			t.Errorf("a batch of %d bytes leaves no room for notes", s.largest)
		}
	})
	eval[any](p, `for (let i = 0; i < 201; i++) dispatchEvent(new KeyboardEvent("keydown", { key: "z", ctrlKey: true })); 0`)
	p.saved()
	p.eventually("all of it taken back but the first", func() bool { return s.at(cells[0]) == 0 && s.stateNow().Marks[80] != "" })
}

// Where the browser forbids its storage, as private windows may, or where it is full, the board is played
// and sent as ever.
func TestWithoutStorage(t *testing.T) {
	for name, script := range map[string]string{
		"forbidden": `Object.defineProperty(window, "localStorage", { get() { throw new DOMException("no", "SecurityError") } })`,
		"full":      `Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError") }`,
		"no locks":  `Object.defineProperty(navigator, "locks", { value: undefined })`,
	} {
		s := serve(t, easy)
		p := blank(t, s, 1280)
		call(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script})
		p.load()
		p.write("r1c3", "4")
		p.eventually(name+": the digit arrives", func() bool { return s.at("r1c3") == 4 })
		p.set("set-light")
		p.keys("z", chromedp.KeyModifiers(chromedp.ModifierCtrl))
		p.eventually(name+": and is taken back", func() bool { return s.at("r1c3") == 0 })
	}
}

// What the storage has may be broken, of another version, or of a game that had the same number in another
// archive. The board is played as ever, and nothing of it arrives.
func TestForeignStorage(t *testing.T) {
	cell := func(digit int) string {
		return fmt.Sprintf(`{"digit":%d,"marks":0,"corner":0,"colours":0,"candidates":[]}`, digit)
	}
	full := "[" + strings.Repeat(cell(9)+",", 80) + cell(9) + "]"
	change := func(c, digit int) string {
		return fmt.Sprintf(`{"event":true,"cells":[[%d,%s,%s]]}`, c, cell(0), cell(digit))
	}
	history := func(past, future, clues string) string {
		return fmt.Sprintf(`{"past":[%s],"future":[%s],"linked":0,"revision":0%s}`, past, future, clues)
	}
	p := blank(t, nil, 1280)
	for name, kept := range map[string][2]string{ // moves that were not sent, and undo and redo
		"broken":          {`{"base":`, `{"past":`},
		"of other types":  {`5`, `"x"`},
		"empty":           {`{}`, `{}`},
		"null":            {`{"base":null,"board":[],"asked":null}`, `{"past":[null],"future":[{}],"linked":"1"}`},
		"of one cell":     {`{"base":[` + cell(0) + `],"board":[` + cell(1) + `],"asked":[]}`, history("", change(81, 1), "")},
		"too large":       {`{"base":` + full + `,"board":` + full + `,"asked":[[2,` + cell(10) + `]]}`, history("", change(2, 10), "")},
		"on a clue":       {`{"base":` + full + `,"board":` + full + `,"asked":[[0,` + cell(1) + `]]}`, history(change(0, 1), change(0, 1), "")},
		"of other clues":  {`{"base":` + full + `,"board":` + full + `,"asked":[]}`, history("", change(2, 1), `,"clues":"1..."`)},
		"with a bad cell": {`{"base":[1],"board":[2],"asked":[]}`, history("", `{"event":true,"cells":[5]}`, "")},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, easy) // whose storage is its own, by its port
			p := &tab{t, p.ctx, s}
			added := call(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: fmt.Sprintf(`
				localStorage.setItem("gridkeeper.game.1.dead", %q);
				localStorage.setItem("gridkeeper.history.1", %q);
				localStorage.setItem("gridkeeper.settings", "[1]");`, kept[0], kept[1])})
			p.load()
			call(p, page.RemoveScriptToEvaluateOnNewDocument, page.RemoveScriptToEvaluateOnNewDocumentParams(added))
			ctrl := chromedp.KeyModifiers(chromedp.ModifierCtrl)
			p.keys("y", ctrl)
			p.keys("z", ctrl)
			if got := eval[int](p, `document.querySelectorAll("td:not(.clue) .digit").length`); got != 0 {
				t.Errorf("%d cells have a digit from the storage", got)
			}
			p.write("r1c3", "4")
			p.saved()
			p.keys("z", ctrl)
			p.eventually("the digit is taken back", func() bool { return s.at("r1c3") == 0 })
			p.keys("y", ctrl)
			p.eventually("it is there again", func() bool { return s.at("r1c3") == 4 })
			if n := s.stateNow().Revision; n != 3 {
				t.Errorf("%d events for 3 changes", n)
			}
		})
	}
}

// Undo and redo of other games make room where the storage is full.
func TestFullStorage(t *testing.T) {
	s := serve(t, easy)
	p := blank(t, s, 1280)
	call(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: `
		const set = Storage.prototype.setItem;
		Storage.prototype.setItem = function (key, value) {
			if (key !== "gridkeeper.history.99" && this.getItem("gridkeeper.history.99")) throw new DOMException("full", "QuotaExceededError");
			set.call(this, key, value);
		};
		localStorage.setItem("gridkeeper.history.99", "{}");`})
	p.load()
	s.set(func() { s.down = true })
	s.CloseClientConnections()
	p.write("r1c3", "4")
	if kept := eval[int](p, `Object.keys(localStorage).filter(key => key.startsWith("gridkeeper.game.1.")).length`); kept != 1 {
		t.Errorf("%d tabs have kept their moves, want 1", kept)
	}
}
