package discord

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"syscall"
	"time"

	"github.com/bwmarrin/discordgo"

	"github.com/gridkeeper/gridkeeper/bot/discord/gateway"
	"github.com/gridkeeper/gridkeeper/bot/discord/interact"
	"github.com/gridkeeper/gridkeeper/bot/discord/rest"
	"github.com/gridkeeper/gridkeeper/bot/metrics"
)

// Config holds the operator's settings. Token and API are required; a zero field of the others means its default.
type Config struct {
	// Token is the bot's secret. It never appears in an error or a log line.
	Token string
	// API is the base address of REST calls, as [ParseAPI] reads it: Discord, a rate-limiting proxy or a
	// stand-in. Its /gateway answers with the gateway's address.
	API *url.URL
	// Transport carries the REST calls and fetches files. Default like [http.DefaultTransport], as [rest.NewTransport] makes it.
	Transport http.RoundTripper
	// HTTPListen is the address at which Discord, or a proxy before the bot, posts interactions:
	// "127.0.0.1:8080". Default none: they come over the gateway.
	HTTPListen string
	// PublicKey verifies interactions posted there. It is written as Discord shows it: 64 hexadecimal digits.
	PublicKey string

	// Shards sets into how many shards the guilds are divided, and which of them this process
	// runs. Default as many as Discord recommends, divided among the processes that share Store.
	Shards gateway.Shards
	// Store is shared by all processes with this token: the archive. Default none: this
	// process is the only one.
	Store gateway.Store

	// Ready is called once, when Discord has accepted the token and has the commands; the connections follow.
	// Default nothing.
	Ready func()

	// Metrics counts answers, calls, posts and shards; nil counts nothing.
	Metrics *metrics.Metrics
	// Noted is called with nil after a REST call that Discord answered, and with an error once it has answered none for some
	// seconds. Default nothing.
	Noted func(error)

	AnnounceEvery time.Duration // between two rounds of daily posts; default 5 s
	DrainFor      time.Duration // how long a shutdown waits for running commands; default 10 s
	interact.Limits
	gateway.Timing
}

// checked returns the settings with defaults filled in, or an error that names an invalid one.
func (c Config) checked() (_ Config, err error) {
	c = c.withDefaults()
	c.Token = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(c.Token), "Bot "))
	if c.Token == "" || strings.ContainsFunc(c.Token, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return c, rest.ErrToken
	}
	if c.HTTPListen != "" {
		_, err = interact.PublicKey(c.PublicKey)
	}
	return c, err
}

func (c Config) withDefaults() Config {
	if c.Workers <= 0 {
		c.Workers = 16
	}
	if c.Transport == nil {
		t := http.DefaultTransport.(*http.Transport).Clone()
		// All connections go to one host. A thousand deferred answers take turns on these: connecting for each costs more.
		t.MaxConnsPerHost, t.MaxIdleConnsPerHost = 4*c.Workers, 4*c.Workers
		c.Transport = rest.NewTransport(t)
	}
	for _, d := range []struct {
		field *time.Duration
		def   time.Duration
	}{
		{&c.AnnounceEvery, 5 * time.Second},
		{&c.AnswerIn, 3 * time.Second},
		{&c.DeferAfter, 750 * time.Millisecond},
		{&c.CommandLimit, 13 * time.Minute},
		{&c.SlowLimit, 2 * time.Hour},
		{&c.TokenLife, 14 * time.Minute},
		{&c.DrainFor, 10 * time.Second},
		{&c.StallAfter, 50 * time.Second}, // Discord asks for a heartbeat every 41.25 s and answers each
		{&c.ShardLease, 15 * time.Second},
		{&c.HandOverIn, 8 * time.Second},
		{&c.IdentifyEvery, 5 * time.Second},
		{&c.RetryAfter, time.Second},
	} {
		if *d.field <= 0 {
			*d.field = d.def
		}
	}
	if c.MaxImport <= 0 {
		c.MaxImport = 25 << 20
	}
	if len(c.FileHosts) == 0 {
		c.FileHosts = []string{"https://cdn.discordapp.com", "https://media.discordapp.net"}
	}
	return c
}

// ParseAPI reads the address of Discord's API, or of a proxy before it: "http://localhost:3000" or
// "http://localhost:3000/api/v10"; "" is Discord's own. It rejects one that would send the token over a network as plain text.
func ParseAPI(setting string) (*url.URL, error) {
	u, err := url.Parse(strings.TrimRight(cmp.Or(setting, "https://discord.com"), "/"))
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, fmt.Errorf("discord.api_base_url %q: want an address like https://discord.com/api/v10, or none for Discord itself", setting)
	}
	if ip, err := netip.ParseAddr(u.Hostname()); u.Scheme == "http" && u.Hostname() != "localhost" && (err != nil || !ip.IsLoopback()) {
		return nil, fmt.Errorf("discord.api_base_url %q: the token would go there as plain text: use https, or a proxy on this machine", setting)
	}
	u.Path = cmp.Or(u.Path, "/api/v10")
	return u, nil
}

// CheckToken asks Discord once whose token it is, and returns the bot's name. The error
// suggests a remedy and never shows the token.
func CheckToken(ctx context.Context, config Config) (name string, err error) {
	config, err = config.checked()
	if err != nil {
		return "", err
	}
	c := newClient(config, nil)
	defer c.Close()
	me, err := whoAmI(ctx, c)
	return me.Username, explainUnreachable(err, config.API.Host)
}

func newClient(c Config, log *slog.Logger) *rest.Client {
	return rest.New(rest.Config{Base: c.API.String(), Token: c.Token, Transport: c.Transport, Log: log, Metrics: c.Metrics, Noted: c.Noted})
}

func whoAmI(ctx context.Context, c *rest.Client) (discordgo.User, error) {
	var me discordgo.User
	err := c.Call(ctx, http.MethodGet, "/users/@me", nil, nil, &me)
	return me, err
}

// explainUnreachable adds a remedy to an error if the API at a host gave no answer of its own.
func explainUnreachable(err error, host string) error {
	if err == nil || rest.StatusOf(err) == 0 && errors.Is(err, context.Canceled) {
		return err
	}
	if status := rest.StatusOf(err); status >= 500 {
		return fmt.Errorf("%s answers with status %d: try again later; https://discordstatus.com lists outages of Discord", host, status)
	} else if status != 0 {
		return err
	}
	return fmt.Errorf("%s cannot be reached: %w; check the network of this machine, its firewall, and discord.api_base_url if it is set", host, cause(err))
}

// cause returns in a few words why a call had no answer. Go's own error lists every attempt on the way.
func cause(err error) error {
	var unknown *net.DNSError
	var timeout net.Error
	var code syscall.Errno
	switch {
	case errors.As(err, &unknown) && !unknown.Timeout():
		return fmt.Errorf("no address of %q is known", unknown.Name)
	case errors.As(err, &timeout) && timeout.Timeout():
		return errors.New("no answer in time")
	case errors.As(err, &code):
		return code
	}
	for inner := err; inner != nil; inner = errors.Unwrap(inner) {
		err = inner
	}
	return err
}
