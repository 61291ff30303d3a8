package game

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/open"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/bot/web/board"
	"github.com/gridkeeper/gridkeeper/bot/web/site"
	"github.com/gridkeeper/gridkeeper/explain/steps"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// guestRoutes lists the addresses at which a visitor who is not signed in plays the global daily. Their browser keeps the
// game. The server answers questions about the board that it is sent, and keeps nothing of it: no rank, no result.
//
// With the answers, a player could help themselves to a ranked game on the same daily, as with any solver. Two things hinder
// it: a game that the browser brings along on sign-in never ranks, see [games.Store.Join], and players with a session get
// no answers here.
func guestRoutes(route func(string, func(visit) error) site.Route) []site.Route {
	guest := func(pattern string, answer func(visit) error) site.Route {
		r := route(pattern, answer)
		r.For = site.Guests
		return r
	}
	return []site.Route{
		guest("GET /daily", visit.showGuest),
		guest("GET /daily/{shape}", visit.showGuest),
		guest("GET /daily.png", visit.drawGuest),
		guest("POST /daily/{wish}", visit.answerGuest),
		guest("POST /daily/{shape}/{wish}", visit.answerGuest),
		guest("POST /daily/theme", visit.saveGuestTheme),
		guest("POST /daily/{shape}/theme", visit.saveGuestTheme),
		route("POST /daily/join", visit.join),
		route("POST /daily/{shape}/join", visit.join),
	}
}

// guestShape returns the shape that the address names, 9×9 if it names none.
func (v visit) guestShape() (sudoku.Shape, error) {
	shape, err := sudoku.ParseShape(cmp.Or(v.R.PathValue("shape"), v.R.URL.Query().Get("shape"), sudoku.Sudoku.String()))
	if err != nil {
		return shape, site.ErrNotFound
	}
	return shape, nil
}

// todaysGlobal returns today's global daily of the shape of the address.
func (v visit) todaysGlobal() (daily.Daily, error) {
	shape, err := v.guestShape()
	if err != nil {
		return daily.Daily{}, err
	}
	return v.Store.GlobalDaily(v.Context(), v.Store.GlobalToday(), shape)
}

// showGuest shows today's global daily as a board whose game is kept in the browser. Players have it on the first page.
func (v visit) showGuest() error {
	if v.Session.ID != 0 {
		return v.Redirect("")
	}
	d, err := v.todaysGlobal()
	if err != nil {
		return err
	}
	page := board.Page{
		State: v.guestState(d, play.NewBoard(d.Clues())), Language: v.Language, Theme: v.Theme(games.Settings{}), Game: v.Root() + site.GuestDaily(d.Shape),
		Assets: v.Root() + "assets/", Home: v.First(), Guest: true,
		Description: v.Text("page.guest.about", nil), Image: v.Base.String() + "/" + site.GuestPicture(d.Shape, d.Date),
		OEmbed: v.OEmbed(site.GuestDaily(d.Shape)),
	}
	if v.SignIn {
		page.Login = v.Root() + "login"
	}
	for _, link := range v.Nav() {
		if link.Address != "" { // the first page has a link of its own
			page.Links = append(page.Links, board.Link{Address: v.Root() + link.Address, Words: link.Words})
		}
	}
	var out bytes.Buffer
	if err := board.Render(&out, page); err != nil {
		return err
	}
	return v.WriteHTML(http.StatusOK, out.Bytes())
}

// guestState returns the state of a board on a global daily, in the visitor's language.
func (v visit) guestState(d daily.Daily, b play.Board) board.State {
	return board.State{
		Shape: d.Shape.String(), Name: v.TodaysDaily(d.Shape), Difficulty: v.Difficulty(d.Tier),
		Title: v.TodaysDaily(d.Shape), Subtitle: v.Day(d.Date) + " · " + v.Expected(d.Tier, d.Puzzle),
		Date: d.Date.String(), Clues: b.Clues.String(), Grid: b.Grid.String(), Marks: marksOf(b), Notes: board.Notes{},
	}
}

