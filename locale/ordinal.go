package locale

import (
	"golang.org/x/text/feature/plural"
)

// forms names the plural forms of Unicode as the catalogues do.
var forms = map[plural.Form]string{
	plural.Zero: "zero", plural.One: "one", plural.Two: "two", plural.Few: "few", plural.Many: "many", plural.Other: "other",
}

// ordinalKey begins the keys of ordinals, one for each form of the language.
const ordinalKey = "ordinal.form-"

// Ordinal writes a place in an order: "1st", "22nd", "113th".
func (l Language) Ordinal(n int) string {
	form := plural.Ordinal.MatchPlural(l.tag, n, 0, 0, 0, 0)
	return l.Text(ordinalKey+forms[form], Args{"N": n})
}
