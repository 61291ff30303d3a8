package localpg

import "syscall"

// capDACOverride is CAP_DAC_OVERRIDE of capabilities(7). Reading and searching alone would
// be enough (CAP_DAC_READ_SEARCH), but containers keep that one from their root.
const capDACOverride = 1

// attributes gives a child a process group of its own, so that an interrupt at the terminal
// does not reach it, and an interrupt when the thread that started it ends.
//
// Root's data directory may lie under one that only root may enter, such as a home or what
// mktemp -d makes. Only then does the account get the capability to pass through it.
func attributes(a account, dir string) *syscall.SysProcAttr {
	attr := &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGINT}
	if a.other {
		attr.Credential = &syscall.Credential{Uid: a.uid, Gid: a.gid}
		if !a.reaches(dir) {
			attr.AmbientCaps = []uintptr{capDACOverride}
		}
	}
	return attr
}
