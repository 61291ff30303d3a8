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
		"simple-colouring", "multi-colouring", "x-chain", "xy-chain", "nice-loop", "aic", "grouped-aic",
	}},
	{logic.TierGuessing, "sets", []logic.Technique{"sue-de-coq", "als-xz", "doubly-linked-als-xz", "als-xy-wing", "als-chain", "death-blossom", "als-aic"}},
	{logic.TierGuessing, "last", []logic.Technique{logic.Contradiction}},
}

// of lists the techniques of a tier.
func of(tier logic.Tier) []logic.Technique {
	return slices.DeleteFunc(slices.Clone(logic.Techniques), func(t logic.Technique) bool { return t.Tier() != tier })
}

// techniquesPage is the body of the list of techniques.
type techniquesPage struct{ Tiers []tierPart }

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
	Steps                 *stepper // through the example
	ID                    string   // of the operation
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
	steps, query := v.example(t), v.R.URL.Query()
	if err := v.open(steps); err != nil {
		return err
	}
	if query.Has(boardsOnly) {
		return v.sendMoments(steps)
	}
	p := techniquePage{
		Tier: v.Difficulty(t.Tier()), Summary: v.Summary(t), Lesson: v.Lesson(t), Dots: int(t.Tier()), Steps: steps, ID: rand.Text(), Key: string(t), Guest: v.Session.ID == 0,
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

// example goes through the example of a technique as a solver does: the houses to look at, the pattern in them, and its
// conclusion.
func (v visit) example(t logic.Technique) *stepper {
	state, step, _ := t.Example()
	whole := picture.Diagram{Clues: state.Clues(), Grid: state.Grid, Marks: state.Marks}.Showing(step)
	pattern := whole
	pattern.Placements, pattern.Eliminations = nil, nil
	where := pattern
	where.Pattern, where.Links, where.Cover, where.Wrong = nil, nil, nil, sudoku.Cells{}
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
	s := &stepper{Address: "techniques/" + string(t) + "?", First: 1, Last: len(boards)}
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
