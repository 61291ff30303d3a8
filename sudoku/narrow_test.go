package sudoku

import (
	"errors"
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
		"𝟎𝟗 𝟘𝟡 第１題 é ½ ① ┼":                "09 09 第1題 é ½ 1 ┼",
		"5️⃣*️⃣⬜⬛🟦⚪ ⑨❶➀➒":                  "5*.... 9119",
		"\u202a53\u200b7\u200e\u2060":      "537",
		"\xff１":                            "\ufffd1",
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

// What is narrowed has no more characters, and is narrowed once.
func FuzzNarrow(f *testing.F) {
	f.Add("１２３|٣")
	f.Fuzz(func(t *testing.T, text string) {
		got := Narrow(text)
		if utf8.RuneCountInString(got) > utf8.RuneCountInString(text) || Narrow(got) != got {
			t.Errorf("Narrow(%q) is %q", text, got)
		}
	})
}

// Boards of emoji are grids, in lines, in one, and with blanks; an error counts the characters as they were given.
func TestParseEmoji(t *testing.T) {
	want, _ := Parse("1.....3..2.....4")
	for _, text := range []string{
		"1️⃣⬜⬜⬜\n⬜⬜3️⃣⬜\n⬜2️⃣⬜⬜\n⬜⬜⬜4️⃣", "1️⃣ ⬛ ⬛ ⬛\n⬛ ⬛ 3️⃣ ⬛\n⬛ 2️⃣ ⬛ ⬛\n⬛ ⬛ ⬛ 4️⃣", "1️⃣▫️▫️▫️|▫️▫️3️⃣▫️|▫️2️⃣▫️▫️|▫️▫️▫️4️⃣", "①□□□\n□□③□\n□②□□\n□□□④",
		"1.....3..2.....4\u200b", "\u200e1.....3..\u200b2.....4\u200e", "1\u20e3🟦🟦🟦🟦🟦3\u20e3🟦🟦2\u20e3🟦🟦🟦🟦🟦4\u20e3",
	} {
		if got, err := Parse(text); err != nil || got != want {
			t.Errorf("Parse(%q) is %s, %v", text, got, err)
		}
	}
	_, err := Parse("1️⃣⬜⬜⬜a")
	if e, ok := errors.AsType[*ParseError](err); !ok || e.Position != 7 || e.Character != 'a' {
		t.Errorf("%+v, want character 7, 'a'", err)
	}
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
