package config

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spf13/pflag"
	"github.com/spf13/viper"

	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

var must = sudokutest.Must

// load reads the settings as a command would that was called with these flags.
func load(t *testing.T, args ...string) (Config, error) {
	t.Helper()
	flags := pflag.NewFlagSet("test", pflag.ContinueOnError)
	AddFlags(flags)
	must(t, flags.Parse(args))
	return Load(flags)
}

func writeConfig(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "config.yaml")
	must(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

func TestConfigDefaults(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("XDG_DATA_HOME", "/somewhere")
	c, err := load(t)
	must(t, err)
	if c.Database.URL != "" || c.Discord.Token != "" || c.Discord.AnnounceEvery != 15*time.Second || c.Log.Level != slog.LevelInfo {
		t.Errorf("defaults: %+v", c)
	}
	if !filepath.IsAbs(c.DataDir) || filepath.Base(c.DataDir) != "gridkeeper" {
		t.Errorf("data_dir %q", c.DataDir)
	}
}

// The environment wins over the file, a flag over both.
func TestConfigOrder(t *testing.T) {
	file := writeConfig(t, "data_dir: /file\ndiscord:\n  http_listen: :8080\n  public_key: ab12\n  shards: 1/2\nlog:\n  level: warn\ndaily:\n  interval: 1m\n")
	t.Setenv("GRIDKEEPER_LOG_LEVEL", "error")
	t.Setenv("GRIDKEEPER_DAILY_INTERVAL", "2m")
	c, err := load(t, "--config", file, "--daily-interval", "3m")
	must(t, err)
	if d := c.Discord; d.HTTPListen != ":8080" || d.PublicKey != "ab12" || d.Shards.Count != 2 || len(d.Shards.Only) != 1 {
		t.Errorf("discord: %+v", d)
	}
	if c.DataDir != "/file" || c.Log.Level != slog.LevelError || c.Discord.AnnounceEvery != 3*time.Minute {
		t.Errorf("got %+v", c)
	}
}

func TestConfigErrors(t *testing.T) {
	for text, want := range map[string]string{
		"databas:\n  url: x\n":                                 `unknown key "databas.url" (did you mean database.url?)`,
		"database:\n  uri: x\nlogg: 1\n":                       `unknown key "database.uri" (did you mean database.url?), "logg": config.example.yaml`,
		"daily:\n  interval: often\n":                          `daily.interval "often": want a number and a unit`,
		"daily:\n  interval: 15\n":                             `daily.interval "15"`,
		"log:\n  level: loud\n":                                `log.level "loud": want debug`,
		"metrics:\n  listen: here\n":                           `metrics.listen "here": want an address and a port`,
		"metrics:\n  listen: :99999\n":                         `metrics.listen ":99999": want an address and a port, such as 127.0.0.1:9796, or off`,
		"web:\n  listen: 127.0.0.1:99999\n":                    `web.listen "127.0.0.1:99999": want an address and a port`,
		"discord:\n  http_listen: 8080\n":                      `discord.http_listen "8080": want an address and a port`,
		"log:\n  format: xml\n":                                `log.format "xml": want text or json`,
		"discord:\n  api_base_url: http://proxy.example.org\n": `discord.api_base_url "http://proxy.example.org": the token would go there as plain text`,
		"discord:\n  api_base_url: ftp://proxy.example.org\n":  `discord.api_base_url "ftp://proxy.example.org": want an address like https://`,
		"discord:\n  api_base_url: proxy.example.org\n":        `discord.api_base_url "proxy.example.org": want an address like https://`,
		"discord:\n  shards: 4/4\n":                            `discord.shards is "4/4": want auto`,
		"discord:\n  shards: [0, 1]\n":                         `key "discord.shards" wants one value`,
		"discord: hush\n":                                      `key "discord" wants keys below it`,
		"discord: [hush]\n":                                    `key "discord" wants keys below it`,
		"discord:\n  token: [hush]\n":                          `key "discord.token" wants one value`,
		"discord:\n  token: {a: hush}\n":                       `key "discord.token" wants one value`,
		"discord:\n  token: *hush\n":                           "not YAML with keys and values",
		"discord:\n  token: !!int hush\n":                      "not YAML with keys and values",
		"discord:\n  token: \"hush\n  more: 1":                 "not YAML with keys and values in line",
		"hush":                                                 "not YAML with keys and values",
		"log:\n  level: info\n  level: info\n":                 "in line 3",
	} {
		_, err := load(t, "--config", writeConfig(t, text))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want an error with %q", text, err, want)
		} else if strings.Contains(err.Error(), "hush") {
			t.Errorf("the error shows the token: %v", err)
		}
	}
	if _, err := load(t, "--config", "/nowhere.yaml"); err == nil || !strings.Contains(err.Error(), `"/nowhere.yaml"`) {
		t.Errorf("a missing file: %v", err)
	}
}

