package interact

import (
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
)

const (
	maxPosted = 1 << 20         // bytes of an interaction; a message full of components is far less
	freshFor  = 5 * time.Minute // the greatest age of a signature, and how far in the future it may be
	warnEvery = time.Minute     // between warnings of refusals, since strangers can post as often as they like
)

// endpoint takes interactions that Discord posts, as an alternative to the gateway.
// They are the same as there and are answered in the same way, by a call of their own: Discord's
// documentation (Interactions, Receiving and Responding, Interaction Callback) asks for a status of
// 202 and no body then. A PING is answered in the body. The same interaction posted again changes
// nothing, for the archive remembers its id.
type endpoint struct {
	key     ed25519.PublicKey
	clock   *Clock
	log     *slog.Logger
	receive func(received)
	warned  atomic.Int64 // the time of the last warning, in Unix seconds
}

// ServeHTTP implements [http.Handler]. Discord posts wrong signatures at times, to check that they
// are refused with 401.
func (e *endpoint) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		http.Error(w, "want POST", http.StatusMethodNotAllowed)
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxPosted))
	if err != nil {
		http.Error(w, "cannot read the body", http.StatusRequestEntityTooLarge)
		return
	}
	if err := e.verify(r.Header, body); err != nil {
		last, now := e.warned.Load(), time.Now().Unix()
		if now-last >= int64(warnEvery/time.Second) && e.warned.CompareAndSwap(last, now) {
			e.log.Warn("discord: a posted interaction was refused; others within a minute are not in the log", "error", err)
		}
		http.Error(w, "invalid request signature", http.StatusUnauthorized)
		return
	}
	i, err := decode(body)
	if err != nil {
		e.log.Warn("discord: a posted interaction could not be decoded", "error", err)
		http.Error(w, "cannot decode the body", http.StatusBadRequest)
		return
	}
	if i.Type == discordgo.InteractionPing {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"type":1}`)
		return
	}
	w.WriteHeader(http.StatusAccepted)
	e.receive(i)
}

// verify returns an error unless Discord signed a body recently by its own clock.
func (e *endpoint) verify(h http.Header, body []byte) error {
	timestamp := h.Get("X-Signature-Timestamp")
	signature, err := hex.DecodeString(h.Get("X-Signature-Ed25519"))
	if err != nil || !ed25519.Verify(e.key, append([]byte(timestamp), body...), signature) {
		return errors.New("the signature is not Discord's: is discord.public_key that of the application?")
	}
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil {
		return fmt.Errorf("timestamp %q: want seconds", timestamp)
	}
	switch behind, ahead := e.clock.apart(time.Unix(seconds, 0), time.Now()); {
	case ahead > freshFor:
		return fmt.Errorf("signed %s in the future: want %s at most", ahead.Round(time.Second), freshFor)
	case behind > freshFor:
		return fmt.Errorf("signed %s ago: want %s at most", behind.Round(time.Second), freshFor)
	}
	return nil
}

// Listen receives the interactions that Discord posts to an address, until stop is called.
// The key is the application's, as Discord shows it.
func (s *Server) Listen(address, key string) (stop func(), err error) {
	verifies, err := PublicKey(key)
	if err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("discord.http_listen %q: %w", address, err)
	}
	server := &http.Server{
		Handler:     &endpoint{key: verifies, clock: s.Clock, log: s.Log, receive: s.Receive},
		ReadTimeout: 10 * time.Second, WriteTimeout: 10 * time.Second, IdleTimeout: time.Minute, MaxHeaderBytes: 16 << 10,
		ErrorLog: slog.NewLogLogger(s.Log.Handler(), slog.LevelDebug),
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = server.Serve(listener) // until it is shut down
	}()
	s.Log.Info("discord: interactions can be posted", "address", listener.Addr().String())
	return func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		_ = server.Shutdown(ctx)
		_ = server.Close()
		<-ended
	}, nil
}

// PublicKey reads the key that verifies an application's interactions.
func PublicKey(text string) (ed25519.PublicKey, error) {
	key, err := hex.DecodeString(text)
	if err != nil || len(key) != ed25519.PublicKeySize {
		return nil, fmt.Errorf("discord.public_key is %q: want the 64 hexadecimal digits that "+
			"https://discord.com/developers/applications shows as Public Key", text)
	}
	return key, nil
}
