package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
)

// smallDisk mounts a disk of so many kilobytes, and returns what makes room on it. Only root may.
func smallDisk(t *testing.T, dir string, kilobytes int) (makeRoom func()) {
	t.Helper()
	text, err := exec.Command("mount", "-t", "tmpfs", "-o", fmt.Sprintf("size=%dk,mode=755", kilobytes), "tmpfs", dir).CombinedOutput()
	if err != nil {
		t.Skipf("no disk can be mounted here: %s", text)
	}
	t.Cleanup(func() { _ = exec.Command("umount", "--lazy", dir).Run() })
	return func() { command(t, "mount", "-o", "remount,size=1g", dir) }
}

// kilobytes is what a folder takes up.
func kilobytes(t *testing.T, dir string) (n int) {
	t.Helper()
	text, err := exec.Command("du", "-sk", dir).Output()
	must(t, err)
	if _, err := fmt.Sscan(string(text), &n); err != nil {
		t.Fatal(err)
	}
	return n
}

// onSmallDisk moves a part of a data directory to a disk that has room for so much more.
func onSmallDisk(t *testing.T, part string, room int) (makeRoom func()) {
	t.Helper()
	disk := archivetest.Dir(t)
	makeRoom = smallDisk(t, disk, kilobytes(t, part)+room)
	moved := filepath.Join(disk, filepath.Base(part))
	command(t, "cp", "-a", part, moved)
	command(t, "rm", "-r", part)
	must(t, os.Symlink(moved, part))
	return makeRoom
}

// The server cannot make its tables longer.
func serverDiskFull(t *testing.T, r *rand.Rand) {
	s := &faultServer{}
	s.dir, s.program = copyArchive(t, archivetest.Dir(t))
	makeRoom := onSmallDisk(t, filepath.Join(s.dir, "base"), 200+r.IntN(3_000))
	s.start(t)
	file, text := puzzleFile(t, faultLines)
	wantFailed(t, gridkeeper(t, atURL(s.url()), importArgs(file)...),
		"the disk of the database is full: make room", "import the same file again to continue")
	makeRoom()
	wantImportable(t, atURL(s.url()), s.url(), file, text)
	s.stop(t)
}

// The server can no longer write its log, and stops.
func serverLogFull(t *testing.T, r *rand.Rand) {
	s := &faultServer{}
	s.dir, s.program = copyArchive(t, archivetest.Dir(t))
	makeRoom := onSmallDisk(t, filepath.Join(s.dir, "pg_wal"), r.IntN(2_000))
	s.start(t)
	file, text := puzzleFile(t, 2*faultLines)
	wantFailed(t, gridkeeper(t, atURL(s.url()), importArgs(file)...), "the database", "import the same file again to continue")
	if log := s.log(t); !strings.Contains(log, "No space left on device") {
		t.Errorf("the server's log is %s", log)
	}
	s.stopBy(t, syscall.SIGQUIT) // a fast shutdown writes to the log, and PostgreSQL 17 waits for that
	makeRoom()
	s.start(t)
	wantImportable(t, atURL(s.url()), s.url(), file, text)
	s.stop(t)
}

// The disk with the whole private server is full: its tables, its log, or both.
func privateDiskFull(t *testing.T, r *rand.Rand) {
	empty, err := emptyArchive()
	must(t, err)
	disk := archivetest.Dir(t)
	makeRoom := smallDisk(t, disk, kilobytes(t, empty[0])+1_000+r.IntN(8_000))
	copyArchive(t, disk)
	on := variables{"GRIDKEEPER_DATA_DIR=" + disk, "GRIDKEEPER_DATABASE_URL="}
	file, text := puzzleFile(t, 2*faultLines)
	wantFailed(t, gridkeeper(t, on, importArgs(file)...), "import the same file again to continue", "the disk with the private archive in", "make room")
	full := gridkeeper(t, on, "stats")
	if full.code != 0 {
		wantFailed(t, full, "No space left on device", "make room")
	}
	makeRoom()
	wantImportable(t, on, "", file, text)
}

// The copy of a pipe that an import makes does not fit into the temporary folder.
func temporaryFolderFull(t *testing.T, r *rand.Rand) {
	s := startServer(t)
	disk := archivetest.Dir(t)
	makeRoom := smallDisk(t, disk, 64+r.IntN(500))
	file, text := puzzleFile(t, faultLines)
	pipe := filepath.Join(t.TempDir(), "pipe")
	must(t, syscall.Mkfifo(pipe, 0o600))
	go func() { _ = os.WriteFile(pipe, []byte(text), 0o600) }() // fails when the import ends
	on := append(atURL(s.url()), "TMPDIR="+disk)
	wantFailed(t, gridkeeper(t, on, importArgs(pipe)...), disk, "no space left on device", "make room", "TMPDIR")
	if got := gridkeeper(t, on, "import", "list"); strings.Contains(got.out, "Faults") {
		t.Errorf("an import began:\n%s", got.out)
	}
	makeRoom()
	wantImportable(t, on, s.url(), file, text)
	s.stop(t)
}

// The lists of rejected lines and duplicates cannot be written. The import itself is complete.
func listsOntoFullDisk(t *testing.T, _ *rand.Rand) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no /dev/full here")
	}
	s := startServer(t)
	file, text := puzzleFile(t, 500)
	bad := filepath.Join(t.TempDir(), "bad.txt")
	must(t, os.WriteFile(bad, []byte(text+strings.Repeat("11......22\n", 500)+text), 0o644))
	for _, flag := range []string{"--rejects", "--duplicates"} {
		got := gridkeeper(t, atURL(s.url()), "import", "--collection", "Bad", flag, "/dev/full", bad)
		wantFailed(t, got, "500 rejected, into collection", flag+": the list is not complete: write /dev/full: no space left on device: make room: import the same file again")
	}
	rejected := filepath.Join(t.TempDir(), "rejected.tsv")
	wantFailed(t, gridkeeper(t, atURL(s.url()), "import", "--collection", "Bad", "--rejects", rejected, bad), "500 rejected")
	if list, err := os.ReadFile(rejected); err != nil || strings.Count(string(list), "\n") != 500 {
		t.Errorf("the list has %d lines, %v", strings.Count(string(list), "\n"), err)
	}
	wantRun(t, gridkeeper(t, atURL(s.url()), "import", "revert", "1"))
	wantImportable(t, atURL(s.url()), s.url(), file, text)
	s.stop(t)
}

// What is exported does not fit.
func exportOntoFullDisk(t *testing.T, r *rand.Rand) {
	s := startServer(t)
	file, text := puzzleFile(t, 3*fewLines)
	wantRun(t, gridkeeper(t, atURL(s.url()), importArgs(file)...))
	disk := archivetest.Dir(t)
	makeRoom := smallDisk(t, disk, 4+r.IntN(200))
	for _, args := range [][]string{{"export", "Faults"}, {"export", "--format", "jsonl"}, {"search", "--limit", "20000"}, {"convert", "--to", "csv", file}} {
		out, err := os.Create(filepath.Join(disk, "out"))
		must(t, err)
		wantFailed(t, gridkeeperTo(t, out, atURL(s.url()), args...), "no space left on device", "make room")
		out.Close()
	}
	makeRoom()
	if got := gridkeeper(t, atURL(s.url()), "export", "Faults"); got.code != 0 || got.out != text {
		t.Errorf("with room, the export has exit code %d and %d bytes", got.code, len(got.out))
	}
	s.stop(t)
}
