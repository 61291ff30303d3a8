// Package picture draws boards: as a PNG, as text for a terminal or a message, and in
// words for those who cannot see a picture.
//
//	png, err := picture.PNG(picture.Board{Clues: clues, Grid: grid})
//
// Every state has a shape as well as a colour: clues are bold, a step's pattern is
// circled, what it removes is struck through, mistakes and conflicts are hatched.
// [Text] without colour is read back by sudoku.Parse.
package picture
