package player

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/people/glicko"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/bot/meet"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// ProfileParts are the parts of /profile. Each was a command of its own once.
var ProfileParts = []string{"records", "steps", "summary", "open", "sessions", "research"}

// part is the command that shows a part of the profile.
func part(name string) chat.Part { return chat.Asking("profile", chat.Chosen("show", name)) }

// ProfileCommand does not run in [archive.Store.Once], which would store its answers: a link that opens a browser session is
// stored nowhere. Its changes, ended sessions and consent, are the same when they are made twice.
func ProfileCommand() handler.Handler {
	pressed := func(verb chat.Verb, show string) handler.Button {
		return handler.Button{Verb: verb, Options: func(f chat.Fill) (map[string]string, bool) {
			return map[string]string{"show": show, "which": cmp.Or(f.Press.Chosen, f.Press.Argument)}, true
		}}
	}
	return handler.Handler{
		Name: "profile",
		Options: []chat.Option{
			{Name: "show", Kind: chat.ChoiceOption, Choices: ProfileParts},
			{Name: "which", Kind: chat.TextOption},
		},
		Example: []chat.Given{{Name: "show", Value: "steps"}}, Answer: profile,
		Buttons: []handler.Button{
			pressed(chat.ShowStep, "steps"), pressed(chat.OpenInBrowser, "open"), pressed(chat.EndSession, "sessions"),
			{Verb: chat.ShowPart, Options: func(f chat.Fill) (map[string]string, bool) {
				show, which, _ := strings.Cut(f.Press.Argument, "=")
				return map[string]string{"show": show, "which": which}, true
			}},
		},
	}
}

func profile(ctx context.Context, env *handler.Env, q handler.Query) (chat.Reply, error) {
	switch q.Option("show") {
	case "", "records":
		return overview(ctx, env, q)
	case "steps":
		return steps(ctx, env, q)
	case "summary":
		return meet.Summary(ctx, env, q)
	case "open":
		return openElsewhere(ctx, env, q)
	case "sessions":
		return sessions(ctx, env, q)
	case "research":
		return research(ctx, env, q)
	}
	return chat.Reply{}, q.RefuseGiven("show")
}

// overview shows the player's results and suggestions for practice, with buttons to the other parts.
func overview(ctx context.Context, env *handler.Env, q handler.Query) (chat.Reply, error) {
	s, err := env.Schedule(ctx, q.Place.GuildID)
	if err != nil {
		return chat.Reply{}, err
	}
	today := s.Today(env.Config.Now())
	rated, err := ratingLines(ctx, env, q)
	if err != nil {
		return chat.Reply{}, err
	}
	streaks, err := streaks(ctx, env, q)
	if err != nil {
		return chat.Reply{}, err
	}
	records, err := records(ctx, env, q, s.Zone)
	if err != nil {
		return chat.Reply{}, err
	}
	needed, err := env.Store.NeededTechniques(ctx, q.Player.ID)
	if err != nil {
		return chat.Reply{}, err
	}
	month := calendar.Days{First: today.AddDays(1 - shownDays), Last: today}
	var days []chat.Text // a block for 9×9, and for each other shape that the player plays
	var missing []chat.Button
	for _, shape := range library.ShapesWithTiers {
		played, err := env.Store.DaysPlayed(ctx, q.Player.ID, q.Place.GuildID, shape, month)
		if err != nil {
			return chat.Reply{}, err
		}
		heading := q.Text("profile.heading.days", nil)
		if shape != sudoku.Sudoku {
			if !slices.ContainsFunc(played, func(d games.DayPlayed) bool { return d.OnTime || d.Late }) {
				continue
			}
			heading += " · " + q.Shape(shape)
		}
		if lines := daysInWords(q, played, month); len(lines) > 0 {
			days = append(days, chat.Section(heading, lines...))
		}
		missing = append(missing, missed(q, played, shape, today)...)
	}
	var techniques []chat.Text
	for _, n := range needed[:min(len(needed), mostNeeded)] {
		techniques = append(techniques, q.SayCount("profile.technique", n.Solved, locale.Args{
			"Technique": q.Technique(n.Technique), "Share": int(math.Round(100 * n.Share)), "Hints": n.Hints,
		}))
	}
	var list []chat.Button
	if weak, ok := weakest(needed); ok {
		techniques = append(techniques, q.Say("profile.practise", locale.Args{"Technique": q.Technique(weak)}))
		list = append(list, chat.Button{Label: q.Text("button.practise-technique", locale.Args{"Technique": q.Technique(weak)}),
			Press: chat.Press{Verb: chat.StartPractice, Argument: string(weak)}})
	}
	blocks := append([]chat.Text{chat.Section(q.Text("profile.heading.streak", nil), streaks...)}, days...)
	for _, section := range []struct {
		heading string
		lines   []chat.Text
	}{
		{"records", records}, {"techniques", techniques}, {"rating", rated},
	} {
		if len(section.lines) > 0 {
			blocks = append(blocks, chat.Section(q.Text("profile.heading."+section.heading, nil), section.lines...))
		}
	}
	reply := chat.Private(q.Text("title.profile", nil), chat.Join("\n\n", blocks...))
	reply.Screen.Rows = chat.Buttons(append(list, missing...)...)
	parts, err := partButtons(ctx, env, q)
	reply.Screen.Rows = append(reply.Screen.Rows, chat.Buttons(parts...)...)
	return reply, err
}

