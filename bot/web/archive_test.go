package web

import (
	"bytes"
	"mime/multipart"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive"
)

// local is a browser of the player of a server for one.
func (s *site) local(admin bool) *browser {
	s.t.Helper()
	s.stop()
	s.serve("127.0.0.1:0", func(c *Config) {
		c.Local = &Local{Player: ann, GuildID: "terminal", Admin: admin, Address: strings.TrimPrefix(c.URL, "http://")}
	})
	address, err := s.Server.Address(s.t.Context())
	must(s.t, err)
	b := s.browser()
	b.post(strings.TrimPrefix(address, s.base), "do", "enter").want(http.StatusSeeOther)
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

// another is a puzzle that the site does not have at first; from the article on sudoku in Wikipedia.
const another = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

var pendingNumber = regexp.MustCompile(`name="verb" value="import"><input type="hidden" name="number" value="(\d+)"`)

// A file is imported after its preview was confirmed, once; another is forgotten. The statistics count it.
func TestArchive(t *testing.T) {
	s := newSite(t)
	b := s.local(true)
	b.get("/").want(http.StatusOK).holds(`href="./archive"`)
	b.get("/archive").want(http.StatusOK).holds(`enctype="multipart/form-data"`).holds(`<table class="chart">`).holds(`name="tier"`)
	b.post("/archive/search", "clues", "18").want(http.StatusOK).holds(`role="status"`).holds(`name="clues" value="18"`)
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
	preview := b.upload("mine.txt", another+"\nnonsense\n", "Mine").want(http.StatusOK).holds("mine.txt")
	number := pendingNumber.FindStringSubmatch(preview.body)
	if number == nil || puzzles() != before {
		t.Fatalf("%d puzzles, were %d: %s", puzzles(), before, preview.body)
	}
	b.post("/archive/import/decision", "verb", "import", "number", number[1]).want(http.StatusOK).holds("mine.txt")
	if puzzles() != before+1 {
		t.Errorf("%d puzzles, were %d", puzzles(), before)
	}
	b.post("/archive/import/decision", "verb", "import", "number", number[1]).want(http.StatusUnprocessableEntity)

	other := pendingNumber.FindStringSubmatch(b.upload("../../x<i>.txt", mini[:15]+"1\n"+another+"\n", "").want(http.StatusOK).holds("x&lt;i&gt;.txt").body)
	if other != nil {
		b.post("/archive/import/decision", "verb", "forget", "number", other[1]).want(http.StatusOK)
		b.post("/archive/import/decision", "verb", "import", "number", other[1]).want(http.StatusUnprocessableEntity)
	}
}

// What the page did not make is refused: other buttons, other numbers, no file, too large a file.
func TestForgedImports(t *testing.T) {
	s := newSite(t)
	b := s.local(true)
	_, err := s.store.AddPending(t.Context(), archive.PendingImport{GuildID: guild, PlayerID: bob.ID, File: "bob.txt", Content: []byte(mini)})
	must(t, err)
	for _, number := range []string{"1", "0", "-1", "x", "99999999999999999999"} {
		page := b.post("/archive/import/decision", "verb", "import", "number", number).want(http.StatusUnprocessableEntity)
		if strings.Contains(page.body, "bob.txt") {
			t.Errorf("a file of another guild is shown: %s", page.body)
		}
	}
	b.post("/archive/import/decision", "verb", "delete-data", "number", "1").want(http.StatusBadRequest)
	b.post("/archive/import", "file", "x").want(http.StatusBadRequest)
	b.post("/archive/search", "tier", strings.Repeat("a", 70<<10)).want(http.StatusRequestEntityTooLarge)
	b.upload("empty.txt", "", "").want(http.StatusOK)
	b.upload("large.txt", strings.Repeat("x\n", maxUpload/2+1), "").want(http.StatusUnprocessableEntity).holds("25")
}

// For everyone else the pages are not there: for the local player without --admin, and for all who come
// by link.
func TestArchiveIsForAdmins(t *testing.T) {
	s := newSite(t)
	s.chat(ann, ask("play", "shape", "shidoku"))
	byLink := s.signedIn(ann)
	try := func(b *browser) {
		t.Helper()
		for _, r := range table() {
			if method, path, _ := strings.Cut(r.pattern, " "); r.who == admins {
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
