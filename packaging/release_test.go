package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/validate"
)

// The release that the tests look at is made once, of this checkout as it is. With -short it is for one platform, and what
// was compiled is not compiled again.
var made = release{version: "v1.2.3", date: time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC), platforms: []platform{{os: "linux", arch: "amd64"}, {os: "linux", arch: "arm64"}}}

func TestMain(m *testing.M) {
	flag.Parse()
	if testing.Short() {
		made.platforms = made.platforms[:1]
	}
	dir, err := os.MkdirTemp("", "gridkeeper")
	if err != nil {
		panic(err)
	}
	made.source, made.out = "..", filepath.Join(dir, "out")
	if _, err := made.make(); err != nil {
		panic(err)
	}
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// The same source has the same release in another folder, compiled from nothing.
func TestReproducible(t *testing.T) {
	again := made
	again.source, again.out = filepath.Join(t.TempDir(), "a folder with a longer name", "source"), filepath.Join(t.TempDir(), "out")
	copySource(t, again.source)
	if !testing.Short() {
		t.Setenv("GOCACHE", t.TempDir())
	}
	if _, err := again.make(); err != nil {
		t.Fatal(err)
	}
	if first, second := read(t, filepath.Join(made.out, checksums)), read(t, filepath.Join(again.out, checksums)); !bytes.Equal(first, second) {
		t.Errorf("built twice, a release has the checksums\n%s\nand\n%s", first, second)
	}
}

// copySource copies all that git keeps, without its history.
func copySource(t *testing.T, to string) {
	t.Helper()
	names, err := git("..", "ls-files", "--cached", "--others", "--exclude-standard")
	fatal(t, err)
	for name := range strings.SplitSeq(names, "\n") {
		content, err := os.ReadFile(filepath.Join("..", name))
		if errors.Is(err, os.ErrNotExist) {
			continue // deleted, and not committed yet
		}
		fatal(t, err)
		write(t, filepath.Join(to, name), content, 0o644)
	}
}

func TestArchive(t *testing.T) {
	dir := t.TempDir()
	unpack(t, read(t, filepath.Join(made.out, "gridkeeper-v1.2.3-linux-amd64.tar.gz")), dir)
	dir = filepath.Join(dir, "gridkeeper-v1.2.3-linux-amd64")
	if out := output(t, exec.Command(filepath.Join(dir, "gridkeeper"), "--version")); !strings.Contains(out, "v1.2.3 go1.") {
		t.Errorf("the program says %s", out)
	}
	notices := string(read(t, filepath.Join(dir, "THIRD_PARTY_NOTICES")))
	for _, want := range []string{"github.com/riverqueue/river v", "MPL-2.0", "Mozilla Public License", "\nstd go1.", "SIL OPEN FONT LICENSE"} {
		if !strings.Contains(notices, want) {
			t.Errorf("no %q in the notices", want)
		}
	}
	for _, name := range append([]string{"LICENSE", "config.example.yaml", "gridkeeper.service"}, forPeople...) {
		if len(read(t, filepath.Join(dir, name))) == 0 {
			t.Errorf("%s is empty", name)
		}
	}
	wantInList(t, filepath.Join(dir, "gridkeeper"), read(t, filepath.Join(dir, "sbom.cdx.json")))
}

// The page for operators leads nowhere that is not in the package.
func TestPagesAreThere(t *testing.T) {
	page := string(read(t, "../docs/operating.md"))
	for _, link := range regexp.MustCompile(`\]\(([^:)#]+)[)#]`).FindAllStringSubmatch(page, -1) {
		name := path.Join("docs", link[1])
		if !slices.ContainsFunc(forPeople, func(packed string) bool { return packed == name || strings.HasPrefix(packed, name+"/") }) {
			t.Errorf("docs/operating.md leads to %s, which is not in the package", name)
		}
	}
}

// wantInList wants the modules that the program itself knows in the list of what it was made of.
func wantInList(t *testing.T, program string, sbom []byte) {
	t.Helper()
	var list struct {
		BOMFormat  string
		Components []struct{ PURL string }
	}
	if err := json.Unmarshal(sbom, &list); err != nil || list.BOMFormat != "CycloneDX" {
		t.Fatalf("sbom: %v, of the format %q", err, list.BOMFormat)
	}
	var listed []string
	for _, c := range list.Components {
		listed = append(listed, c.PURL)
	}
	modules := 0
	for line := range strings.Lines(output(t, exec.Command("go", "version", "-m", program))) {
		if fields := strings.Fields(line); len(fields) > 2 && fields[0] == "dep" {
			modules++
			if want := "pkg:golang/" + fields[1] + "@" + fields[2]; !slices.Contains(listed, want) {
				t.Errorf("%s is not listed", want)
			}
		}
	}
	if modules != len(listed)-1 { // and the standard library
		t.Errorf("%d modules are listed, and the program has %d", len(listed), modules)
	}
}

// The commands of the page for operators verify a release.
func TestChecksumsAndSignature(t *testing.T) {
	page := regexp.MustCompile(`(?m)^    (ssh-keygen -Y .*)\n    (sha256sum .*)$`).FindStringSubmatch(string(read(t, "../docs/operating.md")))
	if page == nil {
		t.Fatal("docs/operating.md does not verify a release")
	}
	in := func(dir, command string) *exec.Cmd {
		cmd := exec.Command("sh", "-c", command)
		cmd.Dir = dir
		return cmd
	}
	if out := output(t, in(made.out, page[2])); strings.Count(out, ": OK") != 2*len(made.platforms)+1 {
		t.Errorf("sha256sum says\n%s", out)
	}
	if _, err := exec.LookPath("ssh-keygen"); err != nil {
		t.Skip("no ssh-keygen here: nothing is signed")
	}
	dir := t.TempDir()
	key, sums := filepath.Join(dir, "key"), filepath.Join(dir, checksums)
	write(t, sums, read(t, filepath.Join(made.out, checksums)), 0o644)
	output(t, exec.Command("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key))
	fatal(t, sign(sums, key))
	write(t, filepath.Join(dir, "signers"), append([]byte("gridkeeper "), read(t, key+".pub")...), 0o644)
	output(t, in(dir, page[1]))
	write(t, sums, []byte("other"), 0o644)
	if in(dir, page[1]).Run() == nil {
		t.Error("a changed file has a valid signature")
	}
}

// dpkg installs the package, upgrades it and keeps its configuration, and takes it away again.
func TestDeb(t *testing.T) {
	if _, err := exec.LookPath("dpkg"); err != nil || os.Geteuid() != 0 {
		t.Skip("no dpkg here, or no root: the package is not installed")
	}
	deb, root := filepath.Join(made.out, "gridkeeper-v1.2.3-linux-amd64.deb"), t.TempDir()
	fatal(t, os.MkdirAll(filepath.Join(root, "var/lib/dpkg/updates"), 0o755))
	write(t, filepath.Join(root, "var/lib/dpkg/status"), nil, 0o644)
	write(t, filepath.Join(root, "var/lib/dpkg/info/format"), []byte("1\n"), 0o644)
	dpkg := func(args ...string) {
		output(t, exec.Command("dpkg", append([]string{"--root=" + root, "--force-script-chrootless"}, args...)...))
	}
	dpkg("--install", deb)
	if out := output(t, exec.Command(filepath.Join(root, "usr/bin/gridkeeper"), "--version")); !strings.Contains(out, "v1.2.3") {
		t.Errorf("the program says %s", out)
	}
	config := filepath.Join(root, "etc/gridkeeper/config.yaml")
	if info, err := os.Stat(config); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the configuration: %v, %v", info, err)
	}
	dpkg("--verify", "gridkeeper")
	write(t, config, []byte("discord:\n  token: mine\n"), 0o600)
	dpkg("--install", deb)
	if text := read(t, config); !strings.Contains(string(text), "mine") {
		t.Errorf("an upgrade changes the configuration to\n%s", text)
	}
	dpkg("--remove", "gridkeeper")
	if _, err := os.Stat(filepath.Join(root, "usr/bin/gridkeeper")); err == nil {
		t.Error("the program is still there")
	}
	wantPasses(t, "TestOperatingPageOnDebian", "GRIDTEST_DEB="+deb)
}

func TestDebVersion(t *testing.T) {
	ordered := []string{"a3a585a", "v0.9.0", "v1.0.0-rc.1", "v1.0.0", "v1.0.0-4-ga3a585a.dirty", "v1.0.1"}
	if _, err := exec.LookPath("dpkg"); err != nil {
		t.Skip("no dpkg here: versions are not compared")
	}
	for i := range ordered[1:] {
		a, b := debVersion(ordered[i], made.date), debVersion(ordered[i+1], made.date)
		if out, err := exec.Command("dpkg", "--compare-versions", a, "lt", b).CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("%s is not before %s: %v %s", a, b, err, out)
		}
	}
}

// The image is valid for each platform, and its root file system is all that the program needs.
func TestImage(t *testing.T) {
	dir := t.TempDir()
	unpack(t, read(t, filepath.Join(made.out, "gridkeeper-v1.2.3-image.tar")), dir)
	path, err := layout.FromPath(dir)
	fatal(t, err)
	outer, err := path.ImageIndex()
	fatal(t, err)
	fatal(t, validate.Index(outer))
	manifest, err := outer.IndexManifest()
	fatal(t, err)
	inner, err := outer.ImageIndex(manifest.Manifests[0].Digest)
	fatal(t, err)
	if manifest, err = inner.IndexManifest(); err != nil {
		t.Fatal(err)
	}
	var platforms []platform
	for _, m := range manifest.Manifests {
		platforms = append(platforms, platform{os: m.Platform.OS, arch: m.Platform.Architecture})
	}
	if !slices.Equal(platforms, made.platforms) {
		t.Errorf("the image is for %v", platforms)
	}
	image, err := inner.Image(manifest.Manifests[0].Digest)
	fatal(t, err)
	config, err := image.ConfigFile()
	fatal(t, err)
	if c := config.Config; c.User != "65532:65532" || c.Labels["org.opencontainers.image.version"] != "v1.2.3" || c.Cmd[0] != "serve" || c.Healthcheck == nil {
		t.Errorf("the image runs %+v", c)
	}
	layers, err := image.Layers()
	if err != nil || len(layers) != 1 {
		t.Fatalf("%d layers, %v", len(layers), err)
	}
	content, err := layers[0].Compressed()
	fatal(t, err)
	packed, err := io.ReadAll(content)
	fatal(t, err)
	root := t.TempDir()
	unpack(t, packed, root)
	wantRuns(t, root, config.Config.Entrypoint)
}

// wantRuns starts programs of an image as a container would, in its root file system and as its user, who may write nothing
// but to /tmp: some commands here, and serve by the test of the program.
func wantRuns(t *testing.T, root string, entrypoint []string) {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("not root: the image is not started")
	}
	start := func(args ...string) string {
		cmd := exec.Command(entrypoint[0], args...)
		cmd.Env, cmd.Dir = []string{}, "/"
		cmd.SysProcAttr = &syscall.SysProcAttr{Chroot: root, Credential: &syscall.Credential{Uid: 65532, Gid: 65532}}
		return output(t, cmd)
	}
	if out := start("--version"); !strings.Contains(out, "v1.2.3") {
		t.Errorf("--version prints %s", out)
	}
	if out := start("rate", "1.....3..2.....4"); !strings.Contains(out, "1.....3..2.....4") {
		t.Errorf("rate prints %s", out)
	}
	wantPasses(t, "TestServeUnderSystemd", "GRIDTEST_ROOT="+root)
}

