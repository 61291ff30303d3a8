package web

import (
	"net/http"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/solver/logic"
)

// Each technique has a page with an explanation, a board with a step of it, and a form that starts a
// practice. All are in the list.
func TestTechniques(t *testing.T) {
	s := newSite(t)
	b := s.signedIn(ann)
	all := b.get("/techniques").want(http.StatusOK)
	for _, technique := range logic.Techniques {
		all.holds(`href="./techniques/` + string(technique) + `"`)
		page := b.get("/techniques/" + string(technique)).want(http.StatusOK).
			holds(`name="technique" value="` + string(technique) + `"`).holds(`action="../games"`).holds("<svg").holds("An example")
		if strings.Count(page.body, "<h1>") != 1 || !strings.Contains(page.body, `class="struck"`) && !strings.Contains(page.body, `class="placed"`) {
			t.Errorf("%s: no step is drawn: %.3000s", technique, page.body)
		}
	}
	for _, name := range []string{"x", "%00", "..%2f..", "' or 1=1"} {
		b.get("/techniques/" + strings.ReplaceAll(name, " ", "%20")).want(http.StatusNotFound)
	}
}
