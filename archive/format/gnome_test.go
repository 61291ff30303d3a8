package format_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/format"
)

// Cells outside of the grid, and values that are not digits, are errors that show them.
func TestGNOMEErrors(t *testing.T) {
	for _, c := range []struct{ position, value string }{
		{"[9,0]", "1"}, {"[0,9]", "1"}, {"[-1,0]", "1"}, {"[0,1.5]", "1"}, {`["a",0]`, "1"}, {"[0,0]", "10"}, {"[0,0]", `"x y"`},
	} {
		file := fmt.Sprintf(`{"cells":[{"position":%s,"value":%s,"fixed":true}]}`, c.position, c.value)
		n := 0
		for e := range format.Read(strings.NewReader(file)) {
			n++
			if e.Err == nil || !strings.Contains(e.Err.Error(), "rows and columns are 0 to 8") || !strings.Contains(e.Err.Error(), strings.Trim(c.value, `"`)) {
				t.Errorf("%s: %v", file, e.Err)
			}
		}
		if n != 1 {
			t.Errorf("%s: %d entries", file, n)
		}
	}
}
