package handler

import (
	"context"
	"errors"
	"io"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/solver/unavoidable"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// PuzzleOption is the option of a command for a puzzle that the player pastes.
const PuzzleOption = "puzzle"

// maxPasted is how many bytes of a text or a file are searched for a puzzle. Discord's messages are shorter.
const maxPasted = 16 << 10

// ReadPuzzle reads the puzzle that a player pasted, as the board to begin with. The error is a refusal with the reason.
func ReadPuzzle(q Query, text string) (play.Board, error) {
	start, err := games.ReadPasted(strings.ToValidUTF8(text[:min(len(text), maxPasted)], ""))
	switch {
	case err == nil:
		return start, nil
	case pictureLink.MatchString(text):
		return start, chat.Refuse("refusal.picture", nil)
	}
	return start, chat.Refuse("refusal.unread-puzzle", locale.Args{"Reason": q.Unread(err)})
}

// pictures are the endings of names of pictures, which are not read. A document may have one of a grid too.
var pictures = []string{".png", ".jpg", ".jpeg", ".gif", ".webp", ".heic", ".bmp", ".tif", ".tiff", ".avif", ".pdf"}

var pictureLink = regexp.MustCompile(`(?i)https?://\S+(` + strings.ReplaceAll(strings.Join(pictures, "|"), ".", `\.`) + `)\b`)

// ReadPuzzleFile gives the option for a puzzle the text of an attached file, before the transaction. A puzzle that was
// pasted too comes first.
func ReadPuzzleFile(ctx context.Context, env *Env, q *Query) error {
	if q.File == nil {
		return nil
	}
	if _, err := ReadPuzzle(*q, q.Option(PuzzleOption)); err == nil {
		return nil
	}
	if slices.Contains(pictures, strings.ToLower(path.Ext(q.File.Name))) {
		return chat.Refuse("refusal.picture", nil)
	}
	file, err := q.File.Open(ctx)
	var text []byte
	if err == nil {
		text, err = io.ReadAll(io.LimitReader(file, maxPasted))
		file.Close()
	}
	switch {
	case errors.Is(err, chat.ErrNotFetched):
		env.Config.Log.WarnContext(ctx, "an attached puzzle was not read", "guild", q.Place.GuildID, "error", err)
		return chat.Refuse("refusal.not-fetched", locale.Args{"File": chat.Quoted(q.File.Name)})
	case err != nil:
		return chat.Refuse("refusal.file", locale.Args{"File": chat.Quoted(q.File.Name), "Reason": chat.Typed(err.Error())})
	case strings.HasPrefix(http.DetectContentType(text), "image/"):
		return chat.Refuse("refusal.picture", nil)
	}
	if q.Options == nil {
		q.Options = map[string]string{}
	}
	q.Options[PuzzleOption] = strings.ToValidUTF8(string(text), "\ufffd")
	return nil
}

// NotPlayable is the refusal of a pasted puzzle that cannot be played, by the error of the archive; other errors are
// returned unchanged.
func NotPlayable(q Query, clues sudoku.Grid, err error) error {
	if reason, ok := q.Error(unavoidable.Reason(clues, err)); ok {
		return chat.Refuse("refusal.puzzle", locale.Args{"Puzzle": chat.Quoted(clues.String()), "Reason": reason})
	}
	return Spoils(clues.Shape(), err)
}

// Spoils is the refusal of a puzzle of a shape that is played for a rank elsewhere; other errors are returned unchanged.
func Spoils(shape sudoku.Shape, err error) error {
	switch {
	case errors.Is(err, games.ErrDailyOpen):
		daily := chat.Mention("daily")
		if shape != sudoku.Sudoku {
			daily = chat.Asking("daily", chat.Chosen("shape", shape.String()))
		}
		return chat.Refuse("refusal.daily-open", locale.Args{"Daily": daily})
	case errors.Is(err, games.ErrPlaying):
		return chat.Refuse("refusal.playing-it", nil)
	}
	return err
}
