package web

import (
	"crypto/rand"
	"net/http"

	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/explain"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/logic"
)

// techniquesPage is the body of the list of techniques.
type techniquesPage struct {
	Intro string
	Tiers []tierLine
}

// tierLine is a tier with its techniques.
type tierLine struct {
	Name       string
	Techniques []techniqueLink
}

type techniqueLink struct{ Key, Name string }

// techniques lists all techniques, by tier.
func (v *visit) techniques() error {
	w := explain.In(v.words)
	p := techniquesPage{Intro: v.Text("page.techniques.intro", nil)}
	for _, tier := range logic.Tiers {
		line := tierLine{Name: w.Difficulty(tier)}
		for _, t := range logic.Techniques {
			if t.Tier() == tier {
				line.Techniques = append(line.Techniques, techniqueLink{string(t), w.Technique(t)})
			}
		}
		p.Tiers = append(p.Tiers, line)
	}
	return v.render(http.StatusOK, "techniques.html", v.Text("page.techniques.title", nil), p)
}

// techniquePage is the body of the page of one technique.
type techniquePage struct {
	Tier, Lesson  string
	Example, Step string
	Drawing       *drawing // of the example; nil without one
	ID            string   // of the operation
	Key           string
	Practise      string
	All           string
	Next          *techniqueLink // nil: it is the last
}

// technique explains one technique, with a board that has a step of it.
func (v *visit) technique() error {
	t, err := logic.ParseTechnique(v.r.PathValue("technique"))
	if err != nil {
		return errNotFound
	}
	w := explain.In(v.words)
	p := techniquePage{
		Tier: v.Text("page.techniques.tier", locale.Args{"Tier": w.Difficulty(t.Tier())}), Lesson: w.Lesson(t),
		Example: v.Text("page.techniques.example", nil), ID: rand.Text(), Key: string(t),
		Practise: v.Text("page.techniques.practise", locale.Args{"Technique": w.Technique(t)}), All: v.Text("page.techniques.title", nil),
	}
	if state, step, ok := t.Example(); ok {
		p.Step = w.Reasons(step, state)
		p.Drawing = v.drawn(picture.Board{Clues: state.Grid, Grid: state.Grid, Marks: state.Marks}.Showing(step))
	}
	for i, other := range logic.Techniques[:len(logic.Techniques)-1] {
		if other == t {
			next := logic.Techniques[i+1]
			p.Next = &techniqueLink{string(next), w.Technique(next)}
		}
	}
	return v.render(http.StatusOK, "technique.html", w.Technique(t), p)
}

// drawn draws a board in the visitor's language.
func (v *visit) drawn(b picture.Board) *drawing { return draw(v.words.Tag(), b) }
