package webhook

import (
	"bytes"
	"context"
	"crypto/x509"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/archive/jobs"
	"github.com/gridkeeper/gridkeeper/bot/metrics"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

var must, wantError, eventually = sudokutest.Must, sudokutest.WantError, sudokutest.Eventually

func TestMain(m *testing.M) { archivetest.Main(m) }

const testSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

// inbox is a receiver with a certificate, on this machine.
type inbox struct {
	*httptest.Server
	mu   sync.Mutex
	got  []*http.Request
	body []string
}

func newInbox(t testing.TB, answer http.HandlerFunc) *inbox {
	t.Helper()
	b := &inbox{}
	b.Server = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, _ := io.ReadAll(r.Body)
		b.mu.Lock()
		b.got, b.body = append(b.got, r), append(b.body, string(text))
		b.mu.Unlock()
		if answer != nil {
			answer(w, r)
		}
	}))
	b.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelDebug)
	b.StartTLS()
	t.Cleanup(func() { b.CloseClientConnections(); b.Close() })
	return b
}

func (b *inbox) count() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.got)
}

// here is a network whose public addresses are those of this machine, but for 127.0.0.2.
func (b *inbox) here() network {
	roots := x509.NewCertPool()
	roots.AddCert(b.Certificate())
	return network{roots: roots, public: func(a netip.Addr) bool { return a.IsLoopback() && a != netip.MustParseAddr("127.0.0.2") }}
}

// at has receivers at addresses that [ParseReceivers] rejects.
func at(t testing.TB, addresses ...string) Receivers {
	t.Helper()
	r, err := ParseReceivers("https://example.org", testSecret)
	must(t, err)
	r.list = nil
	for _, address := range addresses {
		to, err := parseReceiver("https://example.org/")
		must(t, err)
		if to.url, err = to.url.Parse(address); err != nil {
			t.Fatal(err)
		}
		r.list = append(r.list, to)
	}
	return r
}

// test sends a test message, and returns its error.
func test(t testing.TB, n network, address string) error {
	t.Helper()
	return newSender(Config{Receivers: at(t, address)}, n).Test(t.Context())[0].Err
}

// The signature is that of the example of Standard Webhooks.
func TestSignature(t *testing.T) {
	r, err := ParseReceivers("https://example.org", testSecret)
	must(t, err)
	l := r.secret.sign("msg_p5jXN8AQM9LWM0D4loKWxJek", time.Unix(1614265330, 0), []byte(`{"test": 2432232314}`))
	if l.signature != "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=" {
		t.Errorf("it is %s", l.signature)
	}
}

// Addresses on the public internet are public, and those of a machine, its network, a cloud's metadata and documents are not.
func TestIsPublic(t *testing.T) {
	for _, text := range []string{"1.1.1.1", "8.8.8.8", "100.63.255.255", "100.128.0.0", "172.15.255.255", "172.32.0.1", "192.0.1.1", "198.17.0.1", "223.255.255.255", "2606:4700::1111", "2a00:1450::1", "::ffff:8.8.8.8"} {
		if !IsPublic(netip.MustParseAddr(text)) {
			t.Errorf("%s is not public", text)
		}
	}
	for _, text := range []string{
		"0.0.0.0", "0.1.2.3", "10.0.0.1", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.1.2.3", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.2.1",
		"192.88.99.1", "192.168.1.1", "198.18.0.1", "198.19.255.255", "198.51.100.7", "203.0.113.7", "224.0.0.1", "239.1.1.1", "240.0.0.1", "255.255.255.255",
		"::", "::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "::8.8.8.8", "64:ff9b::7f00:1", "64:ff9b::808:808", "64:ff9b:1::1", "100::1", "2001::1", "2001:db8::1",
		"2001:10::1", "2002:7f00:1::1", "3fff::1", "5f00::1", "fc00::1", "fd00:ec2::254", "fe80::1", "fe80::1%eth0", "2606:4700::1111%eth0", "fec0::1", "ff02::1",
	} {
		if IsPublic(netip.MustParseAddr(text)) {
			t.Errorf("%s is public", text)
		}
	}
	if IsPublic(netip.Addr{}) {
		t.Error("none is public")
	}
}

