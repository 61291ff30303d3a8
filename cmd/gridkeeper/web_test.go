package main

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
)

// The first line is the address of the player's first page, which is let in once. Its button begins the daily that the chat
// goes on with, and to stop the pages is not an error.
func TestWeb(t *testing.T) {
	t.Setenv("GRIDKEEPER_DATA_DIR", archivetest.Dir(t))
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	out, in := io.Pipe()
	ended := make(chan int, 1)
	var problems strings.Builder
	go func() {
		ended <- run(ctx, []string{"web", "--as", "ann"}, strings.NewReader(""), in, &problems)
		in.Close()
	}()
	lines := bufio.NewReader(out)
	address, err := lines.ReadString('\n')
	if err != nil {
		t.Fatalf("%v: %s", err, problems.String())
	}
	jar, _ := cookiejar.New(nil)
	client := http.Client{Jar: jar, Transport: &http.Transport{DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
		_, port, _ := net.SplitHostPort(address)
		return new(net.Dialer).DialContext(ctx, network, "127.0.0.1:"+port) // where browsers find the names below localhost
	}}}
	page := func(response *http.Response, err error) string {
		t.Helper()
		must(t, err)
		defer response.Body.Close()
		text, _ := io.ReadAll(response.Body)
		return string(text)
	}
	if text := page(client.Get(strings.TrimSpace(address))); !strings.Contains(text, "Play as ann") {
		t.Errorf("the page is %s", text)
	}
	text := page(client.PostForm(strings.TrimSpace(address), url.Values{"do": {"enter"}}))
	id := regexp.MustCompile(`name="id" value="(\w+)"><input type="hidden" name="command" value="daily">`).FindStringSubmatch(text)
	if id == nil {
		t.Fatalf("the first page is %s", text)
	}
	first, _, _ := strings.Cut(address, "play/")
	if text := page(client.PostForm(first+"games", url.Values{"id": {id[1]}, "command": {"daily"}})); !strings.Contains(text, "Daily #1") || !strings.Contains(text, `id="r9c9"`) {
		t.Errorf("the board is %s", text)
	}
	var said strings.Builder
	if code := run(t.Context(), []string{"chat", "--as", "ann"}, strings.NewReader("/board\n"), &said, &said); code != 0 || !strings.Contains(said.String(), "Daily #1") {
		t.Errorf("in the chat: %s", said.String())
	}
	stop()
	if rest, _ := io.ReadAll(lines); len(rest) > 0 {
		t.Errorf("there is more than one line: %s", rest)
	}
	if code := <-ended; code != 0 {
		t.Errorf("exit code %d: %s", code, problems.String())
	}
}
