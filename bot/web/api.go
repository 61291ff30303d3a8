package web

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
	"strconv"
	"strings"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/web/board"
	"github.com/gridkeeper/gridkeeper/play"
)

// gameID returns the number in the address, 0 for what is not one.
func (v *visit) gameID() int64 {
	id, err := strconv.ParseInt(v.r.PathValue("game"), 10, 64)
	if err != nil {
		return 0
	}
	return max(id, 0)
}

// game returns the game of the address. One of another player, or of another place, is not found, as if
// it did not exist.
func (v *visit) game() (games.Game, error) {
	game, err := v.Store.Game(v.ctx(), v.gameID())
	if errors.Is(err, postgres.ErrNotFound) || err == nil && (game.Player.ID != v.session.Player.ID || game.GuildID != v.session.GuildID) {
		return games.Game{}, errNotFound
	}
	return game, err
}

// moves does what a player did on the board.
func (v *visit) moves() error {
	batch, err := v.readBatch()
	if err != nil {
		return err
	}
	notes, err := v.writeNotes(batch.Notes)
	if err != nil {
		return err
	}
	ago, err := readAgo(batch)
	if err != nil {
		return err
	}
	return v.do(batch.ID, chat.Batch{GameID: v.gameID(), Revision: batch.Revision, Moves: batch.Moves, Ago: ago, Notes: notes, Noted: batch.Noted}, batch.Revision)
}

// readAgo returns how long ago the moves of a batch were made, as far as its browser says so. The journal keeps no
// time before the last one that it has, so a clock that is wrong by years does no harm.
func readAgo(batch board.Batch) (ago []time.Duration, err error) {
	if n := len(batch.Ago); n > 0 && n != len(batch.Moves) {
		return nil, errBadRequest
	}
	const most = int64(24 * time.Hour * 365 / time.Millisecond)
	for _, ms := range batch.Ago {
		ago = append(ago, time.Duration(min(max(ms, 0), most))*time.Millisecond)
	}
	return ago, nil
}

// readBatch reads a batch as JSON, or the form of a page without script.
func (v *visit) readBatch() (batch board.Batch, err error) {
	if !v.isForm() {
		return batch, v.readJSON(&batch)
	}
	if err := v.readForm(); err != nil {
		return batch, err
	}
	game, err := v.game()
	if err != nil {
		return batch, err
	}
	state, err := v.stateOf(v.ctx(), game, v.Speech)
	if err != nil {
		return batch, err
	}
	batch, err = board.ReadMove(state, v.r.PostForm)
	return batch, badForm(err)
}

// writeNotes returns changes of notes as they are stored.
func (v *visit) writeNotes(notes board.Notes) (games.Notes, error) {
	if len(notes) == 0 {
		return nil, nil
	}
	game, err := v.game()
	if err != nil {
		return nil, err
	}
	return writeNotes(game.Shape, notes)
}

// wish does what a player asks of the board, which a verb of the bot answers.
func wish(verb chat.Verb) func(*visit) error {
	return func(v *visit) error {
		wish, err := v.readWish()
		if err != nil {
			return err
		}
		press := chat.Press{Verb: verb, GameID: v.gameID(), Revision: wish.Revision}
		if verb == chat.MoreHint && wish.Level != 0 {
			press.Argument = strconv.Itoa(wish.Level)
		}
		return v.do(wish.ID, press, wish.Revision)
	}
}

func (v *visit) readWish() (wish board.Wish, err error) {
	if !v.isForm() {
		return wish, v.readJSON(&wish)
	}
	if err := v.readForm(); err != nil {
		return wish, err
	}
	wish, err = board.ReadWish(v.r.PostForm)
	return wish, badForm(err)
}

// operationID is what a client may call an operation.
var operationID = regexp.MustCompile(`^[A-Za-z0-9-]{1,64}$`)

// do has the bot do something to the game of the address, once for each id, and answers with what came
// of it. revision is that of the board that the client has.
func (v *visit) do(id string, action chat.Action, revision int) error {
	if !operationID.MatchString(id) || revision < 0 {
		return errBadRequest
	}
	outcome, err := v.play(requestID(v.session.Player, v.gameID(), id), action)
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
	return v.writeJSON(status, answer)
}

// play asks the bot for something about a game.
func (v *visit) play(id string, action chat.Action) (chat.Outcome, error) {
	began := time.Now()
	request := v.asking(action)
	request.ID, request.Target = id, bot.Find(action)
	defer func() { v.Metrics.Page(request.Target.Command(), time.Since(began)) }()
	outcome, err := v.Bot.Play(v.ctx(), request)
	if errors.Is(err, postgres.ErrNotFound) {
		err = errNotFound
	}
	return outcome, err
}

// requestID names an operation among all requests of the archive, by player and game. It is a hash,
// since it outlives the player's data.
func requestID(player games.Player, gameID int64, id string) string {
	hash := sha256.Sum256(fmt.Appendf(nil, "%q %d %s", player.ID, gameID, id))
	return "web " + hex.EncodeToString(hash[:20])
}