// Addresses are of https, without a user, and not of private networks; errors do not quote what may be a secret.
func TestParseReceivers(t *testing.T) {
	r, err := ParseReceivers("https://example.org/hook?key=1, https://1.1.1.1:8443/ https://example.org/hook?key=1", strings.TrimPrefix(testSecret, "whsec_"))
	if err != nil || r.Count() != 2 {
		t.Errorf("%d receivers, %v", r.Count(), err)
	}
	if r, err := ParseReceivers(" , ", ""); err != nil || r.Count() != 0 {
		t.Errorf("none: %d, %v", r.Count(), err)
	}
	for address, want := range map[string]string{
		"http://example.org/hush": "want https", "ftp://example.org/hush": "want https", "example.org/hush": "want one like https://", "https:///hush": "want one like https://",
		"https://:443/hush": "want one like", "https://me:hush@example.org": "no user or password", "https://example.org/hush#x": "no #", "https://example.org:0/hush": "a port from 1",
		"https://example.org:99999/hush": "a port from 1", "https://127.0.0.1/hush": "not an address of the public", "https://[::1]/hush": "not an address of the public",
		"https://[::ffff:10.0.0.1]/hush": "not an address of the public", "https://[fe80::1%25eth0]/hush": "not an address of the public", "https://169.254.169.254/hush": "not an address of the public",
		"https://exa mple.org/%zz-hush": "want", "https://%zz/hush": "want one like",
	} {
		_, err := ParseReceivers("https://good.example/,"+address, testSecret)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "address 2") && !strings.Contains(address, " ") {
			t.Errorf("%s: %v, want an error with %q", address, err, want)
		} else if strings.Contains(err.Error(), "hush") {
			t.Errorf("%s: the error quotes it: %v", address, err)
		}
	}
	for _, secret := range []string{"", "whsec_", "hush", "whsec_aHVzaA==", "whsec_" + strings.Repeat("aHVz", 30), testSecret + "!"} {
		_, err := ParseReceivers("https://example.org/", secret)
		wantError(t, err, "web.webhook_secret")
		if strings.Contains(err.Error(), "aHVz") || strings.Contains(err.Error(), "hush") {
			t.Errorf("the error quotes the secret: %v", err)
		}
	}
	_, err = ParseReceivers(strings.Repeat("https://example.org/,", 3)+many(21), testSecret)
	wantError(t, err, "want 20 at most")
}

func many(n int) (list string) {
	for i := range n {
		list += fmt.Sprintf("https://example.org/%d,", i)
	}
	return list
}

// A receiver confirms by a status of 2xx. All else is an error, which has neither the address nor words of the receiver.
func TestAnswers(t *testing.T) {
	var redirected atomic.Int32
	other := newInbox(t, func(http.ResponseWriter, *http.Request) { redirected.Add(1) })
	for name, c := range map[string]struct {
		answer http.HandlerFunc
		want   string // in the error, "" for none
	}{
		"ok":         {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(200) }, ""},
		"no content": {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(204) }, ""},
		"error":      {func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "hush", 500) }, "answered 500"},
		"not found":  {func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "hush", 404) }, "answered 404"},
		"gone":       {func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "hush", http.StatusGone) }, "answered 410"},
		"moved": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, other.URL+"/hush", http.StatusMovedPermanently)
		}, "answered 301"},
		"repeat elsewhere": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, other.URL+"/hush", http.StatusTemporaryRedirect)
		}, "answered 307"},
		"reset": {func(w http.ResponseWriter, _ *http.Request) {
			panic(http.ErrAbortHandler)
		}, "no answer"},
		"not HTTP": {func(w http.ResponseWriter, _ *http.Request) {
			c, _, err := w.(http.Hijacker).Hijack()
			if err == nil {
				_, _ = io.WriteString(c, "hush hush\r\n\r\n")
				c.Close()
			}
		}, "no answer"},
		"huge header": {func(w http.ResponseWriter, _ *http.Request) {
			for i := range 100 {
				w.Header().Set(fmt.Sprint("X-Hush-", i), strings.Repeat("x", 1000))
			}
		}, "no answer"},
		"huge body": {func(w http.ResponseWriter, _ *http.Request) {
			for written := 0; written < 1<<30; {
				n, err := io.WriteString(w, strings.Repeat("x", 1<<16))
				if written += n; err != nil {
					return
				}
			}
		}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			b := newInbox(t, c.answer)
			n := b.here()
			n.roots.AddCert(other.Certificate())
			err := test(t, n, b.URL+"/hush")
			switch {
			case c.want == "" && err != nil, c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
				t.Errorf("%v, want %q", err, c.want)
			case err != nil && strings.Contains(err.Error(), "hush"):
				t.Errorf("the error has words of the receiver: %v", err)
			}
			if errors.Is(err, jobs.ErrRefused) != (name == "gone") {
				t.Errorf("whether it is refused: %v", err)
			}
		})
	}
	if redirected.Load() > 0 {
		t.Error("a redirect was followed")
	}
}

