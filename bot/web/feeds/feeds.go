// Package feeds publishes the global daily for programs: as Atom (RFC 4287), as JSON Feed 1.1, and as oEmbed 1.0 for
// sites that embed the pages of this one. [Routes] lists the addresses.
//
// A feed has the dailies of the last 30 days. ?shape=6x6 chooses the size, and ?lang=de the language: an answer depends on
// its address alone, so that caches need not know the language of a browser. Anyone may read it, from any site.
//
// No answer has a solution. A puzzle that may still be solved for a rank has no address by which it could be looked up, and of
// a past daily that is in play again nothing is told but its difficulty.
package feeds

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/web/board"
	"github.com/gridkeeper/gridkeeper/bot/web/site"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// days is how many days a feed goes back.
const days = 30

// mostFresh is how long caches keep an answer at most. At midnight by UTC there is another daily.
const mostFresh = 10 * time.Minute

// Routes lists the addresses of the feeds. A server for one player has no global daily, and so no feed.
func Routes(s *site.Site) []site.Route {
	if !s.Open || s.Local != nil {
		return nil
	}
	r := &recent{lists: map[sudoku.Shape]list{}}
	return []site.Route{
		{Pattern: "GET /feeds/daily.atom", For: site.Guests, Answer: func(v *site.Visit) error { return r.answer(v, site.AtomType, feed.atom) }},
		{Pattern: "GET /feeds/daily.json", For: site.Guests, Answer: func(v *site.Visit) error { return r.answer(v, site.JSONType, feed.json) }},
		{Pattern: "GET /feeds/oembed", For: site.Guests, Answer: embed},
	}
}

// feed is a feed of the global dailies of a shape, in a language.
type feed struct {
	ID          string
	Title       string
	Description string
	Language    string
	Home        string // address of the first page
	Self        string // address of the feed
	Icon        string
	Updated     time.Time
	Entries     []entry // the newest first
}

// entry is a daily of a feed.
type entry struct {
	ID      string
	Title   string
	Link    string // address of a page on which it is shown, "" without one
	Picture string // address, "" without one
	Tier    string // "x-wing"
	Level   string // "Hard"
	About   string // the difficulty, how long it takes, and the author
	Clues   string // "" if they are not told
	Begun   time.Time
}

// recent has the dailies of the last days, read every minute at most.
type recent struct {
	mu    sync.Mutex
	lists map[sudoku.Shape]list
}

type list struct {
	read  time.Time
	today calendar.Date
	days  []pastDaily
}

// pastDaily is a daily with its puzzle in the open archive.
type pastDaily struct {
	daily.Daily
	open   bool           // everyone may look the puzzle up
	credit library.Puzzle // has its name and author as the open archive has them
}

// hidden reports whether only the difficulty of a past daily is shown. Until nobody can solve it for a rank, everyone has
// its clues from their own day.
func (p pastDaily) hidden(rankable calendar.Date) bool { return !p.open && p.Date.Before(rankable) }

// of returns the dailies of a shape, the newest first.
func (r *recent) of(v *site.Visit, shape sudoku.Shape) ([]pastDaily, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	now, today, rankable := v.Store.Now(), v.Store.GlobalToday(), v.Store.Rankable()
	if known := r.lists[shape]; known.today == today && now.Sub(known.read) < time.Minute {
		return known.days, nil
	}
	dailies, err := v.Store.GlobalDailies(v.Context(), days, shape)
	if err != nil {
		return nil, err
	}
	all := list{read: now, today: today}
	for _, d := range dailies {
		p := pastDaily{Daily: d}
		if d.Date.Before(rankable) {
			found, err := v.Store.OpenPuzzle(v.Context(), d.Puzzle.Key)
			if err != nil && !errors.Is(err, postgres.ErrNotFound) {
				return nil, err
			}
			p.open, p.credit = err == nil && !found.Guarded, found.Puzzle
		}
		all.days = append(all.days, p)
	}
	r.lists[shape] = all
	return all.days, nil
}

