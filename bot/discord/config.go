package discord

import (
	"net/http"
	"time"
)

// Config is what an operator sets. Only Token is required; a zero field stands for its
// default.
type Config struct {
	// Token is the bot's secret. It never appears in an error or a log line.
	Token string
	// APIBaseURL redirects the REST calls, for a rate-limiting proxy or a stand-in:
	// "http://localhost:3000" or "http://localhost:3000/api/v10". The gateway's address
	// is what /gateway answers there. Default https://discord.com/api/v10.
	APIBaseURL string
	// Transport carries the REST calls. Default like [http.DefaultTransport].
	Transport http.RoundTripper

	AnnounceEvery time.Duration // between two rounds of daily posts; default 5 s
	DeferAfter    time.Duration // a slower answer is announced as "thinking"; default 1.5 s
	CommandLimit  time.Duration // how long a command may take; default 13 min, Discord takes answers for 15
	DrainFor      time.Duration // how long a shutdown waits for running commands; default 10 s
	StallAfter    time.Duration // a gateway silent for so long is given up; default 2 min
	RetryAfter    time.Duration // before the first attempt to connect again, then doubling; default 1 s
	Workers       int           // commands handled at once; default 16
	MaxImport     int64         // bytes of an attached file; default 25 MiB
}

func (c Config) withDefaults() Config {
	if c.APIBaseURL == "" {
		c.APIBaseURL = "https://discord.com/api/v10"
	}
	if c.Workers <= 0 {
		c.Workers = 16
	}
	if c.Transport == nil {
		t := http.DefaultTransport.(*http.Transport).Clone()
		t.MaxIdleConnsPerHost = c.Workers // all of them talk to one host
		c.Transport = t
	}
	for _, d := range []struct {
		field *time.Duration
		def   time.Duration
	}{
		{&c.AnnounceEvery, 5 * time.Second},
		{&c.DeferAfter, 1500 * time.Millisecond},
		{&c.CommandLimit, 13 * time.Minute},
		{&c.DrainFor, 10 * time.Second},
		{&c.StallAfter, 2 * time.Minute},
		{&c.RetryAfter, time.Second},
	} {
		if *d.field <= 0 {
			*d.field = d.def
		}
	}
	if c.MaxImport <= 0 {
		c.MaxImport = 25 << 20
	}
	return c
}
