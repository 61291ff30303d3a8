package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/CycloneDX/cyclonedx-go"
)

// module is a dependency of which code is in the program.
type module struct {
	path, version string
	licences      []string          // as SPDX names them
	texts         map[string]string // by the path of the file in the module
}

// modulesOf returns the modules of which packages are in the program for a platform, and Go's standard library.
func modulesOf(source string, p platform) ([]module, error) {
	cmd := exec.Command("go", "list", "-deps", "-json=Dir,Module,Standard", "./cmd/gridkeeper")
	cmd.Dir, cmd.Env, cmd.Stderr = source, p.environment(), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	found := map[string]*module{}
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
		var l listed
		if err := decoder.Decode(&l); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		if err := l.addTo(found); err != nil {
			return nil, err
		}
	}
	if err := addStandardLibrary(source, found); err != nil {
		return nil, err
	}
	var modules []module
	for _, path := range slices.Sorted(maps.Keys(found)) {
		m := *found[path]
		if m.licences = identify(m.texts); len(m.licences) == 0 {
			return nil, fmt.Errorf("%s: no licence that is known here among %q", path, slices.Sorted(maps.Keys(m.texts)))
		}
		modules = append(modules, m)
	}
	return modules, nil
}

// listed is a package as the go command lists it.
type listed struct {
	Dir      string
	Standard bool
	Module   *struct {
		Path, Version, Dir string
		Main               bool
	}
}

var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents)([.-].*)?$`)

// addTo adds the licences of a package: those in its folder and in all above it, up to its module's.
func (l listed) addTo(found map[string]*module) error {
	if l.Standard || l.Module == nil || l.Module.Main {
		return nil
	}
	m := found[l.Module.Path]
	if m == nil {
		m = &module{path: l.Module.Path, version: l.Module.Version, texts: map[string]string{}}
		found[m.path] = m
	}
	for dir := l.Dir; strings.HasPrefix(dir, l.Module.Dir); dir = filepath.Dir(dir) {
		if err := m.read(l.Module.Dir, dir); err != nil {
			return err
		}
	}
	return nil
}

func (m *module) read(root, dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if entry.IsDir() || !licenceFile.MatchString(entry.Name()) || filepath.Ext(entry.Name()) == ".go" {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, entry.Name()))
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, filepath.Join(dir, entry.Name()))
		if err != nil {
			return err
		}
		m.texts[filepath.ToSlash(name)] = string(text)
	}
	return nil
}

func addStandardLibrary(source string, found map[string]*module) error {
	cmd := exec.Command("go", "env", "GOROOT", "GOVERSION")
	cmd.Dir = source
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("go env: %w", err)
	}
	root, version, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	std := &module{path: "std", version: version, texts: map[string]string{}}
	found[std.path] = std
	return std.read(root, root)
}

// licences are the licences of our dependencies, each with words that no other has. A release with any other licence fails.
var licences = []struct{ id, words, without string }{
	{"Apache-2.0", "Apache License Version 2.0", ""},
	{"MPL-2.0", "Mozilla Public License Version 2.0", ""},
	{"MPL-2.0", "Mozilla Public License, version 2.0", ""},
	{"MIT", "Permission is hereby granted, free of charge, to any person obtaining a copy", ""},
	{"ISC", "Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee", ""},
	{"ISC", "Permission to use, copy, modify, and distribute this software for any purpose with or without fee", ""},
	{"BSD-3-Clause", "Neither the name", ""},
	{"BSD-2-Clause", "Redistribution and use in source and binary forms", "Neither the name"},
	{"OFL-1.1", "SIL OPEN FONT LICENSE Version 1.1", ""},
}

// identify returns the licences in some texts.
func identify(texts map[string]string) (ids []string) {
	for _, text := range texts {
		text = strings.ToLower(strings.Join(strings.Fields(text), " "))
		for _, l := range licences {
			if strings.Contains(text, strings.ToLower(l.words)) && (l.without == "" || !strings.Contains(text, strings.ToLower(l.without))) {
				ids = append(ids, l.id)
			}
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// noticesOf prints the licences of all modules, and where their source is, as the MPL asks.
func noticesOf(modules []module) string {
	var out strings.Builder
	out.WriteString("Gridkeeper contains the following software. Its source is at the addresses below.\n")
	for _, m := range modules {
		fmt.Fprintf(&out, "\n%s\n%s %s\n%s\nhttps://pkg.go.dev/%s@%s\n", strings.Repeat("=", 78), m.path, m.version, strings.Join(m.licences, ", "), m.path, m.version)
		for _, name := range slices.SortedFunc(maps.Keys(m.texts), func(a, b string) int {
			return cmp.Or(cmp.Compare(strings.Count(a, "/"), strings.Count(b, "/")), cmp.Compare(a, b))
		}) {
			fmt.Fprintf(&out, "\n--- %s\n\n%s\n", name, strings.TrimSpace(m.texts[name]))
		}
	}
	return out.String()
}

// sbomOf lists the parts of the program in the form of CycloneDX.
func sbomOf(modules []module, version string, date time.Time) ([]byte, error) {
	var components []cyclonedx.Component
	for _, m := range modules {
		c := component(cyclonedx.ComponentTypeLibrary, m.path, m.version)
		var licences cyclonedx.Licenses
		for _, id := range m.licences {
			licences = append(licences, cyclonedx.LicenseChoice{License: &cyclonedx.License{ID: id}})
		}
		c.Licenses = &licences
		components = append(components, c)
	}
	program := component(cyclonedx.ComponentTypeApplication, "github.com/gridkeeper/gridkeeper", version)
	bom := cyclonedx.NewBOM()
	bom.Metadata = &cyclonedx.Metadata{Timestamp: date.Format(time.RFC3339), Component: &program}
	bom.Components = &components
	var out bytes.Buffer
	err := cyclonedx.NewBOMEncoder(&out, cyclonedx.BOMFileFormatJSON).SetPretty(true).Encode(bom)
	return out.Bytes(), err
}

func component(kind cyclonedx.ComponentType, path, version string) cyclonedx.Component {
	url := "pkg:golang/" + path + "@" + version
	return cyclonedx.Component{Type: kind, BOMRef: url, Name: path, Version: version, PackageURL: url}
}
