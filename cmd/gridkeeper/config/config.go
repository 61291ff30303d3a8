// Package config reads the settings from config.yaml, the environment and the flags.
package config

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"
	"github.com/spf13/viper"

	"github.com/gridkeeper/gridkeeper/archive/jobs"
	"github.com/gridkeeper/gridkeeper/bot/discord"
	"github.com/gridkeeper/gridkeeper/bot/discord/gateway"
	"github.com/gridkeeper/gridkeeper/bot/web/signin"
	"github.com/gridkeeper/gridkeeper/bot/web/site"
	"github.com/gridkeeper/gridkeeper/bot/web/webhook"
)

// Config holds all settings.
type Config struct {
	File     string // the file read, "" for none
	DataDir  string
	Database struct{ URL, Pooler, Bin string }
	Discord  discord.Config
	Web      struct {
		Listen, URL string
		Proxies     []netip.Prefix
		Index       bool // search engines may list the pages that are open to everyone
		Open        bool // serve has the API, the feeds and the pages of the open archive
		OAuth       signin.OAuth
		Webhooks    webhook.Receivers
	}
	Work struct{ InServe, StockPerTier int }
	// Metrics.Listen is the address of package monitor in serve, "" for none.
	Metrics struct{ Listen string }
	Log     struct {
		Level slog.Level
		JSON  bool
	}
}

// Setting is a key with its default, and its flag if it has one. Tokens have no flag, since every user of a machine can read
// its command lines.
type Setting struct {
	key, flag, usage string
	value            any
	secret           bool // the environment may name a file with it
}

// Settings are all settings.
var Settings = []Setting{
	{key: "data_dir", flag: "data-dir", usage: "folder of the private PostgreSQL and the prompt's history", value: ""},
	{key: "database.url", flag: "database-url", usage: "PostgreSQL to use; empty starts a private one in the data folder", value: "", secret: true},
	{key: "database.pooler", flag: "database-pooler", usage: "pooler in transaction mode before that server, such as PgBouncer; empty: none", value: "", secret: true},
	{key: "database.bin", flag: "database-bin", usage: "folder of initdb and postgres, for the private server", value: ""},
	{key: "discord.token", value: "", secret: true},
	{key: "discord.api_base_url", flag: "discord-api-base-url", usage: "address of a proxy for Discord's API", value: ""},
	{key: "discord.http_listen", flag: "discord-http-listen", usage: "address for interactions that Discord posts; empty takes them over the gateway", value: ""},
	{key: "discord.public_key", flag: "discord-public-key", usage: "key of the application, which verifies what is posted", value: ""},
	{key: "discord.shards", flag: "discord-shards", usage: "how many shards: auto, 4; and which of them here: all/auto, 0,2-3/4", value: "auto"},
	{key: "web.listen", flag: "web-listen", usage: "address at which serve has its pages, behind a proxy with a certificate; empty: none", value: ""},
	{key: "web.url", flag: "web-url", usage: "address at which players reach them: https://sudoku.example.org", value: ""},
	{key: "web.proxies", flag: "web-proxies", usage: "addresses of proxies whose X-Forwarded-For is believed: 127.0.0.1,10.0.0.0/8", value: ""},
	{key: "web.robots", flag: "web-robots", usage: "whether search engines may list the pages that are open to everyone: index or noindex", value: "noindex"},
	{key: "web.open", flag: "web-open", usage: "whether everyone may read the open archive, by API, feeds and pages: true or false", value: "false"},
	{key: "web.oauth.client_id", flag: "web-oauth-client-id", usage: "application with which players may sign in; empty: they come by links alone", value: ""},
	{key: "web.oauth.client_secret", value: "", secret: true},
	{key: "web.webhooks", value: "", secret: true},
	{key: "web.webhook_secret", value: "", secret: true},
	{key: "daily.interval", flag: "daily-interval", usage: "how often to look for dailies that are due", value: "15s"},
	{key: "work.in_serve", flag: "work-in-serve", usage: "how much of the machines' work serve does at a time, beside the bot", value: "0"},
	{key: "work.stock_per_tier", flag: "work-stock-per-tier", usage: "puzzles of every tier to keep in the archive; working machines check every hour", value: "0"},
	{key: "metrics.listen", flag: "metrics-listen", usage: "address at which serve has its metrics, health and profiles; off: none", value: DefaultMetrics},
	{key: "log.level", flag: "log-level", usage: "debug, info, warn or error", value: "info"},
	{key: "log.format", flag: "log-format", usage: "text or json", value: "text"},
}

