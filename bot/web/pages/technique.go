package pages

import (
	"crypto/rand"
	"net/http"
	"slices"

	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/bot/web/site"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// shelf lists all techniques as the page shows them: by tier, and those beyond the tiers by what they look at.
var shelf = []struct {
	tier       logic.Tier
	name       string // in the catalogues: "page.techniques.group-wings"; "": the group has its tier's name alone
	techniques []logic.Technique
}{
	{logic.TierSingletons, "", of(logic.TierSingletons)},
	{logic.TierHidden, "", of(logic.TierHidden)},
	{logic.TierLocked, "", of(logic.TierLocked)},
	{logic.TierXWing, "", of(logic.TierXWing)},
	{logic.TierGuessing, "links", []logic.Technique{"skyscraper", "2-string-kite", "turbot-fish", "empty-rectangle"}},
	{logic.TierGuessing, "wings", []logic.Technique{"xy-wing", "xyz-wing", "w-wing", "wxyz-wing", "remote-pair"}},
	{logic.TierGuessing, "unique", []logic.Technique{
		"unique-rectangle-1", "unique-rectangle-2", "unique-rectangle-3", "unique-rectangle-4", "unique-rectangle-5", "unique-rectangle-6",
		"hidden-rectangle", "avoidable-rectangle-1", "avoidable-rectangle-2", "bug-plus-1",
	}},
	{logic.TierGuessing, "fish", []logic.Technique{"finned-x-wing", "finned-swordfish", "finned-jellyfish", "franken-fish", "mutant-fish"}},
	{logic.TierGuessing, "chains", []logic.Technique{
		"simple-colouring", "multi-colouring", "x-chain", "xy-chain", "nice-loop", "aic", "grouped-aic", "tridagon", "tridagon-chain", "exocet",
	}},
	{logic.TierGuessing, "sets", []logic.Technique{"sue-de-coq", "als-xz", "doubly-linked-als-xz", "als-xy-wing", "als-chain", "death-blossom", "als-aic", "msls"}},
	{logic.TierGuessing, "last", []logic.Technique{logic.Contradiction}},
}

// of lists the techniques of a tier.
func of(tier logic.Tier) []logic.Technique {
	return slices.DeleteFunc(slices.Clone(logic.Techniques), func(t logic.Technique) bool { return t.Tier() != tier })
}

// techniquesPage is the body of the list of techniques.
type techniquesPage struct {
	Grids []thumbnailGrid // of the pictures
	Tiers []tierPart
}

type tierPart struct {
	Key, Name string
	Dots      int
	Count     int
	Groups    []techniqueGroup
}

type techniqueGroup struct {
	Name  string // "" if the tier has one group alone
	Cards []techniqueCard
}

type techniqueCard struct {
	techniqueLink
	Summary string
	Picture *thumbnail
}

type techniqueLink struct{ Key, Name string }

func (v visit) linkTo(t logic.Technique) techniqueLink {
	return techniqueLink{string(t), v.Technique(t)}
}

// techniques lists all techniques, by tier.
func (v visit) techniques() error {
	var p techniquesPage
	for _, shape := range sudoku.Shapes {
		p.Grids = append(p.Grids, gridOf(shape))
	}
	pictures := thumbnails()
	for _, group := range shelf {
		if last := len(p.Tiers) - 1; last < 0 || p.Tiers[last].Dots != int(group.tier) {
			p.Tiers = append(p.Tiers, tierPart{Key: group.tier.String(), Name: v.Difficulty(group.tier), Dots: int(group.tier)})
		}
		tier, shown := &p.Tiers[len(p.Tiers)-1], techniqueGroup{}
		if group.name != "" {
			shown.Name = v.Text("page.techniques.group-"+group.name, nil)
		}
		for _, t := range group.techniques {
			shown.Cards = append(shown.Cards, techniqueCard{v.linkTo(t), v.Summary(t), pictures[t]})
		}
		tier.Groups, tier.Count = append(tier.Groups, shown), tier.Count+len(group.techniques)
	}
	title, intro := v.Text("page.techniques.title", nil), v.Text("page.techniques.intro", nil)
	return v.Render(http.StatusOK, templates, site.View{Template: "techniques.html", Title: title, Description: intro, Body: p})
}

// techniquePage is the body of the page of one technique.
type techniquePage struct {
	Tier, Summary, Lesson string
	Dots                  int
	Sizes                 []pageChoice // the examples
	Steps                 *stepper     // through the chosen one
	ID                    string       // of the operation
	Key                   string
	Guest                 bool           // who has no games to practise with
	Previous, Next        *techniqueLink // nil: it is the first, the last
}

// technique explains one technique, with an example on a board.
func (v visit) technique() error {
	t, err := logic.ParseTechnique(v.R.PathValue("technique"))
	if err != nil {
		return site.ErrNotFound
	}
	query, examples := v.R.URL.Query(), examplesOf(t)
	chosen := max(slices.IndexFunc(examples, func(e example) bool { return e.shape().String() == query.Get("shape") }), 0)
	steps := v.walk(t, examples[chosen])
	if err := v.open(steps); err != nil {
		return err
	}
	if query.Has(boardsOnly) {
		return v.sendMoments(steps)
	}
	p := techniquePage{
		Tier: v.Difficulty(t.Tier()), Summary: v.Summary(t), Lesson: v.Lesson(t), Dots: int(t.Tier()), Steps: steps, ID: rand.Text(), Key: string(t), Guest: v.Session.ID == 0,
	}
	for i, e := range examples {
		p.Sizes = append(p.Sizes, pageChoice{"?shape=" + e.shape().String(), site.Size(e.shape()), i == chosen})
	}
	var all []logic.Technique
	for _, group := range shelf {
		all = append(all, group.techniques...)
	}
	at := slices.Index(all, t)
	if at > 0 {
		link := v.linkTo(all[at-1])
		p.Previous = &link
	}
	if at+1 < len(all) {
		link := v.linkTo(all[at+1])
		p.Next = &link
	}
	return v.Render(http.StatusOK, templates, site.View{
		Template: "technique.html", Title: v.Technique(t), Description: p.Summary, Script: "steps.js", Body: p,
	})
}

// smallPuzzles are 6×6 puzzles that need the techniques a player learns first. A pattern is easier to see among 36 cells.
var smallPuzzles = map[logic.Technique]string{
	logic.NakedSingle:  "4.6....2....16.......5..54...1.....3",
	logic.HiddenSingle: "..2..33...4..1...4.6............4.62",
	logic.Pointing:     "..64...1...3.5...6...5.........2..15",
	logic.Claiming:     "..52..4..5.6........3...3....4.1..2.",
	logic.NakedPair:    "...5....2..4..3...65.4.........1.6..",
	logic.HiddenPair:   "......6.4.1......5..234.241.........",
	logic.XWing:        "..4...51.........5....424.....65.3..",
}

// example is a position in which the step of a technique is the next.
type example struct {
	state logic.State
	step  logic.Step
}

func (e example) shape() sudoku.Shape { return e.state.Grid.Shape() }

// examplesOf returns the examples of a technique, the easiest to see first, each of another shape.
func examplesOf(t logic.Technique) (all []example) {
	if text := smallPuzzles[t]; text != "" {
		puzzle, err := sudoku.Parse(text)
		if err != nil {
			panic("the small example of " + string(t) + ": " + err.Error())
		}
		state := logic.NewState(puzzle)
		path, _ := logic.Path(puzzle)
		for _, step := range path {
			if step.Technique == t {
				all = append(all, example{state, step})
				break
			}
			state = state.Apply(step)
		}
	}
	state, step, _ := t.Example()
	return append(all, example{state, step})
}

// walk goes through an example of a technique as a solver does: the houses to look at, the pattern in them, and its
// conclusion.
func (v visit) walk(t logic.Technique, e example) *stepper {
	state, step := e.state, e.step
	whole := picture.Diagram{Clues: state.Clues(), Grid: state.Grid, Marks: state.Marks}.Showing(step)
	pattern := whole
	pattern.Placements, pattern.Eliminations = nil, nil
	where := pattern
	where.Pattern, where.Extras, where.Links, where.Cover, where.Wrong = nil, nil, nil, nil, sudoku.Cells{}
	hint := play.Hint{Level: play.HintTechnique, Kind: step.Kind(), Technique: t, Digits: step.Digits, Where: step.Where()}
	if step.Kind() == logic.Refutation {
		hint.Suppose = step.Eliminations[0]
		where.Houses, where.Pattern = nil, []sudoku.Candidate{hint.Suppose}
	}
	orders := play.Hint{Level: play.HintApply, Step: step}
	boards := []struct {
		name, reason string
		board        picture.Diagram
	}{
		{"look", v.Hint(hint), where},
		{"pattern", v.Reasons(step, state), pattern},
		{"conclusion", v.Hint(orders), whole},
	}
	s := &stepper{Address: "techniques/" + string(t) + "?shape=" + e.shape().String() + "&", First: 1, Last: len(boards)}
	for _, b := range boards {
		s.Lines = append(s.Lines, stepLine{Name: v.Text("page.techniques."+b.name, nil)})
	}
	s.moments = func(from, to int) (moments []moment, err error) {
		for i := from; i <= to; i++ {
			b := boards[i-1]
			moments = append(moments, moment{Number: i, Label: v.label(i, s.Last), Line: s.Lines[i-1], Reason: b.reason, Drawing: v.draw(b.board)})
		}
		return moments, nil
	}
	return s
}
