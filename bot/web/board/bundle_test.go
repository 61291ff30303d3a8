package board_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"reflect"
	"slices"
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

// wireTypes has what the server and the script send, and each struct within.
func wireTypes() []byte {
	text := bytes.NewBufferString("// What goes between the server and the script, made of wire.go by 'go generate ./bot/web/board'.\n")
	structs := []reflect.Type{reflect.TypeFor[board.State](), reflect.TypeFor[board.Batch](), reflect.TypeFor[board.Wish](), reflect.TypeFor[board.Answer](), reflect.TypeFor[board.Step]()}
	for i := 0; i < len(structs); i++ {
		fmt.Fprintf(text, "\nexport interface %s {\n", structs[i].Name())
		for field := range structs[i].Fields() {
			key, option, _ := strings.Cut(field.Tag.Get("json"), ",")
			if option == "omitempty" {
				key += "?"
			}
			written, within := typeScript(field.Type)
			fmt.Fprintf(text, "  %s: %s;\n", key, written)
			if within != nil && !slices.Contains(structs, within) {
				structs = append(structs, within)
			}
		}
		text.WriteString("}\n")
	}
	return text.Bytes()
}

// typeScript returns how TypeScript writes a type, and the struct within, if any.
func typeScript(t reflect.Type) (written string, within reflect.Type) {
	switch {
	case t == reflect.TypeFor[time.Time](), t.Kind() == reflect.String:
		return "string", nil
	case t.Kind() == reflect.Pointer:
		written, within = typeScript(t.Elem())
		return written + " | null", within
	case t.Kind() == reflect.Slice:
		written, within = typeScript(t.Elem())
		return written + "[]", within
	case t.Kind() == reflect.Map:
		written, within = typeScript(t.Elem())
		return "Record<string, " + written + ">", within
	case t.Kind() == reflect.Struct:
		return t.Name(), t
	case t.Kind() == reflect.Bool:
		return "boolean", nil
	}
	return "number", nil
}