// drawGuest draws the clues of today's global daily for previews of links. An open site has feeds with the pictures of
// past dates too.
func (v visit) drawGuest() error {
	d, err := v.todaysGlobal()
	if date := v.R.URL.Query().Get("date"); date != "" && v.Open {
		d, err = v.globalDaily(date)
		if err == nil && d.Date.Before(v.Store.Rankable()) { // as the feeds show it
			var found open.Puzzle
			if found, err = v.Store.OpenPuzzle(v.Context(), d.Puzzle.Key); found.Guarded {
				err = site.ErrNotFound
			}
		}
	}
	if err != nil {
		return err
	}
	png, err := picture.PNG(picture.Diagram{Clues: d.Clues(), Grid: d.Clues()})
	if err != nil {
		return err
	}
	header, tag := v.W.Header(), fmt.Sprintf("%q", d.Date.String()+"-"+board.ShortHash(png))
	header.Set("ETag", tag)
	header.Set("Cache-Control", "public, max-age=600")
	header.Set("Cross-Origin-Resource-Policy", "cross-origin")
	header.Set("Content-Type", "image/png")
	if v.R.Header.Get("If-None-Match") == tag {
		v.W.WriteHeader(http.StatusNotModified)
		return nil
	}
	_, _ = v.W.Write(png) // the client may have gone
	return nil
}

// answerGuest answers a question about a visitor's board: a hint, or how far it is from the solution.
func (v visit) answerGuest() error {
	if v.isForm() {
		return v.ShowProblem(http.StatusUnprocessableEntity, v.Text("browser.guest-script", nil))
	}
	if v.Session.ID != 0 {
		return site.ErrBadRequest
	}
	if !v.Limits.Guest.Allow(v.Client(v.R)) {
		return site.ErrTooMany
	}
	var wish board.GuestWish
	if err := v.readJSON(&wish); err != nil {
		return err
	}
	d, err := v.globalDaily(wish.Date)
	if err != nil {
		return err
	}
	b, err := readGuest(d.Clues(), wish)
	if err != nil {
		return err
	}
	answer := board.Answer{State: v.guestState(d, b), Cells: []string{}}
	switch v.R.PathValue("wish") {
	case "hint":
		if wish.Level < 1 || wish.Level > int(play.HintApply) || wish.Version != steps.Version {
			return site.ErrBadRequest
		}
		outcome, err := v.Bot.Hint(v.Tag(), b, wish.Level)
		if errors.Is(err, logic.ErrTooHard) {
			answer.Problem, _ = v.Speech.Error(err)
			return v.WriteJSON(http.StatusUnprocessableEntity, answer)
		}
		if err != nil {
			return err
		}
		answer.Hint, answer.State = hintOf(*outcome.Hint), v.guestState(d, outcome.Game.Board)
	case "check", "submit":
		solution, err := b.Solution()
		if err != nil {
			return err
		}
		found := b.Check(solution)
		answer.Verdict = v.verdictOf(b.Grid, chat.Judged{Wrong: found.Wrong, Open: found.Open, Solved: found.Solved})
		if found.Solved {
			answer.Verdict.Words = v.Text("browser.guest-solved", nil)
		}
	default:
		return site.ErrNotFound
	}
	return v.WriteJSON(http.StatusOK, answer)
}

// globalDaily returns the global daily of the shape of the address, and of a date as a browser sends it.
func (v visit) globalDaily(text string) (daily.Daily, error) {
	shape, err := v.guestShape()
	if err != nil {
		return daily.Daily{}, err
	}
	date, err := calendar.ParseDate(text)
	if err != nil {
		return daily.Daily{}, site.ErrBadRequest
	}
	return v.Store.GlobalDaily(v.Context(), date, shape)
}

