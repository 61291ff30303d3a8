package discordtest

import (
	"bytes"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"
)

// Request is one REST call of the bot.
type Request struct {
	Route  string          // method and pattern: "POST /channels/{channel_id}/messages"
	Path   string          // as called, without the base
	Body   json.RawMessage // the JSON; of a multipart body its payload_json
	Status int             // answered; 0 where the connection was cut before anything was done
	At     time.Time
	Proto  string // "HTTP/2.0"
}

// Requests returns the calls to a route so far, all for "". A route is written as in
// [Request].
func (s *Server) Requests(route string) []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(s.requests), func(r Request) bool {
		return route != "" && r.Route != route
	})
}

// route is how one call is answered. serve runs under the lock.
type route struct {
	serve func(*call) answer
	auth  bool // wants the bot's token
}

// call is a request with its body read.
type call struct {
	*http.Request
	route string
	body  body
}

// answer is a status and what is sent as JSON, nil for nothing.
type answer struct {
	status int
	body   any
}

// errorBody is what Discord sends with an error.
type errorBody struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func refuse(status, code int, message string) answer {
	return answer{status, errorBody{code, message}}
}

func cutPattern(pattern string) (method, path string) {
	method, path, _ = strings.Cut(pattern, " ")
	return method, path
}

// handler reads, records and answers one call, with the faults that were asked for.
func (s *Server) handler(pattern string, r route) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		c := &call{Request: req, route: pattern}
		headers, a, refused := s.arrive(c, r)
		var err error
		if c.body, err = readBody(req); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		fault := s.takeFault(pattern)
		fault.before(req.Context())
		if fault.Cut {
			s.settle(c, r, answer{}, true)
			fault.after()
			panic(http.ErrAbortHandler)
		}
		if !refused {
			a, refused = fault.answer(headers)
		}
		a = s.settle(c, r, a, refused)
		fault.after()
		if fault.Lost {
			panic(http.ErrAbortHandler)
		}
		maps.Copy(w.Header(), headers)
		a.write(w)
	})
}

// arrive counts a call against the limits.
func (s *Server) arrive(c *call, r route) (headers http.Header, a answer, refused bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.limit(c, r, s.now())
}

// settle answers a call that was not refused, and records it under the same lock: whoever sees what a call did finds it
// among the calls.
func (s *Server) settle(c *call, r route, a answer, refused bool) answer {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !refused {
		a = s.serve(c, r)
	}
	path := strings.SplitN(c.URL.Path, "/", 4)
	s.requests = append(s.requests, Request{
		Route: c.route, Path: "/" + path[len(path)-1], Body: c.body.JSON, Status: a.status, At: time.Now(), Proto: c.Proto,
	})
	s.notify()
	return a
}

// serve answers a call under the lock.
func (s *Server) serve(c *call, r route) answer {
	if !strings.HasPrefix(c.UserAgent(), "DiscordBot (") {
		s.problem("%s: User-Agent %q: want DiscordBot (URL, VERSION)", c.route, c.UserAgent())
	}
	if bytes.Contains(c.body.JSON, []byte(hiddenName)) {
		s.problem("%s: the bot names a channel that it cannot see: %.300s", c.route, c.body.JSON)
	}
	if r.auth && c.Header.Get("Authorization") != "Bot "+s.Token {
		return refuse(http.StatusUnauthorized, 0, "401: Unauthorized")
	}
	if len(c.body.JSON) > 0 && !s.rulesAlone {
		if b := description().breaches(c.route, c.body.JSON); len(b) > 0 {
			return s.invalid(c, b)
		}
	}
	return r.serve(c)
}

func (a answer) write(w http.ResponseWriter) {
	if a.body == nil {
		w.WriteHeader(a.status)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(a.status)
	_ = json.NewEncoder(w).Encode(a.body) // the client may be gone
}

// notFound answers calls that the stand-in does not know.
func (s *Server) notFound(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.problem("%s %s: the stand-in has no such route", r.Method, r.URL.Path)
	s.mu.Unlock()
	refuse(http.StatusNotFound, 0, "404: Not Found").write(w)
}