// wantPasses runs a test of the program, in an environment that has it test what is packed.
func wantPasses(t *testing.T, name, variable string) {
	t.Helper()
	test := exec.Command("go", "test", "-vet=off", "-count=1", "-run=^"+name+"$", "-v", "./cmd/gridkeeper")
	test.Dir, test.Env = "..", append(os.Environ(), variable)
	if out := output(t, test); !strings.Contains(out, "--- PASS: "+name) && !strings.Contains(out, "nothing can be mounted here") {
		t.Errorf("%s with %s:\n%s", name, variable, out)
	}
}

func TestIdentify(t *testing.T) {
	for text, want := range map[string]string{
		"Permission is hereby granted, free of\ncharge, to any person obtaining a copy":      "MIT",
		"Redistribution and use in source and binary forms, with or without":                 "BSD-2-Clause",
		"Redistribution and use in source and binary forms ... * Neither the name of Google": "BSD-3-Clause",
		"                 Apache License\n           Version 2.0, January 2004":              "Apache-2.0",
		"GNU GENERAL PUBLIC LICENSE Version 3":                                               "",
	} {
		if got := strings.Join(identify(map[string]string{"LICENSE": text}), ","); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

// A release has the section of its tag in the changelog, and without one there is no release.
func TestChangelogOfTag(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "CHANGELOG.md"), []byte("# Changelog\n\n## 1.1.0 (2026-12-24)\n\n### For players\n\n- More.\n\n## 1.0.0\n- All.\n"), 0o644)
	for version, want := range map[string]string{"v1.1.0": "### For players\n\n- More.\n", "v1.0.0": "- All.\n", "v1.0.0-4-ga3a585a": "", "v1.0.0.dirty": ""} {
		if got, err := changesOf(dir, version); got != want || err != nil {
			t.Errorf("the changes of %s are %q, %v, want %q", version, got, err, want)
		}
	}
	for _, version := range []string{"v1.0.01", "v1.0.0-rc.1", "v1.2.0"} {
		if got, err := changesOf(dir, version); err == nil {
			t.Errorf("the changes of %s are %q, want an error", version, got)
		}
	}
}

