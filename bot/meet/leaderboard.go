package meet

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/bot/outbox"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// The choices of /leaderboard.
const (
	scopeHere   = "here"
	scopeGlobal = "global"
	anyHelp     = "any"
	withoutHelp = "without"
)

// LeaderboardCommand is /leaderboard.
func LeaderboardCommand() handler.Handler {
	return handler.Handler{
		Name: "leaderboard",
		Options: []chat.Option{
			{Name: "period", Kind: chat.ChoiceOption, Choices: []string{"week", "month", "year", "all"}},
			{Name: "help", Kind: chat.ChoiceOption, Choices: []string{anyHelp, withoutHelp}},
			{Name: "scope", Kind: chat.ChoiceOption, Choices: []string{scopeHere, scopeGlobal}},
			handler.ShapeOption(),
			{Name: "date", Kind: chat.DateOption},
		},
		Example: []chat.Given{{Name: "period", Value: "week"}}, Answer: leaderboard,
		Buttons: []handler.Button{{Verb: chat.ShowResults, Options: func(f chat.Fill) (map[string]string, bool) {
			date, shape, _ := strings.Cut(f.Press.Argument, "/") // of a leaderboard there is only the date
			return map[string]string{"date": date, "shape": shape}, true
		}}},
	}
}

// askedBoard is the leaderboard that a request asks for.
type askedBoard struct {
	date    calendar.Date
	ranking games.Ranking
	heading string // the key of the heading of the list of players
	global  bool
}

func leaderboard(ctx context.Context, env *handler.Env, q handler.Query) (chat.Reply, error) {
	asked, err := boardAsked(ctx, env, q)
	if err != nil {
		return chat.Reply{}, err
	}
	var body chat.Text
	if asked.global {
		body, err = globalBoard(ctx, env, q, asked)
	} else {
		body, err = guildBoard(ctx, env, q, asked)
	}
	return chat.Private(q.Text("title.leaderboard", nil), body), err
}

func boardAsked(ctx context.Context, env *handler.Env, q handler.Query) (asked askedBoard, err error) {
	s, err := env.Schedule(ctx, q.Place.GuildID)
	if err != nil {
		return asked, err
	}
	today := s.Today(env.Config.Now())
	if asked.date, err = env.Day(ctx, q, q.Option("date"), today); err != nil {
		return asked, err
	}
	asked.ranking = games.Ranking{GuildID: q.Place.GuildID, Viewer: q.Player.ID}
	if asked.ranking.Unaided, err = isSecond(q, "help", anyHelp, withoutHelp); err != nil {
		return asked, err
	}
	if asked.global, err = isSecond(q, "scope", scopeHere, scopeGlobal); err != nil {
		return asked, err
	}
	if _, asked.ranking.Shape, err = env.KindOn(ctx, q, s.Guild, asked.date); err != nil {
		return asked, err
	}
	period := cmp.Or(q.Option("period"), "month")
	if chat.Periods[period] == nil {
		return asked, q.RefuseGiven("period")
	}
	asked.ranking.Days = chat.Periods[period](today)
	if asked.heading = "standings." + period; asked.global {
		asked.heading = "global." + period
	}
	return asked, nil
}

// isSecond reports whether an option has the second of its two values; left out it has the first.
func isSecond(q handler.Query, option, first, second string) (bool, error) {
	switch q.Option(option) {
	case "", first:
		return false, nil
	case second:
		return true, nil
	default:
		return false, q.RefuseGiven(option)
	}
}

func guildBoard(ctx context.Context, env *handler.Env, q handler.Query, asked askedBoard) (chat.Text, error) {
	results, err := env.Store.DailyResults(ctx, q.Place.GuildID, asked.date, q.Player.ID)
	if err != nil {
		return nil, err
	}
	results = slices.DeleteFunc(results, func(r games.Result) bool { return r.Shape != asked.ranking.Shape })
	if asked.ranking.Unaided {
		results = chat.Unaided(results)
	}
	standings, err := env.Store.Leaderboard(ctx, asked.ranking)
	if err != nil {
		return nil, err
	}
	return chat.Join("\n\n", resultsInWords(q, asked, results), outbox.Standings(q, heading(q, asked), standings)), nil
}

// heading is the line above a list of players.
func heading(q handler.Query, asked askedBoard) chat.Text {
	which, shape := locale.Args{"Unaided": asked.ranking.Unaided}, asked.ranking.Shape.String()
	return q.Say(asked.heading, locale.Args{
		"Least": games.PaceLeast, "Solved": q.Text("standings.solved."+shape, which), "Which": q.Text("global.which."+shape, which),
	})
}

// resultsInWords lists the results of a date, each daily of it apart: the one that counts, then the extras.
func resultsInWords(q handler.Query, asked askedBoard, results []games.Result) chat.Text {
	day := q.Day(asked.date)
	if len(results) == 0 {
		none := "results.none"
		if asked.ranking.Unaided {
			none = "results.none-unaided"
		}
		return q.Say(none, locale.Args{"Day": day, "Shape": q.Shape(asked.ranking.Shape)})
	}
	var lines []chat.Text
	var own []int // the lines of the one who asks, each with its heading
	heading := 0
	for i, r := range results {
		if i == 0 || chat.DailyOf(r) != chat.DailyOf(results[i-1]) {
			heading = len(lines)
			key := "results.heading"
			if r.Extra {
				key = "results.heading-extra"
			}
			lines = append(lines, q.Say(key, locale.Args{"Day": day, "Shape": q.Shape(r.Shape), "Tier": q.Difficulty(r.Tier)}))
		}
		if outbox.IsOwn(q, r.Player) {
			own = append(own, heading, len(lines))
		}
		if line := resultLine(q, r); line != nil {
			lines = append(lines, line)
		}
	}
	return outbox.Shortened(q.Speech, lines, own...)
}

