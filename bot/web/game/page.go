package game

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/archive/submissions"
	"github.com/gridkeeper/gridkeeper/bot/web/board"
	"github.com/gridkeeper/gridkeeper/bot/web/site"
	"github.com/gridkeeper/gridkeeper/locale"
)

// visit is a visit to the address of a game, or to that where games start.
type visit struct{ *site.Visit }

// gameID returns the number in the address, 0 for anything else.
func (v visit) gameID() int64 {
	id, err := strconv.ParseInt(v.R.PathValue("game"), 10, 64)
	if err != nil {
		return 0
	}
	return max(id, 0)
}

// game returns the game of the address. One of another player, or of another place, is not found, as if
// it did not exist.
func (v visit) game() (games.Game, error) {
	game, err := v.Store.Game(v.Context(), v.gameID())
	if errors.Is(err, postgres.ErrNotFound) || err == nil && (game.Player.ID != v.Session.Player.ID || game.GuildID != v.Session.GuildID) {
		return games.Game{}, site.ErrNotFound
	}
	return game, err
}

// showGame shows a game as a page, or as data to a client that asks for it.
func (v visit) showGame() error {
	game, err := v.game()
	if err != nil {
		return err
	}
	v.W.Header().Set("Vary", "Accept")
	state, err := stateOf(v.Context(), v.Site, game, v.Speech)
	if err != nil {
		return err
	}
	if v.WantsJSON() {
		return v.WriteJSON(http.StatusOK, state)
	}
	return v.renderBoard(http.StatusOK, game, board.Answer{State: state}, choiceOf(v.R.URL.Query()))
}

func choiceOf(query url.Values) board.Choice {
	return board.Choice{Cell: query.Get("cell"), Mode: query.Get("mode")}
}

// showAnswer shows the page after a form, with its answer. An answer without words sends the browser back to the
// page, so that loading it again sends nothing again.
func (v visit) showAnswer(game games.Game, answer board.Answer, status int) error {
	choice := choiceOf(v.R.PostForm)
	if answer.HasWords() {
		return v.renderBoard(status, game, answer, choice)
	}
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
	return v.Redirect(to)
}

func (v visit) renderBoard(status int, game games.Game, answer board.Answer, choice board.Choice) error {
	settings, err := v.Store.Settings(v.Context(), v.Session.Player.ID)
	if err != nil {
		return err
	}
	page := board.Page{
		State: answer.State, Language: v.Language, Theme: v.Theme(settings), Choice: choice, Answer: answer,
		Game: fmt.Sprintf("%sgames/%d", v.Root(), answer.State.Game), Assets: v.Root() + "assets/", Install: v.Installer(), Home: v.First(),
		Next: board.Form{Address: v.Root() + "games", Fields: []board.Field{{Name: "id", Value: rand.Text()}}},
	}
	if answer.State.Finished != nil {
		if page.Finish, err = v.finishOf(game, answer.State); err != nil {
			return err
		}
	}
	if game.IsDaily() {
		page.Results = v.Root() + "dailies/" + game.Date.String()
	}
	if game.Practice != "" {
		page.Next.Fields = append(page.Next.Fields, board.Field{Name: "command", Value: "practice"}, board.Field{Name: "technique", Value: string(game.Practice)})
	} else {
		page.Next.Fields = append(page.Next.Fields, board.Field{Name: "command", Value: "play"}, board.Field{Name: "shape", Value: game.Shape.String()},
			board.Field{Name: "tier", Value: game.Tier.String()})
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
	return v.WriteHTML(status, out.Bytes())
}

// finishOf returns the result of a finished game. The time is the one that counts for the rank, if there is one.
func (v visit) finishOf(game games.Game, state board.State) (*board.Finish, error) {
	finish := &board.Finish{Time: v.Elapsed(time.Duration(state.Active) * time.Second)}
	for _, leader := range state.Leaders {
		if leader.Own {
			finish.Time = leader.Time
		}
	}
	if state.Place != "" {
		finish.Facts = append(finish.Facts, state.Place)
	}
	if state.Hints > 0 {
		finish.Facts = append(finish.Facts, v.Count("page.results.hints", state.Hints, nil))
	}
	if state.Checks > 0 {
		finish.Facts = append(finish.Facts, v.Count("page.results.checks", state.Checks, nil))
	}
	if state.Hints+state.Checks == 0 {
		finish.Facts = append(finish.Facts, v.Text("page.finish.unaided", nil))
	}
	if game.IsDaily() && !game.Extra && library.HasTiers(game.Shape) { // other games do not count for a streak
		guild, err := v.Store.Guild(v.Context(), game.GuildID)
		if err != nil {
			return nil, err
		}
		streak, err := v.Store.Streak(v.Context(), game.Player.ID, game.GuildID, game.Shape, guild.Today(v.Store.Now()))
		if err != nil {
			return nil, err
		}
		if streak.Current > 0 {
			finish.Facts = append(finish.Facts, v.Count("page.finish.streak", streak.Current, nil))
		}
	}
	var err error
	if finish.Votes, err = v.votesOn(game); err == nil {
		finish.Steps, err = v.steps(game)
	}
	return finish, err
}

// votesOn returns the buttons of the player's vote on the puzzle of a game, nil for one without votes.
func (v visit) votesOn(game games.Game) (buttons []board.Vote, err error) {
	if !submissions.MayVote(game) {
		return nil, nil
	}
	vote, err := v.Store.Vote(v.Context(), game)
	add := func(name string, on bool) {
		value := name + "=yes"
		if on {
			value = name + "=no"
		}
		label := v.Text("button."+name, locale.Args{"Difficulty": v.Difficulty(game.Tier)})
		buttons = append(buttons, board.Vote{Name: name, Value: value, Label: label, On: on})
	}
	if add("liked", vote.Liked); library.HasTiers(game.Shape) {
		add("too-hard", vote.TooHard)
	}
	return buttons, err
}

// saveTheme saves the theme of a form of the board, whose page is at an address.
func (v visit) saveTheme(page string) error {
	if err := v.ReadForm(); err != nil {
		return err
	}
	if err := v.SaveTheme(v.R.PostForm.Get("theme")); err != nil {
		return err
	}
	return v.Redirect(page)
}
