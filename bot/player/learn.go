package player

import (
	"context"
	"fmt"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/bot/outbox"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/rating/depth"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/solver/unavoidable"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// DifficultyCommand is /difficulty.
func DifficultyCommand() handler.Handler {
	return handler.Handler{
		Name: "difficulty", Alias: "rate",
		Options: []chat.Option{{Name: "puzzle", Kind: chat.TextOption, Narrow: true}},
		Example: []chat.Given{{Name: "puzzle", Value: "today"}}, Answer: difficulty,
	}
}

// TechniqueCommand is /technique.
func TechniqueCommand() handler.Handler {
	return handler.Handler{
		Name: "technique", Options: []chat.Option{techniqueOption("name")},
		Example: []chat.Given{{Name: "name", Value: "x-wing"}}, Answer: technique,
	}
}

func difficulty(ctx context.Context, env *handler.Env, q handler.Query) (chat.Reply, error) {
	name, clues, err := meant(ctx, env, q)
	if err != nil {
		return chat.Reply{}, err
	}
	_, words, err := ratingInWords(ctx, env, q, clues)
	if err != nil {
		return chat.Reply{}, err
	}
	reply := chat.Private(q.Text("title.difficulty", locale.Args{"Puzzle": name}), chat.Plain(words))
	text := strings.TrimSpace(q.Option("puzzle"))
	if pasted := text != "" && !chat.IsTimeWord(text, "today") && !chat.IsTimeWord(text, "current"); pasted {
		start, unread := handler.ReadPuzzle(q, text)
		if unread == nil {
			reply.Screen.Body = withMarks(q, start, words)
		}
		reply.Screen.Rows, err = playButtons(ctx, env, q, clues)
	}
	return reply, err
}

// meant returns the puzzle that a request is about, and its name.
func meant(ctx context.Context, env *handler.Env, q handler.Query) (name string, clues sudoku.Grid, err error) {
	switch text := strings.TrimSpace(q.Option("puzzle")); {
	case chat.IsTimeWord(text, "today"):
		return todays(ctx, env, q)
	case chat.IsTimeWord(text, "current"):
		game, err := q.Game(ctx, env, q)
		return q.NameOf(game), game.Clues, err
	case text == "":
		game, err := q.Game(ctx, env, q)
		if handler.IsRefusal(err) { // no game: the question must be about the daily
			return todays(ctx, env, q)
		}
		return q.NameOf(game), game.Clues, err
	default:
		clues, err := games.ReadClues(text)
		if err != nil {
			return "", clues, chat.Refuse("refusal.pasted", locale.Args{"Reason": q.Unread(err)})
		}
		return q.Text("name.pasted", nil), clues, nil
	}
}

func todays(ctx context.Context, env *handler.Env, q handler.Query) (string, sudoku.Grid, error) {
	s, err := env.Schedule(ctx, q.Place.GuildID)
	if err != nil {
		return "", sudoku.Grid{}, err
	}
	var daily daily.Daily
	if daily, err = env.DailyOf(ctx, s.Guild, s.Today(env.Config.Now())); err != nil {
		return "", sudoku.Grid{}, err
	}
	if s.Rules.Sealed {
		return "", sudoku.Grid{}, outbox.SealedToday(q, daily)
	}
	name := q.Text("name.daily-of", locale.Args{"Daily": q.DailyName(daily.Number, daily.Shape), "Day": q.Day(daily.Date)})
	return name, daily.Clues(), nil
}

// ratingInWords rates a puzzle, and describes the rating. Beyond the tiers, whose techniques are all counted, it counts the
// techniques of the player's hints.
func ratingInWords(ctx context.Context, env *handler.Env, q handler.Query, clues sudoku.Grid) (r rating.Rating, words string, err error) {
	if r, err = rating.Rate(clues); err != nil {
		if reason, ok := q.Error(unavoidable.Reason(clues, err)); ok { // which the player can fix
			err = chat.Refuse("refusal.puzzle", locale.Args{"Puzzle": chat.Quoted(clues.String()), "Reason": reason})
		}
		return r, "", err
	}
	key, hardest, counts, class := "difficulty.rating", r.Hardest, r.Counts.All(), ""
	if r.Tier == logic.TierGuessing {
		settings, err := env.Store.Settings(ctx, q.Player.ID)
		if err != nil {
			return r, "", err
		}
		climb, err := logic.ClimbOf(clues, settings.Without()...)
		if err != nil {
			return r, "", err
		}
		key, hardest, counts = "difficulty.ladder", climb.Hardest, climb.Rounds.All()
		if class, err = classInWords(q.Speech, clues); err != nil {
			return r, "", err
		}
	}
	var needs []string
	for technique, n := range counts {
		needs = append(needs, q.Text("difficulty.count", locale.Args{"N": n, "Technique": q.Technique(technique)}))
	}
	return r, q.Text(key, locale.Args{
		"Difficulty": q.Difficulty(r.Tier), "Time": q.About(r.Score), "Range": q.Between(r.Low, r.High), "Hardest": q.Technique(hardest),
		"Needs": q.Commas(needs), "Below": q.Difficulty(logic.TierXWing), "Certificate": q.Certificate(r.Certificate), "Class": class,
	}), nil
}

// classPlacements take less than a second. The class of most puzzles takes a hundredth of that.
const classPlacements = 10_000_000

// classInWords describes the class of a puzzle of the last tier.
func classInWords(s chat.Speech, clues sudoku.Grid) (string, error) {
	classified, err := depth.ClassWithin(clues, classPlacements)
	switch class := classified.Class; {
	case err != nil:
		return "", err
	case class.AtLeast:
		class.AtLeast = false // the words have it
		return s.Text("difficulty.class-or-higher", locale.Args{"Class": class.String()}), nil
	default:
		return s.Count(fmt.Sprint("difficulty.class-", class.Depth), class.Length, locale.Args{"Class": class.String()}), nil
	}
}

func technique(_ context.Context, env *handler.Env, q handler.Query) (chat.Reply, error) {
	name := strings.TrimSpace(q.Option("name"))
	if name == "" {
		return chat.Private(q.Text("title.techniques", nil), techniques(q.Speech)), nil
	}
	t, err := q.ParseTechnique(name)
	if err != nil {
		return chat.Reply{}, err
	}
	state, step, _ := t.Example()
	board := picture.Diagram{Title: q.Technique(t), Clues: state.Clues(), Grid: state.Grid, Marks: state.Marks}
	title := q.Text("title.technique", locale.Args{"Technique": q.Technique(t), "Tier": q.Difficulty(t.Tier())})
	body := q.Text("technique-lesson", locale.Args{"Lesson": q.Lesson(t), "Step": q.Reasons(step, state)})
	reply := q.WithBoard(chat.Private(title, chat.Plain(body)), board.Showing(step))
	reply.Screen.Rows = chat.Buttons(chat.Button{Label: q.Text("button.practise", nil), Press: chat.Press{Verb: chat.StartPractice, Argument: string(t)}})
	return reply, nil
}

// techniques lists all techniques, a tier a line.
func techniques(s chat.Speech) chat.Text {
	var lines []chat.Text
	for _, tier := range logic.Tiers {
		var names []string
		for _, t := range logic.Techniques {
			if t.Tier() == tier {
				names = append(names, s.Technique(t))
			}
		}
		lines = append(lines, s.Say("techniques.tier", locale.Args{"Tier": s.Difficulty(tier), "Names": s.Commas(names)}))
	}
	lines = append(lines, s.Say("techniques.more", locale.Args{"Technique": chat.Mention("technique")}))
	return chat.Join("\n", lines...)
}
