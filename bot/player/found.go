package player

import (
	"context"
	"errors"
	"strings"
	"unicode"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/bot/screen"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// A puzzle that stands in a message or was pasted can be played right here, as it stands there, where the
// archive has an isomorph in the collections of the guild. The button carries the clues, which anyone can forge:
// whether the guild may use the puzzle, and is not to have it as a daily, is asked again when it is pressed.

// foundClues is the option of the handler.
const foundClues = "clues"

func playsFound() handler.Button {
	return handler.Button{
		Verb: chat.PlayFound, Options: handler.ArgumentAs(foundClues),
		Handler: &handler.Handler{Name: "found", Options: []chat.Option{{Name: foundClues}}, Writes: true, Play: playFound},
	}
}

func playFound(ctx context.Context, env *handler.Env, q handler.Query) (handler.Done, error) {
	text := q.Option(foundClues)
	clues, err := sudoku.Parse(text)
	if err == nil && clues.String() == text {
		_, err = rating.Rate(clues) // which says whether it is a puzzle at all
	}
	if err != nil || clues.String() != text {
		return handler.Done{}, chat.Refuse("refusal.old-button", locale.Args{"Help": chat.Mention("help")})
	}
	guild, err := env.Store.Guild(ctx, q.Place.GuildID)
	if err != nil {
		return handler.Done{}, err
	}
	game, err := env.Store.StartFound(ctx, q.Player, guild, clues)
	if errors.Is(err, postgres.ErrNotFound) {
		return handler.Done{}, chat.Refuse("refusal.not-playable", locale.Args{"Play": chat.Mention("play")})
	}
	return screen.Started(q, game), err
}

// playButtons open a puzzle here, where the archive has it, and in programs that take any.
func playButtons(ctx context.Context, env *handler.Env, q handler.Query, clues sudoku.Grid) ([][]chat.Button, error) {
	guild, err := env.Store.Guild(ctx, q.Place.GuildID)
	if err != nil {
		return nil, err
	}
	var list []chat.Button
	has, err := env.Store.HasPuzzle(ctx, q.Player.ID, guild, clues)
	if has {
		list = append(list, chat.Button{Label: q.Text("button.play-here", nil), Press: chat.Press{Verb: chat.PlayFound, Argument: clues.String()}})
	}
	if err != nil {
		return nil, err
	}
	elsewhere, err := playElsewhere(q.Speech, clues)
	return chat.Buttons(append(list, elsewhere...)...), err
}

// playElsewhere are buttons that open a puzzle in other programs.
func playElsewhere(s chat.Speech, clues sudoku.Grid) ([]chat.Button, error) {
	sudokuPad, fPuzzles, err := games.LinksOf(clues)
	play := func(program string) string { return s.Text("button.play-in", locale.Args{"Program": program}) }
	return []chat.Button{{Label: play("SudokuPad"), Link: sudokuPad}, {Label: play("f-puzzles"), Link: fPuzzles}}, err
}

// RateText rates the first puzzle in a text.
func RateText(ctx context.Context, env *handler.Env, q handler.Query, text string) (chat.Reply, error) {
	clues, ok := findGrid(text)
	if !ok {
		return chat.Reply{}, chat.Refuse("refusal.no-grid", locale.Args{"Difficulty": chat.Mention("difficulty")})
	}
	rated, words, err := ratingInWords(ctx, env, q, clues)
	if err != nil {
		return chat.Reply{}, err
	}
	title := q.Text("title.difficulty", locale.Args{"Puzzle": q.Text("name.found", nil)})
	board := picture.Diagram{Title: q.Difficulty(rated.Tier), Clues: clues, Grid: clues}
	reply := q.WithBoard(chat.Private(title, chat.Plain(words)), board)
	reply.Screen.Rows, err = playButtons(ctx, env, q, clues)
	return reply, err
}

// Limits of the search for a grid in a message, which anyone may have written to keep us busy.
const (
	maxMessage   = 16 << 10 // bytes; Discord's messages are shorter
	maxGridTries = 2000     // texts that are parsed
	linkTries    = 200      // for as many a link counts, which is unpacked
	linkLength   = 40       // bytes: shorter ones hold no puzzle
	fewestClues  = 4        // a line of dashes is not a puzzle
)

// findGrid returns the first grid in a text: a line of 81 or 16 cells, also within a sentence or an
// address, a drawing of several lines between other lines, or a link that holds a packed puzzle. ok is false where
// there is none.
func findGrid(text string) (g sudoku.Grid, ok bool) {
	text = strings.ToValidUTF8(text[:min(len(text), maxMessage)], "")
	f := finder{left: maxGridTries}
	for _, look := range []func(string) bool{f.inBlocks, f.try, f.inRuns, f.inLinks, f.inLines} {
		if look(text) {
			return f.found, true
		}
	}
	return g, false
}

// finder tries texts until one is a grid.
type finder struct {
	left  int // how many more may be tried
	found sudoku.Grid
}

// try reports whether a text is a grid.
func (f *finder) try(text string) bool {
	if f.left == 0 {
		return false
	}
	f.left--
	g, err := sudoku.Parse(text)
	if err != nil || g.Len() < fewestClues {
		return false
	}
	f.found = g
	return true
}

// inBlocks looks into blocks of code, which keep drawings in shape.
func (f *finder) inBlocks(text string) bool {
	for i, block := range strings.Split(text, "```") {
		if i%2 == 0 {
			continue
		}
		language, rest, _ := strings.Cut(block, "\n")
		if f.try(block) || isWord(language) && f.try(rest) || f.inLines(block) {
			return true
		}
	}
	return false
}

// isWord reports whether a line may name a language: what stands behind the fence of a block.
func isWord(line string) bool {
	return strings.Trim(strings.ToLower(strings.TrimSpace(line)), "abcdefghijklmnopqrstuvwxyz+#-") == ""
}

// inRuns looks for cells in a row: within a sentence, an address, or what makes text bold.
func (f *finder) inRuns(text string) bool {
	isCell := func(r rune) bool { return strings.ContainsRune(sudoku.CellCharacters, r) }
	for _, run := range strings.FieldsFunc(text, func(r rune) bool { return !isCell(r) }) {
		for _, cells := range []string{run, strings.TrimSuffix(run, "."), strings.Trim(run, "*"), strings.Trim(run, "_")} {
			if (len(cells) == 81 || len(cells) == 16) && f.try(cells) {
				return true
			}
		}
	}
	return false
}

// inLinks looks for links to puzzles, and for what f-puzzles packs alone.
func (f *finder) inLinks(text string) bool {
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("<>()[]|`*", r) }) {
		if f.left < linkTries {
			return false
		}
		if len(word) < linkLength {
			continue
		}
		f.left -= linkTries
		if g, err := games.ReadClues(word); err == nil && g.Len() >= fewestClues {
			f.found = g
			return true
		}
	}
	return false
}

