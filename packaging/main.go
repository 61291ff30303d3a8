// Packaging makes the files of a release for every platform. There are archives of the program with its documents, licences
// and a list of its parts (SBOM), Debian packages, an image for containers, and checksums of all, signed if there is a key.
//
//	go run -C packaging . -key ~/.ssh/id_ed25519
//
// The same source and the same Go make the same bytes, in any folder and on any machine. This is a module of its own, since
// the program needs none of its imports.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintf(os.Stderr, "packaging: %v\n", err)
		os.Exit(1)
	}
}

func run() error {
	r := release{date: time.Unix(0, 0).UTC()}
	flag.StringVar(&r.source, "source", "..", "the root of the repository")
	flag.StringVar(&r.out, "out", "../bin/release", "the folder to make, which is emptied first")
	flag.StringVar(&r.version, "version", "", "with -root, the version, since git is not asked")
	names := flag.String("platforms", "linux-amd64,linux-amd64-v3,linux-arm64,darwin-arm64", "what to build for")
	key := flag.String("key", "", "the SSH key that signs the checksums")
	push := flag.String("push", "", "a repository of images to push to, such as ghcr.io/gridkeeper/gridkeeper")
	root := flag.Bool("root", false, "only write the root file system of the first platform's image to standard output, as a tar archive")
	flag.Parse()
	for name := range strings.SplitSeq(*names, ",") {
		p, err := parsePlatform(name)
		if err != nil {
			return err
		}
		r.platforms = append(r.platforms, p)
	}
	if *root {
		b, err := r.build(r.platforms[0])
		if err == nil {
			_, err = os.Stdout.Write(tarOf(rootFiles(b), r.date))
		}
		return err
	}
	var err error
	if r.version, r.date, err = versionOf(r.source); err != nil {
		return err
	}
	if r.changes, err = changesOf(r.source, r.version); err != nil {
		return err
	}
	images, err := r.make()
	if err != nil {
		return err
	}
	if *key != "" {
		if err := sign(filepath.Join(r.out, checksums), *key); err != nil {
			return err
		}
	}
	if *push != "" {
		return r.push(*push, images)
	}
	return nil
}

// release is one version to be made.
type release struct {
	source, out string
	version     string    // v1.2.3, or git's name of a commit
	date        time.Time // of all files
	changes     string    // the changelog's section of a tag
	platforms   []platform
}

// platform is a target of the compiler, such as linux-amd64-v3.
type platform struct{ os, arch, level string }

func parsePlatform(name string) (platform, error) {
	parts := append(strings.Split(name, "-"), "")
	if len(parts) < 3 || len(parts) > 4 {
		return platform{}, fmt.Errorf("-platforms: %q: want a system and a processor, such as linux-amd64 or linux-amd64-v3", name)
	}
	return platform{parts[0], parts[1], parts[2]}, nil
}

func (p platform) String() string { return strings.TrimSuffix(p.os+"-"+p.arch+"-"+p.level, "-") }

// make makes all files of the release, and returns the contents of the images.
func (r release) make() (images []built, err error) {
	if err := os.RemoveAll(r.out); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(r.out, 0o755); err != nil {
		return nil, err
	}
	for _, p := range r.platforms {
		b, err := r.build(p)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p, err)
		}
		if err := r.write(r.name(p.String())+".tar.gz", gzipped(tarOf(b.archive(r.name(p.String())), r.date))); err != nil {
			return nil, err
		}
		if p.os == "linux" && p.level == "" {
			images = append(images, b)
			if err := r.write(debName(r.version, p), debOf(b, r.version, r.date)); err != nil {
				return nil, err
			}
		}
	}
	if err := r.writeImage(images); err != nil {
		return nil, err
	}
	if r.changes != "" {
		if err := r.write("CHANGES.md", []byte(r.changes)); err != nil {
			return nil, err
		}
	}
	return images, writeChecksums(r.out)
}

// name returns the name of a file without its ending.
func (r release) name(of string) string { return "gridkeeper-" + r.version + "-" + of }

func (r release) write(name string, content []byte) error {
	fmt.Println(name)
	return os.WriteFile(filepath.Join(r.out, name), content, 0o644)
}
