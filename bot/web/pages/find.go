package pages

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/open"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/archive/search"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/web/site"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/rating/criteria"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

// findPage is the body of the search page of the open archive.
type findPage struct {
	Pasted, Problem string // a puzzle or an id that was not found, and why
	Filters         archiveForm
	Refusal         string // why no puzzle can match the filters
	Found           string // how many match
	Grids           []thumbnailGrid
	Cards           []puzzleCard
	Next            string // query of the next puzzles, "" if there are no more
	Later           bool   // these are not the first
	First           string // query of the first
}

// puzzleCard is a puzzle in a list.
type puzzleCard struct {
	Key, Name, Tier string
	Dots            int
	Facts           string
	Side            int
	Width           int // of the picture
	Rows            []cardDigits
}

// cardDigits are the clues of a row in the picture of a card: digits, the place of each, and that of the row.
type cardDigits struct {
	Digits, X string
	Y         int
}

// Fields of the address of a search.
const (
	pastedField = "puzzle"
	cursorField = "after"
	perPage     = 24
	maxQuery    = 4000 // bytes
)

// find finds a puzzle that was pasted, or searches the open archive. It answers a GET, so that its address can be shared.
func (v visit) find() error {
	query := v.R.URL.Query()
	switch {
	case len(v.R.URL.RawQuery) > maxQuery+maxPuzzle:
		return site.ErrTooLarge
	case query.Has(pastedField):
		return v.findPasted(strings.TrimSpace(query.Get(pastedField)))
	}
	// Browsers send the filters that were left open too. An address to share has the others alone.
	given := url.Values{}
	for name := range query {
		if text := query.Get(name); text != "" {
			given.Set(name, text)
		}
	}
	if len(given) < len(query) {
		return v.Redirect("puzzles?" + given.Encode())
	}
	if !v.Limits.Search.Allow(v.Key()) {
		return site.ErrTooMany
	}
	collections, err := v.Store.OpenCollections(v.Context())
	if err != nil {
		return err
	}
	p := findPage{Filters: v.filters(collections, given), Later: given.Has(cursorField), First: withCursor(given, "")}
	wanted, err := v.wanted(collections, given)
	if err == nil {
		err = v.addFound(&p, wanted, given)
	}
	var refused refusedFilter
	status := http.StatusOK
	switch {
	case errors.As(err, &refused):
		p.Refusal, status = string(refused), http.StatusUnprocessableEntity
	case err != nil:
		return err
	}
	if len(given) > 0 {
		v.W.Header().Set(site.Robots, "noindex")
	}
	return v.showFound(status, p)
}

func (v visit) showFound(status int, p findPage) error {
	return v.Render(status, templates, site.View{
		Template: "find.html", Title: v.Text("page.puzzles.title", nil), Description: v.Text("page.puzzles.intro", nil), Canonical: "puzzles", Body: p,
	})
}

// findPasted leads to the page of a puzzle, or to its rating if the open archive does not have it. A puzzle that is in
// play has its difficulty shown here, since the address of its page would tell its key.
func (v visit) findPasted(text string) error {
	if !v.Limits.Rating.Allow(v.Key()) {
		return site.ErrTooMany
	}
	key, isKey := canon.ParseKey(text)
	problem, status := v.Text("page.puzzles.unknown", nil), http.StatusNotFound
	if !isKey {
		clues, err := games.ReadClues(text)
		if err == nil {
			return v.findClues(clues)
		}
		problem, status = v.Speech.Unread(err), http.StatusUnprocessableEntity
	} else if _, err := v.Store.OpenPuzzle(v.Context(), key); err == nil {
		return v.Redirect("puzzles/" + key.String())
	} else if !errors.Is(err, postgres.ErrNotFound) {
		return err
	}
	collections, err := v.Store.OpenCollections(v.Context())
	if err != nil {
		return err
	}
	v.W.Header().Set(site.Robots, "noindex")
	return v.showFound(status, findPage{Pasted: text, Problem: problem, Filters: v.filters(collections, nil)})
}

func (v visit) findClues(clues sudoku.Grid) error {
	guarded, err := v.Store.IsGuarded(v.Context(), clues)
	if err != nil {
		return err
	}
	if rated, err := rating.Rate(clues); guarded && err == nil {
		return v.guarded(rated.Tier)
	}
	key := canon.KeyOf(clues)
	p, err := v.Store.OpenPuzzle(v.Context(), key)
	switch {
	case err == nil && !p.Guarded:
		return v.Redirect("puzzles/" + key.String())
	case err == nil:
		return v.guarded(p.Tier)
	case !errors.Is(err, postgres.ErrNotFound):
		return err
	}
	return v.Redirect("rate?puzzle=" + url.QueryEscape(clues.String()))
}

