package discord

import (
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
	"github.com/gridkeeper/gridkeeper/bot/discord/rest"
)

// Where Discord cannot be asked about the token, the error says what to look at, without the steps
// that Go took.
func TestUnreachable(t *testing.T) {
	srv, _ := standIn(t)
	down := httptest.NewServer(http.NotFoundHandler())
	down.Close()
	silent := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }))
	t.Cleanup(silent.Close)
	foreign := httptest.NewTLSServer(http.NotFoundHandler())
	t.Cleanup(foreign.Close)
	for name, c := range map[string]struct {
		base  string
		fault discordtest.Fault
		want  string
	}{
		"refused":       {down.URL, discordtest.Fault{}, "cannot be reached: connection refused; check the network"},
		"cut":           {silent.URL, discordtest.Fault{}, "cannot be reached: EOF; check"},
		"not Discord's": {foreign.URL, discordtest.Fault{}, "cannot be reached: x509: certificate signed by unknown authority; check"},
		"outage":        {srv.URL, discordtest.Fault{Status: http.StatusServiceUnavailable}, "answers with status 503: try again later"},
	} {
		config := quick(srv)
		config.APIBaseURL = c.base
		if c.fault.Status != 0 {
			srv.Inject(c.fault)
		}
		_, err := CheckToken(t.Context(), config)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "dial tcp") {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	unknown := explainUnreachable(rest.WithoutURL(&net.DNSError{Err: "no such host", Name: "discord.invalid"}), "https://discord.invalid/api/v10")
	if want := `discord.invalid cannot be reached: no address of "discord.invalid" is known; check`; !strings.HasPrefix(unknown.Error(), want) {
		t.Errorf("%v, want %q", unknown, want)
	}
	if name, err := CheckToken(t.Context(), quick(srv)); name == "" || err != nil {
		t.Errorf("the token belongs to %q, %v", name, err)
	}
}
