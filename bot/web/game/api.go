// Package game serves a game at its address: the page of its board, the JSON API of the board, which package board
// describes, and its changes. It also starts games.
package game

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/web/board"
	"github.com/gridkeeper/gridkeeper/bot/web/live"
	"github.com/gridkeeper/gridkeeper/bot/web/site"
	"github.com/gridkeeper/gridkeeper/explain/steps"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Routes lists the addresses of this package.
func Routes(hub *live.Hub) []site.Route {
	route := func(pattern string, answer func(visit) error) site.Route {
		return site.Route{Pattern: pattern, For: site.Players, Answer: func(v *site.Visit) error { return answer(visit{v}) }}
	}
	wish := func(name string, verb chat.Verb) site.Route {
		return route("POST /games/{game}/"+name, func(v visit) error { return v.wish(verb) })
	}
	routes := []site.Route{
		route("POST /games", visit.start),
		route("GET /games/{game}", visit.showGame),
		route("GET /games/{game}/events", func(v visit) error {
			game, err := v.game()
			if err != nil {
				return err
			}
			return hub.Serve(v.Visit, game.ID)
		}),
		route("GET /games/{game}/replay", visit.replay),
		route("POST /games/{game}/moves", visit.moves),
		wish("hint", chat.MoreHint),
		wish("check", chat.CheckBoard),
		wish("rewind", chat.GoBack),
		wish("submit", chat.HandIn),
		wish("share", chat.CopyResult),
		wish("post", chat.ShareResult),
		wish("vote", chat.Vote),
		route("POST /games/{game}/theme", func(v visit) error {
			game, err := v.game()
			if err != nil {
				return err
			}
			return v.saveTheme(fmt.Sprintf("games/%d", game.ID))
		}),
	}
	for _, r := range routes { // a browser may load the address of a form again
		if path, isForm := strings.CutPrefix(r.Pattern, "POST /games/{game}/"); isForm {
			routes = append(routes, route("GET /games/{game}/"+path, visit.showGame))
		}
	}
	return append(routes, guestRoutes(route)...)
}

// moves makes the moves of a batch, and stores its notes.
func (v visit) moves() error {
	batch, err := v.readBatch()
	if err != nil {
		return err
	}
	if n := len(batch.Ago); n > 0 && n != len(batch.Moves) {
		return site.ErrBadRequest
	}
	action := chat.Batch{GameID: v.gameID(), Revision: batch.Revision, Moves: batch.Moves, Noted: batch.Noted}
	if len(batch.Notes) > 0 {
		game, err := v.game()
		if err != nil {
			return err
		}
		if action.Notes, err = storedNotes(game.Shape, batch.Notes); err != nil {
			return err
		}
	}
	// The journal keeps no time before its last one, so a clock that is wrong by years does no harm.
	const most = int64(24 * time.Hour * 365 / time.Millisecond)
	for _, ms := range batch.Ago {
		action.Ago = append(action.Ago, time.Duration(min(max(ms, 0), most))*time.Millisecond)
	}
	return v.do(batch.ID, action, batch.Revision)
}

// readBatch reads a batch as JSON, or the form of a page without script.
func (v visit) readBatch() (batch board.Batch, err error) {
	if !v.isForm() {
		return batch, v.readJSON(&batch)
	}
	if err := v.ReadForm(); err != nil {
		return batch, err
	}
	game, err := v.game()
	if err != nil {
		return batch, err
	}
	state, err := stateOf(v.Context(), v.Site, game, v.Speech)
	if err != nil {
		return batch, err
	}
	batch, err = board.ReadMove(state, v.R.PostForm)
	return batch, badForm(err)
}

// wish asks the bot for something about the board, by a verb.
func (v visit) wish(verb chat.Verb) (err error) {
	var wish board.Wish
	if !v.isForm() {
		err = v.readJSON(&wish)
	} else if err = v.ReadForm(); err == nil {
		wish, err = board.ReadWish(v.R.PostForm)
		err = badForm(err)
	}
	if err != nil {
		return err
	}
	if verb == chat.MoreHint && !v.isForm() && wish.Version != steps.Version {
		return site.ErrBadRequest
	}
	press := chat.Press{Verb: verb, GameID: v.gameID(), Revision: wish.Revision}
	if verb == chat.MoreHint && wish.Level != 0 {
		press.Argument = strconv.Itoa(wish.Level)
	}
	if verb == chat.Vote {
		press.Argument = wish.Vote
	}
	return v.do(wish.ID, press, wish.Revision)
}

