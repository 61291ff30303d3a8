package bot

import "sync"

// keptReplies is how many replies a bot remembers: networks send a request again within
// seconds, if at all.
const keptReplies = 500

// replies remembers the replies to recent requests, so that a request that arrives twice,
// even at the same time, is answered once and changes nothing the second time.
type replies struct {
	mu    sync.Mutex
	byID  map[string]func() Reply
	order []string // the oldest first
}

// once returns the reply to the request of an ID, and finds it only the first time.
func (s *replies) once(id string, answer func() Reply) Reply {
	if id == "" {
		return answer()
	}
	s.mu.Lock()
	reply, found := s.byID[id]
	if !found {
		reply = sync.OnceValue(answer)
		s.keep(id, reply)
	}
	s.mu.Unlock()
	return reply()
}

func (s *replies) keep(id string, reply func() Reply) {
	if s.byID == nil {
		s.byID = map[string]func() Reply{}
	}
	if len(s.order) == keptReplies {
		delete(s.byID, s.order[0])
		s.order = s.order[1:]
	}
	s.byID[id] = reply
	s.order = append(s.order, id)
}
