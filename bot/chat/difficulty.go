package chat

import (
	"math"
	"strconv"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/logic"
)

// OptionOfTier takes a tier, which people know by what it is called.
func OptionOfTier() Option {
	o := Option{Name: "tier", Kind: TierOption}
	for _, t := range logic.Tiers {
		o.Choices = append(o.Choices, t.String())
	}
	return o
}

// TierLabel is a tier in a list: "Medium · hidden".
func (s Speech) TierLabel(t logic.Tier) string {
	return s.Text("difficulty.label", locale.Args{"Difficulty": s.Difficulty(t), "Tier": s.Tier(t)})
}

// Introduction says how hard a puzzle is and where it comes from: "Medium: about 12 minutes. By Ann."
func (s Speech) Introduction(t logic.Tier, p library.Puzzle) Text {
	return s.Credited(Plain(s.Expected(t, p)), p)
}

// IntroductionOf introduces the puzzle of a game, and says of an extra that it does not count.
func (s Speech) IntroductionOf(game games.Game) Text {
	text := s.Introduction(game.Tier, game.Puzzle)
	if game.Extra {
		text = s.Sentences(text, s.Say("board.extra", nil))
	}
	return text
}

// Expected says how hard a puzzle is, and nothing by which it could be found.
func (s Speech) Expected(t logic.Tier, p library.Puzzle) string {
	if p.Score <= 0 { // not rated
		return s.Text("difficulty.unrated", nil)
	}
	return s.Text("difficulty.introduction", locale.Args{"Difficulty": s.Difficulty(t), "Time": s.About(p.Score)})
}

// About writes expected seconds as people say a time, no more exactly than anyone knows it: "40
// seconds", "12 minutes", "35 minutes", "1 hour and 20 minutes", "3 hours".
func (s Speech) About(seconds float64) string {
	if minutes, ok := wholeMinutes(seconds); ok {
		return s.Count("span.minutes", minutes, nil)
	}
	switch {
	case seconds < 55:
		return s.Count("span.seconds", 10*rounded(seconds, 10), nil)
	case seconds < 175*60:
		return s.hoursAndMinutes(10 * rounded(seconds, 600))
	}
	return s.Count("span.hours", rounded(seconds, 3600), nil)
}

// wholeMinutes rounds a time that is written in minutes alone.
func wholeMinutes(seconds float64) (minutes int, ok bool) {
	switch {
	case seconds < 55 || seconds >= 57.5*60:
		return 0, false
	case seconds < 20.5*60:
		return rounded(seconds, 60), true
	}
	return 5 * rounded(seconds, 300), true
}

// rounded is how many of a unit a time has, at least 1.
func rounded(seconds, unit float64) int { return max(1, int(math.Round(seconds/unit))) }

// Between writes from where to where times go, the unit once if it is the same: "between 6 and 12 minutes".
func (s Speech) Between(low, high float64) string {
	from, to := s.About(low), s.About(high)
	if minutes, ok := wholeMinutes(low); ok {
		if _, same := wholeMinutes(high); same {
			from = strconv.Itoa(minutes)
		}
	}
	return s.Text("span.between", locale.Args{"Low": from, "High": to})
}

func (s Speech) hoursAndMinutes(minutes int) string {
	hours := s.Count("span.hours", minutes/60, nil)
	if minutes%60 == 0 {
		return hours
	}
	return s.Text("span.hours-and-minutes", locale.Args{"Hours": hours, "Minutes": s.Count("span.minutes", minutes%60, nil)})
}
