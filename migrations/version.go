package migrations

import (
	"io/fs"
	"strconv"
	"strings"
)

// Version returns the version of the schema that this program brings.
func Version() (newest int) {
	names, err := fs.Glob(files, "*.sql")
	if err != nil {
		panic(err) // the pattern is wrong
	}
	for _, name := range names {
		number, _, _ := strings.Cut(name, "_")
		version, err := strconv.Atoi(number)
		if err != nil {
			panic(err) // the file's name is
		}
		newest = max(newest, version)
	}
	return newest
}
