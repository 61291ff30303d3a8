package discord

import (
	"context"
	"errors"
	"fmt"
	"net"
	"syscall"

	"github.com/gridkeeper/gridkeeper/bot/discord/rest"
)

// explainUnreachable says what to do where the API at a host gave no answer of its own.
func explainUnreachable(err error, host string) error {
	if err == nil || rest.StatusOf(err) == 0 && errors.Is(err, context.Canceled) {
		return err
	}
	if status := rest.StatusOf(err); status >= 500 {
		return fmt.Errorf("%s answers with status %d: try again later; https://discordstatus.com says whether Discord has an outage", host, status)
	} else if status != 0 {
		return err
	}
	return fmt.Errorf("%s cannot be reached: %w; check the network of this machine, its firewall, and discord.api_base_url if it is set", host, why(err))
}

// why returns an error that says in a few words why a call had no answer. Go's own reports all that
// was tried on the way.
func why(err error) error {
	var unknown *net.DNSError
	var timeout net.Error
	var code syscall.Errno
	switch {
	case errors.As(err, &unknown) && !unknown.Timeout():
		return fmt.Errorf("no address of %q is known", unknown.Name)
	case errors.As(err, &timeout) && timeout.Timeout():
		return errors.New("no answer in time")
	case errors.As(err, &code):
		return code
	}
	for inner := err; inner != nil; inner = errors.Unwrap(inner) {
		err = inner
	}
	return err
}
