package discordtest

import (
	"crypto/rand"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"sync"
)

// oauth is how players sign in with Discord on a page, by the code grant.
type oauth struct {
	mu      sync.Mutex
	codes   map[string]grant
	tokens  map[string]User
	revoked int
}

type grant struct {
	user        User
	redirectURI string
}

// The application for which players sign in.
const (
	ClientID     = "100000000000000002"
	ClientSecret = "stand-in-secret"
)

// Authorize is a player who agrees on Discord's page to what its address asks for. It returns the address
// to which Discord sends them back, "" where it would show an error instead.
func (s *Server) Authorize(u User, address string) string {
	asked, err := url.Parse(address)
	if err != nil {
		return ""
	}
	q := asked.Query()
	back, err := url.Parse(q.Get("redirect_uri"))
	if err != nil || q.Get("client_id") != ClientID || q.Get("response_type") != "code" || q.Get("scope") != "identify guilds" {
		return ""
	}
	s.oauth.mu.Lock()
	defer s.oauth.mu.Unlock()
	code := rand.Text()
	s.oauth.codes[code] = grant{u, q.Get("redirect_uri")}
	back.RawQuery = url.Values{"code": {code}, "state": {q.Get("state")}}.Encode()
	return back.String()
}

// Tokens returns how many tokens of players can be used, and how many were given back.
func (s *Server) Tokens() (usable, revoked int) {
	s.oauth.mu.Lock()
	defer s.oauth.mu.Unlock()
	return len(s.oauth.tokens), s.oauth.revoked
}

func (o *oauth) routes(mux *http.ServeMux) {
	o.codes, o.tokens = map[string]grant{}, map[string]User{}
	mux.HandleFunc("POST /api/{version}/oauth2/token", o.exchange)
	mux.HandleFunc("GET /api/{version}/users/@me/guilds", o.guilds)
	mux.HandleFunc("POST /api/{version}/oauth2/token/revoke", o.revoke)
}

// isClient reports whether a form comes from the application, and reads it.
func isClient(r *http.Request) bool {
	id, secret, _ := r.BasicAuth()
	return id == ClientID && secret == ClientSecret && r.ParseForm() == nil && strings.HasPrefix(r.UserAgent(), "DiscordBot (")
}

// exchange gives a token for a code, once.
func (o *oauth) exchange(w http.ResponseWriter, r *http.Request) {
	o.mu.Lock()
	defer o.mu.Unlock()
	code := r.FormValue("code")
	g, known := o.codes[code]
	if !isClient(r) || !known || r.PostForm.Get("grant_type") != "authorization_code" || r.PostForm.Get("redirect_uri") != g.redirectURI {
		http.Error(w, `{"error": "invalid_grant"}`, http.StatusBadRequest)
		return
	}
	delete(o.codes, code)
	token := rand.Text()
	o.tokens[token] = g.user
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{"access_token": token, "token_type": "Bearer", "expires_in": 604800, "scope": "identify guilds"})
}

// guilds lists the servers of whoever has the token.
func (o *oauth) guilds(w http.ResponseWriter, r *http.Request) {
	u, ok := o.bearer(r)
	if !ok {
		http.Error(w, `{"message": "401: Unauthorized", "code": 0}`, http.StatusUnauthorized)
		return
	}
	all := []map[string]any{}
	for id, name := range u.Guilds {
		all = append(all, map[string]any{"id": id, "name": name, "owner": false})
	}
	_ = json.NewEncoder(w).Encode(all)
}

func (o *oauth) revoke(w http.ResponseWriter, r *http.Request) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !isClient(r) {
		http.Error(w, `{"error": "invalid_client"}`, http.StatusUnauthorized)
		return
	}
	delete(o.tokens, r.PostForm.Get("token"))
	o.revoked++
}

// bearer returns whose token a call has.
func (o *oauth) bearer(r *http.Request) (u User, ok bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	token, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	u, ok = o.tokens[token]
	return u, ok
}