// A secret can be in a file, which goes before the configuration and not before a flag.
func TestSecretInFile(t *testing.T) {
	file := writeConfig(t, "discord:\n  token: other\n")
	t.Setenv("GRIDKEEPER_DISCORD_TOKEN_FILE", writeConfig(t, "hush\n"))
	t.Setenv("GRIDKEEPER_DATABASE_URL_FILE", writeConfig(t, "postgres://a"))
	c, err := load(t, "--config", file, "--database-url", "postgres://b")
	if err != nil || c.Discord.Token != "hush" || c.Database.URL != "postgres://b" {
		t.Errorf("token %q, database %q: %v", c.Discord.Token, c.Database.URL, err)
	}
	for path, want := range map[string]string{"/nowhere": "GRIDKEEPER_DISCORD_TOKEN_FILE: open /nowhere", writeConfig(t, " \n"): "is empty"} {
		t.Setenv("GRIDKEEPER_DISCORD_TOKEN_FILE", path)
		if _, err := load(t); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want an error with %q", path, err, want)
		}
	}
	t.Setenv("GRIDKEEPER_DISCORD_TOKEN", "hush")
	if _, err := load(t); err == nil || !strings.Contains(err.Error(), "are both set") || strings.Contains(err.Error(), "hush") {
		t.Errorf("a token and its file: %v", err)
	}
}

func TestUnknownVariables(t *testing.T) {
	known := []string{"HOME=/", "GRIDKEEPER_LOG_LEVEL=info", "GRIDKEEPER_DISCORD_TOKEN_FILE=x", "GRIDKEEPER_SERVICE_HOST=10.0.0.1",
		"GRIDKEEPER_PORT=tcp://10.0.0.1:80", "GRIDKEEPER_PORT_80_TCP_ADDR=10.0.0.1", "GRIDKEEPER_WEB_SERVICE_PORT_HTTP=80", "GRIDKEEPER_WEB_PORT_80_TCP=x"}
	if unknown := unknownVariables(known); len(unknown) > 0 {
		t.Errorf("unknown: %q", unknown)
	}
	for _, name := range []string{"GRIDKEEPER_DATABSE_URL", "GRIDKEEPER_LOG_LEVEL_FILE", "GRIDKEEPER_", "GRIDKEEPER_DISCORD_PORTS"} {
		if unknown := unknownVariables([]string{name + "=x"}); len(unknown) != 1 {
			t.Errorf("%s is taken for a setting", name)
		}
	}
	err := RejectUnknown([]string{"GRIDKEEPER_DISCORD_TOKEN_FIEL=hush", "GRIDKEEPER_TYPO=hush"})
	want := "GRIDKEEPER_DISCORD_TOKEN_FIEL (did you mean GRIDKEEPER_DISCORD_TOKEN_FILE?), GRIDKEEPER_TYPO: unset it"
	if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "hush") {
		t.Errorf("%v, want %q", err, want)
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "ab", 2}, {"ab", "", 2}, {"kitten", "sitting", 3}, {"flaw", "lawn", 2}, {"url", "url", 0}} {
		if got := distance(c.a, c.b); got != c.want {
			t.Errorf("%q and %q: %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

// Without a home, a database of one's own is enough.
func TestNoHome(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root's data folder is not below a home")
	}
	t.Setenv("HOME", "")
	t.Setenv("XDG_DATA_HOME", "")
	if _, err := load(t); err == nil || !strings.Contains(err.Error(), "set data_dir") {
		t.Errorf("without a database: %v", err)
	}
	if _, err := load(t, "--database-url", "postgres://a"); err != nil {
		t.Error(err)
	}
}

// config.example.yaml documents every key with its default, and no other key.
func TestExampleConfig(t *testing.T) {
	v := viper.New()
	v.SetConfigFile("../../../config.example.yaml")
	must(t, v.ReadInConfig())
	for _, s := range Settings {
		if got := fmt.Sprint(v.Get(s.key)); !v.IsSet(s.key) || got != fmt.Sprint(s.value) {
			t.Errorf("%s: the example says %q, the default is %q", s.key, got, s.value)
		}
	}
	if got, want := len(v.AllKeys()), len(Settings); got != want {
		t.Errorf("the example has %d keys, want %d", got, want)
	}
	if _, err := load(t, "--config", "../../../config.example.yaml"); err != nil {
		t.Error(err)
	}
}

// Where serve has its pages, and how players reach them, go together; the rest has to be readable.
func TestConfigOfWeb(t *testing.T) {
	t.Chdir(t.TempDir())
	c, err := load(t, "--web-listen", "127.0.0.1:8090", "--web-url", "https://sudoku.example.org/play", "--web-proxies", "127.0.0.1, 10.0.0.0/8 ::1")
	if err != nil || len(c.Web.Proxies) != 3 || c.Web.Proxies[0].String() != "127.0.0.1/32" {
		t.Errorf("%+v, %v", c.Web, err)
	}
	for _, args := range [][]string{
		{"--web-listen", ":8090"}, {"--web-url", "https://sudoku.example.org"}, {"--web-proxies", "localhost"},
		{"--web-listen", ":8090", "--web-url", "http://sudoku.example.org"}, {"--web-listen", ":8090", "--web-url", "sudoku.example.org"},
	} {
		if _, err := load(t, args...); err == nil || !strings.Contains(err.Error(), "web.") {
			t.Errorf("%q: %v", args, err)
		}
	}
}