// filters returns the form with the values of a query.
func (v visit) filters(collections []library.Collection, given url.Values) archiveForm {
	f := archiveForm{Send: v.Text("page.archive.search", nil)}
	text := func(name string) string { return v.Text("page.archive.field."+name, nil) }
	choice := func(name, label string, options ...formOption) field {
		one := field{Name: name, Label: label, Value: given.Get(name), Open: v.Text("page.archive.any", nil), Choices: options}
		for i := range one.Choices {
			one.Choices[i].Chosen = one.Choices[i].Value == one.Value
		}
		return one
	}
	numbers := func(name string) field {
		return field{
			Name: name, Label: text(name), Range: true, Step: ranges[name], From: given.Get(name + "-from"), To: given.Get(name + "-to"),
			FromLabel: v.Text("page.archive.from", nil), ToLabel: v.Text("page.archive.to", nil),
		}
	}
	var shapes, techniques, symmetries, shelves []formOption
	for _, shape := range sizes {
		shapes = append(shapes, formOption{Value: shape.String(), Label: site.Size(shape)})
	}
	for _, t := range logic.Techniques {
		techniques = append(techniques, formOption{Value: string(t), Label: v.Technique(t)})
	}
	for _, s := range criteria.Symmetries[1:] {
		symmetries = append(symmetries, formOption{Value: s.String(), Label: v.Text("page.symmetry."+s.String(), nil)})
	}
	for _, c := range collections {
		shelves = append(shelves, formOption{Value: c.Name, Label: chat.FromFile(c.Name)})
	}
	tier := choice("tier", text("tier"), v.tierOptions("")[1:]...)
	if wanted, err := logic.ParseTier(tier.Value); err == nil { // of which an address may have the number
		for i, t := range logic.Tiers {
			tier.Choices[i].Chosen = t == wanted
		}
	}
	by := choice("sort", v.Text("page.puzzles.sort", nil))
	by.Open = v.Text("page.puzzles.sort-mixed", nil)
	for _, o := range sorts {
		by.Choices = append(by.Choices, formOption{o.name, v.Text("page.puzzles.sort-"+o.name, nil), o.name == by.Value})
	}
	f.Fields = []field{
		choice("shape", v.Text("page.size", nil), shapes...), tier, choice("needs", text("needs"), techniques...),
		choice("collection", text("collection"), shelves...), numbers("minutes"), numbers("clues"), by,
	}
	f.Details = []field{choice("symmetry", text("symmetry"), symmetries...), numbers("er"), numbers("depth"), choice("class", text("class")), numbers("hodoku")}
	for _, one := range f.Details {
		f.Open = f.Open || one.Value+one.From+one.To != ""
	}
	return f
}

// order is an order of results.
type order struct {
	name       string
	by         search.Sort
	descending bool
}

// sorts are the orders that have a name.
var sorts = []order{
	{"easy", search.ByScore, false}, {"hard", search.ByScore, true}, {"few", search.ByClues, false}, {"new", search.ByDate, true},
}

// refusedFilter is the reason, in words, why filters are not understood or exclude each other.
type refusedFilter string

func (r refusedFilter) Error() string { return string(r) }

// wanted reads the filters of a query. The error is a [refusedFilter].
func (v visit) wanted(collections []library.Collection, given url.Values) (q search.Query, err error) {
	text := func(name string) string {
		if limits := strings.TrimSpace(given.Get(name+"-from")) + "-" + strings.TrimSpace(given.Get(name+"-to")); limits != "-" {
			return limits
		}
		return given.Get(name)
	}
	unread := func(text string) error {
		return refusedFilter(v.Text("page.puzzles.unread", locale.Args{"Text": sudoku.Excerpt(text)}))
	}
	refused := func(err error) error {
		return refusedFilter(v.Text("page.puzzles.refused", locale.Args{"Reason": chat.Capital(v.NoSuchPuzzle(err))}))
	}
	words := search.Words{
		Shape: text("shape"), Clues: text("clues"), ER: text("er"), Depth: text("depth"), HoDoKu: text("hodoku"), Symmetry: text("symmetry"),
	}
	if needs := text("needs"); needs != "" {
		words.Needs = []string{needs}
	}
	if name := text("tier"); name != "" {
		tier, err := logic.ParseTier(name)
		if err != nil {
			return q, unread(name)
		}
		words.Tiers = []logic.Tier{tier}
	}
	q.Limit = perPage
	if q.Search, err = words.Search(); err != nil {
		var word *search.WordError
		if errors.As(err, &word) && !errors.As(err, new(*search.Error)) {
			return q, unread(text(word.Name))
		}
		return q, refused(err)
	}
	if minutes := text("minutes"); minutes != "" {
		least, most, err := criteria.ParseRange(minutes)
		if err != nil {
			return q, unread(minutes)
		}
		q.MinScore, q.MaxScore = 60*float64(least), 60*float64(most)
	}
	if class := text("class"); class != "" {
		if q.Class, err = search.ParseClass(class); err != nil {
			return q, unread(class)
		}
	}
	if name := text("collection"); name != "" {
		i := slices.IndexFunc(collections, func(c library.Collection) bool { return c.Name == name })
		if i < 0 {
			return q, unread(name)
		}
		q.In = []int32{collections[i].ID}
	}
	if name := text("sort"); name != "" {
		i := slices.IndexFunc(sorts, func(o order) bool { return o.name == name })
		if i < 0 {
			return q, unread(name)
		}
		q.Sort, q.Descending = sorts[i].by, sorts[i].descending
	}
	if err := q.Check(); err != nil {
		return q, refused(err)
	}
	return q, nil
}