// answer writes a feed in a form.
func (r *recent) answer(v *site.Visit, kind string, form func(feed) ([]byte, error)) error {
	header := v.W.Header()
	share(header)
	speech := chat.SpeechIn(v.R.URL.Query().Get("lang"))
	shape, err := sudoku.ParseShape(cmp.Or(v.R.URL.Query().Get("shape"), sudoku.Sudoku.String()))
	if err != nil || !library.HasTiers(shape) { // without tiers there is no global daily
		return site.ErrNotFound
	}
	list, err := r.of(v, shape)
	if err != nil {
		return err
	}
	today := v.Store.GlobalToday()
	f := feed{
		ID: tag(v, firstYear, shape.String()+"/"+speech.Tag()), Title: speech.Text("page.feed.title", nil), Description: speech.Text("page.guest.about", nil),
		Language: speech.Tag(), Home: v.Base.String() + "/", Self: v.Base.String() + v.R.URL.Path + site.FeedQuery(shape, speech.Tag()), Icon: v.Base.String() + "/favicon.ico",
	}
	if shape != sudoku.Sudoku {
		f.Title = speech.Text("page.feed.title-size", locale.Args{"Size": site.Size(shape)})
	}
	if f.Updated = today.Midnight(); len(list) > 0 {
		f.Updated = list[0].Date.Midnight()
	}
	for _, d := range list {
		f.Entries = append(f.Entries, entryOf(v, speech, d, today))
	}
	text, err := form(f)
	if err != nil {
		return err
	}
	header.Set("Content-Type", kind+"; charset=utf-8")
	header.Set("Content-Language", speech.Tag())
	header.Set("Cache-Control", fmt.Sprintf("public, max-age=%d", int(fresh(v).Seconds())))
	header.Set("ETag", fmt.Sprintf("%q", board.ShortHash(text)))
	http.ServeContent(v.W, v.R, "", f.Updated, bytes.NewReader(text))
	return nil
}

// share lets pages of other sites read an answer. It has nothing of the visitor.
func share(header http.Header) {
	header.Set("Access-Control-Allow-Origin", "*")
	header.Set("Cross-Origin-Resource-Policy", "cross-origin")
}

// fresh is how long an answer stays true.
func fresh(v *site.Visit) time.Duration {
	left := v.Store.GlobalToday().AddDays(1).Midnight().Sub(v.Store.Now())
	return max(min(mostFresh, left), 0)
}

// firstYear is in the ids of the feeds, which do not change with the year.
const firstYear = 2026

// tag is an id of RFC 4151, with the host of the site and a year. It stays when the addresses of pages change.
func tag(v *site.Visit, year int, what string) string {
	return fmt.Sprintf("tag:%s,%d:daily/%s", v.Base.Hostname(), year, what)
}

// entryOf returns the entry of a daily. Today's leads to the page on which everyone may play it, one of the past to the page
// of its puzzle, as soon as nobody can solve it for a rank.
func entryOf(v *site.Visit, speech chat.Speech, d pastDaily, today calendar.Date) entry {
	e := entry{
		ID: tag(v, d.Date.Year, d.Shape.String()+"/"+d.Date.String()), Title: speech.DayInFull(d.Date) + " · " + speech.Difficulty(d.Tier),
		Tier: d.Tier.String(), Level: speech.Difficulty(d.Tier), About: speech.Expected(d.Tier, d.Puzzle), Begun: d.Date.Midnight(),
	}
	if d.hidden(v.Store.Rankable()) {
		e.About = e.Level
		return e
	}
	e.Clues, e.Picture = d.Clues().String(), v.Base.String()+"/"+site.GuestPicture(d.Shape, d.Date)
	switch {
	case d.open:
		e.Link = v.Base.String() + "/puzzles/" + d.Puzzle.Key.String()
		e.About = speech.Credited(chat.Plain(e.About), d.credit).String()
	case d.Date == today:
		e.Link = v.Base.String() + "/" + site.GuestDaily(d.Shape)
	}
	return e
}
