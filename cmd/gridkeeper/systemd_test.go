package main

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
)

// systemd hears from the program when it is ready, that it lives, and that it stops, which SIGHUP has it do as gently as SIGTERM.
func TestServeUnderSystemd(t *testing.T) {
	stand := discordtest.Start(t)
	socket := filepath.Join(t.TempDir(), "notify")
	notified, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: socket, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer notified.Close()
	serve := exec.Command("gridkeeper", "serve")
	serve.Env = append(os.Environ(), "GRIDKEEPER_DATABASE_URL="+archivetest.URL(t), "GRIDKEEPER_DISCORD_TOKEN="+stand.Token,
		"GRIDKEEPER_DISCORD_API_BASE_URL="+stand.URL, "NOTIFY_SOCKET="+socket, "WATCHDOG_USEC=100000")
	serve.Stderr = t.Output()
	if err := serve.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = serve.Process.Kill() }()
	wantNotified(t, notified, "READY=1")
	wantNotified(t, notified, "WATCHDOG=1")
	stand.AwaitReady(t)
	if err := serve.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	wantNotified(t, notified, "STOPPING=1")
	if err := serve.Wait(); err != nil {
		t.Errorf("serve ended with %v", err)
	}
}

// wantNotified reads what systemd is told until it is this.
func wantNotified(t *testing.T, notified *net.UnixConn, state string) {
	t.Helper()
	if err := notified.SetReadDeadline(time.Now().Add(tooLong)); err != nil {
		t.Fatal(err)
	}
	datagram := make([]byte, 100)
	for {
		n, err := notified.Read(datagram)
		if err != nil {
			t.Fatalf("no %s: %v", state, err)
		}
		if string(datagram[:n]) == state {
			return
		}
	}
}

const unit = "../../packaging/gridkeeper.service"

// systemd understands the unit, and finds little that the service could do to the machine.
func TestUnit(t *testing.T) {
	analyze, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skip("no systemd-analyze here: the unit is not checked")
	}
	// The program is not installed, which verify would complain about.
	text, err := os.ReadFile(unit)
	if err != nil {
		t.Fatal(err)
	}
	here := filepath.Join(t.TempDir(), "gridkeeper.service")
	if err := os.WriteFile(here, []byte(strings.ReplaceAll(string(text), "/usr/bin/gridkeeper", "/bin/sh")), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(analyze, "verify", "--man=no", here).CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("systemd-analyze verify: %v\n%s", err, out)
	}
	out, err := exec.Command(analyze, "security", "--offline=yes", "--no-pager", here).CombinedOutput()
	if err != nil {
		t.Fatalf("systemd-analyze security: %v\n%s", err, out)
	}
	level := regexp.MustCompile(`Overall exposure level for gridkeeper.service: ([0-9.]+)`).FindSubmatch(out)
	if level == nil {
		t.Fatalf("no exposure level in\n%s", out)
	}
	if exposure, err := strconv.ParseFloat(string(level[1]), 64); err != nil || exposure >= 2 {
		t.Errorf("exposure %s, want less than 2\n%s", level[1], out)
	}
}
