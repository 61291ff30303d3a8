// Package localpg runs a private PostgreSQL server for a newcomer, and for tests, from the
// server programs that the machine has.
//
//	server, err := localpg.Start(ctx, localpg.Options{Dir: "/home/ann/.local/share/gridkeeper/pg"})
//	defer server.Stop()
//	store, err := archive.Open(ctx, server.URL())
//
// The server listens on a socket in a directory that only its account may enter, never on
// TCP. The data stays between runs; the server ends with the process that owns it: on Linux
// it shuts down even when that process is killed.
//
// Many processes may use one data directory. The first that gets the lock beside it owns
// the server, the others attach. The owner waits for the others before it stops, but for ten
// seconds at most, since one of them may be a bot that runs for months. The server then ends
// with its owner, as it does when the owner is killed, and one of the attached processes
// starts it again under the same URL within a second: work in progress fails once, with an
// error that says so, and the next connection succeeds. So no process has to outlive the
// others.
//
// PostgreSQL refuses to run as root, so root's servers run as the user postgres, or nobody.
//
// To read it, begin with server.go, which decides who owns the server. cluster.go is the data
// directory, programs.go finds an installation, process.go runs its programs, and
// postmaster.go reads what a running server notes in its data directory.
package localpg
