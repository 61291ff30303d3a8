package webhook

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"syscall"
	"time"
)

// Limits on receivers. A post ends before the program stops, see [jobs.Options].
const (
	postFor    = 8 * time.Second
	mostAnswer = 4 << 10 // bytes of an answer that are read, so that the receiver sees its end
	mostHeader = 16 << 10
)

// notPublic lists the networks of IPv4 that are not part of the public internet, and those of IPv6 inside 2000::/3, outside of
// which nothing is. From IANA's registries of special-purpose addresses; 2002::/16 and 2001::/23 lead to addresses of IPv4.
var notPublic = prefixes(
	"0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24",
	"192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
	"2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20",
)

var public6 = netip.MustParsePrefix("2000::/3")

func prefixes(texts ...string) (list []netip.Prefix) {
	for _, text := range texts {
		list = append(list, netip.MustParsePrefix(text))
	}
	return list
}

// IsPublic reports whether an address is on the public internet: not of this machine, of its network, of a cloud's metadata,
// or reserved.
func IsPublic(a netip.Addr) bool {
	a = a.Unmap()
	if !a.IsValid() || a.Zone() != "" || a.Is6() && !public6.Contains(a) {
		return false
	}
	return !slices.ContainsFunc(notPublic, func(p netip.Prefix) bool { return p.Contains(a) })
}

var errNotPublic = errors.New("this is not an address of the public internet")

// network is the way to receivers. Tests have receivers on this machine.
type network struct {
	public   func(netip.Addr) bool
	resolver *net.Resolver  // nil: the usual
	roots    *x509.CertPool // nil: those of the machine
}

// client returns a client that connects to public addresses only. The address is checked when it is dialled, after its name
// was looked up: a name that is asked twice may lead elsewhere the second time.
func (n network) client() *http.Client {
	dialer := &net.Dialer{
		Timeout: postFor, Resolver: n.resolver,
		Control: func(_, address string, _ syscall.RawConn) error {
			at, err := netip.ParseAddrPort(address)
			if err != nil || !n.public(at.Addr()) {
				return errNotPublic
			}
			return nil
		},
	}
	return &http.Client{
		Timeout:       postFor,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{
			DialContext: dialer.DialContext, TLSClientConfig: &tls.Config{RootCAs: n.roots, MinVersion: tls.VersionTLS12}, ForceAttemptHTTP2: true,
			DisableKeepAlives: true, DisableCompression: true, MaxResponseHeaderBytes: mostHeader, // and no Proxy
		},
	}
}

// send posts a letter.
func send(ctx context.Context, client *http.Client, to receiver, l letter) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, to.url.String(), bytes.NewReader(l.body))
	if err != nil {
		return errors.New("the address cannot be used")
	}
	for name, value := range map[string]string{
		"Content-Type": "application/json", "User-Agent": "Gridkeeper", "webhook-id": l.id, "webhook-timestamp": l.timestamp, "webhook-signature": l.signature,
	} {
		r.Header.Set(name, value)
	}
	answer, err := client.Do(r)
	if err != nil {
		return fmt.Errorf("no answer: %w", plain(err))
	}
	defer answer.Body.Close()
	_, _ = io.CopyN(io.Discard, answer.Body, mostAnswer)
	if answer.StatusCode/100 != 2 {
		return statusError(answer.StatusCode)
	}
	return nil
}

// plain returns an error without the address of the receiver, and without text that the receiver has sent.
func plain(err error) error {
	var connection *net.OpError
	var certificate *tls.CertificateVerificationError
	var wrapped *url.Error
	switch {
	case errors.As(err, &connection):
		return connection
	case errors.As(err, &certificate):
		return certificate
	case errors.As(err, &wrapped) && wrapped.Timeout():
		return fmt.Errorf("not within %s", postFor)
	}
	return errors.New("the connection ended, or this is not HTTP")
}

// Reach looks up the names of the receivers, and returns an error for each that has no public address. It sends nothing.
func (s *Sender) Reach(ctx context.Context) (results []Result) {
	for _, to := range s.Receivers.list {
		ctx, cancel := context.WithTimeout(ctx, postFor)
		addresses, err := net.DefaultResolver.LookupNetIP(ctx, "ip", to.url.Hostname())
		cancel()
		if err == nil && !slices.ContainsFunc(addresses, IsPublic) {
			err = errNotPublic
		}
		results = append(results, Result{to.host(), err})
	}
	return results
}
