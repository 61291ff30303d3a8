//go:build !linux

package localpg

import "syscall"

// attributes gives a child a process group of its own. Only Linux can signal it when its
// owner is killed; elsewhere the server that is left running is stopped at the next start.
func attributes(a account, _ string) *syscall.SysProcAttr {
	attr := &syscall.SysProcAttr{Setpgid: true}
	if a.other {
		attr.Credential = &syscall.Credential{Uid: a.uid, Gid: a.gid}
	}
	return attr
}
