package pages

import (
	"crypto/rand"
	"net/http"

	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/bot/web/site"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/logic"
)

// techniquesPage is the body of the list of techniques.
type techniquesPage struct {
	Tiers []tierLine
}

type tierLine struct {
	Name       string
	Techniques []techniqueLink
}

type techniqueLink struct{ Key, Name string }

// techniques lists all techniques, by tier.
func (v visit) techniques() error {
	var p techniquesPage
	for _, tier := range logic.Tiers {
		line := tierLine{Name: v.Difficulty(tier)}
		for _, t := range logic.Techniques {
			if t.Tier() == tier {
				line.Techniques = append(line.Techniques, techniqueLink{string(t), v.Technique(t)})
			}
		}
		p.Tiers = append(p.Tiers, line)
	}
	return v.render(http.StatusOK, "techniques.html", v.Text("page.techniques.title", nil), p)
}

// techniquePage is the body of the page of one technique.
type techniquePage struct {
	Tier, Lesson string
	Step         string   // of the example
	Drawing      *drawing // of the example; nil without one
	ID           string   // of the operation
	Key          string
	Practise     string
	Next         *techniqueLink // nil: it is the last
}

// technique explains one technique, with an example on a board.
func (v visit) technique() error {
	t, err := logic.ParseTechnique(v.R.PathValue("technique"))
	if err != nil {
		return site.ErrNotFound
	}
	p := techniquePage{
		Tier: v.Text("page.techniques.tier", locale.Args{"Tier": v.Difficulty(t.Tier())}), Lesson: v.Lesson(t),
		ID: rand.Text(), Key: string(t), Practise: v.Text("page.techniques.practise", locale.Args{"Technique": v.Technique(t)}),
	}
	if state, step, ok := t.Example(); ok {
		p.Step = v.Reasons(step, state)
		p.Drawing = v.draw(picture.Diagram{Clues: state.Clues(), Grid: state.Grid, Marks: state.Marks}.Showing(step))
	}
	for i, other := range logic.Techniques[:len(logic.Techniques)-1] {
		if other == t {
			next := logic.Techniques[i+1]
			p.Next = &techniqueLink{string(next), v.Technique(next)}
		}
	}
	return v.render(http.StatusOK, "technique.html", v.Technique(t), p)
}
