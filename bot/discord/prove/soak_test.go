package prove

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"regexp"
	"syscall"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
)

// troubles are the faults of a long load, one after the other and again from the first. Players may be without an answer for
// as long as one lasts; afterwards the program is as it was.
var troubles = []func(t *testing.T, l *load){
	func(_ *testing.T, l *load) { l.srv.Drop() },
	func(t *testing.T, l *load) { archivetest.TerminateOthers(t, l.database) },
	func(_ *testing.T, l *load) { l.srv.Reconnect() },
	func(_ *testing.T, l *load) {
		l.srv.Inject(discordtest.Fault{Times: 50, Status: http.StatusInternalServerError})
	},
	func(t *testing.T, l *load) {
		check(t, l.program.Process.Signal(syscall.SIGSTOP))
		time.Sleep(2 * time.Second)
		check(t, l.program.Process.Signal(syscall.SIGCONT))
	},
	func(_ *testing.T, l *load) { l.srv.InvalidateSession() },
	func(_ *testing.T, l *load) { l.srv.Inject(discordtest.Fault{Times: 20, Lost: true}) },
}

// troubled brings faults, if the load is to have any, until end is called.
func (l *load) troubled(t *testing.T) (end func()) {
	if l.faultEvery == 0 {
		return func() {}
	}
	stop, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		every := time.NewTicker(time.Duration(l.faultEvery) * time.Second)
		defer every.Stop()
		for i := 0; ; i++ {
			select {
			case <-every.C:
				l.samples = append(l.samples, l.sample())
				troubles[i%len(troubles)](t, l)
			case <-stop:
				return
			}
		}
	}()
	return func() {
		close(stop)
		<-ended
	}
}

// sample is what the program takes at a moment.
type sample struct{ megabytes, goroutines int }

func (s sample) String() string { return fmt.Sprintf("%d MB %d", s.megabytes, s.goroutines) }

var served = regexp.MustCompile(`msg="metrics: served" address=(\S+)`)

func (l *load) sample() sample {
	s := sample{megabytes: l.memory("VmRSS")}
	log, _ := os.ReadFile(l.log)
	if found := served.FindSubmatch(log); found != nil {
		if response, err := http.Get("http://" + string(found[1]) + "/debug/pprof/goroutine?debug=1"); err == nil {
			defer response.Body.Close()
			text, _ := io.ReadAll(response.Body)
			_, _ = fmt.Sscanf(string(text), "goroutine profile: total %d", &s.goroutines)
		}
	}
	return s
}
