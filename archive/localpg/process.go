package localpg

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"time"
)

// process is a program of the server while it runs.
type process struct {
	cmd    *exec.Cmd
	output *tail
	exited chan struct{} // closed when it has ended
}

// launch starts a program of the server with a clean environment: PostgreSQL takes its
// locale, its time zone and, from PG… variables, its settings out of ours otherwise.
func launch(c cluster, log io.Writer, name string, args ...string) (*process, error) {
	output := &tail{next: log}
	cmd := exec.Command(c.programs.dir+"/"+name, args...)
	cmd.Env = []string{"PATH=" + c.programs.dir + ":/usr/bin:/bin", "LC_ALL=C", "TZ=UTC"}
	cmd.Dir = "/"
	cmd.Stdout, cmd.Stderr = output, output
	cmd.SysProcAttr = attributes(c.account, c.dir)
	p := &process{cmd: cmd, output: output, exited: make(chan struct{})}
	started := make(chan error)
	go func() {
		// The parent whose death the child is told about is this thread, not the process:
		// the goroutine keeps the thread to itself until the child has ended.
		runtime.LockOSThread()
		err := cmd.Start()
		started <- err
		if err == nil {
			_ = cmd.Wait() // read from cmd.ProcessState
			close(p.exited)
		}
	}()
	if err := <-started; err != nil {
		return nil, fmt.Errorf("start %s: %w", cmd.Path, err)
	}
	return p, nil
}

// wait waits for a program that ends by itself, and kills it when the context is done.
func (p *process) wait(ctx context.Context) error {
	select {
	case <-p.exited:
	case <-ctx.Done():
		_ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL) // it may have ended already
		<-p.exited
		return ctx.Err()
	}
	if !p.cmd.ProcessState.Success() {
		return p.failure()
	}
	return nil
}

// stopPatience is how long a server may take for a fast shutdown, which ends with a
// checkpoint, before it is told to stop at once and to recover at the next start.
const stopPatience = 30 * time.Second

// stop shuts the server down.
func (p *process) stop() error {
	_ = p.cmd.Process.Signal(syscall.SIGINT) // it may have ended already
	select {
	case <-p.exited:
		return nil
	case <-time.After(stopPatience):
	}
	_ = p.cmd.Process.Signal(syscall.SIGQUIT)
	<-p.exited
	return errors.New("PostgreSQL did not shut down in time and was stopped at once; it recovers at the next start")
}

// failure says how the program ended and why.
func (p *process) failure() error {
	return fmt.Errorf("%s: %s: %s", p.cmd.Path, p.cmd.ProcessState, complaint(p.output.String()))
}

// complaint returns the lines that say why a program failed, of what it printed last; all
// of it where no line is marked so.
func complaint(output string) string {
	var lines []string
	for line := range strings.Lines(output) {
		for _, mark := range []string{"FATAL:", "PANIC:", "error:", "DETAIL:", "HINT:"} {
			if _, text, ok := strings.Cut(line, mark); ok {
				lines = append(lines, strings.TrimSpace(text))
				break
			}
		}
	}
	if len(lines) == 0 {
		return strings.TrimSpace(output)
	}
	return strings.Join(lines, "; ")
}
