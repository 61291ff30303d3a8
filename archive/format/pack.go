package format

import (
	"archive/zip"
	"fmt"
	"io"
	"strings"

	"github.com/dsnet/compress/bzip2"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"
)

// Pack returns a writer that packs what is written, as the ending of a file's name says: .gz, .zst,
// .xz, .bz2 or .zip; a name with another ending is not packed. It has to be closed, which does not
// close w.
func Pack(w io.Writer, name string) (io.WriteCloser, error) {
	dot := strings.LastIndexByte(name, '.')
	switch strings.ToLower(name[max(dot, 0):]) {
	case ".gz":
		return gzip.NewWriter(w), nil
	case ".zst":
		return zstd.NewWriter(w)
	case ".xz":
		return xz.NewWriter(w)
	case ".bz2":
		return bzip2.NewWriter(w, nil)
	case ".zip":
		return newZip(w, name[strings.LastIndexAny(name, `/\`)+1:dot])
	}
	return notPacked{w}, nil
}

type notPacked struct{ io.Writer }

func (notPacked) Close() error { return nil }

// zipWriter packs one file.
type zipWriter struct {
	archive *zip.Writer
	io.Writer
}

func newZip(w io.Writer, member string) (*zipWriter, error) {
	archive := zip.NewWriter(w)
	file, err := archive.Create(member)
	if err != nil {
		return nil, fmt.Errorf("zip: %w", err)
	}
	return &zipWriter{archive, file}, nil
}

func (z *zipWriter) Close() error { return z.archive.Close() }
