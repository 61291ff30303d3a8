package locale_test

import (
	"fmt"

	"github.com/gridkeeper/gridkeeper/locale"
)

func Example() {
	l := locale.Match("de-AT", "en")
	fmt.Println(l.Tag())
	fmt.Println(l.Text("reveal.solved", nil))
	fmt.Println(l.Count("count.candidates", 3, nil))
	fmt.Println(l.List([]string{"1", "5", "9"}))
	// Output:
	// de
	// Das Gitter ist gelöst: Es gibt keine Tipps mehr.
	// 3 Kandidaten
	// 1, 5 und 9
}
