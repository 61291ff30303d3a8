package web

import (
	"bytes"
	"context"
	"mime/multipart"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/web/pages"
	"github.com/gridkeeper/gridkeeper/bot/web/site"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// local is a browser of the player of a server for one.
func (s *testSite) local(admin bool) *browser {
	s.t.Helper()
	s.stop()
	s.serve("127.0.0.1:0", func(c *Config) {
		c.Open = true // as 'gridkeeper web' has it
		c.Local = &site.Local{Player: ann, GuildID: "terminal", Admin: admin, Address: strings.TrimPrefix(c.URL, "http://")}
	})
	b := s.browser()
	b.post(s.address(), "do", "enter").want(http.StatusSeeOther)
	return b
}

// upload sends a file to be imported.
func (b *browser) upload(name, content, collection string) got {
	b.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	must(b.t, form.WriteField("collection", collection))
	file, err := form.CreateFormFile("file", name)
	must(b.t, err)
	_, err = file.Write([]byte(content))
	must(b.t, err)
	must(b.t, form.Close())
	r := b.request(http.MethodPost, "/archive/import", &body)
	r.Header.Set("Content-Type", form.FormDataContentType())
	return b.do(r)
}

// imported waits until an import or its preview is done, and returns the page that says so.
func (b *browser) imported() got {
	b.t.Helper()
	for range 6000 {
		if page := b.get("/archive/import").want(http.StatusOK); !strings.Contains(page.body, "<progress") {
			return page
		}
		time.Sleep(10 * time.Millisecond)
	}
	b.t.Fatal("the import is not done within a minute")
	return got{}
}

// preview uploads a file and returns what it would bring.
func (b *browser) preview(name, content, collection string) got {
	b.t.Helper()
	if to := b.upload(name, content, collection).want(http.StatusSeeOther).Header.Get("Location"); to != "../archive/import" {
		b.t.Fatalf("it leads to %q", to)
	}
	return b.imported()
}

// decide presses a button of a preview.
func (b *browser) decide(number string) got {
	b.t.Helper()
	b.post("/archive/import/decision", "verb", "import", "number", number).want(http.StatusSeeOther)
	return b.imported()
}

// another is a puzzle that the site does not have at first; from the article on sudoku in Wikipedia.
const another = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

var pendingNumber = regexp.MustCompile(`name="verb" value="import"><input type="hidden" name="number" value="(\d+)"`)

// A file is imported after its preview was confirmed, once; another is forgotten. The statistics count it.
func TestArchive(t *testing.T) {
	s := newSite(t)
	b := s.local(true)
	b.get("/settings").want(http.StatusOK).holds(`href="./archive"`)
	b.get("/archive").want(http.StatusOK).holds(`enctype="multipart/form-data"`).holds(`<table class="chart">`).holds(`name="tier"`)
	b.post("/archive/search", "clues-from", "18", "clues-to", "22").want(http.StatusOK).holds(`role="status"`).holds("Found: 1 Fiendish").holds(`<a href="../puzzles?puzzle=.2..3..4.6`).
		holds(`name="clues-from" value="18"`).holds(`name="clues-to" value="22"`).lacks("<details open")
	b.post("/archive/search", "clues-from", "22", "tier", "guessing").want(http.StatusOK).holds("No puzzle here").holds(`<option value="guessing" selected>`)
	b.post("/archive/search", "er-from", "9.5", "saved", "Nope").want(http.StatusUnprocessableEntity).holds("<details open").holds("“Archive”").lacks(" /search")
	b.post("/archive/search", "clues", "<b>").want(http.StatusUnprocessableEntity).holds("&lt;b&gt;").holds(`role="alert"`)

	puzzles := func() int {
		overview, err := s.store.Overview(t.Context(), "terminal")
		must(t, err)
		n := 0
		for _, tier := range overview.Puzzles {
			n += int(tier)
		}
		return n
	}
	before := puzzles()
	number := pendingNumber.FindStringSubmatch(b.preview("mine.txt", another+"\nnonsense\n", "Mine").holds("mine.txt").body)
	if number == nil || puzzles() != before {
		t.Fatalf("%d puzzles, were %d: %v", puzzles(), before, number)
	}
	b.get("/archive").want(http.StatusOK).holds("mine.txt is waiting").holds(`value="` + number[1] + `"`)
	b.decide(number[1]).holds("mine.txt").holds(`role="status"`)
	if puzzles() != before+1 {
		t.Errorf("%d puzzles, were %d", puzzles(), before)
	}
	b.decide(number[1]).holds(`role="alert"`)
	b.get("/archive").holds("Mar 2096").holds("New puzzles by month")

	other := pendingNumber.FindStringSubmatch(b.preview("../../x<i>.txt", mini[:15]+"1\n"+sudokutest.Moler+"\n", "").holds("x&lt;i&gt;.txt").body)
	if other == nil {
		t.Fatal("the second file has no preview")
	}
	b.post("/archive/import/decision", "verb", string(chat.CancelImport), "number", other[1]).want(http.StatusOK)
	b.decide(other[1]).holds(`role="alert"`)
}

// While an import is under way, every browser of the player sees it; another one has to wait, the same
// one counts once. The end of the server interrupts it, and waits for it.
func TestOneImportAtATime(t *testing.T) {
	s := newSite(t)
	first := s.local(true)
	second := &browser{s, first.client}
	blocked, interrupted := make(chan struct{}), make(chan struct{})
	w := site.Job{Key: "number 7", Words: "Importing <b>.txt …"}
	begun := s.Work.Begin(w, func(ctx context.Context) chat.Reply {
		close(blocked)
		<-ctx.Done()
		close(interrupted)
		return chat.Reply{}
	})
	<-blocked
	s.Work.Change(func(j *site.Job) { j.Progress = "3 of 7" })
	for _, b := range []*browser{first, second} {
		b.get("/archive/import").want(http.StatusOK).holds("<progress").holds("3 of 7").holds("&lt;b&gt;").holds(`content="2"`)
		b.get("/archive").want(http.StatusOK).holds(`href="./archive/import"`)
	}
	second.upload("mine.txt", another, "").want(http.StatusConflict).holds("Another import is running")
	second.post("/archive/import/decision", "verb", "import", "number", "8").want(http.StatusConflict)
	for _, verb := range []chat.Verb{chat.ConfirmImport, chat.CancelImport} { // it is too late to say that nothing was imported
		to := second.post("/archive/import/decision", "verb", string(verb), "number", "7").want(http.StatusSeeOther)
		if to := to.Header.Get("Location"); to != "../../archive/import" {
			t.Errorf("%s leads to %q", verb, to)
		}
	}
	second.post("/archive/import/decision", "verb", string(chat.CancelImport), "number", "8").want(http.StatusUnprocessableEntity) // there is none
	if !begun || !s.Work.Begin(site.Job{Key: "number 7"}, nil) || s.Work.Begin(site.Job{Key: "number 8"}, nil) {
		t.Error("want the same work once, and no other")
	}
	s.stop()
	select {
	case <-interrupted:
	default:
		t.Error("the server has stopped while an import is under way")
	}
}

// The page of an import goes on after it was refused for a moment.
func TestProgressInBrowser(t *testing.T) {
	s := newSite(t)
	s.local(true)
	s.Limits.Player = site.NewLimiter(0.5, 60)
	p := newTab(t)
	p.open(s.base + s.address())
	p.until(`!location.pathname.includes("/play/")`)
	done := make(chan struct{})
	s.Work.Begin(site.Job{Key: "number 7", Words: "Importing …"}, func(ctx context.Context) chat.Reply {
		select {
		case <-done:
		case <-ctx.Done():
		}
		return chat.Reply{Screen: chat.Screen{Body: chat.Text{{Text: "All is in"}}}}
	})
	p.open(s.base + "/archive/import")
	for s.Limits.Player.Allow(ann.ID) { // the page asks every second, and may do so every other second
	}
	p.until(`performance.getEntriesByType("resource").some(e => e.responseStatus === 429)`)
	close(done)
	p.until(`document.querySelector("main").textContent.includes("All is in")`)
}

// While a file is read, the same one sent again counts once, and another one or for another collection
// has to wait.
func TestOnePreviewAtATime(t *testing.T) {
	s := newSite(t)
	b := s.local(true)
	b.preview("mine.txt", another, "Mine")
	s.Work.Change(func(j *site.Job) { j.Reply = nil }) // under way again
	b.upload("mine.txt", another, "Mine").want(http.StatusSeeOther)
	b.upload("mine.txt", another, "Yours").want(http.StatusConflict)
	b.upload("mine.txt", mini, "Mine").want(http.StatusConflict)
}

// What the page did not make is refused: other buttons, other numbers, no file, too large a file.
func TestForgedImports(t *testing.T) {
	s := newSite(t)
	b := s.local(true)
	_, err := s.store.AddPending(t.Context(), importing.Pending{GuildID: guild, PlayerID: bob.ID, File: "bob.txt", Content: []byte(mini)})
	must(t, err)
	for _, number := range []string{"1", "0", "-1", "x", "99999999999999999999"} {
		page := b.decide(number).holds(`role="alert"`)
		if strings.Contains(page.body, "bob.txt") {
			t.Errorf("a file of another guild is shown: %s", page.body)
		}
	}
	b.post("/archive/import/decision", "verb", "delete-data", "number", "1").want(http.StatusBadRequest)
	b.post("/archive/import", "file", "x").want(http.StatusBadRequest)
	b.post("/archive/search", "tier", strings.Repeat("a", 70<<10)).want(http.StatusRequestEntityTooLarge)
	b.preview("empty.txt", "", "").holds("empty.txt")
	b.preview("large.txt", strings.Repeat("x\n", pages.MaxUpload/2+1), "").holds("25").holds(`role="alert"`)
}

// For everyone else the pages are not there: for the local player without --admin, and for all who come
// by link.
func TestArchiveIsForAdmins(t *testing.T) {
	s := newSite(t)
	s.chat(ann, ask("play", "shape", "shidoku"))
	byLink := s.signedIn(ann)
	try := func(b *browser) {
		t.Helper()
		for _, r := range s.routes {
			if method, path, _ := strings.Cut(r.Pattern, " "); r.For == site.Admins {
				b.do(b.request(method, path, nil)).want(http.StatusNotFound)
			}
		}
		if page := b.get("/").want(http.StatusOK); strings.Contains(page.body, "archive") {
			t.Error("a link to the archive is shown")
		}
	}
	try(byLink)
	try(s.local(false))
}
