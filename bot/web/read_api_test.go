package web

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/bot/web/site"
	"github.com/gridkeeper/gridkeeper/generator"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// apiSite is an open site with puzzles of an open collection, of a shared one and of a private one, and the global daily.
type apiSite struct {
	*testSite
	*browser
	ours, shared, private []string
	daily                 sudoku.Grid
	description           *jsonschema.Schema
	paths                 map[string]map[string]struct {
		Parameters []struct{ Name, In string }
		Responses  map[string]struct {
			Content map[string]struct {
				Schema struct {
					Ref string `json:"$ref"`
				}
			}
		}
	}
}

func newAPISite(t *testing.T) *apiSite {
	t.Helper()
	s := newSite(t)
	s.stop()
	x := &apiSite{testSite: s}
	var lines []string
	for g := range generator.Puzzles(generator.Options{Seed: 11}) {
		if lines = append(lines, g.String()); len(lines) == 26 {
			break
		}
	}
	x.ours, x.shared, x.private = lines[:20], lines[20:23], lines[23:]
	archivetest.Import(t, s.store, "Ours", x.ours...)
	archivetest.ImportFor(t, s.store, "100000000000000066", "Shared shelf", x.shared...)
	archivetest.ImportFor(t, s.store, "100000000000000066", "Secret shelf", x.private...)
	must(t, s.store.ShareCollection(t.Context(), "100000000000000066", "Shared shelf", true, "test"))
	must(t, s.store.ChooseGlobalDaily(t.Context(), sudoku.Sudoku))
	d, err := s.store.GlobalDaily(t.Context(), s.store.GlobalToday(), sudoku.Sudoku)
	must(t, err)
	x.daily = d.Clues()
	daily := canon.KeyOf(x.daily)
	x.ours = slices.DeleteFunc(x.ours, func(line string) bool { return canon.KeyOf(sudokutest.Must1(sudoku.Parse(line))) == daily })
	s.serve("127.0.0.1:0", func(c *Config) { c.Open = true })
	for _, limit := range []**site.Limiter{&s.Limits.API, &s.Limits.Search, &s.Limits.Function} {
		*limit = site.NewLimiter(1e6, 1e6)
	}
	x.browser = s.browser()
	text := x.get("/api/v1/openapi.json").want(http.StatusOK).body
	must(t, json.Unmarshal([]byte(text), &struct{ Paths any }{&x.paths}))
	var whole struct {
		Components struct{ Schemas json.RawMessage }
	}
	local := strings.ReplaceAll(text, "#/components/schemas/", "#/$defs/")
	must(t, json.Unmarshal([]byte(local), &whole))
	x.description = new(jsonschema.Schema)
	must(t, json.Unmarshal([]byte(`{"$defs": `+string(whole.Components.Schemas)+`}`), x.description))
	return x
}

// request is one of the API, with a body if it is a POST.
type request struct {
	path string // below the root
	body any
}

func (r request) String() string { return fmt.Sprintf("%.200s %v", r.path, r.body) }

func (x *apiSite) ask(r request) got {
	x.browser.t.Helper()
	if r.body == nil {
		return x.get("/api/v1/" + r.path)
	}
	text, err := json.Marshal(r.body)
	must(x.browser.t, err)
	post := x.request(http.MethodPost, "/api/v1/"+r.path, bytes.NewReader(text))
	post.Header.Set("Content-Type", "application/json")
	return x.do(post)
}

// described checks an answer against the description: its status, its content type and its body.
func (x *apiSite) described(r request, g got) {
	t := x.browser.t
	t.Helper()
	path, _, _ := strings.Cut("/"+r.path, "?")
	if strings.HasPrefix(path, "/puzzles/") {
		path = "/puzzles/{puzzle}"
	}
	method := "get"
	if r.body != nil {
		method = "post"
	}
	response, ok := x.paths[path][method].Responses[fmt.Sprint(g.StatusCode)]
	if !ok {
		t.Errorf("%v: the description has no status %s of it: %s", r, g.Status, g.body)
		return
	}
	ref := response.Content[g.Header.Get("Content-Type")].Schema.Ref
	name := ref[strings.LastIndex(ref, "/")+1:]
	schema := *x.description
	schema.Ref = "#/$defs/" + name
	resolved, err := schema.Resolve(nil)
	if err != nil || name == "" {
		t.Fatalf("%v: %q of %q: %v", r, name, g.Header.Get("Content-Type"), err)
	}
	var value any
	must(t, json.Unmarshal([]byte(g.body), &value))
	if err := resolved.Validate(value); err != nil {
		t.Errorf("%v: not as the description has it: %v\n%.600s", r, err, g.body)
	}
}

