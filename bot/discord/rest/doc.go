// Package rest makes calls to Discord's REST API, version 10, within its limits.
//
//	c := rest.New(rest.Config{Base: "https://discord.com/api/v10", Token: token})
//	err := c.Call(ctx, http.MethodGet, "/users/@me", nil, nil, &me)
//
// One [Client] should make all calls of a process, for it keeps all of these limits:
//
//   - 50 calls a second for the whole bot (limits.go). The answers to interactions, whose
//     token is in the path, do not count.
//   - The limit of each route, which Discord states in the headers of its answers (route.go).
//   - The limit of edits of messages older than an hour, which no header states (route.go).
//   - A 429: that of a route stops the route, a global one stops all calls
//     (limits.go).
//   - 10,000 invalid calls in ten minutes, after which Discord blocks the address: the client
//     stops well before that (invalid.go).
//
// A connection may fall silent without being closed. So each call is tried for a short time and again over another connection
// (transport.go), unless a second one could be carried out too: [Client.Repeat] is for callers who allow that.
// If no call is answered for some seconds, that is an outage (client.go).
//
// A call waits for its turn as long as its context lasts. If its turn would come later, it
// is not sent, and fails at once with a [LimitedError].
package rest
