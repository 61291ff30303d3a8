package discordtest

import (
	"encoding/pem"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"
)

// Server is a running stand-in. The exported fields may be changed before the bot starts.
type Server struct {
	URL   string // of the REST API: http://127.0.0.1:PORT/api/v10
	Token string // the bot's token; any other is answered with 401
	BotID string // of the bot's user
	AppID string // of its application; older applications have one id for both

	OldForms       bool // version 9 of the gateway and what is deprecated are taken too, as Discord does, for releases that send it; no
	AppPermissions bool // interactions state those of channels that users name; yes, since July 2026
	UserInstall    bool // users may install the application for themselves; yes

	Deadline    time.Duration // for the first answer to an interaction; 3 s
	TokenLife   time.Duration // of an interaction; 15 min
	NonceWindow time.Duration // how long an enforced nonce is remembered; 5 min
	Heartbeat   time.Duration // asked of the bot; 41.25 s

	Shards         int           // recommended; 1
	MaxGuilds      int           // that a shard may hold; 2,500
	MaxConcurrency int           // keys of new sessions: the shard's number modulo this; 1
	IdentifyEvery  time.Duration // between two new sessions of one key; 5 s
	Starts         int           // new sessions that are left for the day; 1,000
	StartsReset    time.Duration // until there are as many as ever

	PerSecond int              // calls of the whole bot that are taken; 50
	Limits    map[string]Limit // of routes, as in [Request]; usual ones

	http    *httptest.Server
	resumed *httptest.Server // resume_gateway_url
	now     func() time.Time // for the limits

	mu           sync.Mutex
	changed      chan struct{} // closed and replaced whenever something happens
	lastID       uint64
	guilds       []*guild
	left         map[string]bool // channels of guilds that have removed the bot
	deaf         map[string]bool // users who take no direct messages
	commands     []command
	interactions map[string]*Call // by interaction token
	files        map[string]Attachment
	faults       []*Fault
	requests     []Request
	problems     []string
	rulesAlone   bool // bodies are not checked against the description, in tests of our own rules
	gateway      gatewayState
	limiter      limiter
	oauth        oauth
	endpoint     func(event []byte) // nil: interactions come over the gateway
}

// API is the address of the REST API.
func (s *Server) API() *url.URL {
	u, err := url.Parse(s.URL)
	if err != nil {
		panic(err)
	}
	return u
}

// New starts a stand-in. Most tests want [Start].
func New() *Server { return newServer(httptest.NewServer) }

func newServer(start func(http.Handler) *httptest.Server) *Server {
	s := &Server{
		Token: "stand-in.token.of-the-bot", BotID: "100000000000000001", AppID: "100000000000000002", UserInstall: true, AppPermissions: true,
		Deadline: 3 * time.Second, TokenLife: 15 * time.Minute,
		NonceWindow: 5 * time.Minute, Heartbeat: 41250 * time.Millisecond,
		Shards: 1, MaxGuilds: 2500, MaxConcurrency: 1, IdentifyEvery: 5 * time.Second, Starts: 1000, StartsReset: time.Hour,
		PerSecond: 50, Limits: usualLimits(),
		now:          time.Now,
		changed:      make(chan struct{}),
		interactions: map[string]*Call{},
		files:        map[string]Attachment{},
		left:         map[string]bool{},
		deaf:         map[string]bool{},
		gateway:      gatewayState{sessions: map[string]*session{}, last: map[int]time.Time{}},
		limiter:      limiter{periods: map[string]period{}},
	}
	s.http = start(s.routes())
	s.resumed = start(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.serveGateway(w, r, true) }))
	s.URL = s.http.URL + "/api/v10"
	return s
}

// Start starts a stand-in that ends with the test, and fails it for each of the bot's
// breaches.
func Start(t testing.TB) *Server {
	t.Helper()
	return ending(t, New())
}

// StartTLS is [Start] of a stand-in behind TLS, which speaks HTTP/2 as Discord does, and returns the certificate to be trusted,
// in a PEM file.
func StartTLS(t testing.TB) (s *Server, certificate string) {
	t.Helper()
	s = ending(t, newServer(startTLS))
	certificate = filepath.Join(t.TempDir(), "authority.pem")
	block := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.http.Certificate().Raw})
	if err := os.WriteFile(certificate, block, 0o600); err != nil {
		t.Fatal(err)
	}
	return s, certificate
}

func startTLS(h http.Handler) *httptest.Server {
	server := httptest.NewUnstartedServer(h)
	server.EnableHTTP2 = true
	server.StartTLS()
	return server
}

func ending(t testing.TB, s *Server) *Server {
	t.Cleanup(func() {
		s.Close()
		s.keepSent(t)
		for _, p := range s.Problems() {
			t.Errorf("the bot breaks Discord's rules: %s", p)
		}
	})
	return s
}

