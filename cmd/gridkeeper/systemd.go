package main

import (
	"context"
	"log/slog"
	"net"
	"os"
	"strconv"
	"time"
)

// notifySystemd sends systemd one line about this process, as sd_notify(3) has it: READY=1, STOPPING=1, WATCHDOG=1. It does
// nothing in a process that systemd did not start with Type=notify. What cannot be sent is logged: the bot works without.
func notifySystemd(log *slog.Logger, state string) {
	address := os.Getenv("NOTIFY_SOCKET")
	if address == "" {
		return
	}
	connection, err := net.Dial("unixgram", address)
	if err == nil {
		_, err = connection.Write([]byte(state))
		connection.Close()
	}
	if err != nil {
		log.Warn("systemd: not notified", "state", state, "error", err)
	}
}

// underSystemd notifies systemd that the process lives, twice in the time after which it would be restarted, and when it
// stops. ctx ends when the process is told to stop.
func underSystemd(ctx context.Context, log *slog.Logger) {
	microseconds, err := strconv.ParseInt(os.Getenv("WATCHDOG_USEC"), 10, 64)
	if pid := os.Getenv("WATCHDOG_PID"); err == nil && microseconds > 1 && (pid == "" || pid == strconv.Itoa(os.Getpid())) {
		tick := time.NewTicker(time.Duration(microseconds) * time.Microsecond / 2)
		defer tick.Stop()
		for ctx.Err() == nil {
			notifySystemd(log, "WATCHDOG=1")
			select {
			case <-ctx.Done():
			case <-tick.C:
			}
		}
	}
	<-ctx.Done()
	notifySystemd(log, "STOPPING=1")
}
