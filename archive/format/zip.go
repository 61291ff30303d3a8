package format

import (
	"archive/zip"
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"os"
	"strings"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// A zip archive is read from its end, so what is not a file is copied to one first.
const (
	maxZip       = 1 << 30 // bytes, packed
	maxMembers   = 10_000
	maxDirectory = 4 << 20 // bytes that name the members
)

// readZip yields the entries of all files in a zip archive. An error names the file it is about.
func readZip(r io.Reader) iter.Seq[Entry] {
	return func(yield func(Entry) bool) {
		copied, size, err := spool(r)
		if err != nil {
			yield(Entry{Line: 1, Err: fmt.Errorf("zip: %w", err)})
			return
		}
		defer copied.Close()
		archive, err := openZip(copied, size)
		if err != nil {
			yield(Entry{Line: 1, Err: err})
			return
		}
		// One guard for all files: they may lie on top of each other (Fifield 2019).
		g := &guard{name: "zip", in: func() int64 { return size }}
		for _, member := range archive.File {
			if !readMember(member, g, yield) {
				return
			}
		}
	}
}

// openZip reads the directory of an archive.
func openZip(file io.ReaderAt, size int64) (*zip.Reader, error) {
	metered := &meter{file, maxDirectory}
	archive, err := zip.NewReader(metered, size)
	switch {
	case metered.left < 0:
		return nil, failf(Packed, "zip: more than %d files, or names of more than %d MiB: pack fewer at a time", maxMembers, maxDirectory>>20)
	case err != nil:
		return nil, failf(Damaged, "zip: the file is damaged: %w", err)
	case len(archive.File) > maxMembers:
		return nil, failf(Packed, "zip: %d files: at most %d are read", len(archive.File), maxMembers)
	}
	metered.left = math.MaxInt64
	return archive, nil
}

// A meter stops a reader that takes more bytes than are left. A member without a name is 46 bytes in a file
// and some hundred in memory, so its directory is bounded before it is built.
type meter struct {
	io.ReaderAt
	left int64
}

func (m *meter) ReadAt(p []byte, offset int64) (int, error) {
	if m.left -= int64(len(p)); m.left < 0 {
		return 0, errors.New("too long")
	}
	return m.ReaderAt.ReadAt(p, offset)
}

// spool copies r into a file that is gone when it is closed.
func spool(r io.Reader) (*os.File, int64, error) {
	f, err := TemporaryFile()
	if err != nil {
		return nil, 0, err
	}
	size, err := io.Copy(f, io.LimitReader(r, maxZip+1))
	if err == nil && size > maxZip {
		err = failf(Packed, "more than %d MiB: unpack it first", maxZip>>20)
	}
	if err != nil {
		f.Close()
		return nil, 0, AdviseTemporary(err)
	}
	return f, size, nil
}

// readMember yields the entries of one file of an archive, and reports whether to go on.
func readMember(member *zip.File, g *guard, yield func(Entry) bool) bool {
	if isClutter(member) {
		return true
	}
	inMember := func(e Entry) bool {
		if e.Err != nil {
			e.Err = fmt.Errorf("%s: %w", memberName(member), e.Err)
		}
		return yield(e)
	}
	if member.Flags&encrypted != 0 {
		return inMember(Entry{Line: 1, Err: failf(Packed, "it is encrypted: unpack it first")})
	}
	unpacked, err := member.Open()
	if errors.Is(err, zip.ErrAlgorithm) { // Windows packs large files by method 9, others by 12 or 14
		err = failf(Foreign, "it is packed by method %d, which is not read here: unpack it first", member.Method)
	}
	if err != nil {
		return inMember(Entry{Line: 1, Err: err})
	}
	defer unpacked.Close()
	g.unpacked = unpacked
	for e := range readPlain(bufio.NewReader(g)) {
		if !inMember(e) {
			return false
		}
	}
	return !g.stopped
}

// encrypted is the flag of a member that only a password opens.
const encrypted = 1

// memberName returns the name of a member, quoted if it is long or has characters that a terminal
// would obey.
func memberName(member *zip.File) string {
	name := clean([]byte(member.Name))
	if quoted := sudoku.Excerpt(name); quoted != `"`+name+`"` {
		return quoted
	}
	return name
}

// isClutter reports whether a member is a folder, or a file that systems add to their archives.
func isClutter(member *zip.File) bool {
	name := member.Name[strings.LastIndexByte(member.Name, '/')+1:]
	return name == "" || name[0] == '.' || strings.HasPrefix(member.Name, "__MACOSX/")
}
