package games

import "errors"

// Callers branch on these with [errors.Is].
var (
	ErrFinished = errors.New("this game is finished and no longer changes") // start another
	ErrShared   = errors.New("this result was shared before")
	ErrUnsolved = errors.New("the grid of this game is not the solution yet") // play on
)
