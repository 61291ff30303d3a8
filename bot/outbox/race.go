package outbox

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/locale"
)

// raceStanding says how a race stands, or how it ended: who is first, and how far the others are.
func raceStanding(s chat.Speech, d games.Duel, sides []side) []chat.Text {
	args := locale.Args{"Player": s.PlayerPart(d.Challenger), "Puzzle": duelPuzzle(s, d), "Join": raceByNumber(d)}
	first := s.Say("race.state."+string(d.State), args)
	if d.Rated && d.IsOpen() {
		first = s.Sentences(first, s.Say("race.rated", nil))
	}
	lines := []chat.Text{first}
	slices.SortStableFunc(sides, func(a, b side) int { return cmp.Or(compareSides(a, b), cmp.Compare(b.placed(), a.placed())) })
	place := 0
	for i, one := range sides {
		if i == 0 || compareSides(sides[i-1], one) != 0 {
			place = i + 1
		}
		mark := bar(one)
		if one.solved() {
			mark = podium(s, place)
		}
		lines = append(lines, chat.Join(" ", chat.Plain(mark), sideLine(s, one)))
	}
	return lines
}

// raceByNumber is the command that opens a player's board in a race, for prompts, which have no buttons.
func raceByNumber(d games.Duel) chat.Part {
	return chat.Asking("race", chat.Given{Name: "number", Value: strconv.FormatInt(d.ID, 10)})
}

// podium is the mark of a place.
func podium(s chat.Speech, place int) string {
	if medals := []string{"🥇", "🥈", "🥉"}; place <= len(medals) {
		return medals[place-1]
	}
	return s.Ordinal(place)
}

// barCells is how long the bars of a race are.
const barCells = 8

// bar draws how far a player is, as the digits say it too.
func bar(one side) string {
	full := barCells * one.placed() / max(one.of(), 1)
	return strings.Repeat("▰", full) + strings.Repeat("▱", barCells-full)
}