// resultLine is a result in a list, nil if there are too many better ones.
func resultLine(q handler.Query, r games.Result) chat.Text {
	args := locale.Args{"Place": q.Rank(r.Rank, r.Joint), "Player": q.Named(r.Player, r.Hidden), "Time": q.TimeOf(r), "Help": q.Helped(r)}
	switch {
	case r.Apart == games.TooQuick:
		return q.Say("results.too-quick", args)
	case r.Apart == games.Known:
		return q.Say("results.known", args)
	case r.HandedIn:
		return q.Say("results.handed-in", args)
	case r.Extra:
		return q.Say("results.extra", args)
	case r.Rank == 0:
		return q.Say("results.unranked", args)
	case r.Rank <= outbox.Places || outbox.IsOwn(q, r.Player):
		return q.Say("results.line", args)
	}
	return nil
}

// globalBoard shows the results of the global daily, and who of all guilds is quick for how hard their
// puzzles are. A player is named only on their own wish.
func globalBoard(ctx context.Context, env *handler.Env, q handler.Query, asked askedBoard) (chat.Text, error) {
	results, err := env.Store.GlobalResults(ctx, asked.date, asked.ranking.Shape, q.Player.ID)
	if err != nil {
		return nil, err
	}
	if asked.ranking.Unaided {
		results = chat.Unaided(results)
	}
	paces, err := env.Store.Paces(ctx, asked.ranking)
	if err != nil {
		return nil, err
	}
	board := pacesInWords(q, heading(q, asked), paces)
	if library.HasTiers(asked.ranking.Shape) { // others have no global daily
		board = chat.Join("\n\n", globalResults(q, asked.date, results), board)
	}
	note := q.Say("global.names", locale.Args{"Settings": chat.Asking("settings", chat.Chosen("name", "everywhere"))})
	return chat.Join("\n\n", board, note), nil
}

func globalResults(q handler.Query, date calendar.Date, results []games.Result) chat.Text {
	if len(results) == 0 {
		return q.Say("global.none", locale.Args{"Day": q.Day(date)})
	}
	heading := q.Say("global.heading", locale.Args{"Day": q.Day(date), "Shape": q.Shape(results[0].Shape), "Tier": q.Difficulty(results[0].Tier)})
	return outbox.Listed(q, heading, results, func(r games.Result) (games.Player, int, chat.Text) {
		return r.Player, r.Rank, q.Say("results.line", locale.Args{
			"Place": q.Rank(r.Rank, r.Joint), "Player": q.NamedWorldwide(r.Player, r.Hidden), "Time": q.TimeOf(r), "Help": q.Helped(r),
		})
	})
}

// pacesInWords lists players by the share of the expected time that they took.
func pacesInWords(q handler.Query, heading chat.Text, paces []games.Pace) chat.Text {
	if len(paces) == 0 {
		return q.Say("standings.none", locale.Args{"Heading": heading})
	}
	return outbox.Listed(q, heading, paces, func(p games.Pace) (games.Player, int, chat.Text) {
		return p.Player, p.Rank, q.SayCount("global.pace", p.Solved, locale.Args{
			"Place": q.Rank(p.Rank, p.Joint), "Player": q.NamedWorldwide(p.Player, p.Hidden),
			"Share": int(math.Round(100 * p.Share)), "Mean": q.Elapsed(p.Mean),
		})
	})
}

// Summary shows the solution and the summary of a daily that is over, yesterday's if none is named.
func Summary(ctx context.Context, env *handler.Env, q handler.Query) (chat.Reply, error) {
	s, err := env.Schedule(ctx, q.Place.GuildID)
	if err != nil {
		return chat.Reply{}, err
	}
	today := s.Today(env.Config.Now())
	date, err := env.Day(ctx, q, cmp.Or(q.Option("which"), today.AddDays(-1).String()), today)
	if err != nil {
		return chat.Reply{}, err
	}
	if !date.Before(today) {
		return chat.Reply{}, chat.Refuse("refusal.not-over", locale.Args{"Day": q.Day(date), "Leaderboard": chat.Mention("leaderboard")})
	}
	chosen, err := env.Store.NumberedDates(ctx, s.ID, sudoku.Sudoku, date, 1)
	if err == nil && (len(chosen) == 0 || chosen[0].Date != date) {
		err = chat.Refuse("refusal.no-daily", locale.Args{"Day": q.Day(date)})
	}
	if err != nil {
		return chat.Reply{}, err
	}
	daily, err := env.DailyOf(ctx, s.Guild, date)
	if err != nil {
		return chat.Reply{}, err
	}
	reply, err := outbox.Summarized(ctx, env, q.Speech, daily, func(games.Result) bool { return true })
	reply.Private = true
	return reply, err
}
