package localpg

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"
)

// Options describe the server to start.
type Options struct {
	Dir    string        // where the data is, or is to be made; required
	Bin    string        // the directory of initdb and postgres; "": the newest on this machine
	Wait   time.Duration // how long [Server.Stop] waits for other processes that use the server; 0: 10 seconds
	NoSync bool          // faster, but loses data in a power cut: for tests, under the temporary directory or in memory (/dev/shm)
}

// Server is a running server, started by this process or by another that uses it.
type Server struct {
	cluster cluster
	lock    *os.File // held by the process that owns the server
	users   *os.File // held by every process that uses the server
	wait    time.Duration
	process *process // nil: another process owns the server

	stopping   context.Context
	stop       context.CancelFunc
	supervisor sync.WaitGroup
	stopErr    error // of the shutdown; read after supervisor.Wait
}

// startTimeout is how long a server may take until it accepts connections, recovery after
// a crash included.
const startTimeout = 2 * time.Minute

// Start starts the server, and makes its data directory first if there is none. It attaches to the server if another
// process runs it already. Cancelling ctx only cancels the start; [Server.Stop] stops the server.
func Start(ctx context.Context, o Options) (*Server, error) {
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	c, err := newCluster(ctx, o)
	if err != nil {
		return nil, err
	}
	lock, err := c.openLock()
	if err != nil {
		return nil, err
	}
	users, err := c.openUsers(ctx)
	if err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	s := &Server{
		cluster: c, lock: lock, users: users, wait: cmp.Or(o.Wait, defaultWait),
	}
	if err := s.startOrAttach(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("start a private PostgreSQL server: %w", err), users.Close(), lock.Close())
	}
	s.stopping, s.stop = context.WithCancel(context.Background())
	s.supervisor.Go(s.supervise)
	return s, nil
}

// URL returns the address for clients. It stays the same when another process takes over.
func (s *Server) URL() string { return s.cluster.url() }

// Stop shuts the server down if this process runs it, after waiting a while for others that
// use it; otherwise it only detaches from it. Calling it again does nothing.
func (s *Server) Stop() error {
	s.stop()
	s.supervisor.Wait()
	return s.stopErr
}

// startOrAttach returns when there is a server to use.
func (s *Server) startOrAttach(ctx context.Context) error {
	for {
		if err := s.tryStart(ctx); err != nil || s.process != nil {
			return err
		}
		if _, ready, err := s.cluster.postmaster(); err == nil && ready && s.cluster.answers() {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("another process holds %q but no server answers: %w", s.lock.Name(), ctx.Err())
		case <-time.After(poll):
		}
	}
}

// tryStart starts the server if the lock is free or ours, and leaves process nil if not.
func (s *Server) tryStart(ctx context.Context) error {
	ours, err := tryLock(s.lock)
	if err != nil || !ours {
		return err
	}
	if err := s.cluster.create(ctx); err != nil {
		return err
	}
	if err := s.cluster.stopOrphan(ctx); err != nil {
		return err
	}
	s.process, err = s.cluster.run(ctx)
	return err
}

// supervise keeps a server running until Stop: it starts it again when it has crashed, and
// when the process that owned it has ended.
func (s *Server) supervise() {
	for s.watch() {
		s.process = nil
		if err := s.tryStart(s.stopping); err != nil && s.stopping.Err() == nil {
			time.Sleep(time.Second) // and then it is tried again
		}
	}
	if s.process != nil {
		awaitLast(s.users, s.wait)
		s.stopErr = s.cluster.shutDown(s.process)
	}
	s.stopErr = errors.Join(s.stopErr, s.lock.Close(), s.users.Close())
}

// watch waits for our server to end, or for a while if it is not ours. It returns false when
// Stop was called.
func (s *Server) watch() bool {
	var exited <-chan struct{}
	var again <-chan time.Time
	if s.process != nil {
		exited = s.process.exited
	} else {
		again = time.After(5 * poll)
	}
	select {
	case <-s.stopping.Done():
		return false
	case <-exited:
	case <-again:
	}
	return true
}

// openLock opens the file beside the data directory whose lock is held by the process that owns the server. The file
// is never removed: another process might just have locked it.
func (c cluster) openLock() (*os.File, error) {
	if err := os.MkdirAll(filepath.Dir(c.dir), 0o755); err != nil {
		return nil, fmt.Errorf("make the directory of the database: %w: choose another directory", err)
	}
	file, err := os.OpenFile(c.dir+".lock", os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("lock the database: %w: choose another directory", err)
	}
	return file, nil
}

// tryLock reports whether the lock is ours now. The system releases it when this process ends.
func tryLock(file *os.File) (bool, error) {
	err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return false, nil
	}
	return err == nil, err
}

// defaultWait is how long [Server.Stop] waits for other processes that use the server.
const defaultWait = 10 * time.Second

// openUsers opens the file beside the data directory on which every process that uses the
// server holds a shared lock, so that the owner can see when it is the last. While the owner
// stops the server it holds the lock alone, and new processes wait here.
func (c cluster) openUsers(ctx context.Context) (*os.File, error) {
	file, err := os.OpenFile(c.dir+".users", os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	for {
		err := syscall.Flock(int(file.Fd()), syscall.LOCK_SH|syscall.LOCK_NB)
		if err == nil {
			return file, nil
		}
		if !errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, errors.Join(err, file.Close())
		}
		select {
		case <-ctx.Done():
			err := fmt.Errorf("another process has been stopping the server for too long, see %q: %w", file.Name(), ctx.Err())
			return nil, errors.Join(err, file.Close())
		case <-time.After(poll):
		}
	}
}

// awaitLast waits until no other process uses the server, but at most as long as given: a
// process that goes on for hours takes the server over instead.
func awaitLast(users *os.File, atMost time.Duration) {
	for deadline := time.Now().Add(atMost); ; time.Sleep(poll) {
		last, err := tryLock(users)
		if last || err != nil || time.Now().After(deadline) {
			return
		}
	}
}
