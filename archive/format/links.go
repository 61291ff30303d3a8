package format

import (
	"cmp"
	"compress/zlib"
	"encoding/base32"
	"fmt"
	"io"
	"net/url"
	"strconv"
	"strings"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Links that hold a puzzle. parseLink tries f-puzzles and SudokuPad first (fpuzzles.go), then the programs for
// puzzles of many kinds (pzpr_penpa_solo.go), then sites that play or solve sudoku.

// ParseLink reads a puzzle from a link that holds it, or from the packed part of a link of f-puzzles, also if it is
// wrapped over lines. ok is false for any other text.
func ParseLink(text string) (e Entry, ok bool) {
	if packed := strings.Join(strings.Fields(text), ""); isPacked(packed) {
		return readLink(packed, packed), true
	}
	return parseLink(text)
}

// parseWhole reads a link, an id, or the line of a program.
func parseWhole(line string) (e Entry, ok bool) {
	for _, parse := range []func(string) (Entry, bool){parseLink, parseSolo, parseHoDoKu} {
		if e, ok = parse(line); ok {
			break
		}
	}
	return e, ok
}

// parseLink reads a link that holds a puzzle. Text before it is the name. ok is false for any other line: a link to
// something else may be the title of the grid below.
func parseLink(line string) (e Entry, ok bool) {
	line = strings.TrimSpace(line)
	start := strings.Index(line, "http")
	if start > 0 {
		if _, _, cells := findCells(line); cells {
			return Entry{}, false // the link names their source
		}
		e, ok = parseLink(line[start:])
		e.Name = cmp.Or(e.Name, strings.Trim(line[:start], separators+":([<"))
		return e, ok && e.Err == nil
	}
	if start < 0 && !startsPacked(line) {
		return Entry{}, false
	}
	if strings.HasPrefix(line, bareFPuzzle) {
		return readLink(line, line), true
	}
	for _, start := range append(linkStarts, "fpuzzles", "fpuz") {
		if _, packed, found := strings.Cut(line, start); found {
			return readLink(line, packed), true
		}
	}
	if strings.Contains(line, "/scl") || strings.Contains(line, "f-puzzles.com/?id=") || strings.Contains(line, "sudokupad.app/") {
		return rejected(line, failf(NoneInLink, "%s: this link names a puzzle and does not hold it: use one with fpuzzles or ?load= in it", sudoku.Excerpt(line))), true
	}
	return readSiteLink(line)
}

// startsPacked reports whether a line is a packed puzzle without the link around it.
func startsPacked(line string) bool {
	if strings.HasPrefix(line, "fpuz") || strings.HasPrefix(line, bareFPuzzle) {
		return true
	}
	for start := range sitePackings {
		if strings.HasPrefix(line, start) {
			return true
		}
	}
	return false
}

// readSiteLink reads a link of a site that plays or solves puzzles. Most have the cells as they are, in a part of
// their path or behind a "=":
//
//	https://sudokuexchange.com/play/?s=000…200&d=3
//	https://sudoku.coach/en/play/000…200
//	https://www.sudokuwiki.org/sudoku.htm?bd=000…200
//
// SudokuWiki and sudoku.coach have packed forms too. ok is false for a link without a claim to hold a puzzle.
func readSiteLink(line string) (e Entry, ok bool) {
	address, comment, _ := strings.Cut(line, " ")
	if e, ok := readPuzzleLink(address); ok {
		if e.Err == nil && comment != "" {
			e.Comment = " " + comment
		}
		return e, true
	}
	parts := strings.FieldsFunc(address, func(r rune) bool { return strings.ContainsRune("/?=&#()[]<>", r) })
	for i, part := range parts {
		if plain, err := url.QueryUnescape(part); err == nil {
			parts[i] = plain
		}
	}
	for _, part := range parts {
		if !onlyCells(part) {
			continue
		}
		g, err := sudoku.Parse(part)
		isSmall := err == nil && isCells(part) && g.Len() > 0 // as few numbers of 16 or 36 digits are
		if isSmall || len(part) == sudoku.MaxCells {
			return ofLink(line, g, err), true
		}
	}
	for _, part := range parts {
		for start, unpack := range sitePackings {
			if strings.HasPrefix(part, start) {
				g, err := unpack(strings.TrimPrefix(part, start))
				return ofLink(line, g, err), true
			}
		}
	}
	for _, start := range siteLinks {
		if strings.Contains(address, start) {
			return ofLink(line, sudoku.Grid{}, failf(NoneInLink, "the link holds no puzzle in a form that is known here: use one with the 81 cells in it (36 for a 6x6), 0 for an empty one")), true
		}
	}
	return Entry{}, false
}

// sitePackings are the packed forms, by their first characters.
var sitePackings = map[string]func(string) (sudoku.Grid, error){
	"S9B":      unpackSudokuWiki,
	"SCv7_32_": unpackSudokuCoach,
}

// siteLinks are the beginnings of links to a puzzle, or to the name of one.
var siteLinks = []string{"sudokuwiki.org/sudoku.htm?", "sudoku.coach/en/play/", "sudoku.coach/en/solver/", "sudoku.coach/en/s/", "sudokuexchange.com/play/?"}

func ofLink(line string, g sudoku.Grid, err error) Entry {
	if err != nil {
		return rejected(line, fmt.Errorf("%s: %w", sudoku.Excerpt(line), err))
	}
	e := Entry{Line: 1, Text: g.String(), Grid: g}
	if _, comment, ok := strings.Cut(line, " "); ok {
		e.Comment = " " + comment
	}
	return e
}

// unpackSudokuWiki reads a position as the links of SudokuWiki have it since 2023: for each cell two digits of base
// 36. 1 to 9 are clues, 10 to 18 placed digits. Above that are candidates, a bit for each. The site's page "Sudoku
// String Definitions" describes an older form, of base 32, which begins otherwise. It is not read, as its example
// does not follow the description.
func unpackSudokuWiki(packed string) (sudoku.Grid, error) {
	const perCell, most = 2, 2*sudoku.MaxSide + 1<<sudoku.MaxSide - 1
	if len(packed) != perCell*sudoku.MaxCells {
		return sudoku.Grid{}, failf(Damaged, "the packed puzzle in the link is damaged: it has %d characters, not %d", len(packed), perCell*sudoku.MaxCells)
	}
	g := sudoku.Empty(sudoku.Sudoku)
	for i, c := range sudoku.Sudoku.Cells() {
		n, err := strconv.ParseUint(packed[perCell*i:perCell*(i+1)], 36, 16)
		if err != nil || n == 0 || n > most {
			return sudoku.Grid{}, failf(Damaged, "the packed puzzle in the link is damaged: %q for %s", packed[perCell*i:perCell*(i+1)], c)
		}
		if n <= sudoku.MaxSide {
			g = g.With(c, sudoku.Digit(n))
		}
	}
	return g, nil
}

// coachEncoding is the base32 of sudoku.coach, with the digits of hexadecimal and the letters after them.
var coachEncoding = base32.NewEncoding("0123456789abcdefghijklmnopqrstuv").WithPadding(base32.NoPadding)

// coachKeys are the keys that a plain sudoku of sudoku.coach may have.
var coachKeys = []string{"gridSize", "colours", "givenDigits", "givenColours", "userDigits", "userColours", "userCellCandidates", "userCellCandidatesColours"}

// unpackSudokuCoach reads a puzzle as sudoku.coach exports it: JSON, compressed by zlib, in base 32. Its author
// described that in r/sudoku (yzfwsf's question of September 2024).
func unpackSudokuCoach(packed string) (sudoku.Grid, error) {
	data, err := coachEncoding.DecodeString(packed)
	if err != nil {
		return sudoku.Grid{}, failf(Damaged, "the packed puzzle in the link is damaged: %w", err)
	}
	in, err := zlib.NewReader(strings.NewReader(string(data)))
	if err != nil {
		return sudoku.Grid{}, failf(Damaged, "the packed puzzle in the link is damaged: %w", err)
	}
	object := map[string]any{}
	if err := decodeJSON(io.LimitReader(in, maxUnpacked), &object); err != nil {
		return sudoku.Grid{}, failf(Damaged, "the packed puzzle in the link is damaged: %w", err)
	}
	if key := variantOf(object, coachKeys); key != "" {
		return sudoku.Grid{}, failf(Variant, "not a plain sudoku: it has the constraint %q", key)
	}
	clues, _ := object["givenDigits"].(string)
	g, err := sudoku.Parse(clues)
	if err == nil && !g.Shape().CanTranspose() {
		err = errUnknownBoxes
	}
	return g, err
}

// errUnknownBoxes is the error of a 6×6 in a format that does not document its boxes.
var errUnknownBoxes = failf(Variant, "a grid of 6×6 cells, whose boxes this format does not name: only 9×9 and 4×4 are read")

// Links returns addresses that open a grid elsewhere: in SudokuPad, and in f-puzzles. They hold the clues themselves,
// packed as f-puzzles does, so nothing has to be sent to those sites before. For a 9×9 puzzle they have some 400
// characters.
func Links(e Entry) (sudokuPad, fPuzzles string, err error) {
	object, err := fPuzzle(e)
	if err != nil {
		return "", "", err
	}
	packed := url.QueryEscape(packLZ(string(object)))
	return "https://sudokupad.app/?puzzleid=fpuzzles" + packed, "https://www.f-puzzles.com/?load=" + packed, nil
}
