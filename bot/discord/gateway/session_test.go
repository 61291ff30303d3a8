package gateway

import (
	"net"
	"testing"
	"testing/synctest"
	"time"
)

// A connection on which nothing comes any more, not even the answers to heartbeats, is noticed
// within a minute; one on which those come is not closed.
func TestSilence(t *testing.T) {
	const heartbeat = 41250 * time.Millisecond
	for _, beats := range []int{0, 5} {
		synctest.Test(t, func(t *testing.T) {
			ours, theirs := net.Pipe()
			s := &session{disconnected: make(chan struct{}, 1)}
			c := &connection{Conn: ours}
			c.lastRead.Store(time.Now().UnixNano())
			s.connection.Store(c)
			go func() { // what discordgo does
				for buffer := make([]byte, 1); ; {
					if _, err := c.Read(buffer); err != nil {
						s.disconnected <- struct{}{}
						return
					}
				}
			}()
			began := time.Now()
			go func() {
				for range beats {
					time.Sleep(heartbeat)
					_, _ = theirs.Write([]byte{1})
				}
			}()
			if err := s.watch(t.Context(), 50*time.Second); err != nil {
				t.Fatal(err)
			}
			wanted := time.Duration(beats) * heartbeat
			if silent := time.Since(began) - wanted; silent < heartbeat || silent > time.Minute {
				t.Errorf("after %d heartbeats noticed after %s", beats, silent)
			}
		})
	}
}
