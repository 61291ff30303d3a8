package chat

import (
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/calendar"
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
	if game.Duel != 0 {
		return s.Text("title.duel-game", locale.Args{"Game": Capital(s.ownName(game)), "Tier": s.Difficulty(game.Tier)})
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
	return s.Text("name.own", locale.Args{"Shape": s.Shape(game.Shape), "Number": game.Puzzle.ID})
}

// DailyName names a daily by its number.
func (s Speech) DailyName(number int, shape sudoku.Shape) string {
	if shape == sudoku.Shidoku {
		return s.Text("name.daily-shidoku", locale.Args{"Number": number})
	}
	return s.Text("name.daily", locale.Args{"Number": number})
}

// Credited adds a puzzle's name and its author to a text, where they are known.
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
