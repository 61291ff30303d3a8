package web

import (
	"context"
	"crypto/rand"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/people"
)

// Local is the player of a server for one.
type Local struct {
	Player  games.Player
	GuildID string
	Admin   bool   // they manage the archive
	Address string // of the listener: "127.0.0.1:8080"
}

// own is what only a server for one and the browsers that it let in know. Browsers send the cookies of a
// host to all of its ports, and any user of the machine may listen at one. So the pages have a host that
// nobody can guess, <name>.localhost. A browser that does not find it comes to an address of the machine,
// below the path /<name>/, to which its cookies are limited.
type own struct {
	name     string
	sessions *sync.Map // tokens of those that this process began: no other takes them, and they end with it
}

func newOwn() own { return own{strings.ToLower(rand.Text()), new(sync.Map)} }

// knows reports whether the server began the session of a token.
func (o own) knows(token string) bool {
	_, ok := o.sessions.Load(token)
	return ok
}

// endOwn ends the sessions that the server for one began.
func (s *Server) endOwn(ctx context.Context) {
	if s.Local == nil {
		return
	}
	for token := range s.own.sessions.Range {
		session, err := s.Store.Session(ctx, token.(string))
		if err == nil {
			_, err = s.Store.EndSession(ctx, session.Player.ID, session.ID)
		}
		if err != nil {
			s.Log.Debug("web: a session was not ended", "error", err)
		}
	}
}

// isOwn reports whether a request came to the server for one: by its name, or by an address of the machine
// and the path that only its player knows.
func (s *Server) isOwn(r *http.Request) bool {
	if strings.EqualFold(r.Host, s.base.Host) {
		return true
	}
	host, port, err := net.SplitHostPort(r.Host)
	return err == nil && port == s.base.Port() && isLoopback(host) && strings.HasPrefix(r.URL.Path, "/"+s.own.name+"/")
}

// path is the one that the pages are below, without the last slash.
func (s *Server) path(r *http.Request) string {
	if s.Local != nil && !strings.EqualFold(r.Host, s.base.Host) {
		return "/" + s.own.name
	}
	return s.base.Path
}

// ListenLocally opens the address of a server for one player, which has to be of this machine.
func ListenLocally(address string) (net.Listener, error) {
	host, port, err := net.SplitHostPort(address)
	if err == nil {
		_, err = net.LookupPort("tcp", port)
	}
	if err != nil || !isLoopback(host) {
		return nil, fmt.Errorf("%q: want an address of this machine such as 127.0.0.1:8080, since it needs no login ('serve' is for others)", address)
	}
	return net.Listen("tcp", address)
}

// Address returns an address that opens the local player's board, once, and the same for browsers that do
// not find the name in it.
func (s *Server) Address(ctx context.Context) (address, plain string, err error) {
	token, err := s.Store.AddLink(ctx, people.Link{Player: s.Local.Player, GuildID: s.Local.GuildID})
	path := "/play/" + token
	return s.base.String() + path, "http://" + s.Local.Address + "/" + s.own.name + path, err
}

func portOf(address string) string {
	_, port, _ := net.SplitHostPort(address)
	return port
}

// isLoopback reports whether a host is this machine.
func isLoopback(host string) bool {
	address, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && address.IsLoopback()
}
