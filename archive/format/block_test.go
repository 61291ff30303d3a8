package format

import (
	"testing"

	"pgregory.net/rapid"
)

// A block that was not a grid does not become one by lines that are not rows, as [mayBeRow] says.
func TestMayBeRow(t *testing.T) {
	lines := rapid.OneOf(
		rapid.StringMatching(`[1-9.x_ -]{9}|[1-4.]{4}|-{3,9}|-{250}|[-+=]{3,9}`),
		rapid.StringMatching(`(\|[ 1-4]){4}\||(\| [1-9.] [1-9.] [1-9.] ){3}\||\|a\|b\|c\||r[1-9] \|( [1-9.]){9} \|`),
		rapid.StringMatching(`[1-9](,[1-9]?){8}|([1-9]{1,3} ){8}u5|[a-z1-9.|+,;"\v -]{1,12}`),
	)
	rapid.Check(t, func(t *rapid.T) {
		var b block
		for _, line := range rapid.SliceOfN(lines, 1, 14).Draw(t, "lines") {
			b.add(1, line)
			skipped := b.same
			whole := b
			whole.same = false
			if err := whole.entry().Err; skipped && err == nil {
				t.Fatalf("%q is a grid with the line %q", b.lines, line)
			}
			b.complete()
			b.tried = 0
		}
	})
}