func query(pairs ...string) string {
	values := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		values.Add(pairs[i], pairs[i+1])
	}
	return "?" + values.Encode()
}

// functions are the functions with what else each needs.
var functions = map[string][]string{
	"canon": nil, "check": nil, "minimize": nil, "rate": {"also", "ladder"}, "hint": {"level", "4"}, "explain": nil, "judge": {"claims", "r1c1=1"},
}

// Every address answers as the description has it: whole, again with 304, by HEAD without a body, to the preflight of another
// site's page; and every error is a problem.
func TestReadAPI(t *testing.T) {
	x := newAPISite(t)
	p := x.ours[0]
	key := canon.KeyOf(sudokutest.Must1(sudoku.Parse(p))).String()
	asked := map[string]bool{"/openapi.json": true}
	note := func(r request) {
		path, _, _ := strings.Cut("/"+r.path, "?")
		if strings.HasPrefix(path, "/puzzles/") {
			path = "/puzzles/{puzzle}"
		}
		asked[path] = true
	}
	good := []request{
		{"daily", nil}, {"daily?date=" + day(0), nil}, {"puzzles/" + key, nil}, {"puzzles/gk:" + key, nil}, {"puzzles/" + p, nil}, {"puzzles/1", nil},
		{"collections", nil}, {"search", nil}, {"search?limit=2&sort=-score&tier=1&tier=2", nil}, {"search/count", nil}, {"search?collection=Shared+shelf", nil},
	}
	for name, more := range functions {
		good = append(good, request{name + query(append([]string{"puzzle", p}, more...)...), nil})
		body := map[string]any{"puzzle": p}
		switch name {
		case "rate":
			body["also"] = []string{"ladder", "se", "hodoku", "depth", "class"}
		case "judge":
			body["claims"] = "r1c1=1\nnonsense\nr1c2<>3"
		case "hint":
			body["level"] = 1
		}
		good = append(good, request{name, body})
	}
	for _, r := range good {
		note(r)
		g := x.ask(r).want(http.StatusOK)
		x.described(r, g)
		if g.Header.Get("Access-Control-Allow-Origin") != "*" || g.Header.Get("Cross-Origin-Resource-Policy") != "cross-origin" || g.Header.Get("Set-Cookie") != "" {
			t.Errorf("%v: %v", r, g.Header)
		}
		if r.body != nil {
			continue
		}
		again := x.request(http.MethodGet, "/api/v1/"+r.path, nil)
		again.Header.Set("If-None-Match", g.Header.Get("ETag"))
		if tag := g.Header.Get("ETag"); !strings.HasPrefix(tag, `"`) {
			t.Errorf("%v: the ETag is %s", r, tag)
		}
		if g := x.do(again).want(http.StatusNotModified); g.body != "" || g.Header.Get("Cache-Control") == "no-store" {
			t.Errorf("%v: %q %v", r, g.body, g.Header)
		}
		if g := x.do(x.request(http.MethodHead, "/api/v1/"+r.path, nil)).want(http.StatusOK); g.body != "" || g.ContentLength <= 0 {
			t.Errorf("%v: HEAD: %q, %d bytes", r, g.body, g.ContentLength)
		}
		flight := x.request(http.MethodOptions, "/api/v1/"+r.path, nil)
		flight.Header.Set("Origin", "https://other.example")
		flight.Header.Set("Access-Control-Request-Method", "POST")
		if g := x.do(flight).want(http.StatusNoContent); !strings.Contains(g.Header.Get("Access-Control-Allow-Methods"), "POST") || g.Header.Get("Access-Control-Allow-Origin") != "*" {
			t.Errorf("%v: OPTIONS: %v", r, g.Header)
		}
	}
	x.get("/api").want(http.StatusOK).holds("openapi.json").holds("isomorph_symmetry").holds("#guarded"[1:])
	for path := range x.paths {
		if !asked[path] {
			t.Errorf("the test does not ask for %s", path)
		}
	}

	long := strings.Repeat("x", 1<<16)
	for _, bad := range []struct {
		request
		status  int
		problem string
		says    string
	}{
		{request{"nothing", nil}, 404, "not-found", "nothing"},
		{request{"daily?date=2097-01-01", nil}, 404, "not-found", "2097-01-01"},
		{request{"daily?date=tomorrow", nil}, 422, "invalid", "tomorrow"},
		{request{"daily?day=2097-01-01", nil}, 422, "invalid", "day"},
		{request{"puzzles/" + strings.Repeat("0", 32), nil}, 404, "not-found", strings.Repeat("0", 32)},
		{request{"puzzles/what", nil}, 422, "invalid", "what"},
		{request{"puzzles/gk:" + p, nil}, 422, "invalid", "key"},
		{request{"puzzles/999999999", nil}, 404, "not-found", "999999999"},
		{request{"search?limit=101", nil}, 422, "invalid", "101"},
		{request{"search?tier=9", nil}, 422, "invalid", "9"},
		{request{"search?cursor=AAAA", nil}, 422, "invalid", "AAAA"},
		{request{"search?clues=30-20", nil}, 422, "invalid", "smaller number first"},
		{request{"search?score=600-300", nil}, 422, "invalid", "shorter time first"},
		{request{"search?needs=magic", nil}, 422, "invalid", "magic"},
		{request{"search?collection=Secret+shelf", nil}, 422, "invalid", "no open collection"},
		{request{"search?collection=Nowhere", nil}, 422, "invalid", "no open collection"},
		{request{"rate", nil}, 422, "invalid", "puzzle"},
		{request{"rate?puzzle=1", nil}, 422, "invalid", "1"},
		{request{"rate?puzzle=" + p + "&also=magic", nil}, 422, "invalid", "magic"},
		{request{"rate?puzzle=" + strings.Repeat(".", 81), nil}, 422, "invalid", "17 or more"},
		{request{"explain" + query("puzzle", "11.............."), nil}, 422, "not-unique", "solution"},
		{request{"check", map[string]any{"puzzle": p, "unknown": 1}}, 422, "invalid", "unknown"},
		{request{"check", map[string]any{"puzzle": 7}}, 422, "invalid", "puzzle"},
		{request{"check", map[string]any{"puzzle": long}}, 413, "too-large", "65"},
		{request{"judge" + query("puzzle", p, "claims", "x", "up_to", "magic"), nil}, 422, "invalid", "magic"},
	} {
		g := x.ask(bad.request)
		var problem struct {
			Type, Title, Detail string
			Status              int
		}
		if g.StatusCode != bad.status || json.Unmarshal([]byte(g.body), &problem) != nil || !strings.HasSuffix(problem.Type, "/open.md#"+bad.problem) ||
			problem.Status != bad.status || problem.Title == "" || !strings.Contains(g.body, bad.says) || len(g.body) > 3000 ||
			g.Header.Get("Content-Type") != "application/problem+json" || g.Header.Get("Access-Control-Allow-Origin") != "*" || g.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%v: %s %s %.600s", bad.request, g.Status, g.Header.Get("Cache-Control"), g.body)
			continue
		}
		if bad.path != "nothing" {
			x.described(bad.request, g)
		}
	}
	for _, c := range []struct {
		method, path, kind, body string
		status                   int
	}{
		{"DELETE", "daily", "", "", 405}, {"POST", "daily", "application/json", "{}", 405}, {"POST", "check", "text/plain", p, 415},
		{"POST", "check", "application/json", "{", 400}, {"POST", "check", "application/json", "", 400},
	} {
		r := x.request(c.method, "/api/v1/"+c.path, strings.NewReader(c.body))
		r.Header.Set("Content-Type", c.kind)
		r.Header.Set("Origin", "https://other.example")
		if g := x.do(r); g.StatusCode != c.status || g.Header.Get("Content-Type") != "application/problem+json" || c.status == 405 && g.Header.Get("Allow") == "" {
			t.Errorf("%+v: %s %v %s", c, g.Status, g.Header, g.body)
		}
	}
}

