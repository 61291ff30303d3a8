package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// version is the version of a release, which `make release` sets from git. Other builds have what
// Go knows of the module.
var version string

// versionText returns the version, and what the program was built with and for.
func versionText() string {
	named, level := version, ""
	if info, ok := debug.ReadBuildInfo(); ok {
		if named == "" {
			named = info.Main.Version
		}
		for _, s := range info.Settings {
			if s.Key == "GOAMD64" {
				level = " " + s.Value
			}
		}
	}
	if named == "" {
		named = "(devel)"
	}
	return fmt.Sprintf("%s %s %s/%s%s", named, runtime.Version(), runtime.GOOS, runtime.GOARCH, level)
}
