package games

// SetPaceKept says from how many results on an order of all guilds is kept.
func SetPaceKept(n int) (restore func()) {
	before := paceKept
	paceKept = n
	return func() { paceKept = before }
}
