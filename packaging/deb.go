package main

import (
	"bytes"
	"crypto/md5"
	"embed"
	"fmt"
	"strings"
	"time"
)

//go:embed deb
var scripts embed.FS

func debName(version string, p platform) string {
	return fmt.Sprintf("gridkeeper-%s-%s.deb", version, p)
}

// debOf makes a Debian package: an archive of ar with two of tar in it. The service is neither enabled nor started, since it
// needs a token first. nfpm would do the same with a configuration of about this length, and bring sixty modules along.
func debOf(b built, version string, date time.Time) []byte {
	files := below("./", append(below("usr/share/doc/gridkeeper/", append([]file{
		{name: "copyright", content: append(append(bytes.Clone(b.licence), '\n'), b.notices...)},
		{name: "config.example.yaml", content: b.example},
	}, b.others...)), []file{
		{name: "usr/bin/gridkeeper", mode: 0o755, content: b.program},
		{name: "usr/lib/systemd/system/gridkeeper.service", content: b.unit},
		{name: "etc/gridkeeper/config.yaml", mode: 0o600, content: b.example}, // for its secrets
	}...))
	var size int
	var sums strings.Builder
	for _, f := range files {
		size += len(f.content)
		if !strings.HasPrefix(f.name, "./etc/") {
			fmt.Fprintf(&sums, "%x  %s\n", md5.Sum(f.content), strings.TrimPrefix(f.name, "./"))
		}
	}
	control := []file{
		{name: "./control", content: []byte(fmt.Sprintf(debControl, debVersion(version, date), b.platform.arch, size/1024))},
		{name: "./conffiles", content: []byte("/etc/gridkeeper/config.yaml\n")},
		{name: "./md5sums", content: []byte(sums.String())},
	}
	for _, name := range []string{"postinst", "prerm", "postrm"} {
		script, err := scripts.ReadFile("deb/" + name)
		must(err) // it is embedded
		control = append(control, file{name: "./" + name, mode: 0o755, content: script})
	}
	return arOf(date, []file{
		{name: "debian-binary", content: []byte("2.0\n")},
		{name: "control.tar.gz", content: gzipped(tarOf(control, date))},
		{name: "data.tar.gz", content: gzipped(tarOf(files, date))},
	})
}

const debControl = `Package: gridkeeper
Version: %s
Architecture: %s
Maintainer: The Gridkeeper authors <gridkeeper@users.noreply.github.com>
Installed-Size: %d
Suggests: postgresql
Section: net
Priority: optional
Homepage: https://github.com/gridkeeper/gridkeeper
Description: sudoku archive, and the Discord bot for the daily puzzle
 Gridkeeper keeps sudoku puzzles in PostgreSQL, rates and explains them, and
 brings a daily puzzle to Discord, the terminal and the browser.
 .
 The service needs a bot's token and a database: see
 /usr/share/doc/gridkeeper/docs/operating.md.
`

// arOf packs files as ar(1) does.
func arOf(date time.Time, files []file) []byte {
	var out bytes.Buffer
	out.WriteString("!<arch>\n")
	for _, f := range files {
		fmt.Fprintf(&out, "%-16s%-12d%-6d%-6d%-8s%-10d`\n", f.name, date.Unix(), 0, 0, "100644", len(f.content))
		out.Write(f.content)
		if len(f.content)%2 == 1 {
			out.WriteByte('\n')
		}
	}
	return out.Bytes()
}
