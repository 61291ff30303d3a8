package format_test

import "testing"

// What is lost behind damage is said to be lost.
func TestDamagedJSONSaysSo(t *testing.T) {
	checkGrids(t, "[\n\""+moler+"\",\n\""+moler+"\" 5,\n\""+moler+"\"\n]\n", []string{moler, moler, ""}, []string{"", "", "the rest was not read"})
}

// The keys of JSON are known in capitals too.
func TestCapitalKeys(t *testing.T) {
	checkGrids(t, `[{"ID": 1, "Name": "It", "Question": `+jsonRows(moler)+`, "Answer": `+jsonRows(solved)+`}]`, []string{moler + "|It"}, nil)
}
