package config

import (
	"net/url"
	"slices"
	"strings"

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
		return s.secret && value != "" && (s.key != "database.url" || hasPassword(value))
	})
}

func hasPassword(address string) bool {
	u, err := url.Parse(address)
	if err != nil || u.User == nil {
		return strings.Contains(address, "password")
	}
	_, has := u.User.Password()
	return has || u.Query().Has("password")
}
