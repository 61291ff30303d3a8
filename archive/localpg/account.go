package localpg

import (
	"errors"
	"fmt"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
)

// account is who the server's programs run as.
type account struct {
	uid, gid uint32
	other    bool // not ourselves: we are root
}

// serverAccount returns ourselves, or, for root, whom the server refuses, postgres or nobody.
func serverAccount() (account, error) {
	if os.Geteuid() != 0 {
		return account{uid: uint32(os.Geteuid()), gid: uint32(os.Getegid())}, nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, uidErr := strconv.ParseUint(u.Uid, 10, 32)
		gid, gidErr := strconv.ParseUint(u.Gid, 10, 32)
		if err := errors.Join(uidErr, gidErr); err != nil {
			return account{}, err
		}
		return account{uint32(uid), uint32(gid), true}, nil
	}
	return account{}, errors.New("PostgreSQL does not run as root, and there is no user postgres or nobody to run it as: " +
		"start this program as an ordinary user")
}

// own gives a file to the account.
func (a account) own(path string) error {
	if !a.other {
		return nil
	}
	return os.Chown(path, int(a.uid), int(a.gid))
}

// owns checks that a file, if there is one, belongs to the account.
func (a account) owns(path string) error {
	info, err := os.Lstat(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("look for a database: %w: choose another directory", err)
	}
	if stat, ok := info.Sys().(*syscall.Stat_t); ok && stat.Uid != a.uid {
		return fmt.Errorf("%q belongs to user %d, and the server would run as user %d: "+
			"start this program as before, or choose another directory", path, stat.Uid, a.uid)
	}
	return nil
}

// reaches reports whether the account may pass through all the directories above path.
func (a account) reaches(path string) bool {
	for dir := filepath.Dir(path); ; dir = filepath.Dir(dir) {
		info, err := os.Stat(dir)
		if err != nil || !a.mayPass(info) {
			return false
		}
		if dir == filepath.Dir(dir) {
			return true
		}
	}
}

func (a account) mayPass(dir os.FileInfo) bool {
	stat, ok := dir.Sys().(*syscall.Stat_t)
	switch {
	case !ok:
		return false
	case stat.Uid == a.uid:
		return dir.Mode()&0o100 != 0
	case stat.Gid == a.gid:
		return dir.Mode()&0o010 != 0
	default:
		return dir.Mode()&0o001 != 0
	}
}
