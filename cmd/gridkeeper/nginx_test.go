package main

import (
	"bufio"
	"cmp"
	"context"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// The pages and the endpoint of interactions work behind nginx with TLS, configured as docs/web.md and docs/operating.md show.
func TestNginx(t *testing.T) {
	if testing.Short() {
		t.Skip("left to make check")
	}
	front, client, stand, channel := serveBehindNginx(t)
	ann := discordtest.User{ID: "100000000000001001", Name: "ann"}
	if text := stand.Slash(ann, channel, "play", map[string]string{"shape": "shidoku"}).Answer(t).Text(); !strings.Contains(text, "Shidoku") {
		t.Fatalf("the answer to a posted /play is %q", text)
	}

	page := enter(t, client, linkIn(stand.Slash(ann, channel, "profile", map[string]string{"show": "open"}).Answer(t).Components))
	if want := front + "/games/"; !strings.HasPrefix(page, want) {
		t.Fatalf("the link leads to %q, want %s…", page, want)
	}
	news := events(t, client, page+"/events")
	<-news // as it was
	stand.Slash(ann, channel, "hint", nil).Answer(t)
	if text, ok := <-news; !ok || !strings.Contains(text, "{") {
		t.Errorf("what the page of the game is sent after a hint: %q, %t", text, ok)
	}
}

// BenchmarkNginx measures how long answers to posted interactions take, and pages of games, behind nginx with TLS, where a hundred
// are asked for every second whether the ones before came or not. Each interaction has a connection of its own.
func BenchmarkNginx(b *testing.B) {
	_, client, stand, channel := serveBehindNginx(b)
	var players []discordtest.User
	var browsers []*http.Client // fewer, since links are opened once a second
	var pages []string
	for i := range 40 {
		players = append(players, discordtest.User{ID: fmt.Sprint(100000000000003000 + i), Name: fmt.Sprint("player", i)})
		stand.Slash(players[i], channel, "play", nil).Answer(b)
		if i < 8 {
			jar, err := cookiejar.New(nil)
			must(b, err)
			browsers = append(browsers, &http.Client{Transport: client.Transport, Jar: jar})
			pages = append(pages, enter(b, browsers[i], linkIn(stand.Slash(players[i], channel, "profile", map[string]string{"show": "open"}).Answer(b).Components)))
		}
	}
	for name, ask := range map[string]func(b *testing.B, n int){
		"answer": func(b *testing.B, n int) {
			command := []string{"board", "hint", "undo"}[n/len(players)%3]
			stand.Slash(players[n%len(players)], channel, command, nil).Answer(b)
		},
		"page": func(b *testing.B, n int) {
			i := n % len(pages)
			response, err := browsers[i].Get(pages[i])
			if err != nil {
				b.Error(err)
				return
			}
			defer response.Body.Close()
			if _, err = io.Copy(io.Discard, response.Body); err != nil || response.StatusCode != http.StatusOK {
				b.Errorf("the page: %s, %v", response.Status, err)
			}
		},
	} {
		b.Run(name, func(b *testing.B) {
			took := make([]time.Duration, b.N)
			every := time.NewTicker(10 * time.Millisecond)
			defer every.Stop()
			var all sync.WaitGroup
			for n := range b.N {
				began := <-every.C
				all.Go(func() { ask(b, n); took[n] = time.Since(began) })
			}
			all.Wait()
			slices.Sort(took)
			for _, p := range []int{50, 99} {
				b.ReportMetric(float64(took[(len(took)-1)*p/100].Microseconds())/1000, fmt.Sprintf("p%d-ms", p))
			}
		})
	}
}

// serveBehindNginx runs serve behind nginx until the test ends, and returns nginx's address, a browser that trusts it, and a
// channel at the stand-in, which posts what is asked there to nginx.
func serveBehindNginx(t testing.TB) (front string, client *http.Client, stand *discordtest.Server, channel string) {
	t.Helper()
	pages, posted, address := sudokutest.FreeAddress(t), sudokutest.FreeAddress(t), sudokutest.FreeAddress(t)
	front = "https://" + address
	client = startNginx(t, address, strings.NewReplacer("127.0.0.1:8090", pages, "127.0.0.1:8080", posted))
	stand = discordtest.Start(t)
	channel = stand.AddChannel(stand.AddGuild("Puzzlers"), "daily")
	public, private := discordtest.NewKey(t)
	for name, value := range map[string]string{
		"DATABASE_URL": archivetest.URL(t), "DISCORD_TOKEN": stand.Token, "DISCORD_API_BASE_URL": stand.URL, "METRICS_LISTEN": "off",
		"DISCORD_HTTP_LISTEN": posted, "DISCORD_PUBLIC_KEY": public,
		"WEB_LISTEN": pages, "WEB_URL": front, "WEB_PROXIES": "127.0.0.1",
	} {
		t.Setenv("GRIDKEEPER_"+name, value)
	}
	sudokutest.InBackground(t, func(ctx context.Context) error {
		run(ctx, []string{"serve"}, strings.NewReader(""), io.Discard, io.Discard)
		return nil
	})
	stand.AwaitReady(t)

	before := http.DefaultClient.Transport
	http.DefaultClient.Transport = client.Transport // with which the stand-in posts
	t.Cleanup(func() { http.DefaultClient.Transport = before })
	stand.PostInteractions(front+"/interactions", private)
	return front, client, stand, channel
}

// linkIn returns the address of a button.
func linkIn(components []discordtest.Component) (address string) {
	for _, c := range components {
		address = cmp.Or(address, c.URL, linkIn(c.Components))
	}
	return address
}

// startNginx starts an nginx with the locations of the documents, and returns a client that trusts it.
func startNginx(t testing.TB, address string, here *strings.Replacer) *http.Client {
	t.Helper()
	program := archivetest.Program(t, "nginx")
	trusted := httptest.NewTLSServer(http.NotFoundHandler()) // whose certificate is lent
	t.Cleanup(trusted.Close)
	dir := archivetest.Dir(t)
	certificate := trusted.TLS.Certificates[0]
	key, err := x509.MarshalPKCS8PrivateKey(certificate.PrivateKey)
	must(t, err)
	config := "daemon off;\nworker_processes 1;\npid pid;\nerror_log error.log;\nevents {}\nhttp {\naccess_log off;\n"
	for _, temporary := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
		config += temporary + "_temp_path " + temporary + ";\n"
	}
	config += "server {\nlisten " + address + " ssl;\nssl_certificate cert.pem;\nssl_certificate_key key.pem;\n" +
		here.Replace(locations(t, "../../docs/web.md")+locations(t, "../../docs/operating.md")) + "}\n}\n"
	for name, text := range map[string][]byte{
		"nginx.conf": []byte(config),
		"cert.pem":   pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: certificate.Certificate[0]}),
		"key.pem":    pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: key}),
	} {
		must(t, os.WriteFile(filepath.Join(dir, name), text, 0o644))
	}
	nginx := exec.Command(program, "-p", dir, "-c", filepath.Join(dir, "nginx.conf"), "-e", "error.log")
	nginx.Env = append(os.Environ(), "LD_LIBRARY_PATH="+archivetest.Libraries())
	must(t, nginx.Start())
	t.Cleanup(func() { _ = nginx.Process.Signal(os.Interrupt); _ = nginx.Wait() })
	sudokutest.Eventually(t, "nginx to listen", func() bool {
		c, err := net.Dial("tcp", address)
		return err == nil && c.Close() == nil
	})
	client := trusted.Client()
	client.Jar, err = cookiejar.New(nil)
	must(t, err)
	return client
}

