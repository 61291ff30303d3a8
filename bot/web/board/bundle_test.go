package board_test

import (
	"bytes"
	"flag"
	"os"
	"testing"

	"github.com/evanw/esbuild/pkg/api"
)

var update = flag.Bool("update", false, "bundle the script and the styles anew")

// TestBundle makes sure that what is embedded is what the sources in app say, bundled by esbuild.
func TestBundle(t *testing.T) {
	for source, built := range map[string]string{"app/main.js": "built/board.js", "app/board.css": "built/board.css", "app/palette.css": "built/palette.css"} {
		want := bundle(t, source)
		if *update {
			must(t, os.WriteFile(built, want, 0o644))
			continue
		}
		if got, err := os.ReadFile(built); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what %s makes (%v): run 'go generate ./bot/web/board'", built, source, err)
		}
	}
}

func bundle(t *testing.T, source string) []byte {
	t.Helper()
	result := api.Build(api.BuildOptions{
		EntryPoints: []string{source}, Bundle: true, Format: api.FormatESModule,
		Engines:          []api.Engine{{Name: api.EngineChrome, Version: "123"}, {Name: api.EngineFirefox, Version: "120"}, {Name: api.EngineSafari, Version: "17.5"}},
		MinifyWhitespace: true, MinifyIdentifiers: true, MinifySyntax: true,
		Charset: api.CharsetUTF8, LegalComments: api.LegalCommentsNone, Drop: api.DropDebugger,
	})
	for _, problem := range append(result.Errors, result.Warnings...) {
		t.Errorf("%s: %s", source, problem.Text)
	}
	if len(result.OutputFiles) != 1 {
		t.Fatalf("%s: %d files", source, len(result.OutputFiles))
	}
	return result.OutputFiles[0].Contents
}
