package web

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/bot/web/site"
	"github.com/gridkeeper/gridkeeper/generator"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// feedSite is an open site with global dailies of both sizes, of today and of days before: one, two, 29 and 30.
func feedSite(t testing.TB) (*testSite, daily.Daily) {
	t.Helper()
	s, _ := openSixes(t)
	var puzzles []string // each of another solution, by which puzzles in play are recognized
	for _, g := range sudokutest.First(4, generator.Puzzles(generator.Options{Seed: 48})) {
		puzzles = append(puzzles, g.String())
	}
	_, err := s.store.ImportFile(t.Context(), importing.Options{Collection: "The past"}, strings.NewReader(strings.Join(puzzles, "\n")))
	must(t, err)
	archivetest.Exec(t, s.url, `
		insert into daily (guild, date, shape, tier, puzzle, import, position, transform, number, counts)
		select d.guild, d.date - n, d.shape, d.tier, e.puzzle, e.import, e.position, d.transform, d.number - n, true
		from daily d, unnest(array[1, 2, 29, 30]) with ordinality v (n, at)
		join entry e on e.position = at and e.import = (select max(id) from import)
		where d.guild = 'global' and d.shape = 0 and d.date = '`+day(0)+`'`)
	s.stop()
	s.serve("127.0.0.1:0", func(c *Config) { c.Open = true })
	d, err := s.store.GlobalDaily(t.Context(), s.store.GlobalToday(), sudoku.Sudoku)
	must(t, err)
	return s, d
}

type atomLink struct {
	Rel  string `xml:"rel,attr"`
	Type string `xml:"type,attr"`
	Href string `xml:"href,attr"`
}

// atomFeed is read by elements of the namespace of Atom.
type atomFeed struct {
	XMLName xml.Name   `xml:"http://www.w3.org/2005/Atom feed"`
	ID      string     `xml:"http://www.w3.org/2005/Atom id"`
	Title   string     `xml:"http://www.w3.org/2005/Atom title"`
	Updated time.Time  `xml:"http://www.w3.org/2005/Atom updated"`
	Links   []atomLink `xml:"http://www.w3.org/2005/Atom link"`
	Entries []struct {
		ID      string     `xml:"http://www.w3.org/2005/Atom id"`
		Title   string     `xml:"http://www.w3.org/2005/Atom title"`
		Updated time.Time  `xml:"http://www.w3.org/2005/Atom updated"`
		Links   []atomLink `xml:"http://www.w3.org/2005/Atom link"`
		Content string     `xml:"http://www.w3.org/2005/Atom content"`
	} `xml:"http://www.w3.org/2005/Atom entry"`
}

func (g got) atom() (feed atomFeed) {
	g.t.Helper()
	must(g.t, xml.Unmarshal([]byte(g.body), &feed))
	return feed
}

// A feed has the dailies of 30 days, the newest first, each with its clues and picture. Today's leads to its board, one
// that nobody can solve for a rank to its puzzle, and yesterday's, which some can, to neither.
func TestFeeds(t *testing.T) {
	s, d := feedSite(t)
	b := s.browser()
	feed := b.get("/feeds/daily.atom").want(http.StatusOK).atom()
	if feed.ID != "tag:127.0.0.1,2026:daily/sudoku/en" || !feed.Updated.Equal(d.Date.Midnight()) || len(feed.Entries) != 4 {
		t.Fatalf("the feed is %+v", feed)
	}
	var data struct {
		Version string `json:"version"`
		Self    string `json:"feed_url"`
		Items   []struct {
			ID          string    `json:"id"`
			URL         string    `json:"url"`
			Title       string    `json:"title"`
			Text        string    `json:"content_text"`
			Published   time.Time `json:"date_published"`
			Attachments []struct {
				URL string `json:"url"`
			} `json:"attachments"`
		} `json:"items"`
	}
	must(t, json.Unmarshal([]byte(b.get("/feeds/daily.json").want(http.StatusOK).body), &data))
	if data.Version != "https://jsonfeed.org/version/1.1" || data.Self != s.base+"/feeds/daily.json" || len(data.Items) != 4 {
		t.Fatalf("the feed is %+v", data)
	}
	for i, days := range []int{0, 1, 2, 29} {
		e, item := feed.Entries[i], data.Items[i]
		date := d.Date.AddDays(-days)
		d, err := s.store.GlobalDaily(t.Context(), date, sudoku.Sudoku)
		must(t, err)
		want := s.base + "/puzzles/" + d.Puzzle.Key.String()
		switch days {
		case 0:
			want = s.base + "/daily"
		case 1:
			want = ""
		}
		got := map[string]string{}
		for _, link := range e.Links {
			got[link.Rel] = link.Href
		}
		if e.ID != fmt.Sprintf("tag:127.0.0.1,%d:daily/sudoku/%s", date.Year, date) || item.ID != e.ID || item.Title != e.Title ||
			!e.Updated.Equal(date.Midnight()) || !item.Published.Equal(e.Updated) || got["alternate"] != want || item.URL != want {
			t.Errorf("%s: %+v and %+v", date, e, item)
		}
		if !strings.Contains(e.Content, d.Clues().String()) || !strings.Contains(item.Text, d.Clues().String()) {
			t.Errorf("%s: without the clues: %q, %q", date, e.Content, item.Text)
		}
		if item.Attachments[0].URL != got["enclosure"] {
			t.Errorf("%s: the pictures are %q and %q", date, item.Attachments[0].URL, got["enclosure"])
		}
		b.get(strings.TrimPrefix(got["enclosure"], s.base)).want(http.StatusOK)
	}
	if title := feed.Entries[0].Title; title != "Thursday, 1\u00a0March · Medium" {
		t.Errorf("today's is %q", title)
	}
	six := b.get("/feeds/daily.atom?shape=6x6&lang=de").want(http.StatusOK).holds(`xml:lang="de"`).holds("Jeden Tag ein 6×6").atom()
	if len(six.Entries) != 1 || six.Links[0].Href != s.base+"/feeds/daily.atom?lang=de&shape=6x6" || six.ID != "tag:127.0.0.1,2026:daily/6x6/de" {
		t.Errorf("the feed of 6×6 is %+v", six)
	}
	b.get("/feeds/daily.atom?shape=shidoku").want(http.StatusNotFound)
	b.get("/feeds/daily.atom?shape=cube").want(http.StatusNotFound)
	b.get("/feeds/daily.rss").want(http.StatusNotFound)
}