// locations returns what a document shows of nginx's configuration.
func locations(t testing.TB, path string) string {
	t.Helper()
	page, err := os.ReadFile(path)
	must(t, err)
	found := regexp.MustCompile("(?ms)^```\n(location .*?)```").FindSubmatch(page)
	if found == nil {
		t.Fatalf("%s shows no location of nginx", path)
	}
	return string(found[1])
}

// enter opens a link and presses its button, and returns where that leads.
func enter(t testing.TB, client *http.Client, link string) string {
	t.Helper()
	response, err := client.Get(link)
	must(t, err)
	text, err := io.ReadAll(response.Body)
	response.Body.Close()
	must(t, err)
	form := url.Values{"do": {"enter"}}
	for _, hidden := range regexp.MustCompile(`<input type="hidden" name="([^"]+)" value="([^"]*)">`).FindAllSubmatch(text, -1) {
		form.Set(string(hidden[1]), string(hidden[2]))
	}
	request, err := http.NewRequest(http.MethodPost, link, strings.NewReader(form.Encode()))
	must(t, err)
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.Header.Set("Origin", strings.TrimSuffix(link[:strings.Index(link, "/play/")], "/"))
	response, err = client.Do(request)
	must(t, err)
	response.Body.Close()
	if response.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s: %s", link, response.Status, text)
	}
	return response.Request.URL.String()
}

// events returns what a stream brings.
func events(t *testing.T, client *http.Client, address string) <-chan string {
	t.Helper()
	response, err := client.Get(address)
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("%s: %v, %v", address, response, err)
	}
	t.Cleanup(func() { response.Body.Close() })
	news := make(chan string)
	go func() {
		defer close(news)
		for lines := bufio.NewScanner(response.Body); lines.Scan(); {
			if text, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				select {
				case news <- text:
				case <-t.Context().Done():
					return
				}
			}
		}
	}()
	return news
}
