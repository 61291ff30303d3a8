package bot

import (
	"math"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// tierOption takes a tier, which people know by what it is called.
func tierOption() Option {
	o := Option{Name: "tier", Kind: TierOption}
	for _, t := range logic.Tiers {
		o.Choices = append(o.Choices, t.String())
	}
	return o
}

// tierLabel is a tier in a list: "Medium · hidden".
func (s speech) tierLabel(t logic.Tier) string {
	return s.Text("difficulty.label", locale.Args{"Difficulty": s.Difficulty(t), "Tier": s.Tier(t)})
}

// introduction says how hard a puzzle is and where it comes from, below a title that has the word
// for its tier: "X-Wing, about 12 minutes. By Ann, 24 clues".
func (s speech) introduction(p archive.Puzzle, clues sudoku.Grid) Text {
	credit := s.credit(p, clues)
	if p.Score <= 0 || p.Hardest == "" { // not rated
		return credit
	}
	return s.Say("difficulty.introduction", locale.Args{
		"Technique": s.Technique(p.Hardest), "Time": s.about(p.Score), "Credit": credit,
	})
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
	return s.Text("span.hours-and-minutes", locale.Args{"Hours": hours, "Minutes": s.Count("span.minutes", minutes%60, nil)})
}