// answerTo returns for the wire what a request came to.
func (v *visit) answerTo(outcome chat.Outcome, revision int) (answer board.Answer, status int, err error) {
	status = http.StatusOK
	known := outcome.Revision // the client knows what it did itself
	switch {
	case outcome.Retry:
		return answer, 0, errUnavailable
	case outcome.Stale:
		status, known = http.StatusConflict, revision
	case len(outcome.Problem) > 0:
		status, known = http.StatusUnprocessableEntity, revision
	}
	answer.Problem = outcome.Problem.String()
	if answer.Cells, err = v.changedSince(outcome.Game, known); err != nil {
		return answer, 0, err
	}
	v.fill(&answer, outcome)
	answer.State, err = v.stateOf(v.ctx(), outcome.Game, v.Speech)
	return answer, status, err
}

// changedSince names the cells that differ from the board of a revision.
func (v *visit) changedSince(game games.Game, revision int) ([]string, error) {
	cells := []string{}
	if revision >= game.Revision {
		return cells, nil
	}
	before, err := v.Store.BoardAt(v.ctx(), game, revision)
	if errors.Is(err, postgres.ErrNotFound) {
		return cells, nil
	}
	for c := range game.Board.ChangedSince(before).All() {
		cells = append(cells, c.String())
	}
	return cells, err
}

// fill adds what a handler found out.
func (v *visit) fill(answer *board.Answer, o chat.Outcome) {
	if o.Hint != nil {
		answer.Hint = hintOf(*o.Hint)
	}
	if o.Judged != nil {
		answer.Verdict = v.verdictOf(o.Game, *o.Judged)
	}
	answer.Share, answer.Posted = o.Shared.String(), o.Posted.String()
}

func (v *visit) verdictOf(game games.Game, j chat.Judged) *board.Verdict {
	verdict := &board.Verdict{Mistakes: j.Wrong, Missing: j.Open, Solved: j.Solved, Place: j.Place, Words: j.Words.String(), Conflicts: []string{}}
	if verdict.Words == "" {
		verdict.Words = v.Count("page.verdict.mistakes", j.Wrong, nil) + " " + v.Count("page.verdict.missing", j.Open, nil)
	}
	for c := range game.Grid.Conflicts() {
		for cell := range c.Cells.All() {
			verdict.Conflicts = append(verdict.Conflicts, cell.String())
		}
	}
	return verdict
}

func hintOf(h chat.Hinted) *board.Hint {
	hint := &board.Hint{
		Level: int(h.Level), Most: int(play.HintApply), Words: h.Words, Houses: []string{},
		Pattern: candidates(h.Pattern), Eliminations: candidates(h.Eliminations), Placements: candidates(h.Placements), Links: [][]string{},
	}
	for _, house := range h.Houses {
		hint.Houses = append(hint.Houses, house.Name())
	}
	for _, line := range h.Lines {
		hint.Links = append(hint.Links, []string{line[0].String(), line[1].String()})
	}
	return hint
}

// isForm reports whether a request is a form of a page without script.
func (v *visit) isForm() bool {
	kind, _, err := mime.ParseMediaType(v.r.Header.Get("Content-Type"))
	return err == nil && kind == "application/x-www-form-urlencoded"
}

// readForm reads the fields of a form. What is in the address does not count.
func (v *visit) readForm() error { return unreadable(v.r.ParseForm()) }

// readJSON reads a body that is one value and nothing else.
func (v *visit) readJSON(into any) error {
	kind, _, err := mime.ParseMediaType(v.r.Header.Get("Content-Type"))
	if err != nil || kind != "application/json" {
		return errBadRequest
	}
	in := json.NewDecoder(v.r.Body)
	if err := in.Decode(into); err != nil {
		return unreadable(err)
	}
	if _, err := in.Token(); !errors.Is(err, io.EOF) {
		return unreadable(errors.Join(errBadRequest, err))
	}
	return nil
}

// unreadable says why a body could not be read.
func unreadable(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.As(err, new(*http.MaxBytesError)):
		return errTooLarge
	}
	return errBadRequest
}

func badForm(err error) error {
	if errors.As(err, new(*board.FormError)) {
		return errBadRequest
	}
	return err
}

// wantsJSON reports whether a client asks for data rather than for a page.
func (v *visit) wantsJSON() bool {
	return strings.Contains(v.r.Header.Get("Accept"), "application/json") ||
		v.r.Method == http.MethodPost && strings.HasPrefix(v.r.Header.Get("Content-Type"), "application/json")
}

func (v *visit) writeJSON(status int, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	v.w.Header().Set("Content-Type", "application/json")
	v.w.WriteHeader(status)
	_, _ = v.w.Write(text) // whoever asked may have gone
	return nil
}

// replay lists what was done in a finished game.
func (v *visit) replay() error {
	game, err := v.game()
	if err != nil {
		return err
	}
	if game.Finished.IsZero() {
		return errNotFound
	}
	journal, err := v.Store.Journal(v.ctx(), game.ID)
	if err != nil {
		return err
	}
	return v.writeJSON(http.StatusOK, stepsOf(game, journal))
}

// stepsOf lists the events of a game with the active time of each, by the rule of [games.Result.Active].
func stepsOf(game games.Game, journal []games.Moment) []board.Step {
	steps := []board.Step{}
	active, last := 0.0, game.Started
	for _, m := range journal {
		if pause := m.At.Sub(last); pause <= games.Pause && pause > 0 {
			active += pause.Seconds()
		}
		last = m.At
		m.Board.Clues = game.Clues
		steps = append(steps, board.Step{Seconds: int(active), Kind: string(m.Kind), Grid: textOf(m.Board.Grid), Marks: marksOf(m.Board)})
	}
	return steps
}