// Nobody reads a solution in a feed, nor the key of a puzzle that can be solved for a rank.
func TestFeedsTellNoSolution(t *testing.T) {
	s, d := feedSite(t)
	var secret []string
	for _, days := range []int{0, -1} {
		d, err := s.store.GlobalDaily(t.Context(), d.Date.AddDays(days), sudoku.Sudoku)
		must(t, err)
		answer, err := solver.Solve(d.Clues())
		must(t, err)
		secret = append(secret, answer.String(), d.Puzzle.Key.String())
	}
	b := s.browser()
	for _, path := range []string{"/feeds/daily.atom", "/feeds/daily.json", "/feeds/oembed?url=" + s.base + "/daily"} {
		g := b.get(path).want(http.StatusOK)
		for _, text := range secret {
			g.lacks(text)
		}
	}
}

// Of a past daily that is in play again a feed has the difficulty alone, and of a
// puzzle of a private collection nothing is told.
func TestFeedsHidePuzzles(t *testing.T) {
	s, d := feedSite(t)
	before, err := s.store.GlobalDaily(t.Context(), d.Date.AddDays(-2), sudoku.Sudoku)
	must(t, err)
	must(t, s.store.SaveGuild(t.Context(), daily.NewGuild("100000000000000055")))
	archivetest.Exec(t, s.url, `
		insert into daily (guild, date, shape, tier, puzzle, import, position, transform, number, counts)
		select '100000000000000055', date + 9, shape, tier, puzzle, import, position, transform, 1, true from daily where guild = 'global' and date = '`+before.Date.String()+`'`)
	b := s.browser()
	for _, path := range []string{"/feeds/daily.atom", "/feeds/daily.json"} {
		b.get(path).want(http.StatusOK).lacks(before.Clues().String()).lacks(before.Puzzle.Key.String()).lacks("date=" + before.Date.String()).holds("/" + before.Date.String())
	}
	b.get("/daily.png?date=" + before.Date.String()).want(http.StatusNotFound)
	page := s.base + "/puzzles/" + before.Puzzle.Key.String()
	b.get("/feeds/oembed?url=" + page).want(http.StatusOK).holds(`"type":"link"`).lacks(before.Puzzle.Key.String())

	_, err = s.store.ImportFile(t.Context(), importing.Options{GuildID: "100000000000000055", Collection: "Own"}, strings.NewReader(another))
	must(t, err)
	private := archivetest.Read[string](t, s.url, `select key::text from puzzle order by id desc limit 1`)[0]
	b.get("/feeds/oembed?url=" + s.base + "/puzzles/" + private).want(http.StatusNotFound)
}

