package webhook

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Receivers are the addresses that get each message, and the secret with which it is signed.
type Receivers struct {
	list   []receiver
	secret secret
}

// Count is how many receivers there are.
func (r Receivers) Count() int { return len(r.list) }

type receiver struct{ url *url.URL }

// hash names a receiver where its address is not to be read.
func (r receiver) hash() string {
	sum := sha256.Sum256([]byte(r.url.String()))
	return hex.EncodeToString(sum[:16])
}

func (r receiver) host() string { return r.url.Host }

// secret signs messages.
type secret []byte

// mostReceivers is how many addresses there may be.
const mostReceivers = 20

// ParseReceivers reads the settings: addresses with commas between them, and the secret, "whsec_" and 24 to 64 bytes in
// base64. No addresses need no secret. Errors quote neither, but the host of an address.
func ParseReceivers(addresses, secretText string) (r Receivers, err error) {
	for i, text := range strings.FieldsFunc(addresses, func(c rune) bool { return c == ',' || c == ' ' }) {
		to, err := parseReceiver(text)
		if err != nil {
			return Receivers{}, fmt.Errorf("web.webhooks: address %d: %w", i+1, err)
		}
		if !slices.ContainsFunc(r.list, func(other receiver) bool { return other.hash() == to.hash() }) {
			r.list = append(r.list, to)
		}
	}
	switch {
	case len(r.list) == 0:
		return r, nil
	case len(r.list) > mostReceivers:
		return Receivers{}, fmt.Errorf("web.webhooks has %d addresses: want %d at most", len(r.list), mostReceivers)
	}
	r.secret, err = base64.StdEncoding.DecodeString(strings.TrimPrefix(secretText, "whsec_"))
	if err != nil || len(r.secret) < 24 || len(r.secret) > 64 {
		return Receivers{}, errors.New("web.webhook_secret: want whsec_ and 24 to 64 bytes in base64, with which receivers verify messages; " +
			"a new one: echo whsec_$(openssl rand -base64 32)")
	}
	return r, nil
}

// parseReceiver reads the address of a receiver.
func parseReceiver(text string) (receiver, error) {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.Hostname() == "" {
		return receiver{}, errors.New("want one like https://example.org/hook")
	}
	port := u.Port()
	number, err := strconv.ParseUint(port, 10, 16)
	switch {
	case u.Scheme != "https":
		return receiver{}, fmt.Errorf("%q: want https", u.Host)
	case u.User != nil:
		return receiver{}, fmt.Errorf("%q: want no user or password in it: messages are signed", u.Host)
	case u.Fragment != "":
		return receiver{}, fmt.Errorf("%q: want no # in it", u.Host)
	case port != "" && (err != nil || number == 0):
		return receiver{}, fmt.Errorf("%q: want a port from 1 to 65535", u.Host)
	}
	if literal, err := netip.ParseAddr(u.Hostname()); err == nil && !IsPublic(literal) {
		return receiver{}, fmt.Errorf("%q: %w", u.Host, errNotPublic)
	}
	return receiver{u}, nil
}

// letter is a signed message.
type letter struct {
	id, timestamp, signature string
	body                     []byte
}

// sign signs a message as version 1 of Standard Webhooks has it.
func (s secret) sign(id string, now time.Time, body []byte) letter {
	l := letter{id: id, timestamp: strconv.FormatInt(now.Unix(), 10), body: body}
	code := hmac.New(sha256.New, s)
	fmt.Fprintf(code, "%s.%s.%s", l.id, l.timestamp, l.body)
	l.signature = "v1," + base64.StdEncoding.EncodeToString(code.Sum(nil))
	return l
}
