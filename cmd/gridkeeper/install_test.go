package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Without a Go that builds the module nothing is installed, and what to install is said with its version.
func TestGoIsLookedForFirst(t *testing.T) {
	text, err := os.ReadFile("../../go.mod")
	must(t, err)
	version := regexp.MustCompile(`(?m)^go (\S+)$`).FindSubmatch(text)[1]
	for name, program := range map[string]string{
		"no Go":  "",
		"old Go": "#!/bin/sh\necho 'go.mod:3: invalid go version' >&2\nexit 1\n",
	} {
		dir := t.TempDir()
		for _, needed := range []string{"sed", "uname", "tr", "dirname"} {
			path, err := exec.LookPath(needed)
			if err != nil {
				t.Skipf("no %s here", needed)
			}
			must(t, os.Symlink(path, filepath.Join(dir, needed)))
		}
		if program != "" {
			must(t, os.WriteFile(filepath.Join(dir, "go"), []byte(program), 0o755))
		}
		look := exec.Command("../../.ci/go")
		look.Env = []string{"PATH=" + dir}
		out, err := look.CombinedOutput()
		if err == nil || !strings.Contains(string(out), "needs Go "+string(version)+" or newer. Install it") {
			t.Errorf("%s: %v, it says\n%s", name, err, out)
		}
	}
	if out, err := exec.Command("../../.ci/go").CombinedOutput(); err != nil {
		t.Errorf("where there is a Go: %v, it says\n%s", err, out)
	}
	plan, err := exec.Command("make", "-C", "../..", "-n", "demo").CombinedOutput()
	if err != nil {
		t.Fatalf("make -n demo: %v: %s", err, plan)
	}
	if first, then, ok := strings.Cut(string(plan), ".ci/postgresql"); !ok || !strings.Contains(first, ".ci/go") || strings.Contains(then, ".ci/go") {
		t.Errorf("make demo does\n%s", plan)
	}
}

// A package is installed by root, or by sudo, which may ask for a password at a terminal alone. What cannot be installed has a
// reason. Of the steps of make demo, each prints a line, and all that it says if it fails.
func TestInstall(t *testing.T) {
	const noise = "Get:1 https://deb.example.org"
	path := t.TempDir()
	for name, script := range map[string]string{
		"id":      "echo ${FAKE_UID}",
		"apt-get": "echo '" + noise + "'; echo apt-get \"$@\" >>$FAKE_LOG; case $1 in install) exit ${FAKE_EXIT};; esac",
		"sudo":    "case $1 in -n) exit 1;; -v) exit ${FAKE_SUDO};; esac; echo sudo >>$FAKE_LOG; exec \"$@\"",
	} {
		must(t, os.WriteFile(filepath.Join(path, name), []byte("#!/bin/sh\n"+script+"\n"), 0o755))
	}
	for _, c := range []struct {
		name      string
		uid, exit string
		sudo      string // how it ends after it has asked for a password
		terminal  bool
		want, log string
	}{
		{"root", "0", "0", "", false, "^installing postgresql ...\n$", "^apt-get update -q\nbefore\napt-get install .* postgresql\n$"},
		{"apt fails", "0", "100", "", false, "^installing postgresql ...\n(?s).*" + noise + ".*postgresql is not installed: see above\n$", ""},
		{"no terminal", "1000", "0", "0", false, "^postgresql is not installed: sudo asks for a password, and there is no terminal to ask at\n$", "^$"},
		{"terminal", "1000", "0", "0", true, "^installing postgresql needs root:\ninstalling postgresql ...\n$", "^sudo\napt-get update -q\nbefore\napt-get install "},
		{"wrong password", "1000", "0", "1", true, "postgresql is not installed: sudo refused\n$", "^$"},
	} {
		t.Run(c.name, func(t *testing.T) {
			log := filepath.Join(t.TempDir(), "log")
			must(t, os.WriteFile(log, nil, 0o644))
			install := exec.Command("../../.ci/install", "postgresql", "echo before >>"+log)
			if c.terminal {
				if _, err := exec.LookPath("script"); err != nil {
					t.Skip("no program script here, which makes terminals")
				}
				install = exec.Command("script", "-qec", "../../.ci/install postgresql 'echo before >>"+log+"'", "/dev/null")
			}
			install.Env = []string{"PATH=" + path + ":/usr/bin:/bin", "FAKE_UID=" + c.uid, "FAKE_EXIT=" + c.exit, "FAKE_SUDO=" + c.sudo, "FAKE_LOG=" + log}
			out, err := install.CombinedOutput()
			text := strings.ReplaceAll(string(out), "\r\n", "\n")
			if !regexp.MustCompile(c.want).MatchString(text) || (err == nil) != (c.exit == "0" && !strings.Contains(c.want, "is not installed")) {
				t.Errorf("%v, it prints\n%s", err, text)
			}
			if did, err := os.ReadFile(log); err != nil || !regexp.MustCompile("(?s)"+c.log).Match(did) {
				t.Errorf("%v, it does\n%s", err, did)
			}
		})
	}
	if plan, err := exec.Command("make", "-C", "../..", "-n", "demo").CombinedOutput(); err != nil || !regexp.MustCompile(`(?m)^\.ci/quiet .* go build `).Match(plan) {
		t.Errorf("make demo does\n%s: %v", plan, err)
	}
}
