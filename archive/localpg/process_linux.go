package localpg

import "syscall"

// capDACOverride is CAP_DAC_OVERRIDE of capabilities(7). Reading and searching alone would
// be enough (CAP_DAC_READ_SEARCH), but containers keep that one from their root.
const capDACOverride = 1

// attributes makes a child that has its own process group, so that an interrupt at the
// terminal is ours to handle, and that is told to shut down when our thread dies.
//
// Root's data directory may lie under one that only root may enter, such as a home or what
// mktemp -d makes. The account gets the capability to pass through it then, and only then.
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
