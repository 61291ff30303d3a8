package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

var released = regexp.MustCompile(`^v\d+\.\d+\.\d+(-[0-9a-z.]+)?$`)

// versionOf returns the version that git knows a checkout by, and the time of its last commit.
func versionOf(source string) (version string, date time.Time, err error) {
	if version, err = git(source, "describe", "--tags", "--always", "--dirty=.dirty", "--match", "v[0-9]*"); err != nil {
		return "", time.Time{}, err
	}
	committed, err := git(source, "log", "-1", "--format=%ct")
	if err != nil {
		return "", time.Time{}, err
	}
	seconds, err := strconv.ParseInt(committed, 10, 64)
	return version, time.Unix(seconds, 0).UTC(), err
}

// changesOf returns the section of the changelog for a tag, which has to have one; other versions have none.
func changesOf(source, version string) (string, error) {
	if !released.MatchString(version) {
		return "", nil
	}
	text, err := os.ReadFile(filepath.Join(source, "CHANGELOG.md"))
	if err != nil {
		return "", err
	}
	number := strings.TrimPrefix(version, "v")
	for section := range strings.SplitSeq("\n"+string(text), "\n## ") {
		title, changes, _ := strings.Cut(section, "\n")
		if words := strings.Fields(title); len(words) > 0 && words[0] == number {
			return strings.TrimSpace(changes) + "\n", nil
		}
	}
	return "", fmt.Errorf("the tag is %s, and CHANGELOG.md has no section %q: rename what is unreleased to it", version, "## "+number)
}

func git(dir string, args ...string) (string, error) {
	cmd := exec.Command("git", append([]string{"-C", dir}, args...)...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("git %s: %w", args[0], err)
	}
	return strings.TrimSpace(string(out)), nil
}

// debVersion is a version as Debian orders them: 1.0.0~rc.1 is before 1.0.0, and a commit without a tag before all.
func debVersion(version string, date time.Time) string {
	number, isNumber := strings.CutPrefix(version, "v")
	switch {
	case released.MatchString(version):
		return strings.Replace(number, "-", "~", 1)
	case isNumber:
		return strings.NewReplacer("-", "+").Replace(number)
	}
	return "0~" + date.Format("20060102.150405") + "." + strings.ReplaceAll(version, "-", "+")
}
