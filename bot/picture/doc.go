// Package picture draws boards: as a PNG, as an animation, and as text for a terminal or a message.
//
//	png, err := picture.PNG(picture.Board{Clues: clues, Grid: grid})
//
// A picture is made for a phone that shows it 400 pixels wide, in one of three themes. Every state has a
// shape as well as a colour: clues are bold, a step's pattern is circled, what it places is in a square, what it
// removes is struck; conflicts are hatched, mistakes have crossed corners; the cell that the player has chosen
// is framed, the box in brackets, and the last move has a marked corner. [Text] without colour is read back by
// sudoku.Parse.
package picture
