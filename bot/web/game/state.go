package game

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/web/board"
	"github.com/gridkeeper/gridkeeper/bot/web/site"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Reader returns a function that reads the present state of a game, in a language.
func Reader(s *site.Site) func(ctx context.Context, gameID int64, language string) (board.State, error) {
	return func(ctx context.Context, gameID int64, language string) (board.State, error) {
		game, err := s.Store.Game(ctx, gameID)
		if err != nil {
			return board.State{}, err
		}
		return stateOf(ctx, s, game, chat.SpeechIn(language))
	}
}

// stateOf returns a game for the wire.
func stateOf(ctx context.Context, s *site.Site, game games.Game, words chat.Speech) (state board.State, err error) {
	notes, err := s.Store.Notes(ctx, game.ID)
	if err != nil {
		return state, err
	}
	active, err := s.Store.Active(ctx, game)
	if err != nil {
		return state, err
	}
	finished := !game.Finished.IsZero()
	state = board.State{
		Game: game.ID, Revision: game.Revision, Noted: game.Noted, Shape: game.Shape.String(),
		Name: nameOf(words, game), Difficulty: words.Difficulty(game.Tier), Title: words.TitleOf(game), Subtitle: words.IntroductionOf(game).String(),
		Clues: game.Clues.String(), Grid: game.Grid.String(), Marks: marksOf(game.Board), Notes: board.Notes{},
		Hints: game.Hints, Checks: game.Checks, Active: int(active / time.Second),
		CanUndo: game.Head > 0 && !finished,
	}
	for cell, text := range notes {
		var note board.CellNotes
		if json.Unmarshal(text, &note) == nil { // else a newer version wrote it
			state.Notes[cell] = note
		}
	}
	if state.Postable, err = s.Bot.Postable(ctx, s.PlaceIn(game.GuildID), game); err != nil {
		return state, err
	}
	if finished {
		state.Finished = &game.Finished
		if game.Shared.IsZero() {
			if state.NotPosted, err = s.Store.NotPosted(ctx, game.ID); err != nil {
				return state, err
			}
		}
	}
	if game.IsDaily() {
		return state, addDaily(ctx, s, &state, game, words)
	}
	return state, nil
}

// nameOf names a game in few letters, for the bar above its board.
func nameOf(words chat.Speech, game games.Game) string {
	switch {
	case game.IsDaily():
		return chat.Capital(words.DailyName(game.Number, game.Shape))
	case game.Party != 0:
		return words.Text("title.party", nil)
	case game.Race != 0:
		return words.Text("title.race", locale.Args{"Number": game.Race})
	case game.Practice != "":
		return words.Technique(game.Practice)
	}
	return chat.Capital(words.NameOf(game))
}

// leaderPlaces is how many places a board shows after a win, besides the player's own.
const leaderPlaces = 5

// addDaily adds the date of a daily, whether the game is late for the leaderboards, and after it the best results.
func addDaily(ctx context.Context, s *site.Site, state *board.State, game games.Game, words chat.Speech) error {
	guild, err := s.Store.Guild(ctx, game.GuildID)
	if err != nil {
		return err
	}
	at := game.Finished
	if at.IsZero() {
		at = s.Store.Now()
	}
	state.Date, state.Late = game.Date.String(), game.Date.Before(guild.Today(at))
	if state.Finished == nil {
		return nil
	}
	results, err := s.Store.DailyResults(ctx, game.GuildID, game.Date, game.Player.ID)
	ranked := slices.DeleteFunc(results, func(r games.Result) bool { return r.Rank == 0 || r.Shape != game.Shape || r.Tier != game.Tier })
	for _, r := range ranked {
		own := r.Player.ID == game.Player.ID
		if own {
			state.Place = words.Text("finish.place", locale.Args{"Rank": words.Rank(r.Rank, r.Joint), "Of": len(ranked)})
			if len(ranked) == 1 {
				state.Place = words.Text("finish.place-first", nil)
			}
		}
		if r.Rank > leaderPlaces && !own {
			continue
		}
		state.Leaders = append(state.Leaders, board.Leader{
			Place: words.Rank(r.Rank, r.Joint), Name: words.Named(r.Player, r.Hidden).String(), Time: words.Elapsed(r.Elapsed), Own: own,
		})
	}
	return err
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

const (
	maxColour   = 9
	maxNotePart = 9 // digits, colours
)

// storedNotes returns changes of notes as they are stored, or an error for notes that no board sends.
func storedNotes(shape sudoku.Shape, notes board.Notes) (games.Notes, error) {
	stored := games.Notes{}
	for cell, note := range notes {
		isCell := slices.ContainsFunc(shape.Cells(), func(c sudoku.Cell) bool { return c.String() == cell })
		if !isCell || !areDigits(shape, note.Corner) || !areColours(note.Colours) || len(note.Candidates) > maxNotePart {
			return nil, site.ErrBadRequest
		}
		for digit, colours := range note.Candidates {
			if len(digit) != 1 || !areDigits(shape, digit) || !areColours(colours) {
				return nil, site.ErrBadRequest
			}
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