const (
	Flag   = "config"
	File   = "config.yaml"
	Prefix = "GRIDKEEPER"
)

// DefaultMetrics is an address that only this machine can reach.
const DefaultMetrics = "127.0.0.1:9796"

// AddFlags adds the flags of all settings, hidden. Every command accepts them; [ShowFlags] adds the used ones to its help.
func AddFlags(flags *pflag.FlagSet) {
	ShowFlags(flags, []string{""})
	flags.VisitAll(func(f *pflag.Flag) { f.Hidden = true })
}

// ShowFlags adds the flags of the settings that a command uses, by the beginnings of their keys.
func ShowFlags(flags *pflag.FlagSet, keys []string) {
	usage := "configuration file (default: config.yaml here, if there is one)"
	if System != "" {
		usage = "configuration file (default: config.yaml here, else " + System + ", which chat and web never read)"
	}
	flags.String(Flag, "", usage)
	for _, s := range Settings {
		used := slices.ContainsFunc(keys, func(key string) bool { return strings.HasPrefix(s.key, key) })
		if s.flag != "" && used {
			flags.String(s.flag, "", s.usage)
		}
	}
}

// IsFlag reports whether a flag is that of a setting or of the configuration file.
func IsFlag(name string) bool {
	return name == Flag || slices.ContainsFunc(Settings, func(s Setting) bool { return s.flag == name })
}

// Load reads the defaults, the file, the environment and the flags, of which the later win. Commands for players use it, and
// others [LoadSystem].
func Load(flags *pflag.FlagSet) (Config, error) {
	path, err := here(flags)
	if err != nil {
		return Config{}, err
	}
	return read(flags, path)
}

// read reads the settings with a file, "" for none.
func read(flags *pflag.FlagSet, path string) (Config, error) {
	v := viper.New()
	for _, s := range Settings {
		v.SetDefault(s.key, s.value)
		if err := v.BindEnv(s.key, s.Variable()); err != nil {
			return Config{}, err
		}
		flag := flags.Lookup(s.flag)
		if flag != nil {
			if err := v.BindPFlag(s.key, flag); err != nil {
				return Config{}, err
			}
		}
		if secret, err := s.fromFile(); err != nil {
			return Config{}, err
		} else if secret != "" && (flag == nil || !flag.Changed) {
			v.Set(s.key, secret)
		}
	}
	if path != "" {
		if err := readConfigFile(v, path); err != nil {
			return Config{File: path}, err
		}
	}
	c, err := decodeConfig(v)
	c.File = path
	return c, err
}

func readConfigFile(v *viper.Viper, path string) error {
	v.SetConfigFile(path)
	v.SetConfigType("yaml")
	err := v.ReadInConfig()
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("no configuration file %q: copy config.example.yaml there", path)
	case errors.As(err, new(*fs.PathError)):
		return fmt.Errorf("configuration file: %w", err)
	case err != nil:
		where := "" // the error may quote a token or a password: only its line number is safe
		if lines := lineNumber.FindAllString(err.Error(), 1); len(lines) > 0 {
			where = " in " + lines[0]
		}
		return fmt.Errorf("configuration file %q: not YAML with keys and values%s: look for a missing blank after a colon, a repeated key, "+
			"a value that begins with * & ! or @ and needs quotes", path, where)
	}
	if err := checkKeys(v); err != nil {
		return fmt.Errorf("configuration file %q: %w: config.example.yaml shows all keys", path, err)
	}
	return nil
}