// All pages of a search have each puzzle once, and the count agrees.
func TestReadAPIPages(t *testing.T) {
	x := newAPISite(t)
	for _, filter := range []string{"", "&shape=sudoku", "&sort=-score", "&collection=Ours", "&tier=1&tier=2&tier=3"} {
		seen, cursor, pages := map[string]bool{}, "", 0
		for {
			var page struct {
				Puzzles []struct{ Key, Guild, Collection string }
				Next    string
			}
			must(t, json.Unmarshal([]byte(x.get("/api/v1/search?limit=3"+filter+"&cursor="+cursor).want(http.StatusOK).body), &page))
			for _, p := range page.Puzzles {
				if seen[p.Key] || p.Guild != "" || p.Collection == "Secret shelf" {
					t.Errorf("%s: %+v, twice: %v", filter, p, seen[p.Key])
				}
				seen[p.Key] = true
			}
			if pages++; page.Next == "" || pages > 100 {
				break
			}
			cursor = page.Next
		}
		var count struct{ Count int }
		must(t, json.Unmarshal([]byte(x.get("/api/v1/search/count?"+strings.TrimPrefix(strings.ReplaceAll(filter, "&sort=-score", ""), "&")).want(http.StatusOK).body), &count))
		if count.Count != len(seen) || len(seen) < 2 {
			t.Errorf("%q: %d puzzles on %d pages, the count is %d", filter, len(seen), pages, count.Count)
		}
	}
}

