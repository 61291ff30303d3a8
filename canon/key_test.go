package canon_test

import (
	"crypto/sha256"
	"encoding/hex"
	"testing"

	"github.com/gridkeeper/gridkeeper/canon"
)

func TestKey(t *testing.T) {
	for _, text := range []string{mostSymmetric, mostSymmetric[:72] + ".........", "1.....3..2.....4"} {
		g := parse(t, text)
		sum := sha256.Sum256([]byte(canon.Of(g).String()))
		want := hex.EncodeToString(sum[:16])
		if got := canon.KeyOf(g).String(); got != want {
			t.Errorf("key of %s is %s, want %s", g, got, want)
		}
	}
}

// Keys are stored in archives, so they may never change.
func TestKeyIsStable(t *testing.T) {
	const moler = "020030040600000003004000500000806000800010006000705000007000600400000008030040020"
	if got, want := canon.KeyOf(parse(t, moler)).String(), "c005e173a0a27112a1561bf93d9c80ba"; got != want {
		t.Errorf("key of Moler's example: %s, want %s", got, want)
	}
}