var lineNumber = regexp.MustCompile(`line \d+`)

// checkKeys rejects unknown keys, since a mistyped key would leave the default in place, and values that are lists or
// sections.
func checkKeys(v *viper.Viper) error {
	var unknown, keys []string
	for _, s := range Settings {
		keys = append(keys, s.key)
	}
	for _, key := range v.AllKeys() {
		known := slices.Contains(keys, key)
		section := slices.ContainsFunc(Settings, func(s Setting) bool { return strings.HasPrefix(s.key, key+".") })
		switch v.Get(key).(type) {
		case []any, map[string]any:
			if known {
				return fmt.Errorf("key %q wants one value, not a list or a section", key)
			}
		}
		if section {
			return fmt.Errorf("key %q wants keys below it, not a value", key)
		}
		if !known {
			unknown = append(unknown, fmt.Sprintf("%q%s", key, nearest(key, keys)))
		}
	}
	if len(unknown) == 0 {
		return nil
	}
	slices.Sort(unknown)
	return errors.New("unknown key " + strings.Join(unknown, ", "))
}

// decodeConfig reads key by key, since errors of a decoder quote values, even secrets.
func decodeConfig(v *viper.Viper) (c Config, err error) {
	c.Database.URL = v.GetString("database.url")
	c.Database.Pooler = v.GetString("database.pooler")
	c.Database.Bin = v.GetString("database.bin")
	if c.Database.Pooler != "" && c.Database.URL == "" {
		return Config{}, errors.New("database.pooler needs database.url: the address of PostgreSQL itself, for what needs a session")
	}
	c.Discord.Token = v.GetString("discord.token")
	if c.Discord.API, err = discord.ParseAPI(v.GetString("discord.api_base_url")); err != nil {
		return Config{}, err
	}
	if c.Discord.HTTPListen, err = listenOf(v, "discord.http_listen", "", "127.0.0.1:8080"); err != nil {
		return Config{}, err
	}
	c.Discord.PublicKey = v.GetString("discord.public_key")
	if c.Discord.Shards, err = gateway.ParseShards(v.GetString("discord.shards")); err != nil {
		return Config{}, err
	}
	// With the user's own database, the data folder only has the history of the prompt.
	if c.DataDir, err = dataDirOf(v.GetString("data_dir")); err != nil && c.Database.URL == "" {
		return Config{}, err
	}
	if err = c.readWeb(v); err != nil {
		return Config{}, err
	}
	interval := v.GetString("daily.interval")
	if c.Discord.AnnounceEvery, err = time.ParseDuration(interval); err != nil || c.Discord.AnnounceEvery <= 0 {
		return Config{}, fmt.Errorf("daily.interval %q: want a number and a unit, such as 15s or 2m", interval)
	}
	if c.Work.InServe, err = wholeNumber(v, "work.in_serve", MaxWorkers); err != nil {
		return Config{}, err
	}
	if c.Work.StockPerTier, err = wholeNumber(v, "work.stock_per_tier", jobs.MaxStock); err != nil {
		return Config{}, err
	}
	if c.Metrics.Listen, err = listenOf(v, "metrics.listen", "off", DefaultMetrics+", or off"); err != nil {
		return Config{}, err
	}
	format := v.GetString("log.format")
	if c.Log.JSON = format == "json"; !c.Log.JSON && format != "text" {
		return Config{}, fmt.Errorf("log.format %q: want text or json", format)
	}
	level := v.GetString("log.level")
	if err := c.Log.Level.UnmarshalText([]byte(level)); err != nil {
		return Config{}, fmt.Errorf("log.level %q: want debug, info, warn or error", level)
	}
	return c, nil
}

