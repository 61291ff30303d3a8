package pages

import (
	"cmp"
	"crypto/rand"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/web/site"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// ratingsOnPage is how many days with rated games the table of ratings lists; the line has all.
const ratingsOnPage = 30

// profilePage is the body of the page of a player.
type profilePage struct {
	Stats      []stat
	New        bool // nothing is solved yet
	Next       []nextGame
	Line       string // the points of the rating's line, "" if it is not shown
	Low, High  string // the least and the greatest rating of the line
	Label      string // of the line, in words
	Table      list
	Weeks      []weekMarks
	Records    chart
	Techniques []techniqueLine
}

// stat is a number with its name and a remark.
type stat struct{ Name, Value, Note string }

// nextGame is a form that starts a game.
type nextGame struct {
	ID      string // of the operation
	Command string
	Options map[string]string
	Label   string
}

// weekMarks are the dailies of a shape of the last weeks.
type weekMarks struct {
	Size string
	Days []dayMark
}

// dayMark is the daily of a day, in the weeks of the profile.
type dayMark struct{ Date, Class, Sign, Words string }

// techniqueLine is a technique that the player's puzzles needed.
type techniqueLine struct{ Technique, Name, Words string }

// mostTechniques is how many techniques the profile lists.
const mostTechniques = 5

// profile shows the player's numbers, then their dailies, best times and techniques. Like /profile it offers the
// technique that takes the player longest, and dailies that were missed.
func (v visit) profile() error {
	player, guildID := v.Session.Player.ID, v.Session.GuildID
	guild, err := v.Store.Guild(v.Context(), guildID)
	if err != nil {
		return err
	}
	today := guild.Today(v.Store.Now())
	bests, err := v.Store.PersonalBests(v.Context(), player)
	if err != nil {
		return err
	}
	needed, err := v.Store.NeededTechniques(v.Context(), player)
	if err != nil {
		return err
	}
	p := profilePage{New: len(bests) == 0}
	if err := v.addRatings(&p, today); err != nil {
		return err
	}
	p.addNext(v.Bot.Handle(v.Context(), v.Request(chat.Ask{Command: "profile"})))
	for i, shape := range dailyShapes(guild, today) {
		if err := v.addDailies(&p, guildID, shape, today, i == 0); err != nil {
			return err
		}
	}
	for _, n := range needed[:min(len(needed), mostTechniques)] {
		p.Techniques = append(p.Techniques, techniqueLine{string(n.Technique), v.Technique(n.Technique), v.Count("page.profile.technique", n.Solved, locale.Args{
			"Share": int(math.Round(100 * n.Share)),
		})})
	}
	p.addRecords(v, bests)
	return v.render(http.StatusOK, "profile.html", v.Text("page.profile.title", nil), p)
}

// addDailies adds the streak and the last four weeks of the dailies of a shape. A shape that is not posted is left out until the
// player has solved one.
func (v visit) addDailies(p *profilePage, guildID string, shape sudoku.Shape, today calendar.Date, posted bool) error {
	streak, err := v.Store.Streak(v.Context(), v.Session.Player.ID, guildID, shape, today)
	if err != nil {
		return err
	}
	if streak.Longest > 0 {
		name := v.Text("page.profile.streak", nil)
		if !posted {
			name = v.Text("page.profile.streak-of", locale.Args{"Size": site.Size(shape)})
		}
		p.Stats = append(p.Stats, stat{name, v.Count("page.profile.days", streak.Current, nil), v.Text("page.profile.longest", locale.Args{"Longest": streak.Longest})})
	}
	days, err := v.Store.DaysPlayed(v.Context(), v.Session.Player.ID, guildID, shape, calendar.Days{First: today.AddDays(-27), Last: today})
	if err != nil || !posted && !slices.ContainsFunc(days, func(d games.DayPlayed) bool { return d.OnTime || d.Late }) {
		return err
	}
	weeks := weekMarks{Size: site.Size(shape)}
	for _, d := range days {
		class, sign := "missed", "–"
		switch {
		case d.OnTime:
			class, sign = "solved", "✓"
		case d.Date == today:
			continue
		case d.Late:
			class, sign = "late", "◷"
		}
		weeks.Days = append(weeks.Days, dayMark{d.Date.String(), class, sign, v.Text("page.profile.day-"+class, locale.Args{"Day": v.Day(d.Date)})})
	}
	if len(weeks.Days) > 0 {
		p.Weeks = append(p.Weeks, weeks)
	}
	return nil
}

// addNext takes the games that the answer of /profile offers.
func (p *profilePage) addNext(reply chat.Reply) {
	for _, b := range slices.Concat(reply.Screen.Rows...) {
		switch b.Press.Verb {
		case chat.StartPractice:
			p.Next = append(p.Next, nextGame{rand.Text(), "practice", map[string]string{"technique": b.Press.Argument}, b.Label})
		case chat.OpenDaily:
			part := strings.Split(b.Press.Argument, "/") // the date, the tier, the shape
			p.Next = append(p.Next, nextGame{rand.Text(), "daily", map[string]string{"date": part[0], "shape": part[len(part)-1]}, b.Label})
		}
	}
}

// addRecords adds the best time of each kind of puzzle, with a bar for how many were solved.
func (p *profilePage) addRecords(v visit, bests []games.Best) {
	if len(bests) == 0 {
		return
	}
	solved, most, fastest := 0, 0, bests[0]
	for _, b := range bests {
		solved, most = solved+b.Solved, max(most, b.Solved)
		if b.Shape == fastest.Shape && b.Elapsed < fastest.Elapsed {
			fastest = b
		}
	}
	p.Records = chart{Title: v.Text("page.profile.records", nil), Head: append([]string{v.Text("page.dailies.tier", nil)}, v.heads("best", "solved")...)}
	for _, b := range bests {
		p.Records.Bars = append(p.Records.Bars, bar{Name: v.kind(b.Shape, b.Tier), Tier: b.Tier, More: v.Elapsed(b.Elapsed), Text: v.Number(b.Solved), Width: 100 * b.Solved / most})
	}
	p.Stats = append(p.Stats, stat{Name: v.Text("page.profile.solved", nil), Value: v.Number(solved)},
		stat{v.Text("page.results.best", nil), v.Elapsed(fastest.Elapsed), v.kind(fastest.Shape, fastest.Tier)})
}

// addRatings adds the rating over time, from the day on which it was sure enough, unless the player hides it.
func (v visit) addRatings(p *profilePage, today calendar.Date) error {
	settings, err := v.Store.Settings(v.Context(), v.Session.Player.ID)
	if err != nil || settings.HideRating {
		return err
	}
	all, err := v.Store.Strengths(v.Context(), v.Session.Player.ID)
	if err != nil {
		return err
	}
	now := stat{v.Text("page.profile.rating", nil), "–", v.Text("page.profile.rating-none", nil)}
	if len(all) > 0 && all[len(all)-1].PlayerOn(today).Sure() {
		last := all[len(all)-1]
		now.Value = strconv.Itoa(int(math.Round(last.Value)))
		now.Note = v.Count("page.profile.within", last.Games, locale.Args{"Within": int(math.Round(2 * last.PlayerOn(today).Deviation))})
	}
	p.Stats = append(p.Stats, now)
	p.Table = list{Caption: v.Text("page.profile.ratings", nil), Head: []string{v.Text("page.profile.day", nil), v.Text("page.profile.rating", nil)}}
	var values []float64
	for _, s := range all {
		if s.Sure() {
			values = append(values, s.Value)
			rating := strconv.Itoa(int(math.Round(s.Value)))
			p.Table.Rows = append(p.Table.Rows, listRow{Cells: []listCell{{Text: v.Day(s.Day)}, {Text: rating}}})
		}
	}
	slices.Reverse(p.Table.Rows) // the newest first
	p.Table.Rows = p.Table.Rows[:min(len(p.Table.Rows), ratingsOnPage)]
	if len(values) > 1 {
		p.Line = lineOf(values)
		p.Low, p.High = strconv.Itoa(int(math.Round(slices.Min(values)))), strconv.Itoa(int(math.Round(slices.Max(values))))
		p.Label = v.Text("page.profile.course", locale.Args{"From": math.Round(values[0]), "To": math.Round(values[len(values)-1])})
	}
	return nil
}

// lineOf returns the points of a line through values, from left to right in a field of 300 by 80.
func lineOf(values []float64) string {
	low, high := slices.Min(values), slices.Max(values)
	high = max(high, low+1)
	points := make([]string, len(values))
	for i, value := range values {
		points[i] = fmt.Sprintf("%.1f,%.1f", 300*float64(i)/float64(len(values)-1), 78-76*(value-low)/(high-low))
	}
	return strings.Join(points, " ")
}

// solvedOnPage is how many solved games a page lists.
const solvedOnPage = 50

// historyPage is the body of the list of solved games.
type historyPage struct {
	Choices  []formSelect
	Games    []solvedLine
	Narrowed bool   // by a choice
	Older    string // address of the next page, "" on the last one
}

// solvedLine is a solved game in the list.
type solvedLine struct {
	ID                    int64
	Title, At, Time, Help string
	Tier                  logic.Tier
}

// history lists the games that the player has solved, with their time and help, narrowed by kind, difficulty and help.
func (v visit) history() error {
	query := v.R.URL.Query()
	wanted, err := v.wantedGames()
	if err != nil {
		return err
	}
	tiers := formSelect{"tier", v.Text("page.dailies.tier", nil), v.tierOptions(v.Text("page.history.any-tier", nil))}
	for i := range tiers.Options {
		tiers.Options[i].Chosen = tiers.Options[i].Value == query.Get("tier")
	}
	p := historyPage{Narrowed: wanted.Kind != "" || wanted.Tier != 0 || wanted.Unaided || wanted.Before != 0, Choices: []formSelect{
		v.choice("page.history.", "kind", cmp.Or(wanted.Kind, "any"), append([]string{"any"}, games.Kinds...)...), tiers,
		v.choice("page.boards.", "help", query.Get("help"), "any", "without"),
	}}
	solved, err := v.Store.SolvedGames(v.Context(), wanted, solvedOnPage+1)
	if err != nil {
		return err
	}
	if len(solved) > solvedOnPage {
		solved = solved[:solvedOnPage]
		query.Set("before", strconv.FormatInt(solved[solvedOnPage-1].ID, 10))
		p.Older = "?" + query.Encode()
	}
	for _, g := range solved {
		p.Games = append(p.Games, solvedLine{
			ID: g.ID, Title: v.TitleOf(g), At: site.Stamp(g.Finished), Time: v.Elapsed(g.Finished.Sub(g.Started)),
			Help: v.help(games.Result{Hints: g.Hints, Checks: g.Checks}), Tier: g.Tier,
		})
	}
	return v.render(http.StatusOK, "history.html", v.Text("page.history.title", nil), p)
}

// wantedGames reads the filters of the history from the query.
func (v visit) wantedGames() (wanted games.Solved, err error) {
	query := v.R.URL.Query()
	wanted = games.Solved{
		PlayerID: v.Session.Player.ID, GuildID: v.Session.GuildID, Kind: query.Get("kind"), Unaided: query.Get("help") == "without",
	}
	if wanted.Kind == "any" {
		wanted.Kind = ""
	}
	if wanted.Kind != "" && !slices.Contains(games.Kinds, wanted.Kind) || !slices.Contains([]string{"", "any", "without"}, query.Get("help")) {
		return wanted, site.ErrBadRequest
	}
	if text := query.Get("tier"); text != "" {
		if wanted.Tier, err = logic.ParseTier(text); err != nil {
			return wanted, site.ErrBadRequest
		}
	}
	if text := query.Get("before"); text != "" {
		if wanted.Before, err = strconv.ParseInt(text, 10, 64); err != nil {
			return wanted, site.ErrBadRequest
		}
	}
	return wanted, nil
}