// The author of a past daily is named, however odd the name is, and the feed stays well-formed.
func TestFeedsNameAuthors(t *testing.T) {
	s, d := feedSite(t)
	before, err := s.store.GlobalDaily(t.Context(), d.Date.AddDays(-2), sudoku.Sudoku)
	must(t, err)
	odd := `<b>&amp;]]></title> "'` + "\u202e\u0085\ufffe 🧩\u200d"
	archivetest.Exec(t, s.url, `update entry set author = '`+strings.ReplaceAll(odd, "'", "''")+`', name = e'a\x01\x0b]]>' where puzzle = `+fmt.Sprint(before.Puzzle.ID))
	b := s.browser()
	entry := b.get("/feeds/daily.atom").want(http.StatusOK).atom().Entries[2]
	if !strings.Contains(entry.Content, "&lt;b&gt;&amp;amp;]]&gt;") || !strings.Contains(entry.Content, "🧩") || strings.Contains(entry.Content, "<b>") {
		t.Errorf("the entry is %q", entry.Content)
	}
	_, found, _ := strings.Cut(b.get("/puzzles/"+before.Puzzle.Key.String()).want(http.StatusOK).body, `/feeds/oembed?url=`)
	if address, _, _ := strings.Cut(found, `"`); address != url.QueryEscape(s.base+"/puzzles/"+before.Puzzle.Key.String()) {
		t.Errorf("the page of the puzzle leads to %q", address)
	}
	var data any
	must(t, json.Unmarshal([]byte(b.get("/feeds/daily.json").want(http.StatusOK).body), &data))
	var e struct {
		Type, Title string
		Author      string `json:"author_name"`
	}
	must(t, json.Unmarshal([]byte(b.get("/feeds/oembed?url="+s.base+"/puzzles/gk:"+before.Puzzle.Key.String()).want(http.StatusOK).body), &e))
	if e.Type != "photo" || !strings.Contains(e.Author, "🧩") {
		t.Errorf("the puzzle is %+v", e)
	}
}

// The language is that of the address, whatever a browser wishes, so that a cache cannot mix them up.
func TestFeedLanguage(t *testing.T) {
	s, _ := feedSite(t)
	b := s.browser()
	r := b.request(http.MethodGet, "/feeds/daily.atom", nil)
	r.Header.Set("Accept-Language", "de")
	b.do(r).want(http.StatusOK).holds(`xml:lang="en"`)
	b.get("/feeds/daily.atom?lang=zh-TW").holds(`xml:lang="zh-TW"`).holds("每天一題數獨")
	archivetest.Exec(t, s.url, `delete from daily where shape = 2`)
	if none := b.get("/feeds/daily.atom?shape=6x6&lang=zh-TW").want(http.StatusOK).atom(); len(none.Entries) != 0 || none.Updated.IsZero() {
		t.Errorf("the feed of a size without dailies is %+v", none)
	}
	b.get("/feeds/daily.json?shape=6x6").want(http.StatusOK).holds(`"items":[]`)
	for _, odd := range []string{"x", "%00", "%3C%5D%5D%3E", strings.Repeat("de-", 1000)} {
		b.get("/feeds/daily.atom?lang=" + odd).want(http.StatusOK).atom()
	}
}

// Caches keep a feed until it may have changed, and ask for it again by its tag or its time. Pages of other sites may read it.
func TestFeedCaches(t *testing.T) {
	s, d := feedSite(t)
	b := s.browser()
	for _, path := range []string{"/feeds/daily.atom", "/feeds/daily.json"} {
		g := b.get(path).want(http.StatusOK)
		for name, want := range map[string]string{
			"Cache-Control": "public, max-age=600", "Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin",
			"Last-Modified": d.Date.Midnight().Format(http.TimeFormat), "Set-Cookie": "", "Vary": "",
		} {
			if got := g.Header.Get(name); got != want {
				t.Errorf("%s: %s: %q, want %q", path, name, got, want)
			}
		}
		for name, value := range map[string]string{"If-None-Match": g.Header.Get("ETag"), "If-Modified-Since": g.Header.Get("Last-Modified")} {
			r := b.request(http.MethodGet, path, nil)
			r.Header.Set(name, value)
			if g := b.do(r).want(http.StatusNotModified); g.body != "" {
				t.Errorf("%s: %s", name, g.body)
			}
		}
		r := b.request(http.MethodGet, path, nil)
		r.Header.Set("If-None-Match", `"another"`)
		b.do(r).want(http.StatusOK)
		if g := b.do(b.request(http.MethodHead, path, nil)).want(http.StatusOK); g.body != "" {
			t.Errorf("the head of %s has a body", path)
		}
		b.do(b.request(http.MethodPost, path, nil)).want(http.StatusNotFound)
	}
	late := s.store.WithClock(func() time.Time { return time.Date(2096, 3, 1, 23, 59, 30, 0, time.UTC) })
	s.Site.Store = late
	if g := b.get("/feeds/daily.atom"); g.Header.Get("Cache-Control") != "public, max-age=30" {
		t.Errorf("before midnight: %q", g.Header.Get("Cache-Control"))
	}
}

