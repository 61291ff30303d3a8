package mcp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	maxMessage = 1 << 20 // bytes of a message
	maxHeld    = 4 << 20 // bytes of a line that is kept for the id of its call, which the error names
	maxOpen    = 64      // requests without an answer
	maxError   = 2000    // bytes of an error: it may quote a message
)

// lines is the connection to a client: a message a line, in and out. The SDK's own ends with the first line that is not a
// message, and forgets the calls that are open when the input ends. This one answers a bad line with an error and reads on, and
// at the end of its input it waits for the answers, so that `gridkeeper mcp <calls` prints them all.
type lines struct {
	incoming chan line
	closed   chan struct{}
	close    sync.Once
	patience time.Duration // for open calls, once the input has ended

	mu       sync.Mutex
	out      io.Writer
	open     map[jsonrpc.ID]bool // requests without an answer; true for those that the end of the input waits for
	answered chan struct{}       // has an element after an answer
}

// line is a line of the input. One of more than maxHeld bytes has its size alone.
type line struct {
	text []byte
	size int
}

func newLines(in io.Reader, out io.Writer, patience time.Duration) *lines {
	l := &lines{
		incoming: make(chan line), closed: make(chan struct{}), patience: patience,
		out: out, open: map[jsonrpc.ID]bool{}, answered: make(chan struct{}, 1),
	}
	go l.fill(bufio.NewReaderSize(in, 1<<16))
	return l
}

// fill reads the lines. It stays behind when the connection is closed, since reading standard input cannot be interrupted.
func (l *lines) fill(in *bufio.Reader) {
	defer close(l.incoming)
	for {
		var next line
		err := bufio.ErrBufferFull
		for errors.Is(err, bufio.ErrBufferFull) {
			var part []byte
			part, err = in.ReadSlice('\n')
			if next.size += len(part); next.size <= maxHeld {
				next.text = append(next.text, part...)
			} else {
				next.text = nil
			}
		}
		select {
		case l.incoming <- next:
		case <-l.closed:
			return
		}
		if err != nil {
			return
		}
	}
}

// Read returns the next message.
func (l *lines) Read(ctx context.Context) (jsonrpc.Message, error) {
	for {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-l.closed:
			return nil, io.EOF
		case next, more := <-l.incoming:
			if !more {
				l.await(ctx)
				return nil, io.EOF
			}
			if len(bytes.TrimSpace(next.text)) == 0 && next.size <= maxHeld {
				continue
			}
			message, refusal := l.accept(next)
			if refusal == nil {
				return message, nil
			}
			if err := l.refuse(next, refusal); err != nil {
				return nil, err
			}
		}
	}
}

// accept returns the message of a line, or the error to answer it with.
func (l *lines) accept(next line) (jsonrpc.Message, *jsonrpc.Error) {
	invalid := func(text string, a ...any) *jsonrpc.Error {
		return &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: fmt.Sprintf(text, a...)}
	}
	switch {
	case next.size > maxMessage:
		return nil, invalid("a message of %d bytes: at most %d are read", next.size, maxMessage)
	case !json.Valid(next.text):
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeParseError, Message: "a line that is not JSON: want one message a line"}
	case bytes.TrimSpace(next.text)[0] == '[':
		return nil, invalid("a batch of messages: want one message a line")
	}
	message, err := jsonrpc.DecodeMessage(next.text)
	if err != nil {
		return nil, invalid("not a message: %v", err)
	}
	request, ok := message.(*jsonrpc.Request)
	if !ok || !request.IsCall() {
		return message, nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	switch _, used := l.open[request.ID]; {
	case used:
		return nil, invalid("the id %v is that of a request without an answer yet", request.ID.Raw())
	case len(l.open) >= maxOpen:
		return nil, invalid("%d requests have no answer yet: wait for one", maxOpen)
	}
	l.open[request.ID] = request.Method != "subscriptions/listen" // which lasts as long as the connection
	return message, nil
}

// refuse answers a line that is not accepted. The id is null if it cannot be read.
func (l *lines) refuse(refused line, reason *jsonrpc.Error) error {
	var request struct {
		ID any `json:"id"`
	}
	_ = json.Unmarshal(refused.text, &request) // else null
	switch request.ID.(type) {
	case string, float64:
	default:
		request.ID = nil
	}
	cut(&reason.Message)
	text, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": request.ID, "error": reason})
	if err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	_, err = l.out.Write(append(text, '\n'))
	return err
}

// await waits for the answers to open calls.
func (l *lines) await(ctx context.Context) {
	enough := time.After(l.patience)
	for l.waiting() {
		select {
		case <-l.answered:
		case <-ctx.Done():
			return
		case <-l.closed:
			return
		case <-enough:
			return
		}
	}
}

func (l *lines) waiting() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, waited := range l.open {
		if waited {
			return true
		}
	}
	return false
}

// Write writes a message.
func (l *lines) Write(_ context.Context, message jsonrpc.Message) error {
	response, isResponse := message.(*jsonrpc.Response)
	if isResponse && response.Error != nil {
		reason := &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: response.Error.Error()} // the SDK leaves some without a code
		if known := new(jsonrpc.Error); errors.As(response.Error, &known) && known.Code != 0 {
			reason.Code, reason.Data = known.Code, known.Data
		}
		cut(&reason.Message)
		message = &jsonrpc.Response{ID: response.ID, Error: reason}
	}
	text, err := jsonrpc.EncodeMessage(message)
	if err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if isResponse {
		delete(l.open, response.ID)
		defer func() {
			select {
			case l.answered <- struct{}{}:
			default:
			}
		}()
	}
	_, err = l.out.Write(append(text, '\n'))
	return err
}

// Close ends Read.
func (l *lines) Close() error {
	l.close.Do(func() { close(l.closed) })
	return nil
}

// SessionID returns "": standard input has one session.
func (l *lines) SessionID() string { return "" }

// Connect returns the connection itself: it is the SDK's transport too.
func (l *lines) Connect(context.Context) (mcp.Connection, error) { return l, nil }

// cut shortens an error that quotes a long message.
func cut(text *string) {
	if len(*text) > maxError {
		*text = strings.ToValidUTF8((*text)[:maxError], "") + "…"
	}
}