// isForm reports whether a request is a form of a page without script.
func (v visit) isForm() bool {
	kind, _, err := mime.ParseMediaType(v.R.Header.Get("Content-Type"))
	return err == nil && kind == "application/x-www-form-urlencoded"
}

// readJSON reads a body that is one value and nothing else.
func (v visit) readJSON(into any) error {
	kind, _, err := mime.ParseMediaType(v.R.Header.Get("Content-Type"))
	if err != nil || kind != "application/json" {
		return site.ErrBadRequest
	}
	in := json.NewDecoder(v.R.Body)
	if err := in.Decode(into); err != nil {
		return site.Unreadable(err)
	}
	if _, err := in.Token(); !errors.Is(err, io.EOF) {
		return site.Unreadable(errors.Join(site.ErrBadRequest, err))
	}
	return nil
}

func badForm(err error) error {
	if errors.As(err, new(*board.FormError)) {
		return site.ErrBadRequest
	}
	return err
}

// operationID matches the ids that a client may give to an operation.
var operationID = regexp.MustCompile(`^[A-Za-z0-9-]{1,64}$`)

// do has the bot act on the game of the address, once for each id, and answers with the result. revision is that of
// the client's board.
func (v visit) do(id string, action chat.Action, revision int) error {
	if !operationID.MatchString(id) || revision < 0 {
		return site.ErrBadRequest
	}
	outcome, err := v.Play(requestID(v.Session.Player, v.gameID(), id), action)
	if err != nil {
		return err
	}
	answer, status, err := v.answerTo(outcome, revision)
	if err != nil {
		return err
	}
	if v.isForm() {
		return v.showAnswer(outcome.Game, answer, status)
	}
	return v.WriteJSON(status, answer)
}

// requestID names an operation among all requests of the archive, by player and game. It is a hash,
// since it outlives the player's data.
func requestID(player games.Player, gameID int64, id string) string {
	hash := sha256.Sum256(fmt.Appendf(nil, "%q %d %s", player.ID, gameID, id))
	return "web " + hex.EncodeToString(hash[:20])
}

// answerTo returns an outcome for the wire, for a client that has a revision of the board.
func (v visit) answerTo(outcome chat.Outcome, revision int) (answer board.Answer, status int, err error) {
	status = http.StatusOK
	known := outcome.Revision // the client knows its own changes
	switch {
	case outcome.Retry:
		return answer, 0, site.ErrUnavailable
	case outcome.Stale:
		status, known = http.StatusConflict, revision
	case len(outcome.Problem) > 0:
		status, known = http.StatusUnprocessableEntity, revision
	}
	answer = board.Answer{Problem: v.Words(outcome.Problem), Share: outcome.Shared.String(), Posted: outcome.Posted.String(), Cells: []string{}}
	if game := outcome.Game; known < game.Revision {
		before, err := v.Store.BoardAt(v.Context(), game, known)
		switch {
		case err == nil:
			for c := range game.Board.ChangedSince(before).All() {
				answer.Cells = append(answer.Cells, c.String())
			}
		case !errors.Is(err, postgres.ErrNotFound):
			return answer, 0, err
		}
	}
	if h := outcome.Hint; h != nil {
		answer.Hint = hintOf(*h)
	}
	if j := outcome.Judged; j != nil {
		answer.Verdict = v.verdictOf(outcome.Game.Grid, *j)
	}
	answer.State, err = stateOf(v.Context(), v.Site, outcome.Game, v.Speech)
	return answer, status, err
}

