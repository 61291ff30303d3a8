package archive

import "errors"

// Callers branch on these with [errors.Is].
var (
	ErrNoPuzzle = errors.New("there is no such puzzle to give: import some")  // always a *NoPuzzleError
	ErrStale    = errors.New("it was changed in the meantime: read it again") // by another, or on another device
	ErrFinished = errors.New("this game is finished and no longer changes")   // start another
	ErrShared   = errors.New("this result was shared before")
	ErrUnsolved = errors.New("the grid of this game is not the solution yet") // play on
)
