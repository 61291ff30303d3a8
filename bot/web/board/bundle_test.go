package board_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/gridkeeper/gridkeeper/bot/web/board"
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

// TestTypes makes sure that the types by which TypeScript checks the script are those of the wire.
func TestTypes(t *testing.T) {
	const name = "app/wire.d.ts"
	want := wireTypes()
	if *update {
		must(t, os.WriteFile(name, want, 0o644))
		return
	}
	if got, err := os.ReadFile(name); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s is not what the wire is (%v): run 'go generate ./bot/web/board'", name, err)
	}
}

func wireTypes() []byte {
	text := bytes.NewBufferString("// What goes between the server and the script, made of wire.go by 'go generate ./bot/web/board'.\n")
	for _, v := range []any{board.State{}, board.CellNotes{}, board.Batch{}, board.Wish{}, board.Answer{}, board.Hint{}, board.Mark{}, board.Verdict{}, board.Step{}} {
		typ := reflect.TypeOf(v)
		fmt.Fprintf(text, "\nexport interface %s {\n", typ.Name())
		for i := range typ.NumField() {
			field := typ.Field(i)
			key, option, _ := strings.Cut(field.Tag.Get("json"), ",")
			if option == "omitempty" {
				key += "?"
			}
			fmt.Fprintf(text, "  %s: %s;\n", key, typeScript(field.Type))
		}
		text.WriteString("}\n")
	}
	return text.Bytes()
}

func typeScript(t reflect.Type) string {
	switch {
	case t == reflect.TypeFor[time.Time](), t.Kind() == reflect.String:
		return "string"
	case t.Kind() == reflect.Pointer:
		return typeScript(t.Elem()) + " | null"
	case t.Kind() == reflect.Slice:
		return typeScript(t.Elem()) + "[]"
	case t.Kind() == reflect.Map:
		return "Record<string, " + typeScript(t.Elem()) + ">"
	case t.Kind() == reflect.Struct:
		return t.Name()
	case t.Kind() == reflect.Bool:
		return "boolean"
	}
	return "number"
}
