//go:build !linux

package localpg

import "syscall"

// attributes makes a child that has its own process group. Only Linux can tie its life to
// ours; elsewhere a server that outlives a killed owner is stopped at the next start.
func attributes(a account, _ string) *syscall.SysProcAttr {
	attr := &syscall.SysProcAttr{Setpgid: true}
	if a.other {
		attr.Credential = &syscall.Credential{Uid: a.uid, Gid: a.gid}
	}
	return attr
}
