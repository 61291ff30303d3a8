package sudokutest

// Must ends a test or a benchmark, or one of rapid's, that an error leaves nothing to go on with.
func Must(t interface {
	Helper()
	Fatal(args ...any)
}, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
