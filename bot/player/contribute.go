package player

import (
	"context"
	"errors"
	"unicode/utf8"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/submissions"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/rating"
)

// ContributeCommand is /contribute.
func ContributeCommand() handler.Handler {
	return handler.Handler{
		Name: "contribute",
		Options: []chat.Option{
			{Name: handler.PuzzleOption, Kind: chat.TextOption, Narrow: true},
			{Name: "name", Kind: chat.TextOption},
			{Name: "credit", Kind: chat.ChoiceOption, Choices: []string{"yes", "no"}},
		},
		Prepare: handler.Writes, Example: []chat.Given{{Name: handler.PuzzleOption, Value: "6.43...3.........141.6..........253."}}, Answer: contribute,
	}
}

// maxName is how many characters the name of a puzzle may have that is handed in.
const maxName = 60

// contribute hands in a puzzle, or lists those that the player has handed in here.
func contribute(ctx context.Context, env *handler.Env, q handler.Query) (chat.Reply, error) {
	guild, err := env.Store.Guild(ctx, q.Place.GuildID)
	switch {
	case err != nil:
		return chat.Reply{}, err
	case q.Option(handler.PuzzleOption) == "":
		return contributed(ctx, env, q, guild)
	}
	start, err := handler.ReadPuzzle(q, q.Option(handler.PuzzleOption))
	if err != nil {
		return chat.Reply{}, err
	}
	w := submissions.Wish{Clues: start.Clues, Name: chat.OneLine(q.Option("name")), Language: q.Language}
	if utf8.RuneCountInString(w.Name) > maxName {
		return chat.Reply{}, chat.Refuse("refusal.long-name", locale.Args{"Most": maxName})
	}
	switch q.Option("credit") {
	case "yes":
		w.Credit = chat.FromFile(q.Player.Name)
	case "", "no":
	default:
		return chat.Reply{}, q.RefuseGiven("credit")
	}
	n, err := env.Store.Submit(ctx, q.Player, guild, w)
	if err != nil {
		return chat.Reply{}, notTaken(q, w, err)
	}
	rated, err := rating.Rate(n.Clues)
	if err != nil {
		return chat.Reply{}, err
	}
	key := "contribute.done"
	if w.Credit != "" {
		key = "contribute.done-credited"
	}
	body := q.Say(key, locale.Args{
		"Difficulty": q.Difficulty(rated.Tier), "Time": q.About(rated.Score), "Contribute": chat.Mention("contribute"), "Name": chat.Typed(w.Credit),
	})
	board := picture.Diagram{Title: q.Difficulty(rated.Tier), Clues: n.Clues, Grid: n.Clues}
	return q.WithBoard(chat.Private(q.Text("title.contribute", nil), body), board), nil
}

// notTaken is the refusal of a puzzle that was not taken, by the error of the archive; other errors are returned unchanged.
func notTaken(q handler.Query, w submissions.Wish, err error) error {
	if redundant, ok := errors.AsType[*submissions.NotMinimalError](err); ok {
		return chat.Refuse("refusal.not-minimal", locale.Args{"Cell": redundant.Clue.Cell.String(), "Digit": redundant.Clue.Digit.String()})
	}
	for _, refused := range []struct {
		err error
		key string
	}{
		{submissions.ErrNotTaken, "refusal.not-taken"}, {submissions.ErrHidden, "refusal.contribute-hidden"},
		{submissions.ErrManyOpen, "refusal.many-contributed"}, {submissions.ErrWaiting, "refusal.many-waiting"},
		{submissions.ErrShape, "refusal.contribute-shidoku"}, {submissions.ErrKnown, "refusal.known-puzzle"}, {submissions.ErrOwn, "refusal.contributed"},
	} {
		if errors.Is(err, refused.err) {
			return chat.Refuse(refused.key, locale.Args{
				"Most": submissions.MaxOpen, "Contribute": chat.Mention("contribute"), "Submissions": chat.Mention("submissions"),
				"Settings": chat.Asking("settings", chat.Chosen("name", "shown")),
			})
		}
	}
	return handler.NotPlayable(q, w.Clues, err)
}

// shownContributed is how many of the puzzles that a player has handed in are listed.
const shownContributed = 10

func contributed(ctx context.Context, env *handler.Env, q handler.Query, guild daily.Guild) (chat.Reply, error) {
	all, err := env.Store.SubmissionsOf(ctx, q.Player.ID, guild.ID, shownContributed)
	if err != nil {
		return chat.Reply{}, err
	}
	var lines []chat.Text
	switch guild.Submissions {
	case daily.NoSubmissions:
		lines = append(lines, q.Say("refusal.not-taken", locale.Args{"Submissions": chat.Mention("submissions")}))
	case daily.MinimalSubmissions:
		lines = append(lines, q.Say("contribute.how-minimal", nil))
	default:
		lines = append(lines, q.Say("contribute.how", nil))
	}
	if len(all) == 0 {
		lines = append(lines, q.Say("contribute.none", nil))
	}
	for _, n := range all {
		lines = append(lines, q.Contributed(n))
	}
	return chat.Private(q.Text("title.contribute", nil), chat.Join("\n", lines...)), nil
}
