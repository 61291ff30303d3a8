package logic

// Find returns what a technique finds in a state, whatever easier techniques find there.
func (t Technique) Find(s State) (Step, bool) {
	v := newView(s)
	return lookUp(t, techniques).step(&v)
}
