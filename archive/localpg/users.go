package localpg

import (
	"context"
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"
)

// patience is how long the owner of a server waits, when it is done, for others that use it.
const patience = 10 * time.Second

// openUsers opens the file beside the data directory that everybody who uses the server
// holds a shared lock on, so that its owner can see when it is the last. While the owner
// stops the server the lock is its alone, and who comes then waits here.
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

// awaitLast waits until nobody else uses the server, but no longer than it is asked to:
// who works on for hours is not waited for, and takes the server over.
func awaitLast(users *os.File, atMost time.Duration) {
	for deadline := time.Now().Add(atMost); ; time.Sleep(poll) {
		last, err := tryLock(users)
		if last || err != nil || time.Now().After(deadline) {
			return
		}
	}
}