// A receiver that does not answer, or answers a byte now and then, is let go.
func TestSlowReceivers(t *testing.T) {
	if testing.Short() {
		t.Skip("takes the whole time of a post")
	}
	end := make(chan struct{})
	defer close(end)
	for name, answer := range map[string]http.HandlerFunc{
		"hangs": func(http.ResponseWriter, *http.Request) { <-end },
		"trickles": func(w http.ResponseWriter, _ *http.Request) {
			c, _, err := w.(http.Hijacker).Hijack()
			for err == nil {
				time.Sleep(100 * time.Millisecond)
				_, err = io.WriteString(c, "H")
			}
		},
	} {
		b := newInbox(t, answer)
		if err := test(t, b.here(), b.URL); err == nil {
			t.Errorf("%s: it was taken for an answer", name)
		}
	}
}

// A certificate of someone else, or of another name, is not accepted, nor is plain HTTP.
func TestCertificates(t *testing.T) {
	b := newInbox(t, nil)
	n := b.here()
	n.roots = x509.NewCertPool()
	wantError(t, test(t, n, b.URL), "certificate")
	plain := httptest.NewServer(http.NotFoundHandler())
	defer plain.Close()
	if err := test(t, b.here(), strings.Replace(plain.URL, "http:", "https:", 1)); err == nil {
		t.Error("plain HTTP is taken for an answer")
	}
	if b.count() > 0 {
		t.Error("a message was sent")
	}
}

// A proxy of the environment is not asked: it would reach addresses that are not public.
func TestNoProxy(t *testing.T) {
	b := newInbox(t, nil)
	client := b.here().client()
	if client.Transport.(*http.Transport).Proxy != nil {
		t.Error("a proxy would be used")
	}
}

// Nothing is sent to an address that is not public, whatever name leads there.
func TestPrivateAddresses(t *testing.T) {
	b := newInbox(t, nil)
	n := b.here()
	n.public = IsPublic
	port := b.URL[strings.LastIndex(b.URL, ":"):]
	for _, host := range []string{"127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "[::]"} {
		if err := test(t, n, "https://"+host+port); err == nil {
			t.Errorf("%s gets messages", host)
		}
	}
	if b.count() > 0 {
		t.Errorf("%d messages arrived", b.count())
	}
}

// A name may have a public and a private address: only the public one is connected to.
func TestNameWithBoth(t *testing.T) {
	b := newInbox(t, nil)
	_, port, _ := net.SplitHostPort(b.Listener.Addr().String())
	private, err := net.Listen("tcp", "127.0.0.2:"+port)
	if err != nil {
		t.Skip("no second address of this machine: ", err)
	}
	defer private.Close()
	var connections atomic.Int32
	go func() {
		for {
			c, err := private.Accept()
			if err != nil {
				return
			}
			connections.Add(1)
			c.Close()
		}
	}()
	n := b.here()
	for _, order := range [][]string{{"127.0.0.2", "127.0.0.1"}, {"127.0.0.1", "127.0.0.2"}} {
		n.resolver = resolver(t, order...)
		if err := test(t, n, "https://example.com:"+port+"/"); err != nil {
			t.Errorf("%v: %v", order, err)
		}
	}
	n.resolver = resolver(t, "127.0.0.2")
	wantError(t, test(t, n, "https://example.com:"+port+"/"), "public internet")
	if b.count() != 2 || connections.Load() > 0 {
		t.Errorf("%d messages arrived, and %d connections at the private address", b.count(), connections.Load())
	}
}

