package web

import (
	"bytes"
	"compress/gzip"
	"encoding/xml"
	"fmt"
	"html"
	"image/png"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/starter"
	"github.com/gridkeeper/gridkeeper/bot/web/site"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// keyOf is the key of a puzzle, as its page has it.
func keyOf(line string) string {
	return canon.KeyOf(sudokutest.Must1(sudoku.Parse(line))).String()
}

// openArchive serves the open archive too.
func (s *testSite) openArchive() *testSite {
	s.t.Helper()
	s.stop()
	s.serve("127.0.0.1:0", func(c *Config) { c.Open = true })
	return s
}

// shownText is the text of the puzzle on its page.
var shownText = regexp.MustCompile(`<code>([0-9.]+)</code>`)

// The pages of the open archive are unknown addresses until the operator opens it, and nothing leads there.
func TestOpenIsOff(t *testing.T) {
	s := newSite(t)
	s.stop()
	s.serve("127.0.0.1:0", func(c *Config) { c.Index = true })
	b := s.browser()
	unknown := b.get("/nowhere").want(http.StatusNotFound).body
	for _, path := range []string{"/puzzles", "/puzzles?puzzle=" + sudokutest.Moler, "/puzzles/x", "/growth", "/sitemap.xml"} {
		if g := b.get(path).want(http.StatusNotFound); g.body != unknown && strings.Count(path, "/") == 1 {
			t.Errorf("%s is not answered like an unknown address", path)
		}
	}
	b.get("/puzzles/" + keyOf(sudokutest.Moler)).want(http.StatusNotFound)
	b.get("/techniques").want(http.StatusOK).lacks("./puzzles")
	b.get("/").want(http.StatusOK).lacks("./puzzles")
	b.get("/robots.txt").want(http.StatusOK).lacks("Sitemap").lacks("puzzles")
}

// The page of a puzzle is found by its key in any form, describes it, and shows it in disguises that can be shared.
func TestPuzzlePage(t *testing.T) {
	s := newSite(t).openArchive()
	b := s.browser()
	key := keyOf(sudokutest.Moler)
	moler := sudokutest.Must1(sudoku.Parse(sudokutest.Moler))
	b.get("/puzzles/" + key).want(http.StatusOK).holds("gk:" + key).holds("<code>" + moler.String() + "</code>").holds("21 clues").
		holds(`<link rel="canonical" href="` + s.base + "/puzzles/" + key + `">`).holds(`property="og:image" content="` + s.base + "/puzzles/" + key + `.png"`).
		holds(`href="../puzzles?collection=Test"`).holds("line 2").holds(`href="../rate?puzzle=`).holds("https://sudokupad.app/").
		holds("ask the bot").lacks(`value="play"`).lacks("Solved</dt>")
	for _, form := range []string{"gk:" + key, "GK:" + strings.ToUpper(key), strings.ToUpper(key)} {
		if to := b.get("/puzzles/" + form).want(http.StatusSeeOther).Header.Get("Location"); to != "../puzzles/"+key {
			t.Errorf("%s leads to %q", form, to)
		}
	}
	for _, path := range []string{key[:31], key + "0", "gk:", "x", keyOf(another), key + ".gif", key + "?disguise=-1", key + "?disguise=x", key + "?disguise=1000000", keyOf(another) + ".png"} {
		b.get("/puzzles/" + path).want(http.StatusNotFound).holds(`href="../puzzles"`)
	}

	turned := b.get("/puzzles/" + key + "?disguise=7").want(http.StatusOK).holds(`<link rel="canonical" href="` + s.base + "/puzzles/" + key + `">`).holds("disguise=8")
	other := shownText.FindStringSubmatch(turned.body)
	if other == nil || other[1] == moler.String() || keyOf(other[1]) != key {
		t.Errorf("the disguise is %v", other)
	}
	if again := b.get("/puzzles/" + key + "?disguise=7"); again.body != turned.body {
		t.Error("the same address has another disguise")
	}
	if next := b.get("/puzzles/" + key + "?disguise=8"); strings.Contains(next.body, other[1]) {
		t.Error("the next address has the same disguise")
	}

	drawn := b.get("/puzzles/" + key + ".png").want(http.StatusOK)
	if _, err := png.Decode(strings.NewReader(drawn.body)); err != nil || drawn.Header.Get("Content-Type") != "image/png" {
		t.Errorf("the picture is %v, %v", drawn.Header, err)
	}
	r := b.request(http.MethodGet, "/puzzles/"+key+".png", nil)
	r.Header.Set("If-None-Match", drawn.Header.Get("ETag"))
	b.do(r).want(http.StatusNotModified)

	player := s.signedIn(ann)
	page := player.read(player.get("/puzzles/" + key).want(http.StatusOK).lacks("ask the bot"))
	if !slices.ContainsFunc(page.forms, func(f form) bool { return f.hidden.Get("puzzle") == moler.String() }) {
		t.Errorf("the page of a player has the forms %v", page.forms)
	}
}

// A puzzle that only a private collection has is like one that the archive does not have. One that an open collection has
// too is shown as that one has it.
func TestPrivatePuzzles(t *testing.T) {
	s := newSite(t).openArchive()
	const there = "100000000000000066"
	disguised := sudoku.RandomTransform(sudoku.Sudoku, rand.New(rand.NewPCG(3, 3))).Apply(sudokutest.Must1(sudoku.Parse(sudokutest.Moler))).String()
	_, err := s.store.ImportFile(t.Context(), importing.Options{GuildID: there, Collection: "Secret shelf", File: "secret.txt"}, strings.NewReader(another+"\n"+disguised))
	must(t, err)
	b := s.browser()
	unknown := b.get("/puzzles/" + strings.Repeat("0", 32)).want(http.StatusNotFound).body
	if g := b.get("/puzzles/" + keyOf(another)).want(http.StatusNotFound); g.body != unknown {
		t.Error("a private puzzle is not answered like an unknown one")
	}
	b.get("/puzzles/" + keyOf(another) + ".png").want(http.StatusNotFound)
	if to := b.get("/puzzles?puzzle=" + another).want(http.StatusSeeOther).Header.Get("Location"); !strings.HasPrefix(to, "rate?") {
		t.Errorf("its text leads to %q", to)
	}
	b.get("/puzzles?puzzle=gk:" + keyOf(another)).want(http.StatusNotFound).lacks("Secret")
	b.get("/puzzles/" + keyOf(sudokutest.Moler)).want(http.StatusOK).lacks("Secret").lacks("secret.txt").lacks(disguised).lacks(there)
	for _, path := range []string{"/puzzles", "/puzzles?collection=Test", "/growth"} {
		b.get(path).want(http.StatusOK).lacks("Secret").lacks(keyOf(another)).lacks(there)
	}
	b.get("/puzzles?collection=Secret+shelf").want(http.StatusUnprocessableEntity).lacks(keyOf(another)).lacks(`value="Secret shelf"`)
	b.get("/growth").holds("<p>2 puzzles <")

	_, err = s.store.ImportFile(t.Context(), importing.Options{Collection: "Filed", File: "/home/someone/filed.txt"}, strings.NewReader(disguised))
	must(t, err)
	b.get("/puzzles/" + keyOf(sudokutest.Moler)).want(http.StatusOK).holds("line 1 of filed.txt").lacks("someone").lacks("secret.txt")

	must(t, s.store.ShareCollection(t.Context(), there, "Secret shelf", true, ""))
	b.get("/puzzles/" + keyOf(another)).want(http.StatusOK).holds("Secret shelf").lacks(there)
	b.get("/puzzles?collection=Secret+shelf").want(http.StatusOK).holds(keyOf(another))
}

// Of a puzzle in play, only its difficulty is shown, whatever disguise or board of it is asked for; lists leave it out.
func TestGuardedPuzzles(t *testing.T) {
	s, six := openSixes(t)
	s.openArchive()
	nine, err := s.store.GlobalDaily(t.Context(), s.store.GlobalToday(), sudoku.Sudoku)
	must(t, err)
	_, err = s.store.ImportFile(t.Context(), importing.Options{Collection: "Free"}, strings.NewReader(another))
	must(t, err)
	b := s.browser()
	listed := b.allPuzzles("/puzzles")
	for _, d := range []daily.Daily{nine, six} {
		clues := d.Clues()
		solution, err := solver.Solve(clues)
		must(t, err)
		key := canon.KeyOf(clues)
		disguised := sudoku.RandomTransform(clues.Shape(), rand.New(rand.NewPCG(1, 2))).Apply(clues)
		onward := sudokutest.Must1(sudoku.Parse(guestWish(t, d, 3).Grid))
		texts := []string{clues.String(), solution.String(), key.String(), canon.Of(clues).String(), disguised.String(), canon.KeyOf(onward).String()}
		hides := func(g got) {
			t.Helper()
			for _, text := range texts {
				if strings.Contains(g.body, text) || strings.Contains(g.Header.Get("Location"), text) {
					t.Errorf("%s shows %s", g.Request.URL, text)
				}
			}
			g.want(http.StatusOK).holds("is in play").lacks("<svg class=\"board\"").lacks("og:").lacks("canonical")
			if g.Header.Get(site.Robots) == "" {
				t.Errorf("%s may be listed", g.Request.URL)
			}
		}
		hides(b.get("/puzzles/" + key.String()))
		hides(s.signedIn(bob).get("/puzzles/" + key.String()))
		b.get("/puzzles/" + key.String() + ".png").want(http.StatusNotFound)
		for _, text := range []sudoku.Grid{clues, disguised, onward} {
			hides(b.get("/puzzles?puzzle=" + text.String()))
		}
		if slices.Contains(listed, key.String()) {
			t.Errorf("%s is listed", key)
		}
	}
	if !slices.Contains(listed, keyOf(another)) {
		t.Errorf("a puzzle that nobody plays is not listed: %v", listed)
	}
}

// cardKey is the key of a puzzle in a list.
var cardKey = regexp.MustCompile(`<li><a href="\./puzzles/([0-9a-f]{32})">`)

// nextPage is the address of the next puzzles.
var nextPage = regexp.MustCompile(`rel="next nofollow" href="\./([^"]+)"`)

// allPuzzles are the keys on all pages of a search.
func (b *browser) allPuzzles(path string) (keys []string) {
	b.t.Helper()
	for {
		page := b.get(path).want(http.StatusOK)
		for _, found := range cardKey.FindAllStringSubmatch(page.body, -1) {
			keys = append(keys, found[1])
		}
		next := nextPage.FindStringSubmatch(page.body)
		if next == nil {
			return keys
		}
		path = "/" + html.UnescapeString(next[1])
	}
}

// The search finds by filters, whose address can be shared, and goes through all puzzles once.
func TestFind(t *testing.T) {
	s := newSite(t).openArchive()
	starters, err := io.ReadAll(starter.Open())
	must(t, err)
	lines := strings.Split(strings.TrimSpace(string(starters)), "\n")
	computed, err := s.store.Compute(t.Context(), library.Span{First: 1, Last: 1 << 30})
	must(t, err)
	must(t, s.store.Transact(t.Context(), func(tx pgx.Tx) error {
		_, err := library.KeepComputed(t.Context(), tx, computed)
		return err
	}))
	hard := lines[len(lines)-60:] // of the last tier, which is not that of the day's global daily
	_, err = s.store.ImportFile(t.Context(), importing.Options{Collection: "Many"}, strings.NewReader(strings.Join(hard, "\n")))
	must(t, err)
	s.Limits.Search = site.NewLimiter(1e6, 1e6)
	b := s.browser()
	for _, query := range []string{"", "?sort=easy", "?sort=hard", "?sort=few", "?sort=new", "?symmetry=half-turn", "?tier=guessing"} {
		all := b.allPuzzles("/puzzles" + query)
		if found := slices.Compact(slices.Sorted(slices.Values(all))); len(found) != len(all) || query != "?symmetry=half-turn" && len(all) < 60 {
			t.Errorf("%q finds %d puzzles, %d different", query, len(all), len(found))
		}
	}
	if to := b.get("/puzzles?shape=&tier=&clues-from=18&clues-to=&sort=hard").want(http.StatusSeeOther).Header.Get("Location"); to != "puzzles?clues-from=18&sort=hard" {
		t.Errorf("filters that were left open lead to %q", to)
	}
	moler, shidoku := keyOf(sudokutest.Moler), keyOf(mini)
	b.get("/puzzles?clues-to=21&shape=sudoku&collection=Test").want(http.StatusOK).holds(moler).lacks(shidoku).holds("1 puzzle").holds(`<option value="sudoku" selected>`).holds(`value="21"`)
	b.get("/puzzles?clues-to=16&shape=shidoku&collection=Test&tier=guessing").want(http.StatusOK).lacks(shidoku).holds("No puzzle matches")
	b.get("/puzzles?shape=shidoku&collection=Test").want(http.StatusOK).holds(shidoku).lacks(moler)
	b.get("/puzzles?class=B1-b2").want(http.StatusOK).holds(moler).holds(`value="B1-b2"`)
	b.get("/puzzles?class=-B1").want(http.StatusOK).lacks(moler)
	b.get("/puzzles?class=B2&depth-from=2").want(http.StatusOK).holds("No puzzle matches")
	for _, tier := range []string{"5", "Guessing"} {
		b.get("/puzzles?tier=" + tier).want(http.StatusOK).holds(`<option value="guessing" selected>`)
	}
	for query, words := range map[string]string{
		"clues-from=20&clues-to=10": "smaller number first", "minutes-from=20&minutes-to=10": "smaller number first", "clues-to=16&shape=sudoku": "the fewest are 17", "tier=easy%3Cb%3E": "&lt;b&gt;", "shape=cube": "cube", "needs=magic": "magic", "sort=up": "up",
		"symmetry=round": "round", "er-from=x": "x", "class=2": "2", "class=B": "B", "class=B1BBB": "B1BBB", "minutes-from=-3": "-3", "collection=Nope": "Nope", "after=garbage": "no longer there",
	} {
		b.get("/puzzles?" + query).want(http.StatusUnprocessableEntity).holds(words).holds(`role="alert"`).lacks("<b>easy").lacks(moler)
	}
	b.get("/puzzles?unknown=1").want(http.StatusOK) // such as a tracker adds

	for text, to := range map[string]string{
		sudokutest.Moler: "puzzles/" + moler, "gk:" + moler: "puzzles/" + moler, strings.ToUpper(moler): "puzzles/" + moler,
		strings.Join(strings.SplitAfter(sudokutest.Moler, "0"), " "): "puzzles/" + moler, another: "rate?puzzle=" + another,
	} {
		if g := b.get("/puzzles?puzzle=" + url.QueryEscape(text)).want(http.StatusSeeOther); g.Header.Get("Location") != to {
			t.Errorf("%q leads to %q", text, g.Header.Get("Location"))
		}
	}
	b.get("/puzzles?puzzle=" + strings.Repeat("0", 32)).want(http.StatusNotFound).holds("no puzzle with this ID").holds("0000")
	b.get("/puzzles?puzzle=1234").want(http.StatusUnprocessableEntity).holds(`aria-invalid="true"`)
	b.get("/puzzles?puzzle=" + strings.Repeat("1", 9000)).want(http.StatusRequestEntityTooLarge)
	s.Limits.Search = site.NewLimiter(0, 1)
	b.get("/puzzles").want(http.StatusOK)
	b.get("/puzzles").want(http.StatusTooManyRequests)
}

// The growth counts the puzzles of open collections, by size and by month.
func TestGrowth(t *testing.T) {
	s := newSite(t).openArchive()
	s.withSixes()
	page := s.browser().get("/growth").want(http.StatusOK).holds(fmt.Sprintf("%d puzzles", 2+len(sixes))).holds("2096-03-01").holds("Mar 2096").holds("Coffee").
		holds(`<rect class="s0"`).holds(`<rect class="s1"`)
	s.withDaily() // what was counted is kept for some minutes
	if again := s.browser().get("/growth"); again.body != page.body {
		t.Error("the archive is counted again at once")
	}
}

// The sitemap lists the pages that are open to everyone, where the operator wishes that search engines list them; never a
// puzzle that is private or in play.
func TestSitemap(t *testing.T) {
	s, six := openSixes(t)
	_, err := s.store.ImportFile(t.Context(), importing.Options{GuildID: "100000000000000066", Collection: "Secret shelf"}, strings.NewReader(another))
	must(t, err)
	s.openArchive()
	s.browser().get("/sitemap.xml").want(http.StatusNotFound)
	s.browser().get("/sitemaps/pages.xml").want(http.StatusNotFound)
	s.stop()
	s.serve("127.0.0.1:0", func(c *Config) { c.Open, c.Index = true, true })
	b := s.browser()
	b.get("/robots.txt").want(http.StatusOK).holds("Sitemap: " + s.base + "/sitemap.xml")
	r := b.request(http.MethodGet, "/sitemap.xml", nil)
	r.Header.Set("Accept-Encoding", "gzip")
	g := b.do(r).want(http.StatusOK)
	plain, err := gzip.NewReader(strings.NewReader(g.body))
	must(t, err)
	text, err := io.ReadAll(plain)
	must(t, err)
	if again := b.get("/sitemap.xml").want(http.StatusOK); again.body != string(text) {
		t.Error("a client without gzip gets something else")
	}
	var found struct {
		URLs []struct {
			Loc string `xml:"loc"`
		} `xml:"url"`
	}
	must(t, xml.NewDecoder(bytes.NewReader(text)).Decode(&found))
	var addresses []string
	for _, u := range found.URLs {
		addresses = append(addresses, strings.TrimPrefix(u.Loc, s.base))
	}
	for _, path := range []string{"/", "/techniques/x-wing", "/puzzles", "/puzzles/" + keyOf(sudokutest.Moler), "/puzzles/" + keyOf(mini)} {
		if !slices.Contains(addresses, path) {
			t.Errorf("%s is missing", path)
		}
	}
	for _, hidden := range []string{keyOf(another), canon.KeyOf(six.Clues()).String()} {
		if slices.Contains(addresses, "/puzzles/"+hidden) {
			t.Errorf("%s is listed", hidden)
		}
	}
	for _, path := range addresses {
		b.get(path).want(http.StatusOK)
	}
	for _, path := range []string{"/sitemaps/2-0.xml", "/sitemaps/1-1.xml", "/sitemaps/x", "/sitemaps/1-0.xml.gz", "/sitemaps/-1-0.xml", "/sitemaps/01-0.xml"} {
		b.get(path).want(http.StatusNotFound)
	}
	b.get("/sitemaps/1-0.xml").want(http.StatusOK).holds(keyOf(sudokutest.Moler)).lacks(keyOf(another))
	b.get("/sitemaps/pages.xml").want(http.StatusOK).holds("/techniques/x-wing").lacks(keyOf(sudokutest.Moler))
}
