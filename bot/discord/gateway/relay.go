package gateway

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"
)

const (
	dialIn  = 10 * time.Second // limit of connecting
	writeIn = 10 * time.Second // limit of sending a packet to Discord
)

// Reasons for the end of a connection that Discord does not close with a code.
var (
	errReconnect = errors.New("discord wants the bot to connect again")
	errInterrupt = errors.New("discord wants the session resumed")
	errInvalid   = fmt.Errorf("%w: discord has ended it, or it was opened too early", errLost)
	errHungUp    = errors.New("the connection was given up")
)

// relay is a connection to Discord with discordgo at its other end. It passes packets on in both directions. discordgo
// neither reports why a connection ended, nor survives each packet that asks for its end. An Op 7 as the first packet
// locks it up. After an Op 9 it opens a session without end, again and again over the same connection. So
// such packets end the relay, which keeps the reason, and never reach discordgo.
type relay struct {
	receive  func(interaction []byte) // does not block
	discord  *websocket.Conn
	bot      net.Conn
	opening  atomic.Bool  // a session was opened or resumed over it, or it was tried
	lastRead atomic.Int64 // nanoseconds since 1970

	once sync.Once
	over chan struct{} // closed when it ends
	why  error         // read after that
}

// newRelay begins to pass packets on, and returns the end for discordgo.
func newRelay(discord *websocket.Conn, receive func(interaction []byte)) (r *relay, theirs net.Conn) {
	theirs, ours := net.Pipe()
	r = &relay{receive: receive, discord: discord, bot: ours, over: make(chan struct{})}
	r.lastRead.Store(time.Now().UnixNano())
	go func() {
		bot, err := upgrade(ours)
		if err != nil {
			r.end(err)
			return
		}
		go r.up(bot)
		r.down(bot)
	}()
	return r, unfailing{theirs}
}

// unfailing is discordgo's end. Writing to it after the relay has ended reports success: discordgo closes its
// connection for a heartbeat that fails, and again for the read that fails with it. The second close might hit the
// next connection.
type unfailing struct{ net.Conn }

// Write implements [net.Conn].
func (u unfailing) Write(data []byte) (int, error) {
	n, err := u.Conn.Write(data)
	if errors.Is(err, io.ErrClosedPipe) {
		return len(data), nil
	}
	return n, err
}

// upgrade answers discordgo's handshake.
func upgrade(conn net.Conn) (*websocket.Conn, error) {
	in := bufio.NewReader(conn)
	req, err := http.ReadRequest(in)
	if err != nil {
		return nil, err
	}
	w := hijacker{conn: conn, buffered: bufio.NewReadWriter(in, bufio.NewWriter(conn))}
	return (&websocket.Upgrader{}).Upgrade(w, req, nil)
}

// hijacker is a response whose connection is taken over at once.
type hijacker struct {
	http.ResponseWriter
	conn     net.Conn
	buffered *bufio.ReadWriter
}

// Hijack implements [http.Hijacker].
func (h hijacker) Hijack() (net.Conn, *bufio.ReadWriter, error) { return h.conn, h.buffered, nil }

// down passes on the packets of Discord.
func (r *relay) down(bot *websocket.Conn) {
	for {
		kind, data, err := r.discord.ReadMessage()
		r.lastRead.Store(time.Now().UnixNano())
		if err == nil {
			data, err = r.take(inflated(kind, data))
		}
		if err == nil {
			err = bot.WriteMessage(websocket.TextMessage, data)
		}
		if err != nil {
			r.end(err)
			return
		}
	}
}

// up passes on the packets of discordgo. When discordgo closes its end, the session does not end with it.
func (r *relay) up(bot *websocket.Conn) {
	for {
		kind, data, err := bot.ReadMessage()
		if err != nil {
			r.end(errHungUp)
			return
		}
		p := packetOf(data)
		if p.Op == opIdentify || p.Op == opResume {
			r.opening.Store(true)
		}
		if p.Op == opIdentify {
			data = identify(p.Data)
		}
		_ = r.discord.SetWriteDeadline(time.Now().Add(writeIn))
		if err := r.discord.WriteMessage(kind, data); err != nil {
			return // down reads why Discord closed the connection
		}
	}
}

// end ends the relay once. The reason is set before discordgo sees its end closed, and so before
// anyone asks for it. A session does not end with its connection: that would take a normal closure (leave).
func (r *relay) end(why error) {
	r.once.Do(func() {
		r.why = why
		close(r.over)
		r.say(websocket.CloseServiceRestart)
		_ = r.discord.Close()
		_ = r.bot.Close()
	})
}

// leave ends the session: Discord shows the bot as offline at once.
func (r *relay) leave() { r.say(websocket.CloseNormalClosure) }

func (r *relay) say(code int) {
	_ = r.discord.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""), time.Now().Add(time.Second))
}

// ended returns why the relay has ended, or nil.
func (r *relay) ended() error {
	select {
	case <-r.over:
		return r.why
	default:
		return nil
	}
}

// Operations of the gateway.
const (
	opIdentify       = 2
	opResume         = 6
	opReconnect      = 7
	opInvalidSession = 9
)

// packet holds the fields that the relay reads.
type packet struct {
	Op       int             `json:"op"`
	Type     string          `json:"t,omitempty"`
	Sequence int64           `json:"s,omitempty"`
	Data     json.RawMessage `json:"d,omitempty"`
}

// packetOf reads a packet. It leaves other data for discordgo to refuse.
func packetOf(data []byte) (p packet) {
	_ = json.Unmarshal(data, &p)
	return p
}

// identify returns the packet that opens a session in the form of version 10. discordgo's is of an earlier version: its names of the
// properties begin with $, and it has a presence with a game.
func identify(discordgos []byte) []byte {
	var d struct {
		Token      string            `json:"token"`
		Properties map[string]string `json:"properties"`
		Compress   bool              `json:"compress"`
		Shard      *[2]int           `json:"shard,omitempty"`
		Intents    int               `json:"intents"`
	}
	_ = json.Unmarshal(discordgos, &d)
	d.Properties = map[string]string{"os": runtime.GOOS, "browser": "gridkeeper", "device": "gridkeeper"}
	data, _ := json.Marshal(map[string]any{"op": opIdentify, "d": d})
	return data
}

// inflated returns the text of a message.
func inflated(kind int, data []byte) []byte {
	if kind != websocket.BinaryMessage {
		return data
	}
	z, err := zlib.NewReader(bytes.NewReader(data))
	if err != nil {
		return data
	}
	text, _ := io.ReadAll(z)
	return text
}

// take takes Discord's interactions out, and returns the packet that is left for discordgo: of an interaction only its number,
// from which Discord goes on after a lost connection. discordgo would parse each interaction four times, while
// hundreds more may be waiting that have to be answered in time.
func (r *relay) take(data []byte) ([]byte, error) {
	p := packetOf(data)
	if p.Type == "INTERACTION_CREATE" {
		r.receive(p.Data)
		return json.Marshal(packet{Op: p.Op, Sequence: p.Sequence})
	}
	return data, p.end()
}

// end returns the error with which a packet of Discord's ends the connection, or nil.
func (p packet) end() error {
	switch {
	case p.Op == opReconnect:
		return errReconnect
	case p.Op == opInvalidSession && string(p.Data) == "true":
		return errInterrupt
	case p.Op == opInvalidSession:
		return errInvalid
	}
	return nil
}
