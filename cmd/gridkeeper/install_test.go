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
