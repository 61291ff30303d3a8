package web

import (
	"bytes"
	"crypto/rand"
	"fmt"
	"net/http"
	"net/url"
	"slices"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/web/board"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// showGame shows a game as a page, or as data to those who ask for that.
func (v *visit) showGame() error {
	game, err := v.game()
	if err != nil {
		return err
	}
	v.w.Header().Set("Vary", "Accept")
	state, err := v.stateOf(v.ctx(), game, v.Speech)
	if err != nil {
		return err
	}
	if v.wantsJSON() {
		return v.writeJSON(http.StatusOK, state)
	}
	return v.renderBoard(http.StatusOK, game, board.Answer{State: state}, choiceOf(v.r.URL.Query()))
}

// showGameOfForm shows a game at the address of one of its forms, where a browser loads that again.
func (v *visit) showGameOfForm() error {
	isForm := func(r route) bool { return r.pattern == "POST /games/{game}/"+v.r.PathValue("wish") }
	if !slices.ContainsFunc(table(), isForm) {
		return errNotFound
	}
	return v.showGame()
}

func choiceOf(query url.Values) board.Choice {
	return board.Choice{Cell: query.Get("cell"), Mode: query.Get("mode")}
}

// showAnswer shows the page after a form, with what came of it. Where there is nothing to say, the
// browser is sent back to the page, so that loading it again sends nothing again.
func (v *visit) showAnswer(game games.Game, answer board.Answer, status int) error {
	choice := choiceOf(v.r.PostForm)
	if !answer.Says() {
		query := url.Values{}
		if choice.Cell != "" {
			query.Set("cell", choice.Cell)
		}
		if choice.Mode != "" {
			query.Set("mode", choice.Mode)
		}
		to := fmt.Sprintf("games/%d", answer.State.Game)
		if len(query) > 0 {
			to += "?" + query.Encode()
		}
		return v.redirect(to)
	}
	return v.renderBoard(status, game, answer, choice)
}

func (v *visit) renderBoard(status int, game games.Game, answer board.Answer, choice board.Choice) error {
	settings, err := v.Store.Settings(v.ctx(), v.session.Player.ID)
	if err != nil {
		return err
	}
	var page bytes.Buffer
	err = board.Render(&page, board.Page{
		State: answer.State, Language: v.Language, Theme: v.theme(settings),
		Game: fmt.Sprintf("%sgames/%d", v.root(), answer.State.Game), Assets: v.root() + "assets/", Install: v.install(), Home: v.first(), Next: v.next(game), Results: v.resultsOf(game), Links: v.links(),
		Choice: choice, Answer: answer,
	})
	if err != nil {
		return err
	}
	return v.writeHTML(status, page.Bytes())
}

// resultsOf is the address of the results of a daily, "" for another game.
func (v *visit) resultsOf(game games.Game) string {
	if !game.IsDaily() {
		return ""
	}
	return v.root() + "dailies/" + game.Date.String()
}

// next starts a puzzle as hard as that of a game, or another practice of its technique.
func (v *visit) next(game games.Game) board.Form {
	fields := []board.Field{{Name: "id", Value: rand.Text()}}
	if game.Practice != "" {
		fields = append(fields, board.Field{Name: "command", Value: "practice"}, board.Field{Name: "technique", Value: string(game.Practice)})
	} else {
		fields = append(fields, board.Field{Name: "command", Value: "play"}, board.Field{Name: "shape", Value: game.Shape.String()},
			board.Field{Name: "tier", Value: game.Tier.String()})
	}
	return board.Form{Address: v.root() + "games", Fields: fields}
}

// links are those of the page of a game to the other pages.
func (v *visit) links() (links []board.Link) {
	for _, page := range v.nav() {
		if page.Address != "" { // the first page has a link of its own
			links = append(links, board.Link{Address: v.root() + page.Address, Words: page.Words})
		}
	}
	return links
}

// start starts a game, or takes one up again: the daily, one of the player's own, or a practice.
func (v *visit) start() error {
	if err := v.readForm(); err != nil {
		return err
	}
	ask := chat.Ask{Command: v.r.PostForm.Get("command"), Options: map[string]string{}}
	options, known := startOptions[ask.Command]
	if !known || ask.Command == "race" && v.r.PostForm.Get("number") == "" { // a page has no channel to open one in
		return errBadRequest
	}
	for _, name := range options {
		if value := v.r.PostForm.Get(name); value != "" {
			ask.Options[name] = value
		}
	}
	id := ""
	if given := v.r.PostForm.Get("id"); operationID.MatchString(given) {
		id = requestID(v.session.Player, 0, given)
	}
	outcome, err := v.play(id, ask)
	if err != nil {
		return err
	}
	if len(outcome.Problem) > 0 {
		return v.showProblem(http.StatusUnprocessableEntity, outcome.Problem.String())
	}
	return v.redirect(fmt.Sprintf("games/%d", outcome.GameID))
}

// startOptions are the commands that start a game, and what a form may give them.
var startOptions = map[string][]string{
	"daily":    {"date", "tier", "shape"},
	"play":     {"tier", "shape"},
	"practice": {"technique"},
	"race":     {"number"},
}

func candidates(list []sudoku.Candidate) []board.Mark {
	marks := []board.Mark{}
	for _, c := range list {
		marks = append(marks, board.Mark{Cell: c.Cell.String(), Digit: int(c.Digit)})
	}
	return marks
}

// asset serves a file that the pages ask for. Its name has a hash of it.
func (v *visit) asset() error {
	name := v.r.PathValue("name")
	content, ok := board.Asset(name)
	if !ok {
		content, ok = pageAsset(name)
	}
	if !ok {
		return errNotFound
	}
	v.w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	v.w.Header().Set("Content-Type", typeOf(name))
	return v.writeCompressed(content)
}

// icon is what browsers ask for by themselves, and show beside the title.
func (v *visit) icon() error {
	v.w.Header().Set("Cache-Control", "public, max-age=86400")
	v.w.Header().Set("Content-Type", "image/svg+xml")
	return v.writeCompressed(icon)
}