// addFound searches, and adds a page of puzzles.
func (v visit) addFound(p *findPage, q search.Query, given url.Values) error {
	found, next, err := v.Store.OpenSearch(v.Context(), q, given.Get(cursorField))
	if errors.Is(err, open.ErrCursor) {
		return refusedFilter(v.Text("page.puzzles.cursor", nil))
	} else if err != nil {
		return err
	}
	if !given.Has(cursorField) {
		n, more, err := v.counts.get(v, q)
		switch {
		case err != nil:
			return err
		case more:
			p.Found = v.Count("page.puzzles.more-than", n, nil)
		case n > 0:
			p.Found = v.Count("page.puzzles.number", n, nil)
		}
	}
	for _, r := range found {
		p.Cards = append(p.Cards, v.cardOfPuzzle(r.Puzzle))
	}
	if next != "" {
		p.Next = withCursor(given, next)
	}
	for _, shape := range sudoku.Shapes {
		p.Grids = append(p.Grids, gridOf(shape))
	}
	return nil
}

// withCursor returns the address of a page of results, below the root.
func withCursor(given url.Values, cursor string) string {
	query := url.Values{}
	for name := range given {
		query.Set(name, given.Get(name))
	}
	query.Del(cursorField)
	if cursor != "" {
		query.Set(cursorField, cursor)
	}
	return "puzzles?" + query.Encode()
}

func (v visit) cardOfPuzzle(p library.Puzzle) puzzleCard {
	shape := p.Clues.Shape()
	card := puzzleCard{
		Key: p.Key.String(), Name: chat.FromFile(p.Name), Tier: v.Difficulty(p.Tier), Dots: int(p.Tier), Side: shape.Side(), Width: gridOf(shape).Width(),
		Facts: v.Commas([]string{v.About(p.Score), v.Count("page.rate.clues", p.Clues.Len(), nil)}),
	}
	if card.Name == "" {
		card.Name = chat.Capital(v.Shape(shape))
	}
	card.Rows = make([]cardDigits, shape.Side())
	for _, c := range shape.Cells() {
		row := &card.Rows[c.Row()]
		row.Y = 10*c.Row() + 5
		if digit := p.Clues.At(c); digit != 0 {
			row.Digits += digit.String()
			row.X += strconv.Itoa(10*c.Column()+5) + " "
		}
	}
	return card
}

// counts keeps how many puzzles some searches find. A count takes a second at most.
type counts struct {
	mu   sync.Mutex
	kept []keptCount // the last one first
}

type keptCount struct {
	search string
	made   time.Time
	n      int
	more   bool // n is a lower limit
}

// Limits on the counts that are kept.
const (
	countsKept = 500
	countFor   = 10 * time.Minute
)

func (c *counts) get(v visit, q search.Query) (n int, more bool, err error) {
	wanted, err := json.Marshal(q.Search)
	if err != nil {
		return 0, false, err
	}
	now := v.Store.Now()
	c.mu.Lock()
	i := slices.IndexFunc(c.kept, func(k keptCount) bool { return k.search == string(wanted) && now.Sub(k.made) < countFor })
	if i >= 0 {
		defer c.mu.Unlock()
		return c.kept[i].n, c.kept[i].more, nil
	}
	c.mu.Unlock()
	if n, more, err = v.Store.CountOpen(v.Context(), q); err != nil {
		return 0, false, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.kept = slices.Insert(c.kept, 0, keptCount{string(wanted), now, n, more})
	c.kept = c.kept[:min(len(c.kept), countsKept)]
	return n, more, nil
}
