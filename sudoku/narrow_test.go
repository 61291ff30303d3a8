package sudoku

import (
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestNarrow(t *testing.T) {
	for text, want := range map[string]string{
		"":           "",
		"r1c1=5 | x": "r1c1=5 | x",
		"ｒ４ｃ５＝７　［Ｘ］": "r4c5=7 [X]",
		"０１２３４５６７８９．・·･｜＋－":                "0123456789....|+-",
		"٠١٢٣٤٥٦٧٨٩ ۰۱۲۳۴۵۶۷۸۹ ०१२३४५६७८९": "0123456789 0123456789 0123456789",
		"𝟎𝟗 𝟘𝟡 第１題 é ½ ① ┼":                "09 09 第1題 é ½ ① ┼",
		"\xff１": "\ufffd1",
	} {
		if got := Narrow(text); got != want {
			t.Errorf("Narrow(%q) is %q, want %q", text, got, want)
		}
	}
}

// Every piece of Unicode's digits counts from zero to nine.
func TestNarrowDigits(t *testing.T) {
	next := rune('0')
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if !unicode.Is(unicode.Nd, r) {
			continue
		}
		if got := narrow(r); got != next {
			t.Fatalf("U+%04X is %q, want %q", r, got, next)
		}
		if next++; next > '9' {
			next = '0'
		}
	}
}

// What is narrowed has as many characters, and is narrowed once.
func FuzzNarrow(f *testing.F) {
	f.Add("１２３|٣")
	f.Fuzz(func(t *testing.T, text string) {
		got := Narrow(text)
		if utf8.RuneCountInString(got) != utf8.RuneCountInString(text) || Narrow(got) != got {
			t.Errorf("Narrow(%q) is %q", text, got)
		}
	})
}

func TestParseFullWidth(t *testing.T) {
	want, err := Parse("1.....3..2.....4")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{
		"１．．．．．３．．２．．．．．４", "１・・・\n・・３・\n・２・・\n・・・４", "１０００００３００２０００００４",
		"｜１　・｜・　・｜\n｜・　・｜３　・｜\n｜・　２｜・　・｜\n｜・　・｜・　４｜", "١.....٣..٢.....٤",
	} {
		if got, err := Parse(text); err != nil || got != want {
			t.Errorf("%q is %s, %v", text, got, err)
		}
	}
	if _, err := Parse("１．．．．．３．．２．．．．．甲"); err == nil || err.Error() == "" {
		t.Errorf("the error is %v", err)
	}
}
