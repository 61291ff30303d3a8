package chat

// Progress is how far the work is that machines share, all of it together. What it is about is the
// operator's: those who manage a guild are shown these numbers and no more.
type Progress struct {
	Works int // under way
	Done  int // items
	Items int
}
