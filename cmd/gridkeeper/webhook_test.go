package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/jobs"
	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// The real program does shared work for nobody, but sends the messages of webhooks. A name that leads to this machine gets none,
// nor does a proxy of the environment; neither the address nor the secret is in the log.
func TestServeSendsWebhooks(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	defer listener.Close()
	var connections atomic.Int32
	go func() {
		for {
			c, err := listener.Accept()
			if err != nil {
				return
			}
			connections.Add(1)
			c.Close()
		}
	}()
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	address := "https://localhost:" + port + "/hush"
	t.Setenv("HTTPS_PROXY", "http://"+listener.Addr().String())
	t.Setenv("GRIDKEEPER_WEB_LISTEN", "127.0.0.1:0")
	t.Setenv("GRIDKEEPER_WEB_URL", "https://sudoku.example.org")
	t.Setenv("GRIDKEEPER_WEB_WEBHOOKS", address)
	t.Setenv("GRIDKEEPER_WEB_WEBHOOK_SECRET", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
	t.Setenv("GRIDKEEPER_LOG_LEVEL", "debug")
	url := archivetest.URL(t)
	log := serveWatched(t, discordtest.Start(t), url)
	log.await(t, "web: the pages are served")
	store := archivetest.Open(t, url)
	must(t, store.ChooseGlobalDaily(t.Context(), sudoku.Sudoku)) // as serve does after it has begun to serve
	hash := sha256.Sum256([]byte(address))
	d := jobs.Delivery{Receiver: hex.EncodeToString(hash[:16]), Message: "sudoku " + store.GlobalToday().String()}
	must(t, jobs.AddDeliveries(context.Background(), store, []jobs.Delivery{d})) // in the last hour of a day serve adds none
	again := log.await(t, "webhook: a message is sent again later")
	if again["host"] != "localhost:"+port || !strings.Contains(fmt.Sprint(again["error"]), "not an address of the public internet") {
		t.Errorf("the line is %v", again)
	}
	if text := log.String(); strings.Contains(text, "hush") || strings.Contains(text, "MfKQ9r8GKYq") || connections.Load() > 0 {
		t.Errorf("%d connections, and the log:\n%s", connections.Load(), text)
	}
}
