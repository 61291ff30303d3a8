package config

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/spf13/pflag"
	"github.com/spf13/viper"
)

// HoldsSecret reports whether a configuration file has a token or a password in it.
func HoldsSecret(path string) bool {
	v := viper.New()
	v.SetConfigFile(path)
	v.SetConfigType("yaml")
	if v.ReadInConfig() != nil {
		return false
	}
	return slices.ContainsFunc(Settings, func(s Setting) bool {
		value := v.GetString(s.key)
		return s.secret && value != "" && (!strings.HasPrefix(s.key, "database.") || hasPassword(value))
	})
}

// Exposed returns a warning if the command line has a password in it, else "".
func Exposed(flags *pflag.FlagSet) string {
	for _, s := range Settings {
		if flag := flags.Lookup(s.flag); s.secret && flag != nil && flag.Changed && hasPassword(flag.Value.String()) {
			return fmt.Sprintf("all users of this machine can read the password in --%s: set %s instead", s.flag, s.Variable())
		}
	}
	return ""
}

func hasPassword(address string) bool {
	u, err := url.Parse(address)
	if err != nil || u.User == nil {
		return strings.Contains(address, "password")
	}
	_, has := u.User.Password()
	return has || u.Query().Has("password")
}
