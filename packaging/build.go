package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
)

// built is the files of a release for one platform.
type built struct {
	platform platform
	program  []byte
	unit     []byte
	example  []byte // of a configuration
	licence  []byte
	notices  []byte
	others   []file // for people to read
}

// forPeople are the pages that an operator needs, with the pages that they link to.
var forPeople = []string{
	"README.md", "CHANGELOG.md", "docs/operating.md", "docs/scale.md", "docs/web.md", "docs/privacy.md", "docs/terms.md",
	"packaging/monitoring/alerts.yml", "packaging/monitoring/dashboard.json",
}

// build compiles the program, without paths and C, with the profile of its work, and collects the files that go with it.
func (r release) build(p platform) (b built, err error) {
	b.platform = p
	if b.program, err = r.compile(p); err != nil {
		return b, err
	}
	modules, err := modulesOf(r.source, p)
	if err != nil {
		return b, err
	}
	b.notices = []byte(noticesOf(modules))
	for name, to := range map[string]*[]byte{
		"LICENSE": &b.licence, "config.example.yaml": &b.example, "packaging/gridkeeper.service": &b.unit,
	} {
		if *to, err = os.ReadFile(filepath.Join(r.source, name)); err != nil {
			return b, err
		}
	}
	for _, name := range forPeople {
		content, err := os.ReadFile(filepath.Join(r.source, name))
		if err != nil {
			return b, err
		}
		b.others = append(b.others, file{name: name, content: content})
	}
	sbom, err := sbomOf(modules, r.version, r.date)
	b.others = append(b.others, file{name: "sbom.cdx.json", content: sbom})
	return b, err
}

// compile leaves out information from git, so that the same source makes the same program with git and without, in a Dockerfile.
func (r release) compile(p platform) ([]byte, error) {
	dir, err := os.MkdirTemp("", "gridkeeper")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	program := filepath.Join(dir, "gridkeeper")
	const configured = " -X github.com/gridkeeper/gridkeeper/cmd/gridkeeper/config.System=/etc/gridkeeper/config.yaml"
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-pgo=cmd/gridkeeper/release.pgo",
		"-ldflags=-s -w -X main.version="+r.version+configured, "-o", program, "./cmd/gridkeeper")
	cmd.Dir, cmd.Env = r.source, p.environment()
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go build: %w\n%s", err, out)
	}
	return os.ReadFile(program)
}

func (p platform) environment() []string {
	env := append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=", "GOWORK=off", "GOOS="+p.os, "GOARCH="+p.arch)
	if p.level != "" {
		env = append(env, "GOAMD64="+p.level)
	}
	return env
}

// archive returns the files of an archive, below a folder of its name.
func (b built) archive(dir string) []file {
	files := append([]file{
		{name: "gridkeeper", mode: 0o755, content: b.program},
		{name: "LICENSE", content: b.licence},
		{name: "THIRD_PARTY_NOTICES", content: b.notices},
		{name: "config.example.yaml", content: b.example},
	}, b.others...)
	if b.platform.os == "linux" {
		files = append(files, file{name: "gridkeeper.service", content: b.unit})
	}
	return below(dir+"/", files)
}

// below moves files into a folder.
func below(dir string, files []file) []file {
	files = slices.Clone(files)
	for i := range files {
		files[i].name = dir + files[i].name
	}
	return files
}