// A site describes its daily to a site that embeds it, and no address of another one.
func TestOEmbed(t *testing.T) {
	s, _ := feedSite(t)
	b := s.browser()
	ask := func(address, rest string) got { return b.get("/feeds/oembed?url=" + url.QueryEscape(address) + rest) }
	_, found, _ := strings.Cut(b.get("/daily/6x6").body, `type="application/json+oembed" title="Today&#39;s 6×6" href="`)
	found, _, _ = strings.Cut(found, `"`)
	var e struct {
		Type, Version, Title, URL string
		Width, Height             int
	}
	must(t, json.Unmarshal([]byte(b.get(strings.TrimPrefix(found, s.base)).want(http.StatusOK).body), &e))
	if e.Type != "photo" || e.Version != "1.0" || e.URL != s.base+"/daily.png?shape=6x6&date="+day(0) || e.Width != 1044 || e.Height != 1044 {
		t.Errorf("the 6×6 is %+v", e)
	}
	must(t, json.Unmarshal([]byte(ask(s.base+"/daily?x=y#board", "&maxwidth=400&maxheight=300&format=json").want(http.StatusOK).body), &e))
	if e.Width != 300 || e.Height != 300 || !strings.HasPrefix(e.Title, "Today's daily · ") {
		t.Errorf("a small one is %+v", e)
	}
	ask(s.base+"/daily", "&format=xml").want(http.StatusNotImplemented)
	for _, bad := range []string{"&maxwidth=0", "&maxwidth=-1", "&maxheight=x", "&maxwidth=99999999999999999999"} {
		ask(s.base+"/daily", bad).want(http.StatusBadRequest)
	}
	host := strings.TrimPrefix(s.base, "http://")
	for _, other := range []string{
		"", "daily", "/daily", "https://evil.example/daily", "javascript:alert(1)//" + host + "/daily", "https://user@" + host + ".evil.example/daily",
		"//" + host + "/daily", s.base + "/profile", s.base + "/daily/", s.base + "/daily/x", s.base + "/dailies", s.base + "/games/1", s.base + "/daily/shidoku", s.base, s.base + "/%zz",
	} {
		ask(other, "").want(http.StatusNotFound)
	}
	if g := ask("https://evil.example/", ""); g.Header.Get("Access-Control-Allow-Origin") != "*" {
		t.Error("other sites cannot read that there is no such page")
	}
}

// The first page names the feeds in the language of the visitor; so readers of feeds find them.
func TestFeedsAreFound(t *testing.T) {
	s, _ := feedSite(t)
	b := s.browser()
	b.get("/").holds(`<link rel="alternate" type="application/atom&#43;xml" title="Gridkeeper: A sudoku every day" href="` + s.base + `/feeds/daily.atom">`).
		holds(`type="application/feed&#43;json"`)
	r := b.request(http.MethodGet, "/", nil)
	r.Header.Set("Accept-Language", "de")
	b.do(r).holds(s.base + `/feeds/daily.json?lang=de">`)
}

// Pictures of past dailies stay where the feeds say; none is drawn before its day.
func TestPicturesOfPastDailies(t *testing.T) {
	s, d := feedSite(t)
	b := s.browser()
	if then, now := b.get("/daily.png?shape=sudoku&date="+day(-2)).want(http.StatusOK), b.get("/daily.png").want(http.StatusOK); then.body == now.body {
		t.Error("the picture of two days ago is today's")
	}
	for _, date := range []string{day(1), day(-3), "x", d.Date.AddDays(-1).String() + "x"} {
		if g := b.get("/daily.png?date=" + date); g.StatusCode != http.StatusNotFound && g.StatusCode != http.StatusBadRequest {
			t.Errorf("%s: %s", date, g.Status)
		}
	}
}

// A site that is not open has no feeds, and neither has a server for one player, which has no global daily.
func TestNoFeeds(t *testing.T) {
	s, _ := openSite(t)
	b := s.browser()
	b.get("/").want(http.StatusOK).lacks(`rel="alternate"`)
	b.get("/daily").want(http.StatusOK).lacks("oembed")
	unknown := b.get("/feeds/nowhere")
	for _, path := range []string{"/feeds/daily.atom", "/feeds/daily.json", "/feeds/oembed?url=" + s.base + "/daily"} {
		if g := b.get(path).want(http.StatusNotFound); g.body != unknown.body {
			t.Errorf("%s is not like an unknown address: %s", path, g.body)
		}
	}
	if then, now := b.get("/daily.png?date="+day(-5)).want(http.StatusOK), b.get("/daily.png").want(http.StatusOK); then.body != now.body {
		t.Error("there are pictures of past dailies")
	}
	s.stop()
	s.serve("127.0.0.1:0", func(c *Config) {
		c.Open, c.Local, c.URL = true, &site.Local{Player: ann, GuildID: guild, Address: "127.0.0.1:1"}, ""
	})
	if feeds := s.routes; strings.Contains(fmt.Sprint(feeds), "/feeds/") {
		t.Error("a server for one player has feeds")
	}
}