// readWeb reads the settings of the pages in the browser.
func (c *Config) readWeb(v *viper.Viper) (err error) {
	if c.Web.Listen, err = listenOf(v, "web.listen", "", "127.0.0.1:8090"); err != nil {
		return err
	}
	c.Web.URL = v.GetString("web.url")
	c.Web.OAuth = signin.OAuth{
		ClientID: v.GetString("web.oauth.client_id"), ClientSecret: v.GetString("web.oauth.client_secret"), API: c.Discord.API,
	}
	if c.Web.Proxies, err = proxiesOf(v.GetString("web.proxies")); err != nil {
		return err
	}
	robots := v.GetString("web.robots")
	if c.Web.Index = robots == "index"; !c.Web.Index && robots != "noindex" {
		return fmt.Errorf("web.robots %q: want index or noindex", robots)
	}
	open := v.GetString("web.open")
	if c.Web.Open = open == "true"; !c.Web.Open && open != "false" {
		return fmt.Errorf("web.open %q: want true or false", open)
	}
	if c.Web.Webhooks, err = webhook.ParseReceivers(v.GetString("web.webhooks"), v.GetString("web.webhook_secret")); err != nil {
		return err
	}
	switch {
	case c.Web.Webhooks.Count() > 0 && c.Web.Listen == "":
		return errors.New("web.webhooks needs web.listen and web.url: its messages lead to the pages")
	case c.Web.Listen == "" && c.Web.URL == "":
		return nil
	case c.Web.Listen == "" || c.Web.URL == "":
		return errors.New("web.listen and web.url go together: where serve listens, and how players reach it")
	}
	_, err = site.ParseURL(c.Web.URL)
	return err
}

// proxiesOf reads addresses and networks, separated by commas.
func proxiesOf(text string) (proxies []netip.Prefix, err error) {
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ',' || r == ' ' }) {
		network, err := netip.ParsePrefix(part)
		if err != nil {
			address, err := netip.ParseAddr(part)
			if err != nil {
				return nil, fmt.Errorf("web.proxies %q: want addresses or networks, such as 127.0.0.1 or 10.0.0.0/8", part)
			}
			network = netip.PrefixFrom(address, address.BitLen())
		}
		proxies = append(proxies, network)
	}
	return proxies, nil
}

// listenOf reads an address to listen at, "" if the setting is the text none.
func listenOf(v *viper.Viper, key, none, example string) (address string, err error) {
	address = v.GetString(key)
	if address == none {
		return "", nil
	}
	_, port, err := net.SplitHostPort(address)
	if err == nil {
		_, err = net.LookupPort("tcp", port)
	}
	if err != nil {
		return "", fmt.Errorf("%s %q: want an address and a port, such as %s", key, address, example)
	}
	return address, nil
}

// wholeNumber reads a number from 0 to greatest.
func wholeNumber(v *viper.Viper, key string, greatest int) (int, error) {
	text := v.GetString(key)
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > greatest {
		return 0, fmt.Errorf("%s %q: want a whole number from 0 to %d", key, text, greatest)
	}
	return n, nil
}

// dataDirOf returns the absolute path of the data folder.
func dataDirOf(dir string) (string, error) {
	if dir == "" {
		return defaultDataDir()
	}
	absolute, err := filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("data_dir %q: %w", dir, err)
	}
	// Programs that share a private server find it by the path of its folder, so a folder must have one path.
	if resolved, err := filepath.EvalSymlinks(absolute); err == nil {
		return resolved, nil
	}
	return absolute, nil // does not exist yet
}

// defaultDataDir returns a folder that PostgreSQL can reach. For root it is not in the home folder: PostgreSQL refuses to run
// as root, and the other account that runs it cannot enter that folder.
func defaultDataDir() (string, error) {
	if os.Geteuid() == 0 {
		return "/var/lib/gridkeeper", nil
	}
	if dir := os.Getenv("XDG_DATA_HOME"); dir != "" {
		return filepath.Join(dir, "gridkeeper"), nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("no home folder for the data: set data_dir or --data-dir: %w", err)
	}
	return filepath.Join(home, ".local", "share", "gridkeeper"), nil
}

// MaxWorkers is the maximal number of workers, more than any machine has cores.
const MaxWorkers = 1000
