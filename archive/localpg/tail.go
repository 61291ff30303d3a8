package localpg

import (
	"io"
	"sync"
)

// tailSize is how much of a server's output an error shows.
const tailSize = 2000

// tail passes on what is written to it, and remembers the end of it.
type tail struct {
	next io.Writer

	mutex sync.Mutex
	last  []byte
}

func (t *tail) Write(text []byte) (int, error) {
	t.mutex.Lock()
	t.last = append(t.last, text...)
	t.last = t.last[max(0, len(t.last)-tailSize):]
	t.mutex.Unlock()
	return t.next.Write(text)
}

func (t *tail) String() string {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	return string(t.last)
}
