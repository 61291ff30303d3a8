package bot

import (
	"context"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/solver/unavoidable"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func difficultyCommand() handler {
	return handler{
		name:    "difficulty",
		options: []Option{{Name: "puzzle", Kind: TextOption}},
		example: []Given{{Name: "puzzle", Value: "today"}}, answer: (*Bot).difficulty,
	}
}

func techniqueCommand() handler {
	return handler{
		name: "technique", options: []Option{techniqueOption("name")},
		example: []Given{{Name: "name", Value: "x-wing"}}, answer: (*Bot).technique,
	}
}

func (b *Bot) difficulty(ctx context.Context, q query) (Reply, error) {
	name, clues, err := b.meant(ctx, q)
	if err != nil {
		return Reply{}, err
	}
	rated, err := rating.Rate(clues)
	if err != nil {
		return Reply{}, q.notRated(clues, err)
	}
	reply := private(q.Text("title.difficulty", locale.Args{"Puzzle": name}), Plain(q.rating(rated)))
	if q.pastes() {
		reply.Screen.Rows, err = b.playButtons(ctx, q, clues)
	}
	return reply, err
}

// pastes reports whether the puzzle that a request is about stands in it.
func (q query) pastes() bool {
	text := strings.TrimSpace(q.option("puzzle"))
	return text != "" && !isTimeWord(text, "today") && !isTimeWord(text, "current")
}

// notRated is the error of a puzzle that cannot be rated, where the player can do something
// about it.
func (q query) notRated(clues sudoku.Grid, err error) error {
	text, ok := q.Error(unavoidable.Reason(clues, err))
	if !ok {
		return err
	}
	return refuse("refusal.puzzle", locale.Args{"Puzzle": quoted(clues.String()), "Reason": text})
}

// meant returns the puzzle that a request is about, and its name.
func (b *Bot) meant(ctx context.Context, q query) (name string, clues sudoku.Grid, err error) {
	switch text := strings.TrimSpace(q.option("puzzle")); {
	case isTimeWord(text, "today"):
		return b.todays(ctx, q)
	case isTimeWord(text, "current"):
		game, err := b.current(ctx, q)
		return q.nameOf(game), game.Clues, err
	case text == "":
		game, err := b.current(ctx, q)
		if isRefusal(err) { // no game: the question must be about the daily
			return b.todays(ctx, q)
		}
		return q.nameOf(game), game.Clues, err
	default:
		clues, err := sudoku.Parse(text)
		if err != nil {
			reason, _ := q.Error(err)
			return "", clues, refuse("refusal.pasted", locale.Args{"Reason": reason})
		}
		return q.Text("name.pasted", nil), clues, nil
	}
}

func (b *Bot) todays(ctx context.Context, q query) (string, sudoku.Grid, error) {
	s, err := b.schedule(ctx, q.Place.GuildID)
	if err != nil {
		return "", sudoku.Grid{}, err
	}
	var daily daily.Daily
	if daily, err = b.store.Daily(ctx, s.Guild, s.Today(b.config.Now()), sudoku.Sudoku, 0); err != nil {
		return "", sudoku.Grid{}, err
	}
	if s.Rules.Sealed {
		return "", sudoku.Grid{}, q.sealedToday(daily)
	}
	name := q.Text("name.daily-of", locale.Args{"Daily": q.dailyName(daily.Number, daily.Shape), "Day": q.day(daily.Date)})
	return name, daily.Clues(), nil
}

// rating says how hard a puzzle is.
func (s speech) rating(r rating.Rating) string {
	var needs []string
	for technique, n := range r.Counts.All() {
		needs = append(needs, s.Text("difficulty.count", locale.Args{"N": n, "Technique": s.Technique(technique)}))
	}
	return s.Text("difficulty.rating", locale.Args{
		"Difficulty": s.Difficulty(r.Tier), "Time": s.about(r.Score), "Range": s.between(r.Low, r.High),
		"Hardest": s.Technique(r.Hardest), "Needs": s.commas(needs), "Certificate": s.Certificate(r.Certificate),
	})
}

func (b *Bot) technique(_ context.Context, q query) (Reply, error) {
	name := strings.TrimSpace(q.option("name"))
	if name == "" {
		return private(q.Text("title.techniques", nil), q.techniques()), nil
	}
	t, err := q.ParseTechnique(name)
	if err != nil {
		return Reply{}, err
	}
	state, step, _ := t.Example()
	board := picture.Board{Title: q.Technique(t), Clues: state.Grid, Grid: state.Grid, Marks: state.Marks}
	title := q.Text("title.technique", locale.Args{"Technique": q.Technique(t), "Tier": q.Difficulty(t.Tier())})
	body := q.Text("technique-lesson", locale.Args{"Lesson": q.Lesson(t), "Step": q.Reasons(step, state)})
	reply := q.withBoard(private(title, Plain(body)), board.Showing(step))
	reply.Screen.Rows = buttons(Button{Label: q.Text("button.practise", nil), Press: Press{Verb: StartPractice, Argument: string(t)}})
	return reply, nil
}

// techniques lists all techniques, a tier a line.
func (s speech) techniques() Text {
	var lines []Text
	for _, tier := range logic.Tiers {
		var names []string
		for _, t := range logic.Techniques {
			if t.Tier() == tier {
				names = append(names, s.Technique(t))
			}
		}
		lines = append(lines, s.Say("techniques.tier", locale.Args{"Tier": s.Difficulty(tier), "Names": s.commas(names)}))
	}
	lines = append(lines, s.Say("techniques.more", locale.Args{"Technique": command("technique")}))
	return join("\n", lines...)
}
