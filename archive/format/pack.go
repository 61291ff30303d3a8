package format

import (
	"archive/zip"
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
		archive := zip.NewWriter(w)
		file, err := archive.Create(name[strings.LastIndexAny(name, `/\`)+1 : dot])
		return packer{file, archive}, err
	}
	return packer{w, io.NopCloser(nil)}, nil
}

// packer has what is written go one way, and the end another.
type packer struct {
	io.Writer
	io.Closer
}