// resolver answers every question for an address of IPv4 with the same ones.
func resolver(t testing.TB, addresses ...string) *net.Resolver {
	t.Helper()
	server, err := net.ListenPacket("udp", "127.0.0.1:0")
	must(t, err)
	t.Cleanup(func() { server.Close() })
	go func() {
		for buffer := make([]byte, 1500); ; {
			n, from, err := server.ReadFrom(buffer)
			if err != nil {
				return
			}
			question := buffer[12:n]
			question = question[:bytes.IndexByte(question, 0)+5]
			list := addresses
			if question[len(question)-3] != 1 { // not of the type A
				list = nil
			}
			answer := append([]byte{}, buffer[:2]...)
			answer = append(answer, 0x81, 0x80, 0, 1, 0, byte(len(list)), 0, 0, 0, 0)
			answer = append(answer, question...)
			for _, a := range list {
				answer = append(answer, 0xc0, 12, 0, 1, 0, 1)
				answer = binary.BigEndian.AppendUint32(answer, 60)
				answer = append(append(answer, 0, 4), netip.MustParseAddr(a).AsSlice()...)
			}
			_, _ = server.WriteTo(answer, from)
		}
	}()
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "udp", server.LocalAddr().String())
	}}
}

// A global daily that begins reaches each receiver once, signed and without its solution, though two programs serve: it is
// sent again until it is confirmed, with the same id.
func TestDailyIsAnnounced(t *testing.T) {
	url := archivetest.URL(t)
	noon := time.Date(2096, 3, 1, 12, 0, 0, 0, time.UTC)
	store := archivetest.Open(t, url).WithClock(func() time.Time { return noon })
	_, err := store.ImportFile(t.Context(), importing.Options{Collection: "Shelf"}, strings.NewReader(strings.Join(archivetest.Puzzles(60, 7), "\n")))
	must(t, err)
	must(t, store.ChooseGlobalDaily(t.Context(), sudoku.Sudoku))
	d, err := store.GlobalDaily(t.Context(), store.GlobalToday(), sudoku.Sudoku)
	must(t, err)
	solution, err := solver.Solve(d.Clues())
	must(t, err)

	var tries atomic.Int32
	b := newInbox(t, func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/gone":
			w.WriteHeader(http.StatusGone)
		case r.URL.Path == "/later" && tries.Add(1) <= 2:
			w.WriteHeader(http.StatusInternalServerError)
		}
	})
	receivers := at(t, b.URL+"/first?hush=1", b.URL+"/later", b.URL+"/gone")
	var log lockedBuffer
	count := metrics.New()
	var programs []*Sender
	for range 2 {
		s := newSender(Config{Receivers: receivers, Store: store, Base: "https://sudoku.example.org/", Metrics: count, Log: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))}, b.here())
		programs = append(programs, s)
		ctx, cancel := context.WithCancel(context.Background())
		var running sync.WaitGroup
		running.Go(func() { s.Announce(ctx) })
		running.Go(func() { must(t, jobs.Work(ctx, store, url, jobs.Options{Deliver: s.Deliver})) })
		t.Cleanup(func() { cancel(); running.Wait() })
	}
	eventually(t, "all is delivered", func() bool {
		archivetest.Exec(t, url, `update river.river_job set scheduled_at = now(), state = 'available' where state in ('available', 'scheduled')`)
		return fmt.Sprint(archivetest.Read[string](t, url, `select state::text from river.river_job order by state::text`)) == "[cancelled completed completed]"
	})
	for _, s := range programs {
		clear(s.added)
		must(t, s.announce(t.Context())) // as after a restart
	}
	arrived, ids := map[string]int{}, map[string]string{}
	for i, r := range b.got {
		arrived[r.URL.Path]++
		id := r.Header.Get("webhook-id")
		if former := ids[r.URL.Path]; former != "" && former != id {
			t.Errorf("%s: the id was %s, and is %s", r.URL.Path, former, id)
		}
		ids[r.URL.Path] = id
		var m struct {
			Type string
			Data announced
		}
		must(t, json.Unmarshal([]byte(b.body[i]), &m))
		if m.Type != "daily.began" || m.Data.Daily.Puzzle != d.Clues() || m.Data.Date != "2096-03-01" || m.Data.URL != "https://sudoku.example.org/daily" {
			t.Errorf("it is %s", b.body[i])
		}
		if strings.Contains(b.body[i], solution.String()) || strings.Contains(b.body[i], `"key"`) || strings.Contains(b.body[i], d.Puzzle.Key.String()) {
			t.Errorf("it has the solution or the key: %s", b.body[i])
		}
	}
	if arrived["/first"] != 1 || arrived["/later"] != 3 || arrived["/gone"] != 1 || ids["/first"] == ids["/later"] {
		t.Errorf("they arrived %v, with the ids %v", arrived, ids)
	}
	must(t, testutil.GatherAndCompare(count, strings.NewReader(`
		# HELP gridkeeper_webhook_attempts_total Attempts at messages to webhooks, by outcome.
		# TYPE gridkeeper_webhook_attempts_total counter
		gridkeeper_webhook_attempts_total{outcome="delivered"} 2
		gridkeeper_webhook_attempts_total{outcome="given_up"} 1
		gridkeeper_webhook_attempts_total{outcome="retried"} 2
	`), "gridkeeper_webhook_attempts_total"))
	if text := log.String(); strings.Contains(text, "/first") || strings.Contains(text, "/gone") || strings.Contains(text, "hush") || !strings.Contains(text, "was given up") {
		t.Errorf("the log: %s", text)
	}
	if rows := fmt.Sprint(archivetest.Read[string](t, url, `select args::text || coalesce(errors::text, '') from river.river_job`)); strings.Contains(rows, "hush") || strings.Contains(rows, "127.0.0.1") {
		t.Errorf("the table of jobs has an address: %s", rows)
	}
}

