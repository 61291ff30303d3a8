package localpg_test

import (
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
)

// accountOf returns the number of the user that root's servers run as.
func accountOf(t *testing.T) int {
	t.Helper()
	u, err := user.Lookup("postgres")
	if err != nil {
		u, err = user.Lookup("nobody")
	}
	if err != nil {
		t.Fatal(err)
	}
	uid, err := strconv.Atoi(u.Uid)
	if err != nil {
		t.Fatal(err)
	}
	return uid
}

// mktemp -d and homes are closed to all but root, who may keep a database there even so.
func TestRootKeepsDataWhereOnlyRootEnters(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("this is about root")
	}
	closed := filepath.Join(openDir(t), "closed")
	if err := os.Mkdir(closed, 0o700); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(closed, "data", "pg")
	owner := startChild(t, dir, nil)
	mustQuery(t, owner.url, "create table kept as select 'yes' as it", "select 'made'")
	owner.kill(t, dir)
	if got := mustQuery(t, start(t, dir).URL(), "select it from kept"); got != "yes" {
		t.Errorf("the table holds %q, want yes", got)
	}
}

func TestOrdinaryUser(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("all other tests run as an ordinary user already")
	}
	dir := filepath.Join(openDir(t), "pg")
	nobody, err := user.Lookup("nobody")
	if err != nil {
		t.Fatal(err)
	}
	uid, err := strconv.ParseUint(nobody.Uid, 10, 32)
	if err != nil {
		t.Fatal(err)
	}
	attributes := &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(uid)}}
	owner := startChild(t, dir, attributes)
	mustQuery(t, owner.url, "select 'there'")
	_ = owner.input.Close()
	if err := owner.Wait(); err != nil {
		t.Fatal(err)
	}
	if running(t, dir) {
		t.Error("a server runs after its process has ended")
	}
}
