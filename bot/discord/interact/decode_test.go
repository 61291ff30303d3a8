package interact

import (
	"fmt"
	"testing"

	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/discord/draw"
)

// A form comes with its fields in labels, or where an older version opened it, in rows; what is no text is left out.
func TestFormsInLabelsAndRows(t *testing.T) {
	const moves, grid = `{"type":4,"id":2,"custom_id":"moves","value":"r4c5=7"}`, `{"type":4,"custom_id":"grid","value":"12"}`
	for name, c := range map[string]struct{ components, want string }{
		"labels":        {`{"type":18,"id":1,"component":` + moves + `},{"type":18,"component":` + grid + `}`, "map[grid:12 moves:r4c5=7]"},
		"rows":          {`{"type":1,"components":[` + moves + `]},{"type":1,"components":[` + grid + `]}`, "map[grid:12 moves:r4c5=7]"},
		"both":          {`{"type":1,"components":[` + moves + `]},{"type":18,"component":` + grid + `}`, "map[grid:12 moves:r4c5=7]"},
		"a select":      {`{"type":18,"component":{"type":3,"custom_id":"tier","values":["x"]}},{"type":18,"component":` + grid + `}`, "map[grid:12]"},
		"one to come":   {`{"type":18,"component":{"type":99,"custom_id":"tier"}},{"type":18,"component":` + grid + `}`, "map[grid:12]"},
		"a bare label":  {`{"type":18},{"type":18,"component":null},{"type":18,"component":` + grid + `}`, "map[grid:12]"},
		"only a text":   {`{"type":10,"id":3},{"type":18,"component":` + grid + `}`, "map[grid:12]"},
		"nothing":       {``, "map[]"},
		"null, and odd": {`null,7,{"type":18,"component":` + grid + `}`, "map[grid:12]"},
	} {
		raw := `{"id":"1","token":"t","type":5,"app_permissions":"9007199254740993","data":{"custom_id":"g:1:type::2","components":[` + c.components + `]}}`
		i, err := decode([]byte(raw))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		fill, ok := draw.ParseForm(i.ModalSubmitData()).(chat.Fill)
		if got := fmt.Sprint(fill.Fields); !ok || got != c.want || fill.Press.Verb != chat.TypeMoves || i.AppPermissions != 9007199254740993 {
			t.Errorf("%s: %s, want %s, of %+v", name, got, c.want, fill.Press)
		}
	}
}
