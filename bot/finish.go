package bot

import (
	"context"
	"fmt"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive"
)

// finish ends a solved game: the player learns time, rank and streak, the others who
// solved what in which time.
func (b *Bot) finish(ctx context.Context, game archive.Game) (Reply, error) {
	result, err := b.store.Finish(ctx, game)
	if err != nil {
		return Reply{}, err
	}
	solved := fmt.Sprintf("%s in %s%s", nameOf(game), elapsed(result.Elapsed), helped(result))
	text := fmt.Sprintf("Correct! You solved %s.", solved)
	public := fmt.Sprintf("%s solved %s", called(game.Player), solved)
	leaderboard := Button{Label: "Leaderboard", Command: "leaderboard"}
	if game.IsDaily() {
		leaderboard.Options = map[string]string{"date": game.Date.String()} // not always today's
		place, streak, err := b.standing(ctx, game, result)
		if err != nil {
			return Reply{}, err
		}
		text += fmt.Sprintf(" That is %s. %s", place, streak)
		public += ", " + place
	}
	reply := boardReply(game, "%s", text)
	reply.Public = public + "."
	reply.Buttons = []Button{leaderboard}
	return reply, nil
}

// standing says the rank of a result among the same daily's, and the player's streak.
func (b *Bot) standing(ctx context.Context, game archive.Game, result archive.Result) (place, streak string, err error) {
	results, err := b.store.DailyResults(ctx, game.GuildID, game.Date)
	if err != nil {
		return "", "", err
	}
	same := 0
	for _, other := range results {
		if other.Shape == result.Shape && other.Tier == result.Tier {
			same++
		}
	}
	streak, err = b.streakOf(ctx, game.Player.ID, game.GuildID)
	return fmt.Sprintf("%s of %d", ordinal(result.Rank), max(same, result.Rank)), streak, err
}

// helped says what help a result had: ", 2 hints, 1 check".
func helped(result archive.Result) string {
	var parts []string
	if result.Hints > 0 {
		parts = append(parts, ", "+count(result.Hints, "hint"))
	}
	if result.Checks > 0 {
		parts = append(parts, ", "+count(result.Checks, "check"))
	}
	return strings.Join(parts, "")
}
