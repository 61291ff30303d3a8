package discord

import (
	"strings"
	"testing"
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

func TestBaseURL(t *testing.T) {
	for setting, want := range map[string]string{
		"https://discord.com/api/v10":    "https://discord.com/api/v10",
		"http://localhost:3000":          "http://localhost:3000/api/v10",
		"http://localhost:3000/":         "http://localhost:3000/api/v10",
		"https://proxy/discord/api/v10/": "https://proxy/discord/api/v10",
	} {
		if got, err := baseURL(setting); got != want || err != nil {
			t.Errorf("baseURL(%q) = %q, %v, want %q", setting, got, err, want)
		}
	}
	for _, bad := range []string{"localhost:3000", "ftp://x", "/api", "http://", "%"} {
		if got, err := baseURL(bad); err == nil || !strings.Contains(err.Error(), "discord.api_base_url") {
			t.Errorf("baseURL(%q) = %q, %v", bad, got, err)
		}
	}
}
