package bot

import (
	"math"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/logic"
)

// tierOption takes a tier, which people know by what it is called.
func tierOption() Option {
	o := Option{Name: "tier", Kind: TierOption}
	for _, t := range logic.Tiers {
		o.Choices = append(o.Choices, t.String())
	}
	return o
}

// labels returns the choices of an option as people read them, nil where they stand as they are.
func (s speech) labels(o Option) []string {
	if o.Kind != TierOption {
		return nil
	}
	var labels []string
	for _, choice := range o.Choices {
		if t, err := logic.ParseTier(choice); err == nil {
			labels = append(labels, s.tierLabel(t))
		}
	}
	return labels
}

// tierLabel is a tier in a list: "Medium · hidden".
func (s speech) tierLabel(t logic.Tier) string {
	return s.Text("difficulty.label", locale.Args{"Difficulty": s.Difficulty(t), "Tier": s.Tier(t)})
}

// subtitle says what stands below the title of a puzzle: the hardest technique that it needs, and
// how long people take: "X-Wing, about 12 minutes". It is empty where neither is known.
func (s speech) subtitle(p archive.Puzzle) string {
	if p.Score <= 0 || p.Hardest == "" {
		return ""
	}
	return s.Text("difficulty.subtitle", locale.Args{"Technique": s.Technique(p.Hardest), "Time": s.about(p.Score)})
}

// about writes expected seconds as people say a time, no more exactly than anyone knows it: "40
// seconds", "12 minutes", "35 minutes", "1 hour and 20 minutes", "3 hours".
func (s speech) about(seconds float64) string {
	to := func(unit float64) int { return max(1, int(math.Round(seconds/unit))) }
	switch minutes := seconds / 60; {
	case seconds < 55:
		return s.Count("span.seconds", 10*to(10), nil)
	case minutes < 20.5:
		return s.Count("span.minutes", to(60), nil)
	case minutes < 57.5:
		return s.Count("span.minutes", 5*to(300), nil)
	case minutes < 175:
		return s.hoursAndMinutes(10 * to(600))
	}
	return s.Count("span.hours", to(3600), nil)
}

func (s speech) hoursAndMinutes(minutes int) string {
	hours := s.Count("span.hours", minutes/60, nil)
	if minutes%60 == 0 {
		return hours
	}
	return s.List([]string{hours, s.Count("span.minutes", minutes%60, nil)})
}