// Nothing is announced before its day, in its last hour, or by a program that has announced it.
func TestNotAnnounced(t *testing.T) {
	url := archivetest.URL(t)
	now := time.Date(2096, 2, 29, 23, 10, 0, 0, time.UTC)
	store := archivetest.Open(t, url).WithClock(func() time.Time { return now })
	_, err := store.ImportFile(t.Context(), importing.Options{Collection: "Shelf"}, strings.NewReader(strings.Join(archivetest.Puzzles(60, 7), "\n")))
	must(t, err)
	s := newSender(Config{Receivers: at(t, "https://example.org/"), Store: store}, network{})
	added := func() int {
		must(t, s.announce(t.Context()))
		return archivetest.CountRows(t, url, "river.river_job")
	}
	must(t, store.ChooseGlobalDaily(t.Context(), sudoku.Sudoku))
	if n := added(); n != 0 {
		t.Errorf("in the last hour: %d", n)
	}
	now = now.Add(time.Hour)
	if n := added(); n != 0 {
		t.Errorf("before it is chosen: %d", n)
	}
	must(t, store.ChooseGlobalDaily(t.Context(), sudoku.Sudoku))
	if n := added(); n != 1 {
		t.Errorf("when it has begun: %d", n)
	}
	archivetest.Exec(t, url, `delete from river.river_job`)
	if n := added(); n != 0 {
		t.Errorf("again: %d", n)
	}
	if err := s.Deliver(t.Context(), jobs.Delivery{Receiver: "x", Message: "sudoku 2096-03-02"}, false); err == nil || errors.Is(err, jobs.ErrRefused) {
		t.Errorf("a receiver of another program: %v", err)
	}
	tomorrow := jobs.Delivery{Receiver: s.Receivers.list[0].hash(), Message: "sudoku 2096-03-02"}
	if err := s.Deliver(t.Context(), tomorrow, false); err == nil {
		t.Error("tomorrow's is delivered")
	}
}

// lockedBuffer is a log of several programs.
type lockedBuffer struct {
	mu   sync.Mutex
	text strings.Builder
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}
