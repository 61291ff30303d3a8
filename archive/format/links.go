package format

import "net/url"

// Links returns addresses that open a grid elsewhere: in SudokuPad, and in f-puzzles. They hold the clues
// themselves, packed as f-puzzles does, so nothing has to be sent to those sites before. Of a 9×9 puzzle
// they have some 400 characters.
func Links(e Entry) (sudokuPad, fPuzzles string, err error) {
	object, err := fPuzzle(e)
	if err != nil {
		return "", "", err
	}
	packed := url.QueryEscape(packLZ(string(object)))
	return "https://sudokupad.app/?puzzleid=fpuzzles" + packed, "https://www.f-puzzles.com/?load=" + packed, nil
}
