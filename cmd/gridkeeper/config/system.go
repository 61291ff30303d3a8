package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"regexp"
	"strconv"
	"strings"
	"syscall"

	"github.com/spf13/pflag"
)

// System is the configuration file of the bot that a package has installed on this machine, or "". The linker sets it in a
// release (see packaging), so that a program built from a checkout never works on that bot's archive.
var System string

// LoadSystem is [Load] for commands that look after the bot of this machine and its archive. They read [System], unless another
// file, a database, a data folder or a token is named. If this user may not read that file, the error has the command line to
// type instead, and wraps [fs.ErrPermission].
func LoadSystem(flags *pflag.FlagSet) (Config, error) {
	path, err := here(flags)
	if err == nil && path == "" && System != "" && !named(flags) {
		path, err = system()
	}
	if err != nil {
		return Config{}, err
	}
	return read(flags, path)
}

// here returns the file of --config, or config.yaml in this folder unless it is [System], or "".
func here(flags *pflag.FlagSet) (string, error) {
	if path, _ := flags.GetString(Flag); path != "" {
		return path, nil
	}
	info, err := os.Stat(File)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("configuration file: %w: run this in another folder, or name a file with --config", err)
	}
	if other, err := os.Stat(System); err == nil && os.SameFile(info, other) {
		return "", nil
	}
	return File, nil
}

// named reports whether a flag or the environment names an archive or a bot.
func named(flags *pflag.FlagSet) bool {
	for _, s := range Settings {
		if s.key != "data_dir" && s.key != "discord.token" && !strings.HasPrefix(s.key, "database.") {
			continue
		}
		flag := flags.Lookup(s.flag)
		if flag != nil && flag.Changed || os.Getenv(s.Variable()) != "" || s.secret && os.Getenv(s.fileVariable()) != "" {
			return true
		}
	}
	return false
}

// system returns [System] if it exists.
func system() (string, error) {
	file, err := os.Open(System)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", nil
	case errors.Is(err, fs.ErrPermission):
		own := ""
		if dir, err := defaultDataDir(); err == nil {
			own = "\nThe archive of your own 'gridkeeper chat' is used with: --data-dir " + quoted(dir)
		}
		line := sudo()
		for _, word := range os.Args {
			line += " " + quoted(word)
		}
		return "", fmt.Errorf("the archive of this machine's bot is named in %s, which you may not read (%w). Type:\n\n    %s\n%s",
			System, syscall.EACCES, line, own)
	case err != nil:
		return "", fmt.Errorf("configuration file: %w", err)
	}
	return System, file.Close()
}

// sudo returns the command that runs another as the owner of [System].
func sudo() string {
	if info, err := os.Stat(System); err == nil {
		if stat, ok := info.Sys().(*syscall.Stat_t); ok && stat.Uid != 0 {
			if owner, err := user.LookupId(strconv.Itoa(int(stat.Uid))); err == nil {
				return "sudo -u " + quoted(owner.Username)
			}
		}
	}
	return "sudo"
}

var plainWord = regexp.MustCompile(`^[\w@%+=:,./-]+$`)

// quoted quotes a word for a shell.
func quoted(word string) string {
	if plainWord.MatchString(word) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