// disguises returns a puzzle as a cheat would disguise it.
func disguises(t *testing.T, puzzle sudoku.Grid) map[string]string {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	solution, err := solver.Solve(puzzle)
	must(t, err)
	more := puzzle
	for _, c := range puzzle.Shape().Cells() {
		if more.At(c) == 0 && more.Len() < puzzle.Len()+3 {
			more = more.With(c, solution.At(c))
		}
	}
	relabelled := strings.Map(func(r rune) rune {
		if r >= '1' && r <= '9' {
			return '1' + (r-'1'+4)%9
		}
		return r
	}, puzzle.String())
	var candidates, position strings.Builder // a sukaku; a position of fewer clues, where the others are candidates
	clue := 0
	for _, c := range puzzle.Shape().Cells() {
		marks := []rune(".........")
		for d := range 9 {
			if puzzle.At(c) == 0 || int(puzzle.At(c)) == d+1 {
				marks[d] = rune('1' + d)
			}
		}
		candidates.WriteString(string(marks))
		if clue++; puzzle.At(c) != 0 && clue%2 == 0 {
			position.WriteString(string(marks))
		} else {
			position.WriteString(string(marks))
		}
	}
	return map[string]string{
		"as shown":            puzzle.String(),
		"turned and permuted": archivetest.Turned(puzzle.String(), random),
		"relabelled":          relabelled,
		"with more clues":     more.String(),
		"turned, more clues":  archivetest.Turned(more.String(), random),
		"solved":              solution.String(),
		"sukaku":              candidates.String(),
		"position":            fmt.Sprintf(`{"clues": %q, "grid": %q}`, puzzle.String(), more.String()),
		"step":                fmt.Sprintf(`{"candidates": %q, "clues": %q, "grid": %q}`, candidates.String(), strings.Repeat(".", 81), strings.Repeat(".", 81)),
	}
}

