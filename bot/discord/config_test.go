package discord

import (
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
	"github.com/gridkeeper/gridkeeper/bot/discord/rest"
)

func TestCheckToken(t *testing.T) {
	srv, _ := standIn(t)
	config := quick(srv)
	for _, good := range []string{srv.Token, "Bot " + srv.Token, " " + srv.Token + "\n"} {
		config.Token = good
		if name, err := CheckToken(t.Context(), config); err != nil || name != "gridkeeper" {
			t.Errorf("%q: %q, %v", good, name, err)
		}
	}
	for _, bad := range []string{"", "wrong-token-of-mine", "with blank", "with\nline"} {
		config.Token = bad
		_, err := CheckToken(t.Context(), config)
		if err == nil || !strings.Contains(err.Error(), "discord.token") || bad != "" && strings.Contains(err.Error(), bad) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

func TestParseAPI(t *testing.T) {
	for setting, want := range map[string]string{
		"":                               "https://discord.com/api/v10",
		"https://discord.com/api/v10":    "https://discord.com/api/v10",
		"http://localhost:3000":          "http://localhost:3000/api/v10",
		"http://localhost:3000/":         "http://localhost:3000/api/v10",
		"https://proxy/discord/api/v10/": "https://proxy/discord/api/v10",
	} {
		if got, err := ParseAPI(setting); err != nil || got.String() != want {
			t.Errorf("ParseAPI(%q) = %q, %v, want %q", setting, got, err, want)
		}
	}
	for _, bad := range []string{"localhost:3000", "ftp://x", "/api", "http://", "%", "http://proxy.example.org", "http://10.0.0.1"} {
		if got, err := ParseAPI(bad); err == nil || !strings.Contains(err.Error(), "discord.api_base_url") {
			t.Errorf("ParseAPI(%q) = %q, %v", bad, got, err)
		}
	}
}

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
		var err error
		config.API, err = url.Parse(c.base)
		must(t, err)
		if c.fault.Status != 0 {
			srv.Inject(c.fault)
		}
		_, err = CheckToken(t.Context(), config)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "dial tcp") {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	unknown := explainUnreachable(rest.WithoutURL(&net.DNSError{Err: "no such host", Name: "discord.invalid"}), "discord.invalid")
	if want := `discord.invalid cannot be reached: no address of "discord.invalid" is known; check`; !strings.HasPrefix(unknown.Error(), want) {
		t.Errorf("%v, want %q", unknown, want)
	}
	if name, err := CheckToken(t.Context(), quick(srv)); name == "" || err != nil {
		t.Errorf("the token belongs to %q, %v", name, err)
	}
}
