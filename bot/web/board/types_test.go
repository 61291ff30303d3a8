package board_test

import (
	"bytes"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/bot/web/board"
)

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
