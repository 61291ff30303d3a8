package main

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/google/go-containerregistry/pkg/authn"
	"github.com/google/go-containerregistry/pkg/name"
	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/remote"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
)

// user is the one that the program runs as in a container, the number that others use for "nonroot".
const user = "65532"

// rootFiles is the whole file system of an image. It has no shell; time zones and root certificates are in the program.
func rootFiles(b built) []file {
	return append(below("usr/share/doc/gridkeeper/", b.others),
		file{name: "gridkeeper", mode: 0o755, content: b.program},
		file{name: "LICENSE", content: b.licence},
		file{name: "THIRD_PARTY_NOTICES", content: b.notices},
		file{name: "etc/passwd", content: []byte("gridkeeper:x:" + user + ":" + user + "::/:/nologin\n")},
		file{name: "etc/group", content: []byte("gridkeeper:x:" + user + ":\n")},
		file{name: "tmp/", mode: 0o1777}, // an import copies its file there
	)
}

// index returns the images of all platforms as one.
func (r release) index(all []built) (v1.ImageIndex, error) {
	index := mutate.IndexMediaType(empty.Index, types.OCIImageIndex)
	for _, b := range all {
		image, err := r.image(b)
		if err != nil {
			return nil, err
		}
		index = mutate.AppendManifests(index, mutate.IndexAddendum{
			Add:        image,
			Descriptor: v1.Descriptor{Platform: &v1.Platform{OS: b.platform.os, Architecture: b.platform.arch}},
		})
	}
	return index, nil
}

func (r release) image(b built) (v1.Image, error) {
	content := gzipped(tarOf(rootFiles(b), r.date))
	layer, err := tarball.LayerFromOpener(func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(content)), nil }, tarball.WithMediaType(types.OCILayer))
	if err != nil {
		return nil, err
	}
	image := mutate.ConfigMediaType(mutate.MediaType(empty.Image, types.OCIManifestSchema1), types.OCIConfigJSON)
	image, err = mutate.Append(image, mutate.Addendum{Layer: layer, History: v1.History{Created: v1.Time{Time: r.date}, CreatedBy: "make release"}})
	if err != nil {
		return nil, err
	}
	config, err := image.ConfigFile()
	if err != nil {
		return nil, err
	}
	const about = "org.opencontainers.image."
	config = config.DeepCopy()
	config.OS, config.Architecture, config.Created = b.platform.os, b.platform.arch, v1.Time{Time: r.date}
	config.Config = v1.Config{
		User: user + ":" + user, Entrypoint: []string{"/gridkeeper"}, Cmd: []string{"serve"}, StopSignal: "SIGTERM", WorkingDir: "/",
		Labels: map[string]string{
			about + "title":    "Gridkeeper",
			about + "version":  r.version,
			about + "created":  r.date.Format("2006-01-02T15:04:05Z"),
			about + "licenses": "MIT",
			about + "source":   "https://github.com/gridkeeper/gridkeeper",
		},
		Healthcheck: &v1.HealthConfig{Test: []string{"CMD", "/gridkeeper", "healthcheck"}, Interval: 30 * time.Second, Timeout: 5 * time.Second, StartPeriod: time.Minute},
	}
	return mutate.ConfigFile(image, config)
}

// writeImage writes the images as a file that Docker, Podman and skopeo load: an archive of an OCI layout.
func (r release) writeImage(all []built) error {
	if len(all) == 0 {
		return nil
	}
	index, err := r.index(all)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "gridkeeper")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	path, err := layout.Write(dir, empty.Index)
	if err != nil {
		return err
	}
	reference := map[string]string{"org.opencontainers.image.ref.name": strings.TrimPrefix(r.version, "v")}
	if err := path.AppendIndex(index, layout.WithAnnotations(reference)); err != nil {
		return err
	}
	var files []file
	err = fs.WalkDir(os.DirFS(dir), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(filepath.Join(dir, name))
		files = append(files, file{name: name, content: content})
		return err
	})
	if err != nil {
		return err
	}
	return r.write(r.name("image")+".tar", tarOf(files, r.date))
}

// push uploads the images to a registry, with the account that docker login or its like has left.
func (r release) push(repository string, all []built) error {
	reference, err := name.ParseReference(repository + ":" + strings.TrimPrefix(r.version, "v"))
	if err != nil {
		return err
	}
	index, err := r.index(all)
	if err != nil {
		return err
	}
	fmt.Println("pushing", reference)
	return remote.WriteIndex(reference, index, remote.WithAuthFromKeychain(authn.DefaultKeychain))
}
