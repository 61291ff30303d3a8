package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/go-viper/mapstructure/v2"
	"github.com/spf13/pflag"
	"github.com/spf13/viper"
)

// config is everything that can be set, in config.yaml, in the environment and by flags.
type config struct {
	DataDir  string `mapstructure:"data_dir"`
	Database struct {
		URL string `mapstructure:"url"`
		Bin string `mapstructure:"bin"`
	} `mapstructure:"database"`
	Discord struct {
		Token      string `mapstructure:"token"`
		APIBaseURL string `mapstructure:"api_base_url"`
	} `mapstructure:"discord"`
	Daily struct {
		Interval time.Duration `mapstructure:"interval"`
	} `mapstructure:"daily"`
	Log struct {
		Level string `mapstructure:"level"`
	} `mapstructure:"log"`
}

// setting is one key with its default, and its flag if it has one. Secrets have none:
// a command line can be read by every user of the machine.
type setting struct {
	key, flag, usage string
	value            any
}

var settings = []setting{
	{key: "data_dir", flag: "data-dir", usage: "folder of the private PostgreSQL and the prompt's history", value: ""},
	{key: "database.url", flag: "database-url", usage: "PostgreSQL to use; empty starts a private one in the data folder", value: ""},
	{key: "database.bin", flag: "database-bin", usage: "folder of initdb and postgres, for the private server", value: ""},
	{key: "discord.token", value: ""},
	{key: "discord.api_base_url", flag: "discord-api-base-url", usage: "address of a proxy for Discord's API", value: ""},
	{key: "daily.interval", flag: "daily-interval", usage: "how often to look for dailies that are due", value: "15s"},
	{key: "log.level", flag: "log-level", usage: "debug, info, warn or error", value: "info"},
}

const (
	configFlag  = "config"
	configFile  = "config.yaml"
	environment = "GRIDKEEPER"
)

func addSettingFlags(flags *pflag.FlagSet) {
	flags.String(configFlag, "", "configuration file (default: config.yaml here, if there is one)")
	for _, s := range settings {
		if s.flag != "" {
			flags.String(s.flag, "", s.usage)
		}
	}
}

// variable is the name of the setting in the environment.
func (s setting) variable() string {
	return environment + "_" + strings.ToUpper(strings.ReplaceAll(s.key, ".", "_"))
}

// loadConfig reads the defaults, then the file, then the environment, then the flags;
// the later wins.
func loadConfig(flags *pflag.FlagSet) (config, error) {
	v := viper.New()
	for _, s := range settings {
		v.SetDefault(s.key, s.value)
		if err := v.BindEnv(s.key, s.variable()); err != nil {
			return config{}, err
		}
		if flag := flags.Lookup(s.flag); flag != nil {
			if err := v.BindPFlag(s.key, flag); err != nil {
				return config{}, err
			}
		}
	}
	if err := readConfigFile(v, flags); err != nil {
		return config{}, err
	}
	return decodeConfig(v)
}

func readConfigFile(v *viper.Viper, flags *pflag.FlagSet) error {
	path, _ := flags.GetString(configFlag)
	optional := path == ""
	if optional {
		path = configFile
	}
	v.SetConfigFile(path)
	v.SetConfigType("yaml")
	err := v.ReadInConfig()
	switch {
	case optional && errors.Is(err, fs.ErrNotExist):
		return nil
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("no configuration file %q: copy config.example.yaml there", path)
	case err != nil:
		return fmt.Errorf("configuration file %q: %w", path, withoutSecrets(err))
	}
	return refuseUnknown(v, path)
}

// refuseUnknown names the keys of the file that mean nothing, so that a typing error is
// not a silent default.
func refuseUnknown(v *viper.Viper, path string) error {
	known := func(key string) bool {
		return slices.ContainsFunc(settings, func(s setting) bool { return s.key == key })
	}
	var unknown []string
	for _, key := range v.AllKeys() {
		if !known(key) {
			unknown = append(unknown, fmt.Sprintf("%q", key))
		}
	}
	if len(unknown) == 0 {
		return nil
	}
	slices.Sort(unknown)
	return fmt.Errorf("configuration file %q: unknown key %s: config.example.yaml lists all there are",
		path, strings.Join(unknown, ", "))
}

func decodeConfig(v *viper.Viper) (config, error) {
	var c config
	if err := v.Unmarshal(&c, viper.DecodeHook(durationHook)); err != nil {
		return config{}, fmt.Errorf("configuration: %w", err)
	}
	if c.DataDir == "" {
		dir, err := defaultDataDir()
		if err != nil {
			return config{}, err
		}
		c.DataDir = dir
	}
	var err error
	if c.DataDir, err = filepath.Abs(c.DataDir); err != nil {
		return config{}, fmt.Errorf("data_dir %q: %w", c.DataDir, err)
	}
	return c, nil
}

// durationHook reads "15s", and says what it wants when it cannot.
var durationHook = mapstructure.DecodeHookFuncType(func(from, to reflect.Type, value any) (any, error) {
	if to != reflect.TypeFor[time.Duration]() {
		return value, nil
	}
	d, err := time.ParseDuration(fmt.Sprint(value))
	if err != nil || d <= 0 {
		return nil, fmt.Errorf("%q is no duration: want a number and a unit, such as 15s or 2m", fmt.Sprint(value))
	}
	return d, nil
})

// defaultDataDir is a place that PostgreSQL can reach: it refuses to run as root, and
// root's own home cannot be entered by the account it then runs as.
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

// withoutSecrets keeps the place of a syntax error and drops the line it quotes, which
// may hold a token or a password.
func withoutSecrets(err error) error {
	text, _, _ := strings.Cut(err.Error(), "\n")
	return errors.New(text)
}
