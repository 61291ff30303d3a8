package archivetest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
)

// behindPooler is the variable with which the tests' archives are behind a PgBouncer. For the processes that a test
// starts it is the pooler's directory.
const behindPooler = "GRIDTEST_PGBOUNCER"

// Pooler is a PgBouncer before a server, in transaction mode.
type Pooler struct {
	dir     string
	process *exec.Cmd
	ended   chan struct{} // closed when the process has ended
}

// poolerPort is what the pooler's socket is named after.
const poolerPort = "6432"

const configFile = "pgbouncer.ini"

// poolerConfig sends each user and database to the server, which asks for no password.
const poolerConfig = `[databases]
* = host=%s port=%s user=%s
[pgbouncer]
pool_mode = transaction
listen_port = ` + poolerPort + `
unix_socket_dir = %s
unix_socket_mode = 0777
auth_type = any
max_client_conn = 2000
default_pool_size = 20
server_round_robin = 1
`

// StartPooler starts a PgBouncer before the server at an address, in a directory of its own. Round robin, which
// gives each transaction another session wherever it can, makes sure that nothing relies on one.
func StartPooler(dir, server string) (*Pooler, error) {
	path, err := findProgram("pgbouncer")
	if err != nil {
		return nil, err
	}
	u, err := url.Parse(server)
	if err != nil {
		return nil, err
	}
	var owner syscall.Stat_t // as which it runs: nobody else reaches the server's socket, and it does not run as root
	if err := syscall.Stat(u.Query().Get("host"), &owner); err != nil {
		return nil, err
	}
	if err := errors.Join(os.Mkdir(dir, 0o755), os.Chown(dir, int(owner.Uid), int(owner.Gid))); err != nil {
		return nil, err
	}
	config := filepath.Join(dir, configFile)
	text := fmt.Sprintf(poolerConfig, u.Query().Get("host"), u.Query().Get("port"), u.Query().Get("user"), dir)
	if err := os.WriteFile(config, []byte(text), 0o644); err != nil {
		return nil, err
	}
	p := &Pooler{dir, exec.Command(path, "-q", config), make(chan struct{})}
	p.process.Env = append(os.Environ(), "LD_LIBRARY_PATH="+Libraries())
	p.process.Stderr = os.Stderr
	p.process.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if os.Geteuid() == 0 {
		p.process.SysProcAttr.Credential = &syscall.Credential{Uid: owner.Uid, Gid: owner.Gid}
	}
	begun := make(chan error)
	go p.run(begun)
	if err := <-begun; err != nil {
		return nil, err
	}
	for range 500 {
		if c, dialErr := net.Dial("unix", filepath.Join(dir, ".s.PGSQL."+poolerPort)); dialErr == nil {
			return p, c.Close()
		}
		time.Sleep(20 * time.Millisecond)
	}
	return nil, cmp.Or(p.Stop(), fmt.Errorf("no PgBouncer answers in %s", dir))
}

// run has the process end with ours: that is with the thread that started it, which stays here.
func (p *Pooler) run(begun chan<- error) {
	runtime.LockOSThread()
	defer close(p.ended)
	err := p.process.Start()
	begun <- err
	if err == nil {
		_ = p.process.Wait() // which says that it was killed
	}
}

// Dir is where its socket is.
func (p *Pooler) Dir() string { return p.dir }

// URL returns the address of a database of the server by way of the pooler.
func (p *Pooler) URL(database string) string { return pooled(database, p.dir) }

func pooled(database, dir string) string {
	u, err := url.Parse(database)
	if err != nil {
		panic(err) // localpg writes it
	}
	query := u.Query()
	query.Set("host", dir)
	query.Set("port", poolerPort)
	u.RawQuery = query.Encode()
	return u.String()
}

// Stop ends it at once.
func (p *Pooler) Stop() error {
	err := p.process.Process.Kill()
	<-p.ended
	return err
}

// Connect opens an archive, by way of the tests' pooler where there is one.
func Connect(ctx context.Context, address string) (*archive.Store, error) {
	return archive.OpenPooled(ctx, address, PoolerURL(address))
}

// PoolerURL returns the address of a database by way of the tests' pooler, "" if they have none. What is reached through a
// [Proxy] has none: the pooler would go past it.
func PoolerURL(address string) string {
	dir := os.Getenv(behindPooler)
	if !filepath.IsAbs(dir) {
		return ""
	}
	config, err := os.ReadFile(filepath.Join(dir, configFile))
	if err != nil {
		panic(err) // StartPooler wrote it
	}
	u, err := url.Parse(address)
	if err != nil || !strings.Contains(string(config), "host="+u.Query().Get("host")+" ") {
		return ""
	}
	return pooled(address, dir)
}
