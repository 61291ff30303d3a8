package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
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
//
// With GRIDTEST_ROOT, the program is that of an image, started in its root file system and as its user, with nothing of the
// environment but the settings.
func TestServeUnderSystemd(t *testing.T) {
	stand := discordtest.Start(t)
	root, socket := os.Getenv("GRIDTEST_ROOT"), filepath.Join(t.TempDir(), "notify")
	serve := exec.Command("gridkeeper", "serve")
	if root != "" {
		socket = "/tmp/notify"
		serve = &exec.Cmd{Path: "/gridkeeper", Args: []string{"gridkeeper", "serve"}, Dir: "/", Env: []string{},
			SysProcAttr: &syscall.SysProcAttr{Chroot: root, Credential: &syscall.Credential{Uid: 65532, Gid: 65532}}}
	}
	notified, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: filepath.Join(root, socket), Net: "unixgram"})
	must(t, err)
	defer notified.Close()
	must(t, os.Chmod(filepath.Join(root, socket), 0o777))
	serve.Env = append(serve.Environ(), "GRIDKEEPER_DATABASE_URL="+byTCP(t, archivetest.URL(t)), "GRIDKEEPER_DISCORD_TOKEN="+stand.Token,
		"GRIDKEEPER_DISCORD_API_BASE_URL="+stand.URL, "NOTIFY_SOCKET="+socket, "WATCHDOG_USEC=100000")
	serve.Stderr = t.Output()
	must(t, serve.Start())
	defer func() { _ = serve.Process.Kill() }()
	ended := make(chan error, 1)
	go func() {
		ended <- serve.Wait()
		conn, err := net.Dial("unixgram", filepath.Join(root, socket)) // or the test would wait for a program that failed
		if err == nil {
			_, _ = conn.Write([]byte(hasEnded))
			conn.Close()
		}
	}()
	wantNotified(t, notified, "READY=1")
	wantNotified(t, notified, "WATCHDOG=1")
	stand.AwaitReady(t)
	must(t, serve.Process.Signal(syscall.SIGHUP))
	wantNotified(t, notified, "STOPPING=1")
	if err := <-ended; err != nil {
		t.Errorf("serve ended with %v", err)
	}
}

// A token that is reset ends the program with exit code 1, after which the unit starts it again and again: without
// more ado it plays once the new token is in the configuration.
func TestTokenReset(t *testing.T) {
	text, err := os.ReadFile(unit)
	must(t, err)
	if !strings.Contains(string(text), "\nRestart=on-failure\nRestartSec=5\n") || strings.Contains(string(text), "RestartPreventExitStatus") {
		t.Error("the unit does not start the program again after exit code 1")
	}
	stand := discordtest.Start(t)
	channel := stand.AddChannel(stand.AddGuild("Puzzlers"), "daily")
	file, database := filepath.Join(t.TempDir(), "config.yaml"), archivetest.URL(t)
	configure := func() {
		must(t, os.WriteFile(file, fmt.Appendf(nil, "database: {url: '%s'}\ndiscord: {token: '%s', api_base_url: '%s'}\nmetrics: {listen: off}\n",
			database, stand.Token, stand.URL), 0o600))
	}
	start := func() *exec.Cmd {
		serve := exec.Command("gridkeeper", "serve", "--config", file)
		serve.Stderr = new(bytes.Buffer)
		must(t, serve.Start())
		t.Cleanup(func() { _ = serve.Process.Kill() })
		return serve
	}
	wantRefused := func(serve *exec.Cmd) {
		t.Helper()
		_ = serve.Wait() // its exit code says it
		log := fmt.Sprint(serve.Stderr)
		if code := serve.ProcessState.ExitCode(); code != 1 || !strings.Contains(log, "discord refuses the bot's token: copy it again") {
			t.Errorf("with an old token, exit code %d:\n%s", code, log)
		}
	}
	configure()
	serve := start()
	stand.AwaitReady(t)
	stand.ResetToken("another")
	wantRefused(serve)
	wantRefused(start())
	configure()
	serve = start()
	stand.AwaitReady(t)
	if text := played(stand, channel); !strings.Contains(text, "Shidoku") {
		t.Errorf("the answer to /play is %q", text)
	}
	if err := errors.Join(serve.Process.Signal(syscall.SIGTERM), serve.Wait()); err != nil {
		t.Errorf("serve ended with %v:\n%s", err, serve.Stderr)
	}
}

// byTCP returns the address of a database that has the program reach it over the network, as it is from within a container.
func byTCP(t *testing.T, databaseURL string) string {
	t.Helper()
	u, err := url.Parse(databaseURL)
	must(t, err)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	t.Cleanup(func() { listener.Close() })
	query := u.Query()
	socket := filepath.Join(query.Get("host"), ".s.PGSQL.5432")
	go func() {
		for {
			from, err := listener.Accept()
			if err != nil {
				return
			}
			to, err := net.Dial("unix", socket)
			if err != nil {
				from.Close()
				continue
			}
			go func() { defer to.Close(); _, _ = io.Copy(to, from) }()
			go func() { defer from.Close(); _, _ = io.Copy(from, to) }()
		}
	}()
	query.Del("host")
	query.Del("port")
	u.Host, u.RawQuery = listener.Addr().String(), query.Encode()
	return u.String()
}

const hasEnded = "the program has ended"

// wantNotified reads what the program reports to systemd until it is this state.
func wantNotified(t *testing.T, notified *net.UnixConn, state string) {
	t.Helper()
	must(t, notified.SetReadDeadline(time.Now().Add(tooLong)))
	datagram := make([]byte, 100)
	for {
		n, err := notified.Read(datagram)
		if err != nil {
			t.Fatalf("no %s: %v", state, err)
		}
		switch string(datagram[:n]) {
		case state:
			return
		case hasEnded:
			t.Fatalf("no %s: the program has ended", state)
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
	must(t, err)
	here := filepath.Join(t.TempDir(), "gridkeeper.service")
	must(t, os.WriteFile(here, []byte(strings.ReplaceAll(string(text), "/usr/bin/gridkeeper", "/bin/sh")), 0o644))
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
