package archive_test

import (
	"math"
	"sync"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"
)

// history records what several goroutines ask and what they are answered, to be checked against
// a sequential model: there must be an order of all the operations, none before it was called or
// after it returned, in which one after the other gives the same answers.
type history struct {
	start      time.Time
	mu         sync.Mutex
	operations []porcupine.Operation
}

func newHistory() *history { return &history{start: time.Now()} }

func (h *history) now() int64 { return int64(time.Since(h.start)) }

// span is when an operation was called and when it had returned, in nanoseconds.
type span struct{ call, back int64 }

// never is when an operation returns whose outcome is not known: it may be carried out at any
// time, or not at all, which is the same as at the end.
const never = math.MaxInt64

// do records an operation. Models that know of time find its span in the output.
func (h *history) do(client int, input any, operation func() any) {
	call := h.now()
	output := operation()
	back := h.now()
	h.add(client, input, output, span{call, back})
}

func (h *history) add(client int, input, output any, s span) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.operations = append(h.operations, porcupine.Operation{
		ClientId: client, Input: input, Output: timed{output, s}, Call: s.call, Return: s.back,
	})
}

// timed is the answer to an operation, and when it was made.
type timed struct {
	answer any
	span
}

// agrees reports whether a history is one of a model's.
func (h *history) agrees(t *testing.T, model porcupine.Model) bool {
	t.Helper()
	result := porcupine.CheckOperationsTimeout(model, h.operations, 30*time.Second)
	if result == porcupine.Unknown {
		t.Errorf("a history of %d operations is too long to be checked", len(h.operations))
	}
	return result != porcupine.Illegal
}

// want fails the test unless a history agrees with a model.
func (h *history) want(t *testing.T, model porcupine.Model) {
	t.Helper()
	if h.agrees(t, model) {
		return
	}
	t.Error("no order of these operations explains their answers:")
	for _, o := range h.operations {
		s := o.Output.(timed)
		t.Logf("client %d, %9.3f to %9.3f ms: %+v = %+v", o.ClientId, float64(s.call)/1e6, float64(s.back)/1e6, o.Input, s.answer)
	}
}
