package archive

import "errors"

// Callers branch on these with [errors.Is].
var (
	ErrNotFound = errors.New("not in the archive")                               // no such thing
	ErrNoPuzzle = errors.New("the archive has none to give: import some")        // of this shape and tier
	ErrStale    = errors.New("somebody else was faster: this is an old state")   // read again, then decide
	ErrFinished = errors.New("this game is finished, and no longer changes")     // start another
	ErrUnsolved = errors.New("the grid of this game is not the solution as yet") // play on
)
