package main

import (
	"archive/tar"
	"bytes"
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// file is a file in an archive. A name that ends in a slash is a folder's; mode 0 is the default.
type file struct {
	name    string
	mode    int64
	content []byte
}

// tarOf packs files and the folders that they are in, in order of their names, all of one date and of root.
func tarOf(files []file, date time.Time) []byte {
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	for _, f := range withFolders(files) {
		header := &tar.Header{Name: f.name, Mode: f.mode, Size: int64(len(f.content)), ModTime: date, Uname: "root", Gname: "root", Format: tar.FormatGNU}
		header.Typeflag = tar.TypeReg
		if strings.HasSuffix(f.name, "/") {
			header.Typeflag, header.Mode = tar.TypeDir, cmp.Or(f.mode, 0o755)
		}
		header.Mode = cmp.Or(header.Mode, 0o644)
		must(w.WriteHeader(header))
		_, err := w.Write(f.content)
		must(err)
	}
	must(w.Close())
	return out.Bytes()
}

// withFolders returns files in order of their names, each after the folders that it is in.
func withFolders(files []file) []file {
	byName := map[string]file{}
	for _, f := range files {
		for i, letter := range f.name[:len(f.name)-1] {
			if dir := f.name[:i+1]; letter == '/' && byName[dir].name == "" {
				byName[dir] = file{name: dir}
			}
		}
		byName[f.name] = f
	}
	all := make([]file, 0, len(byName))
	for _, f := range byName {
		all = append(all, f)
	}
	slices.SortFunc(all, func(a, b file) int { return cmp.Compare(a.name, b.name) })
	return all
}

func gzipped(content []byte) []byte {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	must(err)
	_, err = w.Write(content)
	must(err)
	must(w.Close())
	return out.Bytes()
}

// must is for writing into memory, which does not fail.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

const checksums = "SHA256SUMS"

func writeChecksums(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	var sums strings.Builder
	for _, entry := range entries {
		content, err := os.ReadFile(filepath.Join(dir, entry.Name()))
		if err != nil {
			return err
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(content), entry.Name())
	}
	return os.WriteFile(filepath.Join(dir, checksums), []byte(sums.String()), 0o644)
}

// sign makes a signature beside a file. ssh-keygen is on every machine that pushes tags, and so is a key.
func sign(name, key string) error {
	out, err := exec.Command("ssh-keygen", "-Y", "sign", "-f", key, "-n", "gridkeeper", name).CombinedOutput()
	if err != nil {
		return fmt.Errorf("ssh-keygen: %w\n%s", err, out)
	}
	return nil
}