func output(t *testing.T, cmd *exec.Cmd) string {
	t.Helper()
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", cmd, err, out)
	}
	return string(out)
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(name)
	fatal(t, err)
	return content
}

func write(t *testing.T, name string, content []byte, mode os.FileMode) {
	t.Helper()
	fatal(t, os.MkdirAll(filepath.Dir(name), 0o755))
	fatal(t, os.WriteFile(name, content, mode))
}

// unpack unpacks an archive, compressed or not, into a folder.
func unpack(t *testing.T, packed []byte, to string) {
	t.Helper()
	var content io.Reader = bytes.NewReader(packed)
	if unzipped, err := gzip.NewReader(bytes.NewReader(packed)); err == nil {
		content = unzipped
	}
	for r := tar.NewReader(content); ; {
		header, err := r.Next()
		if errors.Is(err, io.EOF) {
			return
		}
		fatal(t, err)
		name, mode := filepath.Join(to, header.Name), header.FileInfo().Mode()
		if mode.IsDir() {
			fatal(t, os.MkdirAll(name, 0o755))
		} else {
			text, err := io.ReadAll(r)
			fatal(t, err)
			write(t, name, text, 0o644)
		}
		fatal(t, os.Chmod(name, mode))
	}
}

// fatal ends a test that an error leaves nothing to go on with.
func fatal(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