// inLines looks for a drawing between other lines. Borders and labels make one longer than its
// rows; lines that a chat has joined make it one line.
func (f *finder) inLines(text string) bool {
	lines := drawnLines(text)
	for _, lengths := range [][2]int{{9, 21}, {1, 1}, {4, 8}} {
		for first := range lines {
			for n := lengths[0]; n <= lengths[1] && first+n <= len(lines); n++ {
				window := lines[first : first+n]
				if window[0] == "" || window[n-1] == "" {
					continue
				}
				if f.try(strings.Join(window, "\n")) {
					return true
				}
			}
		}
	}
	return false
}

// drawnLines returns the lines of a text that may belong to a drawing, and an empty one for each
// other. The marks of a quotation are taken off.
func drawnLines(text string) []string {
	lines := strings.Split(strings.ReplaceAll(text, "\r", ""), "\n")
	for i, line := range lines {
		line = strings.TrimPrefix(strings.TrimPrefix(line, ">"), " ")
		if strings.ContainsFunc(line, func(r rune) bool {
			return r < 0x80 && !strings.ContainsRune(sudoku.CellCharacters+" \t|+=:,;ABCDEFGHIJabcdefghijRr", r)
		}) {
			line = ""
		}
		lines[i] = line
	}
	return lines
}
