package discord

import (
	"net/http"
	"net/url"
	"strings"
)

// redirect sends discordgo's own REST calls, of which only the one for the gateway's
// address is left, to the API that was set. discordgo has the addresses in variables that
// are derived from one another when it is loaded, so that they cannot be changed there.
type redirect struct{ client *client }

// RoundTrip implements [http.RoundTripper].
func (r redirect) RoundTrip(req *http.Request) (*http.Response, error) {
	_, path, found := strings.Cut(req.URL.Path, "/api/v")
	if found {
		_, path, _ = strings.Cut(path, "/")
	}
	target, err := url.Parse(r.client.base + "/" + path)
	if err != nil {
		return nil, err
	}
	target.RawQuery = req.URL.RawQuery
	out := req.Clone(req.Context())
	out.URL, out.Host = target, target.Host
	return r.client.http.Transport.RoundTrip(out)
}
