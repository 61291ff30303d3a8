// Package rest makes calls to Discord's REST API, version 10, within its limits.
//
//	c := rest.New(rest.Config{Base: "https://discord.com/api/v10", Token: token})
//	err := c.Call(ctx, http.MethodGet, "/users/@me", nil, nil, &me)
//
// One [Client] should make all calls of a process, for it keeps all of these limits:
//
//   - 50 calls a second for the whole bot (window.go). The answers to interactions, whose
//     token is in the path, do not count.
//   - Those of each route, as Discord states them in the headers of its answers (route.go).
//   - That of edits of messages older than an hour, which no header states (route.go).
//   - What a 429 asks for: of a route, that this route waits; a global one, that all do
//     (limits.go).
//   - 10,000 invalid calls in ten minutes, after which Discord blocks the address: the client
//     stops well before that (invalid.go).
//
// A connection may fall silent that no one has closed. So each call is tried for a short time and again over another connection
// (transport.go), unless a second one could be carried out too: then [Client.Repeat] makes it only for callers who know that it may.
// When no call is answered for some seconds, that is an outage (outage.go).
//
// A call waits for its turn as long as its context lasts. Where that is not long enough, it
// is not sent, and fails at once with a [LimitedError].
package rest