// verdictOf returns the judgement of a grid for the wire.
func (v visit) verdictOf(grid sudoku.Grid, j chat.Judged) *board.Verdict {
	words := j.Words.String()
	if words == "" {
		words = v.Count("page.verdict.mistakes", j.Wrong, nil) + " " + v.Count("page.verdict.missing", j.Open, nil)
	}
	verdict := &board.Verdict{Mistakes: j.Wrong, Missing: j.Open, Solved: j.Solved, Place: j.Place, Words: words, Conflicts: []string{}}
	for c := range grid.Conflicts() {
		for cell := range c.Cells.All() {
			verdict.Conflicts = append(verdict.Conflicts, cell.String())
		}
	}
	return verdict
}

// hintOf returns a hint for the wire.
func hintOf(h chat.Hinted) *board.Hint {
	cells := func(set sudoku.Cells) []string {
		names := []string{}
		for c := range set.All() {
			names = append(names, c.String())
		}
		return names
	}
	b := h.Board
	hint := &board.Hint{
		Level: h.Level, Most: h.Most, Words: h.Words, Step: h.Step, Paths: make([]string, len(b.Links)),
		Extras: []steps.Candidate{}, Because: cells(b.Because), Wrong: cells(b.Wrong), Dimmed: cells(b.Dimmed), Marks: []string{},
	}
	for _, k := range b.Extras {
		hint.Extras = append(hint.Extras, steps.Candidate{Cell: k.Cell.String(), Digit: int(k.Digit)})
	}
	for _, line := range b.Lines() {
		hint.Paths[slices.Index(b.Links, line.Link)] = line.String()
	}
	if len(b.Eliminations) > 0 { // a placement needs no candidates to be seen
		hint.Marks = marksOf(play.Board{Clues: b.Clues, Grid: b.Grid, Marks: b.Marks})
	}
	return hint
}

// replay lists the events of a finished game with the active time of each, by the rule of [games.Result.Active].
func (v visit) replay() error {
	game, err := v.game()
	if err != nil {
		return err
	}
	if game.Finished.IsZero() {
		return site.ErrNotFound
	}
	steps, err := v.steps(game)
	if err != nil {
		return err
	}
	return v.WriteJSON(http.StatusOK, steps)
}

// steps lists the events of a game, as replay sends them.
func (v visit) steps(game games.Game) ([]board.Event, error) {
	journal, err := v.Store.Journal(v.Context(), game.ID)
	if err != nil {
		return nil, err
	}
	steps := []board.Event{}
	active, last := 0.0, game.Started
	for _, m := range journal {
		if pause := m.At.Sub(last); pause <= games.Pause && pause > 0 {
			active += pause.Seconds()
		}
		last = m.At
		m.Board.Clues = game.Clues
		steps = append(steps, board.Event{Seconds: int(active), Kind: string(m.Kind), Grid: m.Board.Grid.String(), Marks: marksOf(m.Board)})
	}
	return steps, nil
}

// startOptions has the fields of a form that starts a game, by command.
var startOptions = map[string][]string{
	"daily":    {"date", "tier", "shape"},
	"play":     {"tier", "shape"},
	"practice": {"technique"},
	"race":     {"number"},
}

// start starts a game, or takes one up again: the daily, one of the player's own, or a practice.
func (v visit) start() error {
	if err := v.ReadForm(); err != nil {
		return err
	}
	ask := chat.Ask{Command: v.R.PostForm.Get("command"), Options: map[string]string{}}
	options, known := startOptions[ask.Command]
	if !known || ask.Command == "race" && v.R.PostForm.Get("number") == "" { // a page has no channel to open one in
		return site.ErrBadRequest
	}
	for _, name := range options {
		if value := v.R.PostForm.Get(name); value != "" {
			ask.Options[name] = value
		}
	}
	id := ""
	if given := v.R.PostForm.Get("id"); operationID.MatchString(given) {
		id = requestID(v.Session.Player, 0, given)
	}
	outcome, err := v.Play(id, ask)
	if err != nil {
		return err
	}
	if len(outcome.Problem) > 0 {
		return v.ShowProblem(http.StatusUnprocessableEntity, v.Words(outcome.Problem))
	}
	return v.Redirect(fmt.Sprintf("games/%d", outcome.GameID))
}
