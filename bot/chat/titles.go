package chat

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// TitleOf names a game and how hard it is: "Daily #12 (Medium) · Thu 5 Mar 2026".
func (s Speech) TitleOf(game games.Game) string {
	if game.IsDaily() {
		return s.Text("title.daily", locale.Args{"Daily": Capital(s.NameOf(game)), "Day": s.Day(game.Date)})
	}
	if game.Party != 0 {
		return s.Text("title.together", locale.Args{"Game": Capital(s.ownName(game)), "Tier": s.Difficulty(game.Tier)})
	}
	if game.Race != 0 {
		return s.Text("title.race-game", locale.Args{"Game": Capital(s.ownName(game)), "Tier": s.Difficulty(game.Tier)})
	}
	if game.Practice != "" {
		return s.Text("title.practice", locale.Args{"Technique": s.Technique(game.Practice), "Game": s.ownName(game), "Tier": s.Difficulty(game.Tier)})
	}
	return s.Text("title.own", locale.Args{"Game": Capital(s.NameOf(game)), "Tier": s.Difficulty(game.Tier)})
}

// DailyTitle names a daily that counts, how hard it is and its day.
func (s Speech) DailyTitle(number int, date calendar.Date, shape sudoku.Shape, tier logic.Tier) string {
	name := s.Text("name.daily-tier", locale.Args{"Daily": s.DailyName(number, shape), "Tier": s.Difficulty(tier)})
	return s.Text("title.daily", locale.Args{"Daily": Capital(name), "Day": s.Day(date)})
}

// openings is how many openings each tier has; each weekday has one.
const openings = 3

// Opening begins the post of a daily with a short sentence about its weekday or its difficulty. It is the same whenever the post
// is made again. The openings take turns, so that a weekday that always has the same tier repeats one after four weeks.
func (s Speech) Opening(date calendar.Date, tier logic.Tier) string {
	key := strings.ToLower(date.Weekday().String())
	if turn := date.Since(calendar.Date{Year: 2000, Month: time.January, Day: 1}) % (openings + 1); turn > 0 {
		key = fmt.Sprint(tier, "-", turn)
	}
	return s.Text("announcement.opening."+key, nil)
}

// NameOf names a game within a sentence: "daily #12 (Medium)", "daily #12 (Hard, extra)", "shidoku 1234". The number
// is that of the date, which has one daily that counts and extras of other tiers.
func (s Speech) NameOf(game games.Game) string {
	if game.IsDaily() {
		key := "name.daily-tier"
		if game.Extra {
			key = "name.daily-extra"
		}
		return s.Text(key, locale.Args{"Daily": s.DailyName(game.Number, game.Shape), "Tier": s.Difficulty(game.Tier)})
	}
	if game.Practice != "" {
		return s.Text("name.practice", locale.Args{"Game": s.ownName(game), "Technique": s.Technique(game.Practice)})
	}
	return s.ownName(game)
}

func (s Speech) ownName(game games.Game) string {
	if game.Pasted {
		return s.Text("name.pasted-game", locale.Args{"Shape": s.Shape(game.Shape)})
	}
	return s.Text("name.own", locale.Args{"Shape": s.Shape(game.Shape), "Number": game.Puzzle.ID})
}

// DailyName names a daily by its number.
func (s Speech) DailyName(number int, shape sudoku.Shape) string {
	return s.Text("name.daily-"+shape.String(), locale.Args{"Number": number})
}

// Credited adds a puzzle's name and its author to a text, if they are known.
func (s Speech) Credited(text Text, p library.Puzzle) Text {
	name, author := FromFile(p.Name), FromFile(p.Author)
	key := ""
	switch {
	case name != "" && author != "":
		key = "credit.name-and-author"
	case name != "":
		key = "credit.name"
	case author != "":
		key = "credit.author"
	default:
		return text
	}
	return s.Sentences(text, s.Say(key, locale.Args{"Name": Typed(name), "Author": Typed(author)}))
}

// OptionOfTier is an option for a tier, by its name.
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

// Introduction gives the difficulty and the source of a puzzle: "Medium: about 12 minutes. By Ann."
func (s Speech) Introduction(t logic.Tier, p library.Puzzle) Text {
	return s.Credited(Plain(s.Expected(t, p)), p)
}

// IntroductionOf introduces the puzzle of a game, with a note on extras, which do not count.
func (s Speech) IntroductionOf(game games.Game) Text {
	text := s.Introduction(game.Tier, game.Puzzle)
	if game.Extra {
		text = s.Sentences(text, s.Say("board.extra", nil))
	}
	return text
}

// Expected gives the difficulty of a puzzle, and nothing by which it could be found.
func (s Speech) Expected(t logic.Tier, p library.Puzzle) string {
	if p.Score <= 0 { // not rated
		return s.Text("difficulty.unrated", nil)
	}
	return s.Text("difficulty.introduction", locale.Args{"Difficulty": s.Difficulty(t), "Time": s.About(p.Score)})
}

// About writes expected seconds as a rounded time, no more exact than the estimate: "40 seconds", "12 minutes", "35 minutes",
// "1 hour and 20 minutes", "3 hours".
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

// Between writes a range of times, the unit once if it is the same: "between 6 and 12 minutes".
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