// shownDays is how many days of dailies the profile shows.
const shownDays = 28

// noDaily is as wide as the signs of a daily.
const noDaily = "◌"

// daysInWords shows the dailies of some weeks, a week in a line.
func daysInWords(q handler.Query, played []games.DayPlayed, days calendar.Days) []chat.Text {
	marks := map[calendar.Date]string{}
	for _, d := range played {
		switch {
		case d.OnTime:
			marks[d.Date] = "■"
		case d.Late:
			marks[d.Date] = "◪"
		case d.Date.Before(days.Last):
			marks[d.Date] = "□"
		}
	}
	var weeks []chat.Text
	for week := days.First; !days.Last.Before(week); week = week.AddDays(7) {
		line := ""
		for i := range 7 {
			line += cmp.Or(marks[week.AddDays(i)], noDaily)
		}
		if strings.Trim(line, noDaily) != "" {
			weeks = append(weeks, chat.Plain(line))
		}
	}
	if len(weeks) == 0 {
		return nil
	}
	return append([]chat.Text{q.Say("profile.days", nil)}, weeks...)
}

// missed are buttons that start the dailies of a shape that were missed last.
func missed(q handler.Query, days []games.DayPlayed, shape sudoku.Shape, today calendar.Date) (list []chat.Button) {
	const most = 3
	for _, d := range slices.Backward(days) {
		if !d.OnTime && !d.Late && d.Date.Before(today) && len(list) < most {
			label := q.Text("button.missed", locale.Args{"Day": q.Day(d.Date)})
			if shape != sudoku.Sudoku {
				label += " · " + q.Shape(shape)
			}
			list = append(list, chat.Button{Label: label, Look: chat.QuietLook,
				Press: chat.Press{Verb: chat.OpenDaily, Argument: d.Date.String() + "//" + shape.String()}})
		}
	}
	return list
}

// mostNeeded is how many techniques the profile lists.
const mostNeeded = 5

// costOf is the cost of a technique for a player: the share of the expected time, plus half a solved puzzle for each hint. It is 0
// for singles, and for techniques that cannot be practised.
func costOf(n games.Needed) float64 {
	if isSingle(n.Technique) || !slices.Contains(logic.Techniques, n.Technique) {
		return 0
	}
	return n.Share + float64(n.Hints)/float64(2*n.Solved)
}

// weakest returns the technique that costs a player most.
func weakest(needed []games.Needed) (weak logic.Technique, ok bool) {
	worst := 0.0
	for _, n := range needed {
		if cost := costOf(n); cost > worst {
			worst, weak, ok = cost, n.Technique, true
		}
	}
	return weak, ok
}