// As a cheat: a puzzle in play has no solution, no steps and no canonical form, by any route, in any disguise. Of the daily
// only its clues are there, at its own address.
func TestReadAPIAsCheat(t *testing.T) {
	x := newAPISite(t)
	solution, err := solver.Solve(x.daily)
	must(t, err)
	forms := []string{solution.String(), canon.Of(x.daily).String(), canon.Of(solution).String(), canon.KeyOf(x.daily).String()}
	look := func(what string, g got) {
		t.Helper()
		for _, form := range forms {
			if strings.Contains(g.body, form) {
				t.Errorf("%s tells %s: %.300s", what, form, g.body)
			}
		}
	}
	look("daily", x.get("/api/v1/daily").want(http.StatusOK).holds(x.daily.String()))
	for disguise, text := range disguises(t, x.daily) {
		for name, more := range functions {
			what := disguise + " by " + name
			g := x.get("/api/v1/" + name + query(append([]string{"puzzle", text}, more...)...))
			body := map[string]any{"puzzle": text}
			if name == "judge" {
				body["claims"] = "r1c1=" + solution.At(0).String()
			}
			for _, g := range []got{g, x.ask(request{name, body})} {
				isSukaku := g.StatusCode == http.StatusUnprocessableEntity && strings.Contains(g.body, "sukaku")
				if g.StatusCode != http.StatusForbidden && !isSukaku || !strings.Contains(g.body, "#guarded") && !isSukaku {
					t.Errorf("%s: %s %.300s", what, g.Status, g.body)
				}
				if g.StatusCode == http.StatusForbidden {
					x.described(request{name, nil}, g)
				}
				if disguise != "solved" {
					look(what, g)
				}
			}
		}
		g := x.get("/api/v1/puzzles/" + url.PathEscape(text))
		if g.StatusCode == http.StatusOK {
			t.Errorf("%s as a puzzle: %s", disguise, g.body)
		}
		if disguise != "solved" { // which its error quotes
			look(disguise, g)
		}
		g = x.get("/api/v1/search" + query("solution", text))
		if g.StatusCode == http.StatusOK {
			t.Errorf("%s as a solution: %s", disguise, g.body)
		}
		if disguise != "solved" {
			look(disguise, g)
		}
	}
	key := canon.KeyOf(x.daily).String()
	for _, path := range []string{"puzzles/" + key, "puzzles/gk:" + key, "puzzles/" + x.daily.String()} {
		g := x.get("/api/v1/" + path).want(http.StatusForbidden).holds(`"tier":`).holds(`"name":`)
		for _, form := range []string{solution.String(), canon.Of(x.daily).String()} {
			g.lacks(form)
		}
		x.described(request{path, nil}, g)
	}
	for _, path := range []string{"search?limit=100", "search?limit=100&shape=sudoku", "search?limit=100&sort=score", "search?limit=100&clues=" + fmt.Sprint(x.daily.Len())} {
		look(path, x.get("/api/v1/"+path).want(http.StatusOK))
	}
	// once its day is over everywhere, its solution is there
	archivetest.Exec(t, x.url, `update daily set date = date - 2 where guild = 'global'`)
	over := x.store.GlobalToday().AddDays(-2).String()
	x.get("/api/v1/daily?date=" + over).want(http.StatusOK).holds(solution.String()).holds(key)
	x.get("/api/v1/puzzles/" + key).want(http.StatusOK)
	x.get("/api/v1/explain?puzzle=" + x.daily.String()).want(http.StatusOK)
}

// As a spy: a private collection and its puzzles are like ones that the archive does not have, in the same words.
func TestReadAPIAsSpy(t *testing.T) {
	x := newAPISite(t)
	secret := x.private[0]
	grid, err := sudoku.Parse(secret)
	must(t, err)
	key := canon.KeyOf(grid)
	known, err := x.store.Known(t.Context(), key)
	must(t, err)
	var nowhere sudoku.Grid
	for g := range generator.Puzzles(generator.Options{Seed: 12}) {
		nowhere = g
		break
	}
	unknown := strings.NewReplacer(secret, nowhere.String(), key.String(), canon.KeyOf(nowhere).String())
	for _, path := range []string{
		"puzzles/" + secret, "puzzles/" + archivetest.Turned(secret, rand.New(rand.NewPCG(3, 4))), "puzzles/" + key.String(), "puzzles/gk:" + key.String(),
	} {
		g, other := x.get("/api/v1/"+path).want(http.StatusNotFound), x.get("/api/v1/"+unknown.Replace(path)).want(http.StatusNotFound)
		var a, b struct{ Type, Title string }
		must(t, json.Unmarshal([]byte(g.body), &a))
		must(t, json.Unmarshal([]byte(other.body), &b))
		if a != b {
			t.Errorf("%s: %s and %s", path, g.body, other.body)
		}
	}
	private, none := x.get(fmt.Sprintf("/api/v1/puzzles/%d", known.ID)).want(http.StatusNotFound), x.get("/api/v1/puzzles/987654321").want(http.StatusNotFound)
	if strings.ReplaceAll(private.body, fmt.Sprint(known.ID), "#") != strings.ReplaceAll(none.body, "987654321", "#") {
		t.Errorf("%s and %s", private.body, none.body)
	}
	texts := append(slices.Clone(x.private), "Secret shelf", "100000000000000066")
	for _, line := range x.private {
		texts = append(texts, canon.KeyOf(sudokutest.Must1(sudoku.Parse(line))).String())
	}
	for _, path := range []string{
		"collections", "search?limit=100", "search?limit=100&sort=date", "search?limit=100&sort=-clues", "search?limit=100&not_in=Ours", "search?limit=100&since=2000-01-01",
		"search?limit=100&needs=naked-single", "search?limit=100&automorphisms=1-", "search?limit=100" + "&pattern=" + strings.Map(func(r rune) rune {
			if r != '.' {
				return 'x'
			}
			return r
		}, secret), "search?solution=" + secret, "openapi.json",
	} {
		g := x.get("/api/v1/" + path).want(http.StatusOK)
		for _, text := range texts {
			g.lacks(text)
		}
	}
	for _, path := range []string{"search?collection=Secret+shelf", "search?not_in=Secret+shelf", "search/count?collection=Secret+shelf"} {
		g, other := x.get("/api/v1/"+path), x.get("/api/v1/"+strings.ReplaceAll(path, "Secret", "Nosuch"))
		if g.StatusCode != other.StatusCode || strings.ReplaceAll(g.body, "Secret", "Nosuch") != other.body {
			t.Errorf("%s: %s and %s", path, g.body, other.body)
		}
	}
	if g := x.get("/api/v1/search/count?solution=" + secret).want(http.StatusOK); !strings.Contains(g.body, `"count":0`) {
		t.Errorf("the private puzzle is counted: %s", g.body)
	}
}