func (v visit) saveGuestTheme() error {
	shape, err := v.guestShape()
	if err != nil {
		return err
	}
	return v.saveTheme(site.GuestDaily(shape))
}

// readGuest returns the board of a wish, if it is one of these clues.
func readGuest(clues sudoku.Grid, wish board.GuestWish) (play.Board, error) {
	b := play.NewBoard(clues)
	cells := clues.Shape().Cells()
	if len(wish.Grid) != len(cells) || len(wish.Marks) != len(cells) {
		return b, site.ErrBadRequest
	}
	grid, err := sudoku.Parse(wish.Grid)
	if err != nil || grid.Shape() != clues.Shape() || !grid.Extends(clues) {
		return b, site.ErrBadRequest
	}
	b.Grid = grid
	for i, c := range cells {
		if !areDigits(clues.Shape(), wish.Marks[i]) || grid.At(c) != 0 && wish.Marks[i] != "" {
			return b, site.ErrBadRequest
		}
		for _, d := range wish.Marks[i] {
			b.Marks[c] = b.Marks[c].With(sudoku.Digit(d - '0'))
		}
	}
	return b, nil
}

// mostBrought is how many steps a browser may bring along; one with more sends the board that they led to.
const mostBrought = 1200

// join makes a game that was begun in this browser without signing in one of the player's; see [games.Store.Join].
func (v visit) join() error {
	var sent board.GuestGame
	if err := v.readJSON(&sent); err != nil {
		return err
	}
	if len(sent.Steps) > mostBrought {
		return site.ErrTooLarge
	}
	d, err := v.globalDaily(sent.Date)
	if err != nil {
		return err
	}
	const most = 7 * 24 * time.Hour
	ago := func(ms int64) time.Duration {
		return min(time.Duration(min(max(ms, 0), most.Milliseconds()))*time.Millisecond, most)
	}
	brought := games.Brought{Started: ago(sent.Started)}
	for _, s := range sent.Steps {
		e := games.BroughtEvent{Kind: play.Moved, Text: s.Text, Ago: ago(s.Ago)}
		level, isHint := strings.CutPrefix(s.Text, "hint ")
		switch {
		case isHint:
			e.Kind = play.Hinted
			if e.HintLevel, err = play.ParseHintLevel(level); err != nil {
				return site.ErrBadRequest
			}
		case s.Text == "check":
			e.Kind = play.Checked
		case s.Text == "submit":
			e.Kind = play.Submitted
		case s.Text == "undo":
			e.Kind = play.Undone
		}
		brought.Events = append(brought.Events, e)
	}
	if brought.Notes, err = storedNotes(d.Shape, sent.Notes); err != nil {
		return err
	}
	guild, err := v.Store.Guild(v.Context(), v.Session.GuildID)
	if err != nil {
		return err
	}
	var game games.Game
	player := v.Session.Player
	_, err = v.Store.OnceBy(v.Context(), "", player.ID, func(ctx context.Context) ([]byte, error) {
		if guild.Rules.Global && !guild.Today(v.Store.Now()).Before(d.Date) {
			here, err := v.Store.Daily(ctx, guild, d.Date, d.Shape, 0)
			switch {
			case err == nil && here.Puzzle.ID == d.Puzzle.ID && here.Global:
				d = here
			case err != nil && !errors.As(err, new(*daily.TooEarlyError)):
				return nil, err
			}
		}
		game, err = v.Store.Join(ctx, player, guild, d, brought)
		return nil, err
	})
	if errors.Is(err, postgres.ErrNotFound) {
		err = site.ErrNotFound
	}
	if err != nil {
		return err
	}
	game, err = v.Store.Game(v.Context(), game.ID)
	if err != nil {
		return err
	}
	answer := board.Answer{Cells: []string{}}
	answer.State, err = stateOf(v.Context(), v.Site, game, v.Speech)
	if err != nil {
		return err
	}
	return v.WriteJSON(http.StatusOK, answer)
}