// Close stops the server and cuts all connections.
func (s *Server) Close() {
	s.Drop()
	for _, server := range []*httptest.Server{s.http, s.resumed} {
		server.CloseClientConnections()
		server.Close()
	}
}

// Problems returns what the bot sent against Discord's rules, oldest first.
func (s *Server) Problems() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.problems)
}

// problem notes a breach. The caller holds the lock.
func (s *Server) problem(format string, args ...any) {
	s.problems = append(s.problems, fmt.Sprintf(format, args...))
	s.notify()
}

// notify wakes all that await something. The caller holds the lock.
func (s *Server) notify() {
	close(s.changed)
	s.changed = make(chan struct{})
}

// patience is how long the tests wait for what has to come: the machine may be busy, or stand still.
const patience = 3 * time.Minute

// await waits until done, called under the lock, reports true, and gives up where the test has failed, as when the bot
// has ended. What done looks at may change elsewhere too, as in a database, so that it is also asked again and again.
func (s *Server) await(t testing.TB, what string, done func() bool) {
	t.Helper()
	again := time.NewTicker(20 * time.Millisecond)
	defer again.Stop()
	timeout := time.After(patience)
	for {
		s.mu.Lock()
		ok, changed := done(), s.changed
		s.mu.Unlock()
		switch {
		case ok:
			return
		case t.Failed():
			t.Fatalf("no longer waiting for %s", what)
		}
		select {
		case <-changed:
		case <-again.C:
		case <-timeout:
			t.Fatalf("waited %s for %s", patience, what)
		}
	}
}

// Await waits until done reports true, and fails the test where that takes minutes.
func (s *Server) Await(t testing.TB, what string, done func() bool) {
	t.Helper()
	s.await(t, what, func() bool {
		s.mu.Unlock()
		defer s.mu.Lock()
		return done()
	})
}

// newID returns a fresh snowflake. The caller holds the lock.
func (s *Server) newID() string {
	s.lastID = max(firstID(time.Now()), s.lastID+1)
	return strconv.FormatUint(s.lastID, 10)
}

const epoch = 1420070400000 // of snowflakes: the first millisecond of 2015

// firstID is the first snowflake of a millisecond, and madeAt the millisecond of a snowflake.
func firstID(at time.Time) uint64 { return uint64(at.UnixMilli()-epoch) << 22 }

func madeAt(id string) time.Time {
	n, _ := strconv.ParseUint(id, 10, 64)
	return time.UnixMilli(int64(n>>22) + epoch)
}

func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	for pattern, r := range map[string]route{
		"GET /users/@me":        {s.getMe, false},
		"GET /gateway":          {s.getGateway, false},
		"GET /gateway/bot":      {s.getGatewayBot, true},
		"GET /applications/@me": {s.getApplication, true},
		"GET /applications/{application_id}/commands":                         {s.getCommands, true},
		"PUT /applications/{application_id}/commands":                         {s.putCommands, true},
		"GET /guilds/{guild_id}":                                              {s.getGuild, true},
		"GET /guilds/{guild_id}/members/{user_id}":                            {s.getMember, true},
		"POST /users/@me/channels":                                            {s.postDirect, true},
		"GET /channels/{channel_id}":                                          {s.getChannel, true},
		"PATCH /channels/{channel_id}":                                        {s.patchChannel, true},
		"GET /channels/{channel_id}/messages":                                 {s.getMessages, true},
		"GET /channels/{channel_id}/messages/{message_id}":                    {s.getMessage, true},
		"POST /channels/{channel_id}/threads":                                 {s.postThread, true},
		"GET /channels/{channel_id}/threads/archived/public":                  {s.getArchivedThreads, true},
		"GET /guilds/{guild_id}/threads/active":                               {s.getActiveThreads, true},
		"POST /channels/{channel_id}/messages":                                {s.postMessage, true},
		"POST /channels/{channel_id}/messages/{message_id}/threads":           {s.postThreadBelow, true},
		"PATCH /channels/{channel_id}/messages/{message_id}":                  {s.patchMessage, true},
		"POST /interactions/{interaction_id}/{interaction_token}/callback":    {s.postCallback, false},
		"POST /webhooks/{webhook_id}/{webhook_token}":                         {s.postFollowUp, false},
		"GET /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}":    {s.getAnswer, false},
		"PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}":  {s.patchAnswer, false},
		"DELETE /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}": {s.deleteAnswer, false},
	} {
		method, path := cutPattern(pattern)
		mux.Handle(method+" /api/{version}"+path, s.handler(pattern, r))
	}
	s.oauth.routes(mux)
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) { s.serveGateway(w, r, false) })
	mux.HandleFunc("GET /attachments/{id}/{name}", s.getAttachment)
	mux.HandleFunc("/", s.notFound)
	return mux
}
