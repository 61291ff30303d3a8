package board_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/bot/look"
	"github.com/gridkeeper/gridkeeper/bot/web/board"
	"github.com/gridkeeper/gridkeeper/explain/steps"
)

var update = flag.Bool("update", false, "bundle the script and the styles anew")

// TestBundle makes sure that what is embedded is what the sources in app say, bundled by esbuild, a tool that
// takes longer to compile than most packages of the module.
func TestBundle(t *testing.T) {
	if testing.Short() {
		t.Skip("make check compiles esbuild")
	}
	if *update {
		must(t, os.WriteFile("app/tokens.css", []byte(look.CSS()), 0o644))
	} else if got, err := os.ReadFile("app/tokens.css"); err != nil || string(got) != look.CSS() {
		t.Errorf("app/tokens.css does not have the tokens of package look (%v): run 'go generate ./bot/web/board'", err)
	}
	esbuild := compiled(t)
	for source, built := range map[string]string{"app/main.js": "built/board.js", "app/board.css": "built/board.css"} {
		want := bundle(t, esbuild, source)
		if *update {
			must(t, os.WriteFile(built, want, 0o644))
			continue
		}
		if got, err := os.ReadFile(built); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what %s makes (%v): run 'go generate ./bot/web/board'", built, source, err)
		}
	}
}

// compiled returns where esbuild is. It is not run by 'go tool', whose own word that it fetches esbuild would pass for a
// warning of it.
func compiled(t *testing.T) string {
	t.Helper()
	path, err := exec.CommandContext(t.Context(), "go", "tool", "-n", "esbuild").Output()
	if failed, ok := errors.AsType[*exec.ExitError](err); ok {
		t.Fatalf("go tool -n esbuild: %v\n%s", err, failed.Stderr)
	}
	must(t, err)
	return strings.TrimSpace(string(path))
}

func bundle(t *testing.T, esbuild, source string) []byte {
	t.Helper()
	bundling := exec.CommandContext(t.Context(), esbuild, source, "--bundle", "--format=esm",
		"--target=chrome123,firefox120,safari17.5", "--minify", "--charset=utf8", "--legal-comments=none", "--drop:debugger", "--log-level=warning")
	var said strings.Builder
	bundling.Stderr = &said
	bundled, err := bundling.Output()
	if err != nil || said.Len() > 0 {
		t.Fatalf("esbuild %s: %v\n%s", source, err, said.String())
	}
	return bundled
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
	structs := []reflect.Type{reflect.TypeFor[board.State](), reflect.TypeFor[board.Batch](), reflect.TypeFor[board.Wish](), reflect.TypeFor[board.Answer](), reflect.TypeFor[board.Event](),
		reflect.TypeFor[board.GuestWish](), reflect.TypeFor[board.GuestGame]()}
	for i := 0; i < len(structs); i++ {
		fmt.Fprintf(text, "\nexport interface %s {\n", nameOf(structs[i]))
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
		return nameOf(t), t
	case t.Kind() == reflect.Bool:
		return "boolean", nil
	}
	return "number", nil
}

// nameOf returns the name of a struct. The parts of a step have its name in front: there is another State.
func nameOf(t reflect.Type) string {
	if name := t.Name(); t.PkgPath() != reflect.TypeFor[steps.Step]().PkgPath() || name == "Step" {
		return name
	}
	return "Step" + t.Name()
}