// Only a client that takes gzip gets it.
func TestReadAPIGzip(t *testing.T) {
	x := newAPISite(t)
	for accepted, packed := range map[string]bool{"": false, "gzip": true, "br, GZIP;q=0.5": true, "gzip;q=0": false, "gzip; q=0.000, identity": false, "x-gzip": false} {
		r := x.request(http.MethodGet, "/api/v1/openapi.json", nil)
		r.Header.Set("Accept-Encoding", accepted)
		if g := x.do(r).want(http.StatusOK); (g.Header.Get("Content-Encoding") == "gzip") != packed {
			t.Errorf("%q: %v", accepted, g.Header)
		}
	}
}

// On a site that is not open the API is an address that there is not.
func TestReadAPIClosed(t *testing.T) {
	b := newSite(t).browser()
	unknown := b.get("/there-is-no-such-page").want(http.StatusNotFound)
	for _, path := range []string{"/api/v1/daily", "/api/v1/openapi.json", "/api/v1/", "/api"} {
		if g := b.get(path).want(http.StatusNotFound); g.Header.Get("Access-Control-Allow-Origin") != "" || g.Header.Get("Content-Type") != unknown.Header.Get("Content-Type") {
			t.Errorf("%s: %v", path, g.Header)
		}
	}
}

// A validator of others finds nothing wrong with the description, and a client made of it compiles and plays.
func TestReadAPIClient(t *testing.T) {
	check := os.Getenv("GRIDTEST_OPENAPI")
	if check == "" {
		t.Skip("make openapi runs it")
	}
	x := newAPISite(t)
	file := filepath.Join(t.TempDir(), "openapi.json")
	must(t, os.WriteFile(file, []byte(x.get("/api/v1/openapi.json").want(http.StatusOK).body), 0o600))
	out, err := exec.CommandContext(t.Context(), check, x.testSite.base+"/api/v1", file).CombinedOutput()
	if err != nil || !strings.Contains(string(out), "hints") {
		t.Errorf("%v\n%s", err, out)
	}
	t.Logf("%s", out)
}

// Too many requests of an address are a problem too, and name the dump where all puzzles are wanted.
func TestReadAPILimits(t *testing.T) {
	x := newAPISite(t)
	x.Limits.Search, x.Limits.Function = site.NewLimiter(0.001, 1), site.NewLimiter(0.001, 1)
	for path, says := range map[string]string{"search": "take the dump", "explain?puzzle=" + x.ours[0]: "slow down"} {
		x.get("/api/v1/" + path).want(http.StatusOK)
		g := x.get("/api/v1/" + path).want(http.StatusTooManyRequests).holds("#too-many").holds(says)
		if g.Header.Get("Retry-After") == "" || g.Header.Get("Access-Control-Allow-Origin") != "*" {
			t.Errorf("%s: %v", path, g.Header)
		}
		x.described(request{path, nil}, g)
	}
	// an address has one hint at a time, so that its hints do not take the turns of all
	hints := make(chan string)
	for range 20 {
		go func() {
			hints <- x.get("/api/v1/hint?puzzle=........6..5..18...9...8.7....8.2.....3.1.2..4..5.3....6.....9...83..1..7.......4").body
		}()
	}
	refused := 0
	for range 20 {
		if strings.Contains(<-hints, "one hint at a time") {
			refused++
		}
	}
	if refused == 0 || refused == 20 {
		t.Errorf("%d of 20 hints at once are refused", refused)
	}
	x.Limits.Address = site.NewLimiter(0.001, 0)
	x.get("/api/v1/daily").want(http.StatusTooManyRequests).holds("#too-many")
}
