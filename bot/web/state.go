package web

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/web/board"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// readState returns a game as it is now, in a language.
func (s *Server) readState(ctx context.Context, gameID int64, language string) (board.State, error) {
	game, err := s.Store.Game(ctx, gameID)
	if err != nil {
		return board.State{}, err
	}
	return s.stateOf(ctx, game, chat.SpeechIn(language))
}

// stateOf returns a game for the wire.
func (s *Server) stateOf(ctx context.Context, game games.Game, words chat.Speech) (board.State, error) {
	notes, err := s.Store.Notes(ctx, game.ID)
	if err != nil {
		return board.State{}, err
	}
	active, err := s.Store.Active(ctx, game)
	if err != nil {
		return board.State{}, err
	}
	postable, err := s.Bot.Postable(ctx, s.placeIn(game.GuildID), game)
	if err != nil {
		return board.State{}, err
	}
	notPosted, err := s.notPosted(ctx, game)
	if err != nil {
		return board.State{}, err
	}
	late, err := s.isLate(ctx, game)
	state := board.State{
		Game: game.ID, Revision: game.Revision, Noted: game.Noted, Shape: game.Shape.String(),
		Title: words.TitleOf(game), Subtitle: words.IntroductionOf(game).String(),
		Clues: textOf(game.Clues), Grid: textOf(game.Grid), Marks: marksOf(game.Board), Notes: readNotes(notes),
		Hints: game.Hints, Checks: game.Checks, Active: int(active / time.Second),
		CanUndo: game.Head > 0 && game.Finished.IsZero(), Late: late, Postable: postable,
		NotPosted: notPosted,
	}
	if game.IsDaily() {
		state.Date = game.Date.String()
	}
	if !game.Finished.IsZero() {
		state.Finished = &game.Finished
	}
	if err == nil && game.IsDaily() && state.Finished != nil {
		state.Leaders, err = s.leadersOf(ctx, game, words)
	}
	return state, err
}

// leaderPlaces is how many places a board shows after a win, besides the player's own.
const leaderPlaces = 5

// leadersOf returns the best results of the daily of a game.
func (s *Server) leadersOf(ctx context.Context, game games.Game, words chat.Speech) (leaders []board.Leader, err error) {
	results, err := s.Store.DailyResults(ctx, game.GuildID, game.Date, game.Player.ID)
	for _, r := range results {
		own := r.Player.ID == game.Player.ID
		if r.Rank == 0 || r.Shape != game.Shape || r.Tier != game.Tier || r.Rank > leaderPlaces && !own {
			continue
		}
		leaders = append(leaders, board.Leader{
			Place: words.Rank(r.Rank, r.Joint), Name: words.Named(r.Player, r.Hidden).String(), Time: words.Elapsed(r.Elapsed), Own: own,
		})
	}
	return leaders, err
}

// notPosted reports whether the player shared a game, and its result could not be posted.
func (s *Server) notPosted(ctx context.Context, game games.Game) (bool, error) {
	if game.Finished.IsZero() || !game.Shared.IsZero() {
		return false, nil
	}
	return s.Store.NotPosted(ctx, game.ID)
}

// isLate reports whether a game is on a past daily, which does not count for the boards.
func (s *Server) isLate(ctx context.Context, game games.Game) (bool, error) {
	if !game.IsDaily() {
		return false, nil
	}
	guild, err := s.Store.Guild(ctx, game.GuildID)
	at := game.Finished
	if at.IsZero() {
		at = s.Store.Now()
	}
	return game.Date.Before(guild.Today(at)), err
}

// textOf writes a grid with "." for an empty cell.
func textOf(g sudoku.Grid) string {
	text := []byte(g.String())
	for i, c := range text {
		if c < '1' || c > '9' {
			text[i] = '.'
		}
	}
	return string(text)
}

// marksOf writes the marks of each cell.
func marksOf(b play.Board) []string {
	marks := make([]string, 0, len(b.Clues.Shape().Cells()))
	for _, c := range b.Clues.Shape().Cells() {
		text := ""
		for d := range b.Marks[c].All() {
			text += d.String()
		}
		marks = append(marks, text)
	}
	return marks
}

// readNotes reads what [writeNotes] wrote. What a newer version wrote otherwise is left out.
func readNotes(stored games.Notes) board.Notes {
	notes := board.Notes{}
	for cell, text := range stored {
		var note board.CellNotes
		if json.Unmarshal(text, &note) == nil {
			notes[cell] = note
		}
	}
	return notes
}

const (
	maxColour   = 9
	maxNotePart = 9 // digits, colours
)

// writeNotes returns the changes of notes as they are stored, or an error for what no board makes.
func writeNotes(shape sudoku.Shape, notes board.Notes) (games.Notes, error) {
	stored := games.Notes{}
	for cell, note := range notes {
		if !isCell(shape, cell) || !fits(shape, note) {
			return nil, errBadRequest
		}
		stored[cell] = nil
		if note.Corner == "" && len(note.Colours) == 0 && len(note.Candidates) == 0 {
			continue
		}
		text, err := json.Marshal(note)
		if err != nil {
			return nil, err
		}
		stored[cell] = text
	}
	return stored, nil
}

func isCell(shape sudoku.Shape, name string) bool {
	return slices.ContainsFunc(shape.Cells(), func(c sudoku.Cell) bool { return c.String() == name })
}

// fits reports whether the notes of a cell are what a board of a shape can have.
func fits(shape sudoku.Shape, note board.CellNotes) bool {
	if !areDigits(shape, note.Corner) || !areColours(note.Colours) || len(note.Candidates) > maxNotePart {
		return false
	}
	for digit, colours := range note.Candidates {
		if len(digit) != 1 || !areDigits(shape, digit) || !areColours(colours) {
			return false
		}
	}
	return true
}

func areDigits(shape sudoku.Shape, text string) bool {
	var seen sudoku.Digits
	for i := range len(text) {
		d := sudoku.Digit(text[i] - '0')
		if text[i] < '1' || text[i] > '9' || !shape.Digits().Has(d) || seen.Has(d) {
			return false
		}
		seen = seen.With(d)
	}
	return true
}

func areColours(colours []int) bool {
	return len(colours) <= maxNotePart && !slices.ContainsFunc(colours, func(c int) bool { return c < 1 || c > maxColour })
}
