package main

import "testing"

func TestCollectionName(t *testing.T) {
	for file, want := range map[string]string{
		"puzzles.txt":           "puzzles",
		"/some/where/8.3.txt":   "8.3",
		"royle-17.txt.gz":       "royle-17",
		"big.csv.zst":           "big",
		"noending":              "noending",
		".hidden":               ".hidden",
		"-":                     "standard input",
		"My favourite ones.sdk": "My favourite ones",
	} {
		if got := collectionName(file); got != want {
			t.Errorf("collectionName(%q) = %q, want %q", file, got, want)
		}
	}
}