// ratingLines are the rating of a player and its course, if it is reliable and they want to see it.
func ratingLines(ctx context.Context, env *handler.Env, q handler.Query) ([]chat.Text, error) {
	settings, err := env.Store.Settings(ctx, q.Player.ID)
	if err != nil || settings.HideRating {
		return []chat.Text{q.Say("profile.rating-hidden", locale.Args{"Settings": chat.Mention("settings")})}, err
	}
	all, err := env.Store.Strengths(ctx, q.Player.ID)
	if err != nil {
		return nil, err
	}
	today := calendar.DateOf(env.Config.Now().UTC())
	if len(all) == 0 || !all[len(all)-1].PlayerOn(today).Sure() {
		return []chat.Text{q.Say("profile.rating-none", nil)}, nil
	}
	now := all[len(all)-1]
	lines := []chat.Text{q.SayCount("profile.rating", now.Games, locale.Args{
		"Rating": rounded(now.Value), "Within": rounded(2 * now.PlayerOn(today).Deviation),
	})}
	if weeks := byWeek(all, today); len(weeks) > 1 {
		lines = append(lines, q.Say("profile.course", locale.Args{"From": rounded(weeks[0]), "Bars": bars(weeks), "To": rounded(now.Value)}))
	}
	return lines, nil
}

func rounded(value float64) int { return int(math.Round(value)) }

// byWeek returns the ratings at the ends of the last twelve weeks, as far back as they are reliable.
func byWeek(all []glicko.Standing, today calendar.Date) (values []float64) {
	for week := range 12 {
		end := today.AddDays(-7 * (11 - week))
		i, _ := slices.BinarySearchFunc(all, end, func(s glicko.Standing, d calendar.Date) int {
			if s.Day.Compare(d) <= 0 {
				return -1
			}
			return 1
		})
		if i > 0 && all[i-1].Sure() {
			values = append(values, all[i-1].Value)
		}
	}
	return values
}

// bars draws values as a line of bars, at least fifty points high, so that small changes look small.
func bars(values []float64) string {
	const steps = "▁▂▃▄▅▆▇█"
	low, high := slices.Min(values), slices.Max(values)
	high = max(high, low+50)
	var line strings.Builder
	for _, v := range values {
		line.WriteRune([]rune(steps)[int(7*(v-low)/(high-low))])
	}
	return line.String()
}

// partButtons lead to the other parts of the profile.
func partButtons(ctx context.Context, env *handler.Env, q handler.Query) (list []chat.Button, err error) {
	to := func(label, argument string) {
		list = append(list, chat.Button{Label: label, Look: chat.QuietLook, Press: chat.Press{Verb: chat.ShowPart, Argument: argument}})
	}
	game, err := q.Game(ctx, env, q)
	switch {
	case handler.IsRefusal(err):
		err = nil
	case err == nil && !game.Finished.IsZero():
		list = append(list, chat.Button{Label: q.Text("button.steps", nil), Look: chat.QuietLook,
			Press: chat.Press{Verb: chat.ShowStep, Argument: "1", GameID: game.ID}})
	}
	to(q.Text("button.summary", nil), "summary")
	to(q.Text("open.button", nil), "open")
	to(q.Text("title.sessions", nil), "sessions")
	to(q.Text("title.research", nil), "research")
	return list, err
}

// records lists the best times of the player, which are never reset. Days are in a time zone.
func records(ctx context.Context, env *handler.Env, q handler.Query, zone *time.Location) (lines []chat.Text, err error) {
	bests, err := env.Store.PersonalBests(ctx, q.Player.ID)
	if err == nil && len(bests) == 0 {
		lines = append(lines, q.Say("records.none", locale.Args{"Daily": chat.Mention("daily"), "Play": chat.Mention("play")}))
	}
	for _, best := range bests { // "Medium: 3:12, 1 check · 12 solved · Thu 5 Mar 2026"
		kind := q.Difficulty(best.Tier)
		if best.Shape != sudoku.Sudoku {
			kind = q.Text("records.kind", locale.Args{"Shape": chat.Capital(q.Shape(best.Shape)), "Tier": kind})
		}
		lines = append(lines, q.SayCount("records.line", best.Solved, locale.Args{
			"Kind": kind, "Time": q.Elapsed(best.Elapsed), "Day": q.Day(calendar.DateOf(best.At.In(zone))),
			"Help": q.Helped(games.Result{Hints: best.Hints, Deepest: best.Deepest, Checks: best.Checks}),
		}))
	}
	return lines, err
}
