package api

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"

	"github.com/gridkeeper/gridkeeper/archive/open"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Types is where the problems are explained. The type of a problem is this address and the name of the problem, which stays
// as it is.
const Types = "https://github.com/gridkeeper/gridkeeper/blob/main/docs/open.md#"

// Kind is a kind of problem.
type Kind struct {
	Name   string // in its type
	Title  string
	Status int
}

// The problems.
var (
	Invalid     = Kind{"invalid", "The request is not valid", http.StatusUnprocessableEntity}
	NotUnique   = Kind{"not-unique", "The puzzle does not have exactly one solution", http.StatusUnprocessableEntity}
	TooHard     = Kind{"too-hard", "Too hard for one request", http.StatusUnprocessableEntity}
	Guarded     = Kind{"guarded", "The puzzle is in play", http.StatusForbidden}
	NotFound    = Kind{"not-found", "There is no such thing", http.StatusNotFound}
	Method      = Kind{"method", "The address does not take this method", http.StatusMethodNotAllowed}
	TooLarge    = Kind{"too-large", "The request is too large", http.StatusRequestEntityTooLarge}
	MediaType   = Kind{"media-type", "The content type is not taken", http.StatusUnsupportedMediaType}
	Acceptable  = Kind{"not-acceptable", "Answers are JSON", http.StatusNotAcceptable}
	TooMany     = Kind{"too-many", "Too many requests", http.StatusTooManyRequests}
	Misdirected = Kind{"host", "The host is not served here", http.StatusMisdirectedRequest}
	Forbidden   = Kind{"forbidden", "Requests of other sites are refused", http.StatusForbidden}
	Timeout     = Kind{"timeout", "The request did not arrive in time", http.StatusRequestTimeout}
	Busy        = Kind{"busy", "The server is busy", http.StatusServiceUnavailable}
	Internal    = Kind{"internal", "A defect of the server", http.StatusInternalServerError}
)

// Kinds lists the problems.
var Kinds = []Kind{Invalid, NotUnique, TooHard, Guarded, NotFound, Method, TooLarge, MediaType, Acceptable, TooMany, Misdirected, Forbidden, Timeout, Busy, Internal}

// Problem is the answer to a request that failed, as RFC 9457 has it.
type Problem struct {
	Type   string              `json:"type" format:"uri" doc:"which problem it is; the address explains it"`
	Title  string              `json:"title" doc:"the same in words"`
	Status int                 `json:"status" doc:"the status of the answer"`
	Detail string              `json:"detail,omitempty" doc:"what is wrong with this request, and what to do"`
	Errors []*huma.ErrorDetail `json:"errors,omitempty" doc:"what is wrong, one by one, with the place in the request"`
	Tier   logic.Tier          `json:"tier,omitempty" doc:"of a puzzle in play: 1 singletons, 2 hidden, 3 locked, 4 x-wing, 5 guessing"`
	Name   string              `json:"name,omitempty" doc:"of its tier"`
}

// New returns a problem of a kind.
func (k Kind) New(detail string) *Problem {
	return &Problem{Type: Types + k.Name, Title: k.Title, Status: k.Status, Detail: cut(detail)}
}

// maxText is how much of a request an answer quotes, in bytes.
const maxText = 500

func cut(text string) string {
	text = strings.ToValidUTF8(text, "\ufffd")
	if len(text) > maxText {
		text = strings.ToValidUTF8(text[:maxText], "") + "…"
	}
	return text
}

// Error returns the detail.
func (p *Problem) Error() string { return p.Detail }

// GetStatus returns the status.
func (p *Problem) GetStatus() int { return p.Status }

// ContentType returns the content type of problems.
func (p *Problem) ContentType(string) string { return "application/problem+json" }

// Write answers with the problem. The waiting time is said where one should wait.
func (p *Problem) Write(w http.ResponseWriter) {
	if p.Status == http.StatusTooManyRequests || p.Status == http.StatusServiceUnavailable {
		w.Header().Set("Retry-After", "1")
	}
	w.Header().Set("Content-Type", p.ContentType(""))
	w.WriteHeader(p.Status)
	_ = json.NewEncoder(w).Encode(p) // the client may have gone
}

// useProblems has huma make problems of the errors that it finds in requests. Its hook is a variable of its package.
var useProblems = sync.OnceFunc(func() {
	huma.DefaultArrayNullable = false // our lists are never null
	huma.NewError = func(status int, message string, errs ...error) huma.StatusError {
		kind := Internal
		for _, k := range Kinds {
			if k.Status == status && k != Forbidden {
				kind = k
				break
			}
		}
		if status == http.StatusBadRequest {
			kind = Invalid
			kind.Status = status
		}
		if message == "" || kind == Internal {
			message = map[Kind]string{Internal: "please report it, with the request"}[kind]
		}
		p := kind.New(message)
		for _, err := range errs {
			d := &huma.ErrorDetail{Message: cut(err.Error())}
			if detailer, ok := err.(huma.ErrorDetailer); ok {
				*d = *detailer.ErrorDetail()
				d.Message = cut(d.Message)
				if text, ok := d.Value.(string); ok {
					d.Value = cut(text)
				} else if text, err := json.Marshal(d.Value); err != nil || len(text) > maxText {
					d.Value = nil
				}
			}
			if kind != Internal {
				p.Errors = append(p.Errors, d)
			}
		}
		return p
	}
})

// problemOf returns the problem of an error of this server or of a puzzle. unexpected is true for errors that are ours.
func problemOf(err error) (p *Problem, unexpected bool) {
	switch {
	case errors.As(err, &p):
		return p, false
	case errors.Is(err, postgres.ErrNotFound):
		return NotFound.New("nothing open has this name"), false
	case errors.Is(err, solver.ErrTooHard), errors.Is(err, logic.ErrTooHard):
		return TooHard.New(err.Error() + ": 'gridkeeper' on your own machine takes the time that you give it"), false
	case errors.Is(err, solver.ErrNoSolution), errors.Is(err, solver.ErrManySolutions):
		return NotUnique.New(err.Error()), false
	case errors.Is(err, open.ErrCursor):
		return Invalid.New(err.Error()), false
	case errors.Is(err, postgres.ErrUnavailable), errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return Busy.New("the archive does not answer: try again in a second"), false
	}
	return Internal.New("please report it, with the request"), true
}

// Fail answers a request that the server refuses before the API sees it.
func Fail(w http.ResponseWriter, status int) {
	for _, kind := range Kinds {
		if kind.Status == status && kind != Guarded {
			kind.New(map[Kind]string{TooMany: "slow down: wait a second", Internal: "please report it, with the request"}[kind]).Write(w)
			return
		}
	}
	Internal.New("").Write(w)
}

// invalid returns the problem of a part of a request.
func invalid(name string, err error) *Problem {
	p := Invalid.New(name + ": " + err.Error())
	p.Errors = []*huma.ErrorDetail{{Location: name, Message: cut(err.Error())}}
	return p
}

// guarded returns the problem of a puzzle in play: its difficulty, and nothing else. The tier 0 is unknown.
func guarded(tier logic.Tier) *Problem {
	p := Guarded.New("somebody may still solve it for a rank, so its difficulty is all that is told: ask again when its day or its game is over")
	if p.Tier = tier; tier != 0 {
		p.Name = tier.String()
	}
	return p
}

// excerpt quotes input.
func excerpt(text string) string { return sudoku.Excerpt(text) }
